#include "analysis/planning.h"

#include "analysis/interval.h"

#include <math.h>

// More than a halfwidth of PLANNING_LEAST_HALFWIDTH takes of any games.
enum { MOST_UNITS = 100000000 };

// What a step of normally distributed size goes beyond a bound on average, in its deviations.
#define OVERSHOOT 0.5826

bool assumption_check(const Assumption *self, Status *status) {
    if (!(self->score > 0 && self->score < 1))
        return status_fail(status, EXIT_INPUT, "--score %g: above 0 and below 1 expected",
                           self->score);
    const double most = 2 * fmin(self->score, 1 - self->score);
    if (!(self->draws >= 0 && self->draws <= most + 1e-12))
        return status_fail(status, EXIT_INPUT, "--draws %g: 0..%g expected with a score of %g",
                           self->draws, most, self->score);
    return (self->correlation >= -1 && self->correlation <= 1) ||
           status_fail(status, EXIT_INPUT, "--correlation %g: -1..1 expected", self->correlation);
}

double assumption_variance(const Assumption *self, size_t outcomes) {
    const double game = fmax(0, self->score * (1 - self->score) - self->draws / 4);
    return outcomes == OUTCOMES_OF_PAIR ? game / 2 * (1 + self->correlation) : game;
}

int64_t plan_units(const Assumption *self, size_t outcomes, double halfwidth) {
    const double variance = assumption_variance(self, outcomes);
    int64_t few = 1, enough = MOST_UNITS;
    while (enough - few > 1) {
        const int64_t middle = (few + enough) / 2;
        const Interval interval = interval_of_mean(self->score, variance, middle);
        if (interval.high - interval.low <= 2 * halfwidth)
            enough = middle;
        else
            few = middle;
    }
    return enough;
}

// The bounds hold for a motion that is looked at all the time; these are reached with it when the
// others are behind a whole unit.
static SprtPlan plan_motion(const Sprt *test, double drift, double variance) {
    const double beyond = OVERSHOOT * sqrt(variance), low = sprt_lower(test) - beyond,
                 high = sprt_upper(test) + beyond, h = 2 * drift / variance;
    if (fabs(h) * fmax(high, -low) < 1e-6)
        return (SprtPlan){-low / (high - low), -low * high / variance};
    // The same twice, so that what grows beyond bounds is at most the denominator.
    const double acceptance = h > 0 ? expm1(h * low) / expm1(h * (low - high))
                                    : expm1(-h * low) / (expm1(-h * low) - expm1(-h * high));
    return (SprtPlan){acceptance, (acceptance * high + (1 - acceptance) * low) / drift};
}

static double score_of_elo(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

// (score − ½)/deviation of a unit.
static double normalized_score(double elo, size_t outcomes) {
    return (outcomes == OUTCOMES_OF_PAIR ? M_SQRT2 : 1) * elo * M_LN10 / 800;
}

SprtPlan plan_sprt(const Sprt *test, const Assumption *assumption, size_t outcomes, double elo) {
    if (test->model == SPRT_NORMALIZED) {
        const double zero = normalized_score(test->elo0, outcomes),
                     one = normalized_score(test->elo1, outcomes);
        const double from = normalized_score(elo, outcomes) - (zero + one) / 2;
        return plan_motion(test, (one - zero) * from, (one - zero) * (one - zero));
    }
    Assumption truth = *assumption;
    truth.score = score_of_elo(elo);
    const double zero = score_of_elo(test->elo0), one = score_of_elo(test->elo1),
                 variance = assumption_variance(&truth, outcomes);
    return plan_motion(test, (one - zero) * (truth.score - (zero + one) / 2) / variance,
                       (one - zero) * (one - zero) / variance);
}
