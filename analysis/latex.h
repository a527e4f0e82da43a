// Fields of a tabular of LaTeX.
#ifndef HARROW_LATEX_H
#define HARROW_LATEX_H

#include "analysis/interval.h"

#include <stdio.h>

// Writes a text so that LaTeX prints it as it is.
void latex_text(FILE *stream, const char *text);

// Writes a number in mathematical mode, a dash for NaN.
void latex_number(FILE *stream, double value, int decimals);

// Writes two more fields, each behind an ampersand: the estimate times a factor, and its bounds.
void latex_interval(FILE *stream, Interval interval, double factor, int decimals);

#endif
