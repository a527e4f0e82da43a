#include "analysis/interval.h"

#include <math.h>

enum { STUDENT_EXPANSION_FROM = 200, STUDENT_BISECTIONS = 60 };

Interval interval_none(void) {
    return (Interval){NAN, NAN, NAN};
}

// P(|T| ≤ √k tan θ) for Student's t with k degrees of freedom (A & S 26.7.3, 26.7.4).
static double student_central(double theta, int k) {
    const double cosine = cos(theta);
    const int odd = k % 2;
    double term = odd ? cosine : 1.0;
    double sum = 0.0;
    for (int power = odd; power <= k - 2; power += 2) {
        sum += term;
        term *= cosine * cosine * (power + 1) / (power + 2);
    }
    sum *= sin(theta);
    return odd ? (theta + sum) * M_2_PI : sum;
}

static double student_by_bisection(int k) {
    double low = 0.0;
    double high = M_PI_2;
    for (int i = 0; i < STUDENT_BISECTIONS; i++) {
        const double middle = (low + high) / 2;
        if (student_central(middle, k) < 0.95)
            low = middle;
        else
            high = middle;
    }
    return sqrt(k) * tan(low);
}

// A & S 26.7.5; the first term left out is below 1e-10 from 200 degrees of freedom on.
static double student_by_expansion(double k) {
    const double z = INTERVAL_Z;
    const double y = z * z;
    const double g1 = z * (y + 1) / 4;
    const double g2 = z * ((5 * y + 16) * y + 3) / 96;
    const double g3 = z * (((3 * y + 19) * y + 17) * y - 15) / 384;
    const double g4 = z * ((((79 * y + 776) * y + 1482) * y - 1920) * y - 945) / 92160;
    return z + (g1 + (g2 + (g3 + g4 / k) / k) / k) / k;
}

double student_quantile(int64_t freedom) {
    if (freedom < STUDENT_EXPANSION_FROM) return student_by_bisection((int)freedom);
    return student_by_expansion((double)freedom);
}

Interval interval_wilson(double rate, double n, double quantile) {
    if (!(n > 0)) return interval_none();
    const double square = quantile * quantile / n;
    const double center = rate + square / 2;
    const double half = quantile * sqrt(rate * (1 - rate) / n + square / (4 * n));
    // At 0 and 1 the bound is exact, whatever the rounding.
    const double low = rate <= 0 ? 0.0 : fmax(0.0, (center - half) / (1 + square));
    const double high = rate >= 1 ? 1.0 : fmin(1.0, (center + half) / (1 + square));
    return (Interval){rate, low, high};
}

Interval interval_of_mean(double mean, double variance, int64_t units) {
    if (units < 1) return interval_none();
    if (units < 2) return (Interval){mean, NAN, NAN};
    const double freedom = (double)(units - 1);
    const double n = variance > 0 ? mean * (1 - mean) * freedom / variance : (double)units;
    return interval_wilson(mean, n, student_quantile(units - 1));
}

Interval interval_of_rate(int64_t hits, int64_t trials) {
    if (trials < 1) return interval_none();
    return interval_wilson((double)hits / (double)trials, (double)trials, INTERVAL_Z);
}
