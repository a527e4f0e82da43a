// gnuplot, run as a program on a script.
#ifndef HARROW_GNUPLOT_H
#define HARROW_GNUPLOT_H

#include "core/status.h"

#include <stdio.h>

typedef enum GnuplotState { GNUPLOT_DONE, GNUPLOT_MISSING, GNUPLOT_FAILED } GnuplotState;

// Runs a script of a folder in that folder, without the user's own settings. Where gnuplot fails
// `message` is the first of what it said.
GnuplotState gnuplot_run(const char *folder, const char *script, char message[STATUS_MESSAGE_SIZE]);

// Writes a text of the user's as a quoted string of a script, cut in the middle to `width`
// characters. What could end the string or run a command (quotes, backquotes, backslashes) is
// replaced by its like.
void gnuplot_string(FILE *stream, const char *text, size_t width);

// A number of a data block; what does not exist is NaN there.
void gnuplot_number(FILE *stream, double value);

#endif
