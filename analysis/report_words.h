// The answer of a study in words.
#ifndef HARROW_REPORT_WORDS_H
#define HARROW_REPORT_WORDS_H

#include "analysis/fairness.h"
#include "analysis/study.h"

enum { REPORT_NAME_SIZE = 512 };

Fairness fairness_of(const CellStats *stats);

// A cell's name as short as it tells the cells of its study apart: `agros 8×8/3 sow`, with the
// players where there are several. For tables and charts; UTF-8, not escaped.
void report_cell_name(const Study *study, const StudyCell *cell, char name[REPORT_NAME_SIZE]);

// Writes the answers as HTML: one sentence for all, then one for each cell.
void report_words(FILE *stream, const Study *study);

#endif
