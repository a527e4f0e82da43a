#include "search/limits.h"

static const int64_t BETWEEN_LOOKS = 100000; // nanoseconds
static const int64_t MAX_INTERVAL = 1 << 16; // steps

bool time_limits_check(const TimeLimits *self, Status *status) {
    return self->increment == 0 || self->time > 0 ||
           status_fail(status, EXIT_INPUT, "inc=%d without a clock: time expected too",
                       self->increment);
}

Watch watch_begin(int64_t deadline, const atomic_bool *stop) {
    return (Watch){.deadline = deadline,
                   .stop = stop,
                   .looked = clock_now(),
                   .interval = 1,
                   .left = 1,
                   .over = deadline_passed(deadline)};
}

// The steps that fit in the time until the next look if they go on as since the last one; no more
// than twice as many, since one quick step says little.
static uint32_t next_interval(const Watch *self, int64_t now) {
    const int64_t spent = now - self->looked;
    int64_t pause = BETWEEN_LOOKS;
    if (self->deadline && self->deadline - now < pause) pause = self->deadline - now;
    const int64_t twice = 2 * (int64_t)self->interval;
    const int64_t fitting = spent > pause / 2 ? self->interval * pause / spent : twice;
    return (uint32_t)(fitting < 1 ? 1 : fitting < MAX_INTERVAL ? fitting : MAX_INTERVAL);
}

bool watch_look(Watch *self) {
    const int64_t now = clock_now();
    self->over = self->over || stop_requested(self->stop) || stop_requested(self->enough) ||
                 (self->deadline && now >= self->deadline);
    self->interval = self->over ? 1 : next_interval(self, now);
    self->left = self->interval;
    self->looked = now;
    return self->over;
}
