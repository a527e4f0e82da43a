// All moves as first: for every node that simulations went through, how those did that had a ply
// anywhere later, whether or not it is legal at the node (Cazenave, "Generalized Rapid Action Value
// Estimation", IJCAI 2015, keeps such sums in each node).
//
// One open-addressed table for a whole tree. A node is named by a key of the way to it from the
// start of the game, so that the sums outlive the moving of nodes in memory.
#ifndef HARROW_AMAF_TABLE_H
#define HARROW_AMAF_TABLE_H

#include "core/move.h"
#include "core/rng.h"

#include <stdbool.h>

// The rewards of a side's ply, seen by that side. A sum of another generation is a free slot.
//
//     63                    16 15          0
//     [ hash of node and ply ][ generation ]
typedef struct AmafSum {
    uint64_t tag;
    double rewards;
    uint32_t visits;
} AmafSum;

typedef struct AmafTable {
    AmafSum *sums; // NULL: there is no table
    uint64_t mask;
    uint64_t used;
    uint64_t generation;
} AmafTable;

// Allocates the greatest table that fits in `bytes`.
bool amaf_table_init(AmafTable *self, size_t bytes);
void amaf_table_release(AmafTable *self);
size_t amaf_table_bytes(const AmafTable *self);

// Forgets all sums, at once.
void amaf_table_clear(AmafTable *self);

// Whether more than half of the slots are taken.
bool amaf_table_is_crowded(const AmafTable *self);

// The key of what a ply leads to from a node with this key.
static inline uint64_t amaf_key_after(uint64_t key, Move move) {
    return mix64(key + move + 1);
}

// The sum of a side's ply below a node; NULL when no simulation had it.
const AmafSum *amaf_table_find(const AmafTable *self, uint64_t node, Move move, unsigned side);

// Adds a reward. A full table drops plies that are new to it.
void amaf_table_add(AmafTable *self, uint64_t node, Move move, unsigned side, double reward);

#endif
