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
    assert_true(isnan(ratings.players[0].rating.low) && isnan(ratings.players[0].error));
    assert_true(isnan(ratings.superiority[1]));
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
    assert_true(findings_init(&findings, labels, stats, count));
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
    if (finished && first == RESULT_DRAW && second == RESULT_DRAW)
        assert_says(text, "the error cannot be known");
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
        cmocka_unit_test(test_table_of_ratings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
