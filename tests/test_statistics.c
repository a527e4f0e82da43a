// The worked values of the statistics, degenerate inputs, and properties that must always hold.
#include "analysis/binomial.h"
#include "analysis/elo.h"
#include "analysis/histogram.h"
#include "analysis/interval.h"
#include "analysis/sprt.h"
#include "analysis/stats.h"
#include "analysis/tally.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

// NaN matches NaN.
static void assert_close(double value, double expected, double tolerance) {
    if (isnan(value) && isnan(expected)) return;
    if (fabs(value - expected) <= tolerance * fmax(fabs(expected), 1e-300)) return;
    fail_msg("%.12g is not %.12g", value, expected);
}

static void assert_interval(Interval interval, double value, double low, double high) {
    assert_close(interval.value, value, 1e-6);
    assert_close(interval.low, low, 1e-6);
    assert_close(interval.high, high, 1e-6);
}

static void test_student_quantiles(void **state) {
    (void)state;
    static const struct {
        int64_t freedom;
        double quantile;
    } CASES[] = {
        {1, 12.7062047361747},      {2, 4.30265272974946},       {3, 3.18244630528371},
        {19, 2.09302405440831},     {100, 1.98397151852355},     {199, 1.97195654427195},
        {200, 1.97189622363391},    {299, 1.96792966881},        {1000, 1.96233908082641},
        {1000000, 1.9599663567919}, {1000000000, 1.95996398691}, {INT64_MAX, INTERVAL_Z},
    };
    for (size_t i = 0; i < COUNT(CASES); i++) {
        assert_close(student_quantile(CASES[i].freedom), CASES[i].quantile, 1e-9);
    }
    for (int64_t k = 1; k < 1000; k++) {
        assert_true(student_quantile(k) > student_quantile(k + 1));
    }
}

static void test_rates(void **state) {
    (void)state;
    static const struct {
        int64_t hits, trials;
        double value, low, high;
    } CASES[] = {
        {0, 10, 0, 0, 0.2775327999}, {10, 10, 1, 0.7224672001, 1},
        {1, 1, 1, 0.2065493144, 1},  {540, 1000, 0.54, 0.5090152862, 0.5706785731},
        {0, 0, NAN, NAN, NAN},
    };
    for (size_t i = 0; i < COUNT(CASES); i++) {
        assert_interval(interval_of_rate(CASES[i].hits, CASES[i].trials), CASES[i].value,
                        CASES[i].low, CASES[i].high);
    }
    assert_interval(interval_wilson(0.5269230769, 1061.641693, student_quantile(259)), 0.5269230769,
                    0.4967059043, 0.5569442940);
}

static void test_moments(void **state) {
    (void)state;
    static const struct {
        size_t outcomes;
        int64_t counts[OUTCOMES_OF_PAIR];
        double mean, variance, error, los, nelo;
        double low, high;
        double elo, elo_low, elo_high;
    } CASES[] = {
        {5,
         {12, 58, 100, 70, 20},
         0.5269230769,
         0.06081360947,
         0.01529374048,
         0.9608298634,
         26.82153334,
         0.4967059043,
         0.5569442940,
         18.72618229,
         -2.289005311,
         39.74136989},
        {5, {0, 0, 0, 0, 100}, 1, 0, 0, NAN, NAN, 0.9621202028, 1, NAN, 561.9286755, NAN},
        {5,
         {0, 3, 9, 6, 2},
         0.5875,
         0.04546875,
         0.04768057781,
         0.9667566938,
         100.8116786,
         0.4835622765,
         0.6841813111,
         61.43356722,
         -11.42621783,
         134.2933523},
        {5,
         {20, 32, 178, 40, 30},
         0.5233333333,
         0.05612222222,
         0.01367750248,
         0.955992653,
         24.19739735,
         0.4963433132,
         0.5501877619,
         16.22544598,
         -2.540971531,
         34.99186349},
        {3,
         {122, 248, 150},
         0.5269230769,
         0.1300443787,
         0.01581408687,
         0.9556667565,
         25.93899816,
         0.4957815987,
         0.5578564693,
         18.72618229,
         -2.931314995,
         40.38367957},
        {5, {0}, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN},
        {3, {0, 1, 0}, 0.5, 0, 0, NAN, NAN, NAN, NAN, 0, NAN, NAN},
        {3, {0, 0, 1}, 1, 0, 0, NAN, NAN, NAN, NAN, NAN, NAN, NAN},
    };
    for (size_t i = 0; i < COUNT(CASES); i++) {
        const Moments moments = moments_of_counts(CASES[i].counts, CASES[i].outcomes);
        assert_close(moments.mean, CASES[i].mean, 1e-6);
        assert_close(moments.variance, CASES[i].variance, 1e-6);
        assert_close(moments.error, CASES[i].error, 1e-6);
        assert_close(elo_superiority(&moments), CASES[i].los, 1e-6);
        assert_close(elo_normalized(&moments, CASES[i].outcomes), CASES[i].nelo, 1e-6);
        const Interval score = moments_interval(&moments);
        assert_interval(score, CASES[i].mean, CASES[i].low, CASES[i].high);
        assert_interval(elo_of_interval(score), CASES[i].elo, CASES[i].elo_low, CASES[i].elo_high);
    }
}

// The customary s ± z·SE.
static void test_customary_elo_bounds(void **state) {
    (void)state;
    const int64_t counts[OUTCOMES_OF_PAIR] = {12, 58, 100, 70, 20};
    const Moments moments = moments_of_counts(counts, OUTCOMES_OF_PAIR);
    const double half = INTERVAL_Z * moments.error;
    assert_close(elo_of_score(moments.mean - half), -2.120845153, 1e-6);
    assert_close(elo_of_score(moments.mean + half), 39.70896041, 1e-6);
}

// Two games with the wanted results of player 0 (0 win, 1 draw, 2 loss).
static void add_pair(Tally *tally, int64_t pair, int moving_first, int moving_second) {
    static const Result FIRST[] = {RESULT_FIRST, RESULT_DRAW, RESULT_SECOND};
    static const Result SECOND[] = {RESULT_SECOND, RESULT_DRAW, RESULT_FIRST};
    const GameFacts games[2] = {
        {.number = 2 * pair, .result = FIRST[moving_first], .end = END_PASSES, .plies = 10},
        {.number = 2 * pair + 1, .result = SECOND[moving_second], .end = END_PASSES, .plies = 12},
    };
    assert_true(tally_add(tally, &games[0]));
    assert_true(tally_add(tally, &games[1]));
}

static void test_pairs_of_e3(void **state) {
    (void)state;
    static const int64_t PAIRS[3][3] = {{30, 25, 120}, {15, 40, 20}, {18, 12, 20}};
    static const int64_t PENTANOMIAL[OUTCOMES_OF_PAIR] = {20, 32, 178, 40, 30};
    Tally tally;
    tally_init(&tally, true);
    int64_t pair = 0;
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++) {
            for (int64_t i = 0; i < PAIRS[row][column]; i++) add_pair(&tally, pair++, row, column);
        }
    }
    CellStats stats;
    assert_true(cell_stats_compute(&tally, 1, RESAMPLING_DONE, &stats));
    tally_release(&tally);
    assert_memory_equal(stats.pairs, PAIRS, sizeof PAIRS);
    assert_memory_equal(stats.pentanomial, PENTANOMIAL, sizeof PENTANOMIAL);
    assert_int_equal(stats.first_wins, 335);
    assert_int_equal(stats.draws, 152);
    assert_int_equal(stats.second_wins, 113);
    assert_interval(stats.first_score.score, 0.685, 0.6488065218, 0.7190784748);
    assert_interval(stats.first_score.elo, 134.9520071, 106.6275058, 163.2765084);
    assert_interval(stats.strength.score, 0.5233333333, 0.4963433132, 0.5501877619);
    assert_interval(stats.first_win_rate, 0.5583333333, 0.5114570459, 0.6041925791);
    assert_interval(stats.draw_rate, 0.2533333333, 0.2147173127, 0.2962740785);
    assert_interval(stats.first_win_rate_decisive, 0.7477678571, 0.7011511843, 0.7892980957);
}

// The unit of E3 is the pair; its standard error is larger than that of single games.
static void test_error_over_pairs(void **state) {
    (void)state;
    static const int64_t QUARTERS[OUTCOMES_OF_PAIR] = {18, 12 + 15, 30 + 40 + 20, 25 + 20, 120};
    static const int64_t GAMES[OUTCOMES_OF_GAME] = {113, 152, 335};
    const Moments pairs = moments_of_counts(QUARTERS, OUTCOMES_OF_PAIR);
    assert_close(pairs.mean, 0.685, 1e-12);
    assert_close(pairs.error, 0.01786756839, 1e-6);
    assert_close(moments_of_counts(GAMES, OUTCOMES_OF_GAME).error, 0.01593955597, 1e-6);
}

static void test_elo_is_monotone(void **state) {
    (void)state;
    double last = -INFINITY;
    for (int i = 1; i < 10000; i++) {
        const double elo = elo_of_score(i / 10000.0);
        assert_true(elo > last);
        assert_close(elo_of_score((10000 - i) / 10000.0) + 1000, 1000 - elo, 1e-9);
        last = elo;
    }
    assert_true(isnan(elo_of_score(0)));
    assert_true(isnan(elo_of_score(1)));
    assert_true(isnan(elo_of_score(NAN)));
    assert_false(signbit(elo_of_score(0.5)));
}

static void assert_contains(Interval interval) {
    if (isnan(interval.low)) return;
    assert_true(interval.low >= 0);
    assert_true(interval.low <= interval.value);
    assert_true(interval.value <= interval.high);
    assert_true(interval.high <= 1);
}

static void test_intervals_contain_estimates(void **state) {
    (void)state;
    Rng rng = rng_init(seed_init(1));
    for (int i = 0; i < 20000; i++) {
        int64_t counts[OUTCOMES_OF_PAIR];
        const uint32_t bound = 1 + rng_below(&rng, 1u << rng_below(&rng, 20));
        for (size_t j = 0; j < OUTCOMES_OF_PAIR; j++) {
            counts[j] = rng_below(&rng, 3) ? rng_below(&rng, bound) : 0;
        }
        const Moments moments = moments_of_counts(counts, OUTCOMES_OF_PAIR);
        assert_contains(moments_interval(&moments));
        assert_contains(interval_of_rate(counts[0], counts[0] + counts[1]));
    }
}

// P(X ≤ k) for Binomial(n, ½), by Pascal's triangle.
static double brute_tail(int n, int k) {
    double row[64] = {1};
    for (int i = 1; i <= n; i++) {
        for (int j = i; j > 0; j--) row[j] = (row[j] + row[j - 1]) / 2;
        row[0] /= 2;
    }
    double sum = 0;
    for (int j = 0; j <= k; j++) sum += row[j];
    return sum;
}

static void test_median_rank_by_brute_force(void **state) {
    (void)state;
    for (int n = 0; n < 64; n++) {
        int64_t expected = 0;
        for (int rank = 1; 2 * rank <= n; rank++) {
            if (1 - 2 * brute_tail(n, rank - 1) >= 0.95) expected = rank;
        }
        assert_int_equal(binomial_median_rank(n), expected);
    }
}

static void test_median_rank_of_many(void **state) {
    (void)state;
    static const int64_t SIZES[] = {10000, 1000000, 1000000000};
    for (size_t i = 0; i < COUNT(SIZES); i++) {
        const double n = (double)SIZES[i];
        const double normal = n / 2 - INTERVAL_Z * sqrt(n) / 2 + 0.5;
        assert_true(fabs((double)binomial_median_rank(SIZES[i]) - normal) <= 1.0);
    }
}

static void test_binomial_draws(void **state) {
    (void)state;
    static const struct {
        int64_t n;
        double p;
    } CASES[] = {{1, 0.5},     {20, 0.1},     {20, 0.5},      {30, 0.95},       {100, 0.3},
                 {1000, 0.02}, {100000, 0.7}, {100000, 1e-5}, {1000000000, 0.4}};
    enum { DRAWS = 200000 };
    Rng rng = rng_init(seed_init(7));
    for (size_t i = 0; i < COUNT(CASES); i++) {
        const double mean = (double)CASES[i].n * CASES[i].p;
        const double variance = mean * (1 - CASES[i].p);
        double sum = 0, squares = 0;
        for (int j = 0; j < DRAWS; j++) {
            const int64_t hits = binomial_draw(&rng, CASES[i].n, CASES[i].p);
            assert_true(hits >= 0 && hits <= CASES[i].n);
            sum += (double)hits - mean;
            squares += ((double)hits - mean) * ((double)hits - mean);
        }
        assert_true(fabs(sum / DRAWS) < 5 * sqrt(variance / DRAWS));
        const double fourth = 2 * variance * variance + variance; // at most, about
        assert_true(fabs(squares / DRAWS - variance) < 5 * sqrt(fourth / DRAWS));
    }
    assert_int_equal(binomial_draw(&rng, 5, 0), 0);
    assert_int_equal(binomial_draw(&rng, 5, 1), 5);
}

// The frequency of each value, where the rejection method begins (mean ≥ 10).
static void test_binomial_frequencies(void **state) {
    (void)state;
    enum { TRIALS = 40, DRAWS = 1000000 };
    int64_t seen[TRIALS + 1] = {0};
    Rng rng = rng_init(seed_init(8));
    for (int i = 0; i < DRAWS; i++) seen[binomial_draw(&rng, TRIALS, 0.5)]++;
    for (int k = 0; k <= TRIALS; k++) {
        const double p = brute_tail(TRIALS, k) - (k > 0 ? brute_tail(TRIALS, k - 1) : 0);
        assert_true(fabs((double)seen[k] - DRAWS * p) <= 5 * sqrt(DRAWS * p) + 3);
    }
}

static void test_histogram(void **state) {
    (void)state;
    static const int32_t VALUES[] = {7, -3, 7, 100, 0, 2, -3, 5};
    Histogram histogram;
    histogram_init(&histogram);
    for (size_t i = 0; i < COUNT(VALUES); i++) {
        assert_true(histogram_add(&histogram, VALUES[i], 1));
    }
    assert_close(histogram_mean(&histogram), 14.375, 1e-12);
    assert_close(histogram_sd(&histogram), 34.8299440137, 1e-9);
    assert_close(histogram_min(&histogram), -3, 0);
    assert_close(histogram_max(&histogram), 100, 0);
    assert_close(histogram_quartile(&histogram, 1), -0.75, 0);
    assert_close(histogram_quartile(&histogram, 2), 3.5, 0);
    assert_close(histogram_quartile(&histogram, 3), 7, 0);
    assert_interval(histogram_median_interval(&histogram), 3.5, -3, 100);
    histogram_release(&histogram);
}

static void test_empty_histogram(void **state) {
    (void)state;
    Histogram empty, one;
    histogram_init(&empty);
    histogram_init(&one);
    assert_interval(histogram_median_interval(&empty), NAN, NAN, NAN);
    assert_true(isnan(histogram_mean(&empty)));
    assert_true(isnan(histogram_min(&empty)));
    assert_true(isnan(histogram_max(&empty)));
    assert_true(histogram_add(&one, INT32_MAX, 1));
    assert_true(histogram_merge(&one, &empty));
    assert_true(histogram_merge(&empty, &one));
    assert_true(isnan(histogram_sd(&empty)));
    assert_interval(histogram_median_interval(&empty), INT32_MAX, NAN, NAN);
    histogram_release(&empty);
    histogram_release(&one);
}

static double llr_of(SprtModel model, double elo1, size_t outcomes, const int64_t counts[]) {
    const Sprt test = {.model = model, .elo1 = elo1, .alpha = 0.05, .beta = 0.05};
    return sprt_llr(&test, counts, outcomes);
}

static void test_sprt_worked_values(void **state) {
    (void)state;
    static const int64_t E1[] = {12, 58, 100, 70, 20}, ONE_BY_ONE[] = {122, 248, 150},
                         ALL_WON[] = {0, 0, 0, 0, 100}, NONE[OUTCOMES_OF_PAIR] = {0};
    static const struct {
        SprtModel model;
        double elo1;
        size_t outcomes;
        const int64_t *counts;
        double llr;
    } CASES[] = {
        {SPRT_LOGISTIC, 10, 5, E1, 1.206313346},
        {SPRT_LOGISTIC, 5, 5, E1, 0.7122869605},
        {SPRT_NORMALIZED, 5, 5, E1, 0.5214442998},
        {SPRT_NORMALIZED, 10, 5, E1, 0.9356194452},
        {SPRT_LOGISTIC, 10, 3, ONE_BY_ONE, 1.130114807},
        {SPRT_NORMALIZED, 5, 5, ALL_WON, 2.014379720},
        {SPRT_LOGISTIC, 5, 5, ALL_WON, 1.428789138},
    };
    for (size_t i = 0; i < COUNT(CASES); i++)
        assert_close(llr_of(CASES[i].model, CASES[i].elo1, CASES[i].outcomes, CASES[i].counts),
                     CASES[i].llr, 1e-6);
    for (int model = 0; model < SPRT_MODEL_COUNT; model++)
        for (size_t outcomes = 3; outcomes <= 5; outcomes += 2)
            assert_true(fabs(llr_of((SprtModel)model, 5, outcomes, NONE)) < 1e-5);
}

static void test_sprt_bounds(void **state) {
    (void)state;
    const Sprt test = {.elo1 = 5, .alpha = 0.05, .beta = 0.05},
               uneven = {.elo1 = 5, .alpha = 0.01, .beta = 0.2};
    assert_close(sprt_upper(&test), 2.9444389791664403, 1e-12);
    assert_close(sprt_lower(&test), -2.9444389791664403, 1e-12);
    assert_close(sprt_upper(&uneven), log(0.8 / 0.01), 1e-12);
    assert_close(sprt_lower(&uneven), log(0.2 / 0.99), 1e-12);
    assert_int_equal(sprt_decide(&test, 2.95), SPRT_H1);
    assert_int_equal(sprt_decide(&test, -2.95), SPRT_H0);
    assert_int_equal(sprt_decide(&test, 2.94), SPRT_UNDECIDED);
}

// Whatever was played, the ratio is finite, grows when a loss becomes a win, and says the opposite
// when the seats are swapped and the hypotheses mirrored.
static void test_sprt_properties(void **state) {
    (void)state;
    static const int64_t SIZES[] = {0, 1, 7, 300, 20000};
    for (int i = 0; i < 5 * 5 * 5 * 5 * 5; i++)
        for (int model = 0; model < SPRT_MODEL_COUNT; model++) {
            int64_t counts[OUTCOMES_OF_PAIR], mirrored[OUTCOMES_OF_PAIR];
            for (int k = 0, rest = i; k < OUTCOMES_OF_PAIR; k++, rest /= 5) {
                counts[k] = SIZES[rest % 5];
                mirrored[OUTCOMES_OF_PAIR - 1 - k] = counts[k];
            }
            const Sprt test = {(SprtModel)model, -3, 12, 0.05, 0.05},
                       mirror = {(SprtModel)model, -12, 3, 0.05, 0.05};
            const double llr = sprt_llr(&test, counts, OUTCOMES_OF_PAIR);
            assert_true(isfinite(llr));
            const double opposite = -sprt_llr(&mirror, mirrored, OUTCOMES_OF_PAIR);
            if (fabs(llr - opposite) > 1e-6 * fmax(1, fabs(llr)))
                fail_msg("%g is not %g for counts %d", llr, opposite, i);
            if (counts[0] < 2 || model == SPRT_NORMALIZED) continue;
            counts[0]--, counts[4]++;
            assert_true(sprt_llr(&test, counts, OUTCOMES_OF_PAIR) > llr);
        }
}

// Nothing but draws: H0 (no difference) becomes likelier with each, in both models.
static void test_sprt_of_draws(void **state) {
    (void)state;
    for (int model = 0; model < SPRT_MODEL_COUNT; model++) {
        double last = 0;
        for (int64_t draws = 10; draws < 1000000; draws *= 10) {
            const int64_t counts[OUTCOMES_OF_PAIR] = {0, 0, draws, 0, 0};
            const double llr = llr_of((SprtModel)model, 10, OUTCOMES_OF_PAIR, counts);
            assert_true(llr < last);
            last = llr;
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sprt_worked_values),
        cmocka_unit_test(test_sprt_bounds),
        cmocka_unit_test(test_sprt_properties),
        cmocka_unit_test(test_sprt_of_draws),
        cmocka_unit_test(test_student_quantiles),
        cmocka_unit_test(test_rates),
        cmocka_unit_test(test_moments),
        cmocka_unit_test(test_customary_elo_bounds),
        cmocka_unit_test(test_pairs_of_e3),
        cmocka_unit_test(test_error_over_pairs),
        cmocka_unit_test(test_elo_is_monotone),
        cmocka_unit_test(test_intervals_contain_estimates),
        cmocka_unit_test(test_median_rank_by_brute_force),
        cmocka_unit_test(test_median_rank_of_many),
        cmocka_unit_test(test_binomial_draws),
        cmocka_unit_test(test_binomial_frequencies),
        cmocka_unit_test(test_histogram),
        cmocka_unit_test(test_empty_histogram),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
