// Manual pages, made from the help texts and the tables of keys.
#ifndef HARROW_MAN_PAGE_H
#define HARROW_MAN_PAGE_H

#include "core/command_table.h"

// Writes the page harrow(1), or that of a subcommand such as harrow-run(1), for the macros man(7).
// The text is UTF-8 where the help is, and the same at any time. False and status when memory is
// short.
bool man_page_write(const CommandTable *table, const Command *command, FILE *stream,
                    Status *status);

#endif
