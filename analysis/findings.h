// What an experiment says beyond its single cells: ratings of the players who met, and
// the first player's score of one cell against that of others.
#ifndef HARROW_FINDINGS_H
#define HARROW_FINDINGS_H

#include "analysis/comparison.h"
#include "analysis/rating_list.h"
#include "analysis/trend.h"

// The labels and statistics are those that it was derived from.
typedef struct Findings {
    const CellLabel *labels;
    const CellStats *stats;
    size_t count;
    RatingList ratings;
    ComparisonList comparisons;
    TrendList trends;
} Findings;

// Derives all from the cells of one experiment, which must outlive the findings; specs as in
// trends_find. False when memory is short. The caller releases the findings, also after a failure.
bool findings_init(Findings *self, const CellLabel labels[], const CellStats stats[],
                   const char *const specs[], size_t count);
void findings_release(Findings *self);

// Writes the keys of stats.json that follow "cells", with their values.
void findings_write(const Findings *self, JsonWriter *json);

// Prints what follows stats_table; each part begins with a blank line, and only where there is
// something to tell. At most 100 columns. False when memory is short.
bool findings_print(const Findings *self, FILE *stream);

#endif
