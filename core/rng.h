// Counter-based random numbers: explicit, seeded, the same on every machine.
#ifndef HARROW_RNG_H
#define HARROW_RNG_H

#include <stddef.h>
#include <stdint.h>

// One stream: the n-th number is mix(start + n × gamma), with an odd gamma of the stream's own
// (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
typedef struct Rng {
    uint64_t state;
    uint64_t gamma;
} Rng;

// A seed under construction: 128 bits that absorb texts and numbers in order.
typedef struct Seed {
    uint64_t low;
    uint64_t high;
} Seed;

// The finaliser of SplitMix64 with Stafford's constants (mix 13); a bijection of 64 bits.
static inline uint64_t mix64(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

// The seed that has absorbed nothing but `root` (an experiment's seed).
Seed seed_init(uint64_t root);

// The seed after absorbing a number, or a text with its length. Order matters.
Seed seed_number(Seed self, uint64_t number);
Seed seed_text(Seed self, const char *text);

// The stream of a finished seed.
Rng rng_init(Seed seed);

// A uniform number of 64 bits.
static inline uint64_t rng_next(Rng *self) {
    self->state += self->gamma;
    return mix64(self->state);
}

// A uniform number in 0..bound−1, exactly unbiased; bound ≥ 1
// (Lemire, "Fast random integer generation in an interval", 2019).
static inline uint32_t rng_below(Rng *self, uint32_t bound) {
    uint64_t product = (rng_next(self) >> 32) * bound;
    if ((uint32_t)product < bound) {
        const uint32_t threshold = (0u - bound) % bound;
        while ((uint32_t)product < threshold) product = (rng_next(self) >> 32) * bound;
    }
    return (uint32_t)(product >> 32);
}

// A uniform double in [0, 1) with 53 random bits.
static inline double rng_unit(Rng *self) {
    return (double)(rng_next(self) >> 11) * 0x1p-53;
}

#endif
