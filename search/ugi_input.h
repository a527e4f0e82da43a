// Lines from a stream that may hold anything.
#ifndef HARROW_UGI_INPUT_H
#define HARROW_UGI_INPUT_H

#include <stddef.h>
#include <stdio.h>

// A game of a million plies fits.
enum { UGI_MAX_LINE = 16 << 20 };

typedef enum UgiRead {
    UGI_LINE,
    UGI_LONG, // longer than UGI_MAX_LINE, or than there is memory: passed over
    UGI_ODD,  // with a control character: passed over
    UGI_END
} UgiRead;

typedef struct UgiInput {
    FILE *stream;
    char *line; // the last one, without its newline
    size_t room;
} UgiInput;

void ugi_input_init(UgiInput *self, FILE *stream);
void ugi_input_release(UgiInput *self);

// Reads the next line; one that the end of the stream cuts counts.
UgiRead ugi_input_next(UgiInput *self);

#endif
