// Input: a game spec, a line break, and a position string.
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

// A position string has one spelling, but for the order of Agon's pieces and for Awale's last
// stones, which are swept on reading.
static void check_spelling(const Variant *variant, const Position *position, const char *text) {
    char written[GAME_POSITION_TEXT_SIZE];
    const Game *game = variant->game;
    game->format(position, written);
    if (strcmp(game->name, "agon") == 0)
        FUZZ_CHECK(strlen(written) == strlen(text));
    else if (game->outcome(position).end != END_STUCK)
        FUZZ_CHECK(strcmp(written, text) == 0);
}

// Every legal ply, and no other, comes to what the plain implementation says.
static void check_plies(const Variant *variant, const Position *position) {
    const Game *game = variant->game;
    char before[GAME_POSITION_TEXT_SIZE], text[GAME_POSITION_TEXT_SIZE], name[MOVE_TEXT_SIZE];
    char expected[GAME_POSITION_TEXT_SIZE];
    Move moves[GAME_MAX_MOVES];
    const int count = game->moves(position, moves);
    game->format(position, before);
    for (int i = 0; i < count; i++) {
        Position after = *position;
        game->play(&after, moves[i]);
        game->format(&after, text);
        game->move_format(moves[i], name);
        fuzz_plain_play(game, before, name, expected);
        FUZZ_CHECK(strcmp(text, expected) == 0);
    }
    FUZZ_CHECK(count == fuzz_plain_count(game, before));
}

// What the spec leaves open, the string alone decides.
static void check_plain(const Variant *variant, const char *text, bool accepted) {
    if (variant->given == 0 || accepted)
        FUZZ_CHECK(fuzz_plain_accepts(variant->game, text) == accepted);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *spec = fuzz_text(data, size), *text = fuzz_cut(spec, '\n');
    Variant variant;
    Position position;
    Status status = fuzz_status();
    bool good = variant_parse(&variant, spec, &status);
    if (good) {
        const Variant named = variant;
        good = variant_position(&variant, &position, text, &status);
        check_plain(&named, text, good);
    }
    if (good) {
        check_spelling(&variant, &position, text);
        fuzz_check_position(&variant, &position);
        check_plies(&variant, &position);
    } else
        fuzz_check_refused(&status, EXIT_INPUT);
    free(spec);
    return 0;
}
