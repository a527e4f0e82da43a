// A uniformly random legal ply.
#include "search/players.h"
#include "search/stateless.h"

#include <math.h>

static bool choose(Player *self, const Line *line, Rng *rng, const atomic_bool *stop,
                   Decision *decision, Status *status) {
    (void)self, (void)stop, (void)status;
    Move moves[GAME_MAX_MOVES];
    const int count = line_moves(line, moves);
    *decision = (Decision){.move = moves[rng_below(rng, (uint32_t)count)], .value = NAN};
    return true;
}

static Player *create(const void *options, const Variant *variant, Status *status) {
    (void)options, (void)variant;
    return stateless_create(choose, status);
}

const PlayerKind PLAYER_RANDOM = {
    .name = "random",
    .summary = "a uniformly random legal ply",
    .create = create,
};
