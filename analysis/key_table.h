// A hash table from 64-bit keys to integers that are never 0: counts, or small packed values.
#ifndef HARROW_KEY_TABLE_H
#define HARROW_KEY_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A place of the table; value 0 = empty.
typedef struct KeyEntry {
    uint64_t key;
    int64_t value;
} KeyEntry;

// Open addressing with linear probing.
typedef struct KeyTable {
    size_t capacity; // 0 or a power of two
    size_t count;
    KeyEntry *entries;
} KeyTable;

// An empty table; it owns no memory yet.
void key_table_init(KeyTable *self);
void key_table_release(KeyTable *self);

// Adds to the value of a key, which begins at 0; the new value must not be 0. False when memory is
// short; the table is unchanged then.
bool key_table_add(KeyTable *self, uint64_t key, int64_t amount);

// Removes a key and returns its value, 0 if it was not there.
int64_t key_table_take(KeyTable *self, uint64_t key);

// To visit all: the i-th place, 0 ≤ i < capacity, which may be empty. The order depends on history.
// It is not that of memory, because keys that are copied to a smaller table in the order of their
// hashes pile up in one region of it.
static inline KeyEntry key_table_at(const KeyTable *self, size_t i) {
    return self->entries[(i * 0x9e3779b97f4a7c15u) & (self->capacity - 1)];
}

#endif
