// What may be shown on a file that could be a terminal.
#ifndef HARROW_TERMINAL_H
#define HARROW_TERMINAL_H

#include <stdbool.h>

// A terminal that can take back what it shows; a dumb one cannot.
bool terminal_can_renew(int file);

// Colour suits such a terminal, unless its user asked for none (no-color.org).
bool terminal_wants_color(int file);

// The columns of a terminal; `fallback` where it does not tell, or is none.
int terminal_columns(int file, int fallback);

#endif
