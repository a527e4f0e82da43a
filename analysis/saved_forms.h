// The statistics of a run as other programs take them: comma-separated values, and LaTeX.
#ifndef HARROW_SAVED_FORMS_H
#define HARROW_SAVED_FORMS_H

#include "analysis/saved_stats.h"

// Writes the names of the columns, which never change order, or lose a meaning.
void saved_csv_head(FILE *stream);
// Writes a line a cell; what does not exist is empty. Rates and scores are in 0..1.
void saved_csv_rows(const SavedStats *self, FILE *stream);

// Writes a tabular with the rules of the package booktabs, a line a cell. Percentages, points.
void saved_latex(const SavedStats *self, FILE *stream);

#endif
