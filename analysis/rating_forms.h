// Ratings as other programs take them: comma-separated values, and LaTeX.
#ifndef HARROW_RATING_FORMS_H
#define HARROW_RATING_FORMS_H

#include "analysis/rating_list.h"

// Writes the names of the columns, which never change order, or lose a meaning.
void rating_csv_head(FILE *stream);
// Writes a line for each player of each variant, the best first, with what the first move is worth
// there; what does not exist is empty. Elo, scores in 0..1. False when memory is short.
bool rating_csv_rows(const RatingList *self, const char *experiment, FILE *stream);

// Writes a tabular with the rules of the package booktabs, a line a player. Elo, percentages. False
// when memory is short.
bool rating_latex(const RatingList *self, FILE *stream);

#endif
