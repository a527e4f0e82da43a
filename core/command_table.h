// All subcommands and what their usage lines speak of: what help, manual pages and completion of
// command lines are made of.
#ifndef HARROW_COMMAND_TABLE_H
#define HARROW_COMMAND_TABLE_H

#include "core/command.h"
#include "core/spec_table.h"

typedef struct CommandTable {
    const char *summary;            // what harrow is, in a line
    const char *version;            // such as 0.1.0
    const char *date;               // of the version, such as 2026-12-01
    const Command *const *commands; // in the order of the help, ended by NULL
    const SpecTable *const *specs;  // ended by NULL
} CommandTable;

// The subcommand of that name; NULL if there is none.
const Command *command_find(const CommandTable *self, const char *name);

// Writes what harrow is and does, with a line a subcommand, in the layout of core/help_text.h.
void command_table_print(const CommandTable *self, FILE *stream);

// The subcommand `help`: argv[0] is followed by the name of a command, or by what is to be made of
// the table instead. Returns the exit code of the process.
int command_table_help(const CommandTable *self, int argc, char **argv);

#endif
