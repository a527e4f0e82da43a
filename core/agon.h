// Agon (Queen's Guard, 1842): the rules on bitboards of 128 bits.
#ifndef HARROW_AGON_H
#define HARROW_AGON_H

#include "core/move.h"

#include <stdint.h>

enum {
    AGON_GUARDS = 6,     // of each side
    AGON_ROWS = 11,      // a..k, and as many diagonals, 1..11
    AGON_RINGS = 6,      // the throne is ring 0
    AGON_SYMMETRIES = 12 // of the hexagon
};

// A set of cells. The cell in row r and diagonal d, both from 0, is the bit 11 · r + d, so that the
// six neighbours are 1, 11 and 12 bits away. No two cells of the hexagon are neighbours by way of
// the edge of this rhombus.
typedef unsigned __int128 Hexes;

// 64 bytes, all of them defined: equal positions have equal bytes.
typedef struct AgonPosition {
    Hexes pieces[SIDE_COUNT]; // queen and guards, the captured ones too
    Hexes captured;           // the pieces of both sides with a mark
    uint64_t key;
    uint8_t queen[SIDE_COUNT]; // her cell
    uint8_t side;              // Side to move
    uint8_t unused[5];         // 0
} AgonPosition;

// Moves: `from` in bits 8–15, `to` in bits 0–7; a return is one from the captured piece's cell.
static inline Move agon_move(unsigned from, unsigned to) {
    return from << 8 | to;
}
static inline unsigned agon_from(Move move) {
    return move >> 8 & 255;
}
static inline unsigned agon_to(Move move) {
    return move & 255;
}

#endif
