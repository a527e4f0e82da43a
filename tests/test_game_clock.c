// The clock of a whole game by hand-made numbers, the watch that ends searches, and whole games of
// players that have one. Nothing here depends on how fast the machine is: where time must be seen
// to pass, it is waited for.
#include "search/game_clock.h"
#include "search/player.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const int64_t MS = 1000000;

static GameClock clock_of(int32_t movetime, int32_t time, int32_t increment) {
    const TimeLimits limits = {movetime, time, increment};
    GameClock clock;
    game_clock_set(&clock, &limits);
    return clock;
}

// How many times slower than a release build on an idle machine the tests are to expect this one.
static int64_t patience(void) {
    const char *text = getenv("HARROW_TEST_PATIENCE");
    return text ? strtol(text, NULL, 10) : 1;
}

static void wait_until(int64_t moment) {
    while (clock_now() < moment) nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
}

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

static Player *open_player(const char *spec, const Variant *variant) {
    PlayerSpec parsed;
    Status status = {0};
    if (!player_parse(&parsed, spec, &status)) fail_msg("%s: %s", spec, status.message);
    Player *player = player_create(&parsed, variant, &status);
    if (!player) fail_msg("%s: %s", spec, status.message);
    return player;
}

// ---- Shares ----

static void test_shares_by_hand(void **state) {
    (void)state;
    static const struct {
        int32_t time, increment, plies;
        double share; // milliseconds
    } CASES[] = {
        {60050, 0, 60, 1000},        // the reserve is 50 ms
        {60050, 500, 60, 1375},      // and three quarters of the increment
        {60050, 0, 1, 60000},        // the last ply may have all but the reserve,
        {60050, 500, 1, 60000},      // and no more
        {100, 0, 40, 2},             // a small clock has a small reserve
        {50, 0, 40, 1},              //
        {1, 0, 40, 0.02},            //
        {1, 86400000, 40, 0.8},      // the increment comes after the ply
        {86400000, 0, 4, 21599987.5} //
    };
    for (size_t i = 0; i < COUNT(CASES); i++) {
        const GameClock clock = clock_of(0, CASES[i].time, CASES[i].increment);
        const int64_t share = game_clock_share(&clock, CASES[i].plies);
        assert_int_equal(share, (int64_t)(CASES[i].share * (double)MS));
    }
}

static void test_nothing_is_shared_out_of_the_reserve(void **state) {
    (void)state;
    for (int32_t increment = 0; increment <= 1000; increment += 500) {
        GameClock clock = clock_of(0, 1000, increment);
        for (int64_t left = -5 * MS; left <= clock.reserve; left += MS) {
            clock.left = left;
            assert_int_equal(game_clock_share(&clock, 10), 0);
        }
    }
}

// Whatever is expected, and however often it turns out wrong.
static void test_shares_never_exceed_what_is_left(void **state) {
    (void)state;
    static const int32_t TIMES[] = {1, 2, 7, 50, 1000, 60000, 86400000};
    static const int32_t INCREMENTS[] = {0, 1, 10, 500, 86400000};
    static const int32_t PLIES[] = {1, 4, 40, 5000};
    for (size_t t = 0; t < COUNT(TIMES); t++)
        for (size_t i = 0; i < COUNT(INCREMENTS); i++)
            for (size_t p = 0; p < COUNT(PLIES); p++) {
                GameClock clock = clock_of(0, TIMES[t], INCREMENTS[i]);
                for (int ply = 0; ply < 10000; ply++) {
                    const int64_t share = game_clock_share(&clock, PLIES[p]);
                    assert_true(share >= 0 && share <= clock.left);
                    assert_true(ply > 0 || share > 0);
                    clock.left += INCREMENTS[i] * MS - share;
                }
                // With an increment there is always time again.
                assert_true(INCREMENTS[i] == 0 || game_clock_share(&clock, 1) > 0);
            }
}

static void test_expected_plies(void **state) {
    (void)state;
    static const char *const SPECS[] = {"agros:size=3,farmers=1", "agros:size=10",
                                        "agros:size=16,farmers=15", "agon", "awale"};
    int32_t before = 0;
    for (size_t i = 0; i < COUNT(SPECS); i++) {
        Line line = open_line(SPECS[i]);
        int32_t last = expected_plies(&line);
        assert_true(last >= 4 && last <= 1000);
        assert_true(i > 2 || last > before); // a greater board, a longer game
        before = last;
        for (line.count = 1; line.count < 10000; line.count++) {
            const int32_t next = expected_plies(&line);
            assert_true(next >= 4 && next <= last);
            last = next;
        }
        line.count = 0;
        line_release(&line);
    }
}

// ---- The clock ----

static void test_without_limits_there_is_no_deadline(void **state) {
    (void)state;
    Line line = open_line("awale");
    GameClock clock = clock_of(0, 0, 0);
    assert_int_equal(game_clock_start(&clock, &line), 0);
    line_release(&line);
}

// Of movetime and clock, what ends first.
static void test_the_earlier_limit_rules(void **state) {
    (void)state;
    static const struct {
        int32_t movetime, time;
    } CASES[] = {{7, 0}, {7, 60000}, {60000, 1000}, {0, 1000}};
    Line line = open_line("awale");
    for (size_t i = 0; i < COUNT(CASES); i++) {
        GameClock clock = clock_of(CASES[i].movetime, CASES[i].time, 0);
        const int64_t share = game_clock_share(&clock, expected_plies(&line));
        const int64_t deadline = game_clock_start(&clock, &line);
        assert_int_equal(deadline - clock.begun, i < 2 ? 7 * MS : share);
    }
    line_release(&line);
}

static void test_a_ply_is_taken_off_the_clock(void **state) {
    (void)state;
    Line line = open_line("awale");
    GameClock clock = clock_of(0, 50, 3);
    const int64_t before = clock_now();
    game_clock_start(&clock, &line);
    wait_until(clock.begun + 4 * MS);
    game_clock_stop(&clock);
    const int64_t spent = 50 * MS + 3 * MS - clock.left;
    assert_true(spent >= 4 * MS && spent <= clock_now() - before);
    // And beyond its end, when it says at once that there is nothing left.
    game_clock_start(&clock, &line);
    wait_until(clock.begun + 60 * MS);
    game_clock_stop(&clock);
    assert_true(clock.left < 0);
    const int64_t deadline = game_clock_start(&clock, &line);
    assert_int_equal(deadline, clock.begun);
    assert_true(watch_begin(clock.begun, NULL).over);
    line_release(&line);
}

// ---- The watch ----

static void test_a_watch_without_limits_never_ends(void **state) {
    (void)state;
    const atomic_bool stop = false;
    Watch watch = watch_begin(0, &stop);
    for (int i = 0; i < 1000000; i++) {
        if (watch_step(&watch)) fail_msg("over at step %d", i);
        if (watch.interval > 1 << 16) fail_msg("%u steps to the next look", watch.interval);
    }
    assert_true(watch.interval > 1); // and seldom looks
}

static void test_a_watch_sees_a_stop_at_once_and_keeps_it(void **state) {
    (void)state;
    atomic_bool stop = false;
    Watch watch = watch_begin(0, &stop);
    for (int i = 0; i < 100000; i++) assert_false(watch_step(&watch));
    atomic_store(&stop, true);
    assert_true(watch_step(&watch));
    atomic_store(&stop, false);
    for (int i = 0; i < 100; i++) assert_true(watch_step(&watch));
}

// Quick steps, slow ones, and slow ones after quick ones, where it may have counted on quick ones.
static void test_a_watch_sees_the_deadline(void **state) {
    (void)state;
    for (int quick = 0; quick <= 1000000; quick += 500000) {
        const int64_t deadline = clock_now() + 20 * MS;
        Watch watch = watch_begin(deadline, NULL);
        for (int i = 0; i < quick && !watch_step(&watch); i++)
            ;
        wait_until(deadline);
        int64_t steps = 1;
        while (!watch_step(&watch)) steps++;
        assert_true(steps <= 1 << 16);
        assert_true(watch.over && clock_now() >= deadline);
    }
    Watch watch = watch_begin(clock_now() + 5 * MS, NULL);
    for (int i = 0; i < 5; i++) {
        wait_until(clock_now() + MS);
        if (watch_step(&watch)) break;
    }
    wait_until(watch.deadline);
    assert_true(watch_step(&watch)); // steps as slow as these are looked at one by one
}

// ---- Whole games ----

static bool is_legal(const Line *line, Move move) {
    Move moves[GAME_MAX_MOVES];
    const int count = line_moves(line, moves);
    for (int i = 0; i < count; i++)
        if (moves[i] == move) return true;
    return false;
}

// Plays a game of a player against itself, to the end.
static void play_game(Line *line, Player *const seats[SIDE_COUNT], Rng *rng, const char *name) {
    for (int side = 0; side < SIDE_COUNT; side++) seats[side]->begin(seats[side]);
    while (line->count < line->variant.game->default_ply_limit &&
           line_outcome(line).result == RESULT_NONE) {
        Status status = {0};
        Decision decision;
        Player *player = seats[line_side(line)];
        if (!player->choose(player, line, rng, NULL, &decision, &status))
            fail_msg("%s: %s", name, status.message);
        if (!is_legal(line, decision.move)) fail_msg("%s: ply %d is illegal", name, line->count);
        if (!line_play(line, decision.move, &status)) fail_msg("%s: %s", name, status.message);
    }
}

static const char *const SPECS[] = {"agros:size=3,farmers=1", "agros:size=8,farmers=3", "agon",
                                    "awale"};

// Even a tiny clock ends no game by anything but its rules, and none lasts longer than its clocks.
static void test_whole_games(void **state) {
    (void)state;
    static const char *const NAMES[] = {
        "mcts:base=plain,time=100,memory=16",
        "mcts:base=plain,time=1,memory=4",
        "mcts:base=plain,time=50,inc=1,movetime=2,memory=16,reuse=on,solver=on",
        "mcts:base=plain,time=100,rollout=greedy,epsilon=0,memory=16",
        "mcts:base=plain,time=100,rollout=mast,rave=100,select=puct,memory=16",
        "alphabeta:time=100,tt=1",
        "alphabeta:time=1,tt=1",
        "alphabeta:time=50,tt=0,quiescence=3,search=mtdf",
        "alphabeta:time=100,tt=1,threads=2"};
    const int64_t begun = clock_now();
    for (size_t i = 0; i < COUNT(SPECS); i++)
        for (size_t j = 0; j < COUNT(NAMES); j++) {
            Line line = open_line(SPECS[i]);
            Player *seats[SIDE_COUNT] = {open_player(NAMES[j], &line.variant),
                                         open_player(NAMES[j], &line.variant)};
            Rng rng = rng_init(seed_text(seed_init(1), NAMES[j]));
            for (int game = 0; game < 2; game++) {
                const Position start = line.start;
                line_restart(&line, &start);
                play_game(&line, seats, &rng, NAMES[j]);
            }
            for (int side = 0; side < SIDE_COUNT; side++) seats[side]->release(seats[side]);
            line_release(&line);
        }
    assert_true(clock_now() - begun < 120000 * MS * patience());
}

static uint64_t work_of_choice(Player *player, const Line *line) {
    Rng rng = rng_init(seed_init(3));
    Decision decision;
    Status status;
    assert_true(player->choose(player, line, &rng, NULL, &decision, &status));
    assert_true(is_legal(line, decision.move));
    return decision.work;
}

// It searches until its time is used up, and then no more before the next game.
static void test_clock_starts_anew_with_each_game(void **state) {
    (void)state;
    static const char *const NAMES[] = {"mcts:base=plain,time=100,memory=4",
                                        "alphabeta:time=100,tt=1"};
    for (size_t i = 0; i < COUNT(NAMES); i++) {
        Line line = open_line("awale");
        Player *player = open_player(NAMES[i], &line.variant);
        // One choice without work may be due to a busy machine, so many in a row are not.
        for (int idle = 0; idle < 20;) idle = work_of_choice(player, &line) > 0 ? 0 : idle + 1;
        int64_t tries = 1000 * patience(); // a busy machine may take the time away before any work
        do player->begin(player);
        while (work_of_choice(player, &line) == 0 && --tries > 0);
        assert_true(tries > 0);
        player->release(player);
        line_release(&line);
    }
}

// A search that nothing but its time ends does end.
static void test_time_alone_rules(void **state) {
    (void)state;
    static const char *const NAMES[] = {"mcts:base=plain,movetime=200", "mcts:base=plain,time=2000",
                                        "alphabeta:time=2000", "alphabeta:movetime=200"};
    for (size_t i = 0; i < COUNT(NAMES); i++) {
        Line line = open_line("agros:size=3,farmers=1");
        Player *player = open_player(NAMES[i], &line.variant);
        Rng rng = rng_init(seed_init(1));
        Decision decision;
        Status status;
        // Without `begin`: a new player is as one at the beginning of a game.
        assert_true(player->choose(player, &line, &rng, NULL, &decision, &status));
        assert_true(is_legal(&line, decision.move));
        player->release(player);
        line_release(&line);
    }
}

// Reports of choices that there was no time for, whatever the player had searched before.
static void test_reports_without_time(void **state) {
    (void)state;
    static const char *const NAMES[] = {"mcts:base=plain,time=1,memory=4", "alphabeta:time=1,tt=1"};
    for (size_t i = 0; i < COUNT(SPECS); i++)
        for (size_t j = 0; j < COUNT(NAMES); j++) {
            Line line = open_line(SPECS[i]);
            Player *player = open_player(NAMES[j], &line.variant);
            Rng rng = rng_init(seed_init(2));
            player->begin(player);
            for (int ply = 0; ply < 12 && line_outcome(&line).result == RESULT_NONE; ply++) {
                Status status;
                Decision decision;
                Report report;
                assert_true(player->choose(player, &line, &rng, NULL, &decision, &status));
                player_report(player, &line, decision.move, true, &report);
                assert_int_equal(report.variation[0], decision.move);
                assert_int_equal(report.count, line.variant.game->count_moves(&line.position));
                assert_true(line_play(&line, decision.move, &status));
            }
            player->release(player);
            line_release(&line);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shares_by_hand),
        cmocka_unit_test(test_nothing_is_shared_out_of_the_reserve),
        cmocka_unit_test(test_shares_never_exceed_what_is_left),
        cmocka_unit_test(test_expected_plies),
        cmocka_unit_test(test_without_limits_there_is_no_deadline),
        cmocka_unit_test(test_the_earlier_limit_rules),
        cmocka_unit_test(test_a_ply_is_taken_off_the_clock),
        cmocka_unit_test(test_a_watch_without_limits_never_ends),
        cmocka_unit_test(test_a_watch_sees_a_stop_at_once_and_keeps_it),
        cmocka_unit_test(test_a_watch_sees_the_deadline),
        cmocka_unit_test(test_whole_games),
        cmocka_unit_test(test_clock_starts_anew_with_each_game),
        cmocka_unit_test(test_time_alone_rules),
        cmocka_unit_test(test_reports_without_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
