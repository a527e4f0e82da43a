// What an experiment says beyond its single cells: ratings of the players who met.
#ifndef HARROW_FINDINGS_H
#define HARROW_FINDINGS_H

#include "analysis/rating_list.h"

typedef struct Findings {
    RatingList ratings;
} Findings;

// Derives all from the cells of one experiment, whose labels must outlive the findings. False when
// memory is short. The caller releases the findings, also after a failure.
bool findings_init(Findings *self, const CellLabel labels[], const CellStats stats[], size_t count);
void findings_release(Findings *self);

// Writes the keys of stats.json that follow "cells", with their values.
void findings_write(const Findings *self, JsonWriter *json);

// Prints what follows stats_table; each part begins with a blank line, and only where there is
// something to tell. At most 100 columns. False when memory is short.
bool findings_print(const Findings *self, FILE *stream);

#endif
