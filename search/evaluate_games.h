// The evaluators of the games, and what they share: an evaluation is a sum of terms, each an
// amount that is counted on the board times a weight from the game's one table.
#ifndef HARROW_EVALUATE_GAMES_H
#define HARROW_EVALUATE_GAMES_H

#include "search/evaluate.h"

// Weights are 1/WEIGHT_ONE half points of expected margin an amount of 1.
enum { WEIGHT_ONE = 64 };

// The sum of the amounts by their weights, in half points, rounded towards 0 for both sides alike.
static inline int32_t weigh(const int32_t *amounts, const int16_t *weights, int count) {
    int32_t sum = 0;
    for (int i = 0; i < count; i++) sum += amounts[i] * weights[i];
    return sum / WEIGHT_ONE;
}

// Of each kind (evaluate.h) one a game, for positions that are not over.
int32_t evaluate_agros_plain(const Position *position);
int32_t evaluate_agros_full(const Position *position);
int32_t evaluate_agon_plain(const Position *position);
int32_t evaluate_agon_full(const Position *position);
int32_t evaluate_awale_plain(const Position *position);
int32_t evaluate_awale_full(const Position *position);

#endif
