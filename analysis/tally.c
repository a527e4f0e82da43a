#include "analysis/tally.h"

#include <assert.h>
#include <stdlib.h>

// One game of a pair, as far as the pair's tables need it.
typedef struct Half {
    unsigned role; // 0: player 0 moved first; 1: player 1 did
    Result result;
    bool has_score;
    bool fault; // lost by one
    int32_t margin;
} Half;

void tally_init(Tally *self, bool paired) {
    *self = (Tally){.paired = paired};
    histogram_init(&self->plies);
    histogram_init(&self->margins);
    distinct_init(&self->hashes);
    distinct_init(&self->openings);
    key_table_init(&self->halves);
    key_table_init(&self->pair_margins);
}

void tally_release(Tally *self) {
    histogram_release(&self->plies);
    histogram_release(&self->margins);
    distinct_release(&self->hashes);
    distinct_release(&self->openings);
    key_table_release(&self->halves);
    key_table_release(&self->pair_margins);
}

// A half in the table of halves, never 0:
//
//     63      32      5        4      3       2       1 0
//     [ margin ] … [ fault ][ 1 ][ role ][ score ][ result ]
static int64_t half_pack(Half self) {
    const uint64_t low = (unsigned)self.fault << 5 | 16u | self.role << 3 |
                         (unsigned)self.has_score << 2 | self.result;
    return (int64_t)((uint64_t)(uint32_t)self.margin << 32 | low);
}

static Half half_unpack(int64_t packed) {
    const uint64_t bits = (uint64_t)packed;
    return (Half){.role = bits >> 3 & 1,
                  .result = (Result)(bits & 3),
                  .has_score = bits >> 2 & 1,
                  .fault = bits >> 5 & 1,
                  .margin = (int32_t)(uint32_t)(bits >> 32)};
}

static Verdict half_verdict(Half self) {
    if (self.result == RESULT_DRAW) return VERDICT_DRAW;
    return (self.result == RESULT_FIRST) == (self.role == 0) ? VERDICT_WIN : VERDICT_LOSS;
}

// `first` is the game in which player 0 moved first.
static bool tally_add_pair(Tally *self, Half first, Half second) {
    if (first.result == RESULT_NONE || second.result == RESULT_NONE) {
        self->unfinished_pairs++;
        return true;
    }
    (first.fault || second.fault ? self->faulty_pairs
                                 : self->pairs)[half_verdict(first)][half_verdict(second)]++;
    if (!first.has_score || !second.has_score) return true;
    const uint64_t high = (uint64_t)(uint32_t)first.margin << 32;
    return key_table_add(&self->pair_margins, high | (uint32_t)second.margin, 1);
}

static bool tally_add_half(Tally *self, uint64_t pair, Half half) {
    const int64_t waiting = key_table_take(&self->halves, pair);
    if (waiting == 0) return key_table_add(&self->halves, pair, half_pack(half));
    const Half partner = half_unpack(waiting);
    assert(partner.role != half.role); // else the same game came twice
    return half.role == 0 ? tally_add_pair(self, half, partner)
                          : tally_add_pair(self, partner, half);
}

// Games lost by crash, time or an illegal ply count for strength, in their pairs, but not for
// balance (first-player score, draw rate): which seat was at fault says nothing of the game.
bool tally_add(Tally *self, const GameFacts *facts) {
    const bool fault = end_is_fault(facts->end);
    self->games++;
    if (!fault) self->results[facts->result]++;
    self->ends[facts->end]++;
    self->legal_plies += facts->legal_plies;
    if (facts->has_resigning && facts->result != RESULT_NONE) {
        self->played_out++;
        self->false_resignations += result_value(facts->result, facts->resigning) > 0;
    }
    if (!histogram_add(&self->plies, facts->plies, 1)) return false;
    if (!distinct_add(&self->hashes, facts->hash)) return false;
    if (!distinct_add(&self->openings, facts->opening)) return false;
    const bool scored = facts->result != RESULT_NONE && facts->has_score;
    if (scored && !histogram_add(&self->margins, facts->margin, 1)) return false;
    if (!self->paired) return true;
    const Half half = {facts->number & 1, facts->result, facts->has_score, fault, facts->margin};
    return tally_add_half(self, (uint64_t)facts->number / 2, half);
}

static void tally_merge_counts(Tally *self, const Tally *from) {
    self->games += from->games;
    self->repeats += from->repeats;
    self->legal_plies += from->legal_plies;
    self->played_out += from->played_out;
    self->false_resignations += from->false_resignations;
    self->unfinished_pairs += from->unfinished_pairs;
    for (size_t i = 0; i < RESULT_COUNT; i++) self->results[i] += from->results[i];
    for (size_t i = 0; i < END_COUNT; i++) self->ends[i] += from->ends[i];
    for (size_t row = 0; row < VERDICT_COUNT; row++) {
        for (size_t column = 0; column < VERDICT_COUNT; column++) {
            self->pairs[row][column] += from->pairs[row][column];
            self->faulty_pairs[row][column] += from->faulty_pairs[row][column];
        }
    }
}

static bool tally_merge_pairs(Tally *self, const Tally *from) {
    for (size_t i = 0; i < from->pair_margins.capacity; i++) {
        const KeyEntry entry = key_table_at(&from->pair_margins, i);
        if (entry.value == 0) continue;
        if (!key_table_add(&self->pair_margins, entry.key, entry.value)) return false;
    }
    for (size_t i = 0; i < from->halves.capacity; i++) {
        const KeyEntry entry = key_table_at(&from->halves, i);
        if (entry.value == 0) continue;
        if (!tally_add_half(self, entry.key, half_unpack(entry.value))) return false;
    }
    return true;
}

bool tally_merge(Tally *self, const Tally *from) {
    assert(self->paired == from->paired);
    tally_merge_counts(self, from);
    return histogram_merge(&self->plies, &from->plies) &&
           histogram_merge(&self->margins, &from->margins) &&
           distinct_merge(&self->hashes, &from->hashes) &&
           distinct_merge(&self->openings, &from->openings) && tally_merge_pairs(self, from);
}

int64_t tally_finished_pairs(const Tally *self) {
    int64_t sum = 0;
    for (size_t row = 0; row < VERDICT_COUNT; row++) {
        for (size_t column = 0; column < VERDICT_COUNT; column++)
            sum += self->pairs[row][column] + self->faulty_pairs[row][column];
    }
    return sum;
}

int64_t tally_faults(const Tally *self) {
    int64_t faults = 0;
    for (unsigned end = 0; end < END_COUNT; end++)
        if (end_is_fault((End)end)) faults += self->ends[end];
    return faults;
}

PairMargins *tally_pair_margins(const Tally *self, size_t *count) {
    const KeyTable *table = &self->pair_margins;
    PairMargins *list = malloc((table->count + 1) * sizeof *list);
    if (!list) return NULL;
    *count = 0;
    for (size_t i = 0; i < table->capacity; i++) {
        const KeyEntry entry = key_table_at(table, i);
        if (entry.value == 0) continue;
        const int32_t first = (int32_t)(uint32_t)(entry.key >> 32);
        const int32_t second = (int32_t)(uint32_t)entry.key;
        list[(*count)++] = (PairMargins){{first, second}, entry.value};
    }
    return list;
}
