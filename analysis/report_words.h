// The answer of a study in words.
#ifndef HARROW_REPORT_WORDS_H
#define HARROW_REPORT_WORDS_H

#include "analysis/study.h"

enum { REPORT_NAME_SIZE = 512 };

// What an interval of the first player's score says.
typedef enum Fairness {
    FAIRNESS_UNKNOWN,  // too few games to have an interval
    FAIRNESS_FIRST,    // the first player has the advantage
    FAIRNESS_SECOND,   // the second has
    FAIRNESS_FAIR,     // all of the interval is within FAIRNESS_MARGIN of one half
    FAIRNESS_UNDECIDED // none of these
} Fairness;

// How far from one half is still called fair, as a score of 0..1: three points in a hundred.
#define FAIRNESS_MARGIN 0.03

Fairness fairness_of(const CellStats *stats);

// A cell's name as short as it tells the cells of its study apart: `agros 8×8/3 sow`, with the
// players where there are several. For tables and charts; UTF-8, not escaped.
void report_cell_name(const Study *study, const StudyCell *cell, char name[REPORT_NAME_SIZE]);

// Writes the answers as HTML: one sentence for all, then one for each cell.
void report_words(FILE *stream, const Study *study);

#endif
