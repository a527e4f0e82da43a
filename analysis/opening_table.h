// How the games of a cell begin, up to the symmetries of the board, and how they went from there.
#ifndef HARROW_OPENING_TABLE_H
#define HARROW_OPENING_TABLE_H

#include "analysis/interval.h"
#include "analysis/key_table.h"
#include "core/line.h"

enum { OPENING_MAX_DEPTH = 3, OPENING_MAX_LINES = 4096, OPENING_TEXT_SIZE = 64 };

// Games that began alike.
typedef struct OpeningLine {
    char moves[OPENING_TEXT_SIZE]; // as one of them had it
    int64_t games;
    int64_t results[RESULT_COUNT];
} OpeningLine;

// The lines of one depth. Once OPENING_MAX_LINES are there, games with others are only counted.
typedef struct OpeningTable {
    KeyTable places; // by key of the position: index of the line, plus 1
    OpeningLine *lines;
    size_t count, capacity;
    int64_t others;
} OpeningTable;

void opening_table_init(OpeningTable *self);
void opening_table_release(OpeningTable *self);

// Adds a game that began with the plies of `line` from the usual start. False when memory is short.
bool opening_table_add(OpeningTable *self, const Line *line, Result result);

// Puts the most frequent lines first, equal ones in the order of their moves.
void opening_table_sort(OpeningTable *self);

// The first player's score over the finished games of a line.
Interval opening_line_score(const OpeningLine *self);

#endif
