// Proof that every part of the alpha-beta family searches what it says: without what leaves plies
// out, each way of searching agrees with a plain search; with it, no result is made up.
#include "core/line.h"
#include "search/evaluate.h"
#include "search/player.h"
#include "search/ply_kind.h"
#include "search/transposition.h"
#include "tests/plain_search.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

// Everything that may change a value at a given depth turned off.
#define EXACT "null=off,reductions=off,futility=0,quiescence=0"
// Everything that may change one turned on.
#define PRUNING "null=on,reductions=on,futility=3,quiescence=6,aspiration=4"

static Rng test_rng(const char *test, uint64_t number) {
    return rng_init(seed_number(seed_text(seed_init(2), test), number));
}

static int random_int(Rng *rng, int below) {
    return (int)rng_below(rng, (uint32_t)below);
}

// ---- Transposition table ----

// Keys that share a bucket in a table of any size up to 2^32 slots: only the top bits differ.
static uint64_t key_in_bucket(uint64_t bucket, uint64_t number) {
    return number << 44 | bucket << 8;
}

static bool holds(const TranspositionTable *table, uint64_t key) {
    TableEntry entry;
    return table_find(table, key, &entry);
}

static void assert_entry(const TranspositionTable *table, uint64_t key, Move move, int32_t value,
                         int depth, Bound bound) {
    TableEntry entry;
    assert_true(table_find(table, key, &entry));
    assert_int_equal(entry.move, move);
    assert_int_equal(entry.value, value);
    assert_int_equal(entry.depth, depth);
    assert_int_equal(entry.bound, bound);
}

static void test_table_keeps_what_is_stored(void **state) {
    (void)state;
    static const int32_t VALUES[] = {0, 1, -1, EVALUATION_INFINITE, -EVALUATION_INFINITE};
    TranspositionTable table;
    assert_true(table_init(&table, 1));
    assert_int_equal(table.count, (1 << 20) / 16);
    assert_false(holds(&table, 0));
    assert_false(holds(&table, UINT64_MAX));
    for (Bound bound = BOUND_NONE; bound <= BOUND_EXACT; bound++)
        for (int depth = 0; depth < 256; depth++)
            for (size_t i = 0; i < COUNT(VALUES); i++) {
                const Move move = (Move)depth << 16 | 0xfedc;
                table_store(&table, UINT64_MAX, move, VALUES[i], depth, bound);
                assert_entry(&table, UINT64_MAX, move, VALUES[i], depth, bound);
            }
    table_store(&table, 0, MOVE_NONE, 7, 1000, BOUND_UPPER);
    assert_entry(&table, 0, MOVE_NONE, 7, TABLE_PROVEN, BOUND_UPPER);
    table_release(&table);
}

static void test_table_of_no_size(void **state) {
    (void)state;
    TranspositionTable table;
    assert_true(table_init(&table, 0));
    table_store(&table, 5, 1, 2, 3, BOUND_EXACT);
    assert_false(holds(&table, 5));
    for (int i = 0; i < 600; i++) table_clear(&table);
    table_release(&table);
}

// Four entries to a bucket: the shallowest goes, unless the position is there already.
static void test_table_replaces_the_shallowest(void **state) {
    (void)state;
    TranspositionTable table;
    assert_true(table_init(&table, 1));
    for (uint64_t least = 0; least < 4; least++) {
        table_clear(&table);
        for (uint64_t i = 0; i < 4; i++)
            table_store(&table, key_in_bucket(5, i), 1, 10, i == least ? 3 : 9, BOUND_LOWER);
        table_store(&table, key_in_bucket(5, 9), 3, 30, 1, BOUND_EXACT);
        for (uint64_t i = 0; i < 4; i++)
            assert_true(holds(&table, key_in_bucket(5, i)) == (i != least));
        table_store(&table, key_in_bucket(5, 10), 4, 40, 0, BOUND_EXACT);
        assert_false(holds(&table, key_in_bucket(5, 9)));
        table_store(&table, key_in_bucket(5, 10), 5, 50, 12, BOUND_EXACT);
        assert_entry(&table, key_in_bucket(5, 10), 5, 50, 12, BOUND_EXACT);
        table_store(&table, key_in_bucket(6, 1), 6, 60, 200, BOUND_EXACT); // next door
        assert_entry(&table, key_in_bucket(5, 10), 5, 50, 12, BOUND_EXACT);
    }
    table_release(&table);
}

// What earlier searches of a game found stays good, but goes before what is new and as deep.
static void test_table_entries_age(void **state) {
    (void)state;
    TranspositionTable table;
    assert_true(table_init(&table, 1));
    table_clear(&table);
    for (uint64_t i = 0; i < 4; i++) {
        table_store(&table, key_in_bucket(5, i), 1, 10, i == 0 ? 10 : 9, BOUND_LOWER);
        table_age(&table);
    }
    for (uint64_t i = 0; i < 4; i++) assert_true(holds(&table, key_in_bucket(5, i)));
    table_store(&table, key_in_bucket(5, 7), 1, 10, 0, BOUND_LOWER);
    assert_false(holds(&table, key_in_bucket(5, 0))); // deeper, but the oldest
    for (int i = 0; i < 1000; i++) table_age(&table);
    for (uint64_t i = 1; i < 4; i++)
        assert_entry(&table, key_in_bucket(5, i), 1, 10, 9, BOUND_LOWER);
    table_release(&table);
}

static void test_table_prefers_new_games(void **state) {
    (void)state;
    TranspositionTable table;
    assert_true(table_init(&table, 1));
    for (uint64_t i = 0; i < 4; i++)
        table_store(&table, key_in_bucket(9, i), 1, 1, 200, BOUND_EXACT);
    table_clear(&table);
    for (uint64_t i = 4; i < 8; i++)
        table_store(&table, key_in_bucket(9, i), 2, (int32_t)i, 0, BOUND_EXACT);
    for (uint64_t i = 4; i < 8; i++)
        assert_entry(&table, key_in_bucket(9, i), 2, (int32_t)i, 0, BOUND_EXACT);
    table_release(&table);
}

// The numbers of games come round again after 255 clears; what is forgotten must stay so.
static void test_table_clear_forgets(void **state) {
    (void)state;
    TranspositionTable table;
    const uint64_t early = key_in_bucket(77, 123);
    assert_true(table_init(&table, 1));
    for (int start = 0; start < 3; start++) {
        table_store(&table, early, 1, 1, 50, BOUND_EXACT);
        for (uint64_t i = 0; i < 600; i++) {
            const uint64_t late = key_in_bucket(100 + i % 3, i);
            table_clear(&table);
            assert_false(holds(&table, early));
            assert_false(holds(&table, late));
            table_store(&table, late, 2, 2, 2, BOUND_LOWER);
            assert_entry(&table, late, 2, 2, 2, BOUND_LOWER);
        }
    }
    table_release(&table);
}

// The table may forget, but it never tells what is not so.
static void test_table_never_lies(void **state) {
    (void)state;
    enum { KEYS = 6000, BUCKETS = 1000 };
    TranspositionTable table;
    Rng rng = test_rng("table", 0);
    uint64_t keys[KEYS];
    static struct {
        bool known;
        TableEntry entry;
    } stored[KEYS];
    assert_true(table_init(&table, 1));
    for (int i = 0; i < KEYS; i++)
        keys[i] = (rng_next(&rng) >> 44 << 44) | key_in_bucket((uint64_t)i % BUCKETS, 0);
    int found = 0;
    for (int step = 0; step < 300000; step++) {
        const int i = random_int(&rng, KEYS);
        TableEntry entry;
        if (table_find(&table, keys[i], &entry)) {
            const TableEntry *expected = &stored[i].entry;
            assert_true(stored[i].known);
            assert_entry(&table, keys[i], expected->move, expected->value, expected->depth,
                         expected->bound);
            found++;
        } else {
            entry = (TableEntry){random_int(&rng, 2000001) - 1000000, rng_below(&rng, MOVE_NONE),
                                 random_int(&rng, 128), (Bound)(1 + random_int(&rng, 3))};
            table_store(&table, keys[i], entry.move, entry.value, entry.depth, entry.bound);
            stored[i].known = true;
            stored[i].entry = entry;
        }
        if (step % 100 == 99) table_age(&table);
        if (step % 1000 != 999) continue;
        table_clear(&table);
        memset(stored, 0, sizeof stored);
    }
    assert_true(found > 3000);
    table_release(&table);
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
    Status status;
    Decision decision;
    assert_true(player->choose(player, line, rng, NULL, &decision, &status));
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

static void play_randomly(Line *line, Rng *rng, int plies) {
    Move moves[GAME_MAX_MOVES];
    while (line->count < plies && !is_over(line)) {
        const int count = line_moves(line, moves);
        play(line, moves[random_int(rng, count)]);
    }
}

// A position of a random game that is not over, every second time one of the last 12. Where
// positions recur the line begins with it: a plain search knows no past.
static void go_to_random_position(Line *line, const Position *start, Rng *rng, bool late) {
    line->start = *start;
    line_restart(line, start);
    Rng again = *rng;
    play_randomly(line, rng, 1000);
    const int low = late && line->count > 12 ? line->count - 12 : 0;
    const int plies = low + random_int(rng, line->count - low);
    line_restart(line, start);
    play_randomly(line, &again, plies);
    const Position position = line->position;
    line->start = position;
    line_restart(line, &position);
}

// ---- Agreement with plain search ----

typedef struct Agreement {
    const char *spec;
    int positions;
    int depth;
} Agreement;

// In Agon a position cannot occur for the third time within 5 plies, so no past is needed there.
static const Agreement AGREEMENTS[] = {
    {"agros:size=3,farmers=1", 40, 7},
    {"agros:size=3,farmers=3,rule=static,komi=0.5", 40, 5},
    {"agros:size=4,farmers=3", 40, 4},
    {"agros:size=5,farmers=1,rule=static", 40, 4},
    {"agros:size=8,farmers=3", 40, 2},
    {"agon", 40, 3},
    {"awale", 100, 6},
};

// Ways of searching that leave nothing out; table cut-offs from entries of the same depth only.
static const char *const SEARCHES[] = {
    "search=negamax",
    "search=negamax,aspiration=1",
    "search=negamax,aspiration=20,counters=on,captures=on",
    "search=pvs",
    "search=pvs,aspiration=2,counters=on,captures=on",
    "search=pvs,aspiration=40,hash=off,killers=off,history=off,counters=off,captures=off",
    "search=mtdf",
    "search=mtdf,hash=off,killers=off,history=off,counters=on,captures=on",
    "search=mtdf,aspiration=5,killers=off,counters=off,captures=off",
    "search=pvs,history=off,counters=off",
};

static void check_agreement(const Line *line, const char *name, int depth, const PlainRoot *root,
                            uint64_t seed) {
    Player *player = open_player(name, &line->variant);
    Rng rng = test_rng(name, seed), same = rng;
    const Decision decision = choose(player, line, &rng);
    player->begin(player);
    const Decision again = choose(player, line, &same);
    assert_int_equal(decision.work, again.work);
    assert_int_equal(decision.move, again.move);
    assert_true(decision.depth <= depth);
    const double expected = evaluation_score(root->best, 2 * 30);
    if (decision.value != expected) fail_at(line, name, "value", decision.value, expected);
    const int32_t chosen = plain_value_of(root, decision.move, root->side);
    if (chosen != root->best) fail_at(line, name, "chosen move's value", chosen, root->best);
    player->release(player);
}

static void check_all_searches(const Line *line, int depth, const PlainRoot *root, uint64_t seed) {
    for (size_t i = 0; i < COUNT(SEARCHES); i++)
        for (int tt = 0; tt < 2; tt++) {
            char name[256];
            snprintf(name, sizeof name,
                     "alphabeta:scale=30,depth=%d,tt=%d,cutoffs=equal," EXACT ",%s", depth, tt,
                     SEARCHES[i]);
            check_agreement(line, name, depth, root, seed);
        }
}

static void test_all_searches_agree(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(AGREEMENTS); i++) {
        Line line = open_line(AGREEMENTS[i].spec);
        const Position start = line.start;
        for (int k = 0; k < AGREEMENTS[i].positions; k++) {
            Rng rng = test_rng(AGREEMENTS[i].spec, (uint64_t)k);
            const int depth = 1 + random_int(&rng, AGREEMENTS[i].depth);
            PlainRoot root;
            go_to_random_position(&line, &start, &rng, k % 2);
            if (line.variant.game->count_moves(&line.position) < 2) continue;
            plain_search(line.variant.game, &line.position, depth, &root);
            check_all_searches(&line, depth, &root, (uint64_t)k);
        }
        line_release(&line);
    }
}

// ---- Proven results ----

enum { SOLVE_BUDGET = 30000 };

static const char *const SOLVED[] = {"agros:size=3,farmers=1", "agros:size=3,farmers=1,rule=static",
                                     "agros:size=3,farmers=3,komi=-1", "agros:size=4,farmers=1"};

static const char *const KINDS[] = {"negamax", "pvs", "mtdf"};

static int sign(int32_t value) {
    return (value > 0) - (value < 0);
}

// A position from which all lines can be played to the end.
static bool find_solvable(Line *line, const Position *start, uint64_t number, PlainRoot *root) {
    char spec[SPEC_MAX_LENGTH];
    variant_format(&line->variant, spec);
    Rng rng = test_rng(spec, 1000 + number);
    go_to_random_position(line, start, &rng, true);
    return line->variant.game->count_moves(&line->position) > 1 &&
           plain_solve(line->variant.game, &line->position, SOLVE_BUDGET, root);
}

static void check_claim(const Line *line, const char *name, const PlainRoot *root,
                        const Decision *decision) {
    if (!decision->proven) return;
    const double expected = 0.5 + 0.5 * sign(root->best);
    if (decision->value != expected) fail_at(line, name, "proven value", decision->value, expected);
    const int chosen = sign(plain_value_of(root, decision->move, root->side));
    if (chosen != sign(root->best))
        fail_at(line, name, "chosen move's result", chosen, sign(root->best));
}

// Whatever is left out: a result that is said to be proven is so at every depth, and one that can
// be searched to the end is.
static void check_proofs(const Line *line, const PlainRoot *root, const char *kind) {
    for (int depth = 1; depth < root->height + 256; depth *= 2) {
        char name[256];
        snprintf(name, sizeof name, "alphabeta:scale=30,depth=%d,tt=1,search=%s," PRUNING,
                 depth > 128 ? 128 : depth, kind);
        Player *player = open_player(name, &line->variant);
        Rng rng = test_rng(name, 0);
        const Decision decision = choose(player, line, &rng);
        check_claim(line, name, root, &decision);
        player->release(player);
        if (decision.proven) return;
    }
    fail_at(line, kind, "proof", 0, 1);
}

static void test_no_result_is_made_up(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(SOLVED); i++) {
        int solved = 0;
        Line line = open_line(SOLVED[i]);
        const Position start = line.start;
        for (uint64_t number = 0; number < 400 && solved < 40; number++) {
            PlainRoot root;
            if (!find_solvable(&line, &start, number, &root)) continue;
            solved++;
            for (size_t k = 0; k < COUNT(KINDS); k++) check_proofs(&line, &root, KINDS[k]);
        }
        line_release(&line);
        if (solved < 20) fail_msg("%s: only %d positions solved", SOLVED[i], solved);
    }
}

// Where lines have no end to search to: a result claimed at a depth is there for a plain search a
// ply deeper, since captures beyond the depth end a game with the first of them at most.
static void check_claims_of(const Agreement *claims, int *proven) {
    Line line = open_line(claims->spec);
    const Position start = line.start;
    for (int k = 0; k < claims->positions; k++) {
        PlainRoot root;
        Rng rng = test_rng(claims->spec, 2000 + (uint64_t)k);
        go_to_random_position(&line, &start, &rng, true);
        if (line.variant.game->count_moves(&line.position) < 2) continue;
        plain_search(line.variant.game, &line.position, claims->depth + 1, &root);
        if (abs(root.best) < EVALUATION_WIN && root.best != 0) root.best = INT32_MAX; // no result
        for (size_t i = 0; i < COUNT(KINDS); i++) {
            char name[256];
            snprintf(name, sizeof name, "alphabeta:scale=30,depth=%d,tt=1,search=%s," PRUNING,
                     claims->depth, KINDS[i]);
            Player *player = open_player(name, &line.variant);
            const Decision decision = choose(player, &line, &rng);
            if (decision.proven && root.best == INT32_MAX) fail_at(&line, name, "proof", 1, 0);
            check_claim(&line, name, &root, &decision);
            *proven += decision.proven;
            player->release(player);
        }
    }
    line_release(&line);
}

static void test_claims_of_endless_games(void **state) {
    (void)state;
    static const Agreement CLAIMS[] = {{"agon", 40, 3}, {"awale", 100, 6}};
    for (size_t i = 0; i < COUNT(CLAIMS); i++) {
        int proven = 0;
        check_claims_of(&CLAIMS[i], &proven);
        assert_true(proven > 10);
    }
}

// ---- Passes ----

// What a root ply is worth at most: the opponent may pass, and then all that is left of the depth
// is searched in full.
static int32_t worth_if_passed(const Game *game, const Position *behind, int depth) {
    Position position = *behind;
    PlainRoot root;
    const Side side = side_other(game->side(behind));
    game->play(&position, pass_of(game, behind));
    const Outcome outcome = game->outcome(&position);
    if (outcome.result != RESULT_NONE) {
        const int32_t value = plain_end_value(game, &position, outcome);
        return side == SIDE_FIRST ? value : -value;
    }
    if (depth == 0) return evaluator_of(game, EVALUATION_FULL)(&position);
    plain_search(game, &position, depth, &root);
    return root.best;
}

static void check_replies(Line *line, const char *name, int depth, uint64_t number) {
    const Game *game = line->variant.game;
    static Report report;
    Player *player = open_player(name, &line->variant);
    Rng rng = test_rng(name, number);
    const Decision decision = choose(player, line, &rng);
    player_report(player, line, decision.move, true, &report);
    for (int i = 0; i < report.count && decision.depth == depth; i++) {
        Position behind = line->position;
        game->play(&behind, report.plies[i].move);
        if (pass_of(game, &behind) == MOVE_NONE || game->outcome(&behind).result != RESULT_NONE)
            continue;
        const int32_t worth = worth_if_passed(game, &behind, depth - 2);
        const double most = evaluation_score(worth, 2 * 30);
        if (report.plies[i].value > most)
            fail_at(line, name, "value of a ply", report.plies[i].value, most);
    }
    player->release(player);
}

// A pass is searched in full, be it late in the order and hopeless by the evaluation: at depths
// where nothing below it is left out, no ply is worth more than if it is answered by a pass.
static void test_passes_are_not_pruned_away(void **state) {
    (void)state;
    static const struct {
        const char *player;
        int depth, positions;
    } CASES[] = {{"alphabeta:scale=30,depth=2,tt=0,futility=0.5", 2, 300},
                 {"alphabeta:scale=30,depth=4,tt=0,reductions=on", 4, 40},
                 {"alphabeta:scale=30,depth=4,tt=0,reductions=on,search=mtdf", 4, 40}};
    Line line = open_line("agros:size=5,farmers=3");
    const Position start = line.start;
    for (size_t i = 0; i < COUNT(CASES); i++)
        for (int number = 0; number < CASES[i].positions; number++) {
            Rng rng = test_rng("passes", (uint64_t)number);
            go_to_random_position(&line, &start, &rng, number % 2);
            check_replies(&line, CASES[i].player, CASES[i].depth, (uint64_t)number);
        }
    line_release(&line);
}

// ---- Plies ----

static void test_gains(void **state) {
    (void)state;
    static const char *const SPECS[] = {"agros:size=6,farmers=3", "agon", "awale"};
    for (size_t i = 0; i < COUNT(SPECS); i++) {
        int loud = 0;
        Line line = open_line(SPECS[i]);
        Rng rng = test_rng("gains", i);
        while (!is_over(&line) && line.count < 1000) {
            const Position before = line.position;
            play_randomly(&line, &rng, line.count + 1);
            const int32_t gain = ply_gain(line.variant.game, &before, &line.position);
            assert_true(gain >= 0);
            loud += gain > 0;
        }
        assert_true((loud > 0) == game_has_captures(line.variant.game));
        line_release(&line);
    }
}

// ---- Threads ----

static void test_threads_play_whole_games(void **state) {
    (void)state;
    static const char *const SPECS[] = {"agros:size=6,farmers=3", "agon", "awale"};
    for (size_t i = 0; i < COUNT(SPECS); i++) {
        Line line = open_line(SPECS[i]);
        Player *player = open_player("alphabeta:depth=20,nodes=3000,tt=1,threads=2", &line.variant);
        Rng rng = test_rng("threads", i);
        for (int ply = 0; ply < 60 && !is_over(&line); ply++) {
            Move moves[GAME_MAX_MOVES];
            const Decision decision = choose(player, &line, &rng);
            int count = line_moves(&line, moves);
            while (count > 0 && moves[count - 1] != decision.move) count--;
            assert_true(count > 0);
            assert_true(decision.work <= 3000);
            play(&line, decision.move);
        }
        player->release(player);
        line_release(&line);
    }
}

static void test_threads_prove(void **state) {
    (void)state;
    Line line = open_line("agros:size=3,farmers=1");
    const Position start = line.start;
    int solved = 0;
    for (uint64_t number = 0; number < 60; number++) {
        static const char NAME[] = "alphabeta:depth=128,tt=1,threads=2";
        PlainRoot root;
        if (!find_solvable(&line, &start, number, &root)) continue;
        Player *player = open_player(NAME, &line.variant);
        Rng rng = test_rng("proof", number);
        const Decision decision = choose(player, &line, &rng);
        if (!decision.proven) fail_at(&line, NAME, "proof", 0, 1);
        check_claim(&line, NAME, &root, &decision);
        player->release(player);
        solved++;
    }
    line_release(&line);
    assert_true(solved > 10);
}

static void test_threads_are_not_reproducible(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool reproducible;
    } CASES[] = {{"alphabeta:threads=2", false}, {"alphabeta:threads=1,search=mtdf", true}};
    for (size_t i = 0; i < COUNT(CASES); i++) {
        PlayerSpec spec;
        Status status = {0};
        assert_true(player_parse(&spec, CASES[i].text, &status));
        assert_true(player_is_reproducible(&spec) == CASES[i].reproducible);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table_keeps_what_is_stored),
        cmocka_unit_test(test_table_of_no_size),
        cmocka_unit_test(test_table_replaces_the_shallowest),
        cmocka_unit_test(test_table_entries_age),
        cmocka_unit_test(test_table_prefers_new_games),
        cmocka_unit_test(test_table_clear_forgets),
        cmocka_unit_test(test_table_never_lies),
        cmocka_unit_test(test_all_searches_agree),
        cmocka_unit_test(test_no_result_is_made_up),
        cmocka_unit_test(test_claims_of_endless_games),
        cmocka_unit_test(test_passes_are_not_pruned_away),
        cmocka_unit_test(test_gains),
        cmocka_unit_test(test_threads_play_whole_games),
        cmocka_unit_test(test_threads_prove),
        cmocka_unit_test(test_threads_are_not_reproducible),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
