#include "core/text_stream.h"

#include <stdlib.h>

bool text_stream_open(TextStream *self, Status *status) {
    *self = (TextStream){0};
    self->stream = open_memstream(&self->text, &self->size);
    return self->stream || status_fail(status, EXIT_RESOURCE, "out of memory");
}

bool text_stream_close(TextStream *self, Status *status) {
    const bool good = !ferror(self->stream);
    if (fclose(self->stream) == 0 && good) return true;
    free(self->text);
    self->text = NULL;
    return status_fail(status, EXIT_RESOURCE, "out of memory");
}
