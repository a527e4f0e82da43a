// How the first player's score changes with the size of the board, the farmers, or the players'
// work, over the cells of one experiment.
#ifndef HARROW_TREND_H
#define HARROW_TREND_H

#include "analysis/stats.h"

// What changes: a number of the game's spec, which counts as it is, or of the player's where a
// player meets itself, which counts by doublings.
typedef enum TrendKey {
    TREND_SIZE,
    TREND_FARMERS,
    TREND_SIMULATIONS,
    TREND_NODES,
    TREND_MOVETIME,
    TREND_COUNT
} TrendKey;

// Weighted least squares of the log-odds of the score, ln(s/(1 − s)), each cell weighing 1/its
// squared error, (s(1 − s)/SE)². Cells that are equal but for the key are a group with a level of
// its own; the slope is common to all groups.
typedef struct Trend {
    TrendKey key;
    size_t cells; // in groups of two different values at least
    size_t groups;
    size_t left_out; // cells with games whose log-odds or error does not exist: all units gave one
                     // score
    Interval slope;  // a step: one more, or twice as many; bounds with z
    double error, p; // of the slope; two-sided, of none
    double misfit; // Σ weight·(log-odds − line)²: about χ² with `freedom` degrees where a line fits
    size_t freedom;
} Trend;

typedef struct TrendList {
    Trend list[TREND_COUNT];
    size_t count; // only those with three cells at least
} TrendList;

// Finds the trends. specs[i] is the canonical spec of cell i's players where a player meets itself;
// NULL: not known. False when memory is short.
bool trends_find(TrendList *self, const CellLabel labels[], const CellStats stats[],
                 const char *const specs[], size_t count);

// "size", "farmers" and so on.
const char *trend_key_name(TrendKey key);

// Writes the list "trends" of stats.json: slopes in log-odds and in Elo.
void trends_write(const TrendList *self, JsonWriter *json);

// Prints a table, behind a blank line, where there is any trend. At most 100 columns. False when
// memory is short.
bool trends_print(const TrendList *self, FILE *stream);

#endif
