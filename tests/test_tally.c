// Tallies do not depend on the order of games, nor on how these are split over tallies; what is
// printed from them is always valid.
#include "analysis/bootstrap.h"
#include "analysis/distinct.h"
#include "analysis/key_table.h"
#include "analysis/stats.h"
#include "analysis/tally.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 2000, SHARDS = 5, MAX_COLUMNS = 100 };

static const CellLabel LABEL = {7, "agros:size=8,farmers=3,rule=sow", {"uct", "greedy"}};

// What is printed of a tally: the JSON, a line feed, the table. The caller frees it.
static char *print_tally(const Tally *tally, const CellLabel *label) {
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    assert_non_null(stream);
    CellStats stats;
    assert_true(cell_stats_compute(tally, 42, RESAMPLING_DONE, &stats));
    JsonWriter json = json_writer(stream, true);
    stats_write_cell(&json, label, &stats);
    fputc('\n', stream);
    assert_true(stats_table(stream, label, &stats, 1, 0));
    assert_int_equal(fclose(stream), 0);
    return text;
}

static GameFacts random_game(Rng *rng, int64_t number) {
    static const Result RESULTS[] = {RESULT_FIRST, RESULT_FIRST, RESULT_SECOND, RESULT_DRAW};
    const bool finished = rng_below(rng, 20) > 0, fault = finished && rng_below(rng, 10) == 0;
    return (GameFacts){
        .number = number,
        .result = finished ? RESULTS[rng_below(rng, fault ? 3 : 4)] : RESULT_NONE,
        .end = fault      ? END_CRASH
               : finished ? END_PASSES
                          : END_PLY_LIMIT,
        .plies = (int32_t)(rng_below(rng, 60) + rng_below(rng, 60)),
        .legal_plies = rng_below(rng, 3000),
        .has_score = true,
        .margin = (int32_t)(rng_below(rng, 30) + rng_below(rng, 30)) - 25,
        .hash = rng_below(rng, GAMES),
    };
}

static void shuffle(Rng *rng, GameFacts *games, size_t count) {
    for (size_t i = count; i > 1; i--) {
        const size_t other = rng_below(rng, (uint32_t)i);
        const GameFacts game = games[i - 1];
        games[i - 1] = games[other];
        games[other] = game;
    }
}

// Adds the games to random shards and merges these in random order.
static void add_in_shards(Tally *tally, Rng *rng, const GameFacts *games, size_t count) {
    Tally shards[SHARDS];
    for (size_t i = 0; i < SHARDS; i++) tally_init(&shards[i], tally->paired);
    for (size_t i = 0; i < count; i++) {
        assert_true(tally_add(&shards[rng_below(rng, SHARDS)], &games[i]));
    }
    const size_t start = rng_below(rng, SHARDS);
    for (size_t i = 0; i < SHARDS; i++) {
        assert_true(tally_merge(tally, &shards[(start + i) % SHARDS]));
    }
    for (size_t i = 0; i < SHARDS; i++) tally_release(&shards[i]);
}

static void check_any_order(bool paired, size_t count) {
    static GameFacts games[GAMES];
    Rng rng = rng_init(seed_number(seed_init(paired), count));
    for (size_t i = 0; i < count; i++) games[i] = random_game(&rng, (int64_t)i);
    Tally ordered;
    tally_init(&ordered, paired);
    for (size_t i = 0; i < count; i++) assert_true(tally_add(&ordered, &games[i]));
    char *expected = print_tally(&ordered, &LABEL);

    for (int round = 0; round < 10; round++) {
        Tally tally;
        tally_init(&tally, paired);
        shuffle(&rng, games, count);
        if (round % 2)
            add_in_shards(&tally, &rng, games, count);
        else
            for (size_t i = 0; i < count; i++) assert_true(tally_add(&tally, &games[i]));
        char *printed = print_tally(&tally, &LABEL);
        assert_string_equal(printed, expected);
        free(printed);
        tally_release(&tally);
    }
    free(expected);
    tally_release(&ordered);
}

static void test_any_order_gives_the_same_bytes(void **state) {
    (void)state;
    static const size_t COUNTS[] = {1, 2, 13, 301, GAMES};
    for (size_t i = 0; i < sizeof COUNTS / sizeof *COUNTS; i++) {
        check_any_order(false, COUNTS[i]);
        check_any_order(true, COUNTS[i]);
    }
}

// The value at a path such as "first_score.low".
static const cJSON *find(const cJSON *tree, const char *path) {
    char keys[64];
    snprintf(keys, sizeof keys, "%s", path);
    char *rest = NULL;
    for (char *key = strtok_r(keys, ".", &rest); key; key = strtok_r(NULL, ".", &rest)) {
        tree = cJSON_GetObjectItemCaseSensitive(tree, key);
        if (!tree) fail_msg("no %s", path);
    }
    return tree;
}

static size_t columns_of(const char *line) {
    size_t columns = 0;
    for (; *line && *line != '\n'; line++) columns += (*line & 0xc0) != 0x80;
    return columns;
}

static void check_width(const char *text) {
    for (const char *line = text; line; line = strchr(line, '\n')) {
        if (*line == '\n') line++;
        if (columns_of(line) > MAX_COLUMNS) fail_msg("%zu columns: %s", columns_of(line), line);
    }
}

// Prints and checks both forms; returns the JSON, which the caller deletes.
static cJSON *check_printed(const Tally *tally, const CellLabel *label) {
    char *text = print_tally(tally, label);
    const char *table = strstr(text, "\n}\n");
    assert_non_null(table);
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "inf"));
    Status status = {0};
    cJSON *tree = json_parse(text, (size_t)(table + 3 - text), &status);
    if (!tree) fail_msg("%s", status.message);
    check_width(table + 3);
    free(text);
    return tree;
}

static void check_table_says(const CellLabel *label, const CellStats *stats, size_t count,
                             int subject, const char *expected) {
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    assert_non_null(stream);
    assert_true(stats_table(stream, label, stats, count, subject));
    assert_int_equal(fclose(stream), 0);
    if (!strstr(text, expected)) fail_msg("nothing of '%s' in\n%s", expected, text);
    free(text);
}

// Degenerate cells: `games` equal games of one result each.
static void check_degenerate(bool paired, int64_t games, Result result, const char *game) {
    const CellLabel label = {0, game, {"random", "random"}};
    Tally tally;
    tally_init(&tally, paired);
    for (int64_t i = 0; i < games; i++) {
        const GameFacts facts = {.number = i,
                                 .result = result,
                                 .end = result == RESULT_NONE ? END_PLY_LIMIT : END_PASSES,
                                 .has_score = label.game[1] == 'g'};
        assert_true(tally_add(&tally, &facts));
    }
    cJSON *tree = check_printed(&tally, &label);
    const bool none = games == 0 || (paired && games == 1) || result == RESULT_NONE;
    assert_int_equal(cJSON_IsNull(find(tree, "first_score.value")), none);
    const int64_t units = none ? 0 : paired ? games / 2 : games;
    assert_int_equal(cJSON_IsNull(find(tree, "first_score.low")), units < 2);
    assert_true(cJSON_IsNull(find(tree, "branching")));
    CellStats stats;
    assert_true(cell_stats_compute(&tally, 42, RESAMPLING_DONE, &stats));
    if (none) check_table_says(&label, &stats, 1, 0, "nothing is known of the score");
    if (units == 1) check_table_says(&label, &stats, 1, 0, "gives no interval");
    cJSON_Delete(tree);
    tally_release(&tally);
}

static void test_degenerate_tallies(void **state) {
    (void)state;
    static const int64_t COUNTS[] = {0, 1, 2, 4, 100};
    for (size_t i = 0; i < sizeof COUNTS / sizeof *COUNTS; i++) {
        for (unsigned result = 0; result < RESULT_COUNT; result++) {
            check_degenerate(false, COUNTS[i], (Result)result, LABEL.game);
            check_degenerate(true, COUNTS[i], (Result)result, LABEL.game);
            check_degenerate(true, COUNTS[i], (Result)result, "awale");
        }
    }
}

static void add_game(Tally *tally, int64_t number, Result result, int32_t margin) {
    const GameFacts facts = {.number = number,
                             .result = result,
                             .end = result == RESULT_NONE ? END_PLY_LIMIT : END_PASSES,
                             .plies = 10,
                             .legal_plies = 45,
                             .has_score = true,
                             .margin = margin,
                             .hash = (uint64_t)number};
    assert_true(tally_add(tally, &facts));
}

static void assert_number(const cJSON *tree, const char *path, double expected) {
    const cJSON *item = find(tree, path);
    if (!cJSON_IsNumber(item)) fail_msg("%s is no number", path);
    if (fabs(item->valuedouble - expected) > 1e-9) {
        fail_msg("%s: %.12g is not %.12g", path, item->valuedouble, expected);
    }
}

static void test_unfinished_games_stand_apart(void **state) {
    (void)state;
    Tally tally;
    tally_init(&tally, true);
    add_game(&tally, 0, RESULT_FIRST, 5);   // player 0 wins
    add_game(&tally, 1, RESULT_SECOND, -3); // player 0 wins
    add_game(&tally, 2, RESULT_NONE, 0);
    add_game(&tally, 3, RESULT_FIRST, 1);
    add_game(&tally, 9, RESULT_DRAW, 0); // its partner is missing
    cJSON *tree = check_printed(&tally, &LABEL);
    assert_number(tree, "games", 5);
    assert_number(tree, "first_wins", 2);
    assert_number(tree, "draws", 1);
    assert_number(tree, "second_wins", 1);
    assert_number(tree, "unfinished", 1);
    assert_number(tree, "unfinished_pairs", 1);
    assert_number(tree, "first_score.value", 0.5);
    assert_number(tree, "first_score_if_unfinished.first", 3.5 / 5);
    assert_number(tree, "first_score_if_unfinished.second", 2.5 / 5);
    assert_number(tree, "strength.value", 1);
    assert_number(tree, "ends.ply-limit", 1);
    assert_number(tree, "branching", 4.5);
    assert_number(tree, "margin.mean", 0.375);
    assert_number(tree, "margin.median", 0.25);
    assert_number(cJSON_GetArrayItem(cJSON_GetArrayItem(find(tree, "pairs"), 0), 0), "", 1);
    assert_number(cJSON_GetArrayItem(find(tree, "pentanomial"), 4), "", 1);
    cJSON_Delete(tree);
    tally_release(&tally);
}

static void test_komi_played_is_added(void **state) {
    (void)state;
    const CellLabel label = {0, "agros:size=8,farmers=3,rule=sow,komi=6.5", {"random", "random"}};
    Tally tally;
    tally_init(&tally, false);
    for (int32_t i = 0; i < 9; i++) add_game(&tally, i, RESULT_FIRST, i - 3);
    cJSON *tree = check_printed(&tally, &label);
    assert_number(tree, "margin.median", 0.5);
    assert_number(tree, "fair_komi.value", 7);
    assert_number(tree, "fair_komi.low", 5.5);
    assert_number(tree, "fair_komi.high", 8.5);
    cJSON_Delete(tree);
    tally_release(&tally);
}

static void test_table_is_never_too_wide(void **state) {
    (void)state;
    static const CellLabel LABELS[] = {
        {0, "agros:size=16,farmers=15,rule=static,komi=-999.5", {"ü–ñ", "日本"}},
        {1, "agros:size=8,farmers=3,rule=sow", {"random", "a-player-with-quite-a-long-name"}},
        {2,
         "chess:variant=of-a-very-long-kind,with=many,keys=and,values=that,do=not,end=soon,"
         "and=again,and=again,more=×××××××××××××××××××××××××××××××××××××××××××××××××××××××××",
         {"another-player-with-a-name-that-is-too-long-for-any-table", "x"}},
    };
    enum { CELLS = sizeof LABELS / sizeof *LABELS };
    CellStats stats[CELLS];
    Rng rng = rng_init(seed_init(3));
    for (size_t i = 0; i < CELLS; i++) {
        Tally tally;
        tally_init(&tally, true);
        for (int64_t j = 0; j < 3000; j++) {
            const GameFacts game = random_game(&rng, j);
            assert_true(tally_add(&tally, &game));
        }
        assert_true(cell_stats_compute(&tally, 1, RESAMPLING_DONE, &stats[i]));
        tally_release(&tally);
        if (i == 0) stats[i].first_wins = stats[i].draws = stats[i].second_wins = 4000000000;
    }
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    assert_non_null(stream);
    for (int subject = 0; subject < 2; subject++)
        assert_true(stats_table(stream, LABELS, stats, CELLS, subject));
    assert_true(stats_table(stream, NULL, NULL, 0, 0));
    assert_int_equal(fclose(stream), 0);
    check_width(text);
    free(text);
}

// Of 40 games of one kind 19 distinct ones are told, 20 are not worth telling.
static void test_table_tells_of_repeats(void **state) {
    (void)state;
    static const CellLabel LABEL_OF_SELF = {0, "awale", {"a", "a"}};
    for (uint64_t distinct = 19; distinct <= 20; distinct++) {
        Tally tally;
        CellStats stats;
        tally_init(&tally, false);
        for (int64_t i = 0; i < 40; i++) {
            const GameFacts game = {.number = i,
                                    .result = i % 2 ? RESULT_FIRST : RESULT_SECOND,
                                    .end = END_MAJORITY,
                                    .plies = 50,
                                    .hash = 1 + (uint64_t)i % distinct};
            assert_true(tally_add(&tally, &game));
        }
        assert_true(cell_stats_compute(&tally, 1, RESAMPLING_DONE, &stats));
        check_table_says(&LABEL_OF_SELF, &stats, 1, 0,
                         distinct == 19 ? "games  distinct  first %" : "games  first %");
        tally_release(&tally);
    }
}

// The worked values E3 of statistics.md, told of either player.
static void test_table_tells_whose_strength(void **state) {
    (void)state;
    static const CellLabel LABELS[] = {{0, "awale", {"base", "a"}}, {1, "awale", {"base", "b"}}};
    static const int PAIRS[3][3] = {{30, 25, 120}, {15, 40, 20}, {18, 12, 20}};
    static const Result FIRST[] = {RESULT_FIRST, RESULT_DRAW, RESULT_SECOND};
    static const Result SECOND[] = {RESULT_SECOND, RESULT_DRAW, RESULT_FIRST};
    CellStats stats[2];
    Tally tally;
    int64_t number = 0;
    tally_init(&tally, true);
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++)
            for (int i = 0; i < PAIRS[row][column]; i++) {
                add_game(&tally, number++, FIRST[row], 0);
                add_game(&tally, number++, SECOND[column], 0);
            }
    assert_true(cell_stats_compute(&tally, 1, RESAMPLING_DONE, &stats[0]));
    stats[1] = stats[0];
    check_table_says(LABELS, stats, 2, 0, "Strength of base against each other one in awale\n");
    check_table_says(LABELS, stats, 2, 0,
                     "a          600    300     52.3  [49.6, 55.0]   16  [-3, 35]      –\n");
    check_table_says(LABELS, stats, 2, 1, "Strength of each player against base in awale\n");
    check_table_says(LABELS, stats, 2, 1,
                     "b         600    300     47.7  [45.0, 50.4]  -16  [-35, 3]      –\n");
    check_table_says(LABELS, stats, 1, 1, "Strength of a against base in awale\n");
    tally_release(&tally);
}

static void test_bootstrap_of_independent_margins(void **state) {
    (void)state;
    enum { PAIRS = 2000, SPREAD = 101 };
    static PairMargins list[PAIRS];
    Histogram margins;
    histogram_init(&margins);
    Rng rng = rng_init(seed_init(5));
    for (size_t i = 0; i < PAIRS; i++) {
        list[i].count = 1;
        for (size_t j = 0; j < 2; j++) {
            list[i].margins[j] = (int32_t)rng_below(&rng, SPREAD) - 50;
            assert_true(histogram_add(&margins, list[i].margins[j], 1));
        }
    }
    // Where pairing does not matter, resampling pairs comes to much the same as ranks.
    const Interval ranks = histogram_median_interval(&margins);
    Interval resampled;
    assert_true(bootstrap_median(list, PAIRS, 1, &resampled));
    assert_true(fabs(resampled.value - ranks.value) < 1e-12);
    assert_true(fabs(resampled.low - ranks.low) <= 1);
    assert_true(fabs(resampled.high - ranks.high) <= 1);
    histogram_release(&margins);
}

// Pairs whose margins cancel: whatever is drawn, the median is between the two middle ones.
static void test_bootstrap_respects_pairs(void **state) {
    (void)state;
    PairMargins list[] = {{{-20, 20}, 30}, {{12, -12}, 30}, {{-4, 4}, 40}};
    Interval interval;
    assert_true(bootstrap_median(list, 3, 1, &interval));
    assert_true(interval.value == 0 && interval.low == 0 && interval.high == 0);
    PairMargins few[] = {{{1, 2}, 5}};
    assert_true(bootstrap_median(few, 1, 1, &interval));
    assert_true(interval.value == 1.5 && isnan(interval.low) && isnan(interval.high));
}

static void test_key_table(void **state) {
    (void)state;
    enum { KEYS = 500, STEPS = 100000 };
    int64_t expected[KEYS] = {0};
    KeyTable table;
    key_table_init(&table);
    Rng rng = rng_init(seed_init(6));
    for (int i = 0; i < STEPS; i++) {
        const uint32_t key = rng_below(&rng, KEYS);
        if (rng_below(&rng, 3)) {
            assert_true(key_table_add(&table, key, 1));
            expected[key]++;
        } else {
            assert_int_equal(key_table_take(&table, key), expected[key]);
            expected[key] = 0;
        }
    }
    for (uint64_t key = 0; key < KEYS; key++) {
        assert_int_equal(key_table_take(&table, key), expected[key]);
    }
    assert_int_equal(table.count, 0);
    key_table_release(&table);
}

static void add_hashes(Distinct *set, uint64_t from, uint64_t to) {
    for (uint64_t i = from; i < to; i++) assert_true(distinct_add(set, i));
}

static void test_distinct_is_exact_up_to_its_limit(void **state) {
    (void)state;
    Distinct set;
    distinct_init(&set);
    assert_int_equal(distinct_count(&set), 0);
    add_hashes(&set, 0, 1000);
    add_hashes(&set, 500, 1500);
    assert_int_equal(distinct_count(&set), 1500);
    add_hashes(&set, 0, DISTINCT_EXACT_MAX);
    assert_int_equal(distinct_count(&set), DISTINCT_EXACT_MAX);
    assert_null(set.registers);
    add_hashes(&set, DISTINCT_EXACT_MAX, DISTINCT_EXACT_MAX + 1);
    assert_non_null(set.registers);
    assert_true(distinct_count(&set) > DISTINCT_EXACT_MAX);
    distinct_release(&set);
}

static void test_distinct_estimate(void **state) {
    (void)state;
    const uint64_t last = 3 * (uint64_t)DISTINCT_EXACT_MAX;
    Distinct whole, low, high;
    distinct_init(&whole);
    distinct_init(&low);
    distinct_init(&high);
    add_hashes(&whole, 0, last);
    const double error = (double)distinct_count(&whole) / (double)last - 1;
    assert_true(fabs(error) < 3 * 0.0081);

    // An exact set, with one of registers, in both directions.
    add_hashes(&low, 0, DISTINCT_EXACT_MAX / 2);
    add_hashes(&high, DISTINCT_EXACT_MAX / 4, last);
    assert_true(distinct_merge(&low, &high));
    assert_int_equal(distinct_count(&low), distinct_count(&whole));
    distinct_release(&low);
    add_hashes(&low, 0, DISTINCT_EXACT_MAX / 2);
    assert_true(distinct_merge(&high, &low));
    assert_int_equal(distinct_count(&high), distinct_count(&whole));
    distinct_release(&whole);
    distinct_release(&low);
    distinct_release(&high);
}

// Games lost by a fault are in the strength of who plays whom, and nowhere in the balance.
static void test_faults_count_for_strength_only(void **state) {
    static const End FAULTS[] = {END_ILLEGAL_MOVE, END_TIME, END_CRASH};
    (void)state;
    for (int paired = 0; paired < 2; paired++) {
        Tally tally;
        CellStats stats;
        tally_init(&tally, paired);
        for (int64_t i = 0; i < 80; i++) {
            // A pair in four has one, lost by player 0, who loses its other games too.
            const bool fault = i % 8 == 0;
            const GameFacts facts = {.number = i,
                                     .result = i % 2 == 0 ? RESULT_SECOND : RESULT_FIRST,
                                     .end = fault ? FAULTS[i / 8 % 3] : END_PASSES,
                                     .plies = 10,
                                     .has_score = !fault,
                                     .hash = (uint64_t)i};
            assert_true(tally_add(&tally, &facts));
        }
        assert_true(cell_stats_compute(&tally, 1, RESAMPLING_DONE, &stats));
        assert_int_equal(stats.games, 80);
        assert_int_equal(stats.first_wins, 40);
        assert_int_equal(stats.second_wins, 30);
        assert_int_equal(stats.draws + stats.unfinished, 0);
        assert_int_equal(
            stats.ends[END_ILLEGAL_MOVE] + stats.ends[END_TIME] + stats.ends[END_CRASH], 10);
        assert_int_equal(stats.scored_games, 70);
        assert_true(fabs(stats.score_if_first - 4.0 / 7) < 1e-12);
        assert_true(fabs(stats.score_if_second - 4.0 / 7) < 1e-12);
        assert_true(fabs(stats.first_score.score.value - (paired ? 0.5 : 4.0 / 7)) < 1e-12);
        assert_true(stats.draw_rate.value == 0);
        if (paired) {
            assert_int_equal(stats.finished_pairs, 40);
            assert_int_equal(stats.pairs[VERDICT_LOSS][VERDICT_LOSS], 40);
            assert_int_equal(stats.pentanomial[0], 40);
            assert_true(fabs(stats.first_win_rate.value - 0.5) < 1e-12);
        }
        tally_release(&tally);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_order_gives_the_same_bytes),
        cmocka_unit_test(test_faults_count_for_strength_only),
        cmocka_unit_test(test_degenerate_tallies),
        cmocka_unit_test(test_unfinished_games_stand_apart),
        cmocka_unit_test(test_komi_played_is_added),
        cmocka_unit_test(test_table_is_never_too_wide),
        cmocka_unit_test(test_table_tells_of_repeats),
        cmocka_unit_test(test_table_tells_whose_strength),
        cmocka_unit_test(test_bootstrap_of_independent_margins),
        cmocka_unit_test(test_bootstrap_respects_pairs),
        cmocka_unit_test(test_key_table),
        cmocka_unit_test(test_distinct_is_exact_up_to_its_limit),
        cmocka_unit_test(test_distinct_estimate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
