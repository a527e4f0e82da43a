// What a simulator of a tree search counts by itself.
#include "search/mcts_ngrams.h"
#include "search/mcts_tree.h"

#include <stdlib.h>
#include <string.h>

static bool counts_means(const MctsOptions *options) {
    return options->playout == POLICY_MAST || options->playout == POLICY_NST;
}

static bool counts_amaf(const MctsOptions *options) {
    return options->rave > 0 || options->grave > 0;
}

// The N-grams of all threads together get an eighth of the memory.
static size_t ngrams_allowed(const MctsOptions *options) {
    return (size_t)options->memory * (1 << 17) / (size_t)options->threads;
}

static size_t trace_length(const MctsOptions *options) {
    return (size_t)options->playout_limit + MCTS_MAX_DEPTH;
}

size_t simulator_bytes(const MctsOptions *options, const Game *game) {
    size_t bytes = sizeof(Simulator);
    if (counts_means(options)) bytes += SIDE_COUNT * MCTS_MOVES * sizeof(PlyMean);
    if (counts_amaf(options)) bytes += SIDE_COUNT * MCTS_MOVES * sizeof(uint32_t);
    if (options->playout == POLICY_NST) bytes += ngrams_bytes(ngrams_allowed(options));
    if (counts_means(options) || counts_amaf(options))
        bytes += trace_length(options) * (sizeof(Move) + sizeof(uint8_t));
    if (options->grave > 0) bytes += trace_length(options) * sizeof(int32_t);
    // Each position, its slot, and two to four slots in the table.
    if (game->recurring_bytes > 0)
        bytes += trace_length(options) *
                 (game->recurring_bytes + sizeof(uint32_t) + 4 * sizeof(uint64_t));
    return bytes;
}

static void fill_tables(Simulator *self) {
    self->tabulated = MCTS_TABULATED;
    for (uint32_t n = 1; n < MCTS_TABULATED; n++) {
        self->exploration[n] = mcts_exploration(self->options, n);
        self->spread[n] = mcts_spread(n);
    }
}

bool simulator_init(Simulator *self) {
    history_init(&self->history, self->game);
    fill_tables(self);
    const bool means = counts_means(self->options), amaf = counts_amaf(self->options);
    bool good = true;
    for (int side = 0; side < SIDE_COUNT; side++) {
        if (means) good = good && (self->means[side] = calloc(MCTS_MOVES, sizeof(PlyMean)));
        if (amaf) good = good && (self->stamps[side] = calloc(MCTS_MOVES, sizeof(uint32_t)));
    }
    if (self->options->playout == POLICY_NST)
        good = good && ngrams_init(&self->ngrams, ngrams_allowed(self->options));
    if (means || amaf)
        good = good && (self->trace.moves = malloc(trace_length(self->options) * sizeof(Move))) &&
               (self->trace.sides = malloc(trace_length(self->options)));
    if (self->options->grave > 0)
        good = good && (self->distinct = malloc(trace_length(self->options) * sizeof(int32_t)));
    return good;
}

void simulator_release(Simulator *self) {
    for (int side = 0; side < SIDE_COUNT; side++) {
        free(self->means[side]);
        free(self->stamps[side]);
    }
    free(self->distinct);
    ngrams_release(&self->ngrams);
    free(self->trace.moves);
    free(self->trace.sides);
    history_release(&self->history);
}

void simulator_clear(Simulator *self) {
    self->stamp = 0;
    ngrams_clear(&self->ngrams);
    for (int side = 0; side < SIDE_COUNT; side++) {
        if (self->means[side]) memset(self->means[side], 0, MCTS_MOVES * sizeof(PlyMean));
        if (self->stamps[side]) memset(self->stamps[side], 0, MCTS_MOVES * sizeof(uint32_t));
    }
}
