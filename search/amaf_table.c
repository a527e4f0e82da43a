#include "search/amaf_table.h"

#include <stdlib.h>
#include <string.h>

enum { GENERATION_BITS = 16, LAST_GENERATION = (1 << GENERATION_BITS) - 1 };

bool amaf_table_init(AmafTable *self, size_t bytes) {
    size_t slots = 2;
    while (2 * slots * sizeof(AmafSum) <= bytes) slots *= 2;
    *self = (AmafTable){.sums = calloc(slots, sizeof(AmafSum)), .mask = slots - 1, .generation = 1};
    return self->sums;
}

void amaf_table_release(AmafTable *self) {
    free(self->sums);
}

size_t amaf_table_bytes(const AmafTable *self) {
    return self->sums ? (self->mask + 1) * sizeof(AmafSum) : 0;
}

// A new generation frees all slots without writing to them.
void amaf_table_clear(AmafTable *self) {
    self->used = 0;
    if (self->generation++ < LAST_GENERATION) return;
    memset(self->sums, 0, amaf_table_bytes(self));
    self->generation = 1;
}

bool amaf_table_is_crowded(const AmafTable *self) {
    return 2 * self->used > self->mask;
}

static uint64_t tag_of(const AmafTable *self, uint64_t node, Move move, unsigned side) {
    const uint64_t hash = mix64(node ^ ((uint64_t)move << 1 | side) * 0x9e3779b97f4a7c15u);
    return hash >> GENERATION_BITS << GENERATION_BITS | self->generation;
}

// The sum with this tag, or the free slot where it belongs.
static AmafSum *find(const AmafTable *self, uint64_t tag) {
    uint64_t at = tag >> GENERATION_BITS & self->mask;
    while (self->sums[at].tag != tag && (self->sums[at].tag & LAST_GENERATION) == self->generation)
        at = (at + 1) & self->mask;
    return &self->sums[at];
}

const AmafSum *amaf_table_find(const AmafTable *self, uint64_t node, Move move, unsigned side) {
    const uint64_t tag = tag_of(self, node, move, side);
    const AmafSum *sum = find(self, tag);
    return sum->tag == tag ? sum : NULL;
}

void amaf_table_add(AmafTable *self, uint64_t node, Move move, unsigned side, double reward) {
    const uint64_t tag = tag_of(self, node, move, side);
    AmafSum *sum = find(self, tag);
    if (sum->tag != tag) {
        if (8 * (self->used + 1) > 7 * (self->mask + 1)) return;
        self->used++;
        *sum = (AmafSum){.tag = tag};
    }
    sum->rewards += reward;
    sum->visits++;
}
