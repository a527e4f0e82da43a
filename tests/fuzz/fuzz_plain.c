// The plain implementations behind one interface of texts.
#include "tests/fuzz/fuzz.h"
#include "tests/plain_agon.h"
#include "tests/plain_agros.h"
#include "tests/plain_awale.h"

#include <string.h>

typedef enum GameKind { KIND_AGROS, KIND_AGON, KIND_AWALE } GameKind;

static GameKind kind_of(const Game *game) {
    if (strcmp(game->name, "agros") == 0) return KIND_AGROS;
    return strcmp(game->name, "agon") == 0 ? KIND_AGON : KIND_AWALE;
}

bool fuzz_plain_accepts(const Game *game, const char *position) {
    PlainAgros agros = {0};
    PlainAgon agon;
    PlainAwale awale;
    if (kind_of(game) == KIND_AGROS) return plain_parse(&agros, position);
    if (kind_of(game) == KIND_AWALE) return plain_awale_parse(&awale, position);
    plain_agon_init(&agon);
    const bool accepts = plain_agon_parse(&agon, position);
    plain_agon_release(&agon);
    return accepts;
}

int fuzz_plain_count(const Game *game, const char *position) {
    static PlainMoves agros_moves;
    PlainAgonMoves agon_moves;
    PlainAwaleMoves awale_moves;
    PlainAgros agros = {0};
    PlainAgon agon;
    PlainAwale awale;
    if (kind_of(game) == KIND_AGROS) {
        FUZZ_CHECK(plain_parse(&agros, position));
        plain_moves(&agros, &agros_moves);
        return agros_moves.count;
    }
    if (kind_of(game) == KIND_AWALE) {
        FUZZ_CHECK(plain_awale_parse(&awale, position));
        plain_awale_moves(&awale, &awale_moves);
        return awale_moves.count;
    }
    plain_agon_init(&agon);
    FUZZ_CHECK(plain_agon_parse(&agon, position));
    plain_agon_moves(&agon, &agon_moves);
    plain_agon_release(&agon);
    return agon_moves.count;
}

static void play_agros(const char *position, const char *move, char *after) {
    PlainAgros agros = {0};
    FUZZ_CHECK(plain_parse(&agros, position) && plain_is_legal(&agros, move));
    plain_play(&agros, move);
    plain_format(&agros, after);
}

static void play_agon(const char *position, const char *move, char *after) {
    PlainAgon agon;
    plain_agon_init(&agon);
    FUZZ_CHECK(plain_agon_parse(&agon, position) && plain_agon_is_legal(&agon, move));
    plain_agon_play(&agon, move);
    plain_agon_format(&agon, after);
    plain_agon_release(&agon);
}

static void play_awale(const char *position, const char *move, char *after) {
    PlainAwale awale;
    FUZZ_CHECK(plain_awale_parse(&awale, position) && plain_awale_is_legal(&awale, move));
    plain_awale_play(&awale, move);
    plain_awale_format(&awale, after);
}

void fuzz_plain_play(const Game *game, const char *position, const char *move,
                     char after[GAME_POSITION_TEXT_SIZE]) {
    static void (*const PLAY[])(const char *, const char *, char *) = {play_agros, play_agon,
                                                                       play_awale};
    PLAY[kind_of(game)](position, move, after);
}
