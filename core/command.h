// What every subcommand shares: its entry in the front door's table, and how it ends.
#ifndef HARROW_COMMAND_H
#define HARROW_COMMAND_H

#include "core/line.h"
#include "core/status.h"

#include <getopt.h>
#include <stdint.h>
#include <stdio.h>

// A subcommand. `run` gets argv[0] = "harrow" and its own arguments behind, and returns the exit
// code of the process. `help` is the whole help text, at most 100 columns wide; a command without
// one only prints, and is its own help. Manual pages and the completion of shells are made of the
// same text, whose layout is that of core/help_text.h. In usage lines and terms DIR, OUT, FILE,
// NAME.json, COMMAND, key=value (of a config), the words of spec tables, and words in lower case
// with | between are completed.
typedef struct Command {
    const char *name;
    const char *summary;
    const char *help;
    int (*run)(int argc, char **argv);
} Command;

// Prints `harrow: message` on stderr; returns the exit code that the failure calls for.
int command_fail(const Status *status);

// Prints `harrow: COMMAND: message`; returns EXIT_INPUT. For wrong usage.
int command_usage(const Command *self, const char *message);

// Flushes stdout; returns `code`, or EXIT_RESOURCE with a message when the output was not written.
int command_finish(int code);

// Reads a whole number given to an option, such as "--depth", within a range.
bool argument_integer(const char *option, const char *text, int64_t low, int64_t high,
                      int64_t *value, Status *status);

// The same of any finite number.
bool argument_number(const char *option, const char *text, double low, double high, double *value,
                     Status *status);

// --game, --position and --moves of a command: the texts as given, NULL when not.
typedef struct LineArguments {
    const char *game;
    const char *position;
    const char *moves;
} LineArguments;

// The short codes of the three long options above, for a command's own getopt_long table.
enum { ARGUMENT_GAME = 'g', ARGUMENT_POSITION = 'p', ARGUMENT_MOVES = 'm' };

// Takes one of the three; false for any other code.
bool line_arguments_take(LineArguments *self, int code, const char *text);

// The line that the arguments describe; the caller releases it, also after a failure.
bool line_arguments_resolve(const LineArguments *self, Line *line, Status *status);

#endif
