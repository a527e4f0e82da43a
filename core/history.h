// The positions of a line of play, so that a recurrence is seen at once and exactly.
#ifndef HARROW_HISTORY_H
#define HARROW_HISTORY_H

#include "core/game.h"

#include <assert.h>
#include <string.h>

// A position that occurs so often ends the game as a draw, in games where positions can recur.
enum { HISTORY_DRAW = 3, HISTORY_MAX_POSITIONS = 1 << 24 };

// A stack of positions with an open-addressed table over it. Where positions cannot recur (the
// game's `recurring_bytes` is 0) it keeps nothing, and every position counts as new.
//
// A slot stands for all equal positions; 0 = free. What the stack took last is taken out first, so
// that linear probing needs no marks for removed slots.
//
//     63            32 31         24 23              0
//     [ high half of ][ occurrences ][ index of the   ]
//     [ the key      ][             ][ first of them  ]
struct History {
    const Game *game;
    size_t bytes;             // of a position on the stack
    unsigned char *positions; // `count` of them
    uint32_t *slot_of;        // of each
    uint64_t *slots;
    uint32_t mask; // the slots in use, less one
    int32_t count;
    int32_t capacity;
    uint64_t twice; // a digest of the set of positions that occurred twice, 0 for none
};

// Keeps nothing yet and has allocated nothing.
void history_init(History *self, const Game *game);
void history_release(History *self); // also one that is all zero

// Empties it and notes a first position, with room for `more` others.
bool history_start(History *self, const Position *start, int32_t more, Status *status);
// Becomes equal to another history of the same game, with room for `more` positions beyond it.
bool history_copy(History *self, const History *from, int32_t more, Status *status);
// Makes room for `more` positions beyond those that are there.
bool history_reserve(History *self, int32_t more, Status *status);

// Takes positions out again until `count` are left.
void history_rewind(History *self, int32_t count);

// How often a position has occurred so far; it need not have been noted.
int history_occurrences(const History *self, const Position *position);

// Doubles the slots in use.
void history_grow(History *self);

// Notes the position after a ply, given as the bytes that the game keeps, and returns how often it
// has occurred now. There must be room. In a header because playouts do little else.
static inline int history_note(History *self, const void *position, uint64_t key, size_t bytes) {
    const uint64_t one = UINT64_C(1) << 24, high = key >> 32 << 32;
    uint32_t at = (uint32_t)key & self->mask;
    uint64_t slot;
    assert(self->count < self->capacity);
    for (; (slot = self->slots[at]) != 0; at = (at + 1) & self->mask)
        if ((slot ^ high) >> 32 == 0 &&
            memcmp(self->positions + bytes * (slot & (one - 1)), position, bytes) == 0)
            break;
    if (slot == 0) slot = high | (uint32_t)self->count;
    slot += one;
    self->slots[at] = slot;
    memcpy(self->positions + bytes * (size_t)self->count, position, bytes);
    self->slot_of[self->count++] = at;
    const int occurrences = (int)(slot >> 24 & 255);
    if (occurrences == HISTORY_DRAW - 1) self->twice ^= mix64(slot >> 32);
    if (2 * (uint32_t)self->count > self->mask) history_grow(self);
    return occurrences;
}

// The same for any game.
static inline int history_push(History *self, const Position *position) {
    if (self->bytes == 0) return 1;
    return history_note(self, position, self->game->key(position), self->bytes);
}

#endif
