#include "analysis/table_number.h"

#include "core/json.h"

#include <math.h>

const char *number_text(char text[NUMBER_TEXT_SIZE], double value, int decimals) {
    if (isnan(value)) return "–";
    if (decimals == ALL_DECIMALS) return format_number(value, text);
    // What rounds to zero has no sign.
    const bool zero = fabs(value) < 0.5 * pow(10, -decimals);
    snprintf(text, NUMBER_TEXT_SIZE, "%.*f", decimals, zero ? 0.0 : value);
    return text;
}

const char *probability_text(char text[NUMBER_TEXT_SIZE], double value) {
    return value < 0.0001 ? "<0.0001" : number_text(text, value, 4);
}

void text_table_set_interval(TextTable *table, size_t row, size_t column, Interval interval,
                             double factor, int decimals) {
    char value[NUMBER_TEXT_SIZE], low[NUMBER_TEXT_SIZE], high[NUMBER_TEXT_SIZE];
    text_table_set(table, row, column, "%s", number_text(value, interval.value * factor, decimals));
    if (isnan(interval.low) && isnan(interval.high)) {
        text_table_set(table, row, column + 1, "–");
        return;
    }
    text_table_set(table, row, column + 1, "[%s, %s]",
                   number_text(low, interval.low * factor, decimals),
                   number_text(high, interval.high * factor, decimals));
}
