// The plan of an experiment before it is run: cells, games, and a guess of the time.
#ifndef HARROW_PLAN_H
#define HARROW_PLAN_H

#include "core/experiment.h"

// Plays a few games of each cell, some seconds in all and never more than a quarter of a minute,
// and prints the resolved cells with games and estimated time for that many threads, of which
// `at_once` can be at work. A cell whose first game takes longer gets a lower bound. Returns the
// exit code.
int plan_print(const Experiment *experiment, int threads, int at_once);

#endif
