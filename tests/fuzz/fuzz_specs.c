// Input: a spec, read as one of a game and as one of a player.
#include "search/player.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

static void check_spec(const char *text) {
    Spec spec;
    Status status = fuzz_status();
    if (!spec_parse(&spec, text, &status)) {
        fuzz_check_refused(&status, EXIT_INPUT);
        return;
    }
    FUZZ_CHECK(*spec.kind && spec.count <= SPEC_MAX_PAIRS && spec.used <= sizeof spec.storage);
    for (size_t i = 0; i < spec.count; i++) {
        FUZZ_CHECK(*spec.pairs[i].key && spec.pairs[i].form == FORM_ANY);
        for (size_t j = 0; j < i; j++)
            FUZZ_CHECK(strcmp(spec.pairs[i].key, spec.pairs[j].key) != 0);
    }
}

static void check_game(const char *text) {
    Variant variant;
    Position position;
    Status status = fuzz_status();
    if (variant_parse(&variant, text, &status) &&
        variant_position(&variant, &position, NULL, &status))
        fuzz_check_position_text(&variant, &position, (char[GAME_POSITION_TEXT_SIZE]){0});
    else
        fuzz_check_refused(&status, EXIT_INPUT);
}

static void check_player(const char *text) {
    PlayerSpec player, copy;
    char canonical[SPEC_MAX_LENGTH], again[SPEC_MAX_LENGTH];
    Status status = fuzz_status();
    if (!player_parse(&player, text, &status)) {
        fuzz_check_refused(&status, EXIT_INPUT);
        return;
    }
    player_format(&player, canonical);
    FUZZ_CHECK(player_parse(&copy, canonical, &status));
    player_format(&copy, again);
    FUZZ_CHECK(strcmp(canonical, again) == 0 && copy.kind == player.kind);
    FUZZ_CHECK(memcmp(copy.options, player.options, sizeof copy.options) == 0);
    FUZZ_CHECK(player_is_reproducible(&copy) == player_is_reproducible(&player));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    check_spec(text);
    check_game(text);
    check_player(text);
    free(text);
    return 0;
}
