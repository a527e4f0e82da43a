// The board of Agon: sets of cells, and which steps and captures there are.
#ifndef HARROW_AGON_BOARD_H
#define HARROW_AGON_BOARD_H

#include "core/agon.h"
#include "core/lanes.h"
#include "core/rng.h"

#include <stdbool.h>

#define HEXES(high, low) ((Hexes)(high) << 64 | (low))

enum { AGON_DIRECTIONS = 6, AGON_THRONE = 60 };

static const Hexes AGON_BOARD = HEXES(0x1f83f87f8ff9ffb, 0xffbff3fe3fc3f83f);

// The cells at each distance from the throne.
static const Hexes AGON_RING[AGON_RINGS] = {
    HEXES(0, 0x1000000000000000),
    HEXES(0x180, 0x2803000000000000),
    HEXES(0x1c0240, 0x4404807000000000),
    HEXES(0x1e0220420, 0x820840880f000000),
    HEXES(0x1f0210410811, 0x11021041081f000),
    HEXES(0x1f820840880900a, 0xa012022042083f),
};

// How many bits a step moves; even directions go up, each next one the opposite way.
static const int AGON_STEP[AGON_DIRECTIONS] = {1, -1, 11, -11, 12, -12};

// The cells from which a step in a direction does not lead outward.
static const Hexes AGON_STEPPING[AGON_DIRECTIONS] = {
    HEXES(0xf80f80f80f80f8, 0xf81f03e07c0f81f), HEXES(0x1f03e07c0f81f03, 0xe03e03e03e03e03e),
    HEXES(0x200600e01e03, 0xe03ff3fe3fc3f83f),  HEXES(0x1f83f87f8ff9ff8, 0xf80f00e00c00800),
    HEXES(0x8018038078, 0xfbff3fe3fc3f83f),     HEXES(0x1f83f87f8ff9ffb, 0xe03c038030020000),
};

static inline Hexes agon_bit(unsigned cell) {
    return (Hexes)1 << cell;
}

// The cells that a set moves to, which must stay within 128 bits.
static inline Hexes agon_shift(Hexes set, int step) {
    return step > 0 ? set << step : set >> -step;
}

static inline unsigned agon_count(Hexes set) {
    return (unsigned)(__builtin_popcountll((uint64_t)set) +
                      __builtin_popcountll((uint64_t)(set >> 64)));
}

// The lowest cell of a set that is not empty.
static inline unsigned agon_lowest(Hexes set) {
    const uint64_t low = (uint64_t)set;
    return (unsigned)(low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(set >> 64)));
}

// The n-th cell, from 0, of a set that has more.
static inline unsigned agon_nth(Hexes set, unsigned n) {
    const uint64_t low = (uint64_t)set;
    const unsigned below = (unsigned)__builtin_popcountll(low);
    return n < below ? nth_bit64(low, n) : 64 + nth_bit64((uint64_t)(set >> 64), n - below);
}

// The cells directly between two pieces of a set.
static inline Hexes agon_between(Hexes set) {
    return (set << 1 & set >> 1) | (set << 11 & set >> 11) | (set << 12 & set >> 12);
}

// The steps of a side: for each direction where they may begin. The queen's onto the throne stands
// apart, since guards may not make it.
typedef struct AgonSteps {
    Hexes from[AGON_DIRECTIONS];
    unsigned count;
    bool enthrones;
} AgonSteps;

static inline AgonSteps agon_steps(const AgonPosition *self) {
    AgonSteps steps = {.count = 0};
    const Hexes own = self->pieces[self->side], enemies = self->pieces[self->side ^ 1];
    const Hexes open = AGON_BOARD & ~(own | enemies | agon_between(enemies));
    const Hexes targets = open & ~AGON_RING[0];
    for (int i = 0; i < AGON_DIRECTIONS; i++) {
        steps.from[i] = own & AGON_STEPPING[i] & agon_shift(targets, -AGON_STEP[i]);
        steps.count += agon_count(steps.from[i]);
    }
    steps.enthrones = (open & AGON_RING[0]) && (AGON_RING[1] >> self->queen[self->side] & 1);
    steps.count += steps.enthrones;
    return steps;
}

// The returns of a side with captured pieces: each of `pieces` to each of `cells`.
typedef struct AgonReturns {
    Hexes pieces;
    Hexes cells;
} AgonReturns;

static inline AgonReturns agon_returns(const AgonPosition *self) {
    const Hexes empty = AGON_BOARD & ~(self->pieces[0] | self->pieces[1]);
    const Hexes queen = agon_bit(self->queen[self->side]);
    if (self->captured & queen) return (AgonReturns){queen, empty};
    return (AgonReturns){self->captured & self->pieces[self->side], empty & AGON_RING[5]};
}

static inline bool agon_must_return(const AgonPosition *self) {
    return (self->captured & self->pieces[self->side]) != 0;
}

// The enemies directly between a piece that came to a cell and another one of its side.
static inline Hexes agon_captures(Hexes own, Hexes enemies, unsigned to) {
    const Hexes bit = agon_bit(to);
    Hexes captured = 0;
    for (int i = 0; i < AGON_DIRECTIONS; i++)
        captured |= agon_shift(bit, AGON_STEP[i]) & enemies & agon_shift(own, -AGON_STEP[i]);
    return captured;
}

static inline uint64_t agon_piece_key(unsigned side, bool is_queen, bool is_captured,
                                      unsigned cell) {
    return mix64(0x9e3779b97f4a7c15u *
                     (cell << 3 | (unsigned)is_captured << 2 | (unsigned)is_queen << 1 | side) +
                 1);
}

static const uint64_t AGON_SIDE_KEY = 0x6a09e667f3bcc909;

// Makes a step or a return; whether one is legal is not asked.
static inline void agon_act(AgonPosition *self, unsigned from, unsigned to) {
    const unsigned side = self->side;
    const bool is_queen = self->queen[side] == from;
    const Hexes enemies = self->pieces[side ^ 1];
    const bool was_captured = self->captured >> from & 1;
    self->pieces[side] ^= agon_bit(from) | agon_bit(to);
    self->captured &= ~agon_bit(from);
    if (is_queen) self->queen[side] = (uint8_t)to;
    self->key ^= agon_piece_key(side, is_queen, was_captured, from) ^
                 agon_piece_key(side, is_queen, false, to) ^ AGON_SIDE_KEY;
    Hexes fresh = agon_captures(self->pieces[side], enemies, to) & ~self->captured;
    self->captured |= fresh;
    for (; fresh; fresh &= fresh - 1) {
        const unsigned cell = agon_lowest(fresh);
        const bool queen = self->queen[side ^ 1] == cell;
        self->key ^= agon_piece_key(side ^ 1, queen, false, cell) ^
                     agon_piece_key(side ^ 1, queen, true, cell);
    }
    self->side ^= 1;
}

// Whether a side's six guards hold the cells around the throne.
static inline bool agon_surrounds(const AgonPosition *self, unsigned side) {
    return (self->pieces[side] & ~agon_bit(self->queen[side])) == AGON_RING[1];
}

#endif
