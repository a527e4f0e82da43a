// When a search ends by the clock or because it was told to.
#ifndef HARROW_LIMITS_H
#define HARROW_LIMITS_H

#include "core/status.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

// The limits of time that a searching player takes, in milliseconds; 0 = none.
typedef struct TimeLimits {
    int32_t movetime;  // of a ply
    int32_t time;      // of all plies of a game
    int32_t increment; // added to `time` after each ply
} TimeLimits;

static inline bool time_limits_any(const TimeLimits *self) {
    return self->movetime > 0 || self->time > 0;
}

// The limits of searches as somebody sets them from outside, ply by ply.
typedef struct SearchLimits {
    TimeLimits time;           // `time` = what is left on the clock for all plies from here on
    int32_t work;              // simulations or plies made; 0 = no limit
    int32_t depth;             // 0 = no limit
    const atomic_bool *enough; // once true, the search ends with what it has; NULL = never
} SearchLimits;

// False when there is an increment without a clock to add it to.
bool time_limits_check(const TimeLimits *self, Status *status);

// Monotonic time in nanoseconds.
static inline int64_t clock_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// True from a moment of the monotonic clock on; 0 = never.
static inline bool deadline_passed(int64_t deadline) {
    return deadline && clock_now() >= deadline;
}

// True once a flag is set; NULL = never.
static inline bool stop_requested(const atomic_bool *stop) {
    return stop && atomic_load_explicit(stop, memory_order_relaxed);
}

// Says when a search has to end, and looks at the clock no more often than that needs: about ten
// thousand times a second, and after each step where steps are slow or the deadline is near. One
// thread may use it.
typedef struct Watch {
    int64_t deadline;          // 0 = never
    const atomic_bool *stop;   // NULL = never; once true, nobody wants the result
    const atomic_bool *enough; // NULL = never; once true, the deadline has come
    int64_t looked;            // when it last looked
    uint32_t interval;         // steps from one look to the next
    uint32_t left;             // steps until then
    bool over;                 // the search has to end
} Watch;

// A deadline that has passed already is seen at once, and the first step looks again.
Watch watch_begin(int64_t deadline, const atomic_bool *stop);
// Looks at once.
bool watch_look(Watch *self);

// Counts a step of the search: true once it has to end, and from then on. A stop is seen at once.
static inline bool watch_step(Watch *self) {
    if (--self->left > 0 && !stop_requested(self->stop)) return false;
    return watch_look(self);
}

#endif
