// What to play in the end.
#include "search/mcts.h"

#include <math.h>
#include <string.h>

// Adds what another tree found out about the same ply.
static void add(RootChildren *self, int at, const Node *node, ScoreBounds score) {
    Node *sum = &self->nodes[at];
    ScoreBounds *bounds = &self->scores[at];
    sum->rewards += node->rewards;
    sum->visits += node->visits;
    if (node->low > sum->low) sum->low = node->low;
    if (node->high < sum->high) sum->high = node->high;
    if (score.low > bounds->low) bounds->low = score.low;
    if (score.high < bounds->high) bounds->high = score.high;
}

static ScoreBounds score_of(const Tree *tree, uint32_t index) {
    return tree->scores ? tree->scores[index] : MCTS_ANY_SCORE;
}

void mcts_gather(const Tree *trees, int count, RootChildren *children) {
    const Node *root = &trees[0].nodes[MCTS_ROOT];
    children->count = root->count;
    memcpy(children->nodes, &trees[0].nodes[root->children], root->count * sizeof(Node));
    for (int i = 0; i < root->count; i++)
        children->scores[i] = score_of(&trees[0], root->children + (uint32_t)i);
    for (int tree = 1; tree < count; tree++) {
        root = &trees[tree].nodes[MCTS_ROOT];
        for (uint32_t i = root->children; i < root->children + root->count; i++) {
            int at = 0;
            while (children->nodes[at].move != trees[tree].nodes[i].move) at++;
            add(children, at, &trees[tree].nodes[i], score_of(&trees[tree], i));
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
        if (children->nodes[i].low > best.low) best.low = children->nodes[i].low;
        if (children->nodes[i].high > best.high) best.high = children->nodes[i].high;
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
    const Node *child = &children->nodes[at];
    if (child->high < best.low || children->scores[at].high < best.score) return false;
    if (best.low < best.high)
        return child->high > 0 && children->scores[at].high >= 0; // no proven loss
    return (child->low == best.low && children->scores[at].low == best.score);
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
