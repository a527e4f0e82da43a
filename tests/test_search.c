// Proof that the players search what they say they search: against a plain full-width search and
// full solutions, on made-up games with a known value, and through whole games of every kind.
#include "core/game.h"
#include "core/line.h"
#include "core/rng.h"
#include "search/evaluate.h"
#include "search/natural_log.h"
#include "search/player.h"
#include "search/transposition.h"
#include "tests/plain_search.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static Rng test_rng(const char *test, uint64_t number) {
    return rng_init(seed_number(seed_text(seed_init(1), test), number));
}

static int random_int(Rng *rng, int below) {
    return (int)rng_below(rng, (uint32_t)below);
}

// ---- Lines and players ----

static Line open_line(const char *spec) {
    Line line;
    Variant variant;
    Position start;
    Status status = {0};
    if (!variant_parse(&variant, spec, &status) ||
        !variant_position(&variant, &start, NULL, &status))
        fail_msg("%s: %s", spec, status.message);
    line_init(&line, &variant, &start);
    return line;
}

static Line open_position(const char *spec, const char *text) {
    Line line = open_line(spec);
    Status status = {0};
    if (!variant_position(&line.variant, &line.start, text, &status))
        fail_msg("%s: %s", text, status.message);
    line.position = line.start;
    return line;
}

static bool is_over(const Line *line) {
    return line_outcome(line).result != RESULT_NONE;
}

static void play(Line *line, Move move) {
    Status status = {0};
    if (!line_play(line, move, &status)) fail_msg("%s", status.message);
}

static Player *open_player(const char *spec, const Variant *variant) {
    PlayerSpec parsed;
    Status status = {0};
    if (!player_parse(&parsed, spec, &status)) fail_msg("%s: %s", spec, status.message);
    Player *player = player_create(&parsed, variant, &status);
    if (!player) fail_msg("%s: %s", spec, status.message);
    player->begin(player);
    return player;
}

static Decision choose(Player *player, const Line *line, Rng *rng) {
    Decision decision;
    assert_true(player->choose(player, line, rng, NULL, &decision));
    return decision;
}

// Ends the test with all it takes to see the fault again.
static void fail_at(const Line *line, const char *player, const char *what, double is,
                    double expected) {
    char spec[SPEC_MAX_LENGTH], position[GAME_POSITION_TEXT_SIZE];
    variant_format(&line->variant, spec);
    line->variant.game->format(&line->position, position);
    fail_msg("%s of %s is %.17g, not %.17g\n  game     %s\n  position %s", what, player, is,
             expected, spec, position);
}

static bool is_legal(const Line *line, Move move) {
    Move moves[GAME_MAX_MOVES];
    const int count = line_moves(line, moves);
    for (int i = 0; i < count; i++)
        if (moves[i] == move) return true;
    return false;
}

static Move random_move(const Line *line, Rng *rng) {
    Move moves[GAME_MAX_MOVES];
    return moves[random_int(rng, line_moves(line, moves))];
}

// Plays random plies until the line has `plies` of them or the game is over.
static void play_randomly(Line *line, Rng *rng, int plies) {
    while (line->count < plies && !is_over(line)) play(line, random_move(line, rng));
}

typedef enum Stage { STAGE_ANY, STAGE_OPENING, STAGE_LATE } Stage;

// A position of a random game that is not over: any, one with farmers yet to place, or one of the
// last few before the end.
static void go_to_random_position(Line *line, Rng *rng, Stage stage) {
    const int opening = 2 * line->variant.options.agros.farmers;
    line_restart(line, &line->start);
    Rng again = *rng;
    play_randomly(line, rng, INT32_MAX);
    const int length = line->count;
    int low = 0, high = length - 1;
    if (stage == STAGE_OPENING) high = opening - 1;
    if (stage == STAGE_LATE) low = length > 6 ? length - 6 : 0;
    const int plies = low + random_int(rng, high - low + 1);
    line_restart(line, &line->start);
    play_randomly(line, &again, plies);
}

// ---- Chi-square ----

// The 0.9999 quantile of chi-square (Wilson, Hilferty 1931), good enough from one degree on.
static double chi_square_limit(int freedom) {
    const double z = 3.719, a = 2.0 / (9.0 * freedom);
    const double root = 1 - a + z * sqrt(a);
    return freedom * root * root * root;
}

static void assert_uniform(const int *seen, int kinds, const char *what) {
    int total = 0;
    double sum = 0;
    for (int i = 0; i < kinds; i++) total += seen[i];
    const double expected = (double)total / kinds;
    for (int i = 0; i < kinds; i++) sum += (seen[i] - expected) * (seen[i] - expected) / expected;
    if (sum > chi_square_limit(kinds - 1))
        fail_msg("%s: chi-square %.1f over %d kinds, limit %.1f", what, sum, kinds,
                 chi_square_limit(kinds - 1));
}

// ---- Numbers ----

static void assert_log(double x) {
    const double value = natural_log(x), expected = log(x);
    const double ulp = nextafter(fabs(expected), INFINITY) - fabs(expected);
    if (!(fabs(value - expected) <= 2 * ulp))
        fail_msg("natural_log(%.17g) is %.17g, not %.17g", x, value, expected);
}

static void test_natural_log(void **state) {
    (void)state;
    Rng rng = test_rng("log", 0);
    assert_true(natural_log(1) == 0);
    assert_log(0x1p-1022);
    assert_log(1.7976931348623157e308);
    for (int exponent = -1022; exponent < 1024; exponent++) {
        const double power = ldexp(1, exponent);
        assert_log(power);
        assert_log(power * sqrt(2));
        assert_log(power * nextafter(sqrt(2), 2));
        assert_log(nextafter(power, INFINITY));
        if (exponent > -1022) assert_log(nextafter(power, 0));
    }
    for (int n = 1; n < 100000; n++) assert_log(n);
    for (int i = 0; i < 1000000; i++) {
        const double mantissa = 1 + rng_unit(&rng);
        assert_log(ldexp(mantissa, random_int(&rng, 53)));
        assert_log(0.5 + rng_unit(&rng));
    }
}

static void test_natural_log_never_falls(void **state) {
    (void)state;
    for (int n = 1; n < 100000; n++) assert_true(natural_log(n) < natural_log(n + 1));
}

static void test_evaluation_score(void **state) {
    (void)state;
    static const double SCALES[] = {0.5, 1, 30, 60, 20000};
    for (size_t i = 0; i < COUNT(SCALES); i++) {
        const double scale = SCALES[i];
        double before = 0;
        for (int32_t e = -EVALUATION_MAX; e <= EVALUATION_MAX; e++) {
            const double score = evaluation_score(e, scale);
            if (!(score > before) || score >= 1) fail_msg("evaluation %d, scale %g", e, scale);
            before = score;
        }
        assert_true(evaluation_score(0, scale) == 0.5);
        assert_true(evaluation_score(-EVALUATION_WIN, scale) == 0);
        assert_true(evaluation_score(-EVALUATION_WIN - 10000, scale) == 0);
        assert_true(evaluation_score(EVALUATION_WIN, scale) == 1);
        assert_true(evaluation_score(EVALUATION_WIN + 10000, scale) == 1);
    }
    assert_true(evaluation_score(60, 60) == 0.75);
    assert_true(evaluation_score(-60, 60) == 0.25);
}

// The evaluation is the mover's score less the other's, far from the values of ended games.
static void test_evaluator(void **state) {
    (void)state;
    static const char *const SPECS[] = {"agros:size=5,farmers=3", "agros:size=8,farmers=3,komi=7.5",
                                        "agros:size=16,farmers=15,rule=static,komi=-999"};
    for (size_t i = 0; i < COUNT(SPECS); i++) {
        Line line = open_line(SPECS[i]);
        const Game *game = line.variant.game;
        Rng rng = test_rng("evaluator", i);
        for (; !is_over(&line); play(&line, random_move(&line, &rng))) {
            const Side side = line_side(&line);
            const Score score = game->score(&line.position);
            const int32_t value = evaluator_of(game)(&line.position);
            assert_int_equal(value, score.halves[side] - score.halves[side_other(side)]);
            assert_true(abs(value) < EVALUATION_MAX);
        }
        const Outcome outcome = line_outcome(&line);
        const int32_t end = plain_end_value(game, &line.position, outcome);
        assert_int_equal(evaluate_end(game, &line.position, outcome, SIDE_FIRST), end);
        assert_int_equal(evaluate_end(game, &line.position, outcome, SIDE_SECOND), -end);
        line_release(&line);
    }
}

// ---- Transposition table ----

// Keys that share a bucket in a table of any size up to 2³² entries: only the top bits differ.
static uint64_t key_in_bucket(uint64_t bucket, uint64_t number) {
    return number << 44 | bucket << 11;
}

static void assert_entry(const TranspositionTable *table, uint64_t key, Move move, int32_t value,
                         int depth, Bound bound) {
    const TableEntry *entry = table_find(table, key);
    assert_non_null(entry);
    assert_int_equal(entry->move, move);
    assert_int_equal(entry->value, value);
    assert_int_equal(entry->depth, depth);
    assert_int_equal(table_bound(entry), bound);
}

static void test_table_keeps_what_is_stored(void **state) {
    (void)state;
    static const int32_t VALUES[] = {0, 1, -1, EVALUATION_INFINITE, -EVALUATION_INFINITE};
    TranspositionTable table;
    assert_true(table_init(&table, 1));
    assert_int_equal(table.count, (1 << 20) / sizeof(TableEntry));
    assert_null(table_find(&table, 0));
    assert_null(table_find(&table, UINT64_MAX));
    for (Bound bound = BOUND_LOWER; bound <= BOUND_EXACT; bound++)
        for (int depth = 0; depth < 256; depth++)
            for (size_t i = 0; i < COUNT(VALUES); i++) {
                const Move move = (Move)depth << 16 | 0xfedc;
                table_store(&table, UINT64_MAX, move, VALUES[i], depth, bound);
                assert_entry(&table, UINT64_MAX, move, VALUES[i], depth, bound);
            }
    table_store(&table, 0, MOVE_NONE, 7, 1000, BOUND_UPPER);
    assert_entry(&table, 0, MOVE_NONE, 7, 255, BOUND_UPPER);
    table_release(&table);
}

// Two entries to a bucket: the shallower one goes, unless the position is there already.
static void test_table_replaces_the_shallower(void **state) {
    (void)state;
    TranspositionTable table;
    assert_true(table_init(&table, 1));
    for (int swap = 0; swap < 2; swap++) {
        const uint64_t a = key_in_bucket(5, 1 + (uint64_t)swap), b = key_in_bucket(5, 3 + a);
        const uint64_t c = key_in_bucket(5, 70), d = key_in_bucket(5, 71);
        table_clear(&table);
        table_store(&table, swap ? b : a, 1, 10, swap ? 3 : 9, BOUND_LOWER);
        table_store(&table, swap ? a : b, 2, 20, swap ? 9 : 3, BOUND_UPPER);
        table_store(&table, c, 3, 30, 1, BOUND_EXACT);
        assert_non_null(table_find(&table, a));
        assert_null(table_find(&table, b));
        assert_entry(&table, c, 3, 30, 1, BOUND_EXACT);
        table_store(&table, d, 4, 40, 0, BOUND_EXACT);
        assert_null(table_find(&table, c));
        table_store(&table, a, 5, 50, 12, BOUND_EXACT);
        assert_entry(&table, a, 5, 50, 12, BOUND_EXACT);
        assert_entry(&table, d, 4, 40, 0, BOUND_EXACT);
        table_store(&table, key_in_bucket(6, 1), 6, 60, 200, BOUND_EXACT); // next door
        assert_entry(&table, a, 5, 50, 12, BOUND_EXACT);
        assert_entry(&table, d, 4, 40, 0, BOUND_EXACT);
    }
    table_release(&table);
}

static void test_table_prefers_new_generations(void **state) {
    (void)state;
    TranspositionTable table;
    const uint64_t old = key_in_bucket(9, 1), older = key_in_bucket(9, 2);
    const uint64_t a = key_in_bucket(9, 3), b = key_in_bucket(9, 4);
    assert_true(table_init(&table, 1));
    table_store(&table, old, 1, 1, 200, BOUND_EXACT);
    table_store(&table, older, 1, 1, 200, BOUND_EXACT);
    table_clear(&table);
    table_store(&table, a, 2, 2, 0, BOUND_EXACT);
    table_store(&table, b, 3, 3, 0, BOUND_EXACT);
    assert_entry(&table, a, 2, 2, 0, BOUND_EXACT);
    assert_entry(&table, b, 3, 3, 0, BOUND_EXACT);
    table_release(&table);
}

// Generations come round again after 255 clears; what is forgotten must stay so.
static void test_table_clear_forgets(void **state) {
    (void)state;
    TranspositionTable table;
    const uint64_t early = key_in_bucket(77, 123);
    assert_true(table_init(&table, 1));
    for (int start = 0; start < 3; start++) {
        table_store(&table, early, 1, 1, 50, BOUND_EXACT);
        for (uint64_t i = 0; i < 600; i++) {
            const uint64_t late = key_in_bucket(1000 + i % 3, i);
            table_clear(&table);
            assert_null(table_find(&table, early));
            assert_null(table_find(&table, late));
            table_store(&table, late, 2, 2, 2, BOUND_LOWER);
            assert_entry(&table, late, 2, 2, 2, BOUND_LOWER);
        }
    }
    table_release(&table);
}

// What was last stored for one of many keys.
typedef struct Stored {
    bool known;
    Move move;
    int32_t value;
    int depth;
    Bound bound;
} Stored;

static void store_something(TranspositionTable *table, Rng *rng, uint64_t key, Stored *stored) {
    *stored = (Stored){true, rng_below(rng, MOVE_NONE), random_int(rng, 2000001) - 1000000,
                       random_int(rng, 128), (Bound)(1 + random_int(rng, 3))};
    table_store(table, key, stored->move, stored->value, stored->depth, stored->bound);
    assert_entry(table, key, stored->move, stored->value, stored->depth, stored->bound);
}

// The table may forget, but it never tells what is not so.
static void test_table_never_lies(void **state) {
    (void)state;
    enum { KEYS = 6000, BUCKETS = 1000 };
    TranspositionTable table;
    Rng rng = test_rng("table", 0);
    uint64_t keys[KEYS];
    static Stored stored[KEYS];
    assert_true(table_init(&table, 1));
    for (int i = 0; i < KEYS; i++)
        keys[i] = (rng_next(&rng) >> 44 << 44) | key_in_bucket((uint64_t)i % BUCKETS, 0);
    int found = 0;
    for (int step = 0; step < 300000; step++) {
        const int i = random_int(&rng, KEYS);
        const TableEntry *entry = table_find(&table, keys[i]);
        if (entry) {
            assert_true(stored[i].known);
            assert_entry(&table, keys[i], stored[i].move, stored[i].value, stored[i].depth,
                         stored[i].bound);
            found++;
        } else
            store_something(&table, &rng, keys[i], &stored[i]);
        if (step % 1000 != 999) continue;
        table_clear(&table);
        memset(stored, 0, sizeof stored);
    }
    assert_true(found > 3000);
    table_release(&table);
}

// ---- Specs ----

static void test_player_specs(void **state) {
    (void)state;
    static const struct {
        const char *text, *canonical;
        bool reproducible;
    } CASES[] = {
        {"random", "random", true},
        {"greedy", "greedy", true},
        {"mcts", "mcts:simulations=1000,c=0.7,margin=0,scale=30,memory=256", true},
        {"mcts:memory=1,c=2,playout_limit=5,movetime=9",
         "mcts:simulations=1000,movetime=9,c=2,margin=0,scale=30,memory=1,playout_limit=5", false},
        {"alphabeta", "alphabeta:depth=3,tt=4,scale=30", true},
        {"alphabeta:depth=128,nodes=7,scale=0.5", "alphabeta:depth=128,nodes=7,tt=4,scale=0.5",
         true},
        {"alphabeta:movetime=1", "alphabeta:depth=3,movetime=1,tt=4,scale=30", false},
    };
    for (size_t i = 0; i < COUNT(CASES); i++) {
        PlayerSpec spec, again;
        Status status = {0};
        char text[SPEC_MAX_LENGTH];
        assert_true(player_parse(&spec, CASES[i].text, &status));
        player_format(&spec, text);
        assert_string_equal(text, CASES[i].canonical);
        assert_true(player_is_reproducible(&spec) == CASES[i].reproducible);
        assert_true(player_parse(&again, text, &status));
        assert_ptr_equal(again.kind, spec.kind);
        assert_memory_equal(again.options, spec.options, sizeof spec.options);
    }
}

static void test_bad_player_specs(void **state) {
    (void)state;
    static const struct {
        const char *text, *named; // the message must name it
    } CASES[] = {
        {"", "empty"},
        {"oracle", "oracle"},
        {"random:depth=1", "depth"},
        {"mcts:depth=1", "depth"},
        {"mcts:simulations=0", "simulations"},
        {"mcts:simulations=1.5", "simulations"},
        {"mcts:c=nan", "nan"},
        {"mcts:c=-1", "-1"},
        {"mcts:scale=0", "scale"},
        {"mcts:memory=0", "memory"},
        {"alphabeta:depth=0", "depth"},
        {"alphabeta:depth=129", "129"},
        {"alphabeta:tt=0", "tt"},
        {"alphabeta:depth=1,depth=2", "depth"},
        {"alphabeta:depth", "depth"},
    };
    for (size_t i = 0; i < COUNT(CASES); i++) {
        PlayerSpec spec;
        Status status = {0};
        assert_false(player_parse(&spec, CASES[i].text, &status));
        assert_int_equal(status.code, EXIT_INPUT);
        if (!strstr(status.message, CASES[i].named))
            fail_msg("'%s': the message does not name it: %s", CASES[i].text, status.message);
    }
}

// A run is resumed from the canonical spec: it must stand for the same player.
static void test_canonical_specs_keep_all_digits(void **state) {
    (void)state;
    PlayerSpec spec, again;
    Status status = {0};
    char text[SPEC_MAX_LENGTH];
    assert_true(player_parse(&spec, "mcts:c=1.4142135623730951,margin=0.1", &status));
    player_format(&spec, text);
    assert_true(player_parse(&again, text, &status));
    assert_memory_equal(again.options, spec.options, sizeof spec.options);
}

// ---- Alpha-beta against plain search ----

// Alpha-beta and the plain search must agree at the depth that the player says it looked ahead.
//
// That holds from an empty table up to depth 5. A table entry may only be deeper than the node
// asks for when one position is reached by ways of different length, and the shortest such ways
// have 3 and 5 plies (X1 Y X2 and pass Y X1 pass X2): beyond depth 5 the values may differ lawfully,
// as they may when earlier searches of the game left their entries.
typedef struct Agreement {
    const char *spec;
    int positions;
    int depth; // the greatest
} Agreement;

static void check_agreement(Line *line, Player *player, const char *name, int depth, Rng *rng) {
    const Game *game = line->variant.game;
    PlainRoot root;
    player->begin(player);
    const Decision decision = choose(player, line, rng);
    if (game->count_moves(&line->position) == 1) {
        assert_int_equal(decision.depth, 0);
        assert_true(isnan(decision.value) && is_legal(line, decision.move));
        return;
    }
    // A search may end early, but only when the result is certain.
    plain_search(game, &line->position, decision.depth, &root);
    if (decision.depth != depth && (decision.depth > depth || abs(root.best) < EVALUATION_WIN))
        fail_at(line, name, "depth", decision.depth, depth);
    const double expected = evaluation_score(root.best, 2 * 30);
    if (decision.value != expected) fail_at(line, name, "value", decision.value, expected);
    const int32_t chosen = plain_value_of(&root, decision.move, root.side);
    if (chosen != root.best) fail_at(line, name, "chosen move's value", chosen, root.best);
}

static void check_agreements(const Agreement *agreement) {
    Line line = open_line(agreement->spec);
    for (int depth = 1; depth <= agreement->depth; depth++) {
        char name[64];
        snprintf(name, sizeof name, "alphabeta:depth=%d,tt=1", depth);
        Player *player = open_player(name, &line.variant);
        for (int i = 0; i < agreement->positions; i++) {
            Rng rng = test_rng(agreement->spec, (uint64_t)i);
            go_to_random_position(&line, &rng, (Stage)(i % 3));
            check_agreement(&line, player, name, depth, &rng);
        }
        player->release(player);
    }
    line_release(&line);
}

static void test_alphabeta_is_plain_search(void **state) {
    (void)state;
    static const Agreement AGREEMENTS[] = {
        {"agros:size=3,farmers=1", 60, 5},
        {"agros:size=3,farmers=1,rule=static", 60, 5},
        {"agros:size=3,farmers=3", 45, 5},
        {"agros:size=3,farmers=3,rule=static,komi=0.5", 45, 5},
        {"agros:size=4,farmers=1,komi=0.5", 45, 4},
        {"agros:size=4,farmers=1,rule=static", 45, 4},
        {"agros:size=4,farmers=3", 45, 4},
        {"agros:size=4,farmers=5,rule=static", 30, 3},
        {"agros:size=5,farmers=1,rule=static", 30, 4},
        {"agros:size=5,farmers=3,komi=-3", 30, 3},
        {"agros:size=6,farmers=3,rule=static", 30, 3},
        {"agros:size=6,farmers=5", 21, 3},
        {"agros:size=8,farmers=3", 12, 3},
        {"agros:size=8,farmers=7,rule=static", 12, 2},
        {"agros:size=10,farmers=5", 12, 2},
        {"agros:size=16,farmers=15", 6, 2},
    };
    for (size_t i = 0; i < COUNT(AGREEMENTS); i++) check_agreements(&AGREEMENTS[i]);
}

// ---- Proven results ----

enum { SOLVE_BUDGET = 100000 };

static int sign(int32_t value) {
    return (value > 0) - (value < 0);
}

// A position of a random game that can be solved to the end, its solution, and the game's seed.
static bool find_solvable(Line *line, uint64_t number, PlainRoot *root, Rng *rng) {
    char spec[SPEC_MAX_LENGTH];
    variant_format(&line->variant, spec);
    *rng = test_rng(spec, 1000 + number);
    go_to_random_position(line, rng, STAGE_ANY);
    return line->variant.game->count_moves(&line->position) > 1 &&
           plain_solve(line->variant.game, &line->position, SOLVE_BUDGET, root);
}

static void check_proof(const Line *line, const char *name, const PlainRoot *root, Rng *rng) {
    Player *player = open_player(name, &line->variant);
    const Decision decision = choose(player, line, rng);
    const double expected = 0.5 + 0.5 * sign(root->best);
    if (decision.value != expected) fail_at(line, name, "value", decision.value, expected);
    const int chosen = sign(plain_value_of(root, decision.move, root->side));
    if (chosen != sign(root->best))
        fail_at(line, name, "chosen move's result", chosen, sign(root->best));
    player->release(player);
}

static const char *const SOLVED[] = {"agros:size=3,farmers=1", "agros:size=3,farmers=1,rule=static",
                                     "agros:size=3,farmers=1,komi=0.5",
                                     "agros:size=3,farmers=3,komi=-1"};

static void test_alphabeta_finds_proven_results(void **state) {
    (void)state;
    int solved = 0;
    for (size_t i = 0; i < COUNT(SOLVED); i++) {
        Line line = open_line(SOLVED[i]);
        for (uint64_t number = 0; number < 60; number++) {
            PlainRoot root;
            Rng rng;
            char name[64];
            if (!find_solvable(&line, number, &root, &rng)) continue;
            snprintf(name, sizeof name, "alphabeta:depth=%d,tt=1", root.height);
            check_proof(&line, name, &root, &rng);
            snprintf(name, sizeof name, "alphabeta:depth=%d,tt=1", root.height + 7);
            check_proof(&line, name, &root, &rng);
            solved++;
        }
        line_release(&line);
    }
    assert_true(solved >= 100);
}

// The table stays from ply to ply: a game played out from a solved position ends as it must.
static void test_alphabeta_keeps_results_to_the_end(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(SOLVED); i++) {
        Line line = open_line(SOLVED[i]);
        Player *player = open_player("alphabeta:depth=20,tt=1", &line.variant);
        for (uint64_t number = 0; number < 30; number++) {
            PlainRoot root;
            Rng rng;
            if (!find_solvable(&line, number, &root, &rng)) continue;
            if (root.height > 20) continue;
            player->begin(player);
            while (!is_over(&line)) play(&line, choose(player, &line, &rng).move);
            const int32_t end =
                plain_end_value(line.variant.game, &line.position, line_outcome(&line));
            const int32_t best = root.side == SIDE_FIRST ? root.best : -root.best;
            if (sign(end) != sign(best))
                fail_at(&line, "alphabeta:depth=20", "result", sign(end), sign(best));
        }
        player->release(player);
        line_release(&line);
    }
}

static bool has_unique_result(const PlainRoot *root) {
    int as_good = 0;
    for (int i = 0; i < root->count; i++)
        as_good += sign(plain_value_of(root, root->moves[i], root->side)) == sign(root->best);
    return as_good == 1;
}

static void test_mcts_keeps_proven_results(void **state) {
    (void)state;
    static const char NAME[] = "mcts:simulations=3000,memory=16";
    int positions = 0;
    for (size_t i = 0; i < COUNT(SOLVED); i++) {
        Line line = open_line(SOLVED[i]);
        Player *player = open_player(NAME, &line.variant);
        for (uint64_t number = 0; number < 200; number++) {
            PlainRoot root;
            Rng rng;
            if (!find_solvable(&line, number, &root, &rng) || !has_unique_result(&root)) continue;
            const Decision decision = choose(player, &line, &rng);
            assert_int_equal(decision.work, 3000);
            const int chosen = sign(plain_value_of(&root, decision.move, root.side));
            if (chosen != sign(root.best))
                fail_at(&line, NAME, "chosen move's result", chosen, sign(root.best));
            positions++;
        }
        player->release(player);
        line_release(&line);
    }
    assert_true(positions >= 40);
}
