#include "analysis/chart.h"
#include "analysis/html.h"
#include "analysis/report_file.h"
#include "analysis/report_words.h"
#include "core/text_stream.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 760, ROW_HEIGHT = 24, LABEL_WIDTH = 44, SHAPES_PER_ROW = 3, SHAPE_BINS = 30 };

// The colours stand for themselves in the files; the page replaces each by one of its own, so they
// are also names (report_page.css). They differ in lightness for who does not see colours.
#define COLOR_FIRST "#b07a00"
#define COLOR_SECOND "#2f5d9b"
#define COLOR_PLAIN "#555555"
#define COLOR_PALE "#c9c9c9"

typedef struct Figure {
    const char *name;
    const char *caption;
} Figure;

static const Figure FIGURES[CHART_COUNT] = {
    [CHART_FIRST] = {"first-score",
                     "Score of who moves first, with its 95 % interval. At 50 % the game is even."},
    [CHART_DRAWS] = {"draws", "Games drawn, with the 95 % interval."},
    [CHART_MARGINS] = {"margins",
                       "Margin, first − second, in points. The box holds the middle half of the "
                       "games, the line 90 % of them; the dot is the median, which is what a komi "
                       "has to make up for, with its 95 % interval."},
    [CHART_MARGIN_SHAPES] = {"margin-shapes",
                             "How the margins are spread, share of games in per cent: to the right "
                             "the first player won, to the left the second, grey are draws. The "
                             "outermost bars hold all that lies beyond them too."},
    [CHART_LENGTHS] = {"lengths",
                       "Length in plies. The box holds the middle half of the games, the "
                       "line 90 % of them, the dot is the median."},
    [CHART_STRENGTH] = {"strength",
                        "Elo of the first-named player over the other, with its 95 % interval."},
    [CHART_BALANCE_CURVE] = {"balance-curve",
                             "Score of who moves first by how much the players think, with 95 % "
                             "intervals. Does a finding last as play gets stronger?"},
    [CHART_STRENGTH_CURVE] = {"strength-curve",
                              "Elo by simulations a ply against the same opponent, with 95 % "
                              "intervals."},
};

const char *chart_name(ChartKind kind) {
    return FIGURES[kind].name;
}

const char *chart_caption(ChartKind kind) {
    return FIGURES[kind].caption;
}

// ---- The script ----

// The figures under construction.
typedef struct Script {
    FILE *stream;
    const Study *study;
    const char *prefix;
    bool has[CHART_COUNT];
} Script;

// The ids inside of a figure begin with the number of its run and its own, for the page has
// several.
static void begin_figure(Script *self, ChartKind kind, int height) {
    self->has[kind] = true;
    fprintf(self->stream,
            "\nreset\nset minussign\nset terminal svg size %d,%d noenhanced font "
            "\"Helvetica,Arial,13\" "
            "name \"chart_%d_%d\"\nset output \"%s%s.svg\"\nset datafile missing \"NaN\"\n"
            "set border 1 lc rgb \"#555555\"\nset xtics nomirror scale 0.5\nset grid xtics lc rgb "
            "\"#c9c9c9\" lt 1 lw 0.5\nunset key\n",
            WIDTH, height, atoi(self->prefix), (int)kind, self->prefix, chart_name(kind));
}

static bool is_row(ChartKind kind, const StudyCell *cell) {
    const CellStats *stats = &cell->stats;
    switch (kind) {
    case CHART_FIRST:
        return !isnan(stats->first_score.score.value);
    case CHART_DRAWS:
        return !isnan(stats->draw_rate.value);
    case CHART_MARGINS:
    case CHART_MARGIN_SHAPES:
        return stats->scored_games > 0;
    case CHART_STRENGTH:
        return cell_label_is_match(&cell->label) && !isnan(stats->strength.elo.value);
    default:
        return stats->games > 0;
    }
}

static int count_rows(const Script *self, ChartKind kind, int most) {
    int rows = 0;
    for (size_t i = 0; i < self->study->count && rows < most; i++)
        rows += is_row(kind, &self->study->cells[i]);
    return rows;
}

static double at_share(const Histogram *histogram, double share) {
    const int64_t rank = 1 + (int64_t)((double)(histogram->total - 1) * share);
    return (double)histogram_at_rank(histogram, rank);
}

static void write_interval(FILE *stream, Interval interval, double factor) {
    gnuplot_number(stream, interval.value * factor);
    gnuplot_number(stream, interval.low * factor);
    gnuplot_number(stream, interval.high * factor);
}

// The numbers of a row behind its label and its place.
static void write_row(FILE *stream, ChartKind kind, const StudyCell *cell) {
    const CellStats *stats = &cell->stats;
    const Tally *tally = &cell->tally;
    switch (kind) {
    case CHART_FIRST:
        write_interval(stream, stats->first_score.score, 100);
        fprintf(stream, " %d", (int)fairness_of(stats));
        break;
    case CHART_DRAWS:
        write_interval(stream, stats->draw_rate, 100);
        break;
    case CHART_STRENGTH:
        write_interval(stream, stats->strength.elo, 1);
        break;
    case CHART_MARGINS:
        write_interval(stream, stats->median_margin, 1);
        fprintf(stream, " %g %g %g %g", stats->margin.q1, stats->margin.q3,
                at_share(&tally->margins, 0.05) / 2, at_share(&tally->margins, 0.95) / 2);
        break;
    default:
        fprintf(stream, " %g NaN NaN %g %g %g %g", stats->plies.median, stats->plies.q1,
                stats->plies.q3, at_share(&tally->plies, 0.05), at_share(&tally->plies, 0.95));
    }
}

// A data block with a row for each cell that has one, and their names along the axis.
static void write_rows(Script *self, ChartKind kind, int rows) {
    int row = 0;
    fputs("$rows << EOD\n", self->stream);
    for (size_t i = 0; i < self->study->count && row < rows; i++) {
        const StudyCell *cell = &self->study->cells[i];
        if (!is_row(kind, cell)) continue;
        fprintf(self->stream, "%d", ++row);
        write_row(self->stream, kind, cell);
        fputc('\n', self->stream);
    }
    fputs("EOD\nset ytics scale 0 nomirror (", self->stream);
    row = 0;
    for (size_t i = 0; i < self->study->count && row < rows; i++) {
        char name[REPORT_NAME_SIZE];
        if (!is_row(kind, &self->study->cells[i])) continue;
        report_cell_name(self->study, &self->study->cells[i], name);
        if (row > 0) fputs(", ", self->stream);
        gnuplot_string(self->stream, name, LABEL_WIDTH);
        fprintf(self->stream, " %d", ++row);
    }
    fputs(")\n", self->stream);
}

static int begin_rows(Script *self, ChartKind kind, const char *axis) {
    const int rows = count_rows(self, kind, CHART_MAX_ROWS);
    if (rows == 0) return 0;
    begin_figure(self, kind, 92 + ROW_HEIGHT * rows);
    write_rows(self, kind, rows);
    fprintf(self->stream,
            "set yrange [%g:0.4]\nset xlabel \"%s\"\n"
            "set key tmargin center horizontal samplen 1.5\n",
            rows + 0.6, axis);
    return rows;
}

static void middle_line(Script *self, double value) {
    fprintf(self->stream,
            "set arrow from %g, graph 0 to %g, graph 1 nohead lc rgb \"" COLOR_PLAIN
            "\" dashtype 2 back\n",
            value, value);
}

// How many cells have a verdict of their score.
static int count_fairness(const Script *self, Fairness fairness) {
    int count = 0;
    for (size_t i = 0; i < self->study->count; i++)
        count += is_row(CHART_FIRST, &self->study->cells[i]) &&
                 fairness_of(&self->study->cells[i].stats) == fairness;
    return count;
}

static void draw_first(Script *self) {
    if (!begin_rows(self, CHART_FIRST, "score of the first player, %")) return;
    static const struct {
        Fairness fairness;
        const char *color, *title;
    } SERIES[] = {
        {FAIRNESS_FIRST, COLOR_FIRST, "first favoured"},
        {FAIRNESS_SECOND, COLOR_SECOND, "second favoured"},
        {FAIRNESS_FAIR, COLOR_PLAIN, "fair"},
        {FAIRNESS_UNDECIDED, COLOR_PLAIN, "not established"},
        {FAIRNESS_UNKNOWN, COLOR_PLAIN, "too few games"},
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

// The smallest of 1, 2, 5 times a power of ten that is at least as much.
static double round_up(double value) {
    double power = 1;
    while (power * 10 <= value) power *= 10;
    while (power > value) power /= 10;
    return value <= power       ? power
           : value <= 2 * power ? 2 * power
           : value <= 5 * power ? 5 * power
                                : 10 * power;
}

static void draw_draws(Script *self) {
    if (!begin_rows(self, CHART_DRAWS, "games drawn, %")) return;
    fputs("set xrange [0:1<*]\nunset key\nset errorbars small\n"
          "plot $rows using 2:1:3:4 with xerrorbars pt 7 ps 0.7 lw 2 lc rgb \"" COLOR_PLAIN
          "\" notitle\n",
          self->stream);
}

// Ticks that leave room for numbers of four digits.
static double elo_step(const Script *self) {
    double low = 0, high = 0;
    for (size_t i = 0; i < self->study->count; i++) {
        const Interval elo = self->study->cells[i].stats.strength.elo;
        if (!is_row(CHART_STRENGTH, &self->study->cells[i])) continue;
        low = fmin(low, isnan(elo.low) ? elo.value : elo.low);
        high = fmax(high, isnan(elo.high) ? elo.value : elo.high);
    }
    return round_up(fmax(high - low, 10) / 7);
}

static void draw_strength(Script *self) {
    if (!begin_rows(self, CHART_STRENGTH, "Elo")) return;
    middle_line(self, 0);
    fprintf(self->stream,
            "set xtics %g\nunset key\nset errorbars small\n"
            "plot $rows using 2:1:3:4 with xerrorbars pt 7 ps 0.7 lw 2 lc rgb \"" COLOR_PLAIN
            "\" notitle\n",
            elo_step(self));
}

static void draw_boxes(Script *self, ChartKind kind, const char *axis) {
    if (!begin_rows(self, kind, axis)) return;
    if (kind == CHART_MARGINS) middle_line(self, 0);
    fputs("unset key\nset style fill solid 1 noborder\nset errorbars small\nset offsets graph "
          "0.02, graph 0.02, 0, 0\n"
          "plot $rows using 7:1:($8 - $7):(0) with vectors nohead lw 2 lc rgb \"" COLOR_PALE
          "\" notitle, \\\n"
          "  $rows using 2:1:5:6:($1 - 0.3):($1 + 0.3) with boxxyerror lc rgb \"" COLOR_PALE
          "\" notitle, \\\n",
          self->stream);
    fprintf(self->stream, "  $rows using %s pt 7 ps 0.7 lw 2 lc rgb \"" COLOR_PLAIN "\" notitle\n",
            kind == CHART_MARGINS ? "2:1:3:4 with xerrorbars" : "2:1 with points");
}

// ---- Histograms ----

// Bins begin at zero to both sides, so that no bar mixes wins and losses; bin 0 is the draws alone.
static int64_t bin_of(int64_t value, int64_t width) {
    if (value == 0) return 0;
    return value > 0 ? 1 + (value - 1) / width : -1 - (-value - 1) / width;
}

static double bin_middle(int64_t bin, int64_t width) {
    return (double)width * ((double)bin - (bin > 0 ? 0.5 : bin < 0 ? -0.5 : 0)) / 2;
}

// The bars of a histogram: where, how high in per cent, how wide; and steps for both axes.
static void write_shape(FILE *stream, const Histogram *margins) {
    const int64_t low = (int64_t)at_share(margins, 0.01), high = (int64_t)at_share(margins, 0.99);
    const int64_t range = high > low ? high - low : 1;
    const int64_t width = (int64_t)round_up((double)range / SHAPE_BINS / 2 + 0.1) * 2;
    const int64_t first = bin_of(low, width), last = bin_of(high, width);
    const size_t bins = (size_t)(last - first + 1);
    int64_t *counts = calloc(bins, sizeof *counts), most = 0;
    fputs("$shape << EOD\n", stream);
    for (size_t i = 0; counts && i < margins->span; i++) {
        int64_t bin = bin_of(margins->low + (int64_t)i, width);
        bin = bin < first ? first : bin > last ? last : bin;
        counts[bin - first] += margins->counts[i];
    }
    for (size_t i = 0; counts && i < bins; i++) {
        const int64_t bin = first + (int64_t)i;
        if (counts[i] > most) most = counts[i];
        fprintf(stream, "%g %g %g\n", bin_middle(bin, width),
                100 * (double)counts[i] / (double)margins->total,
                (double)width / 2 * (bin == 0 ? 0.4 : 0.9));
    }
    fprintf(stream, "EOD\nset xtics %g\nset ytics %g\n", round_up((double)range / 8),
            round_up(100 * (double)most / (double)margins->total / 4));
    free(counts);
}

static void draw_shapes(Script *self) {
    const int shapes = count_rows(self, CHART_MARGIN_SHAPES, CHART_MAX_SHAPES);
    if (shapes == 0) return;
    const int rows = (shapes + SHAPES_PER_ROW - 1) / SHAPES_PER_ROW;
    begin_figure(self, CHART_MARGIN_SHAPES, 20 + 170 * rows);
    fprintf(self->stream,
            "set multiplot layout %d,%d\nset style fill solid 1 noborder\nset yrange [0:*]\n"
            "set border 3\nunset grid\nset title font \",12\" offset 0,-0.6\n"
            "set xtics font \",11\"\nset ytics scale 0.5 nomirror font \",11\"\n",
            rows, SHAPES_PER_ROW);
    int drawn = 0;
    for (size_t i = 0; i < self->study->count && drawn < shapes; i++) {
        char name[REPORT_NAME_SIZE];
        const StudyCell *cell = &self->study->cells[i];
        if (!is_row(CHART_MARGIN_SHAPES, cell)) continue;
        drawn++;
        report_cell_name(self->study, cell, name);
        write_shape(self->stream, &cell->tally.margins);
        fputs("set title ", self->stream);
        gnuplot_string(self->stream, name, 32);
        fputs("\nplot $shape using ($1 > 0 ? $1 : NaN):2:3 with boxes lc rgb \"" COLOR_FIRST
              "\" notitle, \\\n  $shape using ($1 < 0 ? $1 : NaN):2:3 with boxes lc rgb "
              "\"" COLOR_SECOND "\" notitle, \\\n  $shape using ($1 == 0 ? $1 : NaN):2:3 with "
              "boxes lc rgb \"" COLOR_PLAIN "\" notitle\n",
              self->stream);
    }
    fputs("unset multiplot\n", self->stream);
}

// ---- Curves ----

// The simulations of a player; `rest` is its spec without them. 0 where it names none.
static double simulations_of(const Study *study, const char *name, char rest[SPEC_MAX_LENGTH]) {
    double simulations = 0;
    for (int32_t p = 0; p < study->experiment.player_count; p++) {
        const ExperimentPlayer *player = &study->experiment.players[p];
        Spec spec;
        Status ignored;
        if (strcmp(player->name, name) != 0 || !spec_parse(&spec, player->spec, &ignored)) continue;
        size_t length = (size_t)snprintf(rest, SPEC_MAX_LENGTH, "%s", spec.kind);
        for (size_t i = 0; i < spec.count; i++) {
            if (strcmp(spec.pairs[i].key, "simulations") == 0)
                simulations = strtod(spec.pairs[i].value, NULL);
            else if (length < SPEC_MAX_LENGTH)
                length += (size_t)snprintf(rest + length, SPEC_MAX_LENGTH - length, ",%s=%s",
                                           spec.pairs[i].key, spec.pairs[i].value);
        }
    }
    return simulations;
}

// A point of a curve: a cell, whose curve it belongs to, and where.
typedef struct CurvePoint {
    const StudyCell *cell;
    int subject; // whose simulations are meant
    double simulations;
    char rest[SPEC_MAX_LENGTH];
} CurvePoint;

static bool curve_point(const Study *study, ChartKind kind, const StudyCell *cell, int subject,
                        CurvePoint *point) {
    const bool match = cell_label_is_match(&cell->label);
    const Interval score = cell->stats.strength.elo;
    if (match != (kind == CHART_STRENGTH_CURVE) || cell->stats.games == 0) return false;
    if (match && isnan(score.value)) return false;
    *point = (CurvePoint){.cell = cell, .subject = subject};
    point->simulations = simulations_of(study, cell->label.players[subject], point->rest);
    return point->simulations > 0;
}

static bool is_same_curve(ChartKind kind, const CurvePoint *a, const CurvePoint *b) {
    if (strcmp(a->cell->game, b->cell->game) != 0 || strcmp(a->rest, b->rest) != 0) return false;
    return kind == CHART_BALANCE_CURVE || strcmp(a->cell->label.players[1 - a->subject],
                                                 b->cell->label.players[1 - b->subject]) == 0;
}

static void write_point(FILE *stream, ChartKind kind, const CurvePoint *point) {
    fprintf(stream, "%g", point->simulations);
    if (kind == CHART_BALANCE_CURVE) {
        write_interval(stream, point->cell->stats.first_score.score, 100);
    } else {
        Interval elo = point->cell->stats.strength.elo;
        if (point->subject == 1) elo = (Interval){-elo.value, -elo.high, -elo.low};
        write_interval(stream, elo, 1);
    }
    fputc('\n', stream);
}

static int compare_points(const void *a, const void *b) {
    const CurvePoint *x = a, *y = b;
    return (x->simulations > y->simulations) - (x->simulations < y->simulations);
}

enum { CURVES_MAX = 8 }; // that one can tell apart

// Writes the data of the curves of two points or more, with their titles as `titleN`; returns how
// many. The points of a curve that is written are taken off the list.
static int write_curves(FILE *stream, ChartKind kind, CurvePoint *points, size_t count) {
    int curves = 0;
    if (count > 1) qsort(points, count, sizeof *points, compare_points);
    for (size_t i = 0; i < count && curves < CURVES_MAX; i++) {
        size_t members = 0;
        for (size_t j = i; points[i].cell && j < count; j++)
            members += points[j].cell && is_same_curve(kind, &points[i], &points[j]);
        if (members < 2) continue;
        char game[CELL_GAME_TEXT_SIZE], title[REPORT_NAME_SIZE];
        const CurvePoint head = points[i];
        cell_label_game(&head.cell->label, game);
        snprintf(title, sizeof title, "%s%s%s", game,
                 kind == CHART_BALANCE_CURVE ? "" : " against ",
                 kind == CHART_BALANCE_CURVE ? "" : head.cell->label.players[1 - head.subject]);
        fprintf(stream, "title%d = ", curves);
        gnuplot_string(stream, title, LABEL_WIDTH);
        fprintf(stream, "\n$curve%d << EOD\n", curves++);
        for (size_t j = i; j < count; j++) {
            if (!points[j].cell || !is_same_curve(kind, &head, &points[j])) continue;
            write_point(stream, kind, &points[j]);
            points[j].cell = NULL;
        }
        fputs("EOD\n", stream);
    }
    return curves;
}

static bool draw_curves(Script *self, ChartKind kind, Status *status) {
    TextStream data;
    size_t count = 0;
    CurvePoint *points = malloc(2 * self->study->count * sizeof *points);
    if (!points) return status_fail(status, EXIT_RESOURCE, "out of memory");
    for (size_t i = 0; i < self->study->count; i++)
        for (int subject = 0; subject < (kind == CHART_BALANCE_CURVE ? 1 : 2); subject++)
            count +=
                curve_point(self->study, kind, &self->study->cells[i], subject, &points[count]);
    bool good = text_stream_open(&data, status);
    int curves = 0;
    if (good) {
        curves = write_curves(data.stream, kind, points, count);
        good = text_stream_close(&data, status);
    }
    free(points);
    if (!good) return false;
    if (curves > 0) {
        begin_figure(self, kind, 400);
        fprintf(self->stream,
                "%sset border 3\nset logscale x 2\nset xlabel \"simulations a ply\"\nset ylabel "
                "\"%s\"\nset ytics scale 0.5 nomirror\nset grid ytics\nset key tmargin center "
                "horizontal\nset offsets graph 0.05, graph 0.05, 0, 0\nset errorbars small\n",
                data.text, kind == CHART_BALANCE_CURVE ? "score of the first player, %" : "Elo");
        if (kind == CHART_BALANCE_CURVE)
            fputs("set arrow from graph 0, first 50 to graph 1, first 50 nohead lc rgb "
                  "\"" COLOR_PLAIN "\" dashtype 2 back\n",
                  self->stream);
        static const char *const COLORS[CURVES_MAX] = {"#2f5d9b", "#b07a00", "#555555", "#3a8f6b",
                                                       "#a0507f", "#6b6bd1", "#8f5b3a", "#1f8a9b"};
        for (int i = 0; i < curves; i++)
            fprintf(self->stream,
                    "%s$curve%d using 1:2:3:4:xtic(1) with yerrorlines pt 7 ps 0.7 lw 2 dashtype "
                    "%d lc rgb "
                    "\"%s\" title title%d",
                    i == 0 ? "plot " : ", \\\n  ", i, i + 1, COLORS[i], i);
        fputc('\n', self->stream);
    }
    free(data.text);
    return true;
}

static bool write_script(Script *self, Status *status) {
    fputs("# The figures of a harrow report, with their data: gnuplot draws them again.\n"
          "set encoding utf8\n",
          self->stream);
    draw_first(self);
    draw_draws(self);
    draw_boxes(self, CHART_MARGINS, "margin of the first player, points");
    draw_shapes(self);
    draw_boxes(self, CHART_LENGTHS, "plies");
    draw_strength(self);
    return draw_curves(self, CHART_BALANCE_CURVE, status) &&
           draw_curves(self, CHART_STRENGTH_CURVE, status);
}

// ---- The files ----

static bool save_script(Script *self, const char *folder, Status *status) {
    TextStream text;
    if (!text_stream_open(&text, status)) return false;
    self->stream = text.stream;
    const bool written = write_script(self, status);
    if (!text_stream_close(&text, status)) return false;
    char *path = report_file_path(folder, self->prefix, "figures.gp");
    const bool good = written && (path ? report_file_write(path, text.text, text.size, status)
                                       : status_fail(status, EXIT_RESOURCE, "out of memory"));
    free(path);
    free(text.text);
    return good;
}

bool charts_draw(Charts *self, const Study *study, const char *folder, const char *prefix,
                 Status *status) {
    Script script = {.study = study, .prefix = prefix};
    *self = (Charts){0};
    if (!save_script(&script, folder, status)) return false;
    char *name = NULL;
    if (asprintf(&name, "%sfigures.gp", prefix) < 0)
        return status_fail(status, EXIT_RESOURCE, "out of memory");
    self->state = gnuplot_run(folder, name, self->message);
    free(name);
    for (int kind = 0; self->state == GNUPLOT_DONE && kind < CHART_COUNT; kind++) {
        if (!script.has[kind]) continue;
        if (asprintf(&name, "%s%s.svg", prefix, chart_name((ChartKind)kind)) < 0)
            return status_fail(status, EXIT_RESOURCE, "out of memory");
        self->svg[kind] = study_text(folder, name);
        free(name);
    }
    return true;
}

void charts_release(Charts *self) {
    for (int kind = 0; kind < CHART_COUNT; kind++) free(self->svg[kind]);
    *self = (Charts){0};
}

void chart_embed(FILE *stream, const char *svg, ChartKind kind) {
    int width = WIDTH, height = 0;
    const char *box = strstr(svg, "viewBox=\"0 0 "), *body = strstr(svg, "</defs>");
    if (!box || !body || sscanf(box, "viewBox=\"0 0 %d %d", &width, &height) != 2) return;
    fprintf(stream,
            "<svg class=\"chart\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\" "
            "aria-label=\"",
            width, height, width, height);
    html_text(stream, chart_caption(kind));
    fputs("\"><g>", stream); // what closes gnuplot's canvas closes this group
    fputs(body + strlen("</defs>"), stream);
}
