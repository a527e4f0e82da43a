#include "analysis/chart_script.h"
#include "analysis/report_words.h"
#include "core/text_stream.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    return kind != CHART_STRENGTH_CURVE || strcmp(a->cell->label.players[1 - a->subject],
                                                  b->cell->label.players[1 - b->subject]) == 0;
}

static void write_point(FILE *stream, ChartKind kind, const CurvePoint *point) {
    fprintf(stream, "%g", point->simulations);
    if (kind == CHART_BALANCE_CURVE) {
        chart_write_interval(stream, point->cell->stats.first_score.score, 100);
    } else if (kind == CHART_DRAWS_CURVE) {
        chart_write_interval(stream, point->cell->stats.draw_rate, 100);
    } else {
        Interval elo = point->cell->stats.strength.elo;
        if (point->subject == 1) elo = (Interval){-elo.value, -elo.high, -elo.low};
        chart_write_interval(stream, elo, 1);
    }
    fputc('\n', stream);
}

static int compare_points(const void *a, const void *b) {
    const CurvePoint *x = a, *y = b;
    return (x->simulations > y->simulations) - (x->simulations < y->simulations);
}

enum { CURVES_MAX = 8, CURVES_HEIGHT = 400 }; // that one can tell apart

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
                 kind != CHART_STRENGTH_CURVE ? "" : " against ",
                 kind != CHART_STRENGTH_CURVE ? "" : head.cell->label.players[1 - head.subject]);
        fprintf(stream, "title%d = ", curves);
        gnuplot_string(stream, title, CHART_LABEL_WIDTH);
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

// All points of all curves, for the caller to free.
static CurvePoint *list_points(const Study *study, ChartKind kind, size_t *count) {
    const int subjects = kind == CHART_STRENGTH_CURVE ? 2 : 1;
    CurvePoint *points = malloc(2 * study->count * sizeof *points);
    *count = 0;
    for (size_t i = 0; points && i < study->count; i++)
        for (int subject = 0; subject < subjects; subject++)
            *count += curve_point(study, kind, &study->cells[i], subject, &points[*count]);
    return points;
}

static void plot_curves(ChartScript *self, ChartKind kind, const char *data, int curves) {
    static const char *const COLORS[CURVES_MAX] = {
        CHART_COLOR_SECOND, CHART_COLOR_FIRST, CHART_COLOR_PLAIN, "#3a8f6b",
        "#a0507f",          "#6b6bd1",         "#8f5b3a",         "#1f8a9b"};
    chart_begin_figure(self, kind, CURVES_HEIGHT);
    fprintf(
        self->stream,
        "%sset border 3\nset logscale x 2\nset xlabel \"simulations a ply\"\nset ylabel \"%s\"\n"
        "set ytics scale 0.5 nomirror\nset grid ytics\nset key tmargin center horizontal\n"
        "set offsets graph 0.05, graph 0.05, 0, 0\nset errorbars small\n",
        data,
        kind == CHART_BALANCE_CURVE ? "score of the first player, %"
        : kind == CHART_DRAWS_CURVE ? "games drawn, %"
                                    : "Elo");
    if (kind == CHART_DRAWS_CURVE) fputs("set yrange [0:1<*]\n", self->stream);
    if (kind == CHART_BALANCE_CURVE)
        fputs("set arrow from graph 0, first 50 to graph 1, first 50 nohead lc rgb "
              "\"" CHART_COLOR_PLAIN "\" dashtype 2 back\n",
              self->stream);
    for (int i = 0; i < curves; i++)
        fprintf(self->stream,
                "%s$curve%d using 1:2:3:4:xtic(1) with yerrorlines pt 7 ps 0.7 lw 2 dashtype %d "
                "lc rgb \"%s\" title title%d",
                i == 0 ? "plot " : ", \\\n  ", i, i + 1, COLORS[i], i);
    fputc('\n', self->stream);
}

bool chart_draw_curves(ChartScript *self, ChartKind kind, Status *status) {
    TextStream data;
    size_t count;
    CurvePoint *points = list_points(self->study, kind, &count);
    if (!points) return status_fail(status, EXIT_RESOURCE, "out of memory");
    if (!text_stream_open(&data, status)) {
        free(points);
        return false;
    }
    const int curves = write_curves(data.stream, kind, points, count);
    free(points);
    if (!text_stream_close(&data, status)) return false;
    if (curves > 0) plot_curves(self, kind, data.text, curves);
    free(data.text);
    return true;
}
