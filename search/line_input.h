// Lines from a person at a terminal, or from a script.
#ifndef HARROW_LINE_INPUT_H
#define HARROW_LINE_INPUT_H

#include "search/line_editor.h"

enum { LINE_INPUT_SIZE = 4096 };

// Standard input, as a terminal with an editor, as one without, or as a file or pipe.
typedef struct LineInput {
    LineEditor *editor; // NULL = plain reading
    bool is_terminal;
    char buffer[LINE_INPUT_SIZE]; // plain reading: bytes that came, looked at as far as `at`
    size_t used, at;
    char line[LINE_INPUT_SIZE];
    size_t length;
    bool cut; // it was longer than there is room for
} LineInput;

void line_input_open(LineInput *self);
void line_input_release(LineInput *self);

// The next line, good until the next call, without its end; NULL at the end of the input, or when
// `wait` was in vain. A terminal shows the prompt; what is no terminal is asked nothing.
const char *line_input_read(LineInput *self, const char *prompt, const WordList *words,
                            InputWait *wait);

#endif
