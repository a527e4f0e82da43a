// What completes command lines in each shell, as it stands in completion.bash and completion.zsh.
#ifndef HARROW_COMPLETION_TEXT_H
#define HARROW_COMPLETION_TEXT_H

extern const char COMPLETION_BASH[];
extern const char COMPLETION_ZSH[];

#endif
