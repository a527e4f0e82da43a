// What every evaluator must keep, whatever its weights are: it tells nothing apart that the rules
// do not, from which it follows that who is called first does not matter either.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/games.h"
#include "core/line.h"
#include "search/evaluate.h"
#include "tests/symmetry.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const VARIANTS[] = {
    "agros:size=3,farmers=1",
    "agros:size=4,farmers=7",
    "agros:size=8,farmers=3",
    "agros:size=10,farmers=5,rule=static",
    "agros:size=10,farmers=5,komi=7.5",
    "agros:size=16,farmers=15,komi=-999",
    "agon",
    "awale",
};
static const char *const KINDS[EVALUATION_KIND_COUNT] = {"plain", "full"};

// ---- Help

static void fail_on(const Line *line, EvaluationKind kind, const char *what) {
    char spec[SPEC_MAX_LENGTH], position[GAME_POSITION_TEXT_SIZE];
    variant_format(&line->variant, spec);
    line->variant.game->format(&line->position, position);
    fail_msg("%s\n  game     %s\n  kind     %s\n  position %s", what, spec, KINDS[kind], position);
}

static int32_t evaluate(const Line *line, const Position *position, EvaluationKind kind) {
    return evaluator_of(line->variant.game, kind)(position);
}

// ---- What holds at every position

static void check_bounds(const Line *line, EvaluationKind kind) {
    const int32_t value = evaluate(line, &line->position, kind);
    if (abs(value) > EVALUATION_MAX) fail_on(line, kind, "out of bounds");
    if (evaluate(line, &line->position, kind) != value) fail_on(line, kind, "not the same again");
}

// An evaluation is from the side to move, so where colours and turn are swapped it stays: for the
// side that was first it is the opposite. Komi belongs to a colour.
static void check_images(const Line *line, EvaluationKind kind) {
    const Game *game = line->variant.game;
    Variant variant = line->variant;
    char text[GAME_POSITION_TEXT_SIZE], image[GAME_POSITION_TEXT_SIZE];
    Status status;
    const Symmetries *symmetries = symmetries_of(game->name);
    if (!symmetries) fail_on(line, kind, "a game without symmetries");
    game->format(&line->position, text);
    const int32_t expected = evaluate(line, &line->position, kind);
    for (int i = 0; i < symmetries->count; i++) {
        Position position;
        if (!symmetries->image(text, i, image)) continue;
        if (!game->parse(&position, &variant.options, variant.given, image, &status))
            fail_on(line, kind, status.message);
        if (game == &AGROS) {
            const int16_t komi = line->position.agros.komi_halves;
            position.agros.komi_halves = (int16_t)(i & 8 ? -komi : komi);
        }
        if (evaluate(line, &position, kind) != expected) fail_on(line, kind, image);
    }
}

// The order in which the farmers are listed has no meaning.
static void check_order(const Line *line, EvaluationKind kind, Rng *rng) {
    if (line->variant.game != &AGROS) return;
    Position position = line->position;
    AgrosPosition *self = &position.agros;
    for (unsigned side = 0; side < SIDE_COUNT; side++)
        for (unsigned i = self->placed[side]; i > 1; i--) {
            const unsigned j = rng_below(rng, i);
            const uint8_t cell = self->cell[side][j], harvest = self->harvest[side][j];
            self->cell[side][j] = self->cell[side][i - 1];
            self->harvest[side][j] = self->harvest[side][i - 1];
            self->cell[side][i - 1] = cell;
            self->harvest[side][i - 1] = harvest;
        }
    if (evaluate(line, &position, kind) != evaluate(line, &line->position, kind))
        fail_on(line, kind, "depends on the order of farmers");
}

static void evaluators_tell_nothing_apart(void **state) {
    (void)state;
    const char *games = getenv("HARROW_TEST_LONG") ? "200" : "10";
    for (size_t v = 0; v < COUNT(VARIANTS); v++) {
        Line line;
        Variant variant;
        Position start;
        Status status;
        assert_true(variant_parse(&variant, VARIANTS[v], &status));
        assert_true(variant_position(&variant, &start, NULL, &status));
        line_init(&line, &variant, &start);
        for (int game = 0; game < atoi(games); game++) {
            Rng rng = rng_init(seed_number(seed_text(seed_init(1), VARIANTS[v]), (uint64_t)game));
            line_restart(&line, &start);
            while (line.count < 1000 && line_outcome(&line).result == RESULT_NONE) {
                Move moves[GAME_MAX_MOVES];
                for (int kind = 0; kind < EVALUATION_KIND_COUNT; kind++) {
                    check_bounds(&line, (EvaluationKind)kind);
                    check_order(&line, (EvaluationKind)kind, &rng);
                    if (line.count % 4 == 0) check_images(&line, (EvaluationKind)kind);
                }
                const int count = line_moves(&line, moves);
                assert_true(line_play(&line, moves[rng_below(&rng, (uint32_t)count)], &status));
            }
        }
        line_release(&line);
    }
}

// Each game of the table has an evaluator of each kind, and symmetries.
static void every_game_has_evaluators(void **state) {
    (void)state;
    for (size_t i = 0; game_at(i); i++) {
        assert_non_null(symmetries_of(game_at(i)->name));
        for (int kind = 0; kind < EVALUATION_KIND_COUNT; kind++)
            assert_non_null(evaluator_of(game_at(i), (EvaluationKind)kind));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_has_evaluators),
        cmocka_unit_test(evaluators_tell_nothing_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
