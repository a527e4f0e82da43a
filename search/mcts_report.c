// What a tree tells beside the choice that is made from it.
#include "search/mcts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

// The most visited of the children that keep the best result that is certain, and, once that is
// all that is possible, are proven to have it. NULL where none of them was visited.
static const Node *likely_child(const Tree *tree, const Node *node) {
    const uint32_t count = node_count(node), first = node_children(node);
    const Node *best = NULL;
    uint32_t most = 0, low = 0, high = 0;
    for (uint32_t i = first; i < first + count; i++) {
        const BoundedPly ply = node_ply(&tree->nodes[i]);
        if (ply.low > low) low = ply.low;
        if (ply.high > high) high = ply.high;
    }
    for (uint32_t i = first; i < first + count; i++) {
        const Node *child = &tree->nodes[i];
        const BoundedPly ply = node_ply(child);
        const uint32_t visits = relaxed_uint32(&child->visits);
        if (visits <= most || ply.high < low || (low == high && ply.low < low)) continue;
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

// Moves the ply that is played to the front.
static void put_first(Report *report, Move move) {
    int at = 0;
    while (at < report->count && report->plies[at].move != move) at++;
    if (at == report->count) return;
    const RootPly chosen = report->plies[at];
    memmove(report->plies + 1, report->plies, (size_t)at * sizeof *report->plies);
    report->plies[0] = chosen;
}

void mcts_report(const Tree *tree, const RootChildren *children, Report *report) {
    const Node *node = child_by(tree, &tree->nodes[MCTS_ROOT], report->variation[0]);
    for (report->count = 0; report->count < children->count; report->count++) {
        const Node *child = &children->nodes[report->count];
        report->plies[report->count] = (RootPly){child->ply.move, mcts_child_value(child),
                                                 node_is_proven(child), child->visits};
    }
    qsort(report->plies, (size_t)report->count, sizeof *report->plies, compare_plies);
    put_first(report, report->variation[0]);
    while (node && report->length < REPORT_MAX_VARIATION && (node = likely_child(tree, node)))
        report->variation[report->length++] = node_ply(node).move;
}
