#include "analysis/key_table.h"

#include "core/rng.h"

#include <assert.h>
#include <stdlib.h>

enum { KEY_TABLE_START = 16 };

void key_table_init(KeyTable *self) {
    *self = (KeyTable){0};
}

void key_table_release(KeyTable *self) {
    free(self->entries);
    key_table_init(self);
}

static size_t key_table_home(const KeyTable *self, uint64_t key) {
    return (size_t)mix64(key) & (self->capacity - 1);
}

// Where the key is, or the empty place where it belongs.
static size_t key_table_find(const KeyTable *self, uint64_t key) {
    size_t at = key_table_home(self, key);
    while (self->entries[at].value != 0 && self->entries[at].key != key) {
        at = (at + 1) & (self->capacity - 1);
    }
    return at;
}

static bool key_table_grow(KeyTable *self) {
    KeyTable grown = {.capacity = self->capacity ? 2 * self->capacity : KEY_TABLE_START,
                      .count = self->count};
    grown.entries = calloc(grown.capacity, sizeof *grown.entries);
    if (!grown.entries) return false;
    for (size_t i = 0; i < self->capacity; i++) {
        const KeyEntry entry = self->entries[i];
        if (entry.value != 0) grown.entries[key_table_find(&grown, entry.key)] = entry;
    }
    free(self->entries);
    *self = grown;
    return true;
}

bool key_table_add(KeyTable *self, uint64_t key, int64_t amount) {
    if (4 * (self->count + 1) > 3 * self->capacity && !key_table_grow(self)) return false;
    KeyEntry *entry = &self->entries[key_table_find(self, key)];
    if (entry->value == 0) self->count++;
    entry->key = key;
    entry->value += amount;
    assert(entry->value != 0);
    return true;
}

// Moves entries back so that no probe meets a gap before its key (Knuth, volume 3, algorithm 6.4R).
static void key_table_close_gap(KeyTable *self, size_t gap) {
    const size_t mask = self->capacity - 1;
    for (size_t at = (gap + 1) & mask; self->entries[at].value != 0; at = (at + 1) & mask) {
        const size_t home = key_table_home(self, self->entries[at].key);
        if (((at - home) & mask) < ((at - gap) & mask)) continue;
        self->entries[gap] = self->entries[at];
        gap = at;
    }
    self->entries[gap] = (KeyEntry){0};
}

int64_t key_table_take(KeyTable *self, uint64_t key) {
    if (self->count == 0) return 0;
    const size_t at = key_table_find(self, key);
    const int64_t value = self->entries[at].value;
    if (value == 0) return 0;
    key_table_close_gap(self, at);
    self->count--;
    return value;
}
