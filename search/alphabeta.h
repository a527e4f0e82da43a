// The inside of the alpha-beta player: one thread's search, and what it searches for at the root.
#ifndef HARROW_ALPHABETA_H
#define HARROW_ALPHABETA_H

#include "core/history.h"
#include "search/evaluate.h"
#include "search/limits.h"
#include "search/move_order.h"
#include "search/report.h"
#include "search/transposition.h"

#include <stdatomic.h>

// How the windows of a search are chosen.
typedef enum SearchKind { SEARCH_NEGAMAX, SEARCH_PVS, SEARCH_MTDF } SearchKind;

// Which entries of the table settle a node: those searched as deep or deeper, or just as deep.
typedef enum Cutoffs { CUTOFFS_DEEPER, CUTOFFS_EQUAL } Cutoffs;

typedef struct AlphaBetaOptions {
    TimeLimits limits;
    int32_t depth;
    int32_t nodes;
    int32_t tt;
    double scale;
    int32_t search; // SearchKind
    int32_t threads;
    int32_t aspiration;                                 // half points
    int32_t cutoffs;                                    // Cutoffs
    int32_t hash, killers, history, counters, captures; // 0 or 1: parts of the order of plies
    int32_t null, reductions;                           // 0 or 1
    int32_t futility;                                   // half points
    int32_t quiescence;                                 // plies
    int32_t evaluation;                                 // EvaluationKind
    int32_t ties;                                       // Ties
    int32_t base;                                       // Base
} AlphaBetaOptions;

typedef struct Root Root;

// One thread's search. Options, table and flags are shared with others.
typedef struct Searcher {
    const AlphaBetaOptions *options;
    const Game *game;
    Evaluator evaluate;
    TranspositionTable *table;
    History past; // of the line and the node being searched
    MoveOrder order;
    Move path[MAX_PLY + 1]; // the ply that led to each distance from the root
    uint64_t nodes;         // plies made in this search
    uint64_t node_limit;    // 0 = none
    Watch watch;
    const atomic_bool *done; // another thread has found what all were searching for
    // Told of each level that `deepen` has done before it begins another; NULL = nobody is.
    void (*hear_level)(void *listener, const Position *position, const Root *root, int depth);
    void *listener;
    bool aborted;
    bool estimated; // the last value found rests on an evaluation or a pruning, and proves nothing
} Searcher;

// A node: a position, how deep to search it, and the values that matter.
typedef struct Node {
    const Position *position;
    Side side;
    int depth;
    int ply; // from the root
    int32_t alpha, beta;
} Node;

// True once the search is to end; its values are without meaning from then on.
bool searcher_must_stop(Searcher *self);

// The value of the index-th ply of a node for the side that makes it: exact between alpha and
// beta, else a bound (fail-soft). Sets `estimated`.
int32_t search_ply(Searcher *self, const Node *node, Move move, int index);

// The root's plies, best first.
struct Root {
    Move moves[GAME_MAX_MOVES];
    int count;
    int32_t value; // of moves[0]
    bool proven;   // and whether the game is won, lost or drawn by it needs no deeper search
};

// Searches deeper and deeper, from `from` plies on, until the depth of the options is done, the
// value is settled or the search must stop. Returns the last depth done, 0 for none.
int deepen(Searcher *self, const Position *position, int from, Root *root);

// Puts a ply in front that is uniformly one of the best at a depth that `deepen` has just done.
void choose_among_equals(Searcher *self, const Position *position, int depth, Rng *rng, Root *root);

// Adds the table's best plies behind report->variation[0], up to `depth` plies in all.
void trace_variation(Searcher *self, const Position *from, int depth, Report *report);

// Tells the values of all root plies at a depth, each searched with a full window, the best first.
void value_root(Searcher *self, const Position *position, int depth, Report *report);

// A win or a loss is one at any depth: nothing that a search leaves out can make one up.
static inline bool is_decided(int32_t value) {
    return value >= EVALUATION_WIN || value <= -EVALUATION_WIN;
}

#endif
