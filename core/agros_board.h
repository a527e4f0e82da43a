// The inside of Agros shared by its rules, fields and playouts: lines, paths and piece keys.
#ifndef HARROW_AGROS_BOARD_H
#define HARROW_AGROS_BOARD_H

#include "core/agros.h"
#include "core/lanes.h"
#include "core/rng.h"

#include <assert.h>
#include <stddef.h>

// The eight directions, two to an axis: 2a goes up the bits of axis a's lines, 2a + 1 down.
enum { AGROS_DIRECTIONS = 8 };

// How far the cell number changes with one step in a direction.
static const int8_t AGROS_STEP[AGROS_DIRECTIONS] = {1, -1, 16, -16, 17, -17, -15, 15};

static inline unsigned agros_column(unsigned cell) {
    return cell & 15;
}
static inline unsigned agros_row(unsigned cell) {
    return cell >> 4;
}

static inline unsigned agros_walk(unsigned cell, unsigned direction, unsigned steps) {
    return (unsigned)((int)cell + AGROS_STEP[direction] * (int)steps);
}

// The index in `lines` of the four lines through a cell, by axis.
static inline unsigned agros_row_line(unsigned cell) {
    return cell >> 4;
}
static inline unsigned agros_column_line(unsigned cell) {
    return 16 + (cell & 15);
}
static inline unsigned agros_diagonal_line(unsigned cell) {
    const unsigned x = agros_column(cell), y = agros_row(cell);
    return 32 + x - y + (x < y ? 17 : 0);
}
static inline unsigned agros_antidiagonal_line(unsigned cell) {
    const unsigned sum = agros_column(cell) + agros_row(cell);
    return 49 + sum - (sum < 17 ? 0 : 17);
}

// Flips whether the side has a piece on the cell.
static inline void agros_toggle(AgrosPosition *self, unsigned side, unsigned cell) {
    const uint32_t by_column = UINT32_C(1) << (agros_column(cell) + 16 * side);
    self->lines[agros_row_line(cell)] ^= by_column;
    self->lines[agros_column_line(cell)] ^= UINT32_C(1) << (agros_row(cell) + 16 * side);
    self->lines[agros_diagonal_line(cell)] ^= by_column;
    self->lines[agros_antidiagonal_line(cell)] ^= by_column;
}

static inline bool agros_has_piece(const AgrosPosition *self, unsigned side, unsigned cell) {
    return self->lines[agros_row_line(cell)] >> (agros_column(cell) + 16 * side) & 1;
}

// True for a cell of the board without a piece.
static inline bool agros_is_empty(const AgrosPosition *self, unsigned cell) {
    return !(self->lines[agros_row_line(cell)] >> agros_column(cell) & 0x10001);
}

// The cells with a side's pieces, and those off the board.
static inline AgrosSet agros_pieces(const AgrosPosition *self, unsigned side) {
    typedef uint32_t Rows __attribute__((vector_size(64)));
    Rows rows;
    memcpy(&rows, self->lines, sizeof rows);
    return __builtin_convertvector(rows >> (16 * side), AgrosSet);
}

// The empty cells.
static inline AgrosSet agros_empty(const AgrosPosition *self) {
    return ~(agros_pieces(self, SIDE_FIRST) | agros_pieces(self, SIDE_SECOND));
}

enum { AGROS_SOW_SHIFT = 8 };

// What a farmer can do: bit d = it may harvest in direction d, bit AGROS_SOW_SHIFT + d = it may
// sow there. Both look at the same path, the harvest − 1 cells behind the start: a harvest needs
// it free of the opponent and lands on the empty cell after it, a sowing needs all of it empty.
//
// Going down, a line is held 16 bits higher, so that no shift is ever negative:
//
//     up:    path = bits start + 1 .. start + h − 1,           landing = bit start + h
//     down:  path = bits 16 + start − h + 1 .. 16 + start − 1, landing = bit 16 + start − h
//
// Beyond the end of the word there is no cell either: it is taken.
static inline unsigned agros_actions(const AgrosPosition *self, unsigned side, unsigned cell,
                                     unsigned harvest);

#if defined(__AVX2__)
// All eight directions at once, two lanes an axis: up, down.
static const Lanes32 ALONG_X = {31, 31, 0, 0, 31, 31, 31, 31};
static const Lanes32 ALONG_Y = {0, 0, 31, 31, 0, 0, 0, 0};
static const Lanes32 DOWN_16 = {0, 16, 0, 16, 0, 16, 0, 16};
static const Lanes32 UP = {31, 0, 31, 0, 31, 0, 31, 0};
static const Lanes32 DOWN = {0, 31, 0, 31, 0, 31, 0, 31};
static const Lanes32 NO_CELL = {0xffff0000, 0x0000ffff, 0xffff0000, 0x0000ffff,
                                0xffff0000, 0x0000ffff, 0xffff0000, 0x0000ffff};

static inline unsigned agros_actions(const AgrosPosition *self, unsigned side, unsigned cell,
                                     unsigned harvest) {
    const Lanes64 lines = {self->lines[agros_row_line(cell)], self->lines[agros_column_line(cell)],
                           self->lines[agros_diagonal_line(cell)],
                           self->lines[agros_antidiagonal_line(cell)]};
    const Lanes64 theirs_once = lines >> (16 * (side ^ 1)) & 0xffff;
    const Lanes64 taken_once = (lines | lines >> 16) & 0xffff;
    const Lanes32 theirs = (Lanes32)(theirs_once | theirs_once << 48);
    const Lanes32 taken = (Lanes32)(taken_once | taken_once << 48) | NO_CELL;

    const Lanes32 start = (ALONG_X & agros_column(cell)) + (ALONG_Y & agros_row(cell)) + DOWN_16;
    const Lanes32 up = UP & harvest, down = DOWN & harvest;
    const Lanes32 path = (((Lanes32){} + (1u << (harvest - 1))) - 1) << (start - down + 1);
    const Lanes32 landing_taken = taken >> (start + up - down) << 31;
    const unsigned harvests = lanes_top_bits((Lanes32)((path & theirs) == 0) & ~landing_taken);
    // Without a branch: who has a harvest of 1 cannot be predicted.
    const unsigned may_sow = harvest > 1 ? 0xff : 0;
    const unsigned sowings = lanes_top_bits((Lanes32)((path & taken) == 0)) & may_sow;
    return harvests | sowings << AGROS_SOW_SHIFT;
}
#else
// Bit 0 = may harvest, bit AGROS_SOW_SHIFT = may sow, along one line in one direction.
static inline unsigned agros_direction_actions(uint32_t theirs, uint32_t taken, uint32_t path,
                                               unsigned landing) {
    const unsigned harvests = (unsigned)!(path & theirs) & ~(taken >> landing) & 1;
    return harvests | (unsigned)!(path & taken) << AGROS_SOW_SHIFT;
}

static inline unsigned agros_actions(const AgrosPosition *self, unsigned side, unsigned cell,
                                     unsigned harvest) {
    const uint32_t lines[4] = {
        self->lines[agros_row_line(cell)], self->lines[agros_column_line(cell)],
        self->lines[agros_diagonal_line(cell)], self->lines[agros_antidiagonal_line(cell)]};
    const uint32_t path = (UINT32_C(1) << (harvest - 1)) - 1;
    unsigned actions = 0;
    for (unsigned axis = 0; axis < 4; axis++) {
        const unsigned start = axis == 1 ? agros_row(cell) : agros_column(cell);
        const uint32_t theirs = lines[axis] >> (16 * (side ^ 1)) & 0xffff;
        const uint32_t taken = (lines[axis] | lines[axis] >> 16) & 0xffff;
        const unsigned up = agros_direction_actions(theirs, taken | 0xffff0000, path << (start + 1),
                                                    start + harvest);
        const unsigned down =
            agros_direction_actions(theirs << 16, taken << 16 | 0xffff,
                                    path << (16 + start - harvest + 1), 16 + start - harvest);
        actions |= (up | down << 1) << (2 * axis);
    }
    return harvest == 1 ? actions & 0xff : actions;
}
#endif

// Kept apart from the rest of the position so that equal positions have equal keys however they
// came about: the sum (exclusive or) over all pieces, the side to move and the passes.
static inline uint64_t agros_piece_key(unsigned side, unsigned harvest, unsigned cell) {
    return mix64((uint64_t)(cell | harvest << 8 | side << 16) + 0x6a09e667f3bcc909u);
}
enum { AGROS_SEED = 0 }; // in place of a harvest

static inline uint64_t agros_turn_key(unsigned side, unsigned passes) {
    return mix64((uint64_t)(side | passes << 1) + 0xbb67ae8584caa73bu);
}

#endif
