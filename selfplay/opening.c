#include "selfplay/opening.h"

// Few enough to be done within a second, since an interruption waits for them.
enum { MAX_ATTEMPTS = 1000 };

// One attempt; it fell short when fewer plies stand on the line or the game is over behind them.
static bool play_once(Line *line, int32_t plies, Rng *rng, int64_t *legal_plies, Status *status) {
    Move moves[GAME_MAX_MOVES];
    *legal_plies = 0;
    line_restart(line, &line->start);
    while (line->count < plies) {
        const int count = line_moves(line, moves);
        if (count == 0) break;
        *legal_plies += count;
        if (!line_play(line, moves[rng_below(rng, (uint32_t)count)], status)) return false;
    }
    return true;
}

bool opening_play(Line *line, const Experiment *experiment, GameNumber number, int64_t *legal_plies,
                  Status *status) {
    const int32_t plies = experiment->opening_plies;
    Rng rng = rng_init(experiment_seed(experiment, number, "opening"));
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        if (!play_once(line, plies, &rng, legal_plies, status)) return false;
        if (line->count == plies && line_outcome(line).result == RESULT_NONE) return true;
    }
    char spec[SPEC_MAX_LENGTH];
    variant_format(&line->variant, spec);
    return status_fail(status, EXIT_INPUT,
                       "opening.random_plies: %d: %d random openings of %s all ended the game",
                       plies, MAX_ATTEMPTS, spec);
}
