#include "selfplay/opening.h"

// Few enough to be done within a second, since an interruption waits for them.
enum { MAX_ATTEMPTS = 1000 };

// Uniformly random plies behind what stands on the line; fewer where the game is over before.
static bool play_randomly(Line *line, int32_t plies, Rng *rng, int64_t *legal_plies,
                          Status *status) {
    Move moves[GAME_MAX_MOVES];
    for (int32_t end = line->count + plies; line->count < end;) {
        const int count = line_moves(line, moves);
        if (count == 0) break;
        *legal_plies += count;
        if (!line_play(line, moves[rng_below(rng, (uint32_t)count)], status)) return false;
    }
    return true;
}

bool opening_play(Line *line, const Position *start, const Experiment *experiment,
                  GameNumber number, int64_t *legal_plies, Status *status) {
    const Cell *cell = &experiment->cells[number.cell];
    const int32_t plies = experiment_opening_plies(experiment, cell);
    const int64_t unit = cell_unit(cell, number.number);
    Rng rng = rng_init(experiment_seed(experiment, number, "opening"));
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        if (!opening_book_play(&experiment->book, unit, start, line, legal_plies, status))
            return false;
        const int32_t end = line->count + plies;
        if (!play_randomly(line, plies, &rng, legal_plies, status)) return false;
        if (line->count == end && line_outcome(line).result == RESULT_NONE) return true;
    }
    char spec[SPEC_MAX_LENGTH];
    variant_format(&line->variant, spec);
    return status_fail(status, EXIT_INPUT,
                       "opening.random_plies: %d: %d random openings of %s all ended the game",
                       plies, MAX_ATTEMPTS, spec);
}

static bool check_cell(const Experiment *experiment, int32_t index, Status *status) {
    Variant variant = experiment->variants[experiment->cells[index].variant];
    Position start;
    Line line;
    int64_t legal_plies;
    if (!variant_position(&variant, &start, NULL, status)) return false;
    line_init(&line, &variant, &start);
    const bool good =
        opening_play(&line, &start, experiment, (GameNumber){index, 0}, &legal_plies, status);
    line_release(&line);
    return good;
}

bool opening_check(const Experiment *experiment, Status *status) {
    int32_t checked = -1; // cells of a variant stand together
    for (int32_t i = 0; i < experiment->cell_count; i++) {
        if (experiment->cells[i].variant == checked) continue;
        checked = experiment->cells[i].variant;
        if (!check_cell(experiment, i, status)) return false;
    }
    return true;
}
