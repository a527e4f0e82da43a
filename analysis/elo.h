// Scores of game and pair outcomes, and what they are in Elo.
#ifndef HARROW_ELO_H
#define HARROW_ELO_H

#include "analysis/interval.h"

#include <stddef.h>
#include <stdint.h>

// How many outcomes a unit has: outcome i of k is worth i/(k − 1).
enum {
    OUTCOMES_OF_GAME = 3, // loss, draw, win
    OUTCOMES_OF_PAIR = 5, // half points 0..4
};

// What a list of outcome counts says of the score, all in points of 0..1. Everything but `units`
// is NaN when there are no units.
typedef struct Moments {
    int64_t units;
    double mean;
    double variance; // of the population: divisor `units`; exactly 0 if all outcomes are equal
    double error;    // standard error of the mean, √(variance / units)
} Moments;

// The moments of counts[0..outcomes−1], each ≥ 0, of outcomes worth i/(outcomes − 1).
Moments moments_of_counts(const int64_t counts[], size_t outcomes);

// The published interval of the mean (interval_of_mean).
Interval moments_interval(const Moments *self);

// Elo difference that a score in 0..1 stands for, −400·log10(1/score − 1); NaN at 0, at 1 and for
// NaN.
double elo_of_score(double score);

// The Elo of a score and of its bounds.
Interval elo_of_interval(Interval score);

// Normalized Elo, (mean − ½)/(√variance·c)·800/ln 10 with c = 1 for outcomes of games and √2 for
// those of pairs; NaN where the variance is 0 or does not exist (Van den Bergh, "Normalized Elo").
double elo_normalized(const Moments *moments, size_t outcomes);

// Likelihood of superiority, Φ((mean − ½)/error), 0..1; NaN where the error is 0 or does not exist.
double elo_superiority(const Moments *moments);

#endif
