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

// The median of all margins of `count` list entries, in half points, with the percentile interval
// of 95 % over resamples of whole pairs: the 250th smallest and the 250th largest resampled median.
// The result is a function of the multiset of pairs and the seed; the list is reordered. Time grows
// with about the square root of the number of pairs. False when memory is short
// (Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 13).
bool bootstrap_median(PairMargins *list, size_t count, uint64_t seed, Interval *interval);

#endif
