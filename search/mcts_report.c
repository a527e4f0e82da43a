// What a tree tells beside the choice that is made from it.
#include "search/mcts.h"

#include <math.h>
#include <stdlib.h>

double mcts_child_value(const Node *child) {
    return node_is_proven(child) ? child->ply.low / 2.0
           : child->visits       ? child->rewards / child->visits
                                 : NAN;
}

static int compare_plies(const void *a, const void *b) {
    const uint64_t one = ((const RootPly *)a)->work, other = ((const RootPly *)b)->work;
    if (one != other) return (one < other) - (one > other);
    return root_ply_order_of_equals(a, b);
}

// NULL where no child was visited.
static const Node *most_visited_child(const Tree *tree, const Node *node) {
    const uint32_t count = node_count(node), first = node_children(node);
    const Node *best = NULL;
    uint32_t most = 0;
    for (uint32_t i = 0; i < count; i++) {
        const Node *child = &tree->nodes[first + i];
        const uint32_t visits = relaxed_uint32(&child->visits);
        if (visits <= most) continue;
        best = child;
        most = visits;
    }
    return best;
}

static const Node *child_by(const Tree *tree, const Node *node, Move move) {
    const uint32_t count = node_count(node), first = node_children(node);
    uint32_t i = 0;
    while (i < count && node_ply(&tree->nodes[first + i]).move != move) i++;
    return i < count ? &tree->nodes[first + i] : NULL;
}

void mcts_report(const Tree *tree, const RootChildren *children, Report *report) {
    const Node *node = child_by(tree, &tree->nodes[MCTS_ROOT], report->variation[0]);
    for (report->count = 0; report->count < children->count; report->count++) {
        const Node *child = &children->nodes[report->count];
        report->plies[report->count] = (RootPly){child->ply.move, mcts_child_value(child),
                                                 node_is_proven(child), child->visits};
    }
    qsort(report->plies, (size_t)report->count, sizeof *report->plies, compare_plies);
    while (node && report->length < REPORT_MAX_VARIATION && (node = most_visited_child(tree, node)))
        report->variation[report->length++] = node_ply(node).move;
}
