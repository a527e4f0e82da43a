// The median margin of paired games with an interval from resampled pairs.
#ifndef HARROW_BOOTSTRAP_H
#define HARROW_BOOTSTRAP_H

#include "analysis/interval.h"
#include "analysis/tally.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    BOOTSTRAP_RESAMPLES = 10000,
    BOOTSTRAP_MIN_PAIRS = 6, // fewer give no bounds, as for independent games
};

// The median of all margins of `count` list entries, in half points, with the expanded percentile
// interval of 95 % over resamples of whole pairs: of n pairs the k-th smallest and the k-th largest
// resampled median, k = 10,000 × Φ(−t_{n−1}·√(n/(n − 1))), which is 159 for 20 pairs and 250 for
// very many (Hesterberg, "What Teachers Should Know About the Bootstrap", American Statistician 69,
// 2015). The plain percentiles, 250 always, cover only 93 % of 20 pairs.
// The result is a function of the multiset of pairs and the seed; the list is reordered. Time grows
// with about the square root of the number of pairs. False when memory is short
// (Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 13).
bool bootstrap_median(PairMargins *list, size_t count, uint64_t seed, Interval *interval);

#endif
