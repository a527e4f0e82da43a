#include "analysis/trend.h"

#include "core/option.h"
#include "core/rng.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ELO_OF_UNIT (400 / M_LN10)

enum { LEAST_CELLS = 3 };

// A cell on the way to a line.
typedef struct Point {
    uint64_t group; // a hash of all but the key
    double x, y, weight;
} Point;

static const struct {
    const char *name;
    bool of_player;
} KEYS[TREND_COUNT] = {
    [TREND_SIZE] = {"size", false},
    [TREND_FARMERS] = {"farmers", false},
    [TREND_SIMULATIONS] = {"simulations", true},
    [TREND_NODES] = {"nodes", true},
    [TREND_MOVETIME] = {"movetime", true},
};

const char *trend_key_name(TrendKey key) {
    return KEYS[key].name;
}

// Takes a number out of a spec, and hashes the rest. False where it does not name the number.
static bool take_number(const char *text, const char *key, double *number, Seed *rest) {
    Spec spec;
    Status status;
    bool found = false;
    if (!text || !spec_parse(&spec, text, &status)) return false;
    *rest = seed_text(*rest, spec.kind);
    for (size_t i = 0; i < spec.count; i++) {
        const bool here = strcmp(spec.pairs[i].key, key) == 0;
        *rest = seed_text(*rest, spec.pairs[i].key);
        if (!here) *rest = seed_text(*rest, spec.pairs[i].value);
        if (here) *number = strtod(spec.pairs[i].value, NULL);
        found = found || here;
    }
    return found && isfinite(*number) && *number > 0;
}

// Where a cell stands for a key; false where it has none.
static bool place_cell(const CellLabel *label, const char *spec, TrendKey key, Point *point) {
    Seed rest = seed_init(0);
    if (KEYS[key].of_player) {
        if (cell_label_is_match(label) || !take_number(spec, KEYS[key].name, &point->x, &rest))
            return false;
        point->x = log2(point->x);
        point->group = seed_text(rest, label->game).low;
        return true;
    }
    if (!take_number(label->game, KEYS[key].name, &point->x, &rest)) return false;
    point->group = seed_text(seed_text(rest, label->players[0]), label->players[1]).low;
    return true;
}

// False where the log-odds or their error do not exist.
static bool weigh_cell(const CellStats *stats, Point *point) {
    const Moments moments = cell_stats_first(stats);
    const double s = moments.mean;
    if (!(s > 0 && s < 1) || !(moments.error > 0)) return false;
    point->y = log(s / (1 - s));
    point->weight = s * (1 - s) / moments.error * (s * (1 - s) / moments.error);
    return true;
}

static int compare_points(const void *left, const void *right) {
    const Point *a = left, *b = right;
    if (a->group != b->group) return a->group < b->group ? -1 : 1;
    if (a->x < b->x || a->x > b->x) return a->x < b->x ? -1 : 1;
    return (a->y > b->y) - (a->y < b->y);
}

// Sums of squares and products about the means of groups.
typedef struct Sums {
    double xx, xy, yy;
} Sums;

static void add_group(Sums *sums, const Point points[], size_t count) {
    double weight = 0, x = 0, y = 0;
    for (size_t i = 0; i < count; i++) {
        weight += points[i].weight;
        x += points[i].weight * points[i].x;
        y += points[i].weight * points[i].y;
    }
    x /= weight;
    y /= weight;
    for (size_t i = 0; i < count; i++) {
        sums->xx += points[i].weight * (points[i].x - x) * (points[i].x - x);
        sums->xy += points[i].weight * (points[i].x - x) * (points[i].y - y);
        sums->yy += points[i].weight * (points[i].y - y) * (points[i].y - y);
    }
}

static void fit_line(Trend *self, const Sums *sums) {
    const double slope = sums->xy / sums->xx, reach = INTERVAL_Z / sqrt(sums->xx);
    self->slope = (Interval){slope, slope - reach, slope + reach};
    self->error = 1 / sqrt(sums->xx);
    self->p = erfc(fabs(slope) / self->error * M_SQRT1_2);
    self->misfit = fmax(0, sums->yy - slope * sums->xy);
    self->freedom = self->cells - self->groups - 1;
}

// False where there are too few cells.
static bool fit_points(Trend *self, Point points[], size_t count) {
    Sums sums = {0};
    qsort(points, count, sizeof *points, compare_points);
    for (size_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && points[next].group == points[i].group;) next++;
        if (!(points[i].x < points[next - 1].x)) continue;
        add_group(&sums, points + i, next - i);
        self->cells += next - i;
        self->groups++;
    }
    if (self->cells < LEAST_CELLS) return false;
    fit_line(self, &sums);
    return true;
}

bool trends_find(TrendList *self, const CellLabel labels[], const CellStats stats[],
                 const char *const specs[], size_t count) {
    Point *points = malloc((count + 1) * sizeof *points);
    *self = (TrendList){0};
    if (!points) return false;
    for (unsigned key = 0; key < TREND_COUNT; key++) {
        Trend trend = {.key = (TrendKey)key};
        size_t used = 0;
        for (size_t i = 0; i < count; i++) {
            if (!place_cell(&labels[i], specs ? specs[i] : NULL, trend.key, &points[used]))
                continue;
            if (weigh_cell(&stats[i], &points[used]))
                used++;
            else if (cell_stats_first(&stats[i]).units > 0)
                trend.left_out++;
        }
        if (fit_points(&trend, points, used)) self->list[self->count++] = trend;
    }
    free(points);
    return true;
}

static void write_trend(const Trend *self, JsonWriter *json) {
    json_begin_object(json);
    json_put_text(json, "over", trend_key_name(self->key));
    json_put_text(json, "step", KEYS[self->key].of_player ? "doubling" : "one more");
    json_put_integer(json, "cells", (int64_t)self->cells);
    json_put_integer(json, "groups", (int64_t)self->groups);
    json_put_integer(json, "left_out", (int64_t)self->left_out);
    json_put_number(json, "slope", self->slope.value);
    json_put_number(json, "low", self->slope.low);
    json_put_number(json, "high", self->slope.high);
    json_put_number(json, "se", self->error);
    json_put_number(json, "p", self->p);
    json_put_number(json, "elo", self->slope.value * ELO_OF_UNIT);
    json_put_number(json, "elo_low", self->slope.low * ELO_OF_UNIT);
    json_put_number(json, "elo_high", self->slope.high * ELO_OF_UNIT);
    json_put_number(json, "misfit", self->misfit);
    json_put_integer(json, "freedom", (int64_t)self->freedom);
    json_end_object(json);
}

void trends_write(const TrendList *self, JsonWriter *json) {
    json_begin_array(json);
    for (size_t i = 0; i < self->count; i++) write_trend(&self->list[i], json);
    json_end_array(json);
}
