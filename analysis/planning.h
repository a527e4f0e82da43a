// How many games a question takes: before they are played, so under assumptions.
#ifndef HARROW_PLANNING_H
#define HARROW_PLANNING_H

#include "analysis/sprt.h"

#include <stddef.h>
#include <stdint.h>

#define PLANNING_LEAST_HALFWIDTH 1e-4

// What is assumed of the games.
typedef struct Assumption {
    double score;       // above 0, below 1
    double draws;       // the share of games that are drawn, at most 2·score and 2·(1 − score)
    double correlation; // −1..1, of the scores of the two games of a pair
} Assumption;

// False if there are no such games; what is wrong is EXIT_INPUT.
bool assumption_check(const Assumption *self, Status *status);

// The variance of the score of a unit: of a game, score·(1 − score) − draws/4, or of the mean of a
// pair, half of that times 1 + correlation. `outcomes` is OUTCOMES_OF_GAME or OUTCOMES_OF_PAIR.
double assumption_variance(const Assumption *self, size_t outcomes);

// The fewest units whose published interval of the score (interval_of_mean) is at most 2·halfwidth
// wide; a halfwidth is PLANNING_LEAST_HALFWIDTH or more.
int64_t plan_units(const Assumption *self, size_t outcomes, double halfwidth);

// What a sequential test may be expected to do.
typedef struct SprtPlan {
    double acceptance; // the probability that H1 is accepted
    double units;      // the mean number of units that it takes
} SprtPlan;

// The test of games or pairs that are truly `elo` apart, in Elo of the test's model. The score of
// the assumption is not asked for, since it follows from that; of a normalized difference nothing
// is.
//
// The log-likelihood ratio moves like a Brownian motion of drift m and variance w a unit. With
// scores s and their variance v: m = (s1 − s0)(s − (s0 + s1)/2)/v, w = (s1 − s0)²/v; normalized,
// with t = (s − ½)/√v, m = (t1 − t0)(t − (t0 + t1)/2), w = (t1 − t0)². With h = 2m/w it reaches the
// upper bound b before the lower one a with probability (1 − e^(−ha))/(e^(−hb) − e^(−ha)), after
// (that·b + (1 − that)·a)/m units (Wald, "Sequential Analysis", 1947; Van den Bergh, "Comments on
// normalized Elo"). Since it is looked at behind whole units only, bounds count 0.583·√w further
// away (Siegmund, "Sequential Analysis", 1985, chapter X).
SprtPlan plan_sprt(const Sprt *test, const Assumption *assumption, size_t outcomes, double elo);

#endif
