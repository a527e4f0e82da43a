// Confidence intervals of 95 % for scores and rates.
#ifndef HARROW_INTERVAL_H
#define HARROW_INTERVAL_H

#include <stdint.h>

// The 97.5 % quantile of the normal distribution.
#define INTERVAL_Z 1.959963984540054

// An estimate with its bounds, in the unit of the estimate. NaN is a value or a bound that does
// not exist; json_number prints it as null. Never infinite.
typedef struct Interval {
    double value;
    double low;
    double high;
} Interval;

// The interval of which nothing exists: three NaN.
Interval interval_none(void);

// The 97.5 % quantile of Student's t with `freedom` ≥ 1 degrees of freedom, to a relative 1e-9:
// below 200 by inverting the finite series of the distribution function, from there on by the
// expansion about the normal quantile (Abramowitz and Stegun 26.7.3, 26.7.4, 26.7.5).
double student_quantile(int64_t freedom);

// Wilson's score interval of a rate in 0..1 seen in `n` trials, which need not be an integer;
// `quantile` is z or t. Clamped to [0, 1]; none at all for n ≤ 0 (Wilson, JASA 22, 1927).
Interval interval_wilson(double rate, double n, double quantile);

// The published interval of a mean in 0..1 of `units` independent units, whose population variance
// (divisor: units) is `variance`: Wilson's at the effective number mean(1 − mean)(units − 1) /
// variance, or at `units` where the variance is 0, with Student's t for z. No bounds for one unit,
// nothing for none.
Interval interval_of_mean(double mean, double variance, int64_t units);

// The rate of `hits` among `trials` independent trials, Wilson's with z; nothing for no trials.
Interval interval_of_rate(int64_t hits, int64_t trials);

#endif
