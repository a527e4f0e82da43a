// When a search ends by the clock or because it was told to.
#ifndef HARROW_LIMITS_H
#define HARROW_LIMITS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

// Monotonic time in nanoseconds.
static inline int64_t clock_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// A moment on the monotonic clock; 0 = never.
static inline int64_t deadline_after(int64_t milliseconds) {
    return milliseconds ? clock_now() + milliseconds * 1000000 : 0;
}

static inline bool deadline_passed(int64_t deadline) {
    return deadline && clock_now() >= deadline;
}

static inline bool stop_requested(const atomic_bool *stop) {
    return stop && atomic_load_explicit(stop, memory_order_relaxed);
}

#endif
