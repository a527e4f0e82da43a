// Searches that are listened to: what is told on the way, and that nothing depends on it.
#include "core/line.h"
#include "search/player.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_TOLD = 64 };

typedef struct Notes {
    Listener listener;
    const Line *line;
    int count;
    Decision told[MOST_TOLD];
} Notes;

// The variation begins with the ply, and is one.
static void check_variation(const Line *line, Move chosen, const Report *report) {
    const Game *game = line->variant.game;
    Position position = line->position;
    assert_true(report->length >= 1);
    assert_int_equal(report->variation[0], chosen);
    for (int i = 0; i < report->length; i++) {
        Move moves[GAME_MAX_MOVES];
        const int count = game->moves(&position, moves);
        int at = 0;
        while (at < count && moves[at] != report->variation[i]) at++;
        assert_true(at < count);
        game->play(&position, moves[at]);
    }
}

static void note(Listener *listener, const Decision *so_far, const Report *report) {
    Notes *self = (Notes *)listener;
    assert_true(self->count < MOST_TOLD);
    check_variation(self->line, so_far->move, report);
    assert_true(so_far->value >= 0 && so_far->value <= 1);
    self->told[self->count++] = *so_far;
}

static Line open_line(const char *spec, const char *moves) {
    Line line;
    Variant variant;
    Position start;
    Status status = {0};
    if (!variant_parse(&variant, spec, &status) ||
        !variant_position(&variant, &start, NULL, &status))
        fail_msg("%s: %s", spec, status.message);
    line_init(&line, &variant, &start);
    if (!line_play_text(&line, moves, &status)) fail_msg("%s: %s", moves, status.message);
    return line;
}

static Player *open_player(const char *text, const Line *line) {
    PlayerSpec spec;
    Status status = {0};
    if (!player_parse(&spec, text, &status)) fail_msg("%s: %s", text, status.message);
    spec = player_resolve(&spec, line->variant.game);
    Player *player = player_create(&spec, &line->variant, &status);
    if (!player) fail_msg("%s: %s", text, status.message);
    player->begin(player);
    return player;
}

// A choice, its report, and the state in which it leaves the generator.
typedef struct Choice {
    Decision decision;
    Report report;
    uint64_t next;
} Choice;

static void choose(const char *spec, const Line *line, Listener *listener, Choice *choice) {
    Player *player = open_player(spec, line);
    Rng rng = rng_init(seed_init(7));
    Status status;
    memset(choice, 0, sizeof *choice);
    player->listen(player, listener);
    assert_true(player->choose(player, line, &rng, NULL, &choice->decision, &status));
    player_report(player, line, choice->decision.move, false, &choice->report);
    choice->next = rng_next(&rng);
    player->release(player);
}

static void check_same(const Choice *one, const Choice *other) {
    assert_int_equal(one->decision.move, other->decision.move);
    assert_true(one->decision.value == other->decision.value);
    assert_int_equal(one->decision.work, other->decision.work);
    assert_int_equal(one->decision.depth, other->decision.depth);
    assert_int_equal(one->next, other->next);
    assert_int_equal(one->report.length, other->report.length);
    assert_memory_equal(one->report.variation, other->report.variation,
                        (size_t)one->report.length * sizeof(Move));
    assert_int_equal(one->report.count, other->report.count);
    for (int i = 0; i < one->report.count; i++)
        assert_int_equal(one->report.plies[i].work, other->report.plies[i].work);
}

static const char *const LINES[][2] = {
    {"agros:size=8,farmers=3", "d4"}, // the first of two plies in a row
    {"awale", "A3 B2 A1"},
    {"agon", "a1-b2 k11-j10"},
};

static void nothing_depends_on_who_listens(void **state) {
    static const char *const SPECS[] = {
        "alphabeta:depth=5",
        "alphabeta:nodes=20000,ties=first",
        "alphabeta:depth=4,search=mtdf,tt=0",
        "mcts:simulations=5000",
        "mcts:base=plain,simulations=5000",
        "mcts:base=plain,simulations=3000,solver=score,final=robustmax",
        "mcts:base=plain,simulations=3000,grave=50,c=0,rollout=mast",
    };
    (void)state;
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) {
        Line line = open_line(LINES[i][0], LINES[i][1]);
        for (size_t p = 0; p < sizeof SPECS / sizeof *SPECS; p++) {
            Notes notes = {.listener = {note}, .line = &line};
            static Choice alone, heard;
            choose(SPECS[p], &line, NULL, &alone);
            choose(SPECS[p], &line, &notes.listener, &heard);
            check_same(&alone, &heard);
            assert_true(notes.count > 0);
        }
        line_release(&line);
    }
}

static void each_depth_but_the_last_is_told(void **state) {
    Line line = open_line("awale", "");
    Notes notes = {.listener = {note}, .line = &line};
    Choice choice;
    (void)state;
    choose("alphabeta:depth=6", &line, &notes.listener, &choice);
    assert_int_equal(notes.count, 5);
    for (int i = 0; i < notes.count; i++) {
        assert_int_equal(notes.told[i].depth, i + 1);
        assert_true(notes.told[i].work < choice.decision.work);
        assert_true(i == 0 || notes.told[i].work > notes.told[i - 1].work);
    }
    line_release(&line);
}

static void simulations_are_told_of_as_they_double(void **state) {
    static const uint64_t WORK[] = {1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072, 196608};
    Line line = open_line("awale", "");
    Notes notes = {.listener = {note}, .line = &line};
    Choice choice;
    (void)state;
    choose("mcts:base=plain,simulations=262144", &line, &notes.listener, &choice);
    assert_int_equal(notes.count, sizeof WORK / sizeof *WORK);
    for (int i = 0; i < notes.count; i++) assert_int_equal(notes.told[i].work, WORK[i]);
    notes.count = 0;
    choose("mcts:simulations=1024", &line, &notes.listener, &choice);
    assert_int_equal(notes.count, 0);
    line_release(&line);
}

// What one thread tells while others go on.
static void threads_may_go_on(void **state) {
    static const char *const SPECS[] = {
        "mcts:simulations=20000,threads=3",
        "mcts:simulations=20000,threads=2,parallel=root",
        "mcts:base=plain,simulations=20000,threads=2,solver=score",
        "alphabeta:nodes=200000,threads=3",
    };
    (void)state;
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) {
        Line line = open_line(LINES[i][0], LINES[i][1]);
        for (size_t p = 0; p < sizeof SPECS / sizeof *SPECS; p++) {
            Notes notes = {.listener = {note}, .line = &line};
            Choice choice;
            choose(SPECS[p], &line, &notes.listener, &choice);
            assert_true(notes.count > 0);
            for (int n = 1; n < notes.count; n++)
                assert_true(notes.told[n].work >= notes.told[n - 1].work);
        }
        line_release(&line);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_depends_on_who_listens),
        cmocka_unit_test(each_depth_but_the_last_is_told),
        cmocka_unit_test(simulations_are_told_of_as_they_double),
        cmocka_unit_test(threads_may_go_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
