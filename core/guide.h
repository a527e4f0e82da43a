// What a game tells a person who plays it: names, explanations, and why a move is not legal.
//
// Cells are numbered as in the game's moves. Texts are single lines unless said.
#ifndef HARROW_GUIDE_H
#define HARROW_GUIDE_H

#include "core/marks.h"
#include "core/move.h"

#include <stdio.h>

typedef union Position Position;

enum { GUIDE_TEXT_SIZE = 160 };

// Where a move begins and ends; −1 = it has no such cell. `mark` is how its end is pointed out.
typedef struct MoveCells {
    int from, to;
    Mark mark;
} MoveCells;

typedef struct Guide {
    const char *sides[SIDE_COUNT];
    // What whoever moves next should know of this part of the game, in lines of at most 80 columns.
    // The same address for the same text, so that it need be told only once.
    const char *(*phase)(const Position *position);
    MoveCells (*move_cells)(Move move);
    // Marks all cells that a legal ply touches as those of the last one.
    void (*mark_ply)(const Position *before, Move move, Marks *marks);
    // Reads the name of a cell of this board; false for any other text.
    bool (*cell_parse)(const Position *position, const char *text, unsigned *cell);
    // Says what is on a cell.
    void (*cell_describe)(const Position *position, unsigned cell, char text[GUIDE_TEXT_SIZE]);
    // Says why a move that move_parse has read is not legal in a game that is not over.
    void (*objection)(const Position *position, Move move, char text[GUIDE_TEXT_SIZE]);
    // Lists the fields with their owners and values; NULL where there are none.
    void (*fields)(const Position *position, FILE *stream);
} Guide;

extern const Guide AGROS_GUIDE;
extern const Guide AGON_GUIDE;
extern const Guide AWALE_GUIDE;

#endif
