// A line typed on a terminal with libedit: editing, history, completion with the tabulator.
#ifndef HARROW_LINE_EDITOR_H
#define HARROW_LINE_EDITOR_H

#include "search/input_wait.h"
#include "search/word_list.h"

typedef struct LineEditor LineEditor;

// NULL where there is no terminal that could be edited on, or harrow was built without libedit.
LineEditor *line_editor_open(void);
void line_editor_close(LineEditor *self); // NULL is nothing

// Asks for a line; it is good until the next call, without its end. NULL at the end of the input,
// or when `wait` was in vain. The first word is completed from `words`.
const char *line_editor_read(LineEditor *self, const char *prompt, const WordList *words,
                             InputWait *wait);

#endif
