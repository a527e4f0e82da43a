#include "selfplay/opening.h"

// Few enough to be done within a second, since an interruption waits for them.
enum { MAX_ATTEMPTS = 1000 };

// One attempt; false when the game is over before or behind the last ply.
static bool draw_once(Opening *self, const Game *game, Position position, int32_t plies, Rng *rng) {
    Move moves[GAME_MAX_MOVES];
    for (self->count = 0; self->count < plies; self->count++) {
        const int count = game->moves(&position, moves);
        if (count == 0) return false;
        const Move move = moves[rng_below(rng, (uint32_t)count)];
        self->moves[self->count] = move;
        game->play(&position, move);
    }
    return game->outcome(&position).result == RESULT_NONE;
}

bool opening_draw(Opening *self, const Experiment *experiment, GameNumber number,
                  const Position *start, Status *status) {
    const Variant *variant = &experiment->variants[experiment->cells[number.cell].variant];
    Rng rng = rng_init(experiment_seed(experiment, number, "opening"));
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++)
        if (draw_once(self, variant->game, *start, experiment->opening_plies, &rng)) return true;
    char spec[SPEC_MAX_LENGTH];
    variant_format(variant, spec);
    return status_fail(status, EXIT_INPUT,
                       "opening.random_plies: %d: %d random openings of %s all ended the game",
                       experiment->opening_plies, MAX_ATTEMPTS, spec);
}
