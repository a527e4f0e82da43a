#include "analysis/text_table.h"

#include <assert.h>

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMN_GAP = 2 };

bool text_table_init(TextTable *self, const TextColumn *columns, size_t column_count,
                     size_t row_count) {
    assert(column_count <= TEXT_TABLE_MAX_COLUMNS);
    *self = (TextTable){.columns = columns, .column_count = column_count, .row_count = row_count};
    self->cells = calloc(row_count * column_count + 1, sizeof *self->cells);
    return self->cells != NULL;
}

void text_table_release(TextTable *self) {
    free(self->cells);
    self->cells = NULL;
}

static char *text_table_cell(const TextTable *self, size_t row, size_t column) {
    return self->cells[row * self->column_count + column];
}

// The byte after `count` characters, or the end.
static const char *utf8_skip(const char *text, size_t count) {
    while (*text && count > 0) {
        text++;
        while ((*text & 0xc0) == 0x80) text++;
        count--;
    }
    return text;
}

static size_t utf8_length(const char *text) {
    size_t length = 0;
    for (; *text; text++) length += (*text & 0xc0) != 0x80;
    return length;
}

// Removes the last character if its bytes are not all there.
static void utf8_mend(char *text) {
    size_t start = strlen(text);
    while (start > 0 && (text[start - 1] & 0xc0) == 0x80) start--;
    if (start == 0) return;
    const unsigned char lead = (unsigned char)text[start - 1];
    const size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
    if (strlen(text + start - 1) < bytes) text[start - 1] = '\0';
}

void text_table_set(TextTable *self, size_t row, size_t column, const char *format, ...) {
    char *cell = text_table_cell(self, row, column);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(cell, TEXT_TABLE_CELL_SIZE, format, arguments);
    va_end(arguments);
    utf8_mend(cell);
    for (char *c = cell; *c; c++) {
        if ((unsigned char)*c < ' ' || *c == 0x7f) *c = '?';
    }
}

static size_t column_width(const TextTable *self, size_t column) {
    size_t width = utf8_length(self->columns[column].title);
    for (size_t row = 0; row < self->row_count; row++) {
        const size_t length = utf8_length(text_table_cell(self, row, column));
        if (width < length) width = length;
    }
    return width;
}

static bool is_shown(uint32_t shown, size_t column) {
    return shown >> column & 1;
}

size_t text_table_min_width(const TextTable *self, uint32_t shown) {
    size_t total = 0;
    for (size_t i = 0; i < self->column_count; i++) {
        if (!is_shown(shown, i)) continue;
        const size_t width = column_width(self, i);
        const bool cut = self->columns[i].name && width > self->columns[i].min_width;
        total += (total > 0 ? COLUMN_GAP : 0) + (cut ? self->columns[i].min_width : width);
    }
    return total;
}

// The shown column of names that is widest beyond its least width; column_count if all are down to
// one character.
static size_t widest_name(const TextTable *self, uint32_t shown, const size_t widths[]) {
    size_t widest = self->column_count;
    for (size_t i = 0; i < self->column_count; i++) {
        const TextColumn *column = &self->columns[i];
        if (!is_shown(shown, i) || !column->name || widths[i] < 2) continue;
        if (widest == self->column_count ||
            widths[i] + self->columns[widest].min_width > widths[widest] + column->min_width) {
            widest = i;
        }
    }
    return widest;
}

// Fills widths[] of the shown columns and returns the length of a line.
static size_t fit_widths(const TextTable *self, uint32_t shown, size_t limit, size_t widths[]) {
    size_t total = 0;
    for (size_t i = 0; i < self->column_count; i++) {
        if (!is_shown(shown, i)) continue;
        widths[i] = column_width(self, i);
        total += (total > 0 ? COLUMN_GAP : 0) + widths[i];
    }
    while (total > limit) {
        const size_t widest = widest_name(self, shown, widths);
        if (widest == self->column_count) break;
        widths[widest]--;
        total--;
    }
    return total;
}

static void print_blanks(FILE *stream, size_t count) {
    fprintf(stream, "%*s", (int)count, "");
}

void text_print_cut(FILE *stream, const char *text, size_t width) {
    const size_t length = utf8_length(text);
    if (length <= width) {
        fputs(text, stream);
        return;
    }
    const size_t front = width / 2, back = width - front - 1;
    fprintf(stream, "%.*s…%s", (int)(utf8_skip(text, front) - text), text,
            utf8_skip(text, length - back));
}

static void print_text(FILE *stream, const char *text, size_t width, bool left, bool last) {
    const size_t length = utf8_length(text);
    const size_t blanks = length < width ? width - length : 0;
    if (!left) print_blanks(stream, blanks);
    text_print_cut(stream, text, width);
    if (left && !last) print_blanks(stream, blanks);
}

void text_print_padded(FILE *stream, const char *text, size_t width) {
    print_text(stream, text, width, true, false);
}

// `row` is the row's number, or row_count for the titles.
static void print_line(const TextTable *self, FILE *stream, uint32_t shown, const size_t widths[],
                       size_t row) {
    bool begun = false;
    for (size_t i = 0; i < self->column_count; i++) {
        if (!is_shown(shown, i)) continue;
        if (begun) print_blanks(stream, COLUMN_GAP);
        begun = true;
        const char *text =
            row < self->row_count ? text_table_cell(self, row, i) : self->columns[i].title;
        print_text(stream, text, widths[i], self->columns[i].name, shown >> i == 1);
    }
    fputc('\n', stream);
}

void text_table_print(const TextTable *self, FILE *stream, uint32_t shown, size_t width) {
    size_t widths[TEXT_TABLE_MAX_COLUMNS] = {0};
    const size_t total = fit_widths(self, shown, width, widths);
    print_line(self, stream, shown, widths, self->row_count);
    for (size_t i = 0; i < total; i++) fputs("─", stream);
    fputc('\n', stream);
    for (size_t row = 0; row < self->row_count; row++) {
        print_line(self, stream, shown, widths, row);
    }
}
