#include "core/game.h"
#include "core/games.h"

#include <stdlib.h>
#include <string.h>

static const Game *const GAMES[] = {&AGROS, &AGON, &AWALE};

const Game *game_at(size_t index) {
    return index < sizeof GAMES / sizeof *GAMES ? GAMES[index] : NULL;
}

static const char *game_name_at(size_t index) {
    return game_at(index) ? game_at(index)->name : NULL;
}

bool variant_from_spec(Variant *self, const Spec *spec, Status *status) {
    size_t i = 0;
    while (game_at(i) && strcmp(game_at(i)->name, spec->kind) != 0) i++;
    self->game = game_at(i);
    memset(&self->options, 0, sizeof self->options);
    if (!self->game) return status_unknown(status, "game", spec->kind, game_name_at);
    return options_apply(self->game->options, &self->options, spec, &self->given, status);
}

bool variant_parse(Variant *self, const char *text, Status *status) {
    Spec spec;
    return spec_parse(&spec, text, status) && variant_from_spec(self, &spec, status);
}

bool variant_check(const Variant *self, Status *status) {
    return self->game->check(&self->options, status) ||
           status_prefix(status, "%s: ", self->game->name);
}

void variant_format(const Variant *self, char *text) {
    options_format(self->game->options, self->game->name, &self->options, text, SPEC_MAX_LENGTH);
}

bool variant_position(Variant *self, Position *position, const char *text, Status *status) {
    memset(position, 0, sizeof *position);
    if (text)
        return self->game->parse(position, &self->options, self->given, text, status) ||
               status_prefix(status, "position: ");
    if (!variant_check(self, status)) return false;
    self->game->init(position, &self->options);
    return true;
}

bool game_parse_move(const Game *self, const Position *position, const char *text, Move *move,
                     Status *status) {
    Move moves[GAME_MAX_MOVES];
    if (!self->move_parse(text, move))
        return status_fail(status, EXIT_INPUT, "move '%.40s' is no move of %s", text, self->name);
    const int count = self->moves(position, moves);
    for (int i = 0; i < count; i++)
        if (moves[i] == *move) return true;
    char reason[GUIDE_TEXT_SIZE] = "the game is over";
    if (count > 0) self->guide->objection(position, *move, reason);
    return status_fail(status, EXIT_INPUT, "move '%.40s' is not legal here: %s", text, reason);
}

// A move with its text, for sorting.
typedef struct NamedMove {
    char name[MOVE_TEXT_SIZE];
    Move move;
} NamedMove;

static int compare_names(const void *a, const void *b) {
    return strcmp(((const NamedMove *)a)->name, ((const NamedMove *)b)->name);
}

void game_sort_moves(const Game *self, Move *moves, int count) {
    NamedMove named[GAME_MAX_MOVES];
    for (int i = 0; i < count; i++) {
        self->move_format(moves[i], named[i].name);
        named[i].move = moves[i];
    }
    qsort(named, (size_t)count, sizeof *named, compare_names);
    for (int i = 0; i < count; i++) moves[i] = named[i].move;
}

uint64_t game_symmetry_key(const Game *self, const Position *position) {
    uint64_t least = self->key(position);
    for (int i = 1; i < self->symmetries; i++) {
        Position image;
        self->image(position, i, &image);
        if (self->key(&image) < least) least = self->key(&image);
    }
    return least;
}

void moves_shuffle(Move *moves, int count, Rng *rng) {
    for (int i = count - 1; i > 0; i--) {
        const uint32_t j = rng_below(rng, (uint32_t)i + 1);
        const Move move = moves[i];
        moves[i] = moves[j];
        moves[j] = move;
    }
}
