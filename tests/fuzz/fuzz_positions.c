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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *spec = fuzz_text(data, size), *text = fuzz_cut(spec, '\n');
    Variant variant;
    Position position;
    Status status = fuzz_status();
    if (variant_parse(&variant, spec, &status) &&
        variant_position(&variant, &position, text, &status)) {
        check_spelling(&variant, &position, text);
        fuzz_check_position(&variant, &position);
    } else
        fuzz_check_refused(&status, EXIT_INPUT);
    free(spec);
    return 0;
}
