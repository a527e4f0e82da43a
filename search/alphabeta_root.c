// The search of the root: level by level, in windows as the options say.
#include "search/alphabeta.h"

#include <string.h>

// Moves a ply to the front; those before it keep their order.
static void bring_to_front(Root *self, int index) {
    const Move move = self->moves[index];
    memmove(&self->moves[1], &self->moves[0], (size_t)index * sizeof(Move));
    self->moves[0] = move;
}

static Node root_node(const Searcher *self, const Position *position, int depth) {
    return (Node){.position = position, .side = self->game->side(position), .depth = depth};
}

// Searches all root plies in a window (fail-soft) and brings each that is better than what came
// before it to the front. What an aborted level found is kept as far as it goes: its first ply is
// the best of the last one.
static int32_t search_window(Searcher *self, Node node, Root *root) {
    int32_t best = -EVALUATION_INFINITE;
    bool estimated = false;
    for (int i = 0; i < root->count && node.alpha < node.beta; i++) {
        const int32_t value = search_ply(self, &node, root->moves[i], i);
        if (searcher_must_stop(self)) return best;
        estimated = value >= node.beta ? self->estimated : estimated || self->estimated;
        if (value <= best) continue;
        best = value;
        if (value <= node.alpha) continue;
        node.alpha = value;
        root->value = value;
        bring_to_front(root, i);
    }
    self->estimated = estimated;
    return best;
}

// A window around the last value, opened on the side where the value turns out to be. The brief
// search of a narrow window that fails costs less than it saves when most hold.
static int32_t search_aspiring(Searcher *self, Node node, Root *root, int32_t expected) {
    const int32_t half = self->options->aspiration;
    const bool narrow = half > 0 && node.depth > 1 && !is_decided(expected);
    node.alpha = narrow ? expected - half : -EVALUATION_INFINITE;
    node.beta = narrow ? expected + half : EVALUATION_INFINITE;
    for (;;) {
        const int32_t value = search_window(self, node, root);
        if (self->aborted) return value;
        if (value <= node.alpha && node.alpha > -EVALUATION_INFINITE)
            node.alpha = -EVALUATION_INFINITE;
        else if (value >= node.beta && node.beta < EVALUATION_INFINITE)
            node.beta = EVALUATION_INFINITE;
        else
            return value;
    }
}

// MTD(f): null windows that close in on the value, from what is expected (Plaat, Schaeffer, Pijls,
// de Bruin, "Best-first fixed-depth minimax algorithms", 1996). The value rests on the last search
// from below and the last one from above.
static int32_t search_mtdf(Searcher *self, Node node, Root *root, int32_t expected) {
    int32_t lower = -EVALUATION_INFINITE, upper = EVALUATION_INFINITE, value = expected;
    bool lower_estimated = false, upper_estimated = false;
    while (lower < upper) {
        node.beta = value > lower ? value : lower + 1;
        node.alpha = node.beta - 1;
        value = search_window(self, node, root);
        if (self->aborted) return value;
        *(value >= node.beta ? &lower : &upper) = value;
        *(value >= node.beta ? &lower_estimated : &upper_estimated) = self->estimated;
    }
    self->estimated = lower_estimated || upper_estimated;
    return value;
}

static int32_t search_level(Searcher *self, const Position *position, int depth, Root *root) {
    const Node node = root_node(self, position, depth);
    const int32_t expected = depth > 1 ? root->value : self->evaluate(position);
    return self->options->search == SEARCH_MTDF ? search_mtdf(self, node, root, expected)
                                                : search_aspiring(self, node, root, expected);
}

// Whether a deeper search cannot change the value: all lines end before it, or the game is decided
// and no deeper line can decide it by more.
static bool is_settled(const Searcher *self, int32_t value) {
    return !self->estimated || (!self->game->has_score && is_decided(value));
}

// A level is never begun that cannot change the value, nor any where there is one ply only.
int deepen(Searcher *self, const Position *position, int from, Root *root) {
    int done = 0;
    for (int depth = from; depth <= self->options->depth && root->count > 1; depth++) {
        if (done > 0 && self->hear_level) self->hear_level(self->listener, position, root, done);
        const int32_t value = search_level(self, position, depth, root);
        if (self->aborted) {
            root->proven &= is_decided(root->value);
            return done;
        }
        done = depth;
        root->value = value;
        root->proven = !self->estimated || is_decided(value);
        if (is_settled(self, value)) break;
    }
    return done;
}

// Of a random order the first that is as good as the best is one, so that where many are, few are
// asked; to tell all of them apart on the way makes whole games five to nine times slower. Where
// the best is proven, an estimate is no equal. Where the limit of work or time ends the search,
// none is left to choose among equals.
void choose_among_equals(Searcher *self, const Position *position, int depth, Rng *rng,
                         Root *root) {
    const Move best = root->moves[0];
    const bool proven = !self->estimated;
    Node node = root_node(self, position, depth);
    node.alpha = root->value - 1;
    node.beta = root->value;
    moves_shuffle(root->moves, root->count, rng);
    for (int i = 0; i < root->count; i++) {
        const Move move = root->moves[i];
        bool equal = move == best;
        if (!equal) {
            equal = search_ply(self, &node, move, 0) >= root->value;
            equal = equal && !(proven && self->estimated);
        }
        if (!equal && !self->aborted) continue;
        root->moves[0] = self->aborted ? best : move; // the rest is not needed any more
        return;
    }
}
