#include "analysis/board_map.h"
#include "analysis/html.h"
#include "core/agon_board.h"
#include "core/agros_board.h"

#include <math.h>
#include <string.h>

// A place is told of once it has this many finished games.
enum { PLACE_MIN_GAMES = 5, UNIT = 30, EDGE = 18 };

// What colours a map.
typedef struct Shading {
    const HeatMap *map;
    Side side;
    BoardMapKind kind;
    int64_t all, most; // plies of the side, and at its most frequent place
    double mean;       // score of the side over all its plies
} Shading;

static const char FILE_STYLE[] =
    "<style>.cell{fill:#f1efea;stroke:#dcd9d2}.first{fill:#b07a00;stroke:#dcd9d2}"
    ".second{fill:#2f5d9b;stroke:#dcd9d2}"
    "text{font:11px Helvetica,Arial,sans-serif;fill:#1f2328;text-anchor:middle}</style>";

static Shading shading_of(const HeatMap *map, Side side, BoardMapKind kind) {
    Shading self = {.map = map, .side = side, .kind = kind};
    int64_t halves = 0, finished = 0;
    for (int place = 0; place < HEAT_PLACES; place++) {
        const int64_t plies = map->plies[side][place];
        self.all += plies;
        if (plies > self.most) self.most = plies;
        halves += map->halves[side][place];
        finished += map->finished[side][place];
    }
    self.mean = finished ? (double)halves / 2 / (double)finished : 0.5;
    return self;
}

bool board_map_has(const HeatMap *map, Side side, BoardMapKind kind) {
    if (kind == BOARD_MAP_CONTROL) return map->ends > 0;
    return shading_of(map, side, BOARD_MAP_OFTEN).all > 0;
}

// How much of which side's colour a place has, 0..1; the number that is written, NaN for none.
static double shade(const Shading *self, int place, Side *color, double *number) {
    const int64_t plies = self->map->plies[self->side][place];
    *color = self->side;
    if (self->kind == BOARD_MAP_OFTEN) {
        *number = self->all ? 100 * (double)plies / (double)self->all : NAN;
        return self->most ? (double)plies / (double)self->most : 0;
    }
    if (self->kind == BOARD_MAP_CONTROL) {
        const double share =
            (double)self->map->controlled[self->side][place] / (double)self->map->ends;
        *number = 100 * share;
        return share;
    }
    *number = NAN;
    if (self->map->finished[self->side][place] < PLACE_MIN_GAMES) return 0;
    const double score = heat_map_score(self->map, self->side, place);
    *number = 100 * score;
    if (score < self->mean) *color = side_other(self->side);
    // By how many standard errors, since few games differ much by chance: from one to four.
    const double error = 0.5 / sqrt((double)self->map->finished[self->side][place]);
    return fmin(1, fmax(0, (fabs(score - self->mean) / error - 1) / 3));
}

static void write_title(FILE *stream, const Shading *self, int place, const char *name) {
    if (self->kind == BOARD_MAP_CONTROL) {
        fprintf(stream, "<title>%s: in %lld games of %lld</title>", name,
                (long long)self->map->controlled[self->side][place], (long long)self->map->ends);
        return;
    }
    const int64_t plies = self->map->plies[self->side][place];
    fprintf(stream, "<title>%s: %lld", name, (long long)plies);
    if (self->map->finished[self->side][place] > 0)
        fprintf(stream, ", score %.1f %%", 100 * heat_map_score(self->map, self->side, place));
    fputs("</title>", stream);
}

// A place, given by its element and where its middle is.
static void write_shape(FILE *stream, const Shading *self, int place, const char *name,
                        const char *shape, double x, double y) {
    Side color;
    double number;
    const double share = shade(self, place, &color, &number);
    if (share > 0.01)
        fprintf(stream, "<%s class=\"%s\" fill-opacity=\"%.2f\">", shape, side_name(color),
                0.85 * share);
    else
        fprintf(stream, "<%s class=\"cell\">", shape);
    write_title(stream, self, place, name);
    fprintf(stream, "</%.*s>", (int)strcspn(shape, " "), shape);
    if (!isnan(number) && (self->kind != BOARD_MAP_OFTEN || share > 0.15))
        fprintf(stream, "<text x=\"%.0f\" y=\"%.0f\">%.0f</text>", x, y + 4, number);
    fputc('\n', stream);
}

static void begin_map(FILE *stream, double width, double height, const char *label, bool for_page) {
    fprintf(stream, "<svg class=\"map\" %sviewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"",
            for_page ? "" : "xmlns=\"http://www.w3.org/2000/svg\" ", width, height);
    html_text(stream, label);
    fputs("\">", stream);
    if (!for_page)
        fprintf(stream, "%s<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>", FILE_STYLE);
    fputc('\n', stream);
}

static void draw_square(FILE *stream, const Shading *shading, int size, const char *label,
                        bool for_page) {
    const int side = size * UNIT + EDGE;
    begin_map(stream, side + 2, side + 2, label, for_page);
    for (int y = 0; y < size; y++) {
        fprintf(stream, "<text class=\"axis\" x=\"8\" y=\"%d\">%d</text>\n",
                (size - 1 - y) * UNIT + UNIT / 2 + 4, y + 1);
        fprintf(stream, "<text class=\"axis\" x=\"%d\" y=\"%d\">%c</text>\n",
                EDGE + y * UNIT + UNIT / 2, size * UNIT + 13, 'a' + y);
        for (int x = 0; x < size; x++) {
            char name[MOVE_TEXT_SIZE], shape[128];
            const int left = EDGE + x * UNIT, top = (size - 1 - y) * UNIT + 1;
            snprintf(name, sizeof name, "%c%d", 'a' + x, y + 1);
            snprintf(shape, sizeof shape, "rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"", left,
                     top, UNIT, UNIT);
            write_shape(stream, shading, 16 * y + x, name, shape, left + UNIT / 2.0,
                        top + UNIT / 2.0);
        }
    }
    fputs("</svg>\n", stream);
}

static void draw_hexagon(FILE *stream, const Shading *shading, const char *label, bool for_page) {
    const double rise = UNIT * 0.8660254, width = 11 * UNIT + 6, height = 10 * rise + 42;
    begin_map(stream, width, height, label, for_page);
    for (unsigned cell = 0; cell < AGON_ROWS * AGON_ROWS; cell++) {
        if (!(AGON_BOARD >> cell & 1)) continue;
        const int r = (int)cell / AGON_ROWS, d = (int)cell % AGON_ROWS;
        const double x = width / 2 + (d - 5 - (r - 5) / 2.0) * UNIT;
        const double y = height / 2 - (r - 5) * rise;
        char name[MOVE_TEXT_SIZE], shape[128];
        snprintf(name, sizeof name, "%c%d", 'a' + r, d + 1);
        snprintf(shape, sizeof shape, "circle cx=\"%.0f\" cy=\"%.0f\" r=\"%.0f\"", x, y,
                 UNIT / 2.0 - 0.5);
        write_shape(stream, shading, (int)cell, name, shape, x, y);
    }
    fputs("</svg>\n", stream);
}

static void draw_houses(FILE *stream, const Shading *shading, const char *label, bool for_page) {
    const int unit = 50;
    begin_map(stream, AWALE_HOUSES * unit, unit + 20, label, for_page);
    for (int i = 0; i < AWALE_HOUSES; i++) {
        char name[MOVE_TEXT_SIZE], shape[128];
        const double x = unit * (i + 0.5), y = unit / 2.0;
        snprintf(name, sizeof name, "%c%d", "AB"[shading->side], i + 1);
        snprintf(shape, sizeof shape, "circle cx=\"%.1f\" cy=\"%.1f\" r=\"22\"", x, y);
        write_shape(stream, shading, AWALE_HOUSES * (int)shading->side + i, name, shape, x, y);
        fprintf(stream, "<text class=\"axis\" x=\"%.1f\" y=\"%d\">%s</text>\n", x, unit + 14, name);
    }
    fputs("</svg>\n", stream);
}

void board_map_draw(FILE *stream, const HeatMap *map, const Variant *variant, Side side,
                    BoardMapKind kind, const char *label, bool for_page) {
    const Shading shading = shading_of(map, side, kind);
    if (strcmp(variant->game->name, "agros") == 0)
        draw_square(stream, &shading, variant->options.agros.size, label, for_page);
    else if (strcmp(variant->game->name, "agon") == 0)
        draw_hexagon(stream, &shading, label, for_page);
    else
        draw_houses(stream, &shading, label, for_page);
}
