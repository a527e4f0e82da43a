// Who is stronger: the tables of a report about players that met.
#ifndef HARROW_REPORT_STRENGTH_H
#define HARROW_REPORT_STRENGTH_H

#include "analysis/study.h"

// Whether any two different players met.
bool report_has_strength(const Study *study);

// Writes the table of all that met, and for each variant with three players or more a cross table.
void report_strength(FILE *stream, const Study *study);

#endif
