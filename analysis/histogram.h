// A histogram of integers that grows to hold what is added; all it tells depends on the counts
// alone, so that histograms merge in any order.
#ifndef HARROW_HISTOGRAM_H
#define HARROW_HISTOGRAM_H

#include "analysis/interval.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// counts[i] values are equal to low + i, for i < span. Memory grows with the range of the values,
// not with their number.
typedef struct Histogram {
    int64_t total; // of all counts
    int64_t low;
    size_t span;
    int64_t *counts;
} Histogram;

// An empty histogram; it owns no memory yet.
void histogram_init(Histogram *self);
void histogram_release(Histogram *self);

// Counts a value `count` ≥ 0 times. False when memory is short; the histogram is unchanged then.
bool histogram_add(Histogram *self, int32_t value, int64_t count);

// Adds all counts of another histogram. False when memory is short; nothing is added then.
bool histogram_merge(Histogram *self, const Histogram *from);

// NaN when empty.
double histogram_mean(const Histogram *self);

// The standard deviation of the sample (divisor total − 1); NaN for fewer than two values.
double histogram_sd(const Histogram *self);

// The smallest and the largest value; NaN when empty.
double histogram_min(const Histogram *self);
double histogram_max(const Histogram *self);

// The value with the given rank in ascending order, 1..total.
int64_t histogram_at_rank(const Histogram *self, int64_t rank);

// Quartile 1, 2 or 3, by linear interpolation between the values of rank ⌊h⌋ and ⌊h⌋ + 1 with
// h = 1 + (total − 1)·quartile/4 (type 7 of Hyndman and Fan, the default of R and NumPy); NaN when
// empty. Quartile 2 is the median: the middle value, or the mean of the two middle ones.
double histogram_quartile(const Histogram *self, int quartile);

// The median with the narrowest symmetric order-statistic interval of at least 95 %, for values
// that are independent; no bounds for fewer than 6 values.
Interval histogram_median_interval(const Histogram *self);

#endif
