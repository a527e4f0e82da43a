// Deterministic players repeat themselves: from one opening they always play the same game. In
// cells where both are, the distinct openings are the units of statistics (statistics.md,
// "Repeats").
#ifndef HARROW_REPEATS_H
#define HARROW_REPEATS_H

#include "core/experiment.h"

// Marks the units of such cells whose opening, or a mirror image of it, a unit before has. When
// there are any, that is EXIT_INPUT and names the cell, unless the experiment allows them; then
// *units becomes their number.
bool repeats_mark(Experiment *experiment, int64_t *units, Status *status);

#endif
