// Agros in the table of games: its options, and the functions behind the union of positions.
#include "core/agros_rules.h"
#include "core/game.h"
#include "core/games.h"

#include <stddef.h>

static const Option OPTIONS[] = {
    {.key = "size",
     .type = OPTION_INTEGER,
     .offset = offsetof(AgrosOptions, size),
     .low = AGROS_MIN_SIZE,
     .high = AGROS_MAX_SIZE,
     .preset = 10,
     .help = "rows and columns of the board"},
    {.key = "farmers",
     .type = OPTION_INTEGER,
     .offset = offsetof(AgrosOptions, farmers),
     .low = 1,
     .high = AGROS_MAX_FARMERS,
     .preset = 5,
     .odd = true,
     .help = "farmers of each side; both sides' must fit on the board"},
    {.key = "rule",
     .type = OPTION_CHOICE,
     .offset = offsetof(AgrosOptions, rule),
     .choices = "sow|static",
     .help = "whether a sowing farmer lands behind its seeds or stays on its cell"},
    {.key = "komi",
     .type = OPTION_HALVES,
     .offset = offsetof(AgrosOptions, komi_halves),
     .low = -AGROS_MAX_KOMI,
     .high = AGROS_MAX_KOMI,
     .silent = true,
     .help = "points added to the second player's score at the end"},
};

static const char *const SAMPLES[] = {"agros:size=8,farmers=3", "agros:size=10,farmers=5",
                                      "agros:size=12,farmers=7", NULL};

static bool check(const GameOptions *options, Status *status) {
    const AgrosOptions *agros = &options->agros;
    if (2 * agros->farmers <= agros->size * agros->size) return true;
    return status_fail(status, EXIT_INPUT,
                       "farmers=%d: 2 × %d do not fit on the %d cells of size=%d", agros->farmers,
                       agros->farmers, agros->size * agros->size, agros->size);
}

static int32_t placement_plies(const GameOptions *options) {
    return 2 * options->agros.farmers;
}

static void init(Position *position, const GameOptions *options) {
    agros_init(&position->agros, &options->agros);
}

static bool parse(Position *position, GameOptions *options, uint64_t given, const char *text,
                  Status *status) {
    return agros_parse(&position->agros, &options->agros, given, text, status);
}

static void format(const Position *position, char *text) {
    agros_format(&position->agros, text);
}

static Side side(const Position *position) {
    return (Side)position->agros.side;
}

static int moves(const Position *position, Move *moves) {
    return agros_moves(&position->agros, moves);
}

static int count_moves(const Position *position) {
    return agros_count_moves(&position->agros);
}

static Move draw(const Position *position, Rng *rng) {
    return agros_draw(&position->agros, rng);
}

static int ending_moves(const Position *position, Move *moves) {
    return agros_ending_moves(&position->agros, moves);
}

static void play(Position *position, Move move) {
    agros_play(&position->agros, move);
}

static Outcome outcome(const Position *position) {
    return agros_outcome(&position->agros);
}

static Score score(const Position *position) {
    return agros_score(&position->agros);
}

static uint64_t key(const Position *position) {
    return position->agros.key;
}

static bool equal(const Position *a, const Position *b) {
    return agros_equal(&a->agros, &b->agros);
}

static void image(const Position *position, int symmetry, Position *image) {
    agros_image(&position->agros, symmetry, &image->agros);
}

static bool self_check(const Position *position) {
    return agros_self_check(&position->agros);
}

static Playout playout(Position *position, Rng *rng, int32_t ply_limit, History *history) {
    (void)history; // nothing recurs: a sow fills cells for good, a harvest only raises a farmer
    return agros_playout(&position->agros, rng, ply_limit);
}

static int32_t usual_plies(const GameOptions *options) {
    return 3 * options->agros.size * options->agros.size / 2;
}

static void show(const Position *position, const Marks *marks, FILE *stream, bool color) {
    agros_show(&position->agros, marks, stream, color);
}

static void show_json(const Position *position, JsonWriter *json) {
    agros_show_json(&position->agros, json);
}

const Game AGROS = {
    .name = "agros",
    .summary = "farmers harvest, grow and sow; who encloses the greater fields wins",
    .options = {OPTIONS, sizeof OPTIONS / sizeof *OPTIONS},
    .has_score = true,
    .default_ply_limit = 10000,
    .usual_plies = usual_plies,
    .placement_plies = placement_plies,
    .samples = SAMPLES,
    .position_bytes = sizeof(AgrosPosition),
    .check = check,
    .init = init,
    .parse = parse,
    .format = format,
    .move_format = agros_move_format,
    .move_parse = agros_move_parse,
    .side = side,
    .moves = moves,
    .count_moves = count_moves,
    .draw = draw,
    .ending_moves = ending_moves,
    .play = play,
    .outcome = outcome,
    .score = score,
    .key = key,
    .equal = equal,
    .symmetries = AGROS_SYMMETRIES,
    .image = image,
    .self_check = self_check,
    .playout = playout,
    .show = show,
    .guide = &AGROS_GUIDE,
    .show_json = show_json,
};
