// Monte Carlo tree search from inside: what its parts share.
//
// Kocsis, Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006; terms as in Browne et al., "A
// survey of Monte Carlo tree search methods", 2012. One simulation: mcts_select.c walks to a leaf,
// mcts_playout.c values it, mcts_backup.c takes the value back up; mcts_final.c chooses in the end.
#ifndef HARROW_MCTS_H
#define HARROW_MCTS_H

#include "search/amaf_table.h"
#include "search/evaluate.h"
#include "search/game_clock.h"
#include "search/mcts_node.h"
#include "search/player.h"

#include <pthread.h>

typedef enum MctsSelection { SELECTION_UCB1, SELECTION_TUNED, SELECTION_PUCT } MctsSelection;
typedef enum MctsFinal { FINAL_VISITS, FINAL_VALUE, FINAL_SECURE, FINAL_ROBUST_MAX } MctsFinal;
typedef enum MctsSolver { SOLVER_OFF, SOLVER_ON, SOLVER_SCORE } MctsSolver;
typedef enum MctsDecisive { DECISIVE_OFF, DECISIVE_WIN, DECISIVE_BOTH } MctsDecisive;
typedef enum MctsParallel { PARALLEL_TREE, PARALLEL_ROOT } MctsParallel;
typedef enum MctsPolicy { POLICY_UNIFORM, POLICY_GREEDY, POLICY_MAST, POLICY_NST } MctsPolicy;

// The keys of the player; player_mcts.c says what each does.
typedef struct MctsOptions {
    TimeLimits limits;
    int32_t simulations, memory, playout_limit, cutoff;
    int32_t selection, final, playout, solver, reuse, decisive;
    int32_t threads, parallel, virtual_loss, base, grave;
    double grave_bias;
    double c, first_play, rave, bias, implicit, epsilon, margin, scale, contempt;
} MctsOptions;

enum {
    MCTS_ROOT = 0,
    CACHE_LINE = 64,              // bytes that processors pass between them as a whole
    MCTS_MAX_DEPTH = 1024,        // of a path in the tree; longer ones are played out from there
    MCTS_UNKNOWN_FIRST = 1000000, // a worth greater than all that is known
    MCTS_WHOLE = -1,              // the cutoff of playouts that go on to the end
    MCTS_TABULATED = 4096,        // visits for which roots are kept in tables
    MCTS_MOVES = 1 << 18,         // plies told apart where they are counted by themselves
    MCTS_MAX_NGRAM = 3,           // plies in a row that are counted together
    MCTS_BUNDLES = 512,           // of visits
    MCTS_BUNDLED_FROM = 1024,     // visits of a node whose further ones go in bundles
    MCTS_BUNDLE_SHARE = 128       // of the visits of a node, what all bundles have at most
};

// The simulations that a search which is allowed so many may make at most: final=robustmax goes on
// until it finds its child.
static inline int32_t mcts_most_simulations(const MctsOptions *options, int32_t allowed) {
    if (options->final != FINAL_ROBUST_MAX) return allowed;
    return allowed < INT32_MAX / 2 ? 2 * allowed : INT32_MAX;
}

// A ply counted by itself, whatever the position: the mean of the rewards of its side.
typedef struct PlyMean {
    float mean;
    uint32_t visits;
} PlyMean;

static inline void mcts_count_reward(PlyMean *self, double reward) {
    if (self->visits < UINT32_MAX) self->visits++;
    self->mean += (float)((reward - (double)self->mean) / self->visits);
}

// Plies in a row, whoever made them, counted for the side of the last one (mcts_ngrams.h).
typedef struct Ngram {
    uint64_t key; // 0 = the slot is free
    PlyMean ply;
} Ngram;

// An open-addressed table of N-grams. When it is full, new ones are dropped.
typedef struct NgramTable {
    Ngram *slots; // NULL without NST
    uint32_t mask;
    uint32_t used;
} NgramTable;

// The plies of the simulation under way, from the root on.
typedef struct Trace {
    Move *moves;
    uint8_t *sides;
    int32_t count;
} Trace;

// A search tree: one pool of nodes, in which all its simulators search at once. What they write all
// the time is apart in memory from what they read.
typedef struct Tree {
    Node *nodes;
    NodeExtra *extras;   // of the same nodes; NULL when no variant needs them
    ScoreBounds *scores; // of the same nodes; NULL when margins are not proven
    uint32_t *map;       // of nodes that are kept to their new places; NULL without reuse
    uint64_t key;        // of the root, in the table of GRAVE
    uint32_t capacity;
    int32_t limit;      // of the simulations of this search
    int32_t line_count; // plies of the line that the root stands for
    double contempt;    // what a draw is worth less than ½ to the first player; negative when the
                        // second searches
    bool shared;        // by several simulators
    bool full;          // some node's children had no room
    Position position;  // of the root
    AmafTable amaf;     // empty without GRAVE; who uses it holds the lock
    pthread_mutex_t lock;
    _Alignas(CACHE_LINE) int32_t started; // simulations of this search
    uint32_t used;                        // nodes
} Tree;

static inline void tree_lock_amaf(Tree *self) {
    if (self->shared && self->amaf.sums) pthread_mutex_lock(&self->lock);
}

static inline void tree_unlock_amaf(Tree *self) {
    if (self->shared && self->amaf.sums) pthread_mutex_unlock(&self->lock);
}

// What a result is worth to a side, 0..1: a draw ½, but for contempt.
static inline double tree_result_value(const Tree *self, Result result, Side side) {
    const double value = result_value(result, side);
    if (result != RESULT_DRAW) return value;
    return side == SIDE_FIRST ? value - self->contempt : value + self->contempt;
}

// The way from the root to a leaf, the root included.
typedef struct Path {
    uint32_t node[MCTS_MAX_DEPTH];
    uint8_t lost[MCTS_MAX_DEPTH]; // whether virtual losses were counted
    uint64_t key[MCTS_MAX_DEPTH]; // of the nodes in the tree's table; GRAVE only
    int reference;                // whose sums count here: the last with enough visits, or the root
    int length;
} Path;

// Visits that a simulator has yet to add to a node. In a shared tree the nodes that all go through
// are the ones that all would write to, and wait for; of those with many visits it does not matter
// when one in MCTS_BUNDLE_SHARE becomes known.
typedef struct Bundle {
    uint32_t node;
    uint32_t visits; // 0: it is empty
    double rewards;
    double squares;
} Bundle;

// One thread's part of a search: it makes simulations in a tree.
typedef struct Simulator {
    const MctsOptions *options;
    const Game *game;
    Evaluator evaluate;
    Tree *tree;
    History history; // of the line and the simulation under way
    Path path;
    Trace trace;                  // kept where plies are counted
    PlyMean *means[SIDE_COUNT];   // by ply; NULL unless the playouts need them
    uint32_t *stamps[SIDE_COUNT]; // by ply: the last simulation that has it; NULL without AMAF
    int32_t *distinct;            // where in the trace; GRAVE only
    NgramTable ngrams;            // of two plies and more
    uint32_t stamp;
    Watch watch;                       // of the search under way
    int32_t reserved;                  // simulations that the tree has counted for it already
    Bundle bundles[MCTS_BUNDLES];      // by node; empty unless the tree is shared
    uint32_t tabulated;                // entries of the tables: MCTS_TABULATED, or none
    float exploration[MCTS_TABULATED]; // c · √ln n
    float spread[MCTS_TABULATED];      // 1 / √n
} Simulator;

static inline uint32_t mcts_ply_index(Move move) {
    return (move ^ move >> 18) & (MCTS_MOVES - 1);
}

// Adds a ply to the trace, where one is kept.
static inline void mcts_trace(Simulator *self, Move move, unsigned side) {
    if (!self->trace.moves) return;
    self->trace.moves[self->trace.count] = move;
    self->trace.sides[self->trace.count++] = (uint8_t)side;
}

// Whether more search below a node cannot change what is known of its value.
static inline bool mcts_is_settled(const Tree *tree, uint32_t index) {
    if (!tree->scores) return node_is_proven(&tree->nodes[index]);
    const ScoreBounds bounds = score_bounds(&tree->scores[index]);
    return bounds.low == bounds.high;
}

// The reward of an end or a playout for the first player: a mix of result and scaled margin (half
// points). A game without a result counts ½.
double mcts_reward(const Simulator *self, Result result, int32_t margin);
// The same with the margin of a position.
double mcts_end_reward(const Simulator *self, const Position *position, Result result);

// Walks from the root to a leaf, expanding it when it was visited before; position, history, path
// and trace go along. Returns the outcome there, a draw by recurrence included: one node has one
// history, so such a node is never expanded.
Outcome mcts_select(Simulator *self, Position *position, Rng *rng);

// What the tables have, for any number of visits ≥ 1.
float mcts_exploration(const MctsOptions *options, uint32_t visits);
float mcts_spread(uint32_t visits);

// What a child that was never tried is worth: the first-play urgency (Gelly, Wang 2006) where there
// is one, ½ in PUCT, else more than all that is known, so that each is tried once first.
double mcts_worth_untried(const MctsOptions *options);

// The child of an expanded node that a simulation goes to, as the options say. Variants that know
// something of untried children (PUCT, RAVE, GRAVE, progressive bias, implicit minimax) compare
// them with the others; else one is drawn. *value: its worth where any were compared, else NaN.
uint32_t mcts_choose_child(Simulator *self, Node *node, Rng *rng, float *value);

// Gives a node its children, unless the pool is full or another simulator is about to.
void mcts_expand(Simulator *self, uint32_t index, const Position *position, Rng *rng);

// Values a position that is not over for the first player, 0..1. The trace goes along, the history
// stays. Without meaning when the watch, which a playout ply by ply looks at, is over.
double mcts_playout(Simulator *self, const Position *position, Rng *rng);

// A ply that wins at once, MOVE_NONE when there is none.
Move mcts_winning_ply(const Game *game, const Position *position);
// Whether a ply loses at once, or lets the opponent win at once. Draws by recurrence are not seen.
bool mcts_is_blunder(const Game *game, const Position *position, Move move);
// Moves those of the legal plies to the front that a tree is to have, and returns how many: one
// that wins at once, or those that are no blunders, as the options say; else all.
int mcts_keep_decisive(const Simulator *self, const Position *position, Move *moves, int count);

// Takes the value of a leaf up the path, and virtual losses back.
void mcts_update(Simulator *self, double for_first);

// Adds to the tree what is still in bundles.
void mcts_unbundle(Simulator *self);

// The reward that a settled node stands for, for the first player.
double mcts_settled_reward(const Simulator *self, uint32_t index);

// Makes the result of the leaf, where play is over, its estimate.
void mcts_note_end(Simulator *self, Outcome outcome);

// Notes what the end at the leaf is worth as proven, and what that proves above it (Winands,
// Björnsson, Saito, "Monte-Carlo tree search solver", 2008, with the bounds of Cazenave, Saffidine,
// "Score bounded Monte-Carlo tree search", 2010, for the three results and, with solver=score, for
// the margins).
void mcts_prove(Simulator *self, const Position *position, Outcome outcome);

// Takes back a simulation that was begun by mcts_select and shall not count: its virtual losses and
// its place among those started. It leaves nothing behind but nodes. The history is the caller's to
// rewind.
void mcts_abandon(Simulator *self);

// Counts losses of the node at a depth of the path, which update and abandon take back, so that
// others go elsewhere. Where a node has many visits they would change nothing, and are left out.
void mcts_lose_virtually(Simulator *self, int depth);

// The children of a root as the search leaves them.
typedef struct RootChildren {
    Node nodes[GAME_MAX_MOVES];
    ScoreBounds scores[GAME_MAX_MOVES]; // as wide as can be when margins are not proven
    int count;
} RootChildren;

// Adds up the children of the roots of several trees of one position.
void mcts_gather(const Tree *trees, int count, RootChildren *children);

// The child to play: proven wins first, proven losses last, among equal proven results the greatest
// margin that is certain; then as the options say; ties uniformly at random.
const Node *mcts_final_child(const MctsOptions *options, const RootChildren *children, Rng *rng);

// Whether a child that may be chosen has both the most visits and the best mean of them
// (final=robustmax: Chaslot et al., "Progressive strategies for Monte-Carlo tree search", 2008).
bool mcts_has_robust_max(const RootChildren *children);

// Whether the results of the children prove the root's.
bool mcts_root_is_proven(const RootChildren *children);

// The value of a child of the root for the side to move there, 0..1; NaN before its first visit.
double mcts_child_value(const Node *child);

// Tells of these children, the most visited first, and adds the way of most visits behind the ply
// report->variation[0]; others may be searching the tree.
void mcts_report(const Tree *tree, const RootChildren *children, Report *report);

#endif
