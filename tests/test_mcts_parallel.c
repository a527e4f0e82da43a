// Searches by several threads. Short, since ThreadSanitizer runs them too.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/plain_search.h"
#include "tests/play_line.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { SIMULATIONS = 60 };

static const char *const GAMES[] = {"agros:size=5,farmers=3", "agon", "awale"};

static const char *const VARIANTS[] = {
    "select=tuned,rollout=mast",
    "select=puct,solver=on",
    "rave=20,virtual_loss=3",
    "grave=5,solver=score",
    "implicit=0.3,virtual_loss=0,fpu=0.8",
    "reuse=on,final=robustmax",
};

// One search: its simulations are all in the visits of the plies, so no virtual loss is left.
static Decision search(Player *player, const Line *line, Rng *rng, bool robust, bool kept) {
    static Report report;
    uint64_t visits = 0;
    const Decision decision = choose(player, line, rng);
    assert_true(is_legal(line, decision.move));
    player_report(player, line, decision.move, false, &report);
    for (int i = 0; i < report.count; i++) visits += report.plies[i].work;
    if (report.count > 1 && !decision.proven)
        assert_in_range(decision.work, SIMULATIONS, robust ? 2 * SIMULATIONS : SIMULATIONS);
    if (!kept) assert_int_equal(visits, decision.work);
    return decision;
}

static void play_plies(const char *game, const char *parallel, int threads, const char *keys) {
    char name[160];
    Line line = open_line(game);
    Rng rng = rng_of(keys, (uint64_t)threads);
    const bool reuse = strstr(keys, "reuse=on"), robust = strstr(keys, "robustmax");
    snprintf(name, sizeof name,
             "mcts:base=plain,simulations=%d,memory=32,threads=%d,parallel=%s,%s", SIMULATIONS,
             threads, parallel, keys);
    Player *player = open_player(name, &line.variant);
    play_randomly(&line, &rng, 4);
    for (int ply = 0; ply < 3 && !is_over(&line); ply++)
        play(&line, search(player, &line, &rng, robust, reuse && ply > 0).move);
    player->release(player);
    line_release(&line);
}

static void visits_add_up(void **state) {
    (void)state;
    for (size_t g = 0; g < COUNT(GAMES); g++)
        for (size_t v = 0; v < COUNT(VARIANTS); v++)
            for (int threads = 2; threads <= 3; threads++) {
                play_plies(GAMES[g], "tree", threads, VARIANTS[v]);
                play_plies(GAMES[g], "root", threads, VARIANTS[v]);
            }
}

// Every selection with every urgency, kind of AMAF and solver.
static void all_combinations_add_up(void **state) {
    (void)state;
    static const char *const SELECT[] = {"ucb1", "tuned", "puct"}, *const FPU[] = {"-1", "0.7"},
                             *const AMAF[] = {"rave=0", "rave=9", "grave=9"},
                             *const SOLVER[] = {"off", "on", "score"};
    for (int i = 0; i < 3 * 2 * 3 * 3; i++) {
        char keys[160];
        snprintf(keys, sizeof keys, "select=%s,fpu=%s,%s,solver=%s", SELECT[i % 3], FPU[i / 3 % 2],
                 AMAF[i / 6 % 3], SOLVER[i / 18]);
        play_plies("awale", "tree", 2 + i % 2, keys);
    }
}

// Visits of nodes that have many go into the tree in bundles, which are empty in the end.
static void bundles_add_up(void **state) {
    (void)state;
    static const char *const KEYS[] = {"cutoff=0", "cutoff=0,select=tuned", "select=puct,cutoff=0",
                                       "cutoff=0,fpu=0.9,virtual_loss=0"};
    Line line = open_line("awale");
    for (size_t i = 0; i < COUNT(KEYS); i++) {
        static Report report;
        char name[160];
        uint64_t visits = 0;
        Rng rng = rng_of("bundles", i);
        snprintf(name, sizeof name, "mcts:base=plain,simulations=20000,memory=32,threads=2,%s",
                 KEYS[i]);
        Player *player = open_player(name, &line.variant);
        const Decision decision = choose(player, &line, &rng);
        player_report(player, &line, decision.move, false, &report);
        for (int ply = 0; ply < report.count; ply++) {
            visits += report.plies[ply].work;
            assert_true(report.plies[ply].value >= 0 && report.plies[ply].value <= 1);
        }
        assert_int_equal(decision.work, 20000);
        assert_int_equal(visits, 20000);
        player->release(player);
    }
    line_release(&line);
}

// Close to the end many children are ends, and several simulators come to the same one at once:
// none may play on behind it.
static void ends_are_seen(void **state) {
    (void)state;
    static const char *const KEYS[] = {
        "select=puct,rollout=greedy", "select=puct,rollout=mast,decisive=both",
        "rave=5,rollout=nst", "select=puct,cutoff=0,solver=on", "implicit=0.5,cutoff=3"};
    static const char *const SPECS[] = {"agros:size=3,farmers=1", "agon", "awale"};
    for (size_t g = 0; g < COUNT(SPECS); g++)
        for (size_t i = 0; i < COUNT(KEYS); i++) {
            char name[160];
            Line line = open_line(SPECS[g]);
            snprintf(name, sizeof name, "mcts:base=plain,simulations=400,memory=64,threads=4,%s",
                     KEYS[i]);
            Player *player = open_player(name, &line.variant);
            for (uint64_t number = 0; number < 6; number++) {
                Rng rng = rng_of("ends", number);
                play_randomly(&line, &rng, 10000);
                const int32_t plies = line.count - 1 - (int32_t)(number % 3);
                rng = rng_of("ends", number);
                play_randomly(&line, &rng, plies > 0 ? plies : 0);
                if (is_over(&line)) continue;
                player->begin(player);
                assert_true(is_legal(&line, choose(player, &line, &rng).move));
            }
            player->release(player);
            line_release(&line);
        }
}

static int sign(int32_t value) {
    return (value > 0) - (value < 0);
}

static void check_proofs(const char *game, uint64_t numbers, const char *name, int *proven) {
    Line line = open_line(game);
    Player *player = open_player(name, &line.variant);
    for (uint64_t number = 0; number < numbers; number++) {
        PlainRoot plain;
        Rng rng = rng_of("parallel", number);
        play_randomly(&line, &rng, 10000);
        const int32_t plies = line.count - 1 - (int32_t)rng_below(&rng, 8);
        rng = rng_of("parallel", number);
        play_randomly(&line, &rng, plies > 0 ? plies : 0);
        if (is_over(&line) || !plain_solve(line.variant.game, &line.position, 1000, &plain))
            continue;
        player->begin(player);
        const Decision decision = choose(player, &line, &rng);
        if (!decision.proven) continue;
        const int result = sign(plain.best);
        assert_true(decision.value == 0.5 + 0.5 * result);
        assert_int_equal(sign(plain_value_of(&plain, decision.move, plain.side)), result);
        (*proven)++;
    }
    player->release(player);
    line_release(&line);
}

static void proofs_are_true(void **state) {
    (void)state;
    static const char *const SPECS[] = {"agros:size=3,farmers=1", "awale"};
    static const uint64_t NUMBERS[] = {25, 150}; // few of Awale's can be searched to the end
    for (size_t g = 0; g < COUNT(SPECS); g++)
        for (int i = 0; i < 8; i++) {
            char name[160];
            int proven = 0;
            snprintf(name, sizeof name,
                     "mcts:base=plain,simulations=500,memory=8,threads=%d,parallel=%s,solver=%s",
                     2 + i % 2, i & 2 ? "root" : "tree", i & 4 ? "score" : "on");
            check_proofs(SPECS[g], NUMBERS[g], name, &proven);
            if (proven < 3) fail_msg("%s: only %d proofs in %s", name, proven, SPECS[g]);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(visits_add_up),   cmocka_unit_test(all_combinations_add_up),
        cmocka_unit_test(bundles_add_up),  cmocka_unit_test(ends_are_seen),
        cmocka_unit_test(proofs_are_true),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
