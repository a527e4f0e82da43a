// From a leaf back to the root.
#include "search/mcts_ngrams.h"

#include <math.h>

static double seen_by(unsigned side, double for_first) {
    return side == SIDE_FIRST ? for_first : 1 - for_first;
}

// What a bound is worth to who made the ply.
static double value_of_bound(const Tree *tree, unsigned bound, Side mover) {
    return bound == 1 ? tree_result_value(tree, RESULT_DRAW, mover) : bound / 2.0;
}

// An estimate is no better and no worse than what is proven.
static float within_bounds(const Tree *tree, BoundedPly ply, float estimate) {
    const float low = (float)value_of_bound(tree, ply.low, (Side)ply.mover),
                high = (float)value_of_bound(tree, ply.high, (Side)ply.mover);
    return estimate < low ? low : estimate > high ? high : estimate;
}

// What a node's children say of it: the best of their estimates, as their mover sees them.
static float estimate_by_children(const Simulator *self, const Node *node) {
    const NodeExtra *extras = self->tree->extras;
    const uint32_t count = node_count(node), first = node_children(node);
    float best = 0;
    for (uint32_t i = first; i < first + count; i++) {
        const float estimate = ordered_float(&extras[i].estimate);
        if (estimate > best) best = estimate;
    }
    const BoundedPly ply = node_ply(node);
    const bool same = node_ply(&self->tree->nodes[first]).mover == ply.mover;
    return within_bounds(self->tree, ply, same ? best : 1 - best);
}

// The parent takes over what its children say. False when that changes nothing. In a shared tree
// somebody else may meanwhile have put there what a newer child says: who writes looks again, and
// since all this is in one order, who writes last has seen all children.
static bool back_up_estimate(Simulator *self, uint32_t index) {
    const Node *node = &self->tree->nodes[index];
    float *estimate = &self->tree->extras[index].estimate;
    if (node_count(node) == 0 || relaxed_uint16(&node->tried) == 0)
        return true; // its estimate may be new
    const float old = relaxed_float(estimate);
    float last = old, now = estimate_by_children(self, node);
    if (!self->tree->shared) {
        *estimate = now;
        return now != old;
    }
    while (now != last) {
        ordered_set_float(estimate, last = now);
        now = estimate_by_children(self, node);
    }
    return last != old;
}

// Up the path, as far as anything can have changed: where results are proven, to the root.
static void back_up_estimates(Simulator *self) {
    for (int i = self->path.length - 1; i >= 0; i--) {
        const BoundedPly ply = node_ply(&self->tree->nodes[self->path.node[i]]);
        const bool same = !back_up_estimate(self, self->path.node[i]);
        if (same && ply.low == 0 && ply.high == 2) return;
    }
}

float mcts_spread(uint32_t visits) {
    return (float)(1 / sqrt((double)visits));
}

// What selection asks for again and again.
static inline void set_mean(const Simulator *self, Node *node, double rewards, uint32_t visits) {
    relaxed_set_float(&node->mean, (float)(rewards / visits));
    relaxed_set_float(&node->spread,
                      visits < self->tabulated ? self->spread[visits] : mcts_spread(visits));
}

void mcts_lose_virtually(Simulator *self, int depth) {
    Node *node = &self->tree->nodes[self->path.node[depth]];
    const uint32_t losses = (uint32_t)self->options->virtual_loss;
    self->path.lost[depth] = losses > 0 && relaxed_uint32(&node->visits) < MCTS_BUNDLED_FROM;
    if (!self->path.lost[depth]) return;
    const uint32_t visits = relaxed_add_uint32(&node->visits, losses, true);
    set_mean(self, node, relaxed_double(&node->rewards), visits);
}

// The virtual losses of the node at a depth.
static uint32_t losses_at(const Simulator *self, int depth) {
    return self->tree->shared && self->path.lost[depth] ? (uint32_t)self->options->virtual_loss : 0;
}

// Virtual losses are taken back in the same step: where there was one, the visits stay as they are.
static void add_visits(Simulator *self, const Bundle *more, uint32_t losses) {
    Node *node = &self->tree->nodes[more->node];
    const bool shared = self->tree->shared;
    const uint32_t visits = more->visits == losses
                                ? relaxed_uint32(&node->visits)
                                : relaxed_add_uint32(&node->visits, more->visits - losses, shared);
    set_mean(self, node, relaxed_add_double(&node->rewards, more->rewards, shared), visits);
    if (self->options->selection == SELECTION_TUNED)
        relaxed_add_double(&self->tree->extras[more->node].squares, more->squares, shared);
}

static void unbundle(Simulator *self, Bundle *bundle) {
    if (bundle->visits > 0) add_visits(self, bundle, 0);
    *bundle = (Bundle){0};
}

void mcts_unbundle(Simulator *self) {
    for (int i = 0; i < MCTS_BUNDLES; i++) unbundle(self, &self->bundles[i]);
}

static void bundle(Simulator *self, const Bundle *more, uint32_t visits) {
    Bundle *own = &self->bundles[more->node % MCTS_BUNDLES];
    if (own->node != more->node) unbundle(self, own);
    own->node = more->node;
    own->visits += more->visits;
    own->rewards += more->rewards;
    own->squares += more->squares;
    const uint32_t share = MCTS_BUNDLE_SHARE * (uint32_t)self->options->threads;
    if (own->visits >= visits / share) unbundle(self, own);
}

static void update_node(Simulator *self, int depth, double for_first) {
    const uint32_t index = self->path.node[depth], losses = losses_at(self, depth);
    const Node *node = &self->tree->nodes[index];
    const double reward = seen_by(node_ply(node).mover, for_first);
    const Bundle visit = {index, 1, reward, reward * reward};
    const uint32_t visits = self->tree->shared && losses == 0 ? relaxed_uint32(&node->visits) : 0;
    if (visits >= MCTS_BUNDLED_FROM)
        bundle(self, &visit, visits);
    else
        add_visits(self, &visit, losses);
}

void mcts_abandon(Simulator *self) {
    const bool shared = self->tree->shared;
    for (int i = self->path.length - 1; i >= 0; i--) {
        Node *node = &self->tree->nodes[self->path.node[i]];
        const uint32_t visits = relaxed_add_uint32(&node->visits, -losses_at(self, i), shared);
        if (visits > 0)
            set_mean(self, node, relaxed_double(&node->rewards), visits);
        else { // a mean of 0 would never be chosen: it goes on as an untried one
            relaxed_set_float(&node->mean, (float)mcts_worth_untried(self->options));
            relaxed_set_float(&node->spread, 0);
        }
    }
    relaxed_add_int32(&self->tree->started, -1, shared);
}

// All moves as first: a child also learns from simulations that had its ply later, by its side.
static void update_amaf(Simulator *self, double for_first) {
    self->stamp++;
    int32_t at = self->trace.count;
    for (int depth = self->path.length - 1; depth >= 0; depth--) {
        for (; at > depth; at--) // plies from this node on
            self->stamps[self->trace.sides[at - 1]][mcts_ply_index(self->trace.moves[at - 1])] =
                self->stamp;
        const Node *node = &self->tree->nodes[self->path.node[depth]];
        const uint32_t count = node_count(node), first = node_children(node);
        for (uint32_t i = first; i < first + count; i++) {
            const BoundedPly ply = node_ply(&self->tree->nodes[i]);
            if (self->stamps[ply.mover][mcts_ply_index(ply.move)] != self->stamp) continue;
            NodeExtra *extra = &self->tree->extras[i];
            relaxed_add_double(&extra->amaf, seen_by(ply.mover, for_first), self->tree->shared);
            relaxed_add_uint32(&extra->amaf_visits, 1, self->tree->shared);
        }
    }
}

// GRAVE: every node of the path, the new one included, learns from all plies that came later, each
// once, legal there or not.
static void update_grave(Simulator *self, double for_first) {
    const Trace *trace = &self->trace;
    int32_t at = trace->count, count = 0;
    self->stamp++;
    tree_lock_amaf(self->tree);
    for (int depth = self->path.length - 1; depth >= 0; depth--) {
        for (; at > depth; at--) {
            uint32_t *stamp =
                &self->stamps[trace->sides[at - 1]][mcts_ply_index(trace->moves[at - 1])];
            if (*stamp == self->stamp) continue;
            *stamp = self->stamp;
            self->distinct[count++] = at - 1;
        }
        for (int32_t i = 0; i < count; i++) {
            const int32_t ply = self->distinct[i];
            amaf_table_add(&self->tree->amaf, self->path.key[depth], trace->moves[ply],
                           trace->sides[ply], seen_by(trace->sides[ply], for_first));
        }
    }
    tree_unlock_amaf(self->tree);
}

static void update_means(Simulator *self, double for_first) {
    for (int32_t i = 0; i < self->trace.count; i++) {
        const unsigned side = self->trace.sides[i];
        PlyMean *ply = &self->means[side][mcts_ply_index(self->trace.moves[i])];
        mcts_count_reward(ply, seen_by(side, for_first));
    }
}

void mcts_update(Simulator *self, double for_first) {
    for (int i = self->path.length - 1; i >= 0; i--) update_node(self, i, for_first);
    if (self->options->implicit > 0) back_up_estimates(self);
    if (self->options->rave > 0) update_amaf(self, for_first);
    if (self->tree->amaf.sums) update_grave(self, for_first);
    if (self->means[0]) update_means(self, for_first);
    if (self->ngrams.slots) mcts_count_ngrams(self, for_first);
}

// The bounds of a node from those of its children: who moves there takes the greatest. False when
// nothing changed.
static bool narrow(Simulator *self, uint32_t index) {
    Node *node = &self->tree->nodes[index];
    const Node *children = &self->tree->nodes[node_children(node)];
    unsigned low = 0, high = 0;
    for (uint32_t i = 0; i < node->count; i++) {
        const BoundedPly child = node_ply_in_order(&children[i]);
        if (child.low > low) low = child.low;
        if (child.high > high) high = child.high;
    }
    const bool same = node_ply(children).mover == node_ply(node).mover;
    return same ? node_narrow(node, low, high) : node_narrow(node, 2 - high, 2 - low);
}

// The same for the scores.
static bool narrow_scores(Simulator *self, uint32_t index) {
    const Node *node = &self->tree->nodes[index];
    const uint32_t first = node_children(node);
    ScoreBounds *scores = self->tree->scores, best = score_bounds(&scores[first]);
    for (uint32_t i = first + 1; i < first + node->count; i++) {
        const ScoreBounds child = score_bounds(&scores[i]);
        if (child.low > best.low) best.low = child.low;
        if (child.high > best.high) best.high = child.high;
    }
    const bool same = node_ply(&self->tree->nodes[first]).mover == node_ply(node).mover;
    return score_bounds_narrow(&scores[index], same ? best : (ScoreBounds){-best.high, -best.low});
}

void mcts_note_end(Simulator *self, Outcome outcome) {
    const uint32_t index = self->path.node[self->path.length - 1];
    const Side mover = (Side)node_ply(&self->tree->nodes[index]).mover;
    if (self->tree->extras)
        ordered_set_float(&self->tree->extras[index].estimate,
                          (float)tree_result_value(self->tree, outcome.result, mover));
}

void mcts_prove(Simulator *self, const Position *position, Outcome outcome) {
    const uint32_t index = self->path.node[self->path.length - 1];
    Node *leaf = &self->tree->nodes[index];
    const Side mover = (Side)node_ply(leaf).mover;
    const unsigned bound = (unsigned)(2 * result_value(outcome.result, mover));
    if (node_is_proven(leaf)) return;
    if (self->tree->scores) {
        const int32_t score = evaluate_end(self->game, position, outcome, mover);
        score_bounds_narrow(&self->tree->scores[index], (ScoreBounds){score, score});
    }
    node_narrow(leaf, bound, bound);
    for (int i = self->path.length - 2; i >= 0; i--) {
        bool changed = narrow(self, self->path.node[i]);
        if (self->tree->scores) changed = narrow_scores(self, self->path.node[i]) || changed;
        if (!changed) return;
    }
}

double mcts_settled_reward(const Simulator *self, uint32_t index) {
    const BoundedPly ply = node_ply(&self->tree->nodes[index]);
    const bool first = ply.mover == SIDE_FIRST;
    if (!self->tree->scores)
        return seen_by(ply.mover, value_of_bound(self->tree, ply.low, (Side)ply.mover));
    const int32_t low = score_bounds(&self->tree->scores[index]).low, score = first ? low : -low;
    if (score == 0) return mcts_reward(self, RESULT_DRAW, 0);
    return score > 0 ? mcts_reward(self, RESULT_FIRST, score - EVALUATION_WIN)
                     : mcts_reward(self, RESULT_SECOND, score + EVALUATION_WIN);
}
