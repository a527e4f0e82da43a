#include "analysis/histogram.h"

#include "analysis/binomial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void histogram_init(Histogram *self) {
    *self = (Histogram){0};
}

void histogram_release(Histogram *self) {
    free(self->counts);
    histogram_init(self);
}

// Makes low..high the range, which must contain the present one.
static bool histogram_resize(Histogram *self, int64_t low, int64_t high) {
    const size_t span = (size_t)(high - low + 1);
    int64_t *counts = calloc(span, sizeof *counts);
    if (!counts) return false;
    if (self->span > 0) {
        memcpy(counts + (self->low - low), self->counts, self->span * sizeof *counts);
    }
    free(self->counts);
    self->counts = counts;
    self->low = low;
    self->span = span;
    return true;
}

// Makes room for low..high, and for half as much again where the range grows.
static bool histogram_reserve(Histogram *self, int64_t low, int64_t high) {
    if (self->span == 0) return histogram_resize(self, low, high);
    const int64_t top = self->low + (int64_t)self->span - 1;
    if (low >= self->low && high <= top) return true;
    const int64_t slack = (int64_t)self->span / 2;
    return histogram_resize(self, low < self->low ? low - slack : self->low,
                            high > top ? high + slack : top);
}

bool histogram_add(Histogram *self, int32_t value, int64_t count) {
    if (!histogram_reserve(self, value, value)) return false;
    self->counts[value - self->low] += count;
    self->total += count;
    return true;
}

bool histogram_merge(Histogram *self, const Histogram *from) {
    if (from->total == 0) return true;
    const int64_t low = histogram_at_rank(from, 1);
    const int64_t high = histogram_at_rank(from, from->total);
    if (!histogram_reserve(self, low, high)) return false;
    for (int64_t value = low; value <= high; value++) {
        self->counts[value - self->low] += from->counts[value - from->low];
    }
    self->total += from->total;
    return true;
}

double histogram_mean(const Histogram *self) {
    if (self->total == 0) return NAN;
    int64_t sum = 0;
    for (size_t i = 0; i < self->span; i++) sum += self->counts[i] * (self->low + (int64_t)i);
    return (double)sum / (double)self->total;
}

double histogram_sd(const Histogram *self) {
    if (self->total < 2) return NAN;
    const double mean = histogram_mean(self);
    double squares = 0.0;
    for (size_t i = 0; i < self->span; i++) {
        const double apart = (double)(self->low + (int64_t)i) - mean;
        squares += (double)self->counts[i] * apart * apart;
    }
    return sqrt(squares / (double)(self->total - 1));
}

double histogram_min(const Histogram *self) {
    return self->total > 0 ? (double)histogram_at_rank(self, 1) : NAN;
}

double histogram_max(const Histogram *self) {
    return self->total > 0 ? (double)histogram_at_rank(self, self->total) : NAN;
}

int64_t histogram_at_rank(const Histogram *self, int64_t rank) {
    size_t i = 0;
    for (int64_t below = self->counts[0]; below < rank; below += self->counts[i]) i++;
    return self->low + (int64_t)i;
}

double histogram_quartile(const Histogram *self, int quartile) {
    if (self->total == 0) return NAN;
    const int64_t quarters = (self->total - 1) * quartile;
    const int64_t rank = 1 + quarters / 4;
    const double value = (double)histogram_at_rank(self, rank);
    if (quarters % 4 == 0) return value;
    const double next = (double)histogram_at_rank(self, rank + 1);
    return value + (next - value) * (double)(quarters % 4) / 4;
}

Interval histogram_median_interval(const Histogram *self) {
    const double median = histogram_quartile(self, 2);
    const int64_t rank = binomial_median_rank(self->total);
    if (rank < 1) return (Interval){median, NAN, NAN};
    return (Interval){median, (double)histogram_at_rank(self, rank),
                      (double)histogram_at_rank(self, self->total + 1 - rank)};
}
