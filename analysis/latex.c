#include "analysis/latex.h"

#include "analysis/table_number.h"

#include <math.h>
#include <string.h>

// Characters that mean something to LaTeX, and the one that our names of games have beyond ASCII.
void latex_text(FILE *stream, const char *text) {
    static const struct {
        const char *text, *latex;
    } SPECIAL[] = {
        {"\\", "\\textbackslash{}"},
        {"~", "\\textasciitilde{}"},
        {"^", "\\textasciicircum{}"},
        {"×", "$\\times$"},
        {"&", "\\&"},
        {"%", "\\%"},
        {"$", "\\$"},
        {"#", "\\#"},
        {"_", "\\_"},
        {"{", "\\{"},
        {"}", "\\}"},
        {"<", "$<$"},
        {">", "$>$"},
        {"|", "$|$"},
    };
    while (*text) {
        size_t i = 0;
        while (i < sizeof SPECIAL / sizeof *SPECIAL &&
               strncmp(text, SPECIAL[i].text, strlen(SPECIAL[i].text)) != 0)
            i++;
        if (i == sizeof SPECIAL / sizeof *SPECIAL) {
            putc(*text++, stream);
            continue;
        }
        fputs(SPECIAL[i].latex, stream);
        text += strlen(SPECIAL[i].text);
    }
}

void latex_number(FILE *stream, double value, int decimals) {
    char text[NUMBER_TEXT_SIZE];
    if (isnan(value))
        fputs("--", stream);
    else
        fprintf(stream, "$%s$", number_text(text, value, decimals));
}

void latex_interval(FILE *stream, Interval interval, double factor, int decimals) {
    fputs(" & ", stream);
    latex_number(stream, factor * interval.value, decimals);
    fputs(" & [", stream);
    latex_number(stream, factor * interval.low, decimals);
    fputs(", ", stream);
    latex_number(stream, factor * interval.high, decimals);
    fputs("]", stream);
}
