// Threads inside a search.
//
// Not OpenMP's, whose barrier spins: who is done first keeps the processor from who is still at
// work where both are on one, for longer than a clock allows.
#ifndef HARROW_TEAM_H
#define HARROW_TEAM_H

enum { TEAM_MAX = 64 };

typedef void (*TeamWork)(void *context, int number);

// Runs work(context, number) for all numbers 0..count−1 at once, 0 in the calling thread, and
// returns when all are done; at most TEAM_MAX. A thread that cannot be had is done without: 0 is
// always run.
void team_run(int count, TeamWork work, void *context);

#endif
