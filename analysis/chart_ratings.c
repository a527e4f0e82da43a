#include "analysis/chart_script.h"

#include <math.h>
#include <stdlib.h>

enum { ROW_HEIGHT = 24 };

// A rated player of the figure, best first within its variant.
typedef struct RatingRow {
    const VariantRatings *variant;
    const char *name;
    Interval rating;
} RatingRow;

typedef struct RatingRows {
    RatingRow list[CHART_MAX_ROWS];
    int count;
    bool variants; // there are several, so that their names are told
} RatingRows;

// Who has no finite rating is in the table only.
static bool add_variant(RatingRows *self, const VariantRatings *variant) {
    size_t *order = variant_ratings_order(variant);
    if (!order) return false;
    for (size_t i = 0; i < variant->ratings.player_count && self->count < CHART_MAX_ROWS; i++) {
        const Interval rating = variant->ratings.players[order[i]].rating;
        if (isnan(rating.value)) continue;
        self->list[self->count++] = (RatingRow){variant, variant->names[order[i]], rating};
    }
    free(order);
    return true;
}

static bool find_rows(RatingRows *self, const RatingList *list) {
    *self = (RatingRows){0};
    for (size_t i = 0; i < list->count; i++)
        if (variant_ratings_told(&list->variants[i]) && !add_variant(self, &list->variants[i]))
            return false;
    self->variants =
        self->count > 0 && self->list[0].variant != self->list[self->count - 1].variant;
    return true;
}

static void write_name(FILE *stream, const RatingRows *rows, const RatingRow *row) {
    char game[CELL_GAME_TEXT_SIZE], name[CELL_GAME_TEXT_SIZE + EXPERIMENT_NAME_SIZE + 4];
    cell_label_game(&(CellLabel){.game = row->variant->game}, game);
    snprintf(name, sizeof name, "%s%s%s", rows->variants ? game : "", rows->variants ? ", " : "",
             row->name);
    gnuplot_string(stream, name, CHART_LABEL_WIDTH);
}

static double step_of(const RatingRows *rows) {
    double low = 0, high = 0;
    for (int i = 0; i < rows->count; i++) {
        const Interval rating = rows->list[i].rating;
        low = fmin(low, isnan(rating.low) ? rating.value : rating.low);
        high = fmax(high, isnan(rating.high) ? rating.value : rating.high);
    }
    return chart_round_up(fmax(high - low, 10) / 7);
}

bool chart_draw_ratings(ChartScript *self, Status *status) {
    RatingRows rows;
    if (!find_rows(&rows, &self->study->findings.ratings))
        return status_fail(status, EXIT_RESOURCE, "out of memory");
    if (rows.count == 0) return true;
    FILE *stream = self->stream;
    chart_begin_figure(self, CHART_RATINGS, 92 + ROW_HEIGHT * rows.count);
    fputs("$rows << EOD\n", stream);
    for (int i = 0; i < rows.count; i++) {
        fprintf(stream, "%d", i + 1);
        chart_write_interval(stream, rows.list[i].rating, 1);
        fputc('\n', stream);
    }
    fputs("EOD\nset ytics scale 0 nomirror (", stream);
    for (int i = 0; i < rows.count; i++) {
        if (i > 0) fputs(", ", stream);
        write_name(stream, &rows, &rows.list[i]);
        fprintf(stream, " %d", i + 1);
    }
    fprintf(stream,
            ")\nset yrange [%g:0.4]\nset xlabel \"rating, Elo\"\nset xtics %g\n"
            "set errorbars small\nplot $rows using 2:1:3:4 with xerrorbars pt 7 ps 0.7 lw 2 lc rgb "
            "\"" CHART_COLOR_PLAIN "\" notitle\n",
            rows.count + 0.6, step_of(&rows));
    return true;
}
