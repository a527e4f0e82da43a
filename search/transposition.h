// The transposition table: what an alpha-beta search found out about positions by key.
#ifndef HARROW_TRANSPOSITION_H
#define HARROW_TRANSPOSITION_H

#include "core/move.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The depth of a value that rests on finished games alone, and so holds at any depth.
enum { TABLE_PROVEN = 255 };

// What a stored value means; a value is always from the side to move.
typedef enum Bound { BOUND_NONE, BOUND_LOWER, BOUND_UPPER, BOUND_EXACT } Bound;

// What the table knows of a position. Values are in ±2^21, depths in 0..255.
typedef struct TableEntry {
    int32_t value;
    Move move;
    int32_t depth; // plies searched below, or TABLE_PROVEN
    Bound bound;
} TableEntry;

// 16 bytes. The low bits of the key, which the slot's place tells anyway, give way to the game.
// Two threads may leave halves of different entries behind: they do not fit together (Hyatt, Mann,
// "A lockless transposition table implementation for parallel search", 2002).
//
//            63               42 41            18 17    10 9   8 7      0
//     data   [ value           ][ move           ][ depth ][bound][ age  ]
//     tag    [ key                                               ][ game ]   exclusive or data
typedef struct TableSlot {
    _Atomic uint64_t tag;
    _Atomic uint64_t data;
} TableSlot;

// Entries of other games count as empty, so that a new game starts as with a new table. Within a
// game they age with each search: they stay good, but give way sooner. Threads may find and store
// at the same time; all else is for one.
typedef struct TranspositionTable {
    TableSlot *slots;
    size_t count; // a power of two; 0 = keeps nothing
    unsigned game;
    unsigned age;
} TranspositionTable;

// Room for as many entries as fit in `mib` MiB, 0 = none; false when memory is short.
bool table_init(TranspositionTable *self, size_t mib);
void table_release(TranspositionTable *self);
// Forgets everything.
void table_clear(TranspositionTable *self);
// Makes all entries older by a search.
void table_age(TranspositionTable *self);

// Copies the entry of a position; false when there is none.
bool table_find(const TranspositionTable *self, uint64_t key, TableEntry *entry);

// Stores over what its bucket can spare best: the position itself, else the oldest and shallowest.
void table_store(TranspositionTable *self, uint64_t key, Move move, int32_t value, int depth,
                 Bound bound);

#endif
