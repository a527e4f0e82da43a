#include "search/word_list.h"

#include <string.h>

void word_list_add(WordList *self, const char *word) {
    if (self->count == WORD_LIST_MOST || strlen(word) >= MOVE_TEXT_SIZE) return;
    strcpy(self->words[self->count++], word);
}

WordList word_list_beginning(const WordList *from, const char *text) {
    WordList found = {.count = 0};
    for (int i = 0; i < from->count; i++)
        if (strncmp(from->words[i], text, strlen(text)) == 0) word_list_add(&found, from->words[i]);
    return found;
}

int word_list_common(const WordList *self) {
    int length = 0;
    if (self->count == 0) return 0;
    for (const char *first = self->words[0]; first[length]; length++)
        for (int i = 1; i < self->count; i++)
            if (self->words[i][length] != first[length]) return length;
    return length;
}

void word_list_print(const WordList *self, FILE *stream, int columns) {
    int column = columns;
    for (int i = 0; i < self->count; i++) {
        const int width = (int)strlen(self->words[i]);
        if (column + 1 + width > columns) {
            fprintf(stream, "%s ", i ? "\n" : "");
            column = 1;
        }
        fprintf(stream, " %s", self->words[i]);
        column += 1 + width;
    }
    if (self->count) fputc('\n', stream);
}
