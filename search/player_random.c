// A uniformly random legal ply.
#include "search/players.h"

#include <math.h>

static void begin(Player *self) {
    (void)self;
}

static bool choose(Player *self, const Line *line, Rng *rng, const atomic_bool *stop,
                   Decision *decision) {
    (void)self, (void)stop;
    Move moves[GAME_MAX_MOVES];
    const int count = line_moves(line, moves);
    *decision = (Decision){moves[rng_below(rng, (uint32_t)count)], NAN, 0, 0};
    return true;
}

static void release(Player *self) {
    (void)self;
}

static Player *create(const void *options, const Variant *variant, Status *status) {
    (void)options, (void)variant, (void)status;
    static const Player STATELESS = {begin, choose, release};
    return (Player *)&STATELESS;
}

const PlayerKind PLAYER_RANDOM = {
    .name = "random",
    .summary = "a uniformly random legal ply",
    .create = create,
};
