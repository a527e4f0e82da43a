// Completion of command lines in shells.
#ifndef HARROW_COMPLETION_H
#define HARROW_COMPLETION_H

#include "core/command_table.h"

// The shells there are, "bash" and "zsh"; NULL for an index beyond the last.
const char *completion_shell_at(size_t index);

// Writes the script with which a shell completes command lines of harrow: a table of commands,
// options, operands, specs and config keys made from the help, and the shell's own part that reads
// it. `shell` is an index of completion_shell_at.
void completion_write(const CommandTable *table, size_t shell, FILE *stream);

#endif
