#include "analysis/bootstrap.h"

#include "analysis/binomial.h"
#include "analysis/histogram.h"
#include "core/rng.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// How far, in standard deviations of a resample's rank, the window around the median reaches: a
// resampled median falls outside about once in 10^11.
enum { WINDOW_DEVIATIONS = 7 };

// What is drawn from: pairs counted by their margins, and room for one resample's margins.
typedef struct Bootstrap {
    const PairMargins *list;
    size_t count;
    int64_t pairs;
    int64_t low;    // the smallest margin of the window
    size_t span;    // margins in the window
    int64_t *drawn; // drawn[i] margins low + i in the resample
} Bootstrap;

static int compare_pairs(const void *left, const void *right) {
    const int32_t *a = ((const PairMargins *)left)->margins;
    const int32_t *b = ((const PairMargins *)right)->margins;
    if (a[0] != b[0]) return a[0] < b[0] ? -1 : 1;
    return (a[1] > b[1]) - (a[1] < b[1]);
}

// Sorts the list, each pair's lower margin first, and joins equal entries. Returns how many remain.
static size_t pairs_normalize(PairMargins *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        int32_t *margins = list[i].margins;
        if (margins[0] <= margins[1]) continue;
        const int32_t lower = margins[1];
        margins[1] = margins[0];
        margins[0] = lower;
    }
    qsort(list, count, sizeof *list, compare_pairs);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (kept > 0 && compare_pairs(&list[kept - 1], &list[i]) == 0) {
            list[kept - 1].count += list[i].count;
        } else {
            list[kept++] = list[i];
        }
    }
    return kept;
}

static int32_t clamp_margin(int32_t margin, int64_t low, int64_t high) {
    return margin < low ? (int32_t)low : margin > high ? (int32_t)high : margin;
}

// Limits all margins to a window that a resampled median does not leave. What lies beyond counts
// on its side of the median whatever it is, so that few different pairs remain to be drawn.
static void bootstrap_narrow(Bootstrap *self, PairMargins *list, size_t count,
                             const Histogram *margins) {
    // Half of 2N margins lie below the median; in a resample that number has a standard deviation
    // of at most √N, because a pair adds 0, 1 or 2 to it.
    const int64_t reach = 1 + (int64_t)(WINDOW_DEVIATIONS * sqrt((double)self->pairs));
    const int64_t first = self->pairs > reach ? self->pairs - reach : 1;
    const int64_t low = histogram_at_rank(margins, first);
    const int64_t high = histogram_at_rank(margins, margins->total + 1 - first);
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < 2; j++) {
            list[i].margins[j] = clamp_margin(list[i].margins[j], low, high);
        }
    }
    self->list = list;
    self->count = pairs_normalize(list, count);
    self->low = low;
    self->span = (size_t)(high - low + 1);
}

// Draws as many pairs as there are, with replacement: a multinomial variate, entry by entry.
static void bootstrap_draw(Bootstrap *self, Rng *rng) {
    memset(self->drawn, 0, self->span * sizeof *self->drawn);
    int64_t wanted = self->pairs;
    int64_t rest = self->pairs; // pairs of the sample in this entry and those after it
    for (size_t i = 0; i < self->count && wanted > 0; i++) {
        const PairMargins *entry = &self->list[i];
        const double share = (double)entry->count / (double)rest;
        const int64_t times = binomial_draw(rng, wanted, share);
        self->drawn[entry->margins[0] - self->low] += times;
        self->drawn[entry->margins[1] - self->low] += times;
        wanted -= times;
        rest -= entry->count;
    }
}

// Twice the median of the drawn margins, their number being even: the sum of the two middle ones.
static int64_t bootstrap_double_median(const Bootstrap *self) {
    size_t at = 0;
    int64_t below = self->drawn[0];
    while (below < self->pairs) below += self->drawn[++at];
    const size_t lower = at;
    while (below < self->pairs + 1) below += self->drawn[++at];
    return 2 * self->low + (int64_t)lower + (int64_t)at;
}

static int compare_integers(const void *left, const void *right) {
    const int64_t a = *(const int64_t *)left;
    const int64_t b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

// How many resamples are left out at each end. A resample varies less than the truth by √((n −
// 1)/n) and knows of no Student's t, so that 2.5 % would leave out too many of few pairs.
static size_t tail_resamples(int64_t pairs) {
    const double n = (double)pairs;
    const double deviations = student_quantile(pairs - 1) * sqrt(n / (n - 1));
    return (size_t)lround(BOOTSTRAP_RESAMPLES * erfc(deviations * M_SQRT1_2) / 2);
}

static bool bootstrap_run(Bootstrap *self, uint64_t seed, Interval *interval) {
    self->drawn = malloc((self->span + BOOTSTRAP_RESAMPLES) * sizeof *self->drawn);
    if (!self->drawn) return false;
    int64_t *medians = self->drawn + self->span;
    Rng rng = rng_init(seed_init(seed));
    for (size_t i = 0; i < BOOTSTRAP_RESAMPLES; i++) {
        bootstrap_draw(self, &rng);
        medians[i] = bootstrap_double_median(self);
    }
    qsort(medians, BOOTSTRAP_RESAMPLES, sizeof *medians, compare_integers);
    const size_t tail = tail_resamples(self->pairs);
    interval->low = (double)medians[tail > 0 ? tail - 1 : 0] / 2;
    interval->high = (double)medians[BOOTSTRAP_RESAMPLES - (tail > 0 ? tail : 1)] / 2;
    free(self->drawn);
    return true;
}

static bool pairs_histogram(const PairMargins *list, size_t count, Histogram *margins) {
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < 2; j++) {
            if (!histogram_add(margins, list[i].margins[j], list[i].count)) return false;
        }
    }
    return true;
}

bool bootstrap_median(PairMargins *list, size_t count, uint64_t seed, Interval *interval) {
    Histogram margins;
    histogram_init(&margins);
    bool done = pairs_histogram(list, count, &margins);
    *interval = (Interval){histogram_quartile(&margins, 2), NAN, NAN};
    Bootstrap bootstrap = {.pairs = margins.total / 2};
    if (done && bootstrap.pairs >= BOOTSTRAP_MIN_PAIRS) {
        bootstrap_narrow(&bootstrap, list, count, &margins);
        done = bootstrap_run(&bootstrap, seed, interval);
    }
    histogram_release(&margins);
    return done;
}
