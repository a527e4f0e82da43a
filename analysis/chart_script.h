// The script that draws the figures, as its parts write it.
#ifndef HARROW_CHART_SCRIPT_H
#define HARROW_CHART_SCRIPT_H

#include "analysis/chart.h"

enum { CHART_WIDTH = 760, CHART_LABEL_WIDTH = 44 };

// The colours stand for themselves in the files; the page replaces each by one of its own, so they
// are also names (report_page.css). They differ in lightness for who does not see colours.
#define CHART_COLOR_FIRST "#b07a00"
#define CHART_COLOR_SECOND "#2f5d9b"
#define CHART_COLOR_PLAIN "#555555"
#define CHART_COLOR_PALE "#c9c9c9"

// The figures under construction.
typedef struct ChartScript {
    FILE *stream;
    const Study *study;
    const char *prefix;
    bool has[CHART_COUNT];
} ChartScript;

// Begins a figure of that height in a file of its own.
void chart_begin_figure(ChartScript *self, ChartKind kind, int height);

// Whether a cell has something to show in a figure, and how many have, counted up to a most.
bool chart_is_row(ChartKind kind, const StudyCell *cell);
int chart_count_rows(const ChartScript *self, ChartKind kind, int most);

// An estimate and its bounds times a factor, for a data block.
void chart_write_interval(FILE *stream, Interval interval, double factor);

// The value below which that share, 0..1, of a histogram is.
double chart_at_share(const Histogram *histogram, double share);

// The smallest of 1, 2, 5 times a power of ten that is at least as much as a positive value.
double chart_round_up(double value);

// The figures with a row for each cell (chart_rows.c), with a histogram for each (chart_shapes.c),
// with a row for each rated player (chart_ratings.c), and with curves over simulations
// (chart_curves.c).
void chart_draw_first(ChartScript *self);
void chart_draw_draws(ChartScript *self);
void chart_draw_strength(ChartScript *self);
void chart_draw_boxes(ChartScript *self, ChartKind kind, const char *axis);
bool chart_draw_shapes(ChartScript *self, Status *status);
bool chart_draw_ratings(ChartScript *self, Status *status);
bool chart_draw_curves(ChartScript *self, ChartKind kind, Status *status);

#endif
