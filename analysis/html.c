#include "analysis/html.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

void html_text(FILE *stream, const char *text) {
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        switch (c) {
        case '&':
            fputs("&amp;", stream);
            break;
        case '<':
            fputs("&lt;", stream);
            break;
        case '>':
            fputs("&gt;", stream);
            break;
        case '"':
            fputs("&quot;", stream);
            break;
        case '\'':
            fputs("&#39;", stream);
            break;
        default:
            fputc(c < ' ' || c == 0x7f ? ' ' : c, stream);
        }
    }
}

void html_json(FILE *stream, const char *json) {
    for (; *json; json++) {
        if (*json == '<')
            fputs("\\u003c", stream);
        else
            fputc(*json, stream);
    }
}

static void head_cell(FILE *stream, const HtmlColumn *column) {
    fprintf(stream, "<th scope=\"col\"%s", column->figure ? " class=\"n\"" : "");
    if (column->note) {
        fputs(" title=\"", stream);
        html_text(stream, column->note);
        fputc('"', stream);
    }
    fputc('>', stream);
    // A unit stays with its word.
    const char *unit = strstr(column->title, " %");
    if (unit) {
        char word[64];
        snprintf(word, sizeof word, "%.*s", (int)(unit - column->title), column->title);
        html_text(stream, word);
        fputs("&nbsp;", stream);
    }
    html_text(stream, unit ? unit + 1 : column->title);
    fputs("</th>", stream);
}

void html_table_begin(FILE *stream, const char *caption, const HtmlColumn *columns, size_t count) {
    fputs("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"", stream);
    html_text(stream, caption);
    fputs("\">\n<table>\n<caption>", stream);
    html_text(stream, caption);
    fputs("</caption>\n<thead><tr>", stream);
    for (size_t i = 0; i < count; i++) head_cell(stream, &columns[i]);
    fputs("</tr></thead>\n<tbody>\n", stream);
}

void html_table_end(FILE *stream) {
    fputs("</tbody></table></div>\n", stream);
}

void html_row_begin(FILE *stream) {
    fputs("<tr>", stream);
}

void html_row_end(FILE *stream) {
    fputs("</tr>\n", stream);
}

void html_name(FILE *stream, const char *text) {
    fputs("<th scope=\"row\">", stream);
    html_text(stream, text);
    fputs("</th>", stream);
}

void html_words(FILE *stream, const char *text) {
    fputs("<td>", stream);
    html_text(stream, text);
    fputs("</td>", stream);
}

void html_words_right(FILE *stream, const char *text) {
    fputs("<td class=\"n\">", stream);
    html_text(stream, text);
    fputs("</td>", stream);
}

void html_integer(FILE *stream, int64_t value) {
    char digits[32];
    const int length = snprintf(digits, sizeof digits, "%" PRIu64,
                                value < 0 ? (uint64_t)0 - (uint64_t)value : (uint64_t)value);
    if (value < 0) fputs("−", stream);
    for (int i = 0; i < length; i++) {
        if (i > 0 && length > 4 && (length - i) % 3 == 0) fputs("\u202f", stream);
        fputc(digits[i], stream);
    }
}

void html_count(FILE *stream, int64_t value) {
    fputs("<td class=\"n\">", stream);
    html_integer(stream, value);
    fputs("</td>", stream);
}

void html_figure(FILE *stream, double value, int decimals) {
    if (!isfinite(value)) {
        fputs("–", stream);
        return;
    }
    // What rounds to zero has no sign.
    const bool zero = fabs(value) < 0.5 * pow(10, -decimals);
    fprintf(stream, "%s%.*f", value < 0 && !zero ? "−" : "", decimals, zero ? 0.0 : fabs(value));
}

void html_number(FILE *stream, double value, int decimals) {
    fputs("<td class=\"n\">", stream);
    html_figure(stream, value, decimals);
    fputs("</td>", stream);
}

void html_bounds(FILE *stream, Interval interval, double factor, int decimals) {
    if (isnan(interval.low) && isnan(interval.high)) {
        fputs("–", stream);
        return;
    }
    fputc('[', stream);
    html_figure(stream, interval.low * factor, decimals);
    fputs(", ", stream);
    html_figure(stream, interval.high * factor, decimals);
    fputc(']', stream);
}

void html_interval(FILE *stream, Interval interval, double factor, int decimals) {
    html_number(stream, interval.value * factor, decimals);
    fputs("<td class=\"n b\">", stream);
    html_bounds(stream, interval, factor, decimals);
    fputs("</td>", stream);
}
