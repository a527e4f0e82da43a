// From a leaf back to the root.
#include "search/mcts_ngrams.h"

#include <math.h>

static double seen_by(unsigned side, double for_first) {
    return side == SIDE_FIRST ? for_first : 1 - for_first;
}

// An estimate is no better and no worse than what is proven.
static float within_bounds(const Node *node, float estimate) {
    const float low = (float)node->low / 2, high = (float)node->high / 2;
    return estimate < low ? low : estimate > high ? high : estimate;
}

// The best estimate among the children, as their mover sees them; the parent takes it over. False
// when that changes nothing.
static bool back_up_estimate(Simulator *self, uint32_t index) {
    const Node *node = &self->tree->nodes[index];
    const float old = self->tree->extras[index].estimate;
    if (node->count == 0 || node->tried == 0) return true; // a leaf: its estimate may be new
    float best = 0;
    for (uint32_t i = node->children; i < node->children + node->count; i++)
        if (self->tree->extras[i].estimate > best) best = self->tree->extras[i].estimate;
    const bool same = self->tree->nodes[node->children].mover == node->mover;
    self->tree->extras[index].estimate = within_bounds(node, same ? best : 1 - best);
    return self->tree->extras[index].estimate != old;
}

// Up the path, as far as anything can have changed: where results are proven, to the root.
static void back_up_estimates(Simulator *self) {
    for (int i = self->path.length - 1; i >= 0; i--) {
        const Node *node = &self->tree->nodes[self->path.node[i]];
        if (!back_up_estimate(self, self->path.node[i]) && node->low == 0 && node->high == 2)
            return;
    }
}

float mcts_spread(uint32_t visits) {
    return (float)(1 / sqrt((double)visits));
}

// What selection asks for again and again.
static inline void set_mean(const Simulator *self, Node *node) {
    const uint32_t visits = node->visits;
    node->mean = (float)(node->rewards / visits);
    node->spread = visits < self->tabulated ? self->spread[visits] : mcts_spread(visits);
}

void mcts_lose_virtually(Simulator *self, uint32_t index) {
    Node *node = &self->tree->nodes[index];
    node->visits += (uint32_t)self->options->virtual_loss;
    if (node->visits > 0) set_mean(self, node);
}

static void update_node(Simulator *self, uint32_t index, double for_first) {
    Node *node = &self->tree->nodes[index];
    const double reward = seen_by(node->mover, for_first);
    if (self->tree->shared) node->visits -= (uint32_t)self->options->virtual_loss;
    node->rewards += reward;
    node->visits++;
    set_mean(self, node);
    if (!self->tree->extras) return;
    self->tree->extras[index].squares += reward * reward;
}

// A child that was tried in vain would never be chosen by a mean of 0: it goes on as an untried
// one, which it cannot become again, since others may be on their way through its siblings.
static void unvisit(const MctsOptions *options, Node *node) {
    node->mean = (float)mcts_worth_untried(options);
    node->spread = 0;
}

void mcts_abandon(Simulator *self) {
    for (int i = self->path.length - 1; i >= 0; i--) {
        Node *node = &self->tree->nodes[self->path.node[i]];
        if (self->tree->shared) node->visits -= (uint32_t)self->options->virtual_loss;
        if (node->visits > 0)
            set_mean(self, node);
        else
            unvisit(self->options, node);
    }
    self->tree->started--;
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
            self->tree->extras[i].amaf += seen_by(child->mover, for_first);
            self->tree->extras[i].amaf_visits++;
        }
    }
}

// GRAVE: every node of the path, the new one included, learns from all plies that came later, each
// once, legal there or not.
static void update_grave(Simulator *self, double for_first) {
    const Trace *trace = &self->trace;
    int32_t at = trace->count, count = 0;
    self->stamp++;
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
    if (self->options->implicit > 0) back_up_estimates(self);
    if (self->options->rave > 0) update_amaf(self, for_first);
    if (self->tree->amaf.sums) update_grave(self, for_first);
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

// The same for the scores.
static bool narrow_scores(Simulator *self, uint32_t index) {
    const Node *node = &self->tree->nodes[index];
    ScoreBounds *scores = self->tree->scores, *own = &scores[index], best = scores[node->children];
    const ScoreBounds old = *own;
    for (uint32_t i = node->children + 1; i < node->children + node->count; i++) {
        if (scores[i].low > best.low) best.low = scores[i].low;
        if (scores[i].high > best.high) best.high = scores[i].high;
    }
    const bool same = self->tree->nodes[node->children].mover == node->mover;
    *own = same ? best : (ScoreBounds){-best.high, -best.low};
    return own->low != old.low || own->high != old.high;
}

void mcts_note_end(Simulator *self, Outcome outcome) {
    const uint32_t index = self->path.node[self->path.length - 1];
    const Side mover = (Side)self->tree->nodes[index].mover;
    if (self->tree->extras)
        self->tree->extras[index].estimate = (float)result_value(outcome.result, mover);
}

void mcts_prove(Simulator *self, const Position *position, Outcome outcome) {
    const uint32_t index = self->path.node[self->path.length - 1];
    Node *leaf = &self->tree->nodes[index];
    const Side mover = (Side)leaf->mover;
    const unsigned bound = (unsigned)(2 * result_value(outcome.result, mover));
    if (mcts_is_proven(leaf)) return;
    set_bounds(leaf, bound, bound);
    if (self->tree->scores) {
        const int32_t score = evaluate_end(self->game, position, outcome, mover);
        self->tree->scores[index] = (ScoreBounds){score, score};
    }
    for (int i = self->path.length - 2; i >= 0; i--) {
        bool changed = narrow(self, self->path.node[i]);
        if (self->tree->scores) changed = narrow_scores(self, self->path.node[i]) || changed;
        if (!changed) return;
    }
}

double mcts_settled_reward(const Simulator *self, uint32_t index) {
    const Node *node = &self->tree->nodes[index];
    const bool first = node->mover == SIDE_FIRST;
    if (!self->tree->scores) return first ? node->low / 2.0 : 1 - node->low / 2.0;
    const int32_t low = self->tree->scores[index].low, score = first ? low : -low;
    if (score == 0) return mcts_reward(self->options, RESULT_DRAW, 0);
    return score > 0 ? mcts_reward(self->options, RESULT_FIRST, score - EVALUATION_WIN)
                     : mcts_reward(self->options, RESULT_SECOND, score + EVALUATION_WIN);
}
