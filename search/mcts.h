// Monte Carlo tree search from inside: what its parts share.
//
// Kocsis, Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006; terms as in Browne et al., "A
// survey of Monte Carlo tree search methods", 2012. One simulation: mcts_select.c walks to a leaf,
// mcts_playout.c values it, mcts_backup.c takes the value back up.
#ifndef HARROW_MCTS_H
#define HARROW_MCTS_H

#include "search/evaluate.h"
#include "search/game_clock.h"
#include "search/player.h"

typedef enum MctsSelection { SELECTION_UCB1, SELECTION_TUNED, SELECTION_PUCT } MctsSelection;
typedef enum MctsFinal { FINAL_VISITS, FINAL_VALUE, FINAL_SECURE } MctsFinal;
typedef enum MctsPolicy { POLICY_UNIFORM, POLICY_GREEDY, POLICY_MAST } MctsPolicy;

// The keys of the player; player_mcts.c says what each does.
typedef struct MctsOptions {
    TimeLimits limits;
    int32_t simulations, memory, playout_limit, cutoff;
    int32_t selection, final, playout, solver, reuse;
    double c, first_play, rave, bias, implicit, epsilon, margin, scale;
} MctsOptions;

enum {
    MCTS_ROOT = 0,
    MCTS_MAX_DEPTH = 1024, // of a path in the tree; longer ones are played out from there
    MCTS_WHOLE = -1,       // the cutoff of playouts that go on to the end
    MCTS_MOVES = 1 << 18   // plies told apart where they are counted by themselves
};

// A node is a ply from its parent. Its children are a run in the pool; the ones tried at least
// once come first. Rewards are seen by the side that made the ply, and so are the bounds of the
// result that play from here can have: 0 = loss, 1 = draw, 2 = win. Equal bounds are a proof.
typedef struct Node {
    double rewards; // sum over the visits
    float mean;
    float spread; // 1 / √visits
    uint32_t visits;
    uint32_t children; // index of the first
    uint16_t count;    // of the children; 0 while not expanded, or when the game is over
    uint16_t tried;
    uint32_t move : 24;
    uint32_t mover : 1;
    uint32_t expanded : 1;
    uint32_t low : 2;
    uint32_t high : 2;
} Node;

// What only some variants need of a node, seen as its rewards are.
typedef struct NodeExtra {
    float squares; // sum of squared rewards (UCB1-Tuned)
    float amaf;    // sum of rewards of simulations that have the ply later on (RAVE)
    uint32_t amaf_visits;
    float estimate; // by the evaluator, 0..1; backed up as a minimax value
    float prior;    // share of the parent's priors (PUCT)
} NodeExtra;

// A ply counted by itself, whatever the position: the mean of the rewards of its side.
typedef struct PlyMean {
    float mean;
    uint32_t visits;
} PlyMean;

// The plies of the simulation under way, from the root on.
typedef struct Trace {
    Move *moves;
    uint8_t *sides;
    int32_t count;
} Trace;

typedef struct Mcts {
    Player player;
    MctsOptions options;
    const Game *game;
    Evaluator evaluate;
    Node *nodes;
    NodeExtra *extras; // of the same nodes; NULL when no variant needs them
    uint32_t used;
    uint32_t capacity;
    History history;              // of the line and the simulation under way
    PlyMean *means[SIDE_COUNT];   // by ply; NULL unless the playouts need them
    uint32_t *stamps[SIDE_COUNT]; // by ply: the last simulation that has it; NULL without RAVE
    uint32_t stamp;
    uint32_t *map;      // of nodes that are kept to their new places; NULL without reuse
    Trace trace;        // kept where plies are counted
    int32_t line_count; // plies of the line that the root stands for
    Position position;  // of the root
    GameClock clock;
    Watch watch; // of the search under way
} Mcts;

// The way from the root to a leaf, the root included.
typedef struct Path {
    uint32_t node[MCTS_MAX_DEPTH];
    int length;
} Path;

static inline uint32_t mcts_ply_index(Move move) {
    return (move ^ move >> 18) & (MCTS_MOVES - 1);
}

// Adds a ply to the trace, where one is kept.
static inline void mcts_trace(Mcts *self, Move move, unsigned side) {
    if (!self->trace.moves) return;
    self->trace.moves[self->trace.count] = move;
    self->trace.sides[self->trace.count++] = (uint8_t)side;
}

static inline bool mcts_is_proven(const Node *node) {
    return node->low == node->high;
}

// The reward of an end or a playout for the first player: a mix of result and scaled margin (half
// points). A game without a result counts ½.
double mcts_reward(const MctsOptions *options, Result result, int32_t margin);
// The same with the margin of a position.
double mcts_end_reward(const Mcts *self, const Position *position, Result result);

// Walks from the root to a leaf, expanding it when it was visited before; position, history and
// trace go along. Returns the outcome there, a draw by recurrence included: one node has one
// history, so such a node is never expanded.
Outcome mcts_select(Mcts *self, Position *position, Path *path, Rng *rng);

// Gives a node its children; when the pool is full it stays a leaf.
void mcts_expand(Mcts *self, uint32_t index, const Position *position);

// Values a position that is not over for the first player, 0..1. The trace goes along, the history
// stays. Without meaning when the watch, which a playout ply by ply looks at, is over.
double mcts_playout(Mcts *self, const Position *position, Rng *rng);

// Takes the value of a leaf up its path.
void mcts_update(Mcts *self, const Path *path, double for_first);

// Notes the result of the leaf as proven, and what that proves above it (Winands, Björnsson, Saito,
// "Monte-Carlo tree search solver", 2008, with the bounds of Cazenave, Saffidine, "Score bounded
// Monte-Carlo tree search", 2010, for the three results).
void mcts_prove(Mcts *self, const Path *path, Result result);

// The child to play: proven wins first, proven losses last, then as the options say; ties uniformly
// at random.
const Node *mcts_final_child(const Mcts *self, Rng *rng);

#endif
