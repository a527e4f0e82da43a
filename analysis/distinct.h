// How many different 64-bit hashes were seen: exact as far as memory is bounded, then an estimate.
#ifndef HARROW_DISTINCT_H
#define HARROW_DISTINCT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    DISTINCT_EXACT_MAX = 1 << 20, // different hashes that are counted exactly, in at most 16 MiB
    DISTINCT_REGISTER_BITS = 14,  // of the estimate beyond, in 16 KiB
};

// A set of hashes while it is small, then the registers of HyperLogLog (Flajolet, Fusy, Gandouet,
// Meunier, 2007). The registers follow from the set alone, so any order of adding and merging ends
// in the same state of knowledge and in the same count.
typedef struct Distinct {
    size_t capacity; // of `slots`: 0 or a power of two
    size_t count;    // of the hashes in `slots`
    bool has_zero;   // the hash that marks an empty slot was seen
    uint64_t *slots;
    uint8_t *registers; // NULL while the set is exact
} Distinct;

// An empty set; it owns no memory yet.
void distinct_init(Distinct *self);
void distinct_release(Distinct *self);

// Adds a hash. False when memory is short; the count can no longer be relied on then.
bool distinct_add(Distinct *self, uint64_t hash);

// Adds all hashes of another set. False when memory is short, as above.
bool distinct_merge(Distinct *self, const Distinct *from);

// The number of different hashes: exact up to DISTINCT_EXACT_MAX, beyond an estimate with a
// relative standard error of 1.04/√2^14 = 0.81 %, always above DISTINCT_EXACT_MAX.
int64_t distinct_count(const Distinct *self);

// That relative standard error; 0 while the count is exact.
double distinct_error(const Distinct *self);

#endif
