// A player's clock for a whole game: how long each of its plies may take.
#ifndef HARROW_GAME_CLOCK_H
#define HARROW_GAME_CLOCK_H

#include "core/line.h"
#include "search/limits.h"

// Times in nanoseconds.
typedef struct GameClock {
    TimeLimits limits;
    int64_t left;    // without limits.time of no meaning; below 0 = overstepped by so much
    int64_t reserve; // never given out, so that what follows a deadline has time too
    int64_t begun;   // when the ply under way was asked for
} GameClock;

// Sets the clock for a new game.
void game_clock_set(GameClock *self, const TimeLimits *limits);

// The plies of its own that the side to move may expect to make yet: by the usual length of the
// game and, in a game that has lasted longer, always some more.
int32_t expected_plies(const Line *line);

// The time for a ply of which, with it, so many are expected: an even share of what is left beyond
// the reserve, and three quarters of the increment, as far as what is left allows. Never negative.
// So do most engines; see Baier, Winands, "Time management for Monte Carlo tree search", 2016
// (by the number of plies expected; the increment is not theirs).
int64_t game_clock_share(const GameClock *self, int32_t plies);

// Starts the clock for a ply of the line and returns the deadline by all limits, 0 for none. A
// deadline that has passed already says that there is no time left to search in.
int64_t game_clock_start(GameClock *self, const Line *line);

// Stops it: takes away what the ply took, and adds the increment.
void game_clock_stop(GameClock *self);

#endif
