#include "analysis/chart_script.h"

#include <math.h>
#include <stdlib.h>

// The ids inside of a figure begin with the number of its run and its own, for the page has
// several.
void chart_begin_figure(ChartScript *self, ChartKind kind, int height) {
    self->has[kind] = true;
    fprintf(self->stream,
            "\nreset\nset minussign\nset terminal svg size %d,%d noenhanced font "
            "\"Helvetica,Arial,13\" background \"#ffffff\" "
            "name \"chart_%d_%d\"\nset output \"%s%s.svg\"\nset datafile missing \"NaN\"\n"
            "set border 1 lc rgb \"#555555\"\nset xtics nomirror scale 0.5\nset grid xtics lc rgb "
            "\"#c9c9c9\" lt 1 lw 0.5\nunset key\n",
            CHART_WIDTH, height, atoi(self->prefix), (int)kind, self->prefix, chart_name(kind));
}

bool chart_is_row(ChartKind kind, const StudyCell *cell) {
    const CellStats *stats = &cell->stats;
    switch (kind) {
    case CHART_FIRST:
        return !isnan(stats->first_score.score.low); // a single game has no bounds
    case CHART_DRAWS:
        return !isnan(stats->draw_rate.low);
    case CHART_MARGINS:
    case CHART_MARGIN_SHAPES:
        return stats->scored_games > 0;
    case CHART_STRENGTH:
        return cell_label_is_match(&cell->label) && !isnan(stats->strength.elo.value);
    default:
        return stats->games > 0;
    }
}

int chart_count_rows(const ChartScript *self, ChartKind kind, int most) {
    int rows = 0;
    for (size_t i = 0; i < self->study->count && rows < most; i++)
        rows += chart_is_row(kind, &self->study->cells[i]);
    return rows;
}

double chart_at_share(const Histogram *histogram, double share) {
    const int64_t rank = 1 + (int64_t)((double)(histogram->total - 1) * share);
    return (double)histogram_at_rank(histogram, rank);
}

void chart_write_interval(FILE *stream, Interval interval, double factor) {
    gnuplot_number(stream, interval.value * factor);
    gnuplot_number(stream, interval.low * factor);
    gnuplot_number(stream, interval.high * factor);
}

double chart_round_up(double value) {
    double power = 1;
    while (power * 10 <= value) power *= 10;
    while (power > value) power /= 10;
    return value <= power       ? power
           : value <= 2 * power ? 2 * power
           : value <= 5 * power ? 5 * power
                                : 10 * power;
}
