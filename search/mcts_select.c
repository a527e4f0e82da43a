// From the root to a leaf.
#include "search/mcts.h"
#include "search/natural_log.h"

#include <math.h>
#include <string.h>

// Every child is tried once, in random order; which one comes next is drawn when it is needed.
static uint32_t next_untried(Simulator *self, Node *node, Rng *rng) {
    const uint32_t left = (uint32_t)node->count - node->tried;
    const uint32_t target = node->children + node->tried++;
    const uint32_t drawn = target + rng_below(rng, left);
    const Node child = self->tree->nodes[drawn];
    self->tree->nodes[drawn] = self->tree->nodes[target];
    self->tree->nodes[target] = child;
    if (self->tree->extras) {
        const NodeExtra extra = self->tree->extras[drawn];
        self->tree->extras[drawn] = self->tree->extras[target];
        self->tree->extras[target] = extra;
    }
    if (self->tree->scores) {
        const ScoreBounds score = self->tree->scores[drawn];
        self->tree->scores[drawn] = self->tree->scores[target];
        self->tree->scores[target] = score;
    }
    return target;
}

// Children that cannot be better than a loss are left alone: the side to move has others, or is
// lost, and then its parent's proof ends the walk.
static inline bool is_lost(const Node *child) {
    return child->high == 0;
}

float mcts_exploration(const MctsOptions *options, uint32_t visits) {
    return (float)(options->c * sqrt(natural_log((double)visits)));
}

// UCB1: the child with the greatest mean + c · √(ln N / n) (Auer, Cesa-Bianchi, Fischer 2002).
static uint32_t best_by_ucb1(const Simulator *self, const Node *node, uint32_t count,
                             float *value) {
    const float explore = node->visits < self->tabulated
                              ? self->exploration[node->visits]
                              : mcts_exploration(self->options, node->visits);
    const Node *children = &self->tree->nodes[node->children];
    uint32_t best = 0;
    float best_value = -1;
    for (uint32_t i = 0; i < count; i++) {
        const float reached = children[i].mean + explore * children[i].spread;
        // Without branches: nobody can predict which child is better.
        const bool better = (reached > best_value) & !is_lost(&children[i]);
        best_value = better ? reached : best_value;
        best = better ? i : best;
    }
    *value = best_value;
    return node->children + best;
}

double mcts_worth_untried(const MctsOptions *options) {
    if (options->first_play >= 0) return options->first_play;
    return options->selection == SELECTION_PUCT ? 0.5 : MCTS_UNKNOWN_FIRST;
}

// GRAVE: AMAF as the closest ancestor with enough playouts has it (Cazenave 2015).
static double mix_grave(const Simulator *self, const Node *node, double mean) {
    const uint64_t reference = self->path.key[self->path.reference];
    const AmafSum *sum = amaf_table_find(&self->tree->amaf, reference, node->move, node->mover);
    if (!sum) return mean;
    const double amaf = sum->visits, own = node->visits;
    const double beta = amaf / (amaf + own + self->options->grave_bias * amaf * own);
    return mean + beta * (sum->rewards / amaf - mean);
}

// The mean that a child is judged by: of its rewards, mixed with AMAF and the minimax of estimates.
static double blended_mean(const Simulator *self, uint32_t index) {
    const MctsOptions *options = self->options;
    const Node *node = &self->tree->nodes[index];
    const NodeExtra *extra = &self->tree->extras[index];
    double mean = node->visits || node->mean > 0 ? (double)node->mean : mcts_worth_untried(options);
    if (options->implicit > 0) // Lanctot et al., "MCTS with implicit minimax backups", 2014
        mean += options->implicit * ((double)extra->estimate - mean);
    if (options->rave > 0 && extra->amaf_visits) {
        // The hand-selected schedule of Gelly, Silver, "MCTS and RAVE in computer Go", 2011.
        const double beta = sqrt(options->rave / (3.0 * node->visits + options->rave));
        mean += beta * (extra->amaf / extra->amaf_visits - mean);
    }
    if (options->grave > 0) mean = mix_grave(self, node, mean);
    if (options->bias > 0) // progressive bias: Chaslot et al. 2008
        mean += options->bias * (double)extra->estimate / (node->visits + 1.0);
    return mean;
}

static double exploration(const Simulator *self, const Node *node, uint32_t index,
                          double log_visits) {
    const Node *child = &self->tree->nodes[index];
    const NodeExtra *extra = &self->tree->extras[index];
    double visits = child->visits;
    if (self->options->selection == SELECTION_PUCT) { // as in Silver et al. 2017
        const double all = node->visits > 0 ? node->visits : 1;
        return self->options->c * (double)extra->prior * sqrt(all) / (1 + visits);
    }
    if (visits == 0) {
        if (self->options->first_play >= 0 && self->options->grave == 0) return 0;
        visits = 1; // none is worth less exploration than one
    }
    const double ucb1 = sqrt(log_visits / visits);
    if (self->options->selection == SELECTION_UCB1) return self->options->c * ucb1;
    // UCB1-Tuned: the variance bounds the exploration (Auer et al. 2002).
    const double mean = child->mean;
    const double spread = extra->squares / visits - mean * mean;
    const double bound = (spread > 0 ? spread : 0) + sqrt(2 * log_visits / visits);
    return self->options->c * sqrt(log_visits / visits * (bound < 0.25 ? bound : 0.25));
}

// What who moves at a node is sure of, as a score.
static int32_t floor_of(const Tree *tree, const Node *node) {
    const ScoreBounds *own = &tree->scores[node - tree->nodes];
    return tree->nodes[node->children].mover == node->mover ? own->low : -own->high;
}

// Once the result is known, what cannot better the margin is left alone; before that, losses, and
// what is worse than another child is for certain. That child stays, so that its visits can be
// compared in the end.
static bool is_useless(const Tree *tree, const Node *node, uint32_t index, int32_t floor) {
    if (!tree->scores) return is_lost(&tree->nodes[index]);
    const ScoreBounds *child = &tree->scores[index];
    if (mcts_is_proven(node)) return child->high <= floor;
    return is_lost(&tree->nodes[index]) || child->high < floor ||
           (child->high == floor && child->low < floor);
}

// As above with all that the options mix in.
static uint32_t best_blended(const Simulator *self, const Node *node, uint32_t count,
                             float *value) {
    const double log_visits = node->visits ? natural_log((double)node->visits) : 0;
    const int32_t floor = self->tree->scores ? floor_of(self->tree, node) : 0;
    uint32_t best = node->children;
    double best_value = -1;
    for (uint32_t i = node->children; i < node->children + count; i++) {
        const double reached = blended_mean(self, i) + exploration(self, node, i, log_visits);
        if (reached > best_value && !is_useless(self->tree, node, i, floor)) {
            best_value = reached;
            best = i;
        }
    }
    *value = (float)best_value;
    return best;
}

// PUCT with no more mixed in than implicit minimax: what is played by default, and most of its
// time.
static bool is_simple_puct(const Simulator *self) {
    const MctsOptions *options = self->options;
    return options->selection == SELECTION_PUCT && options->rave <= 0 && options->grave == 0 &&
           options->bias <= 0 && !self->tree->scores;
}

// As best_blended has it.
static uint32_t best_by_puct(const Simulator *self, const Node *node, float *value) {
    const Node *children = &self->tree->nodes[node->children];
    const NodeExtra *extras = &self->tree->extras[node->children];
    const double all = node->visits > 0 ? node->visits : 1;
    const float explore = (float)(self->options->c * sqrt(all)),
                implicit = (float)self->options->implicit,
                untried = (float)mcts_worth_untried(self->options);
    uint32_t best = 0;
    float best_value = -1;
    for (uint32_t i = 0; i < node->count; i++) {
        const bool known = (children[i].visits > 0) | (children[i].mean > 0);
        float mean = known ? children[i].mean : untried;
        mean += implicit * (extras[i].estimate - mean);
        const float reached = mean + explore * extras[i].prior / (float)(1 + children[i].visits);
        const bool better = (reached > best_value) & !is_lost(&children[i]);
        best_value = better ? reached : best_value;
        best = better ? i : best;
    }
    *value = best_value;
    return node->children + best;
}

static uint32_t best_child(const Simulator *self, const Node *node, uint32_t count, float *value) {
    if (!self->tree->extras) return best_by_ucb1(self, node, count, value);
    if (is_simple_puct(self)) return best_by_puct(self, node, value);
    return best_blended(self, node, count, value);
}

static bool compares_all(const MctsOptions *options) {
    return options->selection == SELECTION_PUCT || options->rave > 0 || options->grave > 0 ||
           options->bias > 0 || options->implicit > 0;
}

uint32_t mcts_choose_child(Simulator *self, Node *node, Rng *rng, float *value) {
    *value = NAN;
    if (compares_all(self->options)) {
        const uint32_t best = best_child(self, node, node->count, value);
        if (best >= node->children + node->tried) node->tried = node->count;
        return best;
    }
    if (node->tried == node->count) return best_child(self, node, node->count, value);
    if (self->options->first_play < 0 || node->tried == 0) return next_untried(self, node, rng);
    const uint32_t best = best_child(self, node, node->tried, value);
    return *value < (float)self->options->first_play ? next_untried(self, node, rng) : best;
}

// Plays the ply of a node; the outcome behind it.
static Outcome enter(Simulator *self, uint32_t index, Position *position) {
    const Node *node = &self->tree->nodes[index];
    mcts_trace(self, node->move, node->mover);
    self->game->play(position, node->move);
    const bool recurs = history_push(&self->history, position) >= HISTORY_DRAW;
    if (node->visits > 0 && !recurs) return (Outcome){RESULT_NONE, END_NONE}; // known to go on
    const Outcome outcome = self->game->outcome(position);
    if (outcome.result == RESULT_NONE && recurs) return (Outcome){RESULT_DRAW, END_REPETITION};
    return outcome;
}

// Names the node in the table of GRAVE and sees whether its own sums are good enough.
static void note_key(Simulator *self, uint32_t index) {
    Path *path = &self->path;
    const Node *node = &self->tree->nodes[index];
    const int at = path->length;
    path->key[at] = at ? amaf_key_after(path->key[at - 1], node->move) : self->tree->key;
    if (at == 0 || node->visits > (uint32_t)self->options->grave) path->reference = at;
}

static void step(Simulator *self, uint32_t index) {
    if (self->tree->amaf.sums) note_key(self, index);
    self->path.node[self->path.length++] = index;
    if (self->tree->shared) mcts_lose_virtually(self, index);
}

// They are far apart in memory, and wanted when the ply has been played.
static inline void prefetch_children(const Tree *tree, const Node *node) {
    const char *first = (const char *)&tree->nodes[node->children];
    for (int line = 0; line < 4; line++) __builtin_prefetch(first + 64 * line);
}

Outcome mcts_select(Simulator *self, Position *position, Rng *rng) {
    Node *nodes = self->tree->nodes;
    uint32_t index = MCTS_ROOT;
    float value;
    self->path.length = 0;
    for (;;) {
        Node *node = &nodes[index];
        const bool visited = node->visits > 0;
        step(self, index);
        if (!node->expanded && visited) {
            // A leaf visited again: over, or to be expanded.
            const Outcome outcome = self->game->outcome(position);
            if (outcome.result != RESULT_NONE) return outcome;
            mcts_expand(self, index, position, rng);
        }
        if (node->count == 0 || self->path.length == MCTS_MAX_DEPTH)
            return (Outcome){RESULT_NONE, END_NONE};
        index = mcts_choose_child(self, node, rng, &value);
        prefetch_children(self->tree, &nodes[index]);
        const bool fresh = nodes[index].visits == 0;
        const Outcome outcome = enter(self, index, position);
        if (outcome.result != RESULT_NONE || fresh || mcts_is_settled(self->tree, index)) {
            step(self, index);
            return outcome;
        }
    }
}

// Estimates of all children, and their shares of the priors: the nearer to the best, the greater.
static void estimate_children(const Simulator *self, const Position *position, const Move *moves,
                              int count, NodeExtra *extras) {
    const unsigned mover = self->game->side(position);
    double sum = 0, best = 0;
    for (int i = 0; i < count; i++) {
        Position child = *position;
        self->game->play(&child, moves[i]);
        const Outcome outcome = self->game->outcome(&child);
        double estimate;
        if (outcome.result != RESULT_NONE)
            estimate = result_value(outcome.result, (Side)mover);
        else {
            estimate = evaluation_score(self->evaluate(&child), 2 * self->options->scale);
            if (self->game->side(&child) != mover) estimate = 1 - estimate;
        }
        extras[i] = (NodeExtra){.estimate = (float)estimate};
        if (estimate > best) best = estimate;
    }
    for (int i = 0; i < count; i++) {
        const double distance = best - (double)extras[i].estimate;
        extras[i].prior = (float)(1 / (0.05 + distance));
        sum += (double)extras[i].prior;
    }
    for (int i = 0; i < count; i++) extras[i].prior = (float)((double)extras[i].prior / sum);
}

static bool needs_estimates(const MctsOptions *options) {
    return options->implicit > 0 || options->bias > 0 || options->selection == SELECTION_PUCT;
}

static void attach(Tree *tree, Node *node, unsigned mover, const Move *moves, int count,
                   const NodeExtra *extras) {
    tree->full = tree->used + (uint32_t)count > tree->capacity;
    if (tree->full) return;
    node->expanded = true;
    node->children = tree->used;
    node->count = (uint16_t)count;
    for (int i = 0; i < count; i++) {
        if (tree->extras) tree->extras[tree->used] = extras[i];
        if (tree->scores) tree->scores[tree->used] = MCTS_ANY_SCORE;
        tree->nodes[tree->used++] =
            (Node){.move = moves[i] & MOVE_NONE, .mover = mover & 1, .high = 2};
    }
}

// The lock is free while the children are made where that takes long.
void mcts_expand(Simulator *self, uint32_t index, const Position *position, Rng *rng) {
    Tree *tree = self->tree;
    Node *node = &tree->nodes[index];
    Move moves[GAME_MAX_MOVES];
    NodeExtra extras[GAME_MAX_MOVES];
    const bool slow = needs_estimates(self->options) || self->options->decisive;
    if (node->expanding || tree->full) return;
    node->expanding = true;
    if (slow) tree_unlock(tree);
    const int count = mcts_keep_decisive(self, position, moves, self->game->moves(position, moves));
    if (compares_all(self->options)) moves_shuffle(moves, count, rng); // the first of equals wins
    if (tree->extras) {
        if (needs_estimates(self->options))
            estimate_children(self, position, moves, count, extras);
        else
            memset(extras, 0, (size_t)count * sizeof *extras);
    }
    if (slow) tree_lock(tree);
    node->expanding = false;
    attach(tree, node, self->game->side(position), moves, count, extras);
}
