#include "search/transposition.h"

#include <stdlib.h>
#include <string.h>

enum { GENERATION_BITS = 8, BOUND_BITS = 2, BUCKET = 2 };

static const uint64_t KEY_MASK = ~((UINT64_C(1) << (GENERATION_BITS + BOUND_BITS)) - 1);

bool table_init(TranspositionTable *self, size_t mib) {
    self->count = 1;
    while (2 * self->count * sizeof(TableEntry) <= mib << 20) self->count *= 2;
    self->entries = calloc(self->count, sizeof(TableEntry));
    self->generation = 1;
    return self->entries != NULL;
}

void table_release(TranspositionTable *self) {
    free(self->entries);
}

void table_clear(TranspositionTable *self) {
    if (++self->generation >> GENERATION_BITS == 0) return;
    memset(self->entries, 0, self->count * sizeof(TableEntry));
    self->generation = 1;
}

static uint64_t tag_of(const TranspositionTable *self, uint64_t key) {
    return (key & KEY_MASK) | self->generation << BOUND_BITS;
}

static TableEntry *bucket_of(const TranspositionTable *self, uint64_t key) {
    return &self->entries[key >> (GENERATION_BITS + BOUND_BITS) & (self->count - BUCKET)];
}

static bool matches(const TableEntry *entry, uint64_t tag) {
    return entry->tag >> BOUND_BITS == tag >> BOUND_BITS;
}

const TableEntry *table_find(const TranspositionTable *self, uint64_t key) {
    const uint64_t tag = tag_of(self, key);
    const TableEntry *bucket = bucket_of(self, key);
    for (int i = 0; i < BUCKET; i++)
        if (matches(&bucket[i], tag)) return &bucket[i];
    return NULL;
}

Bound table_bound(const TableEntry *entry) {
    return (Bound)(entry->tag & ((1u << BOUND_BITS) - 1));
}

// How little an entry is worth keeping: older generations first, then shallow ones.
static int worth(const TranspositionTable *self, const TableEntry *entry) {
    const uint64_t generation = entry->tag >> BOUND_BITS & ((1u << GENERATION_BITS) - 1);
    return generation == self->generation ? entry->depth : -1;
}

void table_store(TranspositionTable *self, uint64_t key, Move move, int32_t value, int depth,
                 Bound bound) {
    const uint64_t tag = tag_of(self, key);
    TableEntry *bucket = bucket_of(self, key), *entry = bucket;
    for (int i = 0; i < BUCKET; i++) {
        if (matches(&bucket[i], tag)) {
            entry = &bucket[i];
            break;
        }
        if (worth(self, &bucket[i]) < worth(self, entry)) entry = &bucket[i];
    }
    *entry = (TableEntry){tag | bound, value, move & MOVE_NONE,
                          depth < 255 ? (unsigned)depth & 255 : 255};
}
