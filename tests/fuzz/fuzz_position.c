// The checks of positions that several targets share.
#include "tests/fuzz/fuzz.h"

#include "core/history.h"
#include "core/text_stream.h"

#include <stdlib.h>

enum { PLAYOUT_PLIES = 100 };

// The variant as its canonical spec names it.
static Variant respell(const Variant *variant) {
    char spec[SPEC_MAX_LENGTH], again[SPEC_MAX_LENGTH];
    Variant respelled;
    Status status = fuzz_status();
    variant_format(variant, spec);
    FUZZ_CHECK(variant_parse(&respelled, spec, &status) && variant_check(&respelled, &status));
    variant_format(&respelled, again);
    FUZZ_CHECK(strcmp(spec, again) == 0 && respelled.game == variant->game);
    return respelled;
}

void fuzz_check_position_text(const Variant *variant, const Position *position,
                              char text[GAME_POSITION_TEXT_SIZE]) {
    const Game *game = variant->game;
    char again[GAME_POSITION_TEXT_SIZE];
    Variant respelled = respell(variant);
    Position copy;
    Status status = fuzz_status();
    game->format(position, text);
    FUZZ_CHECK(strlen(text) < GAME_POSITION_TEXT_SIZE);
    FUZZ_CHECK(variant_position(&respelled, &copy, text, &status));
    game->format(&copy, again);
    FUZZ_CHECK(strcmp(text, again) == 0);
    FUZZ_CHECK(game->equal(position, &copy) && game->equal(&copy, position));
    FUZZ_CHECK(game->key(position) == game->key(&copy) && game->self_check(&copy));
    FUZZ_CHECK(game->side(position) == game->side(&copy));
}

static void check_show(const Game *game, const Position *position) {
    TextStream text;
    Status status = fuzz_status();
    FUZZ_CHECK(text_stream_open(&text, &status));
    JsonWriter json = json_writer(text.stream, false);
    json_begin_object(&json);
    game->show_json(position, &json);
    json_end_object(&json);
    FUZZ_CHECK(text_stream_close(&text, &status));
    cJSON *tree = json_parse(text.text, text.size, &status);
    FUZZ_CHECK(tree != NULL);
    cJSON_Delete(tree);
    free(text.text);
    FUZZ_CHECK(text_stream_open(&text, &status));
    game->show(position, NULL, text.stream, true);
    FUZZ_CHECK(text_stream_close(&text, &status) && text.size > 0);
    free(text.text);
}

static void check_move(const Variant *variant, const Position *position, Move move) {
    const Game *game = variant->game;
    char name[MOVE_TEXT_SIZE], text[GAME_POSITION_TEXT_SIZE];
    Move read;
    Status status = fuzz_status();
    Position after = *position;
    game->move_format(move, name);
    FUZZ_CHECK(strlen(name) < MOVE_TEXT_SIZE && game->move_parse(name, &read) && read == move);
    game->play(&after, move);
    FUZZ_CHECK(game->self_check(&after));
    fuzz_check_position_text(variant, &after, text);
    FUZZ_CHECK(game_parse_move(game, position, name, &read, &status) && read == move);
}

static void check_moves(const Variant *variant, const Position *position) {
    const Game *game = variant->game;
    Move moves[GAME_MAX_MOVES];
    char names[2][MOVE_TEXT_SIZE];
    const int count = game->moves(position, moves);
    const Outcome outcome = game->outcome(position);
    FUZZ_CHECK(count >= 0 && count <= GAME_MAX_MOVES && game->count_moves(position) == count);
    FUZZ_CHECK((count == 0) == (outcome.result != RESULT_NONE));
    FUZZ_CHECK((outcome.result == RESULT_NONE) == (outcome.end == END_NONE));
    game_sort_moves(game, moves, count);
    for (int i = 0; i < count; i++) {
        game->move_format(moves[i], names[i % 2]);
        FUZZ_CHECK(i == 0 || strcmp(names[(i + 1) % 2], names[i % 2]) < 0);
        check_move(variant, position, moves[i]);
    }
}

static void check_playout(const Game *game, const Position *position) {
    History history;
    Rng rng = rng_init(seed_init(game->key(position)));
    Position last = *position;
    Status status = fuzz_status();
    if (game->outcome(position).result != RESULT_NONE) return;
    history_init(&history, game);
    FUZZ_CHECK(history_start(&history, position, PLAYOUT_PLIES, &status));
    const int32_t before = history.count;
    const Playout playout = game->playout(&last, &rng, PLAYOUT_PLIES, &history);
    const Result result = game->outcome(&last).result;
    FUZZ_CHECK(history.count == before);
    FUZZ_CHECK(playout.plies >= 0 && playout.plies <= PLAYOUT_PLIES);
    FUZZ_CHECK(playout.result == result ||
               (playout.result == RESULT_DRAW && result == RESULT_NONE && history.bytes > 0));
    FUZZ_CHECK(playout.result != RESULT_NONE || playout.plies == PLAYOUT_PLIES);
    if (game->has_score) {
        const Score score = game->score(&last);
        FUZZ_CHECK(playout.margin == score.halves[SIDE_FIRST] - score.halves[SIDE_SECOND]);
    }
    history_release(&history);
}

void fuzz_check_position(const Variant *variant, const Position *position) {
    char text[GAME_POSITION_TEXT_SIZE];
    FUZZ_CHECK(variant->game->self_check(position));
    fuzz_check_position_text(variant, position, text);
    check_moves(variant, position);
    check_show(variant->game, position);
    check_playout(variant->game, position);
}
