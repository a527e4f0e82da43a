// N-grams of plies and the mean rewards behind them (NST: Tak, Winands, Björnsson, "N-grams and the
// last-good-reply policy applied in general game playing", 2012).
#ifndef HARROW_MCTS_NGRAMS_H
#define HARROW_MCTS_NGRAMS_H

#include "search/mcts.h"

// The 2- and 3-grams that end in one ply, as keys without that ply; the shorter first. One that
// cannot have been seen often enough is left out.
typedef struct NgramContext {
    uint64_t keys[MCTS_MAX_NGRAM - 1];
    int count;
} NgramContext;

// The table's size where `bytes` are allowed.
size_t ngrams_bytes(size_t bytes);
// With nothing in it; false when out of memory. Released as often as one likes.
bool ngrams_init(NgramTable *self, size_t bytes);
void ngrams_release(NgramTable *self);
void ngrams_clear(NgramTable *self);

// What may have been seen before the next ply of the trace.
NgramContext mcts_ngram_context(const Simulator *self);
// Has the memory fetched what the worth of a ply there will ask for.
void mcts_ngram_prefetch(const Simulator *self, const NgramContext *context, unsigned side,
                         Move move);
// The worth of a ply there, 0..1: the average of the means of its N-grams. One that was never tried
// is worth 1.
float mcts_ngram_worth(const Simulator *self, const NgramContext *context, unsigned side,
                       Move move);
// Counts the 2- and 3-grams of the simulation under way, each for the side of its last ply.
void mcts_count_ngrams(Simulator *self, double for_first);

#endif
