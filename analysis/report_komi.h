// What komi does: variants with and without it beside each other, for the page of a report.
#ifndef HARROW_REPORT_KOMI_H
#define HARROW_REPORT_KOMI_H

#include "analysis/confirmation.h"

enum { REPORT_MAX_KOMI_BYTES = 100000 };

// Writes a section of at most that many bytes, with a sentence and two rows of a table for each
// confirmation; nothing where there is none.
void report_komi(FILE *stream, const KomiCells *cells);

#endif
