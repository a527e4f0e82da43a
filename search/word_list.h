// Words that a person may type, to be listed in columns or found by how they begin.
#ifndef HARROW_WORD_LIST_H
#define HARROW_WORD_LIST_H

#include "core/move.h"

#include <stdio.h>

enum { WORD_LIST_MOST = 288 }; // the plies of any position, and commands

typedef struct WordList {
    char words[WORD_LIST_MOST][MOVE_TEXT_SIZE];
    int count;
} WordList;

// Adds a word shorter than MOVE_TEXT_SIZE where there is room for one.
void word_list_add(WordList *self, const char *word);
// Those of `from` that begin so.
WordList word_list_beginning(const WordList *from, const char *text);
// How many first characters they all have in common; 0 for no word.
int word_list_common(const WordList *self);
// Prints them in their order, with two blanks before each line, which has at most so many columns.
void word_list_print(const WordList *self, FILE *stream, int columns);

#endif
