// From the root to a leaf.
#include "search/mcts.h"
#include "search/natural_log.h"

#include <math.h>

// Every child is tried once, in random order; which one comes next is drawn when it is needed.
static uint32_t next_untried(Mcts *self, Node *node, Rng *rng) {
    const uint32_t left = (uint32_t)node->count - node->tried;
    const uint32_t target = node->children + node->tried++;
    const uint32_t drawn = target + rng_below(rng, left);
    const Node child = self->nodes[drawn];
    self->nodes[drawn] = self->nodes[target];
    self->nodes[target] = child;
    if (self->extras) {
        const NodeExtra extra = self->extras[drawn];
        self->extras[drawn] = self->extras[target];
        self->extras[target] = extra;
    }
    return target;
}

// Children that cannot be better than a loss are left alone: the side to move has others, or is
// lost, and then its parent's proof ends the walk.
static inline bool is_lost(const Node *child) {
    return child->high == 0;
}

// UCB1: the child with the greatest mean + c · √(ln N / n) (Auer, Cesa-Bianchi, Fischer 2002).
static uint32_t best_by_ucb1(const Mcts *self, const Node *node, uint32_t count, float *value) {
    const float explore = (float)(self->options.c * sqrt(natural_log((double)node->visits)));
    const Node *children = &self->nodes[node->children];
    uint32_t best = 0;
    float best_value = -1;
    for (uint32_t i = 0; i < count; i++) {
        const float reached = children[i].mean + explore * children[i].spread;
        if (reached > best_value && !is_lost(&children[i])) {
            best_value = reached;
            best = i;
        }
    }
    *value = best_value;
    return node->children + best;
}

// The mean that a child is judged by: of its rewards, mixed with AMAF and the minimax of estimates.
static double blended_mean(const Mcts *self, uint32_t index) {
    const MctsOptions *options = &self->options;
    const Node *node = &self->nodes[index];
    const NodeExtra *extra = &self->extras[index];
    const double untried = options->first_play < 0 ? 0.5 : options->first_play;
    double mean = node->visits ? (double)node->mean : untried;
    if (options->implicit > 0) // Lanctot et al., "MCTS with implicit minimax backups", 2014
        mean += options->implicit * ((double)extra->estimate - mean);
    if (options->rave > 0 && extra->amaf_visits) {
        // The hand-selected schedule of Gelly, Silver, "MCTS and RAVE in computer Go", 2011.
        const double beta = sqrt(options->rave / (3.0 * node->visits + options->rave));
        mean += beta * ((double)extra->amaf / extra->amaf_visits - mean);
    }
    if (options->bias > 0) // progressive bias: Chaslot et al. 2008
        mean += options->bias * (double)extra->estimate / (node->visits + 1.0);
    return mean;
}

static double exploration(const Mcts *self, const Node *node, uint32_t index, double log_visits) {
    const Node *child = &self->nodes[index];
    const NodeExtra *extra = &self->extras[index];
    const double visits = child->visits;
    if (self->options.selection == SELECTION_PUCT) // as in Silver et al. 2017
        return self->options.c * (double)extra->prior * sqrt((double)node->visits) / (1 + visits);
    if (child->visits == 0) return 0;
    const double ucb1 = sqrt(log_visits / visits);
    if (self->options.selection == SELECTION_UCB1) return self->options.c * ucb1;
    // UCB1-Tuned: the variance bounds the exploration (Auer et al. 2002).
    const double mean = child->mean;
    const double spread = (double)extra->squares / visits - mean * mean;
    const double bound = (spread > 0 ? spread : 0) + sqrt(2 * log_visits / visits);
    return self->options.c * 2 * sqrt(log_visits / visits * (bound < 0.25 ? bound : 0.25));
}

// As above with all that the options mix in.
static uint32_t best_blended(const Mcts *self, const Node *node, uint32_t count, float *value) {
    const double log_visits = node->visits ? natural_log((double)node->visits) : 0;
    uint32_t best = node->children;
    double best_value = -1;
    for (uint32_t i = node->children; i < node->children + count; i++) {
        const double reached = blended_mean(self, i) + exploration(self, node, i, log_visits);
        if (reached > best_value && !is_lost(&self->nodes[i])) {
            best_value = reached;
            best = i;
        }
    }
    *value = (float)best_value;
    return best;
}

static uint32_t best_child(const Mcts *self, const Node *node, uint32_t count, float *value) {
    return self->extras ? best_blended(self, node, count, value)
                        : best_by_ucb1(self, node, count, value);
}

// With a first-play urgency a child that was never tried waits until no other is worth more (Gelly,
// Wang 2006); PUCT looks at all children alike.
static uint32_t choose_child(Mcts *self, Node *node, Rng *rng) {
    float value;
    if (self->options.selection == SELECTION_PUCT) {
        const uint32_t best = best_child(self, node, node->count, &value);
        if (best >= node->children + node->tried) node->tried = node->count;
        return best;
    }
    if (node->tried == node->count) return best_child(self, node, node->count, &value);
    if (self->options.first_play < 0 || node->tried == 0) return next_untried(self, node, rng);
    const uint32_t best = best_child(self, node, node->tried, &value);
    return value < (float)self->options.first_play ? next_untried(self, node, rng) : best;
}

// Plays the ply of a node; the outcome behind it.
static Outcome enter(Mcts *self, uint32_t index, Position *position) {
    const Node *node = &self->nodes[index];
    mcts_trace(self, node->move, node->mover);
    self->game->play(position, node->move);
    const bool recurs = history_push(&self->history, position) >= HISTORY_DRAW;
    if (node->visits > 0 && !recurs) return (Outcome){RESULT_NONE, END_NONE}; // known to go on
    const Outcome outcome = self->game->outcome(position);
    if (outcome.result == RESULT_NONE && recurs) return (Outcome){RESULT_DRAW, END_REPETITION};
    return outcome;
}

Outcome mcts_select(Mcts *self, Position *position, Path *path, Rng *rng) {
    uint32_t index = MCTS_ROOT;
    path->length = 0;
    for (;;) {
        Node *node = &self->nodes[index];
        path->node[path->length++] = index;
        if (!node->expanded && node->visits > 0) {
            // A leaf visited again: over, or to be expanded.
            const Outcome outcome = self->game->outcome(position);
            if (outcome.result != RESULT_NONE) return outcome;
            mcts_expand(self, index, position);
        }
        if (node->count == 0 || path->length == MCTS_MAX_DEPTH)
            return (Outcome){RESULT_NONE, END_NONE};
        index = choose_child(self, node, rng);
        const bool fresh = self->nodes[index].visits == 0;
        const Outcome outcome = enter(self, index, position);
        const bool proven = mcts_is_proven(&self->nodes[index]);
        if (outcome.result != RESULT_NONE || fresh || proven) {
            path->node[path->length++] = index;
            return outcome;
        }
    }
}

// Estimates of all children, and their shares of the priors: the nearer to the best, the greater.
static void estimate_children(Mcts *self, const Node *node, const Position *position) {
    double sum = 0, best = 0;
    for (uint32_t i = node->children; i < node->children + node->count; i++) {
        Position child = *position;
        const unsigned mover = self->nodes[i].mover;
        self->game->play(&child, self->nodes[i].move);
        const Outcome outcome = self->game->outcome(&child);
        double estimate;
        if (outcome.result != RESULT_NONE)
            estimate = result_value(outcome.result, (Side)mover);
        else {
            estimate = evaluation_score(self->evaluate(&child), 2 * self->options.scale);
            if (self->game->side(&child) != mover) estimate = 1 - estimate;
        }
        self->extras[i] = (NodeExtra){.estimate = (float)estimate};
        if (estimate > best) best = estimate;
    }
    for (uint32_t i = node->children; i < node->children + node->count; i++) {
        const double distance = best - (double)self->extras[i].estimate;
        self->extras[i].prior = (float)(1 / (0.05 + distance));
        sum += (double)self->extras[i].prior;
    }
    for (uint32_t i = node->children; i < node->children + node->count; i++)
        self->extras[i].prior = (float)((double)self->extras[i].prior / sum);
}

void mcts_expand(Mcts *self, uint32_t index, const Position *position) {
    Move moves[GAME_MAX_MOVES];
    const int count = self->game->moves(position, moves);
    if (self->used + (uint32_t)count > self->capacity) return;
    Node *node = &self->nodes[index];
    node->expanded = true;
    node->children = self->used;
    node->count = (uint16_t)count;
    const unsigned mover = self->game->side(position);
    for (int i = 0; i < count; i++)
        self->nodes[self->used++] =
            (Node){.move = moves[i] & MOVE_NONE, .mover = mover & 1, .high = 2};
    if (!self->extras) return;
    const MctsOptions *options = &self->options;
    if (options->implicit > 0 || options->bias > 0 || options->selection == SELECTION_PUCT)
        estimate_children(self, node, position);
    else
        for (uint32_t i = node->children; i < self->used; i++) self->extras[i] = (NodeExtra){0};
}
