#include "core/help_text.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static size_t line_length(const char *line) {
    return strcspn(line, "\n");
}

static size_t line_indent(const char *line) {
    return strspn(line, " ");
}

static const char *line_after(const char *line) {
    line += line_length(line);
    return *line ? line + 1 : line;
}

static bool line_empty(const char *line) {
    return *line == '\n' || !*line;
}

static bool begins(const char *text, const char *word) {
    return strncmp(text, word, strlen(word)) == 0;
}

// Adds a text without its blanks at both ends, behind a blank where there is something already.
static void join(char *to, size_t size, const char *from, size_t length) {
    const size_t used = strlen(to);
    while (length > 0 && *from == ' ') from++, length--;
    while (length > 0 && from[length - 1] == ' ') length--;
    if (length == 0) return;
    assert(used + length + 2 <= size);
    snprintf(to + used, size - used, "%s%.*s", used ? " " : "", (int)length, from);
}

// The column of the first text that stands behind a term of the paragraph; its terms and texts
// have two blanks between them at least.
static size_t item_column(const char *line) {
    for (; !line_empty(line); line = line_after(line)) {
        const size_t length = line_length(line);
        for (size_t i = line_indent(line); line_indent(line) == 2 && i + 2 < length; i++)
            if (line[i] == ' ' && line[i + 1] == ' ') return i + line_indent(line + i);
    }
    return HELP_PROSE_SIZE;
}

HelpReader help_reader(const char *text) {
    return (HelpReader){.at = text};
}

static void take_line(HelpReader *self, char *to, size_t size) {
    join(to, size, self->at, line_length(self->at));
    self->at = line_after(self->at);
}

// Finds out what the paragraph is; of a list the lines are still to come.
static HelpPartKind begin_paragraph(HelpReader *self) {
    static const struct {
        const char *word;
        HelpPartKind list;
    } LISTS[] = {
        {"usage: ", HELP_USAGE}, {"Example: ", HELP_EXAMPLE}, {"Examples: ", HELP_EXAMPLE}};
    for (size_t i = 0; i < sizeof LISTS / sizeof *LISTS; i++)
        if (begins(self->at, LISTS[i].word)) {
            self->column = strlen(LISTS[i].word);
            self->at += self->column;
            return self->list = LISTS[i].list;
        }
    if (begins(self->at, "Examples:\n")) {
        self->at = line_after(self->at);
        self->column = line_indent(self->at);
        return self->list = HELP_EXAMPLE;
    }
    if (*self->at == ' ') {
        self->column = item_column(self->at);
        return self->list = HELP_ITEM;
    }
    return begins(self->at, "Exit ") ? HELP_EXIT : HELP_PROSE;
}

static void read_usage(HelpReader *self, HelpPart *part) {
    do take_line(self, part->term, sizeof part->term);
    while (!line_empty(self->at) && !begins(self->at + line_indent(self->at), "harrow"));
}

static void read_example(HelpReader *self, HelpPart *part) {
    const size_t indent = line_indent(self->at);
    self->at += indent < self->column ? indent : self->column;
    snprintf(part->term, sizeof part->term, "%.*s", (int)line_length(self->at), self->at);
    self->at = line_after(self->at);
}

// A line of an item: what stands before the column is of the term, unless the term runs over it.
static void take_item_line(HelpReader *self, HelpPart *part) {
    const size_t length = line_length(self->at), column = self->column;
    const bool split =
        length > column && self->at[column - 1] == ' ' && self->at[column - 2] == ' ';
    join(part->term, sizeof part->term, self->at, split ? column : length);
    if (split) join(part->prose, sizeof part->prose, self->at + column, length - column);
    self->at = line_after(self->at);
}

static void read_item(HelpReader *self, HelpPart *part) {
    do take_item_line(self, part);
    while (!line_empty(self->at) && line_indent(self->at) > 2);
}

static void drop_colon(char *text) {
    const size_t length = strlen(text);
    if (length > 0 && text[length - 1] == ':') text[length - 1] = '\0';
}

// Prose, or a heading where indented lines follow.
static void read_prose(HelpReader *self, HelpPart *part) {
    while (!line_empty(self->at) && *self->at != ' ')
        take_line(self, part->prose, sizeof part->prose);
    if (line_empty(self->at)) return;
    part->kind = HELP_HEADING;
    join(part->term, sizeof part->term, part->prose, strlen(part->prose));
    drop_colon(part->term);
    self->list = HELP_ITEM;
    self->column = item_column(self->at);
}

bool help_next(HelpReader *self, HelpPart *part) {
    memset(part, 0, sizeof *part);
    if (line_empty(self->at)) self->list = HELP_END;
    while (*self->at == '\n') self->at++;
    if (!*self->at) return false;
    part->kind = self->list != HELP_END ? self->list : begin_paragraph(self);
    if (part->kind == HELP_USAGE)
        read_usage(self, part);
    else if (part->kind == HELP_EXAMPLE)
        read_example(self, part);
    else if (part->kind == HELP_ITEM)
        read_item(self, part);
    else
        read_prose(self, part);
    return true;
}

bool help_word(const char **at, int *depth, char word[HELP_TERM_SIZE]) {
    for (; **at && strchr(" []", **at); ++*at) *depth += **at == '[' ? 1 : **at == ']' ? -1 : 0;
    if (!**at) return false;
    const char *start = *at;
    if (**at == '"') {
        const char *end = strchr(start + 1, '"');
        *at = end ? end + 1 : start + strlen(start);
    } else
        *at += strcspn(*at, " []");
    snprintf(word, HELP_TERM_SIZE, "%.*s", (int)(*at - start), start);
    return true;
}
