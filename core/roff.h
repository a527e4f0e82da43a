// Text for roff, the language of manual pages.
#ifndef HARROW_ROFF_H
#define HARROW_ROFF_H

#include <stdio.h>

// Writes a text so that it is read as it stands: no byte begins a request or an escape, quotes stay
// straight, and hyphens are those of a command line, but for words of letters alone. Lines break at
// blanks.
void roff_text(const char *text, FILE *stream);

// The same for what is to be typed or copied: every hyphen is that of a command line.
void roff_code(const char *text, FILE *stream);

// Writes a usage line or a term: options bold, words in capitals, which stand for others, italic.
void roff_term(const char *text, FILE *stream);

#endif
