// Who met whom and took points from whom: what can be said of ratings before they are estimated.
#ifndef HARROW_ENCOUNTERS_H
#define HARROW_ENCOUNTERS_H

#include "analysis/tally.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The finished pairs of games of two players, as of Tally: [the result of players[0] when moving
// first][the same when moving second].
typedef struct RatingMatch {
    int32_t players[2];
    int64_t pairs[VERDICT_COUNT][VERDICT_COUNT];
} RatingMatch;

// The pairs of a match; in half points, what player 0 scored moving first, and what player 1 did.
typedef struct MatchSums {
    int64_t pairs;
    int64_t half_points[2];
} MatchSums;

MatchSums match_sums(const RatingMatch *match);

// A player's place among those of a game variant.
typedef struct Encounter {
    int32_t group; // those who met, also by way of others, have one number, from 0 on
    bool linked;   // one of the players of the group between whom all differences are finite: each
                   // took points from each other one, also by way of others (Ford, "Solution of a
                   // ranking problem from binary comparisons", 1957). The largest such set of the
                   // group, of two players at least; among equal ones that with the first player
} Encounter;

// Fills one entry a player. Matches without pairs are none. False when memory is short.
bool encounters_find(const RatingMatch matches[], size_t match_count, size_t player_count,
                     Encounter encounters[]);

// Whether an advantage of the first move has a finite maximum-likelihood estimate in the matches
// between linked players: in games that contradict it in either direction, however the players
// differ. If not, `sign` is the direction in which it is beyond bounds, 0 if that is either, as
// where there are no such games. False when memory is short.
bool encounters_advantage(const RatingMatch matches[], size_t match_count, size_t player_count,
                          const Encounter encounters[], bool *finite, int *sign);

#endif
