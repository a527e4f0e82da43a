// The outcomes of a cell's independent units: of its pairs where games are paired, else of games.
#ifndef HARROW_OUTCOMES_H
#define HARROW_OUTCOMES_H

#include "analysis/elo.h"
#include "analysis/tally.h"

// Units counted by outcome: counts[i] of them are worth i/(kinds − 1).
typedef struct Outcomes {
    size_t kinds; // OUTCOMES_OF_PAIR or OUTCOMES_OF_GAME
    int64_t counts[OUTCOMES_OF_PAIR];
} Outcomes;

// For who moved first, whoever it was, over finished units in which no game was lost by a fault.
// The first player's score of a pair is (a + 1 − b)/2 where player 0 scores a when moving first and
// b when moving second.
Outcomes outcomes_of_first(const Tally *tally);

// For player 0, (a + b)/2. Where a player meets itself there is no such question, and the outcomes
// are those of the first player.
Outcomes outcomes_of_strength(const Tally *tally);

// The same outcomes as the other player sees them.
Outcomes outcomes_reversed(const Outcomes *self);

// moments_of_counts of them.
Moments outcomes_moments(const Outcomes *self);

#endif
