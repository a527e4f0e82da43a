// What a study says beyond its single cells: ratings of the players, cells against each other, and
// trends. Sections of a report.
#ifndef HARROW_REPORT_FINDINGS_H
#define HARROW_REPORT_FINDINGS_H

#include "analysis/study.h"

// The order of strength of each variant in which three players or more met, in words.
void report_order(FILE *stream, const Study *study);

// Ratings of each variant in which three players or more met: a table with a line a player, what
// the first move is worth, and how probably each is better than each other.
void report_ratings(FILE *stream, const Study *study);

// Whether there is anything for report_changes to tell: more than one cell.
bool report_has_changes(const Study *study);
// How the first player's score changes with the board, the farmers and the players' work, and the
// cells that differ after Holm's correction.
void report_changes(FILE *stream, const Study *study);

// A sentence for each trend, where there is any.
void report_trends(FILE *stream, const Study *study);

#endif
