// Numbers as people read them in a table: "–" for what does not exist, no sign before zero.
#ifndef HARROW_TABLE_NUMBER_H
#define HARROW_TABLE_NUMBER_H

#include "analysis/interval.h"
#include "analysis/text_table.h"

enum { NUMBER_TEXT_SIZE = 32, ALL_DECIMALS = -1 };

// A number with so many decimals, or with all that format_number has; "–" for NaN. Returns `text`
// or a constant.
const char *number_text(char text[NUMBER_TEXT_SIZE], double value, int decimals);

// A probability as it is told of tests: "<0.0001", or four decimals; "–" for NaN.
const char *probability_text(char text[NUMBER_TEXT_SIZE], double value);

// Sets two neighbouring cells of a table to an estimate and to its bounds, "[low, high]", all times
// a factor; one "–" for two bounds that do not exist.
void text_table_set_interval(TextTable *table, size_t row, size_t column, Interval interval,
                             double factor, int decimals);

#endif
