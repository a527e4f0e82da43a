#include "search/shell_words.h"

#include <string.h>

// The place in a command and in the storage.
typedef struct Cursor {
    const char *from;
    char *to;
} Cursor;

// Copies what stands in quotes, the first of which is next; false when they are not closed.
static bool copy_quoted(Cursor *self) {
    const char quote = *self->from++;
    for (; *self->from != quote; self->from++) {
        if (!*self->from) return false;
        if (quote == '"' && *self->from == '\\' && (self->from[1] == '"' || self->from[1] == '\\'))
            self->from++;
        *self->to++ = *self->from;
    }
    self->from++;
    return true;
}

static bool copy_word(Cursor *self) {
    while (*self->from && *self->from != ' ') {
        if (*self->from == '\'' || *self->from == '"') {
            if (!copy_quoted(self)) return false;
            continue;
        }
        if (*self->from == '\\' && self->from[1]) self->from++;
        *self->to++ = *self->from++;
    }
    *self->to++ = '\0';
    return true;
}

bool shell_words_split(ShellWords *self, const char *command, Status *status) {
    Cursor cursor = {command, self->storage};
    self->count = 0;
    // Words are never longer than they were in the command.
    if (strlen(command) >= sizeof self->storage)
        return status_fail(status, EXIT_INPUT, "command: more than %zu bytes",
                           sizeof self->storage - 1);
    for (;;) {
        cursor.from += strspn(cursor.from, " ");
        if (!*cursor.from) break;
        if (self->count == SHELL_WORDS_MOST)
            return status_fail(status, EXIT_INPUT, "command: more than %d words", SHELL_WORDS_MOST);
        self->words[self->count++] = cursor.to;
        if (!copy_word(&cursor))
            return status_fail(status, EXIT_INPUT, "command: a quote is not closed: %.200s",
                               command);
    }
    self->words[self->count] = NULL;
    return (self->count > 0 && *self->words[0]) ||
           status_fail(status, EXIT_INPUT, "command: a program expected");
}
