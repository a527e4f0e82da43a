// The plan of an experiment before it is run: cells, games, and a guess of the time.
#ifndef HARROW_PLAN_H
#define HARROW_PLAN_H

#include "core/experiment.h"

// Plays a few games of each cell, for so many seconds in all and four times as long at most where
// games are long, and prints the resolved cells with games, the estimated time for one thread and
// bytes of records, and the time of all on so many processors like this one, on one machine or
// many. A cell whose first game takes longer gets a lower bound. Returns the exit code.
int plan_print(const Experiment *experiment, int64_t processors, int64_t seconds);

#endif
