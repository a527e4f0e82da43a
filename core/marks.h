// Cells to be pointed out on a board: the last ply, a piece and what it can do.
#ifndef HARROW_MARKS_H
#define HARROW_MARKS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum Mark {
    MARK_NONE,
    MARK_LAST,   // touched by the last ply
    MARK_CHOSEN, // a piece that is asked about
    MARK_TARGET, // where it can go
    MARK_SOWN,   // Agros: where a sowing of its ends
    MARK_COUNT
} Mark;

enum { MARKS_CELLS = 256 };

// The mark of each cell, by the numbers that the game's moves have for cells.
typedef struct Marks {
    uint8_t of[MARKS_CELLS]; // Mark
} Marks;

// How the mark of a cell is drawn without colours; ' ' for none. NULL has no marks.
char marks_sign(const Marks *self, unsigned cell);
// What makes it a colour in a terminal; "" for none.
const char *marks_color(const Marks *self, unsigned cell);

#endif
