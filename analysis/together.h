// Several runs of one experiment with different seeds as one set of data.
#ifndef HARROW_TOGETHER_H
#define HARROW_TOGETHER_H

#include "analysis/saved_stats.h"

// Reads the records of all directories again, with full legality checks, and derives statistics
// from the tallies of all. The directories must hold complete runs of one experiment: what differs
// but name, seed, games_per_cell, window and compression, a rule that may have stopped cells early,
// a seed twice and repeats are refused as EXIT_INPUT, with the reason. In the result "experiment"
// has the first run's name, and "seeds" in place of "seed", with all games per cell. The order of
// the directories matters for nothing but that name. The caller releases the statistics, also after
// a failure.
bool together_read(SavedStats *self, char *const directories[], size_t count, Status *status);

#endif
