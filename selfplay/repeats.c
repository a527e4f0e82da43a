#include "selfplay/repeats.h"
#include "analysis/key_table.h"
#include "selfplay/opening.h"

#include <inttypes.h>
#include <stdlib.h>

// Each opening is played once to see what it is, which is to take no hours.
static const int64_t MOST_UNITS = 1 << 24;

static void mark(Cell *cell, int64_t unit) {
    cell->repeats[unit / 8] = (uint8_t)(cell->repeats[unit / 8] | 1 << unit % 8);
}

static bool mark_unit(const Experiment *experiment, int32_t index, int64_t unit,
                      const Position *start, Line *line, KeyTable *openings, Status *status) {
    Cell *cell = &experiment->cells[index];
    const int64_t number = cell_is_paired(cell) ? 2 * unit : unit;
    const size_t known = openings->count;
    int64_t legal_plies;
    if (!opening_play(line, start, experiment, (GameNumber){index, number}, &legal_plies, status))
        return false;
    if (!key_table_add(openings, game_symmetry_key(line->variant.game, &line->position), 1))
        return status_fail(status, EXIT_RESOURCE, "out of memory");
    if (openings->count == known) mark(cell, unit);
    return true;
}

// *distinct becomes the number of distinct openings.
static bool mark_units(Experiment *experiment, int32_t index, int64_t *distinct, Status *status) {
    Cell *cell = &experiment->cells[index];
    const int64_t units = experiment_units(experiment, cell);
    Variant variant = experiment->variants[cell->variant];
    Position start;
    Line line;
    KeyTable openings;
    if (units > MOST_UNITS)
        return status_fail(
            status, EXIT_INPUT,
            "games_per_cell: more than %" PRId64 " openings of deterministic players", MOST_UNITS);
    cell->repeats = calloc((size_t)units / 8 + 1, 1);
    if (!cell->repeats) return status_fail(status, EXIT_RESOURCE, "out of memory");
    if (!variant_position(&variant, &start, NULL, status)) return false;
    line_init(&line, &variant, &start);
    key_table_init(&openings);
    bool good = true;
    for (int64_t unit = 0; good && unit < units; unit++)
        good = mark_unit(experiment, index, unit, &start, &line, &openings, status);
    *distinct = (int64_t)openings.count;
    key_table_release(&openings);
    line_release(&line);
    return good;
}

static bool refuse(const Experiment *experiment, const Cell *cell, int64_t distinct,
                   Status *status) {
    const int64_t units = experiment_units(experiment, cell);
    char spec[SPEC_MAX_LENGTH];
    variant_format(&experiment->variants[cell->variant], spec);
    return status_fail(
        status, EXIT_INPUT,
        "games_per_cell: %.40s against %.40s in %s: both always play the same ply in the same "
        "line, and of %" PRId64 " openings only %" PRId64
        " are distinct, mirror images counted once: other openings "
        "or fewer games_per_cell expected, or \"allow_repeats\": true, which counts each once",
        experiment->players[cell->players[0]].name, experiment->players[cell->players[1]].name,
        spec, units, distinct);
}

bool repeats_mark(Experiment *experiment, int64_t *units, Status *status) {
    *units = 0;
    for (int32_t i = 0; i < experiment->cell_count; i++) {
        const Cell *cell = &experiment->cells[i];
        int64_t distinct;
        if (!experiment_is_deterministic(experiment, cell)) continue;
        if (!mark_units(experiment, i, &distinct, status)) return false;
        *units += experiment_units(experiment, cell) - distinct;
        if (*units > 0 && !experiment->allow_repeats)
            return refuse(experiment, cell, distinct, status);
    }
    return true;
}
