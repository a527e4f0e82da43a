// A stream that collects a text in memory (open_memstream), with all failures in one place.
#ifndef HARROW_TEXT_STREAM_H
#define HARROW_TEXT_STREAM_H

#include "core/status.h"

#include <stddef.h>
#include <stdio.h>

typedef struct TextStream {
    FILE *stream; // to write to, between open and close
    char *text;   // after a good close: the text with a final NUL, the caller's to free
    size_t size;  // without the NUL
} TextStream;

// False with EXIT_RESOURCE when memory is short; then nothing needs to be released.
bool text_stream_open(TextStream *self, Status *status);

// Ends the writing. False with EXIT_RESOURCE when something was not written for want of memory; the
// text is freed then and NULL.
bool text_stream_close(TextStream *self, Status *status);

#endif
