// What a search found beside its decision, for people and scripts that want to see inside.
#ifndef HARROW_REPORT_H
#define HARROW_REPORT_H

#include "core/game.h"

enum { REPORT_MAX_VARIATION = 128 };

// A ply at the root. The value is the expected score of the side to move, 0..1, NaN when unknown;
// `work` is what went into it alone: simulations, or plies made.
typedef struct RootPly {
    Move move;
    double value;
    bool proven;
    uint64_t work;
} RootPly;

// For qsort, which leaves the order of equals open.
static inline int root_ply_order_of_equals(const RootPly *a, const RootPly *b) {
    return (a->move > b->move) - (a->move < b->move);
}

typedef struct Report {
    RootPly plies[GAME_MAX_MOVES];        // the best first; mcts: the one played, then by visits
    int count;                            // 0 when the player tells of none
    Move variation[REPORT_MAX_VARIATION]; // the principal variation, from the chosen ply on
    int length;
} Report;

#endif
