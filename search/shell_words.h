// A command taken apart into words as a shell would, without a shell.
#ifndef HARROW_SHELL_WORDS_H
#define HARROW_SHELL_WORDS_H

#include "core/status.h"

enum { SHELL_WORDS_MOST = 64, SHELL_WORDS_SIZE = 400 };

typedef struct ShellWords {
    char *words[SHELL_WORDS_MOST + 1]; // ended by NULL, as argv is; they stand in `storage`
    int count;
    char storage[SHELL_WORDS_SIZE];
} ShellWords;

// Blanks separate words; '…' keeps all inside, "…" all but \" and \\, and \ the next character.
// Nothing else has a meaning: no variables, patterns, pipes or redirections. No word at all, an
// open quote or too many words is EXIT_INPUT.
bool shell_words_split(ShellWords *self, const char *command, Status *status);

#endif
