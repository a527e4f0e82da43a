// Small vectors for the rules, and bits of words.
#ifndef HARROW_LANES_H
#define HARROW_LANES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#if defined(__AVX2__)
#include <immintrin.h>
#endif

typedef uint32_t Lanes32 __attribute__((vector_size(32)));
typedef uint64_t Lanes64 __attribute__((vector_size(32)));

#if defined(__AVX2__)
// Bit i of the answer is the top bit of lane i.
static inline unsigned lanes_top_bits(Lanes32 lanes) {
    __m256 floats;
    memcpy(&floats, &lanes, sizeof floats);
    return (unsigned)_mm256_movemask_ps(floats);
}
#endif

// True where any bit of any lane is set.
static inline bool lanes_any(Lanes64 lanes) {
#if defined(__AVX2__)
    __m256i all;
    memcpy(&all, &lanes, sizeof all);
    return !_mm256_testz_si256(all, all);
#else
    return (lanes[0] | lanes[1] | lanes[2] | lanes[3]) != 0;
#endif
}

// The position of the n-th set bit (from 0) of a word that has more than n.
static inline unsigned nth_bit(uint32_t word, unsigned n) {
#if defined(__BMI2__)
    return (unsigned)__builtin_ctz(_pdep_u32(1u << n, word));
#else
    while (n--) word &= word - 1;
    return (unsigned)__builtin_ctz(word);
#endif
}

// The same for a word of 64 bits.
static inline unsigned nth_bit64(uint64_t word, unsigned n) {
#if defined(__BMI2__)
    return (unsigned)__builtin_ctzll(_pdep_u64(UINT64_C(1) << n, word));
#else
    while (n--) word &= word - 1;
    return (unsigned)__builtin_ctzll(word);
#endif
}

#endif
