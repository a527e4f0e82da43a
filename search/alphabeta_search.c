// The search below a ply. What it leaves out (null moves, reductions, futility, quiescence) may
// change estimates, but never makes up a result: a value of ±EVALUATION_WIN and beyond comes from
// finished games only, and `estimated` is set by whatever rests on less than whole lines of play.
#include "search/alphabeta.h"
#include "search/ply_kind.h"

enum {
    MIN_CYCLE = 4,      // plies until a position can recur: each side moves and returns
    NULL_DEPTH = 3,     // the least where a null move is tried,
    NULL_REDUCTION = 2, // and by how much less deep
    REDUCED_DEPTH = 3,  // the least where late plies are reduced,
    REDUCED_INDEX = 3,  // and the first such ply
    FUTILITY_DEPTH = 2  // the greatest where plies are left out as futile
};

// A ply made, and what is known of it without search.
typedef struct Child {
    Position position;
    int32_t noted; // positions of the past without it
    Outcome outcome;
    bool drawn;     // by recurrence
    bool same_side; // whose turn it is: in Agros' opening a side may have two plies in a row
} Child;

static int32_t search(Searcher *self, Node *node);

bool searcher_must_stop(Searcher *self) {
    if ((self->node_limit && self->nodes >= self->node_limit) || stop_requested(self->done) ||
        watch_step(&self->watch))
        self->aborted = true;
    return self->aborted;
}

static void make(Searcher *self, const Node *node, Move move, Child *child) {
    position_copy(self->game, &child->position, node->position);
    self->game->play(&child->position, move);
    self->nodes++;
    self->path[node->ply + 1] = move;
    child->noted = self->past.count;
    const bool recurs = history_push(&self->past, &child->position) >= HISTORY_DRAW;
    child->outcome = self->game->outcome(&child->position);
    child->drawn = recurs && child->outcome.result == RESULT_NONE;
    child->same_side = self->game->side(&child->position) == node->side;
}

static void unmake(Searcher *self, const Child *child) {
    history_rewind(&self->past, child->noted);
}

// The value of a child for the side that made the ply.
static int32_t value_of(Searcher *self, const Node *node, const Child *child, int depth,
                        int32_t alpha, int32_t beta) {
    self->estimated = false;
    if (child->drawn) return 0;
    if (child->outcome.result != RESULT_NONE)
        return evaluate_end(self->game, &child->position, child->outcome, node->side);
    Node below = {.position = &child->position, .depth = depth - 1, .ply = node->ply + 1};
    below.side = child->same_side ? node->side : side_other(node->side);
    below.alpha = child->same_side ? alpha : -beta;
    below.beta = child->same_side ? beta : -alpha;
    const int32_t value = search(self, &below);
    return child->same_side ? value : -value;
}

// ---- Leaves ----

// Captures only, until none is worth it: the side to move may also stand pat, which makes all of it
// an estimate. Recurrence is left aside, so that the value depends on the position alone; no
// decided value can come by that, since the other side may always stand pat.
static int32_t search_captures(Searcher *self, const Node *node, int left) {
    int32_t best = self->evaluate(node->position), alpha = node->alpha;
    Move moves[GAME_MAX_MOVES];
    if (left == 0 || best >= node->beta) return best;
    if (best > alpha) alpha = best;
    const int count = self->game->moves(node->position, moves);
    for (int i = 0; i < count && best < node->beta; i++) {
        if (searcher_must_stop(self)) return 0;
        Position child = *node->position;
        self->game->play(&child, moves[i]);
        if (ply_gain(self->game, node->position, &child) <= 0) continue;
        self->nodes++;
        const Outcome outcome = self->game->outcome(&child);
        const Node below = {&child, side_other(node->side), 0, 0, -node->beta, -alpha};
        const int32_t value = outcome.result != RESULT_NONE
                                  ? evaluate_end(self->game, &child, outcome, node->side)
                                  : -search_captures(self, &below, left - 1);
        if (value > best) best = value;
        if (best > alpha) alpha = best;
    }
    return best;
}

static int32_t leaf_value(Searcher *self, const Node *node) {
    const int plies = game_has_captures(self->game) ? self->options->quiescence : 0;
    const int32_t value = search_captures(self, node, plies);
    self->estimated = true;
    return value;
}

// ---- The table ----

// Whether the value of a node depends on nothing but the position, the depth and the positions that
// have occurred twice, which are part of the table's key. A third occurrence within the depth is of
// one of those, unless a position occurs for the second and the third time, a cycle apart.
static bool has_own_value(const Searcher *self, int depth) {
    return self->past.bytes == 0 || depth <= MIN_CYCLE;
}

static uint64_t key_of(const Searcher *self, const Node *node) {
    return self->game->key(node->position) ^ self->past.twice;
}

static bool is_deep_enough(const Searcher *self, const TableEntry *entry, int depth) {
    return self->options->cutoffs == CUTOFFS_EQUAL ? entry->depth == depth : entry->depth >= depth;
}

// True when the table settles the node; hash_move is set in any case.
static bool probe(Searcher *self, const Node *node, uint64_t key, Move *hash_move, int32_t *value) {
    TableEntry entry;
    *hash_move = MOVE_NONE;
    if (!table_find(self->table, key, &entry)) return false;
    if (self->options->hash) *hash_move = entry.move;
    *value = entry.value;
    if (!has_own_value(self, node->depth) || !is_deep_enough(self, &entry, node->depth))
        return false;
    self->estimated = entry.depth != TABLE_PROVEN;
    return entry.bound == BOUND_EXACT || (entry.bound == BOUND_LOWER && *value >= node->beta) ||
           (entry.bound == BOUND_UPPER && *value <= node->alpha);
}

static void store(Searcher *self, const Node *node, uint64_t key, Move move, int32_t value) {
    const bool proven = !self->estimated && self->past.bytes == 0;
    const Bound bound = value >= node->beta    ? BOUND_LOWER
                        : value <= node->alpha ? BOUND_UPPER
                                               : BOUND_EXACT;
    table_store(self->table, key, move, value, proven ? TABLE_PROVEN : node->depth,
                has_own_value(self, node->depth) ? bound : BOUND_NONE);
}

// ---- Plies ----

// In Agros a pass is a ply like others, and what it is worth the side to move can always have: that
// holds in every position after the opening, zugzwang or not, and if the pass ends the game, so it
// does in the search. All that is lost is depth. The other games have no pass.
static bool null_cuts(Searcher *self, const Node *node, Move *pass, int32_t *value) {
    if (!self->options->null || node->depth < NULL_DEPTH) return false;
    if (node->beta - node->alpha > 1) return false;
    *pass = pass_of(self->game, node->position);
    if (*pass == MOVE_NONE) return false;
    Child child;
    make(self, node, *pass, &child);
    *value = value_of(self, node, &child, node->depth - NULL_REDUCTION, node->alpha, node->beta);
    unmake(self, &child);
    return *value >= node->beta;
}

static int bit_length(int number) {
    int length = 0;
    for (; number; number >>= 1) length++;
    return length;
}

// By how much less deep a ply is searched first: the later in the order, the more. Never a pass,
// which may look bad until the very end of a game, nor a capture.
static int reduction(const Searcher *self, const Node *node, Move move, const Child *child,
                     int index) {
    if (!self->options->reductions || node->ply == 0) return 0;
    if (node->depth < REDUCED_DEPTH || index < REDUCED_INDEX) return 0;
    if (child->outcome.result != RESULT_NONE) return 0;
    if (move == pass_of(self->game, node->position)) return 0;
    if (ply_gain(self->game, node->position, &child->position) > 0) return 0;
    return bit_length(node->depth) * bit_length(index) / 6;
}

// A late ply is searched less deep, and a ply that should not be better than the best (principal
// variation search: Marsland, Campbell 1982) in a null window first; what is better all the same is
// searched again.
static int32_t child_value(Searcher *self, const Node *node, Move move, const Child *child,
                           int index) {
    const int reduced = node->depth - reduction(self, node, move, child, index);
    const int32_t alpha = node->alpha, beta = node->beta;
    if (reduced < node->depth) {
        const int32_t value = value_of(self, node, child, reduced, alpha, alpha + 1);
        if (value <= alpha || self->aborted) return value;
    }
    if (index > 0 && self->options->search == SEARCH_PVS && beta - alpha > 1) {
        const int32_t value = value_of(self, node, child, node->depth, alpha, alpha + 1);
        if (value <= alpha || value >= beta || self->aborted) return value;
    }
    return value_of(self, node, child, node->depth, alpha, beta);
}

int32_t search_ply(Searcher *self, const Node *node, Move move, int index) {
    if (searcher_must_stop(self)) return 0;
    Child child;
    make(self, node, move, &child);
    const int32_t value = child_value(self, node, move, &child, index);
    unmake(self, &child);
    return value;
}

// The most that a quiet ply is hoped for near the leaves; no limit where that is not to be said.
static int32_t futile_value(Searcher *self, const Node *node) {
    if (!self->options->futility || node->depth > FUTILITY_DEPTH) return EVALUATION_INFINITE;
    if (is_decided(node->alpha)) return EVALUATION_INFINITE;
    return self->evaluate(node->position) + node->depth * self->options->futility;
}

// Whether a ply may be left out as futile: none that captures or ends the game, and never a pass.
static bool is_futile(const Searcher *self, const Node *node, Move move) {
    if (move == pass_of(self->game, node->position)) return false;
    if (!game_has_captures(self->game)) return true; // and passes alone end the game
    Position child = *node->position;
    self->game->play(&child, move);
    return ply_gain(self->game, node->position, &child) <= 0 &&
           self->game->outcome(&child).result == RESULT_NONE;
}

static void list_plies(const Searcher *self, const Node *node, Move hash_move, MoveList *list) {
    const AlphaBetaOptions *options = self->options;
    list->count = self->game->moves(node->position, list->moves);
    order_score(&self->order, list, node->side, node->ply, hash_move, self->path[node->ply]);
    if (options->captures && game_has_captures(self->game))
        order_raise_captures(list, self->game, node->position, hash_move);
}

static void note_cutoff(Searcher *self, const Node *node, const MoveList *list, int at) {
    const Move move = list->moves[at];
    const AlphaBetaOptions *options = self->options;
    if (options->killers) order_note_killer(&self->order, move, node->ply);
    if (options->history) order_note_history(&self->order, list, at, node->side, node->depth);
    if (options->counters)
        order_note_counter(&self->order, move, node->side, self->path[node->ply]);
}

// The best value of a node's plies. A cut-off rests on its ply alone, any other value on all.
static int32_t best_of(Searcher *self, const Node *node, Move hash_move, Move *best_move) {
    MoveList list;
    list_plies(self, node, hash_move, &list);
    const int32_t futile = futile_value(self, node);
    Node now = *node;
    int32_t best = -EVALUATION_INFINITE;
    bool estimated = false;
    for (int i = 0; i < list.count; i++) {
        const Move move = list_pick(&list, i);
        if (i > 0 && futile <= now.alpha && is_futile(self, node, move)) {
            estimated = true;
            if (futile > best) best = futile;
            continue;
        }
        const int32_t value = search_ply(self, &now, move, i);
        if (self->aborted) return 0;
        if (value > best) {
            best = value;
            *best_move = move;
        }
        if (best > now.alpha) now.alpha = best;
        if (now.alpha >= now.beta) {
            note_cutoff(self, node, &list, i);
            return best;
        }
        estimated |= self->estimated;
    }
    self->estimated = estimated;
    return best;
}

// The value for the side to move, exact between alpha and beta, else a bound, of a node that is not
// the end of a game.
static int32_t search(Searcher *self, Node *node) {
    if (node->depth <= 0 || node->ply == MAX_PLY) return leaf_value(self, node);

    const uint64_t key = key_of(self, node);
    Move hash_move, best_move = MOVE_NONE;
    int32_t value = 0;
    if (probe(self, node, key, &hash_move, &value)) return value;
    if (!null_cuts(self, node, &best_move, &value) && !self->aborted)
        value = best_of(self, node, hash_move, &best_move);
    if (!self->aborted) store(self, node, key, best_move, value);
    return value;
}
