// What every game in the table must do, whatever its rules are. A game that is not in VARIANTS
// and tests/symmetry.c fails.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/line.h"
#include "core/perft.h"
#include "tests/symmetry.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { PERFT_LEAVES = 3000 };

static const char *const VARIANTS[] = {
    "agros:size=3,farmers=1",
    "agros:size=3,farmers=3,rule=static",
    "agros:size=4,farmers=7,komi=-1.5",
    "agros:size=8,farmers=3",
    "agros:size=10,farmers=5,rule=static,komi=3.5",
    "agros:size=16,farmers=15",
    "agon",
    "awale",
};

// ---- Help

static uint64_t number_of(const char *name, uint64_t preset) {
    const char *text = getenv(name);
    return text && *text ? strtoull(text, NULL, 10) : preset;
}

static Rng rng_of(const char *variant, uint64_t game) {
    const uint64_t seed = number_of("HARROW_TEST_SEED", 1);
    return rng_init(seed_number(seed_text(seed_init(seed), variant), game));
}

static void fail_on(const Line *line, const char *what) {
    char spec[SPEC_MAX_LENGTH], position[GAME_POSITION_TEXT_SIZE];
    variant_format(&line->variant, spec);
    line->variant.game->format(&line->position, position);
    fail_msg("%s\n  game     %s\n  position %s\n  ply      %d", what, spec, position, line->count);
}

#define CHECK(line, condition)                       \
    do {                                             \
        if (!(condition)) fail_on(line, #condition); \
    } while (0)

static Line open_line(const char *spec) {
    Line line;
    Variant variant;
    Position start;
    Status status;
    if (!variant_parse(&variant, spec, &status) ||
        !variant_position(&variant, &start, NULL, &status))
        fail_msg("%s: %s", spec, status.message);
    line_init(&line, &variant, &start);
    return line;
}

static Position read_position(const Line *line, const char *text) {
    Variant variant = line->variant;
    Position position;
    Status status;
    if (!variant_position(&variant, &position, text, &status)) fail_on(line, status.message);
    return position;
}

static void play(Line *line, Move move) {
    Status status;
    CHECK(line, line_play(line, move, &status));
}

// ---- What holds at every position

static void check_state(const Line *line) {
    const Game *game = line->variant.game;
    Move moves[GAME_MAX_MOVES];
    const int count = game->moves(&line->position, moves);
    const Outcome outcome = game->outcome(&line->position);
    CHECK(line, game->self_check(&line->position));
    CHECK(line, count <= GAME_MAX_MOVES && count == game->count_moves(&line->position));
    CHECK(line, (outcome.result == RESULT_NONE) == (count > 0));
    CHECK(line, (outcome.result == RESULT_NONE) == (outcome.end == END_NONE));
    CHECK(line, (line_outcome(line).result == RESULT_NONE) == (line_moves(line, moves) > 0));
    CHECK(line, game->side(&line->position) < SIDE_COUNT);
}

// A position read from its own text is the same in all that can be asked of it.
static void check_round_trip(const Line *line) {
    const Game *game = line->variant.game;
    char text[GAME_POSITION_TEXT_SIZE], again[GAME_POSITION_TEXT_SIZE];
    game->format(&line->position, text);
    const Position position = read_position(line, text);
    game->format(&position, again);
    const Outcome ours = game->outcome(&line->position), theirs = game->outcome(&position);
    CHECK(line, strcmp(text, again) == 0);
    CHECK(line, game->equal(&line->position, &position));
    CHECK(line, game->key(&line->position) == game->key(&position));
    CHECK(line, ours.result == theirs.result && ours.end == theirs.end);
    CHECK(line, game->side(&line->position) == game->side(&position));
    if (!game->has_score) return;
    const Score score = game->score(&line->position), other = game->score(&position);
    CHECK(line, memcmp(&score, &other, sizeof score) == 0);
}

static void check_moves(const Line *line) {
    const Game *game = line->variant.game;
    Move moves[GAME_MAX_MOVES];
    char names[GAME_MAX_MOVES][MOVE_TEXT_SIZE];
    const int count = line_moves(line, moves);
    game_sort_moves(game, moves, count);
    for (int i = 0; i < count; i++) {
        Move move;
        Status status;
        game->move_format(moves[i], names[i]);
        CHECK(line, moves[i] < MOVE_NONE);
        CHECK(line, game_parse_move(game, &line->position, names[i], &move, &status));
        CHECK(line, move == moves[i]);
        CHECK(line, i == 0 || strcmp(names[i - 1], names[i]) < 0);
    }
}

// Playing on a copy leaves the original alone, and equal positions are those with equal keys.
static void check_children(const Line *line) {
    const Game *game = line->variant.game;
    const Position before = line->position;
    Move moves[GAME_MAX_MOVES];
    static Position children[GAME_MAX_MOVES];
    const int count = line_moves(line, moves);
    for (int i = 0; i < count; i++) {
        children[i] = line->position;
        game->play(&children[i], moves[i]);
        CHECK(line, game->self_check(&children[i]));
        Position twin;
        CHECK(line, line_outcome_after(line, moves[i], &twin).result != RESULT_NONE ||
                        game->count_moves(&twin) > 0);
        CHECK(line, game->equal(&children[i], &twin));
        CHECK(line, !game->equal(&children[i], &before));
        for (int j = 0; j < i; j++)
            CHECK(line, game->equal(&children[i], &children[j]) ==
                            (game->key(&children[i]) == game->key(&children[j])));
    }
    CHECK(line, memcmp(&before, &line->position, sizeof before) == 0);
}

static bool is_among(Move move, const Move *moves, int count) {
    while (count > 0 && moves[count - 1] != move) count--;
    return count > 0;
}

// The plies that end the game are among those that may, and a ply drawn is one of the list.
static void check_endings(const Line *line) {
    const Game *game = line->variant.game;
    Move moves[GAME_MAX_MOVES], ending[GAME_MAX_MOVES];
    const int count = game->moves(&line->position, moves);
    const int endings = game->ending_moves(&line->position, ending);
    for (int i = 0; i < endings; i++) CHECK(line, is_among(ending[i], moves, count));
    for (int i = 0; i < count; i++) {
        Position child = line->position;
        game->play(&child, moves[i]);
        if (game->outcome(&child).result != RESULT_NONE)
            CHECK(line, is_among(moves[i], ending, endings));
    }
    if (count == 0) return;
    Rng rng = rng_of("draw", game->key(&line->position)), same = rng;
    CHECK(line, game->draw(&line->position, &rng) == moves[rng_below(&same, (uint32_t)count)]);
}

// The count by plies made one by one, whatever faster ways there are.
static uint64_t plain_count(const Line *line, const Position *position, int depth) {
    const Game *game = line->variant.game;
    Move moves[GAME_MAX_MOVES];
    const int count = game->moves(position, moves);
    if (depth == 1) return (uint64_t)count;
    uint64_t total = 0;
    for (int i = 0; i < count; i++) {
        Position child = *position;
        game->play(&child, moves[i]);
        total += plain_count(line, &child, depth - 1);
    }
    return total;
}

// The count from a position without a past; it is the same with a table.
static uint64_t perft_of(const Line *line, const Position *position, int depth) {
    Line from;
    uint64_t count = 0, shared = 0;
    Status status;
    PerftTable *table = perft_table_new(1);
    assert_non_null(table);
    line_init(&from, &line->variant, position);
    CHECK(line, perft_count(&from, depth, NULL, &count, &status));
    CHECK(line, perft_count(&from, depth, table, &shared, &status) && shared == count);
    line_release(&from);
    perft_table_free(table);
    return count;
}

// The images that the game itself makes are those of the plain rules, each once, and have a key in
// common, which another position has not.
static void check_images(const Line *line, const Symmetries *plain) {
    const Game *game = line->variant.game;
    char text[GAME_POSITION_TEXT_SIZE];
    const uint64_t key = game_symmetry_key(game, &line->position);
    game->format(&line->position, text);
    CHECK(line, game->symmetries == (plain->same_sides ? plain->same_sides : 1));
    for (int i = 0; i < plain->same_sides; i++) {
        char expected[GAME_POSITION_TEXT_SIZE];
        CHECK(line, plain->image(text, i, expected));
        const Position position = read_position(line, expected);
        int found = 0, same = 0;
        for (int j = 0; j < game->symmetries; j++) {
            Position image;
            game->image(&line->position, j, &image);
            CHECK(line, game->self_check(&image));
            found += game->equal(&image, &position);
            same += game->equal(&image, &line->position);
        }
        // Of a position that is its own image in some way each image comes as often as itself.
        if (found != same) fail_on(line, expected);
        CHECK(line, game_symmetry_key(game, &position) == key);
    }
    Position next = line->position;
    Move moves[GAME_MAX_MOVES];
    if (line_moves(line, moves) == 0) return;
    game->play(&next, moves[0]);
    CHECK(line, game_symmetry_key(game, &next) != key);
}

// As deep as the leaves allow.
static void check_symmetries(const Line *line) {
    const Game *game = line->variant.game;
    char text[GAME_POSITION_TEXT_SIZE];
    int images = 0, depth = 1;
    uint64_t expected = perft_of(line, &line->position, depth);
    while (expected > 0 && expected < PERFT_LEAVES && depth < 4)
        expected = perft_of(line, &line->position, ++depth);
    CHECK(line, plain_count(line, &line->position, depth) == expected);
    game->format(&line->position, text);
    const Symmetries *symmetries = symmetries_of(game->name);
    CHECK(line, symmetries != NULL);
    for (int i = 0; i < symmetries->count; i++) {
        char image[GAME_POSITION_TEXT_SIZE];
        if (!symmetries->image(text, i, image)) continue;
        const Position position = read_position(line, image);
        images++;
        if (perft_of(line, &position, depth) != expected) fail_on(line, image);
    }
    CHECK(line, images > 0);
    check_images(line, symmetries);
}

static void check_end(Line *line) {
    const Game *game = line->variant.game;
    Move moves[GAME_MAX_MOVES];
    Status status;
    char text[MOVE_TEXT_SIZE];
    const Outcome outcome = line_outcome(line);
    CHECK(line, outcome.result != RESULT_NONE && *end_name(outcome.end));
    CHECK(line, line_moves(line, moves) == 0);
    CHECK(line, perft_of(line, &line->position, 2) == 0 || outcome.end == END_REPETITION);
    game->move_format(line->moves[line->count - 1], text);
    CHECK(line, !line_play_text(line, text, &status) && status.code == EXIT_INPUT);
    if (!game->has_score) return;
    const Score score = game->score(&line->position);
    const int32_t margin = score.halves[SIDE_FIRST] - score.halves[SIDE_SECOND];
    CHECK(line, outcome.result == (margin > 0   ? RESULT_FIRST
                                   : margin < 0 ? RESULT_SECOND
                                                : RESULT_DRAW));
}

// ---- Playouts

static Playout play_out(const Line *line, Position *position, Rng *rng, int32_t limit) {
    History history;
    Status status;
    history_init(&history, line->variant.game);
    *position = line->position;
    CHECK(line, line_copy_history(line, &history, limit, &status));
    const int32_t noted = history.count;
    const Playout playout = line->variant.game->playout(position, rng, limit, &history);
    CHECK(line, history.count == noted);
    history_release(&history);
    return playout;
}

// The legal ply that leads to a position as a playout left it, whose key is not kept.
static Move find_ply(const Line *line, const Position *after) {
    const Game *game = line->variant.game;
    Move moves[GAME_MAX_MOVES];
    char wanted[GAME_POSITION_TEXT_SIZE], text[GAME_POSITION_TEXT_SIZE];
    const int count = line_moves(line, moves);
    game->format(after, wanted);
    for (int i = 0; i < count; i++) {
        Position child = line->position;
        game->play(&child, moves[i]);
        game->format(&child, text);
        if (strcmp(text, wanted) == 0) return moves[i];
    }
    fail_on(line, wanted);
    return MOVE_NONE;
}

// A whole playout does what its plies do, one by one, with the same numbers drawn: each is legal,
// and it ends where and how a line of these plies ends.
static void check_playout(Line *line, const Rng *rng, int32_t limit) {
    const Game *game = line->variant.game;
    Position end, after;
    char text[GAME_POSITION_TEXT_SIZE], expected[GAME_POSITION_TEXT_SIZE];
    Rng whole = *rng, single = *rng;
    const Playout playout = play_out(line, &end, &whole, limit);
    int32_t plies = 0;
    while (plies < limit && line_outcome(line).result == RESULT_NONE) {
        const Playout step = play_out(line, &after, &single, 1);
        CHECK(line, step.plies == 1);
        play(line, find_ply(line, &after));
        CHECK(line, step.result == line_outcome(line).result);
        plies++;
    }
    game->format(&end, text);
    game->format(&line->position, expected);
    CHECK(line, strcmp(text, expected) == 0);
    CHECK(line, playout.plies == plies && playout.result == line_outcome(line).result);
    CHECK(line, playout.result != RESULT_NONE || whole.state == single.state);
    if (!game->has_score) {
        CHECK(line, playout.margin == 0);
        return;
    }
    const Score score = game->score(&line->position);
    CHECK(line, playout.margin == score.halves[SIDE_FIRST] - score.halves[SIDE_SECOND]);
}

// ---- What a person is told

static bool is_legal(const Line *line, Move move) {
    Move moves[GAME_MAX_MOVES];
    return is_among(move, moves, line_moves(line, moves));
}

static bool is_marked(const Marks *marks, int cell) {
    return cell < 0 || marks->of[cell] == MARK_LAST;
}

// The cells of legal plies have names and descriptions, and are marked when they are touched.
static void check_cells(const Line *line, Move move) {
    const Guide *guide = line->variant.game->guide;
    const MoveCells cells = guide->move_cells(move);
    char text[GUIDE_TEXT_SIZE] = "";
    Marks marks = {0};
    guide->mark_ply(&line->position, move, &marks);
    CHECK(line, cells.from < MARKS_CELLS && cells.to < MARKS_CELLS);
    CHECK(line, is_marked(&marks, cells.from) && is_marked(&marks, cells.to));
    if (cells.from < 0) return;
    guide->cell_describe(&line->position, (unsigned)cells.from, text);
    CHECK(line, *text && !strstr(text, "empty"));
}

// Plies that were legal once and are no more are refused with a reason.
static void check_guide(const Line *line) {
    const Game *game = line->variant.game;
    Move moves[GAME_MAX_MOVES];
    const int count = line_moves(line, moves);
    for (int i = 0; i < count; i++) check_cells(line, moves[i]);
    CHECK(line, *game->guide->phase(&line->position));
    for (int32_t i = 0; i < line->count; i++) {
        char text[GUIDE_TEXT_SIZE] = "";
        if (is_legal(line, line->moves[i])) continue;
        game->guide->objection(&line->position, line->moves[i], text);
        CHECK(line, *text && strlen(text) < 80);
    }
}

// ---- The tests

static void check_game(Line *line, Rng *rng) {
    const int32_t limit = line->variant.game->default_ply_limit;
    line_restart(line, &line->start);
    while (line->count < limit && line_outcome(line).result == RESULT_NONE) {
        Move moves[GAME_MAX_MOVES];
        check_state(line);
        check_round_trip(line);
        check_endings(line);
        if (line->count % 4 == 0) check_moves(line);
        if (line->count % 16 == 0) check_children(line);
        if (line->count % 32 == 0) check_symmetries(line);
        if (line->count % 32 == 8) check_guide(line);
        play(line, moves[rng_below(rng, (uint32_t)line_moves(line, moves))]);
    }
    check_state(line);
    check_round_trip(line);
    check_endings(line);
    if (line->count < limit) check_end(line);
}

// A game here costs as much as many elsewhere.
static uint64_t games(void) {
    return 1 + number_of("HARROW_TEST_GAMES", getenv("HARROW_TEST_LONG") ? 50000 : 1000) / 25;
}

static void random_games_conform(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof VARIANTS / sizeof *VARIANTS; i++) {
        Line line = open_line(VARIANTS[i]);
        for (uint64_t game = 0; game < games(); game++) {
            Rng rng = rng_of(VARIANTS[i], game);
            check_game(&line, &rng);
        }
        line_release(&line);
    }
}

static void playouts_agree_with_plies(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof VARIANTS / sizeof *VARIANTS; i++) {
        Line line = open_line(VARIANTS[i]);
        for (uint64_t game = 0; game < games(); game++) {
            Rng rng = rng_of(VARIANTS[i], 1000000 + game);
            const int32_t before = (int32_t)rng_below(&rng, 60);
            const int32_t limit = rng_below(&rng, 2) ? 1000 : 1 + (int32_t)rng_below(&rng, 50);
            line_restart(&line, &line.start);
            while (line.count < before && line_outcome(&line).result == RESULT_NONE) {
                Move moves[GAME_MAX_MOVES];
                play(&line, moves[rng_below(&rng, (uint32_t)line_moves(&line, moves))]);
            }
            check_playout(&line, &rng, limit);
        }
        line_release(&line);
    }
}

// A line for each game, and every default a game in itself.
static void every_game_is_tested(void **state) {
    (void)state;
    for (size_t i = 0; game_at(i); i++) {
        const Game *game = game_at(i);
        size_t found = 0;
        for (size_t j = 0; j < sizeof VARIANTS / sizeof *VARIANTS; j++)
            found += strncmp(VARIANTS[j], game->name, strlen(game->name)) == 0;
        if (found == 0) fail_msg("%s is not in VARIANTS", game->name);
        Line line = open_line(game->name);
        char spec[SPEC_MAX_LENGTH];
        variant_format(&line.variant, spec);
        Line again = open_line(spec);
        assert_true(game->equal(&line.position, &again.position));
        assert_true(*game->summary && game->default_ply_limit > 0 && game->samples[0]);
        for (size_t j = 0; game->samples[j]; j++) open_line(game->samples[j]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_is_tested),
        cmocka_unit_test(random_games_conform),
        cmocka_unit_test(playouts_agree_with_plies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
