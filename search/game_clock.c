#include "search/game_clock.h"

enum { LEAST_PLIES = 4 };

static const int64_t MILLISECOND = 1000000, MAX_RESERVE = 50 * 1000000;

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

void game_clock_set(GameClock *self, const TimeLimits *limits) {
    const int64_t time = limits->time * MILLISECOND;
    *self = (GameClock){.limits = *limits, .left = time, .reserve = least(time / 5, MAX_RESERVE)};
}

int32_t expected_plies(const Line *line) {
    const int32_t usual = line->variant.game->usual_plies(&line->variant.options);
    const int32_t left = usual - line->count;
    const int32_t own = (left > usual / 3 ? left : usual / 3) / 2;
    return own > LEAST_PLIES ? own : LEAST_PLIES;
}

int64_t game_clock_share(const GameClock *self, int32_t plies) {
    const int64_t usable = self->left - self->reserve;
    const int64_t increment = self->limits.increment * MILLISECOND;
    if (usable <= 0) return 0;
    return least(usable, usable / plies + increment / 4 * 3);
}

int64_t game_clock_start(GameClock *self, const Line *line) {
    const int64_t movetime = self->limits.movetime * MILLISECOND;
    int64_t share = movetime;
    self->begun = clock_now();
    if (!time_limits_any(&self->limits)) return 0;
    if (self->limits.time > 0) {
        share = game_clock_share(self, expected_plies(line));
        if (movetime > 0) share = least(share, movetime);
    }
    return self->begun + share;
}

void game_clock_stop(GameClock *self) {
    const int64_t increment = self->limits.increment * MILLISECOND;
    self->left += increment - (clock_now() - self->begun);
}
