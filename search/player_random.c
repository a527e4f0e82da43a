// A uniformly random legal ply.
#include "search/players.h"

#include <math.h>
#include <stdlib.h>

static bool choose(Player *self, const Line *line, Rng *rng, const atomic_bool *stop,
                   Decision *decision, Status *status) {
    (void)self, (void)stop, (void)status;
    Move moves[GAME_MAX_MOVES];
    const int count = line_moves(line, moves);
    *decision = (Decision){.move = moves[rng_below(rng, (uint32_t)count)], .value = NAN};
    return true;
}

static void begin(Player *self) {
    (void)self; // it keeps nothing
}

static void release(Player *self) {
    free(self);
}

static Player *create(const void *options, const Variant *variant, Status *status) {
    (void)options, (void)variant;
    Player *self = malloc(sizeof *self);
    if (self)
        *self = (Player){.begin = begin, .choose = choose, .release = release};
    else
        status_fail(status, EXIT_RESOURCE, "random: out of memory");
    return self;
}

const PlayerKind PLAYER_RANDOM = {
    .name = "random",
    .summary = "a uniformly random legal ply",
    .create = create,
};
