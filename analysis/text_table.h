// A table of texts for a terminal, aligned by characters rather than bytes.
#ifndef HARROW_TEXT_TABLE_H
#define HARROW_TEXT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { TEXT_TABLE_MAX_COLUMNS = 32, TEXT_TABLE_CELL_SIZE = 128 };

// A column; `name` columns are aligned to the left and may be cut to `min_width` or more when the
// table is too wide: in the middle, since names of a kind often differ only at an end.
typedef struct TextColumn {
    const char *title;
    bool name;
    size_t min_width;
} TextColumn;

typedef char TextCell[TEXT_TABLE_CELL_SIZE];

// A table under construction. The columns belong to whoever made them.
typedef struct TextTable {
    const TextColumn *columns;
    size_t column_count; // at most TEXT_TABLE_MAX_COLUMNS
    size_t row_count;
    TextCell *cells; // row by row
} TextTable;

// A table of empty cells. False when memory is short.
bool text_table_init(TextTable *self, const TextColumn *columns, size_t column_count,
                     size_t row_count);
void text_table_release(TextTable *self);

// Sets a cell to a formatted UTF-8 text. What does not fit is cut between two characters; control
// characters become question marks.
void text_table_set(TextTable *self, size_t row, size_t column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// Prints one text, cut in the middle to at most `width` characters.
void text_print_cut(FILE *stream, const char *text, size_t width);
// The same, with blanks behind it up to that width.
void text_print_padded(FILE *stream, const char *text, size_t width);

// Characters that text_table_print needs at least for the columns whose bit is set in `shown`, no
// name being cut below its column's min_width.
size_t text_table_min_width(const TextTable *self, uint32_t shown);

// Prints the columns whose bit is set in `shown` under their titles and a rule. Names are cut, if
// need be to one character, until a line has at most `width` characters.
void text_table_print(const TextTable *self, FILE *stream, uint32_t shown, size_t width);

#endif
