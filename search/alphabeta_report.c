// What an alpha-beta search tells beside its choice.
#include "search/alphabeta.h"

#include <stdlib.h>

// The table's ply for a position, or MOVE_NONE where it has none that is legal there.
static Move table_ply(const Searcher *self, const Position *position) {
    TableEntry entry;
    Move moves[GAME_MAX_MOVES];
    if (!table_find(self->table, self->game->key(position) ^ self->past.twice, &entry))
        return MOVE_NONE;
    const int count = self->game->moves(position, moves);
    for (int i = 0; i < count; i++)
        if (moves[i] == entry.move) return entry.move;
    return MOVE_NONE;
}

void trace_variation(Searcher *self, const Position *from, int depth, Report *report) {
    Position position = *from;
    const int32_t noted = self->past.count;
    while (report->length < depth && report->length < REPORT_MAX_VARIATION) {
        self->game->play(&position, report->variation[report->length - 1]);
        if (history_push(&self->past, &position) >= HISTORY_DRAW) break;
        const Move move = table_ply(self, &position);
        if (move == MOVE_NONE) break; // overwritten by another position, or the end
        report->variation[report->length++] = move;
    }
    history_rewind(&self->past, noted);
}

static int compare_plies(const void *a, const void *b) {
    const double one = ((const RootPly *)a)->value, other = ((const RootPly *)b)->value;
    if (one != other) return (one < other) - (one > other);
    return root_ply_order_of_equals(a, b);
}

void value_root(Searcher *self, const Position *position, int depth, Report *report) {
    Move moves[GAME_MAX_MOVES];
    const Node node = {.position = position,
                       .side = self->game->side(position),
                       .depth = depth,
                       .alpha = -EVALUATION_INFINITE,
                       .beta = EVALUATION_INFINITE};
    report->count = self->game->moves(position, moves);
    for (int i = 0; i < report->count; i++) {
        self->nodes = 0;
        const int32_t value = search_ply(self, &node, moves[i], 0);
        report->plies[i] = (RootPly){moves[i], evaluation_score(value, 2 * self->options->scale),
                                     !self->estimated || is_decided(value), self->nodes};
    }
    qsort(report->plies, (size_t)report->count, sizeof *report->plies, compare_plies);
}
