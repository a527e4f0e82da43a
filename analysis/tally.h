// The integer tallies of one cell: what all its statistics are derived from.
#ifndef HARROW_TALLY_H
#define HARROW_TALLY_H

#include "analysis/distinct.h"
#include "analysis/histogram.h"
#include "analysis/key_table.h"
#include "core/move.h"
#include "core/record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A player's result in the table of pairs.
typedef enum Verdict { VERDICT_WIN, VERDICT_DRAW, VERDICT_LOSS, VERDICT_COUNT } Verdict;

// The tallies. Games may be added in any order, and split over tallies that are merged in any
// order: everything derived is the same. Memory is bounded by the range of plies and margins, the
// limits of Distinct and the number of pairs of which just one game has come.
typedef struct Tally {
    bool paired; // the games 2p and 2p + 1 of the cell are pair p
    int64_t games;
    int64_t results[RESULT_COUNT]; // RESULT_NONE = unfinished; without those lost by a fault
    int64_t ends[END_COUNT];
    int64_t played_out;         // finished games in which somebody would have resigned
    int64_t false_resignations; // those in which he did not lose
    int64_t legal_plies;        // summed over all plies of all games
    Histogram plies;            // of all games
    Histogram margins;          // first − second in half points, of finished games with a score
    Distinct hashes;
    Distinct openings; // mirror images are one
    int64_t repeats;   // games that repeat others for certain, and count nowhere else

    // The rest belongs to paired cells.
    int64_t pairs[VERDICT_COUNT][VERDICT_COUNT]; // finished pairs: [player 0's result when moving
                                                 // first][the same when moving second]
    int64_t faulty_pairs[VERDICT_COUNT][VERDICT_COUNT]; // the same of pairs in which a game was
                                                        // lost by a fault, which say nothing of
                                                        // who moves first
    int64_t unfinished_pairs; // both games have come, at least one of them unfinished
    KeyTable halves;          // by pair: the game that waits for its partner, packed
    KeyTable pair_margins;    // finished pairs with scores, counted by their two margins, packed
} Tally;

// The margins in half points of the two games of a pair (2p, 2p + 1), and how many pairs have them.
typedef struct PairMargins {
    int32_t margins[2];
    int64_t count;
} PairMargins;

// An empty tally; it owns no memory yet.
void tally_init(Tally *self, bool paired);
void tally_release(Tally *self);

// Adds one game, which must not have been added before. False when memory is short; the tally can
// no longer be relied on then.
bool tally_add(Tally *self, const GameFacts *facts);

// Adds all games of another tally of the same cell. False when memory is short, as above.
bool tally_merge(Tally *self, const Tally *from);

// The finished pairs, those of both 3 × 3 tables.
int64_t tally_finished_pairs(const Tally *self);

// The games lost by a fault (end_is_fault).
int64_t tally_faults(const Tally *self);

// Lists the margins of the finished pairs with scores, in no set order, each two margins once.
// The caller frees the list of *count entries; NULL when memory is short.
PairMargins *tally_pair_margins(const Tally *self, size_t *count);

#endif
