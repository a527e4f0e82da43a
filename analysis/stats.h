// The statistics of one cell: derived from its tally, printed as JSON and as a table.
#ifndef HARROW_STATS_H
#define HARROW_STATS_H

#include "analysis/cell_label.h"
#include "analysis/elo.h"
#include "analysis/interval.h"
#include "analysis/stop.h"
#include "analysis/tally.h"
#include "core/json.h"
#include "core/move.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// How integers are spread, each NaN where there are none; `sd` is that of the sample (divisor
// n − 1, NaN for one), quartiles as in histogram_quartile.
typedef struct Spread {
    double mean, sd;
    double min, q1, median, q3, max;
} Spread;

// A score in 0..1 and what it is in Elo.
typedef struct ScoreStats {
    Interval score;
    Interval elo;
} ScoreStats;

// The statistics of a cell; `first` is who moved first, whoever it was. Intervals are those of
// statistics.md: over finished pairs in a paired cell, else over finished games. NaN does not
// exist.
typedef struct CellStats {
    bool paired;
    int64_t games, first_wins, draws, second_wins, unfinished; // all games, paired or not; those
                                                               // lost by a fault only in `games`
    int64_t unique_games;                                      // exact up to 2^20 (distinct_count)
    double unique_games_error; // its relative standard error; 0 while it is exact
    int64_t unique_openings;   // mirror images are one; as above
    double unique_openings_error;
    int64_t repeats; // games beyond `games` that repeat others, since the players are deterministic
    int64_t ends[END_COUNT];
    int64_t played_out;          // finished games in which somebody would have resigned
    Interval false_resignations; // the share of those in which that would have been wrong

    ScoreStats first_score;
    double score_if_first, score_if_second; // of the first player over all games, the unfinished
                                            // ones counted as won by first, or by second
    Interval draw_rate;
    Interval first_win_rate;
    Interval first_win_rate_decisive; // among games that are not drawn

    Spread plies;           // of all games
    double branching;       // mean number of legal plies
    int64_t scored_games;   // finished games with a score
    Spread margin;          // of those games, first − second in points
    Interval median_margin; // the same median; bounds from ranks, or from resampled pairs

    // Where a rule may stop the cell early; the caller's to fill.
    bool may_stop;
    StopReason stopped; // the estimates are biased then
    double llr;         // of the test, at the last game; NaN where the rule is none

    // Paired cells only.
    int64_t pairs[VERDICT_COUNT][VERDICT_COUNT]; // as in Tally
    int64_t pentanomial[OUTCOMES_OF_PAIR];       // finished pairs by player 0's half points
    int64_t finished_pairs, unfinished_pairs;
    ScoreStats strength; // of player 0 against player 1
    double nelo, los;    // of that score
} CellStats;

// Whether the bounds that pairs are resampled for are had, which takes some 10 ms a cell.
typedef enum Resampling { RESAMPLING_LEFT_OUT, RESAMPLING_DONE } Resampling;

// Derives everything from a tally. The seed is for resampling pairs; it should be a function of
// the experiment's seed and the cell. False when memory is short.
bool cell_stats_compute(const Tally *tally, uint64_t bootstrap_seed, Resampling resampling,
                        CellStats *stats);

// The moments of the first player's score over finished units, from the counts alone, so also of
// statistics that were read back.
Moments cell_stats_first(const CellStats *self);

// The komi in points that would make the game fair: the median margin plus the komi that the games
// were played with. Only where cell_label_has_komi.
Interval cell_stats_fair_komi(const CellStats *self, const CellLabel *label);

// Writes the cell's object of stats.json: keys in a fixed order, rates in 0..1, margins in points,
// what does not exist as null. `margin` and `median_margin` are left out for games without scores,
// the keys of pairs where there are none.
void stats_write_cell(JsonWriter *json, const CellLabel *label, const CellStats *stats);

// Prints what a person reads at the end of a run: a table with a line a cell, legends below, and
// where different players met a second one of their strength, with what is the same in all lines in
// its heading. `subject` is whose strength that is, player 0's or 1's of each cell. UTF-8, at most
// 100 columns; where they do not suffice, plies and margins follow in a table of their own, and
// long names are cut. Characters count as one column each. False when memory is short.
bool stats_table(FILE *stream, const CellLabel labels[], const CellStats stats[], size_t count,
                 int subject);

#endif
