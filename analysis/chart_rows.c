#include "analysis/chart_script.h"
#include "analysis/report_words.h"

#include <math.h>

enum { ROW_HEIGHT = 24 };

// The numbers of a row behind its label and its place.
static void write_row(FILE *stream, ChartKind kind, const StudyCell *cell) {
    const CellStats *stats = &cell->stats;
    const Tally *tally = &cell->tally;
    switch (kind) {
    case CHART_FIRST:
        chart_write_interval(stream, stats->first_score.score, 100);
        fprintf(stream, " %d", (int)fairness_of(stats));
        break;
    case CHART_DRAWS:
        chart_write_interval(stream, stats->draw_rate, 100);
        break;
    case CHART_STRENGTH:
        chart_write_interval(stream, stats->strength.elo, 1);
        break;
    case CHART_MARGINS:
        chart_write_interval(stream, stats->median_margin, 1);
        fprintf(stream, " %g %g %g %g", stats->margin.q1, stats->margin.q3,
                chart_at_share(&tally->margins, 0.05) / 2,
                chart_at_share(&tally->margins, 0.95) / 2);
        break;
    default:
        fprintf(stream, " %g NaN NaN %g %g %g %g", stats->plies.median, stats->plies.q1,
                stats->plies.q3, chart_at_share(&tally->plies, 0.05),
                chart_at_share(&tally->plies, 0.95));
    }
}

// A data block with a row for each cell that has one, and their names along the axis.
static void write_rows(ChartScript *self, ChartKind kind, int rows) {
    int row = 0;
    fputs("$rows << EOD\n", self->stream);
    for (size_t i = 0; i < self->study->count && row < rows; i++) {
        const StudyCell *cell = &self->study->cells[i];
        if (!chart_is_row(kind, cell)) continue;
        fprintf(self->stream, "%d", ++row);
        write_row(self->stream, kind, cell);
        fputc('\n', self->stream);
    }
    fputs("EOD\nset ytics scale 0 nomirror (", self->stream);
    row = 0;
    for (size_t i = 0; i < self->study->count && row < rows; i++) {
        char name[REPORT_NAME_SIZE];
        if (!chart_is_row(kind, &self->study->cells[i])) continue;
        report_cell_name(self->study, &self->study->cells[i], name);
        if (row > 0) fputs(", ", self->stream);
        gnuplot_string(self->stream, name, CHART_LABEL_WIDTH);
        fprintf(self->stream, " %d", ++row);
    }
    fputs(")\n", self->stream);
}

static int begin_rows(ChartScript *self, ChartKind kind, const char *axis) {
    const int rows = chart_count_rows(self, kind, CHART_MAX_ROWS);
    if (rows == 0) return 0;
    chart_begin_figure(self, kind, 92 + ROW_HEIGHT * rows);
    write_rows(self, kind, rows);
    fprintf(self->stream,
            "set yrange [%g:0.4]\nset xlabel \"%s\"\n"
            "set key tmargin center horizontal samplen 1.5\n",
            rows + 0.6, axis);
    return rows;
}

static void middle_line(ChartScript *self, double value) {
    fprintf(self->stream,
            "set arrow from %g, graph 0 to %g, graph 1 nohead lc rgb \"" CHART_COLOR_PLAIN
            "\" dashtype 2 back\n",
            value, value);
}

// How many cells have a verdict of their score.
static int count_fairness(const ChartScript *self, Fairness fairness) {
    int count = 0;
    for (size_t i = 0; i < self->study->count; i++)
        count += chart_is_row(CHART_FIRST, &self->study->cells[i]) &&
                 fairness_of(&self->study->cells[i].stats) == fairness;
    return count;
}

void chart_draw_first(ChartScript *self) {
    if (!begin_rows(self, CHART_FIRST, "score of the first player, %")) return;
    static const struct {
        Fairness fairness;
        const char *color, *title;
    } SERIES[] = {
        {FAIRNESS_FIRST, CHART_COLOR_FIRST, "first favoured"},
        {FAIRNESS_SECOND, CHART_COLOR_SECOND, "second favoured"},
        {FAIRNESS_FAIR, CHART_COLOR_PLAIN, "fair"},
        {FAIRNESS_UNDECIDED, CHART_COLOR_PLAIN, "not established"},
        {FAIRNESS_UNKNOWN, CHART_COLOR_PLAIN, "too few games"},
    };
    middle_line(self, 50);
    // A range that holds the middle, so that its line is there.
    fputs("set xrange [*<45:55<*]\nset errorbars small\n", self->stream);
    bool begun = false;
    for (size_t i = 0; i < sizeof SERIES / sizeof *SERIES; i++) {
        if (count_fairness(self, SERIES[i].fairness) == 0) continue;
        fprintf(self->stream,
                "%s$rows using ($5 == %d ? $2 : NaN):1:3:4 with xerrorbars pt %d ps 0.7 lw 2 "
                "lc rgb \"%s\" title \"%s\"",
                begun ? ", \\\n  " : "plot ", SERIES[i].fairness,
                SERIES[i].fairness == FAIRNESS_FAIR ? 5 : 7, SERIES[i].color, SERIES[i].title);
        begun = true;
    }
    fputc('\n', self->stream);
}

void chart_draw_draws(ChartScript *self) {
    if (!begin_rows(self, CHART_DRAWS, "games drawn, %")) return;
    fputs("set xrange [0:1<*]\nunset key\nset errorbars small\n"
          "plot $rows using 2:1:3:4 with xerrorbars pt 7 ps 0.7 lw 2 lc rgb \"" CHART_COLOR_PLAIN
          "\" notitle\n",
          self->stream);
}

// Ticks that leave room for numbers of four digits.
static double elo_step(const ChartScript *self) {
    double low = 0, high = 0;
    for (size_t i = 0; i < self->study->count; i++) {
        const Interval elo = self->study->cells[i].stats.strength.elo;
        if (!chart_is_row(CHART_STRENGTH, &self->study->cells[i])) continue;
        low = fmin(low, isnan(elo.low) ? elo.value : elo.low);
        high = fmax(high, isnan(elo.high) ? elo.value : elo.high);
    }
    return chart_round_up(fmax(high - low, 10) / 7);
}

void chart_draw_strength(ChartScript *self) {
    if (!begin_rows(self, CHART_STRENGTH, "Elo")) return;
    middle_line(self, 0);
    fprintf(self->stream,
            "set xtics %g\nunset key\nset errorbars small\n"
            "plot $rows using 2:1:3:4 with xerrorbars pt 7 ps 0.7 lw 2 lc rgb \"" CHART_COLOR_PLAIN
            "\" notitle\n",
            elo_step(self));
}

void chart_draw_boxes(ChartScript *self, ChartKind kind, const char *axis) {
    if (!begin_rows(self, kind, axis)) return;
    if (kind == CHART_MARGINS) middle_line(self, 0);
    fputs("unset key\nset style fill solid 1 noborder\nset errorbars small\nset offsets graph "
          "0.02, graph 0.02, 0, 0\n"
          "plot $rows using 7:1:($8 - $7):(0) with vectors nohead lw 2 lc rgb \"" CHART_COLOR_PALE
          "\" notitle, \\\n"
          "  $rows using 2:1:5:6:($1 - 0.3):($1 + 0.3) with boxxyerror lc rgb \"" CHART_COLOR_PALE
          "\" notitle, \\\n",
          self->stream);
    fprintf(self->stream,
            "  $rows using %s pt 7 ps 0.7 lw 2 lc rgb \"" CHART_COLOR_PLAIN "\" notitle\n",
            kind == CHART_MARGINS ? "2:1:3:4 with xerrorbars" : "2:1 with points");
}
