// The figures of a study, drawn by gnuplot: SVG files for papers, and the same inside of the page.
#ifndef HARROW_CHART_H
#define HARROW_CHART_H

#include "analysis/gnuplot.h"
#include "analysis/study.h"

typedef enum ChartKind {
    CHART_FIRST,          // first player's score by cell, with its interval
    CHART_DRAWS,          // draw rate by cell
    CHART_MARGINS,        // quartiles of the margin by cell, with the fair komi
    CHART_MARGIN_SHAPES,  // histograms of the margin
    CHART_LENGTHS,        // plies by cell
    CHART_STRENGTH,       // Elo of who met, by cell
    CHART_RATINGS,        // ratings of the players of a variant
    CHART_BALANCE_CURVE,  // first player's score by simulations
    CHART_DRAWS_CURVE,    // draw rate by simulations
    CHART_STRENGTH_CURVE, // Elo by simulations against the same opponent
    CHART_COUNT
} ChartKind;

enum { CHART_MAX_ROWS = 60, CHART_MAX_SHAPES = 24 };

// The drawn figures; NULL for one that the study has no data for.
typedef struct Charts {
    GnuplotState state;
    char *svg[CHART_COUNT];
    char message[STATUS_MESSAGE_SIZE]; // of gnuplot where it failed
} Charts;

// "first-score" and so on, the name of the file without its ending; and what it shows.
const char *chart_name(ChartKind kind);
const char *chart_caption(ChartKind kind);

// Writes FOLDER/PREFIXfigures.gp, which has all the data and can be changed and run again, and lets
// gnuplot draw the figures beside it. Where gnuplot is not installed or fails that is only said in
// `state`; false is for what cannot be written, or memory. The caller releases the charts.
bool charts_draw(Charts *self, const Study *study, const char *folder, const char *prefix,
                 Status *status);
void charts_release(Charts *self);

// Writes a figure into the page: without what is for files only, its ids, and coloured by the page.
void chart_embed(FILE *stream, const char *svg, ChartKind kind);

#endif
