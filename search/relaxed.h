// Memory that threads share without a lock: each access is whole, and none is ordered with others
// (memory_order_relaxed of C11), so that what was read of several fields may be of several moments.
#ifndef HARROW_RELAXED_H
#define HARROW_RELAXED_H

#include <stdbool.h>
#include <stdint.h>

static inline float relaxed_float(const float *from) {
    float value;
    __atomic_load(from, &value, __ATOMIC_RELAXED);
    return value;
}

static inline double relaxed_double(const double *from) {
    double value;
    __atomic_load(from, &value, __ATOMIC_RELAXED);
    return value;
}

// These two are in one order with all their like.
static inline float ordered_float(const float *from) {
    float value;
    __atomic_load(from, &value, __ATOMIC_SEQ_CST);
    return value;
}

static inline void ordered_set_float(float *to, float value) {
    __atomic_store(to, &value, __ATOMIC_SEQ_CST);
}

static inline uint16_t relaxed_uint16(const uint16_t *from) {
    return __atomic_load_n(from, __ATOMIC_RELAXED);
}

static inline uint32_t relaxed_uint32(const uint32_t *from) {
    return __atomic_load_n(from, __ATOMIC_RELAXED);
}

static inline int32_t relaxed_int32(const int32_t *from) {
    return __atomic_load_n(from, __ATOMIC_RELAXED);
}

static inline void relaxed_set_float(float *to, float value) {
    __atomic_store(to, &value, __ATOMIC_RELAXED);
}

static inline void relaxed_set_uint16(uint16_t *to, uint16_t value) {
    __atomic_store_n(to, value, __ATOMIC_RELAXED);
}

static inline bool relaxed_bool(const bool *from) {
    return __atomic_load_n(from, __ATOMIC_RELAXED);
}

static inline void relaxed_set_bool(bool *to, bool value) {
    __atomic_store_n(to, value, __ATOMIC_RELAXED);
}

// Puts a value where *old is; else *old becomes what is there, and false is returned.
static inline bool relaxed_replace_uint16(uint16_t *at, uint16_t *old, uint16_t value) {
    return __atomic_compare_exchange_n(at, old, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

static inline bool relaxed_replace_uint32(uint32_t *at, uint32_t *old, uint32_t value) {
    return __atomic_compare_exchange_n(at, old, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

// Each adds and returns the sum; no addition is lost. Where nobody shares the sum, that is cheaper.
static inline uint32_t relaxed_add_uint32(uint32_t *sum, uint32_t value, bool shared) {
    if (!shared) return *sum += value;
    return __atomic_add_fetch(sum, value, __ATOMIC_RELAXED);
}

static inline int32_t relaxed_add_int32(int32_t *sum, int32_t value, bool shared) {
    if (!shared) return *sum += value;
    return __atomic_add_fetch(sum, value, __ATOMIC_RELAXED);
}

static inline double relaxed_add_double(double *sum, double value, bool shared) {
    if (!shared) return *sum += value;
    double old = relaxed_double(sum), new;
    do {
        new = old + value;
    } while (!__atomic_compare_exchange(sum, &old, &new, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return new;
}

#endif
