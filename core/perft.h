// Perft: the number of legal sequences of exactly so many plies, the field's test of rules.
#ifndef HARROW_PERFT_H
#define HARROW_PERFT_H

#include "core/line.h"

#include <stdbool.h>

enum { PERFT_MAX_DEPTH = 64 };

// Counts already known, by position and depth; safe to share between threads.
typedef struct PerftTable PerftTable;

// Room for as many counts as fit in `mib` MiB; NULL when memory is short. perft_table_free takes
// NULL.
PerftTable *perft_table_new(size_t mib);
void perft_table_free(PerftTable *self);

// Whether counts may be shared between positions that were reached in different ways: not where so
// many plies can bring a third occurrence, since then the way there matters.
bool perft_may_share(const Line *line, int depth);

// Counts the sequences of `depth` ≥ 0 plies from where a line stands; a finished game has no
// continuation. The last ply is counted without being made. `table` may be NULL. False when memory
// is short.
bool perft_count(const Line *line, int depth, PerftTable *table, uint64_t *count, Status *status);

// Counts below each of the `count` legal moves of a line that is not over, with that many threads;
// counts[i] belongs to moves[i].
bool perft_divide(const Line *line, int depth, const Move *moves, int count, uint64_t *counts,
                  int threads, PerftTable *table, Status *status);

#endif
