#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/play_line.h"

Rng rng_of(const char *name, uint64_t number) {
    return rng_init(seed_number(seed_text(seed_init(1), name), number));
}

Line open_line(const char *spec) {
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

Player *open_player(const char *spec, const Variant *variant) {
    PlayerSpec parsed;
    Status status;
    Player *player = NULL;
    if (!player_parse(&parsed, spec, &status) ||
        !(player = player_create(&parsed, variant, &status)))
        fail_msg("%s: %s", spec, status.message);
    player->begin(player);
    return player;
}

bool is_over(const Line *line) {
    return line_outcome(line).result != RESULT_NONE;
}

void play(Line *line, Move move) {
    Status status;
    assert_true(line_play(line, move, &status));
}

void play_randomly(Line *line, Rng *rng, int32_t plies) {
    line_restart(line, &line->start);
    while (line->count < plies && !is_over(line)) {
        Move moves[GAME_MAX_MOVES];
        play(line, moves[rng_below(rng, (uint32_t)line_moves(line, moves))]);
    }
}

Decision choose(Player *player, const Line *line, Rng *rng) {
    Decision decision;
    Status status;
    assert_true(player->choose(player, line, rng, NULL, &decision, &status));
    return decision;
}

bool is_legal(const Line *line, Move move) {
    Move moves[GAME_MAX_MOVES];
    for (int i = line_moves(line, moves); i-- > 0;)
        if (moves[i] == move) return true;
    return false;
}
