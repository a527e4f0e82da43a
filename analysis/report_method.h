// How the numbers of a report were made.
#ifndef HARROW_REPORT_METHOD_H
#define HARROW_REPORT_METHOD_H

#include "analysis/study.h"

void report_method(FILE *stream, const Study *study);

#endif
