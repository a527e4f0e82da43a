// Perft: the number of legal sequences of exactly so many plies, the field's test of rules.
#ifndef HARROW_PERFT_H
#define HARROW_PERFT_H

#include "core/game.h"

enum { PERFT_MAX_DEPTH = 64 };

// Counts the sequences of `depth` ≥ 0 plies from a position; a finished game has no continuation.
// The last ply is counted without being made.
uint64_t perft_count(const Game *game, const Position *position, int depth);

// Counts below each of the `count` moves, with that many threads; counts[i] belongs to moves[i].
void perft_divide(const Game *game, const Position *position, int depth, const Move *moves,
                  int count, uint64_t *counts, int threads);

#endif
