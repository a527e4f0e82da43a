#include "analysis/elo.h"

#include <math.h>

static double counts_mean(const int64_t counts[], size_t outcomes, int64_t units) {
    int64_t sum = 0;
    for (size_t i = 0; i < outcomes; i++) sum += counts[i] * (int64_t)i;
    return (double)sum / ((double)units * (double)(outcomes - 1));
}

Moments moments_of_counts(const int64_t counts[], size_t outcomes) {
    int64_t units = 0;
    for (size_t i = 0; i < outcomes; i++) units += counts[i];
    if (units == 0) return (Moments){0, NAN, NAN, NAN};

    const double mean = counts_mean(counts, outcomes, units);
    double squares = 0.0;
    for (size_t i = 0; i < outcomes; i++) {
        const double apart = (double)i / (double)(outcomes - 1) - mean;
        squares += (double)counts[i] * apart * apart;
    }
    const double variance = squares / (double)units;
    return (Moments){units, mean, variance, sqrt(variance / (double)units)};
}

Interval moments_interval(const Moments *self) {
    return interval_of_mean(self->mean, self->variance, self->units);
}

double elo_of_score(double score) {
    if (!(score > 0 && score < 1)) return NAN;
    // The same as −400·log10(1/score − 1), without a negative zero at ½.
    return 400 * log10(score / (1 - score));
}

Interval elo_of_interval(Interval score) {
    return (Interval){elo_of_score(score.value), elo_of_score(score.low), elo_of_score(score.high)};
}

double elo_normalized(const Moments *moments, size_t outcomes) {
    if (!(moments->variance > 0)) return NAN;
    const double pairing = outcomes == OUTCOMES_OF_PAIR ? M_SQRT2 : 1.0;
    return (moments->mean - 0.5) / (sqrt(moments->variance) * pairing) * 800 / M_LN10;
}

double elo_superiority(const Moments *moments) {
    if (!(moments->error > 0)) return NAN;
    return erfc((0.5 - moments->mean) / moments->error * M_SQRT1_2) / 2;
}
