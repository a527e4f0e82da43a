// From a leaf back to the root.
#include "search/mcts_ngrams.h"

#include <math.h>

static double seen_by(unsigned side, double for_first) {
    return side == SIDE_FIRST ? for_first : 1 - for_first;
}

// The best estimate among the children, as their mover sees them; the parent takes it over.
static void back_up_estimate(Simulator *self, uint32_t index) {
    const Node *node = &self->tree->nodes[index];
    if (node->count == 0 || node->tried == 0) return;
    float best = 0;
    for (uint32_t i = node->children; i < node->children + node->count; i++)
        if (self->tree->extras[i].estimate > best) best = self->tree->extras[i].estimate;
    const bool same = self->tree->nodes[node->children].mover == node->mover;
    self->tree->extras[index].estimate = same ? best : 1 - best;
}

// What selection asks for again and again.
static void set_mean(Node *node) {
    node->mean = (float)(node->rewards / node->visits);
    node->spread = (float)(1 / sqrt((double)node->visits));
}

void mcts_lose_virtually(Simulator *self, uint32_t index) {
    Node *node = &self->tree->nodes[index];
    node->visits += (uint32_t)self->options->virtual_loss;
    if (node->visits > 0) set_mean(node);
}

static void update_node(Simulator *self, uint32_t index, double for_first) {
    Node *node = &self->tree->nodes[index];
    const double reward = seen_by(node->mover, for_first);
    if (self->tree->shared) node->visits -= (uint32_t)self->options->virtual_loss;
    node->rewards += reward;
    node->visits++;
    set_mean(node);
    if (!self->tree->extras) return;
    self->tree->extras[index].squares += (float)(reward * reward);
    if (self->options->implicit > 0) back_up_estimate(self, index);
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
        for (uint32_t i = node->children; i < node->children + node->count; i++) {
            const Node *child = &self->tree->nodes[i];
            if (self->stamps[child->mover][mcts_ply_index(child->move)] != self->stamp) continue;
            self->tree->extras[i].amaf += (float)seen_by(child->mover, for_first);
            self->tree->extras[i].amaf_visits++;
        }
    }
}

static void update_means(Simulator *self, double for_first) {
    for (int32_t i = 0; i < self->trace.count; i++) {
        const unsigned side = self->trace.sides[i];
        PlyMean *ply = &self->means[side][mcts_ply_index(self->trace.moves[i])];
        mcts_count_reward(ply, seen_by(side, for_first));
    }
}

void mcts_update(Simulator *self, double for_first) {
    for (int i = self->path.length - 1; i >= 0; i--)
        update_node(self, self->path.node[i], for_first);
    if (self->stamps[0]) update_amaf(self, for_first);
    if (self->means[0]) update_means(self, for_first);
    if (self->ngrams.slots) mcts_count_ngrams(self, for_first);
}

static void set_bounds(Node *node, unsigned low, unsigned high) {
    node->low = low & 3;
    node->high = high & 3;
}

// The bounds of a node from those of its children: who moves there takes the greatest. False when
// nothing changed.
static bool narrow(Simulator *self, uint32_t index) {
    Node *node = &self->tree->nodes[index];
    unsigned low = 0, high = 0;
    for (uint32_t i = node->children; i < node->children + node->count; i++) {
        if (self->tree->nodes[i].low > low) low = self->tree->nodes[i].low;
        if (self->tree->nodes[i].high > high) high = self->tree->nodes[i].high;
    }
    const bool same = self->tree->nodes[node->children].mover == node->mover;
    const unsigned old_low = node->low, old_high = node->high;
    if (same)
        set_bounds(node, low, high);
    else
        set_bounds(node, 2 - high, 2 - low);
    return node->low != old_low || node->high != old_high;
}

void mcts_prove(Simulator *self, Result result) {
    Node *leaf = &self->tree->nodes[self->path.node[self->path.length - 1]];
    const unsigned bound = (unsigned)(2 * result_value(result, (Side)leaf->mover));
    if (mcts_is_proven(leaf)) return;
    set_bounds(leaf, bound, bound);
    for (int i = self->path.length - 2; i >= 0; i--)
        if (!narrow(self, self->path.node[i])) return;
}
