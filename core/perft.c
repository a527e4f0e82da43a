#include "core/perft.h"

#include <stdatomic.h>
#include <stdlib.h>

// The tag is the position's key and the depth, exclusive or the count: halves of different entries,
// which two threads may leave behind, do not fit together (Hyatt, Mann, "A lockless transposition
// table implementation for parallel search", 2002).
typedef struct PerftEntry {
    _Atomic uint64_t tag;
    _Atomic uint64_t count;
} PerftEntry;

struct PerftTable {
    size_t mask;
    PerftEntry entries[];
};

enum {
    MIN_SHARED_DEPTH = 2, // the last ply is counted faster than looked up
    FIRST_THIRD = 8       // plies from a position's first to its third occurrence at least
};

PerftTable *perft_table_new(size_t mib) {
    size_t count = 1;
    while (2 * count * sizeof(PerftEntry) <= mib << 20) count *= 2;
    PerftTable *self = calloc(1, sizeof *self + count * sizeof(PerftEntry));
    if (self) self->mask = count - 1;
    return self;
}

void perft_table_free(PerftTable *self) {
    free(self);
}

bool perft_may_share(const Line *line, int depth) {
    return line->variant.game->recurring_bytes == 0 || line->count + depth < FIRST_THIRD;
}

// What one count works with.
typedef struct Counter {
    const Game *game;
    PerftTable *table;
    History history;
} Counter;

static bool find(PerftTable *table, uint64_t tag, uint64_t *count) {
    PerftEntry *entry = &table->entries[tag & table->mask];
    *count = atomic_load_explicit(&entry->count, memory_order_relaxed);
    return *count && (atomic_load_explicit(&entry->tag, memory_order_relaxed) ^ *count) == tag;
}

static void store(PerftTable *table, uint64_t tag, uint64_t count) {
    PerftEntry *entry = &table->entries[tag & table->mask];
    atomic_store_explicit(&entry->tag, tag ^ count, memory_order_relaxed);
    atomic_store_explicit(&entry->count, count, memory_order_relaxed);
}

static uint64_t count_below(Counter *self, const Position *position, int depth) {
    if (depth == 0) return 1;
    if (depth == 1) return (uint64_t)self->game->count_moves(position);
    if (self->game->perft && !self->table) return self->game->perft(position, depth);
    uint64_t tag = 0, total = 0;
    const bool shared = self->table && depth >= MIN_SHARED_DEPTH;
    if (shared) {
        tag = mix64(self->game->key(position) + (uint64_t)depth);
        if (find(self->table, tag, &total)) return total;
        total = 0;
    }
    Move moves[GAME_MAX_MOVES];
    const int count = self->game->moves(position, moves);
    for (int i = 0; i < count; i++) {
        Position child = *position;
        self->game->play(&child, moves[i]);
        const int32_t noted = self->history.count;
        if (history_push(&self->history, &child) < HISTORY_DRAW)
            total += count_below(self, &child, depth - 1);
        history_rewind(&self->history, noted);
    }
    if (shared) store(self->table, tag, total);
    return total;
}

static bool counter_init(Counter *self, const Line *line, PerftTable *table, int depth,
                         Status *status) {
    *self = (Counter){.game = line->variant.game, .table = table};
    history_init(&self->history, self->game);
    return line_copy_history(line, &self->history, depth, status);
}

bool perft_count(const Line *line, int depth, PerftTable *table, uint64_t *count, Status *status) {
    Counter counter;
    const bool over = line_outcome(line).result != RESULT_NONE;
    const bool good = counter_init(&counter, line, table, depth, status);
    if (good) *count = depth > 0 && over ? 0 : count_below(&counter, &line->position, depth);
    history_release(&counter.history);
    return good;
}

bool perft_divide(const Line *line, int depth, const Move *moves, int count, uint64_t *counts,
                  int threads, PerftTable *table, Status *status) {
    bool all = true;
#pragma omp parallel num_threads(threads) reduction(&& : all)
    {
        Counter counter;
        Status failure;
        all = counter_init(&counter, line, table, depth, &failure);
#pragma omp for schedule(dynamic)
        for (int i = 0; i < count; i++) {
            if (!all) continue;
            Position child = line->position;
            const int32_t noted = counter.history.count;
            counter.game->play(&child, moves[i]);
            const bool over = history_push(&counter.history, &child) >= HISTORY_DRAW;
            counts[i] = over && depth > 1 ? 0 : count_below(&counter, &child, depth - 1);
            history_rewind(&counter.history, noted);
        }
        history_release(&counter.history);
    }
    return all || status_fail(status, EXIT_RESOURCE, "out of memory");
}
