#include "analysis/chart_script.h"
#include "analysis/report_words.h"

#include <math.h>
#include <stdlib.h>

enum { SHAPES_PER_ROW = 3, SHAPE_BINS = 30, SHAPE_HEIGHT = 170, SHAPE_TITLE_WIDTH = 32 };

// Bins begin at zero to both sides, so that no bar mixes wins and losses; bin 0 is the draws alone.
static int64_t bin_of(int64_t value, int64_t width) {
    if (value == 0) return 0;
    return value > 0 ? 1 + (value - 1) / width : -1 - (-value - 1) / width;
}

static double bin_middle(int64_t bin, int64_t width) {
    return (double)width * ((double)bin - (bin > 0 ? 0.5 : bin < 0 ? -0.5 : 0)) / 2;
}

// The bars of a histogram: where, how high in per cent, how wide; and steps for both axes.
static bool write_shape(FILE *stream, const Histogram *margins) {
    const int64_t low = (int64_t)chart_at_share(margins, 0.01),
                  high = (int64_t)chart_at_share(margins, 0.99);
    const int64_t range = high > low ? high - low : 1;
    // In half points, but whole points wide at least, as most margins are whole.
    const int64_t width = 2 * (int64_t)chart_round_up(fmax(1, (double)range / SHAPE_BINS / 2));
    const int64_t first = bin_of(low, width), last = bin_of(high, width);
    const size_t bins = (size_t)(last - first + 1);
    int64_t *counts = calloc(bins, sizeof *counts), most = 0;
    if (!counts) return false;
    fputs("$shape << EOD\n", stream);
    for (size_t i = 0; i < margins->span; i++) {
        int64_t bin = bin_of(margins->low + (int64_t)i, width);
        bin = bin < first ? first : bin > last ? last : bin;
        counts[bin - first] += margins->counts[i];
    }
    for (size_t i = 0; i < bins; i++) {
        const int64_t bin = first + (int64_t)i;
        if (counts[i] > most) most = counts[i];
        fprintf(stream, "%g %g %g\n", bin_middle(bin, width),
                100 * (double)counts[i] / (double)margins->total,
                (double)width / 2 * (bin == 0 ? 0.4 : 0.9));
    }
    fprintf(stream, "EOD\nset xtics %g\nset ytics %g\n", chart_round_up((double)range / 8),
            chart_round_up(100 * (double)most / (double)margins->total / 4));
    free(counts);
    return true;
}

bool chart_draw_shapes(ChartScript *self, Status *status) {
    const int shapes = chart_count_rows(self, CHART_MARGIN_SHAPES, CHART_MAX_SHAPES);
    if (shapes == 0) return true;
    const int rows = (shapes + SHAPES_PER_ROW - 1) / SHAPES_PER_ROW;
    chart_begin_figure(self, CHART_MARGIN_SHAPES, 20 + SHAPE_HEIGHT * rows);
    fprintf(self->stream,
            "set multiplot layout %d,%d\nset style fill solid 1 noborder\nset yrange [0:*]\n"
            "set border 3\nunset grid\nset title font \",12\" offset 0,-0.6\n"
            "set xtics font \",11\"\nset ytics scale 0.5 nomirror font \",11\"\n",
            rows, SHAPES_PER_ROW);
    int drawn = 0;
    for (size_t i = 0; i < self->study->count && drawn < shapes; i++) {
        char name[REPORT_NAME_SIZE];
        const StudyCell *cell = &self->study->cells[i];
        if (!chart_is_row(CHART_MARGIN_SHAPES, cell)) continue;
        drawn++;
        report_cell_name(self->study, cell, name);
        if (!write_shape(self->stream, &cell->tally.margins))
            return status_fail(status, EXIT_RESOURCE, "out of memory");
        fputs("set title ", self->stream);
        gnuplot_string(self->stream, name, SHAPE_TITLE_WIDTH);
        fputs("\nplot $shape using ($1 > 0 ? $1 : NaN):2:3 with boxes lc rgb \"" CHART_COLOR_FIRST
              "\" notitle, \\\n  $shape using ($1 < 0 ? $1 : NaN):2:3 with boxes lc rgb "
              "\"" CHART_COLOR_SECOND
              "\" notitle, \\\n  $shape using ($1 == 0 ? $1 : NaN):2:3 with "
              "boxes lc rgb \"" CHART_COLOR_PLAIN "\" notitle\n",
              self->stream);
    }
    fputs("unset multiplot\n", self->stream);
    return true;
}
