// The transposition table: what an alpha-beta search found out about positions by key.
#ifndef HARROW_TRANSPOSITION_H
#define HARROW_TRANSPOSITION_H

#include "core/move.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The depth of a value that rests on finished games alone, and so holds at any depth.
enum { TABLE_PROVEN = 255 };

// What a stored value means; a value is always from the side to move.
typedef enum Bound { BOUND_NONE, BOUND_LOWER, BOUND_UPPER, BOUND_EXACT } Bound;

// 16 bytes. The low ten bits of the key give way to the generation and the bound:
//
//     63                10 9          2 1     0
//     [ key            ][ generation  ][ bound ]
typedef struct TableEntry {
    uint64_t tag;
    int32_t value;
    uint32_t move : 24;
    uint32_t depth : 8; // plies searched below, or TABLE_PROVEN
} TableEntry;

// A table of one search at a time. Entries of earlier generations count as empty, so that a new
// game starts as with a new table.
typedef struct TranspositionTable {
    TableEntry *entries;
    size_t count; // a power of two
    uint64_t generation;
} TranspositionTable;

// Room for as many entries as fit in `mib` MiB; false when memory is short.
bool table_init(TranspositionTable *self, size_t mib);
void table_release(TranspositionTable *self);
// Forgets everything.
void table_clear(TranspositionTable *self);

// The entry of a position, or NULL. The pointer holds until the next store.
const TableEntry *table_find(const TranspositionTable *self, uint64_t key);
Bound table_bound(const TableEntry *entry);

// Stores over the shallower of the two entries that the key may use.
void table_store(TranspositionTable *self, uint64_t key, Move move, int32_t value, int depth,
                 Bound bound);

#endif
