// From a leaf back to the root, and what to play in the end.
#include "search/mcts.h"

#include <math.h>

static double seen_by(unsigned side, double for_first) {
    return side == SIDE_FIRST ? for_first : 1 - for_first;
}

// The best estimate among the children, as their mover sees them; the parent takes it over.
static void back_up_estimate(Mcts *self, uint32_t index) {
    const Node *node = &self->nodes[index];
    if (node->count == 0 || node->tried == 0) return;
    float best = 0;
    for (uint32_t i = node->children; i < node->children + node->count; i++)
        if (self->extras[i].estimate > best) best = self->extras[i].estimate;
    const bool same = self->nodes[node->children].mover == node->mover;
    self->extras[index].estimate = same ? best : 1 - best;
}

static void update_node(Mcts *self, uint32_t index, double for_first) {
    Node *node = &self->nodes[index];
    const double reward = seen_by(node->mover, for_first);
    node->rewards += reward;
    node->visits++;
    node->mean = (float)(node->rewards / node->visits);
    node->spread = (float)(1 / sqrt((double)node->visits));
    if (!self->extras) return;
    self->extras[index].squares += (float)(reward * reward);
    if (self->options.implicit > 0) back_up_estimate(self, index);
}

// All moves as first: a child also learns from simulations that had its ply later, by its side.
static void update_amaf(Mcts *self, const Path *path, double for_first) {
    self->stamp++;
    int32_t at = self->trace.count;
    for (int depth = path->length - 1; depth >= 0; depth--) {
        for (; at > depth; at--) // plies from this node on
            self->stamps[self->trace.sides[at - 1]][mcts_ply_index(self->trace.moves[at - 1])] =
                self->stamp;
        const Node *node = &self->nodes[path->node[depth]];
        for (uint32_t i = node->children; i < node->children + node->count; i++) {
            const Node *child = &self->nodes[i];
            if (self->stamps[child->mover][mcts_ply_index(child->move)] != self->stamp) continue;
            self->extras[i].amaf += (float)seen_by(child->mover, for_first);
            self->extras[i].amaf_visits++;
        }
    }
}

static void update_means(Mcts *self, double for_first) {
    for (int32_t i = 0; i < self->trace.count; i++) {
        const unsigned side = self->trace.sides[i];
        PlyMean *ply = &self->means[side][mcts_ply_index(self->trace.moves[i])];
        const double reward = seen_by(side, for_first);
        ply->visits++;
        ply->mean += (float)((reward - (double)ply->mean) / ply->visits);
    }
}

void mcts_update(Mcts *self, const Path *path, double for_first) {
    for (int i = path->length - 1; i >= 0; i--) update_node(self, path->node[i], for_first);
    if (self->stamps[0]) update_amaf(self, path, for_first);
    if (self->means[0]) update_means(self, for_first);
}

static void set_bounds(Node *node, unsigned low, unsigned high) {
    node->low = low & 3;
    node->high = high & 3;
}

// The bounds of a node from those of its children: who moves there takes the greatest. False when
// nothing changed.
static bool narrow(Mcts *self, uint32_t index) {
    Node *node = &self->nodes[index];
    unsigned low = 0, high = 0;
    for (uint32_t i = node->children; i < node->children + node->count; i++) {
        if (self->nodes[i].low > low) low = self->nodes[i].low;
        if (self->nodes[i].high > high) high = self->nodes[i].high;
    }
    const bool same = self->nodes[node->children].mover == node->mover;
    const unsigned old_low = node->low, old_high = node->high;
    if (same)
        set_bounds(node, low, high);
    else
        set_bounds(node, 2 - high, 2 - low);
    return node->low != old_low || node->high != old_high;
}

void mcts_prove(Mcts *self, const Path *path, Result result) {
    Node *leaf = &self->nodes[path->node[path->length - 1]];
    const unsigned bound = (unsigned)(2 * result_value(result, (Side)leaf->mover));
    if (mcts_is_proven(leaf)) return;
    set_bounds(leaf, bound, bound);
    for (int i = path->length - 2; i >= 0; i--)
        if (!narrow(self, path->node[i])) return;
}

// How good a child is in the end; a child that was never tried is worst.
static double final_worth(const Mcts *self, const Node *child) {
    if (child->visits == 0) return -1;
    switch ((MctsFinal)self->options.final) {
    case FINAL_VALUE:
        return child->mean;
    case FINAL_SECURE: // the lower bound of the mean: Chaslot et al. 2008
        return (double)child->mean - (double)child->spread;
    default:
        return child->visits;
    }
}

const Node *mcts_final_child(const Mcts *self, Rng *rng) {
    const Node *root = &self->nodes[MCTS_ROOT], *best = NULL;
    unsigned sure = 0; // the best result that is certain
    double best_worth = 0;
    uint32_t ties = 0;
    for (uint32_t i = 0; i < root->count; i++)
        if (self->nodes[root->children + i].low > sure) sure = self->nodes[root->children + i].low;
    for (uint32_t i = 0; i < root->count; i++) {
        const Node *child = &self->nodes[root->children + i];
        const double worth = final_worth(self, child);
        if (child->high < sure || (mcts_is_proven(root) && child->low < sure)) continue;
        if (ties > 0 && worth < best_worth) continue;
        ties = ties > 0 && worth == best_worth ? ties + 1 : 1;
        best_worth = worth;
        if (ties == 1 || rng_below(rng, ties) == 0) best = child;
    }
    return best;
}
