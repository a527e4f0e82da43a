#include "search/ugi_input.h"

#include <stdbool.h>
#include <stdlib.h>

enum { FIRST_ROOM = 1024 };

void ugi_input_init(UgiInput *self, FILE *stream) {
    *self = (UgiInput){.stream = stream};
}

void ugi_input_release(UgiInput *self) {
    free(self->line);
    *self = (UgiInput){0};
}

static bool make_room(UgiInput *self, size_t length) {
    if (length + 1 < self->room) return true;
    const size_t room = self->room ? 2 * self->room : FIRST_ROOM;
    char *line = room <= 2 * (size_t)UGI_MAX_LINE ? realloc(self->line, room) : NULL;
    if (!line) return false;
    self->line = line;
    self->room = room;
    return true;
}

// Blanks are those of the protocol; everything else that no terminal prints is a mistake.
static bool is_odd(int c) {
    return (c < ' ' && c != '\t' && c != '\r') || c == 0x7f;
}

UgiRead ugi_input_next(UgiInput *self) {
    size_t length = 0;
    bool odd = false, fits = true;
    int c = getc(self->stream);
    if (c == EOF) return UGI_END;
    for (; c != '\n' && c != EOF; c = getc(self->stream)) {
        odd = odd || is_odd(c);
        fits = fits && length < UGI_MAX_LINE && make_room(self, length);
        if (fits) self->line[length++] = (char)c;
    }
    if (!fits || !make_room(self, length)) return UGI_LONG;
    self->line[length] = '\0';
    return odd ? UGI_ODD : UGI_LINE;
}
