// The first player's score of the cells of one experiment, each against each other one.
#ifndef HARROW_COMPARISON_H
#define HARROW_COMPARISON_H

#include "analysis/stats.h"

// Cells that are compared at most: 2016 comparisons. Of more, no two are.
enum { COMPARISON_MAX_CELLS = 64 };

// Two cells. The cells' games are independent of each other, the error is that of their units.
typedef struct Comparison {
    size_t cells[2];
    Interval difference; // of the scores, first − second cell; bounds from those of the published
                         // intervals, by Newcombe, "Interval estimation for the difference between
                         // independent proportions" (Statistics in Medicine 17, 1998), method 10
    double error, z,
        p;         // two-sided; NaN where all units of a cell gave the same score, or it has one
    double p_holm; // at most so often does chance give any of the experiment's comparisons a
                   // p like this (Holm, "A simple sequentially rejective multiple test
                   // procedure", 1979)
} Comparison;

typedef struct ComparisonList {
    Comparison *list; // cells in their order
    size_t count;
    size_t tests; // those that have a p
} ComparisonList;

// Compares all cells that have a score. False when memory is short. The caller releases the list,
// also after a failure.
bool comparisons_init(ComparisonList *self, const CellStats stats[], size_t count);
void comparisons_release(ComparisonList *self);

// Compares two cells; p_holm stays NaN.
Comparison cells_compare(const CellStats stats[], size_t one, size_t other);

// Writes the list "comparisons" of stats.json.
void comparisons_write(const ComparisonList *self, const CellLabel labels[], JsonWriter *json);

// Prints, behind a blank line, what differs after Holm's correction at 5 %, the surest first, or
// that nothing does, or that there are too many cells; nothing where there is nothing to compare.
// At most 100 columns. False when memory is short.
bool comparisons_print(const ComparisonList *self, const CellLabel labels[], size_t count,
                       FILE *stream);

#endif
