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
#include "tests/plain_agon.h"
#include "tests/plain_agros.h"
#include "tests/plain_awale.h"

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

// ---- Images of a position in which each side has the same chances

// Writes the image of a position; false where the position has no such image.
typedef bool (*Image)(const char *position, int index, char *image);

// The eight symmetries of the square, and from 8 on with colours swapped, where the order of the
// opening allows it.
static bool agros_image(const char *position, int index, char *image) {
    PlainAgros from = {0}, to;
    const bool swap = index & 8;
    int farmers = 0;
    if (!plain_parse(&from, position)) return false;
    to = from;
    for (int row = 0; row < from.size; row++)
        for (int column = 0; column < from.size; column++) {
            PlainCell cell = from.cell[row][column];
            const int y = index & 1 ? from.size - 1 - row : row;
            const int x = index & 2 ? from.size - 1 - column : column;
            farmers += cell.farmer;
            if (swap && cell.owner != PLAIN_NOBODY)
                cell.owner = cell.owner == PLAIN_LIGHT ? PLAIN_DARK : PLAIN_LIGHT;
            to.cell[index & 4 ? x : y][index & 4 ? y : x] = cell;
        }
    if (swap) to.side = from.side == PLAIN_LIGHT ? PLAIN_DARK : PLAIN_LIGHT;
    plain_format(&to, image);
    return !swap || farmers == 2 * from.farmers;
}

// The twelve symmetries of the hexagon, and from 12 on with colours swapped.
static bool agon_image(const char *position, int index, char *image) {
    char turned[PLAIN_AGON_TEXT_SIZE];
    if (!plain_agon_mirror(position, index % PLAIN_AGON_SYMMETRIES, turned)) return false;
    const char *slash = strchr(turned, '/'), *blank = strchr(turned, ' ');
    if (index < PLAIN_AGON_SYMMETRIES)
        strcpy(image, turned);
    else
        sprintf(image, "%.*s/%.*s %c", (int)(blank - slash - 1), slash + 1, (int)(slash - turned),
                turned, blank[1] == 'l' ? 'd' : 'l');
    return true;
}

// The half turn of the table, which swaps the players.
static bool awale_image(const char *position, int index, char *image) {
    PlainAwale plain;
    (void)index;
    if (!plain_awale_parse(&plain, position)) return false;
    const PlainAwale turned = plain_awale_half_turn(&plain);
    plain_awale_format(&turned, image);
    return true;
}

static const struct {
    const Game *game;
    int count;
    Image image;
} SYMMETRIES[] = {{&AGROS, 16, agros_image}, {&AGON, 24, agon_image}, {&AWALE, 1, awale_image}};

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
    size_t known = 0;
    while (SYMMETRIES[known].game != game) known++;
    game->format(&line->position, text);
    const int32_t expected = evaluate(line, &line->position, kind);
    for (int i = 0; i < SYMMETRIES[known].count; i++) {
        Position position;
        if (!SYMMETRIES[known].image(text, i, image)) continue;
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

// Each game of the table has an evaluator of each kind, and a symmetry above.
static void every_game_has_evaluators(void **state) {
    (void)state;
    size_t games = 0;
    for (; game_at(games); games++)
        for (int kind = 0; kind < EVALUATION_KIND_COUNT; kind++)
            assert_non_null(evaluator_of(game_at(games), (EvaluationKind)kind));
    assert_int_equal(games, COUNT(SYMMETRIES));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_has_evaluators),
        cmocka_unit_test(evaluators_tell_nothing_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
