// From the root to a leaf.
#include "search/mcts.h"
#include "search/natural_log.h"

#include <math.h>
#include <string.h>

static void swap_children(Tree *tree, uint32_t one, uint32_t other) {
    const Node node = tree->nodes[one];
    tree->nodes[one] = tree->nodes[other];
    tree->nodes[other] = node;
    if (tree->extras) {
        const NodeExtra extra = tree->extras[one];
        tree->extras[one] = tree->extras[other];
        tree->extras[other] = extra;
    }
    if (tree->scores) {
        const ScoreBounds score = tree->scores[one];
        tree->scores[one] = tree->scores[other];
        tree->scores[other] = score;
    }
}

// Every child is tried once, in random order. Which one comes next is drawn when it is needed, but
// where others look on, the children have been in random order from the beginning. The node's count
// when all are tried by now.
static uint32_t next_untried(Simulator *self, Node *node, Rng *rng) {
    if (!self->tree->shared) {
        const uint32_t left = (uint32_t)node->count - node->tried;
        const uint32_t next = node->tried++;
        swap_children(self->tree, node_children(node) + next,
                      node_children(node) + next + rng_below(rng, left));
        return next;
    }
    uint16_t next = relaxed_uint16(&node->tried);
    while (next < node->count && !relaxed_replace_uint16(&node->tried, &next, (uint16_t)(next + 1)))
        ;
    return next;
}

// Children that cannot be better than a loss are left alone: the side to move has others, or is
// lost, and then its parent's proof ends the walk.
static inline bool is_lost(const Node *child) {
    return node_ply(child).high == 0;
}

float mcts_exploration(const MctsOptions *options, uint32_t visits) {
    return (float)(options->c * sqrt(natural_log((double)visits)));
}

// UCB1: the child with the greatest mean + c · √(ln N / n) (Auer, Cesa-Bianchi, Fischer 2002).
static uint32_t best_by_ucb1(const Simulator *self, const Node *node, uint32_t count,
                             float *value) {
    const uint32_t visits = relaxed_uint32(&node->visits);
    const float explore = visits < self->tabulated ? self->exploration[visits]
                                                   : mcts_exploration(self->options, visits);
    const Node *children = &self->tree->nodes[node_children(node)];
    uint32_t best = 0;
    float best_value = -1;
    for (uint32_t i = 0; i < count; i++) {
        const float reached =
            relaxed_float(&children[i].mean) + explore * relaxed_float(&children[i].spread);
        // Without branches: nobody can predict which child is better.
        const bool better = (reached > best_value) & !is_lost(&children[i]);
        best_value = better ? reached : best_value;
        best = better ? i : best;
    }
    *value = best_value;
    return node_children(node) + best;
}

double mcts_worth_untried(const MctsOptions *options) {
    if (options->first_play >= 0) return options->first_play;
    return options->selection == SELECTION_PUCT ? 0.5 : MCTS_UNKNOWN_FIRST;
}

// GRAVE: AMAF as the closest ancestor with enough playouts has it (Cazenave 2015).
static double mix_grave(const Simulator *self, const Node *node, double mean) {
    const uint64_t reference = self->path.key[self->path.reference];
    const BoundedPly ply = node_ply(node);
    const AmafSum *sum = amaf_table_find(&self->tree->amaf, reference, ply.move, ply.mover);
    if (!sum) return mean;
    const double amaf = sum->visits, own = relaxed_uint32(&node->visits);
    const double beta = amaf / (amaf + own + self->options->grave_bias * amaf * own);
    return mean + beta * (sum->rewards / amaf - mean);
}

// The mean that a child is judged by: of its rewards, mixed with AMAF and the minimax of estimates.
static double blended_mean(const Simulator *self, uint32_t index) {
    const MctsOptions *options = self->options;
    const Node *node = &self->tree->nodes[index];
    const NodeExtra *extra = &self->tree->extras[index];
    const uint32_t visits = relaxed_uint32(&node->visits);
    const double known = (double)relaxed_float(&node->mean),
                 estimate = (double)relaxed_float(&extra->estimate);
    double mean = visits || known > 0 ? known : mcts_worth_untried(options);
    if (options->implicit > 0) // Lanctot et al., "MCTS with implicit minimax backups", 2014
        mean += options->implicit * (estimate - mean);
    const uint32_t amaf_visits = options->rave > 0 ? relaxed_uint32(&extra->amaf_visits) : 0;
    if (amaf_visits) {
        // The hand-selected schedule of Gelly, Silver, "MCTS and RAVE in computer Go", 2011.
        const double beta = sqrt(options->rave / (3.0 * visits + options->rave));
        mean += beta * (relaxed_double(&extra->amaf) / amaf_visits - mean);
    }
    if (options->grave > 0) mean = mix_grave(self, node, mean);
    if (options->bias > 0) // progressive bias: Chaslot et al. 2008
        mean += options->bias * estimate / (visits + 1.0);
    return mean;
}

// `all` is the visits of the parent.
static double exploration(const Simulator *self, uint32_t index, uint32_t all, double log_visits) {
    const Node *child = &self->tree->nodes[index];
    const NodeExtra *extra = &self->tree->extras[index];
    double visits = relaxed_uint32(&child->visits);
    if (self->options->selection == SELECTION_PUCT) // as in Silver et al. 2017
        return self->options->c * (double)extra->prior * sqrt(all > 0 ? all : 1) / (1 + visits);
    if (visits == 0) {
        if (self->options->first_play >= 0 && self->options->grave == 0) return 0;
        visits = 1; // none is worth less exploration than one
    }
    const double ucb1 = sqrt(log_visits / visits);
    if (self->options->selection == SELECTION_UCB1) return self->options->c * ucb1;
    // UCB1-Tuned: the variance bounds the exploration (Auer et al. 2002).
    const double mean = relaxed_float(&child->mean);
    const double spread = relaxed_double(&extra->squares) / visits - mean * mean;
    const double bound = (spread > 0 ? spread : 0) + sqrt(2 * log_visits / visits);
    return self->options->c * sqrt(log_visits / visits * (bound < 0.25 ? bound : 0.25));
}

// What who moves at a node is sure of, as a score.
static int32_t floor_of(const Tree *tree, const Node *node) {
    const ScoreBounds own = score_bounds(&tree->scores[node - tree->nodes]);
    return node_ply(&tree->nodes[node_children(node)]).mover == node_ply(node).mover ? own.low
                                                                                     : -own.high;
}

// Once the result is known, what cannot better the margin is left alone; before that, losses, and
// what is worse than another child is for certain. That child stays, so that its visits can be
// compared in the end.
static bool is_useless(const Tree *tree, const Node *node, uint32_t index, int32_t floor) {
    if (!tree->scores) return is_lost(&tree->nodes[index]);
    const ScoreBounds child = score_bounds(&tree->scores[index]);
    if (node_is_proven(node)) return child.high <= floor;
    return is_lost(&tree->nodes[index]) || child.high < floor ||
           (child.high == floor && child.low < floor);
}

// As above with all that the options mix in.
static uint32_t best_blended(const Simulator *self, const Node *node, uint32_t count,
                             float *value) {
    const uint32_t visits = relaxed_uint32(&node->visits);
    const double log_visits = visits ? natural_log((double)visits) : 0;
    const int32_t floor = self->tree->scores ? floor_of(self->tree, node) : 0;
    const uint32_t first = node_children(node);
    uint32_t best = first;
    double best_value = -1;
    for (uint32_t i = first; i < first + count; i++) {
        const double reached = blended_mean(self, i) + exploration(self, i, visits, log_visits);
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
    const Node *children = &self->tree->nodes[node_children(node)];
    const NodeExtra *extras = &self->tree->extras[node_children(node)];
    const uint32_t all = relaxed_uint32(&node->visits);
    const float explore = (float)(self->options->c * sqrt(all > 0 ? all : 1)),
                implicit = (float)self->options->implicit,
                untried = (float)mcts_worth_untried(self->options);
    uint32_t best = 0;
    float best_value = -1;
    for (uint32_t i = 0; i < node->count; i++) {
        const uint32_t visits = relaxed_uint32(&children[i].visits);
        float mean = relaxed_float(&children[i].mean);
        mean = ((visits > 0) | (mean > 0)) ? mean : untried;
        mean += implicit * (relaxed_float(&extras[i].estimate) - mean);
        const float reached = mean + explore * extras[i].prior / (float)(1 + visits);
        const bool better = (reached > best_value) & !is_lost(&children[i]);
        best_value = better ? reached : best_value;
        best = better ? i : best;
    }
    *value = best_value;
    return node_children(node) + best;
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

static uint32_t best_of_all(Simulator *self, const Node *node, float *value) {
    tree_lock_amaf(self->tree);
    const uint32_t best = best_child(self, node, node->count, value);
    tree_unlock_amaf(self->tree);
    return best;
}

uint32_t mcts_choose_child(Simulator *self, Node *node, Rng *rng, float *value) {
    const uint32_t tried = relaxed_uint16(&node->tried);
    *value = NAN;
    if (compares_all(self->options)) {
        const uint32_t best = best_of_all(self, node, value);
        if (best >= node_children(node) + tried) relaxed_set_uint16(&node->tried, node->count);
        return best;
    }
    if (tried < node->count && self->options->first_play >= 0 && tried > 0) {
        const uint32_t best = best_child(self, node, tried, value);
        if (*value >= (float)self->options->first_play) return best;
    }
    const uint32_t next = tried < node->count ? next_untried(self, node, rng) : node->count;
    return next < node->count ? node_children(node) + next : best_of_all(self, node, value);
}

// Plays the ply of a node; the outcome behind it, which is asked for where no simulation is known
// to have been there (`fresh`).
static Outcome enter(Simulator *self, uint32_t index, bool fresh, Position *position) {
    const Node *node = &self->tree->nodes[index];
    const BoundedPly ply = node_ply(node);
    mcts_trace(self, ply.move, ply.mover);
    self->game->play(position, ply.move);
    const bool recurs = history_push(&self->history, position) >= HISTORY_DRAW;
    if (!fresh && !recurs) return (Outcome){RESULT_NONE, END_NONE};
    const Outcome outcome = self->game->outcome(position);
    if (outcome.result == RESULT_NONE && recurs) return (Outcome){RESULT_DRAW, END_REPETITION};
    return outcome;
}

// Names the node in the table of GRAVE and sees whether its own sums are good enough.
static void note_key(Simulator *self, uint32_t index) {
    Path *path = &self->path;
    const Node *node = &self->tree->nodes[index];
    const int at = path->length;
    path->key[at] = at ? amaf_key_after(path->key[at - 1], node_ply(node).move) : self->tree->key;
    if (at == 0 || relaxed_uint32(&node->visits) > (uint32_t)self->options->grave)
        path->reference = at;
}

static void step(Simulator *self, uint32_t index) {
    if (self->tree->amaf.sums) note_key(self, index);
    self->path.node[self->path.length++] = index;
    if (self->tree->shared) mcts_lose_virtually(self, self->path.length - 1);
}

// They are far apart in memory, and wanted when the ply has been played. A leaf has none, and then
// the address is none, which a prefetch forgives.
static inline void prefetch_children(const Tree *tree, const Node *node) {
    const uintptr_t first = (uintptr_t)tree->nodes + relaxed_uint32(&node->children) * sizeof *node;
    for (uintptr_t line = 0; line < 4; line++)
        __builtin_prefetch((const char *)(first + 64 * line));
}

Outcome mcts_select(Simulator *self, Position *position, Rng *rng) {
    Node *nodes = self->tree->nodes;
    uint32_t index = MCTS_ROOT;
    float value;
    // Read once for each node, since others may count a visit, or take one back, at any moment.
    bool visited = relaxed_uint32(&nodes[index].visits) > 0;
    self->path.length = 0;
    for (;;) {
        Node *node = &nodes[index];
        step(self, index);
        if (visited && node_count(node) == 0) {
            // A leaf visited again: over, or to be expanded.
            const Outcome outcome = self->game->outcome(position);
            if (outcome.result != RESULT_NONE) return outcome;
            mcts_expand(self, index, position, rng);
        }
        if (node_count(node) == 0 || self->path.length == MCTS_MAX_DEPTH)
            return (Outcome){RESULT_NONE, END_NONE};
        index = mcts_choose_child(self, node, rng, &value);
        prefetch_children(self->tree, &nodes[index]);
        const bool fresh = relaxed_uint32(&nodes[index].visits) == 0;
        const Outcome outcome = enter(self, index, fresh, position);
        if (outcome.result != RESULT_NONE || fresh || mcts_is_settled(self->tree, index)) {
            step(self, index);
            return outcome;
        }
        visited = true;
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
            estimate = tree_result_value(self->tree, outcome.result, (Side)mover);
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

// A run of so many nodes in the pool; NODE_LEAF when there is no room. What several simulators
// write begins with a cache line, so that who works on other nodes does not wait for it.
static uint32_t reserve(Tree *tree, uint32_t count) {
    const uint32_t line = tree->shared ? CACHE_LINE / sizeof(Node) : 1;
    uint32_t used = relaxed_uint32(&tree->used), first;
    do {
        first = (used + line - 1) / line * line;
        if (first > tree->capacity || count > tree->capacity - first) {
            relaxed_set_bool(&tree->full, true);
            return NODE_LEAF;
        }
    } while (!relaxed_replace_uint32(&tree->used, &used, first + count));
    while (used < first) tree->nodes[used++] = (Node){0};
    return first;
}

static void set_children(Tree *tree, uint32_t first, unsigned mover, const Move *moves, int count,
                         const NodeExtra *extras) {
    for (int i = 0; i < count; i++) {
        const uint32_t at = first + (uint32_t)i;
        if (tree->extras) tree->extras[at] = extras[i];
        if (tree->scores) tree->scores[at] = MCTS_ANY_SCORE;
        tree->nodes[at] =
            (Node){.ply = {.move = moves[i] & MOVE_NONE, .mover = mover & 1, .high = 2}};
    }
}

void mcts_expand(Simulator *self, uint32_t index, const Position *position, Rng *rng) {
    Tree *tree = self->tree;
    Node *node = &tree->nodes[index];
    Move moves[GAME_MAX_MOVES];
    NodeExtra extras[GAME_MAX_MOVES];
    if (relaxed_bool(&tree->full) || !node_begin_expansion(node)) return;
    const int count = mcts_keep_decisive(self, position, moves, self->game->moves(position, moves));
    // The first of equals is taken, or of those untried.
    if (compares_all(self->options) || tree->shared) moves_shuffle(moves, count, rng);
    if (tree->extras) {
        if (needs_estimates(self->options))
            estimate_children(self, position, moves, count, extras);
        else
            memset(extras, 0, (size_t)count * sizeof *extras);
    }
    const uint32_t first = reserve(tree, (uint32_t)count);
    if (first != NODE_LEAF) {
        set_children(tree, first, self->game->side(position), moves, count, extras);
        node->count = (uint16_t)count;
    }
    node_end_expansion(node, first);
}
