// Ratings of players who met in pairs of games with swapped seats: the model of Bradley and Terry
// ("Rank analysis of incomplete block designs", Biometrika 39, 1952) with an advantage of the first
// move (Davidson and Beaver, "On extending the Bradley-Terry model to incorporate within-pair order
// effects", Biometrics 33, 1977).
//
// Who moves first scores 1/(1 + 10^(−(R_first − R_second + A)/400)) on average; a draw is half a
// win and half a loss. Ratings R and the advantage A are of maximum likelihood, in Elo. The unit
// is the pair: the published errors are those of sums over pairs (the sandwich of Huber, 1967, and
// White, 1982), which need no assumption on draws. Where all pairs of a match ended in the same
// way, what they vary by is unknown, and they count as if their two games always ended alike.
#ifndef HARROW_RATINGS_H
#define HARROW_RATINGS_H

#include "analysis/encounters.h"
#include "analysis/interval.h"

// A player, all in Elo but the score. The mean of the finite ratings of a group is 0. Who is not
// linked has no rating; where all pairs with the rated players of the group were won, or all lost,
// a bound is had instead: the rating at which they would have given the bound of the published
// interval of that score.
typedef struct PlayerRating {
    Encounter place;
    int64_t games;      // in finished pairs
    double score;       // of all these games, 0..1
    Interval rating;    // bounds by Student's t with the player's pairs between the rated − 1
    double error;       // clustered by pairs
    double model_error; // from the inverse information matrix, as if games were independent
} PlayerRating;

typedef struct Advantage {
    Interval value; // NaN where no estimate, or no finite one, exists; then the bound there may be
    double error, model_error;
    bool fitted;     // false: ratings are those without an advantage
    double ratio, p; // the likelihood-ratio test of A = 0: twice the difference of the
                     // log-likelihoods, and its p by χ² with one degree of freedom
} Advantage;

typedef struct Ratings {
    size_t player_count;
    PlayerRating *players;
    double *superiority; // [i·player_count + j]: probability that i is rated above j; NaN where
                         // there is no difference of ratings, or no error of it
    int32_t group_count;
    int64_t pairs; // finished ones between rated players, which all estimates come from
    Advantage advantage;
} Ratings;

// Estimates the ratings of the players 0..player_count−1. False when memory is short. The caller
// releases the ratings, also after a failure.
bool ratings_init(Ratings *self, const RatingMatch matches[], size_t match_count,
                  size_t player_count);
void ratings_release(Ratings *self);

#endif
