// Writing HTML: escaped texts, and tables of numbers. Streams are checked by who opened them.
#ifndef HARROW_HTML_H
#define HARROW_HTML_H

#include "analysis/interval.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// A text as content or as an attribute in double quotes; control characters become blanks.
void html_text(FILE *stream, const char *text);

// A text of JSON for inside of a script element: `<` becomes \u003c, so that nothing closes it.
void html_json(FILE *stream, const char *json);

// A column of a table; figures are aligned to the right. The note is shown on hovering, and to
// screen readers; NULL: none.
typedef struct HtmlColumn {
    const char *title;
    bool figure;
    const char *note;
} HtmlColumn;

// Begins a table that scrolls by itself where it is too wide.
void html_table_begin(FILE *stream, const char *caption, const HtmlColumn *columns, size_t count);
void html_table_end(FILE *stream);

void html_row_begin(FILE *stream);
void html_row_end(FILE *stream);
// The cell that names a row, and others. What does not exist (NaN) is a dash.
void html_name(FILE *stream, const char *text);
void html_words(FILE *stream, const char *text);
void html_words_right(FILE *stream, const char *text);
void html_count(FILE *stream, int64_t value);
void html_number(FILE *stream, double value, int decimals);
// An estimate and its bounds times a factor, two cells.
void html_interval(FILE *stream, Interval interval, double factor, int decimals);

// A number alone, with a true minus sign; a dash for NaN.
void html_figure(FILE *stream, double value, int decimals);
// `[low, high]` alone, a dash where there are no bounds.
void html_bounds(FILE *stream, Interval interval, double factor, int decimals);
// A count with narrow gaps between thousands.
void html_integer(FILE *stream, int64_t value);

#endif
