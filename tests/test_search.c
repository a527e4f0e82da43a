// Proof that the players search what they say they search: against a plain full-width search and
// full solutions, on made-up games with a known value, and through whole games of every kind.
#include "core/game.h"
#include "core/line.h"
#include "core/rng.h"
#include "search/evaluate.h"
#include "search/natural_log.h"
#include "search/player.h"
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

static int line_count_moves(const Line *line) {
    Move moves[GAME_MAX_MOVES];
    return line_moves(line, moves);
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

static void assert_log(double x, int ulps) {
    const double value = natural_log(x), expected = log(x);
    const double ulp = nextafter(fabs(expected), INFINITY) - fabs(expected);
    if (!(fabs(value - expected) <= ulps * ulp))
        fail_msg("natural_log(%.17g) is %.17g, not %.17g", x, value, expected);
}

static void test_natural_log(void **state) {
    (void)state;
    Rng rng = test_rng("log", 0);
    assert_true(natural_log(1) == 0);
    assert_log(0x1p-1022, 2);
    assert_log(1.7976931348623157e308, 2);
    for (int exponent = -1022; exponent < 1024; exponent++) {
        const double power = ldexp(1, exponent);
        assert_log(power, 2);
        assert_log(power * sqrt(2), 4);
        assert_log(power * nextafter(sqrt(2), 2), 4);
        assert_log(nextafter(power, INFINITY), 4);
        if (exponent > -1022) assert_log(nextafter(power, 0), 4);
    }
    for (int n = 1; n < 100000; n++) assert_log(n, 2);
    for (int i = 0; i < 1000000; i++)
        assert_log(ldexp(1 + rng_unit(&rng), 1 + random_int(&rng, 52)), 2);
}

// Where nothing but the series counts it is less exact; searches take logarithms of whole numbers.
static void test_natural_log_near_one(void **state) {
    (void)state;
    Rng rng = test_rng("log near one", 0);
    for (int i = 0; i < 300000; i++) {
        assert_log(1 + rng_unit(&rng), 4);
        assert_log(0.5 + rng_unit(&rng) / 2, 4);
        assert_log(1 + (rng_unit(&rng) - 0.5) * 1e-6, 4);
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

// The plain evaluation is the mover's score less the other's, far from the values of ended games.
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
            const int32_t value = evaluator_of(game, EVALUATION_PLAIN)(&line.position);
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

// ---- Specs ----

static void test_player_specs(void **state) {
    (void)state;
    static const struct {
        const char *text, *canonical;
        bool reproducible;
    } CASES[] = {
        {"random", "random", true},
        {"greedy", "greedy", true},
        {"mcts", "mcts", true},
        {"mcts:memory=1,c=2,rollout_limit=5,movetime=9",
         "mcts:movetime=9,c=2,memory=1,rollout_limit=5", false},
        {"mcts:threads=2", "mcts:threads=2", false},
        {"mcts:inc=5,time=60000", "mcts:time=60000,inc=5", false},
        {"mcts:simulations=7,time=1", "mcts:simulations=7,time=1", false},
        {"alphabeta:time=1,depth=9,nodes=5", "alphabeta:depth=9,nodes=5,time=1", false},
        {"alphabeta", "alphabeta", true},
        {"alphabeta:depth=128,nodes=7,scale=0.5", "alphabeta:depth=128,nodes=7,scale=0.5", true},
        {"alphabeta:movetime=1", "alphabeta:movetime=1", false},
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
        {"mcts:simulations=-1", "simulations"},
        {"mcts:time=-1", "time"},
        {"mcts:inc=5", "mcts: inc=5 without a clock"},
        {"alphabeta:inc=5,movetime=7,time=0", "alphabeta: inc=5 without a clock"},
        {"mcts:simulations=1.5", "simulations"},
        {"mcts:c=nan", "nan"},
        {"mcts:c=-1", "-1"},
        {"mcts:scale=0", "scale"},
        {"mcts:memory=0", "memory"},
        {"alphabeta:depth=-1", "depth"},
        {"alphabeta:depth=129", "129"},
        {"alphabeta:tt=-1", "tt"},
        {"alphabeta:search=best", "search"},
        {"alphabeta:threads=0", "threads"},
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
// have 3 and 5 plies (X1 Y X2 and pass Y X1 pass X2): beyond depth 5 the values may differ
// lawfully, as they may when earlier searches of the game left their entries.
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
    // A search may end early, but only when a deeper one could not differ.
    plain_search(game, &line->position, depth, &root);
    if (decision.depth > depth) fail_at(line, name, "depth", decision.depth, depth);
    const double expected = evaluation_score(root.best, 2 * 30);
    if (decision.value != expected) fail_at(line, name, "value", decision.value, expected);
    const int32_t chosen = plain_value_of(&root, decision.move, root.side);
    if (chosen != root.best) fail_at(line, name, "chosen move's value", chosen, root.best);
}

static void check_agreements(const Agreement *agreement) {
    Line line = open_line(agreement->spec);
    for (int depth = 1; depth <= agreement->depth; depth++) {
        char name[64];
        snprintf(name, sizeof name, "alphabeta:scale=30,depth=%d,tt=1", depth);
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

// ---- Reports ----

// The variation is a line of play from here on, and begins with the ply chosen.
static void check_variation(const Line *line, const char *name, const Decision *decision,
                            const Report *report) {
    Line copy;
    line_init(&copy, &line->variant, &line->position);
    assert_in_range(report->length, 1, REPORT_MAX_VARIATION);
    assert_int_equal(report->variation[0], decision->move);
    for (int i = 0; i < report->length; i++) {
        if (!is_legal(&copy, report->variation[i]))
            fail_at(&copy, name, "ply of the variation", report->variation[i], NAN);
        play(&copy, report->variation[i]);
    }
    line_release(&copy);
}

static void check_alphabeta_report(const Line *line, Player *player, Rng *rng) {
    static Report report;
    PlainRoot root;
    const Decision decision = choose(player, line, rng);
    player_report(player, line, decision.move, true, &report);
    check_variation(line, "alphabeta", &decision, &report);
    assert_in_range(report.length, 1, decision.depth > 0 ? decision.depth : 1);
    plain_search(line->variant.game, &line->position, decision.depth > 0 ? decision.depth : 1,
                 &root);
    assert_int_equal(report.count, root.count);
    for (int i = 0; i < report.count; i++) {
        const double value =
            evaluation_score(plain_value_of(&root, report.plies[i].move, root.side), 2 * 30);
        if (report.plies[i].value != value)
            fail_at(line, "alphabeta", "value of a root ply", report.plies[i].value, value);
        assert_true(i == 0 || report.plies[i - 1].value >= report.plies[i].value);
        assert_true(report.plies[i].proven || (value > 0 && value < 1));
    }
}

static void check_mcts_report(const Line *line, Player *player, Rng *rng) {
    static Report report;
    uint64_t work = 0;
    const Decision decision = choose(player, line, rng);
    player_report(player, line, decision.move, false, &report);
    check_variation(line, "mcts", &decision, &report);
    assert_int_equal(report.count, line_count_moves(line));
    for (int i = 0; i < report.count; i++) {
        work += report.plies[i].work;
        assert_true(i == 0 || report.plies[i - 1].work >= report.plies[i].work);
        if (report.plies[i].move == decision.move)
            assert_true(decision.work == 0 || report.plies[i].value == decision.value);
    }
    assert_int_equal(work, decision.work);
}

static void test_reports(void **state) {
    (void)state;
    static const char *const SPECS[] = {"agros:size=4,farmers=3", "agros:size=8,farmers=3", "agon",
                                        "awale"};
    for (size_t i = 0; i < COUNT(SPECS); i++) {
        Line line = open_line(SPECS[i]);
        Player *alphabeta = open_player("alphabeta:scale=30,depth=3,tt=1", &line.variant);
        Player *mcts = open_player("mcts:base=plain,simulations=300,memory=4", &line.variant);
        for (uint64_t number = 0; number < 20; number++) {
            Rng rng = test_rng(SPECS[i], number);
            line_restart(&line, &line.start);
            play_randomly(&line, &rng, random_int(&rng, 30));
            if (is_over(&line)) continue;
            alphabeta->begin(alphabeta);
            check_alphabeta_report(&line, alphabeta, &rng);
            check_mcts_report(&line, mcts, &rng);
        }
        alphabeta->release(alphabeta);
        mcts->release(mcts);
        line_release(&line);
    }
}

// ---- Searches where positions recur ----

enum { MAX_PATH = 64 };

// The positions that a search has come by, those of the line before it included.
typedef struct PlainPath {
    const Game *game;
    Position positions[2 * MAX_PATH];
    int count;
} PlainPath;

static Outcome path_outcome(const PlainPath *self) {
    const Position *last = &self->positions[self->count - 1];
    const Outcome outcome = self->game->outcome(last);
    int occurrences = 0;
    for (int i = 0; i < self->count; i++)
        occurrences += self->game->equal(&self->positions[i], last);
    if (outcome.result == RESULT_NONE && occurrences >= 3)
        return (Outcome){RESULT_DRAW, END_REPETITION};
    return outcome;
}

// Negamax with the rule of the third occurrence, by comparing all positions.
static int32_t path_value(PlainPath *self, int depth) {
    const Position *last = &self->positions[self->count - 1];
    const Outcome outcome = path_outcome(self);
    if (outcome.result != RESULT_NONE)
        return evaluate_end(self->game, last, outcome, self->game->side(last));
    if (depth == 0) return evaluator_of(self->game, EVALUATION_FULL)(last);
    Move moves[GAME_MAX_MOVES];
    const int count = self->game->moves(last, moves);
    int32_t best = -EVALUATION_INFINITE;
    for (int i = 0; i < count; i++) {
        self->positions[self->count] = *last;
        self->game->play(&self->positions[self->count++], moves[i]);
        const int32_t value = -path_value(self, depth - 1);
        self->count--;
        if (value > best) best = value;
    }
    return best;
}

// The last plies of a random game that ended by recurrence, without the very last few; false when
// this seed gives none, or one with many legal plies.
static bool go_round(Line *line, const Position *start, PlainPath *path, Rng *rng) {
    enum { PAST = 20 };
    line->start = *start;
    line_restart(line, start);
    play_randomly(line, rng, 10000);
    if (line_outcome(line).end != END_REPETITION) return false;
    const int from = line->count > PAST ? line->count - PAST : 0;
    const int to = line->count - 1 - random_int(rng, 6);
    *path = (PlainPath){.game = line->variant.game};
    const Move *moves = line->moves;
    Position position = *start;
    for (int i = 0; i < from; i++) path->game->play(&position, moves[i]);
    Line late;
    line_init(&late, &line->variant, &position);
    path->positions[path->count++] = position;
    for (int i = from; i < to; i++) {
        play(&late, moves[i]);
        path->positions[path->count++] = late.position;
    }
    line_release(line);
    *line = late;
    const int count = is_over(line) ? 0 : line_count_moves(line);
    return count > 1 && count <= 9;
}

// Depths beyond MIN_CYCLE of player_alphabeta.c included, where values are not shared.
static void test_alphabeta_minds_recurrence(void **state) {
    (void)state;
    static PlainPath path;
    int checked = 0, twice = 0, differ = 0;
    Line line = open_line("agon");
    const Position start = line.start;
    for (uint64_t number = 0; number < 4000 && checked < 40; number++) {
        Rng rng = test_rng("agon", number);
        if (!go_round(&line, &start, &path, &rng)) continue;
        checked++;
        twice += line.history.twice != 0;
        for (int depth = 1; depth <= 5; depth++) {
            char name[64];
            snprintf(name, sizeof name, "alphabeta:scale=30,depth=%d,tt=1", depth);
            Player *player = open_player(name, &line.variant);
            const int32_t value = path_value(&path, depth);
            const Decision decision = choose(player, &line, &rng);
            const double expected = evaluation_score(value, 2 * 30);
            if (decision.value != expected) fail_at(&line, name, "value", decision.value, expected);
            Position after;
            line_outcome_after(&line, decision.move, &after);
            path.positions[path.count++] = after;
            const int32_t chosen = -path_value(&path, depth - 1);
            path.count--;
            if (chosen != value) fail_at(&line, name, "chosen move's value", chosen, value);
            player->release(player);
            // The same position without its past: is it another task at all?
            PlainPath *alone = malloc(sizeof *alone);
            *alone = (PlainPath){.game = path.game, .count = 1};
            alone->positions[0] = line.position;
            differ += path_value(alone, depth) != value;
            free(alone);
        }
    }
    line_release(&line);
    assert_true(checked == 40 && twice > 20 && differ > 20);
}

// A ply to a third occurrence draws, whatever playouts from there would say: where all others lose
// it is the best.
static void test_searches_take_the_draw(void **state) {
    (void)state;
    static const char *const NAMES[] = {"greedy", "mcts:base=plain,simulations=400,memory=4",
                                        "alphabeta:depth=1,tt=1", "alphabeta:depth=5,tt=1"};
    static PlainPath path;
    int found = 0;
    Line line = open_line("agon");
    const Position start = line.start;
    for (uint64_t number = 0; number < 20000 && found < 10; number++) {
        Rng rng = test_rng("draw", number);
        Move moves[GAME_MAX_MOVES], drawing = MOVE_NONE;
        int losing = 0;
        if (!go_round(&line, &start, &path, &rng)) continue;
        const int count = line_moves(&line, moves);
        for (int i = 0; i < count; i++) {
            Position after;
            if (line_outcome_after(&line, moves[i], &after).end == END_REPETITION) {
                drawing = moves[i];
                continue;
            }
            path.positions[path.count++] = after;
            losing += -path_value(&path, 3) <= -EVALUATION_WIN;
            path.count--;
        }
        if (drawing == MOVE_NONE || losing + 1 != count) continue;
        found++;
        for (size_t i = 1; i < COUNT(NAMES); i++) {
            Player *player = open_player(NAMES[i], &line.variant);
            const Decision decision = choose(player, &line, &rng);
            if (i != 2 && decision.move != drawing)
                fail_at(&line, NAMES[i], "move", decision.move, drawing);
            player->release(player);
        }
    }
    line_release(&line);
    assert_true(found > 0);
}

// ---- Proven results ----

enum { SOLVE_BUDGET = 20000 };

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
    const int32_t chosen = plain_value_of(root, decision.move, root->side);
    if (chosen != root->best) fail_at(line, name, "chosen move's value", chosen, root->best);
    if (decision.depth > root->height) fail_at(line, name, "depth", decision.depth, root->height);
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
        for (uint64_t number = 0; number < 150; number++) {
            PlainRoot root;
            Rng rng;
            char name[64];
            if (!find_solvable(&line, number, &root, &rng)) continue;
            snprintf(name, sizeof name, "alphabeta:scale=30,depth=%d,tt=1", root.height);
            check_proof(&line, name, &root, &rng);
            snprintf(name, sizeof name, "alphabeta:scale=30,depth=%d,tt=1", root.height + 7);
            check_proof(&line, name, &root, &rng);
            solved++;
        }
        line_release(&line);
    }
    assert_true(solved >= 100);
}

// The table stays from ply to ply: a game played out from a solved position ends as it must, by
// the margin too.
static void test_alphabeta_keeps_results_to_the_end(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(SOLVED); i++) {
        Line line = open_line(SOLVED[i]);
        Player *player = open_player("alphabeta:depth=20,tt=1", &line.variant);
        for (uint64_t number = 0; number < 60; number++) {
            PlainRoot root;
            Rng rng;
            if (!find_solvable(&line, number, &root, &rng)) continue;
            if (root.height > 20) continue;
            player->begin(player);
            while (!is_over(&line)) play(&line, choose(player, &line, &rng).move);
            const int32_t end =
                plain_end_value(line.variant.game, &line.position, line_outcome(&line));
            const int32_t best = root.side == SIDE_FIRST ? root.best : -root.best;
            if (end != best) fail_at(&line, "alphabeta:depth=20", "end", end, best);
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
    static const char NAME[] = "mcts:base=plain,simulations=3000,memory=16";
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

// ---- A made-up game, where the tree is random and so is whose turn it is ----

// Options: `size` plies to the end, `farmers` legal plies (after the first one just one when
// `rule` is set), `komi_halves` a seed.
typedef struct Toy {
    uint64_t path; // names the node
    int32_t ply, length, width, first, is_chain, side;
} Toy;

static int toy_root_plays[GAME_MAX_MOVES]; // how often each root ply was made

static Toy toy_of(const Position *position) {
    Toy toy;
    memcpy(&toy, position, sizeof toy);
    return toy;
}

static void toy_put(Position *position, const Toy *toy) {
    memcpy(position, toy, sizeof *toy);
}

static void toy_init(Position *position, const GameOptions *options) {
    const AgrosOptions *o = &options->agros;
    const Toy toy = {.path = mix64((uint64_t)o->komi_halves + 1),
                     .length = o->size,
                     .width = o->farmers,
                     .is_chain = o->rule};
    memset(position, 0, sizeof *position);
    toy_put(position, &toy);
}

static Side toy_side(const Position *position) {
    return toy_of(position).side ? SIDE_SECOND : SIDE_FIRST;
}

static int toy_count_moves(const Position *position) {
    const Toy toy = toy_of(position);
    if (toy.ply == toy.length) return 0;
    return toy.is_chain && toy.ply > 0 ? 1 : toy.width;
}

// The number of the ply, and in bits 8–15 a mark of the position in which it is legal.
static Move toy_move(const Position *position, int number) {
    return (Move)(toy_of(position).path & 255) << 8 | (Move)number;
}

static int toy_moves(const Position *position, Move *moves) {
    const int count = toy_count_moves(position);
    for (int i = 0; i < count; i++) moves[i] = toy_move(position, i);
    return count;
}

static void toy_play(Position *position, Move move) {
    Toy toy = toy_of(position);
    const unsigned number = move & 255;
    assert_int_equal(move, toy_move(position, (int)number));
    if (toy.ply == 0) {
        toy.first = (int32_t)number;
        toy_root_plays[number]++;
    }
    toy.path = mix64(toy.path + 31 * number + 1);
    toy.side = (int32_t)(toy.path >> 20 & 1);
    toy.ply++;
    toy_put(position, &toy);
}

// A chain is won by its first ply, if that is ply 0; elsewhere chance decides.
static Outcome toy_outcome(const Position *position) {
    const Toy toy = toy_of(position);
    if (toy.ply < toy.length) return (Outcome){RESULT_NONE, END_NONE};
    if (toy.is_chain) return (Outcome){toy.first ? RESULT_SECOND : RESULT_FIRST, END_PASSES};
    return (Outcome){(Result)(RESULT_FIRST + toy.path % 3), END_PASSES};
}

static Playout toy_playout(Position *position, Rng *rng, int32_t ply_limit, History *history) {
    (void)history;
    Playout playout = {RESULT_NONE, 0, 0};
    for (; playout.plies < ply_limit && toy_count_moves(position) > 0; playout.plies++)
        toy_play(position, toy_move(position, random_int(rng, toy_count_moves(position))));
    playout.result = toy_outcome(position).result;
    return playout;
}

static void toy_format(const Position *position, char *text) {
    const Toy toy = toy_of(position);
    sprintf(text, "%016" PRIx64 " ply %d", toy.path, toy.ply);
}

static const Game TOY = {.name = "toy",
                         .default_ply_limit = 100000,
                         .init = toy_init,
                         .format = toy_format,
                         .side = toy_side,
                         .moves = toy_moves,
                         .count_moves = toy_count_moves,
                         .play = toy_play,
                         .outcome = toy_outcome,
                         .playout = toy_playout};

static Line open_toy(int length, int width, bool is_chain, int seed) {
    Line line;
    const Variant variant = {
        .game = &TOY,
        .options.agros = {.size = length, .farmers = width, .rule = is_chain, .komi_halves = seed}};
    Position start;
    TOY.init(&start, &variant.options);
    line_init(&line, &variant, &start);
    memset(toy_root_plays, 0, sizeof toy_root_plays);
    return line;
}

// A side that moves twice in a row must not be mistaken for its opponent. With c=0.7 a search may
// be content with a draw for very long, so it has to look around more.
static void test_mcts_minds_whose_turn_it_is(void **state) {
    (void)state;
    static const char NAME[] = "mcts:base=plain,simulations=20000,c=2,memory=16";
    int trees = 0;
    for (int seed = 0; seed < 150; seed++) {
        PlainRoot root;
        Line line = open_toy(5, 3, false, seed);
        Player *player = open_player(NAME, &line.variant);
        Rng rng = test_rng("toy", (uint64_t)seed);
        play(&line, random_move(&line, &rng)); // so that either side may be to move
        assert_true(plain_solve(&TOY, &line.position, UINT64_MAX, &root));
        const Decision decision = choose(player, &line, &rng);
        const int chosen = sign(plain_value_of(&root, decision.move, root.side));
        if (has_unique_result(&root)) {
            if (chosen != sign(root.best)) fail_at(&line, NAME, "result", chosen, sign(root.best));
            trees++;
        }
        const double expected = 0.5 + 0.5 * sign(root.best);
        if (fabs(decision.value - expected) > 0.1)
            fail_at(&line, NAME, "value", decision.value, expected);
        player->release(player);
        line_release(&line);
    }
    assert_true(trees >= 50);
}

// In a game without scores only results count, and draws are better than losses.
static void test_greedy_without_scores(void **state) {
    (void)state;
    for (int seed = 0; seed < 200; seed++) {
        PlainRoot root;
        Line line = open_toy(2, 4, false, seed);
        Player *player = open_player("greedy", &line.variant);
        Rng rng = test_rng("toy greedy", (uint64_t)seed);
        play(&line, random_move(&line, &rng));
        assert_true(plain_solve(&TOY, &line.position, UINT64_MAX, &root));
        const Move move = choose(player, &line, &rng).move;
        assert_int_equal(plain_value_of(&root, move, root.side), root.best);
        player->release(player);
        line_release(&line);
    }
}

// Longer than any path in the tree may be.
static void test_mcts_on_a_long_chain(void **state) {
    (void)state;
    Line line = open_toy(3000, 2, true, 1);
    Player *player = open_player("mcts:base=plain,simulations=4000,memory=1", &line.variant);
    Rng rng = test_rng("chain", 0);
    const Decision decision = choose(player, &line, &rng);
    assert_int_equal(decision.move, toy_move(&line.position, 0));
    assert_int_equal(decision.work, 4000);
    player->release(player);
    line_release(&line);
}

static void count_range(const int *counts, int size, int *least, int *most) {
    *least = *most = counts[0];
    for (int i = 1; i < size; i++) {
        if (counts[i] < *least) *least = counts[i];
        if (counts[i] > *most) *most = counts[i];
    }
}

// The plies made at the root of a toy by one search; some are made in playouts, which start there
// only while the root is a leaf.
static Decision search_toy(const char *name, int length, int width, int *least, int *most) {
    Line line = open_toy(length, width, false, 3);
    Player *player = open_player(name, &line.variant);
    Rng rng = test_rng(name, 0);
    const Decision decision = choose(player, &line, &rng);
    count_range(toy_root_plays, width, least, most);
    player->release(player);
    line_release(&line);
    return decision;
}

static void test_mcts_exploration(void **state) {
    (void)state;
    int least, most;
    // Each once before any twice.
    search_toy("mcts:base=plain,simulations=200", 6, 200, &least, &most);
    assert_true(least == 1 && most == 1);
    search_toy("mcts:base=plain,simulations=4000,c=100", 6, 8, &least, &most);
    assert_true(most - least < 20);
    search_toy("mcts:base=plain,simulations=4000,c=0.7", 6, 8, &least, &most);
    assert_true(most > 2 * least && least > 100);
    search_toy("mcts:base=plain,simulations=4000,c=0", 6, 8, &least, &most);
    assert_true(most > 2000 && least < 5);
}

// The widest nodes there may be, in the smallest memory: the tree is full after 128 of them.
static void test_mcts_full_tree(void **state) {
    (void)state;
    int least, most;
    const Decision decision = search_toy("mcts:base=plain,simulations=20000,memory=1,c=1", 4,
                                         GAME_MAX_MOVES, &least, &most);
    assert_int_equal(decision.work, 20000);
    assert_true(least >= 1);
    assert_true(decision.value >= 0 && decision.value <= 1);
}

// ---- Monte Carlo tree search: rewards and limits ----

static Playout scripted_playout_result;
static int scripted_playouts;
static int scripted_stop_at; // the playout that sets the flag, 0 = none
static atomic_bool scripted_stop;

static Playout scripted_playout(Position *position, Rng *rng, int32_t ply_limit, History *history) {
    (void)position, (void)rng, (void)ply_limit, (void)history;
    if (++scripted_playouts == scripted_stop_at) atomic_store(&scripted_stop, true);
    return scripted_playout_result;
}

// The start of an Agros whose playouts all end as told.
static Line open_scripted(Game *game, Result result, int32_t margin) {
    Line line = open_line("agros:size=8,farmers=3");
    *game = *line.variant.game;
    game->playout = scripted_playout;
    line.variant.game = game;
    scripted_playout_result = (Playout){result, margin, 10};
    scripted_playouts = scripted_stop_at = 0;
    atomic_store(&scripted_stop, false);
    return line;
}

static double scripted_value(const char *name, Result result, int32_t margin, Side side) {
    Game game;
    Line line = open_scripted(&game, result, margin);
    Player *player = open_player(name, &line.variant);
    Rng rng = test_rng(name, 0);
    while (line_side(&line) != side) play(&line, random_move(&line, &rng));
    const double value = choose(player, &line, &rng).value;
    player->release(player);
    line_release(&line);
    return value;
}

static void test_mcts_rewards(void **state) {
    (void)state;
    static const struct {
        const char *name;
        Result result;
        int32_t margin; // half points
        double first, second;
    } CASES[] = {
        {"mcts:base=plain,simulations=200", RESULT_FIRST, 20, 1, 0},
        {"mcts:base=plain,simulations=200", RESULT_SECOND, -20, 0, 1},
        {"mcts:base=plain,simulations=200", RESULT_DRAW, 0, 0.5, 0.5},
        {"mcts:base=plain,simulations=200", RESULT_NONE, 20, 0.5, 0.5},
        {"mcts:base=plain,simulations=200,margin=1,scale=30", RESULT_FIRST, 20, 0.625, 0.375},
        {"mcts:base=plain,simulations=200,margin=1,scale=10", RESULT_FIRST, 20, 0.75, 0.25},
        {"mcts:base=plain,simulations=200,margin=1,scale=10", RESULT_SECOND, -20, 0.25, 0.75},
        {"mcts:base=plain,simulations=200,margin=0.5,scale=10", RESULT_FIRST, 20, 0.875, 0.125},
        {"mcts:base=plain,simulations=200,margin=1", RESULT_DRAW, 0, 0.5, 0.5},
        {"mcts:base=plain,simulations=200,contempt=0.1", RESULT_DRAW, 0, 0.4, 0.4},
        {"mcts:base=plain,simulations=200,contempt=0.1,margin=0.5", RESULT_DRAW, 0, 0.45, 0.45},
        {"mcts:base=plain,simulations=200,contempt=0.1", RESULT_NONE, 0, 0.5, 0.5},
        {"mcts:base=plain,simulations=200,contempt=0.1", RESULT_SECOND, -20, 0, 1},
    };
    for (size_t i = 0; i < COUNT(CASES); i++) {
        const double first =
            scripted_value(CASES[i].name, CASES[i].result, CASES[i].margin, SIDE_FIRST);
        const double second =
            scripted_value(CASES[i].name, CASES[i].result, CASES[i].margin, SIDE_SECOND);
        if (fabs(first - CASES[i].first) > 1e-12 || fabs(second - CASES[i].second) > 1e-12)
            fail_msg("%s, case %zu: %g and %g", CASES[i].name, i, first, second);
    }
}

// "One that reaches the limit counts 1/2", whatever the margin was just then.
static void test_mcts_unfinished_playouts_count_half(void **state) {
    (void)state;
    assert_true(scripted_value("mcts:base=plain,simulations=200,margin=1", RESULT_NONE, 20,
                               SIDE_FIRST) == 0.5);
    assert_true(scripted_value("mcts:base=plain,simulations=200,margin=0.5", RESULT_NONE, 20,
                               SIDE_SECOND) == 0.5);
}

static void test_mcts_playout_limit(void **state) {
    (void)state;
    Line line = open_line("agros:size=8,farmers=3");
    Player *player = open_player("mcts:base=plain,simulations=300,rollout_limit=1", &line.variant);
    Rng rng = test_rng("playout limit", 0);
    const Decision decision = choose(player, &line, &rng);
    assert_true(is_legal(&line, decision.move) && decision.value == 0.5);
    assert_int_equal(decision.work, 300);
    player->release(player);
    line_release(&line);
}

static void test_mcts_work_is_simulations(void **state) {
    (void)state;
    static const int SIMULATIONS[] = {1, 2, 63, 64, 65, 1000};
    for (size_t i = 0; i < COUNT(SIMULATIONS); i++) {
        Game game;
        char name[64];
        Line line = open_scripted(&game, RESULT_DRAW, 0);
        snprintf(name, sizeof name, "mcts:base=plain,simulations=%d", SIMULATIONS[i]);
        Player *player = open_player(name, &line.variant);
        Rng rng = test_rng(name, 0);
        const Decision decision = choose(player, &line, &rng);
        assert_int_equal(decision.work, SIMULATIONS[i]);
        assert_int_equal(scripted_playouts, SIMULATIONS[i]);
        assert_true(decision.value == 0.5 && is_legal(&line, decision.move));
        player->release(player);
        line_release(&line);
    }
}

// Neither side can do anything but pass: the farmers stand alone in full corners.
static const char FORCED[] = "d,d,L3/d,d,d/D3,d,d l 1 sow 0";

static void test_forced_ply_needs_no_work(void **state) {
    (void)state;
    static const char *const NAMES[] = {"mcts:simulations=1000000000,memory=1", "alphabeta:depth=9",
                                        "mcts:base=plain,movetime=1,memory=1"};
    for (size_t i = 0; i < COUNT(NAMES); i++) {
        Line line = open_position("agros:size=3,farmers=1", FORCED);
        assert_int_equal(line.variant.game->count_moves(&line.position), 1);
        Player *player = open_player(NAMES[i], &line.variant);
        Rng rng = test_rng(NAMES[i], 0);
        const Decision decision = choose(player, &line, &rng);
        assert_true(is_legal(&line, decision.move) && isnan(decision.value));
        assert_int_equal(decision.work, 0);
        player->release(player);
        line_release(&line);
    }
}

// "Plies made in one search at most".
static void test_alphabeta_node_limit(void **state) {
    (void)state;
    Line line = open_line("agros:size=4,farmers=1");
    Rng rng = test_rng("nodes", 0);
    go_to_random_position(&line, &rng, STAGE_ANY);
    for (int nodes = 1; nodes <= 400; nodes++) {
        char name[64];
        snprintf(name, sizeof name, "alphabeta:depth=128,nodes=%d,tt=1", nodes);
        Player *player = open_player(name, &line.variant);
        const Decision decision = choose(player, &line, &rng);
        assert_true(is_legal(&line, decision.move));
        if (decision.work > (uint64_t)nodes)
            fail_at(&line, name, "work", (double)decision.work, nodes);
        player->release(player);
    }
    line_release(&line);
}

// ---- Being stopped ----

static void test_stop_set_beforehand(void **state) {
    (void)state;
    static const char *const NAMES[] = {"mcts:simulations=1000000000,memory=1",
                                        "alphabeta:depth=128,tt=1"};
    Game game;
    Line lines[] = {open_scripted(&game, RESULT_DRAW, 0), open_line("agros:size=16,farmers=15")};
    for (size_t i = 0; i < COUNT(NAMES); i++) {
        const atomic_bool stop = true;
        Status status;
        Decision decision;
        Player *player = open_player(NAMES[i], &lines[i].variant);
        Rng rng = test_rng(NAMES[i], 0);
        assert_false(player->choose(player, &lines[i], &rng, &stop, &decision, &status));
        // And it goes on as if nothing had been.
        Line other = open_position("agros:size=3,farmers=1", FORCED);
        assert_true(player->choose(player, &other, &rng, NULL, &decision, &status));
        assert_true(is_legal(&other, decision.move));
        player->release(player);
        line_release(&lines[i]);
    }
    assert_true(scripted_playouts <= 1);
}

// Bounded by work: after the flag is set at most one more simulation is made.
static void test_mcts_stops_soon(void **state) {
    (void)state;
    for (int at = 1; at < 100; at += 7) {
        Game game;
        Status status;
        Decision decision;
        Line line = open_scripted(&game, RESULT_DRAW, 0);
        Player *player =
            open_player("mcts:base=plain,simulations=1000000000,memory=1", &line.variant);
        Rng rng = test_rng("stop", (uint64_t)at);
        scripted_stop_at = at;
        assert_false(player->choose(player, &line, &rng, &scripted_stop, &decision, &status));
        assert_true(scripted_playouts <= at + 1);
        player->release(player);
        line_release(&line);
    }
}

static void *set_flag(void *flag) {
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    atomic_store((atomic_bool *)flag, true);
    return NULL;
}

// Neither search could come to an end before the machine does.
static void test_stop_from_another_thread(void **state) {
    (void)state;
    static const char *const NAMES[] = {"mcts:simulations=1000000000,memory=1",
                                        "alphabeta:depth=128,tt=1",
                                        "alphabeta:depth=128,tt=1,threads=2"};
    for (size_t i = 0; i < COUNT(NAMES); i++) {
        atomic_bool stop = false;
        pthread_t thread;
        Status status;
        Decision decision;
        Line line = open_line("agros:size=12,farmers=7");
        Player *player = open_player(NAMES[i], &line.variant);
        Rng rng = test_rng(NAMES[i], 1);
        assert_int_equal(pthread_create(&thread, NULL, set_flag, &stop), 0);
        assert_false(player->choose(player, &line, &rng, &stop, &decision, &status));
        assert_int_equal(pthread_join(thread, NULL), 0);
        player->release(player);
        line_release(&line);
    }
}

static void test_movetime_ends_a_search(void **state) {
    (void)state;
    static const char *const NAMES[] = {"mcts:simulations=1000000000,movetime=1,memory=1",
                                        "alphabeta:depth=128,movetime=1,tt=1",
                                        "alphabeta:depth=128,movetime=1,tt=1,threads=3"};
    for (size_t i = 0; i < COUNT(NAMES); i++) {
        Line line = open_line("agros:size=12,farmers=7");
        Player *player = open_player(NAMES[i], &line.variant);
        Rng rng = test_rng(NAMES[i], 2);
        // A player with so little time may pass as soon as it can, behind the 14 placements.
        for (int ply = 0; ply < 20 && !is_over(&line); ply++) {
            const Decision decision = choose(player, &line, &rng);
            assert_true(is_legal(&line, decision.move));
            play(&line, decision.move);
        }
        assert_true(line.count >= 14);
        player->release(player);
        line_release(&line);
    }
}

// ---- Whole games ----

static void check_decision(const Line *line, const char *name, const Decision *decision) {
    if (!is_legal(line, decision->move)) fail_at(line, name, "move", decision->move, NAN);
    if (!isnan(decision->value) && !(decision->value >= 0 && decision->value <= 1))
        fail_at(line, name, "value", decision->value, NAN);
    if (decision->depth < 0 || decision->depth > 128)
        fail_at(line, name, "depth", decision->depth, NAN);
}

// Plays to the end; whose turn it is chooses the player and its generator.
static void play_game(Line *line, Player *const players[SIDE_COUNT], Rng rngs[SIDE_COUNT]) {
    while (!is_over(line)) {
        const Side side = line_side(line);
        const Decision decision = choose(players[side], line, &rngs[side]);
        check_decision(line, side_name(side), &decision);
        play(line, decision.move);
    }
}

static void play_whole_game(const char *spec, const char *name) {
    Line line = open_line(spec);
    Player *player = open_player(name, &line.variant);
    Rng rng = rng_init(seed_text(seed_text(seed_init(1), spec), name));
    while (!is_over(&line)) {
        const Decision decision = choose(player, &line, &rng);
        check_decision(&line, name, &decision);
        play(&line, decision.move);
    }
    player->release(player);
    line_release(&line);
}

static void test_whole_games(void **state) {
    (void)state;
    static const char *const SPECS[] = {"agros:size=3,farmers=1",
                                        "agros:size=3,farmers=3,rule=static,komi=-0.5",
                                        "agros:size=4,farmers=7",
                                        "agros:size=5,farmers=5,rule=static",
                                        "agros:size=6,farmers=1",
                                        "agros:size=7,farmers=15",
                                        "agros:size=8,farmers=3,komi=999",
                                        "agros:size=9,farmers=5",
                                        "agros:size=11,farmers=3,rule=static,komi=-999",
                                        "agros:size=13,farmers=7",
                                        "agros:size=16,farmers=15",
                                        "agros:size=16,farmers=1,rule=static"};
    static const char *const NAMES[] = {
        "random",
        "greedy",
        "mcts:base=plain,simulations=1,memory=1",
        "mcts:base=plain,simulations=20,memory=1",
        "mcts:base=plain,simulations=20,margin=0.3,c=0,scale=0.5,memory=1",
        "mcts:base=plain,simulations=50,rollout_limit=5,c=100,memory=1",
        "alphabeta:depth=1,tt=1",
        "alphabeta:depth=128,nodes=400,tt=1",
        "alphabeta:depth=3,nodes=1,tt=1,scale=10000",
        "alphabeta:depth=128,nodes=400,tt=0,search=mtdf,counters=on,captures=on",
        "alphabeta:depth=9,nodes=400,aspiration=3,null=on,reductions=on,futility=2,quiescence=9"};
    for (size_t i = 0; i < COUNT(SPECS); i++)
        for (size_t k = 0; k < COUNT(NAMES); k++) play_whole_game(SPECS[i], NAMES[k]);
}

// ---- Seeds ----

static const char *const SEEDED[] = {
    "random",
    "greedy",
    "mcts:base=plain,simulations=40,memory=1",
    "mcts:base=plain,simulations=40,margin=1,memory=1",
    "alphabeta:depth=2,tt=1",
    "alphabeta:depth=9,nodes=900,tt=1",
    "alphabeta:depth=9,nodes=900,tt=1,search=mtdf,null=on,reductions=on"};

static void play_seeded(Line *line, Player *player, uint64_t seed) {
    Rng rng = test_rng("seeded", seed);
    line_restart(line, &line->start);
    player->begin(player);
    while (!is_over(line)) play(line, choose(player, line, &rng).move);
}

static void assert_same_plies(const Line *a, const Line *b) {
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->moves, b->moves, (size_t)a->count * sizeof(Move));
}

static void test_same_seed_same_choices(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(SEEDED); i++) {
        Line line = open_line("agros:size=7,farmers=3"),
             again = open_line("agros:size=7,farmers=3");
        Player *player = open_player(SEEDED[i], &line.variant);
        Player *fresh = open_player(SEEDED[i], &line.variant);
        play_seeded(&line, player, 1);
        play_seeded(&again, fresh, 1);
        assert_same_plies(&line, &again);
        for (uint64_t seed = 2; seed < 5; seed++) play_seeded(&again, player, seed);
        play_seeded(&again, player, 1); // after other games
        assert_same_plies(&line, &again);
        player->release(player);
        fresh->release(fresh);
        line_release(&line);
        line_release(&again);
    }
}

static void test_other_seeds_other_choices(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(SEEDED); i++) {
        Line line = open_line("agros:size=8,farmers=3");
        Player *player = open_player(SEEDED[i], &line.variant);
        int kinds = 0;
        Move seen[32];
        for (uint64_t seed = 0; seed < 32; seed++) {
            Rng rng = test_rng("opening", seed);
            player->begin(player);
            const Move move = choose(player, &line, &rng).move;
            int k = 0;
            while (k < kinds && seen[k] != move) k++;
            if (k == kinds) seen[kinds++] = move;
        }
        if (kinds < 8) fail_msg("%s: only %d first plies in 32 games", SEEDED[i], kinds);
        player->release(player);
        line_release(&line);
    }
}

// ---- Ties ----

enum { TIE_DRAWS = 400 }; // for each of the tied plies

// Chooses often in one position: only the best of the root, each of them equally often.
static void check_ties(const Line *line, const char *name, const PlainRoot *root) {
    int seen[GAME_MAX_MOVES] = {0}, index[GAME_MAX_MOVES], ties = 0;
    char what[128];
    for (int i = 0; i < root->count; i++)
        index[i] = plain_value_of(root, root->moves[i], root->side) == root->best ? ties++ : -1;
    Player *player = open_player(name, &line->variant);
    for (int draw = 0; draw < TIE_DRAWS * ties; draw++) {
        Rng rng = test_rng(name, (uint64_t)draw);
        player->begin(player);
        const Move move = choose(player, line, &rng).move;
        int i = 0;
        while (root->moves[i] != move) i++;
        if (index[i] < 0) fail_at(line, name, "value", root->values[i], root->best);
        seen[index[i]]++;
    }
    snprintf(what, sizeof what, "%s, ties after %d plies", name, line->count);
    if (ties > 1) assert_uniform(seen, ties, what);
    player->release(player);
}

// On the empty board all cells are equal at one ply.
static void test_ties_on_the_empty_board(void **state) {
    (void)state;
    static const char *const NAMES[] = {"random", "greedy", "alphabeta:depth=1,tt=1",
                                        "mcts:base=plain,simulations=1,memory=1"};
    Line line = open_line("agros:size=4,farmers=1");
    PlainRoot root;
    plain_search(line.variant.game, &line.position, 1, &root);
    for (size_t i = 0; i < COUNT(NAMES); i++) check_ties(&line, NAMES[i], &root);
    line_release(&line);
}

// What greedy looks at, for each ply.
static void fill_greedy_root(const Line *line, PlainRoot *root) {
    const Game *game = line->variant.game;
    root->count = line_moves(line, root->moves);
    root->side = line_side(line);
    root->best = INT32_MIN;
    for (int i = 0; i < root->count; i++) {
        Position child = line->position;
        game->play(&child, root->moves[i]);
        const Score score = game->score(&child);
        root->values[i] = score.halves[SIDE_FIRST] - score.halves[SIDE_SECOND];
        const int32_t value = plain_value_of(root, root->moves[i], root->side);
        if (value > root->best) root->best = value;
    }
}

static void test_ties_of_greedy(void **state) {
    (void)state;
    Line line = open_line("agros:size=5,farmers=3");
    for (uint64_t i = 0; i < 30; i++) {
        PlainRoot root;
        Rng rng = test_rng("greedy ties", i);
        go_to_random_position(&line, &rng, (Stage)(i % 3));
        fill_greedy_root(&line, &root);
        check_ties(&line, "greedy", &root);
    }
    line_release(&line);
}

// A search that looks deeper must not favour what looked best before, among equals.
static void test_ties_of_alphabeta(void **state) {
    (void)state;
    Line line = open_line("agros:size=4,farmers=3");
    for (uint64_t i = 0; i < 12; i++) {
        PlainRoot root;
        Rng rng = test_rng("alphabeta ties", i);
        go_to_random_position(&line, &rng, (Stage)(i % 3));
        if (line.variant.game->count_moves(&line.position) < 2) continue;
        plain_search(line.variant.game, &line.position, 2, &root);
        if (abs(root.best) < EVALUATION_WIN) check_ties(&line, "alphabeta:depth=2,tt=1", &root);
    }
    line_release(&line);
}

// ---- Strength ----

// Games won by `name` of `games` against random, in either seat in turn.
static int wins_against_random(const char *name, int games) {
    Line line = open_line("agros:size=8,farmers=3");
    Player *player = open_player(name, &line.variant);
    Player *opponent = open_player("random", &line.variant);
    int wins = 0;
    for (int i = 0; i < games; i++) {
        Player *const seats[2][SIDE_COUNT] = {{player, opponent}, {opponent, player}};
        Rng rngs[SIDE_COUNT] = {test_rng(name, 2 * (uint64_t)i),
                                test_rng(name, 2 * (uint64_t)i + 1)};
        line_restart(&line, &line.start);
        player->begin(player);
        play_game(&line, seats[i % 2], rngs);
        wins += line_outcome(&line).result == (i % 2 ? RESULT_SECOND : RESULT_FIRST);
    }
    player->release(player);
    opponent->release(opponent);
    line_release(&line);
    return wins;
}

static void test_strength(void **state) {
    (void)state;
    static const struct {
        const char *name;
        int wins; // of 40, at least
    } CASES[] = {
        {"greedy", 36}, {"mcts:base=plain,simulations=200", 39}, {"alphabeta:depth=2", 36}};
    for (size_t i = 0; i < COUNT(CASES); i++) {
        const int wins = wins_against_random(CASES[i].name, 40);
        if (wins < CASES[i].wins)
            fail_msg("%s won %d of 40 games against random, not %d", CASES[i].name, wins,
                     CASES[i].wins);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_natural_log),
        cmocka_unit_test(test_natural_log_near_one),
        cmocka_unit_test(test_natural_log_never_falls),
        cmocka_unit_test(test_evaluation_score),
        cmocka_unit_test(test_evaluator),
        cmocka_unit_test(test_player_specs),
        cmocka_unit_test(test_bad_player_specs),
        cmocka_unit_test(test_canonical_specs_keep_all_digits),
        cmocka_unit_test(test_alphabeta_is_plain_search),
        cmocka_unit_test(test_reports),
        cmocka_unit_test(test_alphabeta_minds_recurrence),
        cmocka_unit_test(test_searches_take_the_draw),
        cmocka_unit_test(test_alphabeta_finds_proven_results),
        cmocka_unit_test(test_alphabeta_keeps_results_to_the_end),
        cmocka_unit_test(test_alphabeta_node_limit),
        cmocka_unit_test(test_mcts_keeps_proven_results),
        cmocka_unit_test(test_mcts_minds_whose_turn_it_is),
        cmocka_unit_test(test_mcts_on_a_long_chain),
        cmocka_unit_test(test_mcts_exploration),
        cmocka_unit_test(test_mcts_full_tree),
        cmocka_unit_test(test_mcts_rewards),
        cmocka_unit_test(test_mcts_unfinished_playouts_count_half),
        cmocka_unit_test(test_mcts_playout_limit),
        cmocka_unit_test(test_mcts_work_is_simulations),
        cmocka_unit_test(test_forced_ply_needs_no_work),
        cmocka_unit_test(test_greedy_without_scores),
        cmocka_unit_test(test_stop_set_beforehand),
        cmocka_unit_test(test_mcts_stops_soon),
        cmocka_unit_test(test_stop_from_another_thread),
        cmocka_unit_test(test_movetime_ends_a_search),
        cmocka_unit_test(test_whole_games),
        cmocka_unit_test(test_same_seed_same_choices),
        cmocka_unit_test(test_other_seeds_other_choices),
        cmocka_unit_test(test_ties_on_the_empty_board),
        cmocka_unit_test(test_ties_of_greedy),
        cmocka_unit_test(test_ties_of_alphabeta),
        cmocka_unit_test(test_strength),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
