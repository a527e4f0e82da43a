#include "core/text_stream.h"

#include <stdio_ext.h>
#include <stdlib.h>

bool text_stream_open(TextStream *self, Status *status) {
    *self = (TextStream){0};
    self->stream = open_memstream(&self->text, &self->size);
    // Of one thread at a time: without a lock for each character.
    if (self->stream) __fsetlocking(self->stream, FSETLOCKING_BYCALLER);
    return self->stream || status_fail(status, EXIT_RESOURCE, "out of memory");
}

bool text_stream_close(TextStream *self, Status *status) {
    const bool good = !ferror(self->stream);
    if (fclose(self->stream) == 0 && good) return true;
    free(self->text);
    self->text = NULL;
    return status_fail(status, EXIT_RESOURCE, "out of memory");
}
