// The binomial distribution: ranks for the interval of a median, and random variates.
#ifndef HARROW_BINOMIAL_H
#define HARROW_BINOMIAL_H

#include "core/rng.h"

#include <stdint.h>

// The largest rank r for which the r-th smallest and the r-th largest of `n` independent values
// enclose the median of their distribution with a probability of at least 95 %: the narrowest
// symmetric interval. 0 if there is none (n < 6). Takes O(√n) steps.
int64_t binomial_median_rank(int64_t n);

// A binomial variate: how many of n ≥ 0 trials succeed, each with the given probability in 0..1.
// Exact up to rounding, in bounded expected time (inversion for small means, else BTRS of Hörmann,
// "The generation of binomial random variates", 1993).
int64_t binomial_draw(Rng *rng, int64_t n, double probability);

#endif
