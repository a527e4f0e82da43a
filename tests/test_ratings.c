// Ratings: values that another program computed with 60 digits and numeric derivatives, what has
// no finite rating, and properties that must always hold.
#include "analysis/findings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define ALL_WON            \
    {                      \
        {0, 0, 50}, {0}, { \
            0              \
        }                  \
    } /* moving first won, moving second lost */

enum { MOST_PLAYERS = 4, MAX_COLUMNS = 100 };

static void assert_near(double value, double expected) {
    if (isnan(value) && isnan(expected)) return;
    if (fabs(value - expected) <= 1e-6 * fmax(fabs(expected), 1e-9)) return;
    fail_msg("%.12g is not %.12g", value, expected);
}

static void test_worked_values(void **state) {
    (void)state;
    static const struct {
        size_t players, matches;
        RatingMatch match[3];
        double rating[MOST_PLAYERS], error[MOST_PLAYERS], model_error[MOST_PLAYERS];
        double advantage, advantage_error, advantage_model_error, ratio, p;
        double superiority[MOST_PLAYERS][MOST_PLAYERS];
    } CASES[] = {
        {2,
         1,
         {{{0, 1}, {{30, 25, 120}, {15, 40, 20}, {18, 12, 20}}}},
         {9.405641251, -9.405641251},
         {5.520791127, 5.520791127},
         {7.649558745, 7.649558745},
         135.32907,
         14.42779416,
         15.29911749,
         84.33284847,
         4.181103895e-20,
         {{NAN, 0.9557792152}, {0.04422078484, NAN}}},
        {3,
         3,
         {{{0, 1}, {{30, 25, 120}, {15, 40, 20}, {18, 12, 20}}},
          {{1, 2}, {{40, 10, 30}, {8, 12, 15}, {5, 6, 24}}},
          {{2, 0}, {{12, 5, 40}, {9, 20, 22}, {14, 3, 75}}}},
         {46.90922764, 12.18669865, -59.09592629},
         {6.529105259, 7.283659501, 9.335792889},
         {7.88596632, 8.293144834, 9.432936964},
         99.8976327,
         8.911246239,
         10.26534885,
         99.12171266,
         2.374505525e-23,
         {{NAN, 0.9996648858, 1},
          {0.0003351142087, NAN, 0.9999981054},
          {8.130693488e-14, 1.894587288e-06, NAN}}},
        {4, // a chain; one of its cells names the players the other way round
         3,
         {{{0, 1}, {{30, 25, 120}, {15, 40, 20}, {18, 12, 20}}},
          {{1, 2}, {{40, 10, 30}, {8, 12, 15}, {5, 6, 24}}},
          {{3, 2}, {{12, 5, 40}, {9, 20, 22}, {14, 3, 75}}}},
         {65.02444379, 47.40826461, 10.83868626, -123.2713947},
         {14.07057795, 12.0156478, 11.98345928, 17.69140697},
         {16.04072446, 12.13828677, 12.11561945, 18.27788562},
         100.3633818,
         8.970502288,
         10.2935773,
         99.56231364,
         1.900873798e-23,
         {{NAN, 0.9558261332, 0.9882360841, 0.9999999998},
          {0.04417386676, NAN, 0.9549410993, 0.9999999991},
          {0.01176391592, 0.04505890066, NAN, 1},
          {2.236758602e-10, 8.751327562e-10, 1.205860321e-13, NAN}}},
    };
    for (size_t i = 0; i < COUNT(CASES); i++) {
        Ratings ratings;
        const size_t players = CASES[i].players;
        assert_true(ratings_init(&ratings, CASES[i].match, CASES[i].matches, players));
        for (size_t j = 0; j < players; j++) {
            const PlayerRating *player = &ratings.players[j];
            assert_near(player->rating.value, CASES[i].rating[j]);
            assert_near(player->error, CASES[i].error[j]);
            assert_near(player->model_error, CASES[i].model_error[j]);
            for (size_t k = 0; k < players; k++)
                assert_near(ratings.superiority[j * players + k], CASES[i].superiority[j][k]);
        }
        assert_near(ratings.advantage.value.value, CASES[i].advantage);
        assert_near(ratings.advantage.error, CASES[i].advantage_error);
        assert_near(ratings.advantage.model_error, CASES[i].advantage_model_error);
        assert_near(ratings.advantage.ratio, CASES[i].ratio);
        assert_near(ratings.advantage.p, CASES[i].p);
        assert_int_equal(ratings.group_count, 1);
        ratings_release(&ratings);
    }
}

// E3 of statistics.md again, from 300 pairs: what follows from 175 wins, 75 draws of 300 games
// moving first, and from 63 and 77 moving second.
static void test_two_players_by_hand(void **state) {
    (void)state;
    static const RatingMatch E3 = {{0, 1}, {{30, 25, 120}, {15, 40, 20}, {18, 12, 20}}};
    const double first = (175 + 75 / 2.0) / 300, second = (63 + 77 / 2.0) / 300;
    const double with = 400 * log10(first / (1 - first)),
                 against = 400 * log10((1 - second) / second);
    Ratings ratings;
    assert_true(ratings_init(&ratings, &E3, 1, 2));
    assert_near(ratings.players[0].rating.value, (with - against) / 4);
    assert_near(ratings.advantage.value.value, (with + against) / 2);
    assert_near(ratings.players[0].score, 0.5233333333);
    const double reach = 1.967929669 * ratings.players[0].error; // t of 299
    assert_near(ratings.players[0].rating.high - ratings.players[0].rating.value, reach);
    assert_int_equal(ratings.pairs, 300);
    ratings_release(&ratings);
}

static void assert_none(Interval interval) {
    assert_true(isnan(interval.value) && isnan(interval.low) && isnan(interval.high));
}

static void test_perfect_scores_have_a_bound(void **state) {
    (void)state;
    // 0 and 1 are equal; 2 beat both of them always, 3 lost to both always, 4 lost to 3 always.
    static const RatingMatch MATCHES[] = {
        {{0, 1}, {{10, 0, 20}, {0, 0, 0}, {20, 0, 10}}},
        {{2, 0}, {{50, 0, 0}}},
        {{1, 2}, {{0}, {0}, {0, 0, 50}}},
        {{3, 0}, {{0}, {0}, {0, 0, 50}}},
        {{1, 3}, {{50, 0, 0}}},
        {{3, 4}, {{50, 0, 0}}},
    };
    Ratings ratings;
    assert_true(ratings_init(&ratings, MATCHES, COUNT(MATCHES), 5));
    const Interval all = interval_of_mean(1, 0, 100);
    const double elo = 400 * log10(all.low / (1 - all.low));
    assert_near(ratings.players[0].rating.value, 0);
    assert_near(ratings.players[1].rating.value, 0);
    assert_true(isnan(ratings.players[2].rating.value));
    assert_near(ratings.players[2].rating.low, elo);
    assert_true(isnan(ratings.players[2].rating.high));
    assert_true(isnan(ratings.players[3].rating.low));
    assert_near(ratings.players[3].rating.high, -elo);
    assert_none(ratings.players[4].rating);
    assert_true(isnan(ratings.superiority[2 * 5 + 0]));
    assert_int_equal(ratings.group_count, 1);
    assert_int_equal(ratings.pairs, 60);
    ratings_release(&ratings);
}

static void test_nobody_is_rated(void **state) {
    (void)state;
    static const RatingMatch ALWAYS = {{0, 1}, {{50, 0, 0}}}, NEVER = {{0, 1}, {{0}}};
    const RatingMatch *const cases[] = {&ALWAYS, &NEVER};
    for (size_t i = 0; i < COUNT(cases); i++) {
        Ratings ratings;
        assert_true(ratings_init(&ratings, cases[i], 1, 2));
        assert_none(ratings.players[0].rating);
        assert_none(ratings.players[1].rating);
        assert_none(ratings.advantage.value);
        assert_true(isnan(ratings.advantage.p));
        assert_int_equal(ratings.group_count, i == 0 ? 1 : 2);
        assert_int_equal(ratings.pairs, 0);
        ratings_release(&ratings);
    }
}

static void test_groups_stand_apart(void **state) {
    (void)state;
    static const RatingMatch MATCHES[] = {
        {{0, 2}, {{30, 25, 120}, {15, 40, 20}, {18, 12, 20}}},
        {{1, 3}, {{40, 10, 30}, {8, 12, 15}, {5, 6, 24}}},
    };
    Ratings ratings;
    assert_true(ratings_init(&ratings, MATCHES, 2, 5));
    static const int32_t GROUPS[] = {0, 1, 0, 1, 2};
    for (size_t i = 0; i < COUNT(GROUPS); i++)
        assert_int_equal(ratings.players[i].place.group, GROUPS[i]);
    assert_int_equal(ratings.group_count, 3);
    assert_near(ratings.players[0].rating.value + ratings.players[2].rating.value + 1, 1);
    assert_near(ratings.players[1].rating.value + ratings.players[3].rating.value + 1, 1);
    assert_true(ratings.players[1].rating.value > 0);
    assert_none(ratings.players[4].rating);
    assert_true(isnan(ratings.players[4].score));
    assert_true(isnan(ratings.superiority[0 * 5 + 1]));
    assert_true(ratings.superiority[0 * 5 + 2] > 0.9);
    assert_near(ratings.superiority[0 * 5 + 2] + ratings.superiority[2 * 5 + 0], 1);
    ratings_release(&ratings);
}

// Who moves first won all: the advantage is beyond bounds, and the players are equal.
static void test_advantage_beyond_bounds(void **state) {
    (void)state;
    static const RatingMatch FIRST = {{0, 1}, ALL_WON}, SECOND = {{0, 1}, {{0}, {0}, {50, 0, 0}}};
    const Interval all = interval_of_mean(1, 0, 50);
    const double elo = 400 * log10(all.low / (1 - all.low));
    for (int sign = -1; sign <= 1; sign += 2) {
        Ratings ratings;
        assert_true(ratings_init(&ratings, sign > 0 ? &FIRST : &SECOND, 1, 2));
        const Advantage *advantage = &ratings.advantage;
        assert_false(advantage->fitted);
        assert_true(isnan(advantage->value.value));
        assert_near(sign > 0 ? advantage->value.low : -advantage->value.high, elo);
        assert_true(isnan(sign > 0 ? advantage->value.high : advantage->value.low));
        assert_near(advantage->ratio, 200 * M_LN2);
        assert_true(advantage->p < 1e-20);
        assert_near(ratings.players[0].rating.value + 1, 1);
        ratings_release(&ratings);
    }
}

// Moving first 0 won all, moving second half: R and A grow together without bounds.
static void test_strength_and_advantage_beyond_bounds(void **state) {
    (void)state;
    static const RatingMatch MATCH = {{0, 1}, {{25, 0, 25}}};
    Ratings ratings;
    assert_true(ratings_init(&ratings, &MATCH, 1, 2));
    assert_none(ratings.advantage.value);
    assert_true(ratings.advantage.p < 1e-5);
    // Without an advantage: the Elo of 75 %.
    const double elo = 400 * log10(3);
    assert_near(ratings.players[0].rating.value - ratings.players[1].rating.value, elo);
    ratings_release(&ratings);
}

static void test_draws_only(void **state) {
    (void)state;
    static const RatingMatch MATCH = {{0, 1}, {{0}, {0, 100, 0}, {0}}};
    Ratings ratings;
    assert_true(ratings_init(&ratings, &MATCH, 1, 2));
    assert_near(ratings.players[0].rating.value + 1, 1);
    // 100 pairs as so many coins: an error of 0.05 in the score at ½, of half the difference.
    const double error = 0.05 * 4 * 400 / M_LN10 / 2;
    assert_near(ratings.players[0].error, error);
    assert_near(ratings.players[0].model_error, error / M_SQRT2);
    assert_near(ratings.players[0].rating.low, -student_quantile(99) * error);
    assert_near(ratings.superiority[1], 0.5);
    assert_near(ratings.advantage.p, 1);
    ratings_release(&ratings);
}

// ---- Properties ----

static void random_matches(Rng *rng, RatingMatch matches[], size_t count, uint32_t players) {
    for (size_t i = 0; i < count; i++) {
        const uint32_t zero = rng_below(rng, players), step = 1 + rng_below(rng, players - 1);
        matches[i] = (RatingMatch){.players = {(int32_t)zero, (int32_t)((zero + step) % players)}};
        const uint32_t most = 1u << rng_below(rng, 8);
        for (int cell = 0; cell < 9; cell++)
            if (rng_below(rng, 3) == 0) matches[i].pairs[cell / 3][cell % 3] = rng_below(rng, most);
    }
}

static void assert_order(Interval interval) {
    if (!isnan(interval.low) && !isnan(interval.value))
        assert_true(interval.low <= interval.value && interval.value <= interval.high);
    assert_false(isinf(interval.value) || isinf(interval.low) || isinf(interval.high));
}

// Whatever was played: estimates are within their bounds, groups have mean 0, the sum of points is
// what the model expects, and naming the players of a cell the other way round changes nothing.
static void test_properties(void **state) {
    (void)state;
    enum { MATCHES = 7, ROUNDS = 3000 };
    Rng rng = rng_init(seed_init(4));
    for (int round = 0; round < ROUNDS; round++) {
        RatingMatch matches[MATCHES], swapped[MATCHES];
        const uint32_t players = 2 + rng_below(&rng, 6);
        random_matches(&rng, matches, MATCHES, players);
        for (size_t i = 0; i < MATCHES; i++) {
            swapped[i] = (RatingMatch){.players = {matches[i].players[1], matches[i].players[0]}};
            for (int row = 0; row < 3; row++)
                for (int column = 0; column < 3; column++)
                    swapped[i].pairs[2 - column][2 - row] = matches[i].pairs[row][column];
        }
        Ratings ratings, other;
        assert_true(ratings_init(&ratings, matches, MATCHES, players));
        assert_true(ratings_init(&other, swapped, MATCHES, players));
        double sums[8] = {0};
        for (size_t i = 0; i < players; i++) {
            const PlayerRating *player = &ratings.players[i];
            assert_order(player->rating);
            assert_near(player->rating.value + 1e6, other.players[i].rating.value + 1e6);
            if (!isnan(player->rating.value)) sums[player->place.group] += player->rating.value;
            if (player->score <= 0 || player->score >= 1) assert_true(isnan(player->rating.value));
        }
        for (size_t i = 0; i < 8; i++) assert_true(fabs(sums[i]) < 1e-6);
        assert_order(ratings.advantage.value);
        assert_true(isnan(ratings.advantage.p) ||
                    (ratings.advantage.p >= 0 && ratings.advantage.p <= 1));
        for (size_t i = 0; i < players * players; i++)
            assert_true(isnan(ratings.superiority[i]) ||
                        (ratings.superiority[i] >= 0 && ratings.superiority[i] <= 1));
        ratings_release(&ratings);
        ratings_release(&other);
    }
}

// ---- Cells against cells ----

// First player's wins, draws and losses of unpaired games; the first two are E4 of statistics.md.
static const int64_t FOUR[][3] = {
    {980, 200, 820}, {930, 200, 870}, {1040, 180, 780}, {900, 240, 860}};

static CellStats stats_of_counts(const int64_t counts[3]) {
    CellStats stats;
    Tally tally;
    tally_init(&tally, false);
    tally.results[RESULT_FIRST] = counts[0];
    tally.results[RESULT_DRAW] = counts[1];
    tally.results[RESULT_SECOND] = counts[2];
    tally.games = counts[0] + counts[1] + counts[2];
    assert_true(cell_stats_compute(&tally, 1, RESAMPLING_DONE, &stats));
    tally_release(&tally);
    return stats;
}

static void test_comparisons(void **state) {
    (void)state;
    static const struct {
        double difference, error, z, p, p_holm;
    } EXPECTED[] = {
        {0.025, 0.01496955243, 1.670056611, 0.09490816362, 0.2830655201},
        {-0.025, 0.01494448059, -1.672858408, 0.09435517336, 0.2830655201},
        {0.03, 0.01488791456, 2.015057238, 0.04389865207, 0.1755946083},
        {-0.05, 0.01496746472, -3.340579113, 0.000836038577, 0.004180192885},
        {0.005, 0.01491098588, 0.3353232334, 0.7373812695, 0.7373812695},
        {0.055, 0.0148858154, 3.694792562, 0.0002200663759, 0.001320398255},
    };
    CellStats stats[4];
    ComparisonList comparisons;
    for (size_t i = 0; i < 4; i++) stats[i] = stats_of_counts(FOUR[i]);
    assert_true(comparisons_init(&comparisons, stats, 4));
    assert_int_equal(comparisons.count, COUNT(EXPECTED));
    for (size_t i = 0; i < COUNT(EXPECTED); i++) {
        const Comparison *at = &comparisons.list[i];
        assert_near(at->difference.value, EXPECTED[i].difference);
        assert_near(at->error, EXPECTED[i].error);
        assert_near(at->z, EXPECTED[i].z);
        assert_near(at->p, EXPECTED[i].p);
        assert_near(at->p_holm, EXPECTED[i].p_holm);
        assert_order(at->difference);
        // With so many units Newcombe's bounds are nearly those of ± z·SE.
        assert_true(fabs(at->difference.high - at->difference.value - INTERVAL_Z * at->error) <
                    2e-4);
    }
    comparisons_release(&comparisons);
}

static void test_cells_without_an_error(void **state) {
    (void)state;
    static const int64_t CASES[][3] = {{0, 0, 0}, {1, 0, 0}, {50, 0, 0}, {0, 50, 0}, {30, 10, 10}};
    CellStats stats[5];
    ComparisonList comparisons;
    for (size_t i = 0; i < 5; i++) stats[i] = stats_of_counts(CASES[i]);
    assert_true(comparisons_init(&comparisons, stats, 5));
    assert_int_equal(comparisons.count, 6); // nothing is compared with the cell without games
    assert_int_equal(comparisons.tests, 0);
    for (size_t i = 0; i < comparisons.count; i++) {
        assert_true(isnan(comparisons.list[i].p) && isnan(comparisons.list[i].p_holm));
        assert_int_equal(isnan(comparisons.list[i].difference.low), i < 3);
    }
    comparisons_release(&comparisons);
    CellStats many[COMPARISON_MAX_CELLS + 1];
    for (size_t i = 0; i < COUNT(many); i++) many[i] = stats[4];
    assert_true(comparisons_init(&comparisons, many, COUNT(many)));
    assert_int_equal(comparisons.count, 0);
    comparisons_release(&comparisons);
}

static void assert_trend(const Trend *trend, TrendKey key, const double expected[6],
                         size_t freedom) {
    assert_int_equal(trend->key, key);
    assert_near(trend->slope.value, expected[0]);
    assert_near(trend->error, expected[1]);
    assert_near(trend->slope.low, expected[2]);
    assert_near(trend->slope.high, expected[3]);
    assert_near(trend->p, expected[4]);
    assert_near(trend->misfit, expected[5]);
    assert_int_equal(trend->freedom, freedom);
}

// Slopes by solving the normal equations with a level for each group.
static void test_trends(void **state) {
    (void)state;
    static const CellLabel SIZES[] = {{0, "agros:size=8,farmers=3,rule=sow", {"u", "u"}},
                                      {1, "agros:size=10,farmers=3,rule=sow", {"u", "u"}},
                                      {2, "agros:size=12,farmers=3,rule=sow", {"u", "u"}},
                                      {3, "agros:size=16,farmers=3,rule=sow", {"u", "u"}}},
                           GRID[] = {{0, "agros:size=8,farmers=3,rule=sow", {"u", "u"}},
                                     {1, "agros:size=10,farmers=3,rule=sow", {"u", "u"}},
                                     {2, "agros:size=8,farmers=3,rule=static", {"u", "u"}},
                                     {3, "agros:size=10,farmers=3,rule=static", {"u", "u"}}},
                           WORK[] = {{0, "awale", {"a", "a"}},
                                     {1, "awale", {"b", "b"}},
                                     {2, "awale", {"c", "c"}},
                                     {3, "awale", {"d", "d"}}};
    static const char *const SPECS[] = {"mcts:simulations=100,c=1", "mcts:simulations=200,c=1",
                                        "mcts:simulations=400,c=1", "mcts:simulations=3200,c=1"};
    static const double OF_SIZE[] = {-0.009912171902, 0.007133550651, -0.02389367426,
                                     0.004069330456,  0.1646763618,   15.24837818},
                        OF_GRID[] = {-0.08046229904, 0.02124335929,   -0.1220985182,
                                     -0.03882607993, 0.0001520820641, 2.032724025},
                        OF_WORK[] = {-0.01878954193, 0.01126823208, -0.04087487097,
                                     0.003295787114, 0.09541916902, 14.39864198};
    CellStats stats[4];
    TrendList trends;
    for (size_t i = 0; i < 4; i++) stats[i] = stats_of_counts(FOUR[i]);
    assert_true(trends_find(&trends, SIZES, stats, NULL, 4));
    assert_int_equal(trends.count, 1);
    assert_trend(&trends.list[0], TREND_SIZE, OF_SIZE, 2);
    assert_true(trends_find(&trends, GRID, stats, NULL, 4));
    assert_int_equal(trends.count, 1);
    assert_int_equal(trends.list[0].groups, 2);
    assert_trend(&trends.list[0], TREND_SIZE, OF_GRID, 1);
    assert_true(trends_find(&trends, WORK, stats, SPECS, 4));
    assert_int_equal(trends.count, 1);
    assert_trend(&trends.list[0], TREND_SIMULATIONS, OF_WORK, 2);
    assert_true(trends_find(&trends, WORK, stats, NULL, 4));
    assert_int_equal(trends.count, 0);
    assert_true(trends_find(&trends, SIZES, stats, SPECS, 2));
    assert_int_equal(trends.count, 0);

    static const int64_t WON[3] = {50, 0, 0};
    stats[0] = stats_of_counts(WON);
    assert_true(trends_find(&trends, SIZES, stats, NULL, 4));
    assert_int_equal(trends.list[0].left_out, 1);
    assert_int_equal(trends.list[0].cells, 3);
}

// ---- As they are printed ----

static void check_width(const char *text) {
    size_t columns = 0;
    for (; *text; text++) {
        columns = *text == '\n' ? 0 : columns + ((*text & 0xc0) != 0x80);
        assert_true(columns <= MAX_COLUMNS);
    }
}

// The findings as an object of JSON, a line feed, and the text. The caller frees it.
static char *print_findings(const CellLabel labels[], const CellStats stats[], size_t count) {
    char *text = NULL;
    size_t size = 0;
    Findings findings;
    FILE *stream = open_memstream(&text, &size);
    assert_non_null(stream);
    assert_true(findings_init(&findings, labels, stats, NULL, count));
    JsonWriter json = json_writer(stream, true);
    json_begin_object(&json);
    findings_write(&findings, &json);
    json_end_object(&json);
    fputc('\n', stream);
    assert_true(findings_print(&findings, stream));
    findings_release(&findings);
    assert_int_equal(fclose(stream), 0);
    return text;
}

// Valid JSON, nothing that is no number, no line too wide.
static char *check_findings(const CellLabel labels[], const CellStats stats[], size_t count) {
    char *text = print_findings(labels, stats, count);
    const char *table = strstr(text, "\n}\n");
    assert_non_null(table);
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "inf"));
    Status status;
    cJSON *tree = json_parse(text, (size_t)(table + 3 - text), &status);
    if (!tree) fail_msg("%s", status.message);
    cJSON_Delete(tree);
    check_width(table + 3);
    return text;
}

static void assert_says(const char *text, const char *expected) {
    if (!strstr(text, expected)) fail_msg("nothing of '%s' in\n%s", expected, text);
}

static void add_pairs(Tally *tally, int64_t from, int64_t count, Result first, Result second) {
    for (int64_t i = 2 * from; i < 2 * (from + count); i++) {
        const Result result = i % 2 ? second : first;
        const GameFacts facts = {.number = i,
                                 .result = result,
                                 .end = result == RESULT_NONE ? END_PLY_LIMIT : END_PASSES,
                                 .plies = 10,
                                 .legal_plies = 20};
        assert_true(tally_add(tally, &facts));
    }
}

static const CellLabel TRIANGLE[] = {{0, "agros:size=8,farmers=3,rule=sow", {"a", "b"}},
                                     {1, "agros:size=8,farmers=3,rule=sow", {"a", "c"}},
                                     {2, "agros:size=8,farmers=3,rule=sow", {"b", "c"}}};

// Three cells of `pairs` pairs with the same two results each, and what the table says of that.
static void check_degenerate(int64_t pairs, Result first, Result second) {
    CellStats stats[3];
    for (size_t i = 0; i < 3; i++) {
        Tally tally;
        tally_init(&tally, true);
        add_pairs(&tally, 0, pairs, first, second);
        assert_true(cell_stats_compute(&tally, 1, RESAMPLING_DONE, &stats[i]));
        tally_release(&tally);
    }
    char *text = check_findings(TRIANGLE, stats, 3);
    assert_says(text, "Ratings in");
    const bool finished = pairs > 0 && first != RESULT_NONE && second != RESULT_NONE;
    if (!finished) assert_says(text, "no finite rating");
    free(text);
    free(check_findings(TRIANGLE, stats, 1));
    free(check_findings(TRIANGLE, stats, 0));
}

static void test_degenerate_findings(void **state) {
    (void)state;
    static const int64_t COUNTS[] = {0, 1, 2, 100};
    for (size_t i = 0; i < COUNT(COUNTS); i++)
        for (unsigned results = 0; results < RESULT_COUNT * RESULT_COUNT; results++)
            check_degenerate(COUNTS[i], (Result)(results / RESULT_COUNT),
                             (Result)(results % RESULT_COUNT));
}

enum { SPLIT_GAMES = 301, SHARDS = 4 };

// A finding is a function of sums: however games are split over tallies, and in whatever order
// these are merged.
static void split_games(Rng *rng, const GameFacts games[], Tally *tally) {
    Tally shards[SHARDS];
    for (size_t i = 0; i < SHARDS; i++) tally_init(&shards[i], true);
    for (size_t i = 0; i < SPLIT_GAMES; i++)
        assert_true(tally_add(&shards[rng_below(rng, SHARDS)], &games[i]));
    const size_t start = rng_below(rng, SHARDS);
    for (size_t i = 0; i < SHARDS; i++)
        assert_true(tally_merge(tally, &shards[(start + i) % SHARDS]));
    for (size_t i = 0; i < SHARDS; i++) tally_release(&shards[i]);
}

static char *print_split(Rng *rng, GameFacts games[3][SPLIT_GAMES]) {
    CellStats stats[3];
    for (size_t i = 0; i < 3; i++) {
        Tally tally;
        tally_init(&tally, true);
        split_games(rng, games[i], &tally);
        assert_true(cell_stats_compute(&tally, 1, RESAMPLING_DONE, &stats[i]));
        tally_release(&tally);
    }
    return check_findings(TRIANGLE, stats, 3);
}

static void test_any_split_gives_the_same_bytes(void **state) {
    (void)state;
    static GameFacts games[3][SPLIT_GAMES];
    Rng rng = rng_init(seed_init(9));
    for (size_t i = 0; i < 3 * SPLIT_GAMES; i++)
        games[i / SPLIT_GAMES][i % SPLIT_GAMES] =
            (GameFacts){.number = (int64_t)(i % SPLIT_GAMES),
                        .result = (Result)rng_below(&rng, RESULT_COUNT),
                        .end = END_PASSES,
                        .plies = 10};
    char *expected = print_split(&rng, games);
    for (int round = 0; round < 20; round++) {
        char *text = print_split(&rng, games);
        assert_string_equal(text, expected);
        free(text);
    }
    free(expected);
}

static void test_table_of_ratings(void **state) {
    (void)state;
    Tally tally[3];
    CellStats stats[3];
    for (size_t i = 0; i < 3; i++) {
        tally_init(&tally[i], true);
        add_pairs(&tally[i], 0, 40, RESULT_FIRST, RESULT_SECOND); // player 0 won both
        if (i == 0) add_pairs(&tally[i], 40, 20, RESULT_SECOND, RESULT_DRAW);
        if (i == 0) add_pairs(&tally[i], 60, 1, RESULT_NONE, RESULT_DRAW);
        assert_true(cell_stats_compute(&tally[i], 1, RESAMPLING_DONE, &stats[i]));
        tally_release(&tally[i]);
    }
    char *text = check_findings(TRIANGLE, stats, 3);
    assert_says(text, "\nRatings in agros 8×8/3 sow\n\n"
                      "player  rating       [95 %]  better %  games  score %\n");
    assert_says(text, "\nc            –    [–, -");
    assert_says(text, "no finite rating");
    assert_says(text, "pairs  open\n");
    assert_says(text, "\"unfinished_pairs\": 1,");
    free(text);
}

static void test_table_of_comparisons(void **state) {
    (void)state;
    static const CellLabel LABELS[] = {{0, "agros:size=8,farmers=3,rule=sow", {"u", "u"}},
                                       {1, "agros:size=10,farmers=3,rule=sow", {"u", "u"}},
                                       {2, "agros:size=12,farmers=3,rule=sow", {"u", "u"}},
                                       {3, "agros:size=14,farmers=3,rule=sow", {"u", "u"}}};
    CellStats stats[4];
    for (size_t i = 0; i < 4; i++) stats[i] = stats_of_counts(FOUR[i]);
    char *text = check_findings(LABELS, stats, 4);
    assert_says(text, "first % is higher in  than in             by      [95 %]       p\n");
    assert_says(text, "\nagros 12×12/3 sow     agros 14×14/3 sow  5.5  [2.6, 8.4]  0.0013\n");
    assert_says(text, "\nagros 12×12/3 sow     agros 10×10/3 sow  5.0  [2.1, 7.9]  0.0042\n");
    assert_says(text, "6 comparisons");
    assert_says(text, "\nrow of the board");
    free(text);
    text = check_findings(LABELS, stats, 2);
    assert_says(text, "No two cells are known to differ in first % (1 comparison");
    free(text);
    static const int64_t WON[3] = {50, 0, 0};
    for (size_t i = 0; i < 4; i++) stats[i] = stats_of_counts(WON);
    text = check_findings(LABELS, stats, 4);
    assert_says(text, "cannot be known");
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_worked_values),
        cmocka_unit_test(test_two_players_by_hand),
        cmocka_unit_test(test_perfect_scores_have_a_bound),
        cmocka_unit_test(test_nobody_is_rated),
        cmocka_unit_test(test_groups_stand_apart),
        cmocka_unit_test(test_advantage_beyond_bounds),
        cmocka_unit_test(test_strength_and_advantage_beyond_bounds),
        cmocka_unit_test(test_draws_only),
        cmocka_unit_test(test_properties),
        cmocka_unit_test(test_degenerate_findings),
        cmocka_unit_test(test_any_split_gives_the_same_bytes),
        cmocka_unit_test(test_table_of_ratings),
        cmocka_unit_test(test_comparisons),
        cmocka_unit_test(test_cells_without_an_error),
        cmocka_unit_test(test_trends),
        cmocka_unit_test(test_table_of_comparisons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
