#include "search/mcts_ngrams.h"

#include <stdlib.h>
#include <string.h>

// The paper leaves out longer N-grams seen less often; single plies count from the first time on.
enum { NGRAM_MIN_VISITS = 7, NGRAM_MAX_SLOTS = 1 << 20 };

// ---- The table ----

static uint32_t slots_within(size_t bytes) {
    uint32_t slots = 1;
    while (slots < NGRAM_MAX_SLOTS && 2 * slots * sizeof(Ngram) <= bytes) slots *= 2;
    return slots;
}

size_t ngrams_bytes(size_t bytes) {
    return slots_within(bytes) * sizeof(Ngram);
}

bool ngrams_init(NgramTable *self, size_t bytes) {
    self->mask = slots_within(bytes) - 1;
    self->slots = calloc((size_t)self->mask + 1, sizeof *self->slots);
    return self->slots;
}

void ngrams_release(NgramTable *self) {
    free(self->slots);
    self->slots = NULL;
}

void ngrams_clear(NgramTable *self) {
    if (self->used > 0) memset(self->slots, 0, ((size_t)self->mask + 1) * sizeof *self->slots);
    self->used = 0;
}

// The slot of a key, or the free one where it would be. A quarter of the slots is always free.
static inline Ngram *find(const NgramTable *self, uint64_t key) {
    uint32_t at = (uint32_t)key & self->mask;
    while (self->slots[at].key != key && self->slots[at].key != 0) at = (at + 1) & self->mask;
    return &self->slots[at];
}

static void count(NgramTable *self, uint64_t key, double reward) {
    Ngram *ngram = find(self, key);
    if (ngram->key == 0) {
        if (self->used > self->mask / 4 * 3) return;
        self->used++;
        ngram->key = key;
    }
    mcts_count_reward(&ngram->ply, reward);
}

// ---- N-grams ----

// A key of the plies of a trace up to and with `last`: equal N-grams have equal keys, and others
// are as good as never mistaken for them by 64 bits. Never 0.
static inline uint64_t extend(uint64_t key, unsigned side, Move move) {
    return mix64((key ^ move << 1 ^ side) + UINT64_C(0x9e3779b97f4a7c15)) | 1u << 31;
}

static inline uint64_t key_before(const Trace *trace, int32_t end, int length) {
    uint64_t key = 0;
    for (int32_t i = end - length; i < end; i++)
        key = extend(key, trace->sides[i], trace->moves[i]);
    return key;
}

// What an N-gram begins with has been seen as often as it or more.
NgramContext mcts_ngram_context(const Simulator *self) {
    NgramContext context = {.count = 0};
    const Trace *trace = &self->trace;
    const int32_t end = trace->count;
    if (end < 1) return context;
    const PlyMean *before =
        &self->means[trace->sides[end - 1]][mcts_ply_index(trace->moves[end - 1])];
    if (before->visits < NGRAM_MIN_VISITS) return context;
    context.keys[context.count++] = key_before(trace, end, 1);
    if (end < 2) return context;
    const uint64_t key = key_before(trace, end, 2);
    if (find(&self->ngrams, key)->ply.visits < NGRAM_MIN_VISITS) return context;
    context.keys[context.count++] = key;
    return context;
}

void mcts_ngram_prefetch(const Simulator *self, const NgramContext *context, unsigned side,
                         Move move) {
    if (context->count > 0)
        __builtin_prefetch(
            &self->ngrams.slots[extend(context->keys[0], side, move) & self->ngrams.mask]);
}

float mcts_ngram_worth(const Simulator *self, const NgramContext *context, unsigned side,
                       Move move) {
    const PlyMean *single = &self->means[side][mcts_ply_index(move)];
    if (single->visits < NGRAM_MIN_VISITS) return single->visits ? single->mean : 1;
    float sum = single->mean;
    int counted = 1;
    for (int i = 0; i < context->count; i++) {
        const PlyMean *ply = &find(&self->ngrams, extend(context->keys[i], side, move))->ply;
        if (ply->visits < NGRAM_MIN_VISITS) break; // a longer one was seen no more often
        sum += ply->mean;
        counted++;
    }
    return sum / (float)counted;
}

void mcts_count_ngrams(Simulator *self, double for_first) {
    const Trace *trace = &self->trace;
    for (int32_t end = 2; end <= trace->count; end++) {
        const double reward = trace->sides[end - 1] == SIDE_FIRST ? for_first : 1 - for_first;
        for (int length = 2; length <= MCTS_MAX_NGRAM && length <= end; length++)
            count(&self->ngrams, key_before(trace, end, length), reward);
    }
}
