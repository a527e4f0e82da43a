// What to play in the end.
#include "search/mcts.h"

#include <math.h>

// Adds what another tree found out about the same ply.
static void add(RootChildren *self, int at, const Node *node, ScoreBounds score) {
    Node *sum = &self->nodes[at];
    ScoreBounds *bounds = &self->scores[at];
    sum->rewards += node->rewards;
    sum->visits += node->visits;
    if (node->ply.low > sum->ply.low) sum->ply.low = node->ply.low;
    if (node->ply.high < sum->ply.high) sum->ply.high = node->ply.high;
    if (score.low > bounds->low) bounds->low = score.low;
    if (score.high < bounds->high) bounds->high = score.high;
}

static ScoreBounds score_of(const Tree *tree, uint32_t index) {
    return tree->scores ? score_bounds(&tree->scores[index]) : MCTS_ANY_SCORE;
}

// What the final choice needs of a child, which others may be writing to.
static Node copy_of(const Node *node) {
    return (Node){.rewards = relaxed_double(&node->rewards),
                  .visits = relaxed_uint32(&node->visits),
                  .ply = node_ply(node)};
}

void mcts_gather(const Tree *trees, int count, RootChildren *children) {
    const Node *root = &trees[0].nodes[MCTS_ROOT];
    children->count = (int)node_count(root);
    for (int i = 0; i < children->count; i++) {
        children->nodes[i] = copy_of(&trees[0].nodes[node_children(root) + (uint32_t)i]);
        children->scores[i] = score_of(&trees[0], node_children(root) + (uint32_t)i);
    }
    for (int tree = 1; tree < count; tree++) {
        root = &trees[tree].nodes[MCTS_ROOT];
        const uint32_t first = node_children(root);
        for (uint32_t i = first; i < first + root->count; i++) {
            const Node node = copy_of(&trees[tree].nodes[i]);
            int at = 0;
            while (children->nodes[at].ply.move != node.ply.move) at++;
            add(children, at, &node, score_of(&trees[tree], i));
        }
    }
}

// The best result and score that are certain, and the best result that is possible.
typedef struct Certain {
    unsigned low, high;
    int32_t score;
} Certain;

static Certain certain_of(const RootChildren *children) {
    Certain best = {0, 0, -EVALUATION_INFINITE};
    for (int i = 0; i < children->count; i++) {
        const BoundedPly ply = children->nodes[i].ply;
        if (ply.low > best.low) best.low = ply.low;
        if (ply.high > best.high) best.high = ply.high;
        if (children->scores[i].low > best.score) best.score = children->scores[i].low;
    }
    return best;
}

bool mcts_root_is_proven(const RootChildren *children) {
    const Certain best = certain_of(children);
    return best.low == best.high;
}

// Whether a child may be chosen: no other is better for certain and, once the result is known, it
// has it with the greatest certain score.
static bool is_eligible(const RootChildren *children, int at, Certain best) {
    const BoundedPly child = children->nodes[at].ply;
    if (child.high < best.low || children->scores[at].high < best.score) return false;
    if (best.low < best.high)
        return child.high > 0 && children->scores[at].high >= 0; // no proven loss
    return (child.low == best.low && children->scores[at].low == best.score);
}

bool mcts_has_robust_max(const RootChildren *children) {
    const Certain best = certain_of(children);
    uint32_t most = 0, most_of_best = 0;
    double best_mean = -1;
    for (int i = 0; i < children->count; i++) {
        const Node *child = &children->nodes[i];
        if (child->visits == 0 || !is_eligible(children, i, best)) continue;
        const double mean = child->rewards / child->visits;
        if (child->visits > most) most = child->visits;
        if (mean > best_mean || (mean == best_mean && child->visits > most_of_best)) {
            best_mean = mean;
            most_of_best = child->visits;
        }
    }
    return most == most_of_best;
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
    case FINAL_ROBUST_MAX: // the mean, 0..1, decides among those with most visits
        return child->visits + mean / 2;
    default:
        return child->visits;
    }
}

const Node *mcts_final_child(const MctsOptions *options, const RootChildren *children, Rng *rng) {
    const Certain certain = certain_of(children);
    const Node *best = NULL;
    double best_worth = 0;
    uint32_t ties = 0;
    for (int i = 0; i < children->count; i++) {
        const Node *child = &children->nodes[i];
        const double worth = final_worth(options, child);
        if (!is_eligible(children, i, certain)) continue;
        if (ties > 0 && worth < best_worth) continue;
        ties = ties > 0 && worth == best_worth ? ties + 1 : 1;
        best_worth = worth;
        if (ties == 1 || rng_below(rng, ties) == 0) best = child;
    }
    return best;
}
