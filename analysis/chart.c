#include "analysis/chart.h"
#include "analysis/chart_script.h"
#include "analysis/html.h"
#include "analysis/report_file.h"
#include "core/text_stream.h"

#include <stdlib.h>
#include <string.h>

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
    [CHART_RATINGS] = {"ratings",
                       "Rating of each player in Elo, with its 95 % interval; the mean is 0."},
    [CHART_BALANCE_CURVE] = {"balance-curve",
                             "Score of who moves first by how much the players think, with 95 % "
                             "intervals. Does a finding last as play gets stronger?"},
    [CHART_DRAWS_CURVE] = {"draws-curve",
                           "Games drawn by how much the players think, with 95 % intervals."},
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

static bool write_script(ChartScript *self, Status *status) {
    fputs("# The figures of a harrow report, with their data: gnuplot draws them again.\n"
          "set encoding utf8\n",
          self->stream);
    chart_draw_first(self);
    chart_draw_draws(self);
    chart_draw_boxes(self, CHART_MARGINS, "margin of the first player, points");
    chart_draw_boxes(self, CHART_LENGTHS, "plies");
    chart_draw_strength(self);
    return chart_draw_shapes(self, status) && chart_draw_ratings(self, status) &&
           chart_draw_curves(self, CHART_BALANCE_CURVE, status) &&
           chart_draw_curves(self, CHART_DRAWS_CURVE, status) &&
           chart_draw_curves(self, CHART_STRENGTH_CURVE, status);
}

// ---- The files ----

static bool save_script(ChartScript *self, const char *folder, Status *status) {
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
    ChartScript script = {.study = study, .prefix = prefix};
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
    int width = CHART_WIDTH, height = 0;
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
