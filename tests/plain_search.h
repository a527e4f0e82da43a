// Search a second time, deliberately plain: every ply is tried, nothing is pruned, ordered or kept.
//
// All values are from the view of the first player, who takes the greatest, while the second takes
// the least. So nothing changes sign anywhere, whoever moves how often in a row.
#ifndef HARROW_PLAIN_SEARCH_H
#define HARROW_PLAIN_SEARCH_H

#include "core/game.h"

// The plies of a position, each with the value that the search gives it.
typedef struct PlainRoot {
    Move moves[GAME_MAX_MOVES];
    int32_t values[GAME_MAX_MOVES]; // for the first player
    int count;
    Side side;    // to move
    int32_t best; // of the values, for the side to move
    int height;   // plies of the longest way to an end; plain_solve only
} PlainRoot;

// The value of an ended game for the first player, as search/evaluate.h describes it.
int32_t plain_end_value(const Game *game, const Position *position, Outcome outcome);

// Looks `depth` ≥ 1 plies ahead from a position that is not over.
void plain_search(const Game *game, const Position *position, int depth, PlainRoot *root);

// Looks ahead to the end of every game. False when that takes more than `budget` plies.
bool plain_solve(const Game *game, const Position *position, uint64_t budget, PlainRoot *root);

// The value of one of the root's plies for a side; the ply must be there.
int32_t plain_value_of(const PlainRoot *root, Move move, Side side);

#endif
