#include "search/transposition.h"

#include <stdlib.h>
#include <string.h>

enum {
    BUCKET = 4, // slots, one cache line
    GAME_BITS = 8,
    MAX_AGE = 255,
    AGE_PENALTY = 4 // plies of depth that a search's age counts for
};

static const uint64_t GAME_MASK = (UINT64_C(1) << GAME_BITS) - 1;

bool table_init(TranspositionTable *self, size_t mib) {
    *self = (TranspositionTable){.game = 1};
    if (mib == 0) return true;
    self->count = BUCKET;
    while (2 * self->count * sizeof(TableSlot) <= mib << 20) self->count *= 2;
    const size_t bytes = self->count * sizeof(TableSlot);
    self->slots = aligned_alloc(BUCKET * sizeof(TableSlot), bytes);
    if (self->slots) memset(self->slots, 0, bytes);
    return self->slots != NULL;
}

void table_release(TranspositionTable *self) {
    free(self->slots);
}

void table_clear(TranspositionTable *self) {
    self->age = 0;
    if (++self->game <= GAME_MASK) return;
    if (self->count) memset(self->slots, 0, self->count * sizeof(TableSlot));
    self->game = 1;
}

// In longer games the last entries are all of one age: what was played before must not show.
void table_age(TranspositionTable *self) {
    if (self->age < MAX_AGE) self->age++;
}

static uint64_t pack(const TableEntry *entry, unsigned age) {
    return (uint64_t)entry->value << 42 | (uint64_t)(entry->move & MOVE_NONE) << 18 |
           (uint64_t)entry->depth << 10 | (uint64_t)entry->bound << 8 | age;
}

static TableEntry unpack(uint64_t data) {
    return (TableEntry){.value = (int32_t)((int64_t)data >> 42),
                        .move = (Move)(data >> 18 & MOVE_NONE),
                        .depth = (int32_t)(data >> 10 & 255),
                        .bound = (Bound)(data >> 8 & 3)};
}

static TableSlot *bucket_of(const TranspositionTable *self, uint64_t key) {
    return &self->slots[key & (self->count - BUCKET)];
}

static uint64_t tag_of(const TranspositionTable *self, uint64_t key) {
    return (key & ~GAME_MASK) | self->game;
}

// Reads both halves of a slot; the tag without the data that it is mixed with.
static uint64_t read_slot(TableSlot *slot, uint64_t *data) {
    *data = atomic_load_explicit(&slot->data, memory_order_relaxed);
    return atomic_load_explicit(&slot->tag, memory_order_relaxed) ^ *data;
}

bool table_find(const TranspositionTable *self, uint64_t key, TableEntry *entry) {
    if (self->count == 0) return false;
    TableSlot *bucket = bucket_of(self, key);
    for (int i = 0; i < BUCKET; i++) {
        uint64_t data;
        if (read_slot(&bucket[i], &data) != tag_of(self, key)) continue;
        *entry = unpack(data);
        return true;
    }
    return false;
}

// How much a slot is worth keeping.
static int worth(const TranspositionTable *self, uint64_t tag, uint64_t data) {
    if ((tag & GAME_MASK) != self->game) return INT32_MIN;
    const int searches = (int)self->age - (int)(data & MAX_AGE);
    return (int)(data >> 10 & 255) - AGE_PENALTY * searches;
}

void table_store(TranspositionTable *self, uint64_t key, Move move, int32_t value, int depth,
                 Bound bound) {
    if (self->count == 0) return;
    const uint64_t tag = tag_of(self, key);
    TableSlot *bucket = bucket_of(self, key), *slot = bucket;
    int least = INT32_MAX;
    for (int i = 0; i < BUCKET; i++) {
        uint64_t data;
        const uint64_t other = read_slot(&bucket[i], &data);
        if (other == tag) {
            slot = &bucket[i];
            break;
        }
        const int kept = worth(self, other, data);
        if (kept < least) {
            least = kept;
            slot = &bucket[i];
        }
    }
    const TableEntry entry = {value, move, depth < TABLE_PROVEN ? depth : TABLE_PROVEN, bound};
    const uint64_t data = pack(&entry, self->age);
    atomic_store_explicit(&slot->data, data, memory_order_relaxed);
    atomic_store_explicit(&slot->tag, tag ^ data, memory_order_relaxed);
}
