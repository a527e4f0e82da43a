// What to play in the end.
#include "search/mcts.h"

#include <math.h>
#include <string.h>

// Adds what another tree found out about the same ply.
static void add(Node *sum, const Node *node) {
    sum->rewards += node->rewards;
    sum->visits += node->visits;
    if (node->low > sum->low) sum->low = node->low;
    if (node->high < sum->high) sum->high = node->high;
}

void mcts_gather(const Tree *trees, int count, RootChildren *children) {
    const Node *root = &trees[0].nodes[MCTS_ROOT];
    children->count = root->count;
    memcpy(children->nodes, &trees[0].nodes[root->children], root->count * sizeof(Node));
    for (int tree = 1; tree < count; tree++) {
        root = &trees[tree].nodes[MCTS_ROOT];
        for (uint32_t i = root->children; i < root->children + root->count; i++) {
            Node *sum = children->nodes;
            while (sum->move != trees[tree].nodes[i].move) sum++;
            add(sum, &trees[tree].nodes[i]);
        }
    }
}

// The best result that is certain, and the best that is possible.
static void bounds_of(const RootChildren *children, unsigned *low, unsigned *high) {
    *low = *high = 0;
    for (int i = 0; i < children->count; i++) {
        if (children->nodes[i].low > *low) *low = children->nodes[i].low;
        if (children->nodes[i].high > *high) *high = children->nodes[i].high;
    }
}

bool mcts_root_is_proven(const RootChildren *children) {
    unsigned low, high;
    bounds_of(children, &low, &high);
    return low == high;
}

// How good a child is in the end; a child that was never tried is worst.
static double final_worth(const MctsOptions *options, const Node *child) {
    if (child->visits == 0) return -1;
    const double mean = child->rewards / child->visits;
    switch ((MctsFinal)options->final) {
    case FINAL_VALUE:
        return mean;
    case FINAL_SECURE: // the lower bound of the mean: Chaslot et al. 2008
        return mean - 1 / sqrt((double)child->visits);
    default:
        return child->visits;
    }
}

const Node *mcts_final_child(const MctsOptions *options, const RootChildren *children, Rng *rng) {
    const Node *best = NULL;
    unsigned low, high;
    double best_worth = 0;
    uint32_t ties = 0;
    bounds_of(children, &low, &high);
    for (int i = 0; i < children->count; i++) {
        const Node *child = &children->nodes[i];
        const double worth = final_worth(options, child);
        if (child->high < low || (low == high && child->low < low)) continue;
        if (ties > 0 && worth < best_worth) continue;
        ties = ties > 0 && worth == best_worth ? ties + 1 : 1;
        best_worth = worth;
        if (ties == 1 || rng_below(rng, ties) == 0) best = child;
    }
    return best;
}
