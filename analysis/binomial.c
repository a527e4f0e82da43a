#include "analysis/binomial.h"

#include <math.h>

enum { INVERSION_BELOW_MEAN = 10 };

// All weights of Binomial(n, ½) relative to that of its middle ⌊n/2⌋, by the recurrence
// w(k − 1) = w(k)·k/(n − k + 1): nothing can overflow, and what underflows does not count.
static double binomial_total_weight(int64_t n) {
    double weight = 1.0;
    double lower = 0.0; // of all k below the middle
    for (int64_t k = n / 2; k > 0 && weight > 1e-20; k--) {
        weight *= (double)k / (double)(n - k + 1);
        lower += weight;
    }
    return 2 * lower + (n % 2 ? 2.0 : 1.0);
}

int64_t binomial_median_rank(int64_t n) {
    if (n < 1) return 0;
    // The interval of ranks r..n+1−r covers the median unless fewer than r values, or more than
    // n − r, lie below it: its coverage is the weight of r..n−r.
    const double wanted = 0.95 * binomial_total_weight(n);
    int64_t rank = n / 2;
    double weight = 1.0;
    double covered = n % 2 ? 2.0 : 1.0;
    while (covered < wanted && rank > 0) {
        weight *= (double)rank / (double)(n - rank + 1);
        covered += 2 * weight;
        rank--;
    }
    return rank;
}

static int64_t draw_by_inversion(Rng *rng, int64_t n, double p) {
    const double odds = p / (1 - p);
    const double none = exp((double)n * log1p(-p));
    double left = rng_unit(rng);
    double chance = none;
    int64_t hits = 0;
    while (left > chance && hits < n) {
        left -= chance;
        hits++;
        chance *= odds * (double)(n - hits + 1) / (double)hits;
        if (chance <= 0) return hits; // lost in rounding, far out in the tail
    }
    return hits;
}

// ln(k!), without the global `signgam` that lgamma sets.
static double log_factorial(double k) {
    int sign;
    return lgamma_r(k + 1, &sign);
}

static int64_t draw_by_rejection(Rng *rng, double n, double p) {
    const double odds = p / (1 - p);
    const double sigma = sqrt(n * p * (1 - p));
    const double b = 1.15 + 2.53 * sigma;
    const double a = -0.0873 + 0.0248 * b + 0.01 * p;
    const double alpha = (2.83 + 5.1 / b) * sigma;
    const double mode = floor((n + 1) * p);
    for (;;) {
        const double u = rng_unit(rng) - 0.5;
        const double v = rng_unit(rng);
        const double edge = 0.5 - fabs(u);
        const double k = floor((2 * a / edge + b) * u + n * p + 0.5);
        if (edge >= 0.07 && v <= 0.92 - 4.2 / b) return (int64_t)k;
        if (k < 0 || k > n) continue;
        const double ratio = log_factorial(mode) + log_factorial(n - mode) - log_factorial(k) -
                             log_factorial(n - k) + (k - mode) * log(odds);
        if (log(v * alpha / (a / (edge * edge) + b)) <= ratio) return (int64_t)k;
    }
}

int64_t binomial_draw(Rng *rng, int64_t n, double probability) {
    if (n == 0 || probability <= 0) return 0;
    if (probability >= 1) return n;
    if (probability > 0.5) return n - binomial_draw(rng, n, 1 - probability);
    if ((double)n * probability < INVERSION_BELOW_MEAN) {
        return draw_by_inversion(rng, n, probability);
    }
    return draw_by_rejection(rng, (double)n, probability);
}
