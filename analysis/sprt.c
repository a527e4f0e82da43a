#include "analysis/sprt.h"

#include <math.h>

enum { MOST_ROUNDS = 10, MOST_STEPS = 200 };

// Probabilities of the outcomes 0..count−1, which are worth 0..1 in equal steps.
typedef struct Distribution {
    size_t count;
    double p[OUTCOMES_OF_PAIR];
} Distribution;

static double worth(const Distribution *self, size_t outcome) {
    return (double)outcome / (double)(self->count - 1);
}

// As seen, with a little of what was not seen; *units is their number.
static Distribution regularized(const int64_t counts[], size_t outcomes, double *units) {
    Distribution seen = {.count = outcomes};
    *units = 0;
    for (size_t i = 0; i < outcomes; i++) {
        seen.p[i] = counts[i] ? (double)counts[i] : 1e-3;
        *units += seen.p[i];
    }
    for (size_t i = 0; i < outcomes; i++) seen.p[i] /= *units;
    return seen;
}

typedef struct Spread {
    double mean, deviation;
} Spread;

static Spread spread_of(const Distribution *self) {
    double mean = 0, variance = 0;
    for (size_t i = 0; i < self->count; i++) mean += self->p[i] * worth(self, i);
    for (size_t i = 0; i < self->count; i++) {
        const double apart = worth(self, i) - mean;
        variance += self->p[i] * apart * apart;
    }
    return (Spread){mean, sqrt(variance)};
}

// θ such that Σ p·x/(1 + θ·x) = 0, which falls from +∞ to −∞ between the poles −1/max x < 0 and
// −1/min x > 0.
static double solve(const Distribution *seen, const double x[], double least, double most) {
    double low = -1 / most, high = -1 / least;
    for (int step = 0; step < MOST_STEPS; step++) {
        const double middle = low + (high - low) / 2;
        double sum = 0;
        if (!(middle > low && middle < high)) break;
        for (size_t i = 0; i < seen->count; i++) sum += seen->p[i] * x[i] / (1 + middle * x[i]);
        if (sum > 0)
            low = middle;
        else
            high = middle;
    }
    return low + (high - low) / 2;
}

// The distribution nearest to what was seen for which Σ q·x = 0; false when there is none, since
// all x have one sign.
static bool most_likely(const Distribution *seen, const double x[], Distribution *likely) {
    double least = 0, most = 0;
    for (size_t i = 0; i < seen->count; i++) {
        least = fmin(least, x[i]);
        most = fmax(most, x[i]);
    }
    if (!(least < 0 && most > 0)) return false;
    const double theta = solve(seen, x, least, most);
    *likely = *seen;
    for (size_t i = 0; i < seen->count; i++) likely->p[i] = seen->p[i] / (1 + theta * x[i]);
    return true;
}

// The same with a score, above 0 and below 1.
static bool with_score(const Distribution *seen, double score, Distribution *likely) {
    double x[OUTCOMES_OF_PAIR];
    for (size_t i = 0; i < seen->count; i++) x[i] = worth(seen, i) - score;
    return most_likely(seen, x, likely);
}

// One step towards (mean − ½)/σ = t from the distribution in *likely.
static bool step_towards(const Distribution *seen, double t, Distribution *likely) {
    const Spread spread = spread_of(likely);
    double x[OUTCOMES_OF_PAIR];
    for (size_t i = 0; i < seen->count; i++) {
        const double apart = (worth(seen, i) - spread.mean) / spread.deviation;
        x[i] = worth(seen, i) - 0.5 - 0.5 * t * spread.deviation * (1 + apart * apart);
    }
    return most_likely(seen, x, likely);
}

static bool with_normalized_score(const Distribution *seen, double t, Distribution *likely) {
    *likely = (Distribution){.count = seen->count};
    for (size_t i = 0; i < seen->count; i++) likely->p[i] = 1 / (double)seen->count;
    for (int round = 0; round < MOST_ROUNDS; round++) {
        const Distribution last = *likely;
        double moved = 0;
        if (!step_towards(seen, t, likely)) return false;
        for (size_t i = 0; i < seen->count; i++)
            moved = fmax(moved, fabs(likely->p[i] - last.p[i]));
        if (moved < 1e-9) break;
    }
    return true;
}

// (mean − ½)/σ of a normalized difference.
static double normalized_score(const Distribution *seen, double elo) {
    const double pairing = seen->count == OUTCOMES_OF_PAIR ? M_SQRT2 : 1;
    return pairing * elo * M_LN10 / 800;
}

static bool under(const Sprt *self, const Distribution *seen, double elo, Distribution *likely) {
    if (self->model == SPRT_LOGISTIC)
        return with_score(seen, 1 / (1 + pow(10, -elo / 400)), likely);
    return with_normalized_score(seen, normalized_score(seen, elo), likely);
}

// Of normally distributed scores with a known deviation.
static double normal_llr(const Sprt *self, const Distribution *seen, double units) {
    const Spread spread = spread_of(seen);
    const double t = (spread.mean - 0.5) / spread.deviation;
    const double from0 = t - normalized_score(seen, self->elo0),
                 from1 = t - normalized_score(seen, self->elo1);
    return units * (from0 * from0 - from1 * from1) / 2;
}

double sprt_llr(const Sprt *self, const int64_t counts[], size_t outcomes) {
    double units, sum = 0;
    Distribution zero, one;
    const Distribution seen = regularized(counts, outcomes, &units);
    if (!under(self, &seen, self->elo0, &zero) || !under(self, &seen, self->elo1, &one))
        return normal_llr(self, &seen, units);
    for (size_t i = 0; i < outcomes; i++) sum += seen.p[i] * log(one.p[i] / zero.p[i]);
    return units * sum;
}

double sprt_lower(const Sprt *self) {
    return log(self->beta / (1 - self->alpha));
}

double sprt_upper(const Sprt *self) {
    return log((1 - self->beta) / self->alpha);
}

SprtDecision sprt_decide(const Sprt *self, double llr) {
    if (llr >= sprt_upper(self)) return SPRT_H1;
    return llr <= sprt_lower(self) ? SPRT_H0 : SPRT_UNDECIDED;
}
