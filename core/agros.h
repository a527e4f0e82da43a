// Agros (Saïd Galdseid): the rules on bitboards, for every size, farmer count and sowing rule.
#ifndef HARROW_AGROS_H
#define HARROW_AGROS_H

#include "core/move.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    AGROS_MIN_SIZE = 3,
    AGROS_MAX_SIZE = 16,
    AGROS_MAX_FARMERS = 15, // of each side
    AGROS_MAX_KOMI = 999,   // points
    AGROS_CELLS = 256,      // of the 16 × 16 layout
    AGROS_SYMMETRIES = 8,   // of the square
    AGROS_LINES = 16 + 16 + 17 + 17
};

typedef enum AgrosRule { AGROS_SOW, AGROS_STATIC, AGROS_RULE_COUNT } AgrosRule;

typedef struct AgrosOptions {
    int32_t size;
    int32_t farmers;
    int32_t rule;        // AgrosRule
    int32_t komi_halves; // added to the second player's score
} AgrosOptions;

// A cell is 16 × row + column on every board, both from 0 at a1; boards below 16 × 16 use the
// lower left corner, so that one code serves all sizes.
//
// Occupancy is kept four times, once for each axis, so that a path in any direction is a run of
// bits in one word. The lines through the cell (x, y):
//
//     row            lines[y]                           bit x
//     column         lines[16 + x]                      bit y
//     diagonal       lines[32 + (x − y) mod 17]         bit x
//     antidiagonal   lines[49 + (x + y) mod 17]         bit x
//
// Two diagonals 17 apart share a word, with at least one bit between them that is no cell. The
// lower half of a word holds the first side's pieces, the upper half the second's, and a bit that
// is no cell of the board is set in both: a wall that nobody passes.
//
//     31            16 15             0
//     [ second's bits ][ first's bits ]
typedef struct AgrosPosition {
    uint32_t lines[AGROS_LINES];
    uint8_t cell[SIDE_COUNT][AGROS_MAX_FARMERS + 1];    // of each farmer placed, in no set order
    uint8_t harvest[SIDE_COUNT][AGROS_MAX_FARMERS + 1]; // pieces in its stack, 1..size
    uint8_t placed[SIDE_COUNT];                         // farmers on the board
    uint8_t size;
    uint8_t farmers; // of each side when all are placed
    uint8_t rule;    // AgrosRule
    uint8_t side;    // Side to move
    uint8_t passes;  // in a row just before, 2 = the game is over
    int16_t komi_halves;
    uint64_t key;
} AgrosPosition;

// Moves: kind in bits 16–17, `from` in bits 8–15, `to` in bits 0–7; unused cells are 0.
typedef enum AgrosKind { AGROS_PLACE, AGROS_HARVEST, AGROS_SOWING, AGROS_PASS } AgrosKind;

static inline Move agros_move(AgrosKind kind, unsigned from, unsigned to) {
    return (Move)kind << 16 | from << 8 | to;
}
static inline AgrosKind agros_kind(Move move) {
    return (AgrosKind)(move >> 16 & 3);
}
static inline unsigned agros_from(Move move) {
    return move >> 8 & 255;
}
// Where a placed or moved farmer lands; for a sowing under AGROS_STATIC the farthest seed.
static inline unsigned agros_to(Move move) {
    return move & 255;
}

// A set of cells: bit x of word y is the cell (x, y).
typedef uint16_t AgrosSet __attribute__((vector_size(32)));

// One field: orthogonally connected empty cells and who controls them.
typedef struct AgrosField {
    AgrosSet cells;
    int32_t count; // of its cells
    int32_t owner; // a Side, or −1 when nobody controls it
    int32_t value; // points for its owner, 0 without one
} AgrosField;

// Writes the fields of a position, in the order of their lowest cell; `fields` has room for
// AGROS_CELLS. Returns how many there are.
int agros_fields(const AgrosPosition *position, AgrosField *fields);

#endif
