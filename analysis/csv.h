// Fields of comma-separated values as RFC 4180 has them.
#ifndef HARROW_CSV_H
#define HARROW_CSV_H

#include <stdio.h>

// Writes a text, in quotes where it must be.
void csv_text(FILE *stream, const char *text);

#endif
