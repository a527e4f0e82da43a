// The nodes of a search tree, which several simulators read and write at once without a lock
// (Enzenberger, Müller, "A lock-free multithreaded Monte-Carlo tree search algorithm", 2009): sums
// lose nothing, bounds only narrow, and what is derived from them is right again with the next
// visit. A node's place, its ply and who made it stay as they are while anybody searches.
#ifndef HARROW_MCTS_NODE_H
#define HARROW_MCTS_NODE_H

#include "search/evaluate.h"
#include "search/relaxed.h"

// In place of the index of children: there are none; a simulator is about to make them.
#define NODE_LEAF 0u
#define NODE_EXPANDING UINT32_MAX

// The ply that leads to a node, and the bounds of the result that play from there can have, seen by
// the side that made it: 0 = loss, 1 = draw, 2 = win. Equal bounds are a proof. One word, which is
// read and written as a whole.
typedef struct BoundedPly {
    uint32_t move : 24;
    uint32_t mover : 1;
    uint32_t low : 2;
    uint32_t high : 2;
    uint32_t unused : 3;
} BoundedPly;

// Its children are a run in the pool. Where each is tried once before any is compared, the ones
// tried come first. Rewards are seen by the side that made the ply.
typedef struct Node {
    double rewards; // sum over the visits
    float mean;
    float spread; // 1 / √visits
    uint32_t visits;
    uint32_t children; // index of the first, NODE_LEAF or NODE_EXPANDING
    uint16_t count;    // of the children, once they are there
    uint16_t tried;
    BoundedPly ply;
} Node;

// What only some variants need of a node, seen as its rewards are.
typedef struct NodeExtra {
    double squares; // sum of squared rewards (UCB1-Tuned)
    double amaf;    // sum of rewards of simulations that have the ply later on (RAVE)
    uint32_t amaf_visits;
    float estimate; // by the evaluator, 0..1; backed up as a minimax value
    float prior;    // share of the parent's priors (PUCT)
} NodeExtra;

// The bounds of the value that play from a node can have, as evaluate_end gives it and seen as the
// node's rewards are: the margin of a win or a loss counts too.
typedef struct ScoreBounds {
    _Alignas(8) int32_t low; // read and written together
    int32_t high;
} ScoreBounds;

static const ScoreBounds MCTS_ANY_SCORE = {-EVALUATION_INFINITE, EVALUATION_INFINITE};

static inline BoundedPly node_ply(const Node *self) {
    BoundedPly ply;
    __atomic_load(&self->ply, &ply, __ATOMIC_RELAXED);
    return ply;
}

// In one order with all calls of node_narrow: of two who narrow two children of one node, and then
// look at both, one sees both.
static inline BoundedPly node_ply_in_order(const Node *self) {
    BoundedPly ply;
    __atomic_load(&self->ply, &ply, __ATOMIC_SEQ_CST);
    return ply;
}

static inline bool node_is_proven(const Node *self) {
    const BoundedPly ply = node_ply(self);
    return ply.low == ply.high;
}

// The index of the first child, once a node has any.
static inline uint32_t node_children(const Node *self) {
    return relaxed_uint32(&self->children);
}

// How many children there are. Who has seen them here may go to them, and read `count`, from then
// on.
static inline uint32_t node_count(const Node *self) {
    const uint32_t children = __atomic_load_n(&self->children, __ATOMIC_ACQUIRE);
    return children == NODE_LEAF || children == NODE_EXPANDING ? 0 : self->count;
}

// Makes the caller the one who expands a leaf; false when another is, or has.
static inline bool node_begin_expansion(Node *self) {
    uint32_t leaf = NODE_LEAF;
    return __atomic_compare_exchange_n(&self->children, &leaf, NODE_EXPANDING, false,
                                       __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

// Shows children that are all set to everybody; NODE_LEAF when none could be made.
static inline void node_end_expansion(Node *self, uint32_t children) {
    __atomic_store_n(&self->children, children, __ATOMIC_RELEASE);
}

// Narrows the bounds, and never widens them. False when nothing changed.
static inline bool node_narrow(Node *self, unsigned low, unsigned high) {
    BoundedPly old = node_ply(self), new;
    do {
        new = old;
        if (low > old.low) new.low = low & 3;
        if (high < old.high) new.high = high & 3;
        if (new.low == old.low &&new.high == old.high) return false;
    } while (!__atomic_compare_exchange(&self->ply, &old, &new, false, __ATOMIC_SEQ_CST,
                                        __ATOMIC_SEQ_CST));
    return true;
}

// Both of these as those of a node, in order.
static inline ScoreBounds score_bounds(const ScoreBounds *self) {
    ScoreBounds bounds;
    __atomic_load(self, &bounds, __ATOMIC_SEQ_CST);
    return bounds;
}

static inline bool score_bounds_narrow(ScoreBounds *self, ScoreBounds by) {
    ScoreBounds old = score_bounds(self), new;
    do {
        new = old;
        if (by.low > old.low) new.low = by.low;
        if (by.high < old.high) new.high = by.high;
        if (new.low == old.low &&new.high == old.high) return false;
    } while (
        !__atomic_compare_exchange(self, &old, &new, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    return true;
}

#endif
