// Awale in the table of games: the functions behind the union of positions.
#include "core/awale_rules.h"
#include "core/game.h"
#include "core/games.h"

static const char *const SAMPLES[] = {"awale", NULL};

static bool check(const GameOptions *options, Status *status) {
    (void)options, (void)status; // there are none
    return true;
}

static void init(Position *position, const GameOptions *options) {
    (void)options;
    awale_init(&position->awale);
}

static bool parse(Position *position, GameOptions *options, uint64_t given, const char *text,
                  Status *status) {
    (void)options, (void)given;
    return awale_parse(&position->awale, text, status);
}

static void format(const Position *position, char *text) {
    awale_format(&position->awale, text);
}

static Side side(const Position *position) {
    return (Side)position->awale.side;
}

static int moves(const Position *position, Move *moves) {
    return awale_moves(&position->awale, moves);
}

static int count_moves(const Position *position) {
    return awale_count_moves(&position->awale);
}

static Move draw(const Position *position, Rng *rng) {
    return awale_draw(&position->awale, rng);
}

static int ending_moves(const Position *position, Move *moves) {
    return awale_ending_moves(&position->awale, moves);
}

static void play(Position *position, Move move) {
    awale_play(&position->awale, move);
}

static Outcome outcome(const Position *position) {
    return awale_outcome(&position->awale);
}

static Score score(const Position *position) {
    return awale_score(&position->awale);
}

static uint64_t key(const Position *position) {
    return awale_key(&position->awale);
}

static bool equal(const Position *a, const Position *b) {
    return a->awale.row[0] == b->awale.row[0] && a->awale.row[1] == b->awale.row[1] &&
           a->awale.side == b->awale.side;
}

static bool self_check(const Position *position) {
    return awale_self_check(&position->awale);
}

static uint64_t perft(const Position *position, int depth) {
    return awale_perft(&position->awale, depth);
}

// Positions do recur, but no rule looks back: an endless game is stopped by its limit of plies.
static Playout playout(Position *position, Rng *rng, int32_t ply_limit, History *history) {
    (void)history;
    return awale_playout(&position->awale, rng, ply_limit);
}

static int32_t usual_plies(const GameOptions *options) {
    (void)options;
    return 120;
}

static void show(const Position *position, const Marks *marks, FILE *stream, bool color) {
    awale_show(&position->awale, marks, stream, color);
}

static void show_json(const Position *position, JsonWriter *json) {
    (void)position, (void)json; // the position string says it all
}

const Game AWALE = {
    .name = "awale",
    .summary = "two rows of six houses: sow the stones of one, capture by twos and threes",
    .has_score = true,
    .default_ply_limit = 1000,
    .usual_plies = usual_plies,
    .samples = SAMPLES,
    .position_bytes = sizeof(AwalePosition),
    .check = check,
    .init = init,
    .parse = parse,
    .format = format,
    .move_format = awale_move_format,
    .move_parse = awale_move_parse,
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
    .symmetries = 1,
    .self_check = self_check,
    .perft = perft,
    .playout = playout,
    .show = show,
    .guide = &AWALE_GUIDE,
    .show_json = show_json,
};
