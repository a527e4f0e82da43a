// Plans against what they promise: the fewest units of an interval, and simulated tests.
#include "analysis/planning.h"
#include "core/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void assert_near(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance)) fail_msg("%.12g is not %.12g", value, expected);
}

static void test_variances(void **state) {
    (void)state;
    static const struct {
        Assumption assumption;
        double game, pair;
    } CASES[] = {
        {{0.5, 0, 0}, 0.25, 0.125},        {{0.5, 0.4, 0}, 0.15, 0.075}, {{0.5, 1, 0.5}, 0, 0},
        {{0.6, 0.2, 0.5}, 0.19, 0.1425},   {{0.5, 0, -1}, 0.25, 0},      {{0.5, 0, 1}, 0.25, 0.25},
        {{0.25, 0.5, 0}, 0.0625, 0.03125}, // a draw or a loss
    };
    for (size_t i = 0; i < COUNT(CASES); i++) {
        const Assumption *at = &CASES[i].assumption;
        assert_near(assumption_variance(at, OUTCOMES_OF_GAME), CASES[i].game, 1e-12);
        assert_near(assumption_variance(at, OUTCOMES_OF_PAIR), CASES[i].pair, 1e-12);
    }
}

// One unit fewer has an interval that is too wide; z²·v/h² is near.
static void test_units_are_the_fewest(void **state) {
    (void)state;
    static const Assumption CASES[] = {
        {0.5, 0, 0}, {0.5, 0.6, 0.2}, {0.7, 0.1, -0.5}, {0.99, 0, 0}};
    static const double HALFWIDTHS[] = {0.3, 0.05, 0.01, 0.001, PLANNING_LEAST_HALFWIDTH};
    for (size_t i = 0; i < COUNT(CASES); i++)
        for (size_t j = 0; j < COUNT(HALFWIDTHS); j++)
            for (size_t outcomes = 3; outcomes <= 5; outcomes += 2) {
                const double width = 2 * HALFWIDTHS[j],
                             variance = assumption_variance(&CASES[i], outcomes);
                const int64_t units = plan_units(&CASES[i], outcomes, width / 2);
                const Interval enough = interval_of_mean(CASES[i].score, variance, units),
                               few = interval_of_mean(CASES[i].score, variance, units - 1);
                assert_true(enough.high - enough.low <= width);
                assert_true(units == 2 || few.high - few.low > width);
                const double near = INTERVAL_Z * INTERVAL_Z * variance * 4 / (width * width);
                if (width < 0.005) assert_near((double)units / near, 1, 0.15);
            }
    // Of 10,000 games even and without draws the interval is one per cent wide to each side.
    assert_int_equal(plan_units(&CASES[0], OUTCOMES_OF_GAME, 0.01), 9604);
}

// Brownian motion by hand: at the middle of the hypotheses it goes either way, after a·b/w units.
static void test_plan_by_hand(void **state) {
    (void)state;
    const Sprt test = {.model = SPRT_LOGISTIC, .elo1 = 10, .alpha = 0.05, .beta = 0.05};
    const Assumption even = {0.5, 0.4, 0};
    const double s1 = 1 / (1 + pow(10, -10 / 400.0));
    const double middle = 400 * log10((0.5 + s1) / 2 / (1 - (0.5 + s1) / 2)), s = (0.5 + s1) / 2,
                 variance = (s * (1 - s) - 0.1) / 2;
    const double w = (s1 - 0.5) * (s1 - 0.5) / variance,
                 bound = 2.9444389791664403 + 0.5826 * sqrt(w);
    const SprtPlan plan = plan_sprt(&test, &even, OUTCOMES_OF_PAIR, middle);
    assert_near(plan.acceptance, 0.5, 1e-9);
    assert_near(plan.units, bound * bound / w, 1e-3);
}

static void test_plan_properties(void **state) {
    (void)state;
    static const Sprt TESTS[] = {{SPRT_NORMALIZED, 0, 5, 0.05, 0.05},
                                 {SPRT_LOGISTIC, -3, 1, 0.01, 0.2},
                                 {SPRT_NORMALIZED, 0, 0.1, 1e-6, 1e-6}};
    static const Assumption EVEN = {0.5, 0.2, 0.1};
    for (size_t i = 0; i < COUNT(TESTS); i++)
        for (size_t outcomes = 3; outcomes <= 5; outcomes += 2) {
            double last = 0;
            for (double elo = -100; elo <= 100; elo += 0.125) {
                const SprtPlan plan = plan_sprt(&TESTS[i], &EVEN, outcomes, elo);
                assert_true(plan.acceptance >= last && plan.acceptance <= 1);
                assert_true(plan.units > 0 && isfinite(plan.units));
                last = plan.acceptance;
            }
            // The error rates, but for what steps go beyond the bounds.
            const SprtPlan zero = plan_sprt(&TESTS[i], &EVEN, outcomes, TESTS[i].elo0),
                           one = plan_sprt(&TESTS[i], &EVEN, outcomes, TESTS[i].elo1);
            assert_true(zero.acceptance <= TESTS[i].alpha + 1e-12);
            assert_near(zero.acceptance / TESTS[i].alpha, 1, 0.05);
            assert_near((1 - one.acceptance) / TESTS[i].beta, 1, 0.05);
        }
}

// ---- Simulated tests ----

typedef struct Simulated {
    double acceptance, units;
} Simulated;

static size_t draw_outcome(Rng *rng, const double p[], size_t outcomes) {
    double rest = rng_below(rng, UINT32_MAX) / (double)UINT32_MAX;
    size_t i = 0;
    while (i + 1 < outcomes && rest >= p[i]) rest -= p[i++];
    return i;
}

static Simulated simulate(const Sprt *test, const double p[], size_t outcomes, int runs, Rng *rng) {
    int64_t units = 0;
    int accepted = 0;
    for (int run = 0; run < runs; run++) {
        int64_t counts[OUTCOMES_OF_PAIR] = {0};
        SprtDecision decision = SPRT_UNDECIDED;
        for (int64_t n = 1; decision == SPRT_UNDECIDED; n++, units++) {
            counts[draw_outcome(rng, p, outcomes)]++;
            // Before there are some, the variance is not known; an experiment has min_units.
            if (n >= 20) decision = sprt_decide(test, sprt_llr(test, counts, outcomes));
        }
        accepted += decision == SPRT_H1;
    }
    return (Simulated){accepted / (double)runs, (double)units / runs};
}

// Outcomes of games of a score and a share of draws, or of pairs of independent ones.
static void outcomes_like(const Assumption *at, size_t outcomes, double p[]) {
    const double game[3] = {1 - at->score - at->draws / 2, at->draws, at->score - at->draws / 2};
    for (size_t i = 0; i < outcomes; i++) p[i] = outcomes == 3 ? game[i] : 0;
    for (size_t i = 0; outcomes == 5 && i < 9; i++) p[i / 3 + i % 3] += game[i / 3] * game[i % 3];
}

static void test_simulated_tests(void **state) {
    (void)state;
    enum { RUNS = 600 };
    static const struct {
        Sprt test;
        size_t outcomes;
        double draws, elo; // logistic
    } CASES[] = {
        {{SPRT_LOGISTIC, 0, 60, 0.05, 0.05}, 5, 0.3, 0},
        {{SPRT_LOGISTIC, 0, 60, 0.05, 0.05}, 5, 0.3, 30},
        {{SPRT_LOGISTIC, 0, 60, 0.05, 0.1}, 3, 0.2, 50},
        {{SPRT_NORMALIZED, 0, 60, 0.05, 0.05}, 5, 0.5, 20},
        {{SPRT_NORMALIZED, -30, 30, 0.05, 0.05}, 3, 0, 10},
    };
    Rng rng = rng_init(seed_init(11));
    for (size_t i = 0; i < COUNT(CASES); i++) {
        const size_t outcomes = CASES[i].outcomes;
        const Assumption truth = {1 / (1 + pow(10, -CASES[i].elo / 400)), CASES[i].draws, 0};
        double p[OUTCOMES_OF_PAIR];
        outcomes_like(&truth, outcomes, p);
        const Moments moments = {1, truth.score, assumption_variance(&truth, outcomes), 0};
        const double elo = CASES[i].test.model == SPRT_LOGISTIC
                               ? CASES[i].elo
                               : elo_normalized(&moments, outcomes);
        const SprtPlan plan = plan_sprt(&CASES[i].test, &truth, outcomes, elo);
        const Simulated seen = simulate(&CASES[i].test, p, outcomes, RUNS, &rng);
        const double error = sqrt(plan.acceptance * (1 - plan.acceptance) / RUNS);
        print_message("H1 %.3f, planned %.3f; units %.1f, planned %.1f\n", seen.acceptance,
                      plan.acceptance, seen.units, plan.units);
        assert_near(seen.acceptance, plan.acceptance, 3 * error + 0.01);
        assert_near(seen.units / plan.units, 1, 0.1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_variances),       cmocka_unit_test(test_units_are_the_fewest),
        cmocka_unit_test(test_plan_by_hand),    cmocka_unit_test(test_plan_properties),
        cmocka_unit_test(test_simulated_tests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
