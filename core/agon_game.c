// Agon in the table of games: the functions behind the union of positions.
#include "core/agon_rules.h"
#include "core/game.h"
#include "core/games.h"

static const char *const SAMPLES[] = {"agon", NULL};

static bool check(const GameOptions *options, Status *status) {
    (void)options, (void)status; // there are none
    return true;
}

static void init(Position *position, const GameOptions *options) {
    (void)options;
    agon_init(&position->agon);
}

static bool parse(Position *position, GameOptions *options, uint64_t given, const char *text,
                  Status *status) {
    (void)options, (void)given;
    return agon_parse(&position->agon, text, status);
}

static void format(const Position *position, char *text) {
    agon_format(&position->agon, text);
}

static Side side(const Position *position) {
    return (Side)position->agon.side;
}

static int moves(const Position *position, Move *moves) {
    return agon_moves(&position->agon, moves);
}

static int count_moves(const Position *position) {
    return agon_count_moves(&position->agon);
}

static Move draw(const Position *position, Rng *rng) {
    return agon_draw(&position->agon, rng);
}

static int ending_moves(const Position *position, Move *moves) {
    return agon_ending_moves(&position->agon, moves);
}

static void play(Position *position, Move move) {
    agon_play(&position->agon, move);
}

static Outcome outcome(const Position *position) {
    return agon_outcome(&position->agon);
}

static uint64_t key(const Position *position) {
    return position->agon.key;
}

static bool equal(const Position *a, const Position *b) {
    return memcmp(&a->agon, &b->agon, sizeof a->agon) == 0;
}

static void image(const Position *position, int symmetry, Position *image) {
    agon_image(&position->agon, symmetry, &image->agon);
}

static bool self_check(const Position *position) {
    return agon_self_check(&position->agon);
}

static Playout playout(Position *position, Rng *rng, int32_t ply_limit, History *history) {
    return agon_playout(&position->agon, rng, ply_limit, history);
}

static int32_t usual_plies(const GameOptions *options) {
    (void)options;
    return 300;
}

static void show(const Position *position, const Marks *marks, FILE *stream, bool color) {
    agon_show(&position->agon, marks, stream, color);
}

static void show_json(const Position *position, JsonWriter *json) {
    (void)position, (void)json; // the position string says it all
}

const Game AGON = {
    .name = "agon",
    .summary = "queen and guards step inward; who enthrones the queen among her guards wins",
    .default_ply_limit = 10000,
    .usual_plies = usual_plies,
    .recurring_bytes = sizeof(AgonPosition),
    .samples = SAMPLES,
    .position_bytes = sizeof(AgonPosition),
    .check = check,
    .init = init,
    .parse = parse,
    .format = format,
    .move_format = agon_move_format,
    .move_parse = agon_move_parse,
    .side = side,
    .moves = moves,
    .count_moves = count_moves,
    .draw = draw,
    .ending_moves = ending_moves,
    .play = play,
    .outcome = outcome,
    .key = key,
    .equal = equal,
    .symmetries = AGON_SYMMETRIES,
    .image = image,
    .self_check = self_check,
    .playout = playout,
    .show = show,
    .guide = &AGON_GUIDE,
    .show_json = show_json,
};
