#include "search/mcts_tree.h"

#include <stdlib.h>
#include <string.h>

enum { AMAF_SHARE = 4 }; // of the memory, a quarter is for the table of GRAVE

static const uint32_t MOST_NODES = (uint32_t)1 << 31;

static bool needs_extras(const MctsOptions *options) {
    return options->selection != SELECTION_UCB1 || options->rave > 0 || options->bias > 0 ||
           options->implicit > 0 || options->grave > 0 || options->solver == SOLVER_SCORE;
}

// Room for the root and its children, and then for what the simulations can expand. A kept tree
// makes room for more than one search. Far from where an index would overflow.
static uint32_t capacity_of(const MctsOptions *options, uint64_t allowed) {
    const uint64_t simulations = (uint64_t)mcts_most_simulations(options, options->simulations);
    const uint64_t needed = options->reuse ? allowed : (simulations + 1) * GAME_MAX_MOVES + 1;
    const uint64_t least = needed < allowed ? needed : allowed;
    return least < MOST_NODES ? (uint32_t)least : MOST_NODES;
}

// Memory that begins with a cache line, as that of children does (mcts_expand).
static void *allocate_lines(size_t count, size_t size) {
    return aligned_alloc(CACHE_LINE, (count * size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
}

bool tree_init(Tree *self, const MctsOptions *options, size_t bytes, int simulators) {
    const bool extras = needs_extras(options), scores = options->solver == SOLVER_SCORE;
    const size_t each = sizeof(Node) + (extras ? sizeof(NodeExtra) : 0) +
                        (options->reuse ? sizeof(uint32_t) : 0) +
                        (scores ? sizeof(ScoreBounds) : 0);
    const bool amaf = options->grave > 0;
    self->shared = simulators > 1;
    if (amaf && !amaf_table_init(&self->amaf, bytes / AMAF_SHARE)) return false;
    self->capacity = capacity_of(options, (bytes - amaf_table_bytes(&self->amaf)) / each);
    self->nodes = allocate_lines(self->capacity, sizeof *self->nodes);
    if (scores) self->scores = allocate_lines(self->capacity, sizeof *self->scores);
    if (extras) self->extras = allocate_lines(self->capacity, sizeof *self->extras);
    if (options->reuse) self->map = malloc(self->capacity * sizeof *self->map);
    return self->capacity > GAME_MAX_MOVES && self->nodes && (self->extras || !extras) &&
           (self->scores || !scores) && (self->map || !options->reuse);
}

size_t tree_least_bytes(const MctsOptions *options) {
    const size_t nodes = (GAME_MAX_MOVES + 1) * (sizeof(Node) + sizeof(NodeExtra) +
                                                 sizeof(uint32_t) + sizeof(ScoreBounds));
    return options->grave > 0 ? nodes * AMAF_SHARE / (AMAF_SHARE - 1) + sizeof(AmafSum) : nodes;
}

void tree_release(Tree *self) {
    amaf_table_release(&self->amaf);
    free(self->map);
    free(self->extras);
    free(self->scores);
    free(self->nodes);
}

void tree_clear(Tree *self) {
    self->used = 0;
}

// The node that the line has gone to from the root, or the pool's size when the tree has none.
static uint32_t find_node(const Tree *self, const Game *game, const Line *line) {
    Position position = self->position;
    uint32_t at = MCTS_ROOT;
    if (self->used == 0 || line->count < self->line_count) return self->used;
    for (int32_t ply = self->line_count; ply < line->count; ply++) {
        const Node *node = &self->nodes[at];
        uint32_t i = 0;
        while (i < node->count && self->nodes[node->children + i].ply.move != line->moves[ply]) i++;
        if (i == node->count) return self->used;
        at = node->children + i;
        game->play(&position, line->moves[ply]);
    }
    return game->equal(&position, &line->position) ? at : self->used;
}

// Moves what hangs below a node to the front of the pool, in the order in which it stands. A node
// stands before its children, so that each mark is set before it is asked for.
static void keep_below(Tree *self, uint32_t root) {
    const uint32_t none = UINT32_MAX;
    uint32_t *map = self->map, next = 0;
    if (root == MCTS_ROOT) return;
    for (uint32_t i = root; i < self->used; i++) map[i] = none;
    map[root] = 0;
    for (uint32_t i = root; i < self->used; i++) {
        if (map[i] == none) continue;
        map[i] = next++;
        for (uint32_t c = 0; c < self->nodes[i].count; c++) map[self->nodes[i].children + c] = 0;
    }
    for (uint32_t i = root; i < self->used; i++) {
        if (map[i] == none) continue;
        Node *node = &self->nodes[map[i]];
        *node = self->nodes[i];
        if (node->count) node->children = map[node->children];
        if (self->extras) self->extras[map[i]] = self->extras[i];
        if (self->scores) self->scores[map[i]] = self->scores[i];
    }
    self->used = next;
}

void tree_enter(Tree *self, const Game *game, const Line *line, double contempt) {
    const double for_first = line_side(line) == SIDE_FIRST ? contempt : -contempt;
    // Draws were worth something else to who searched before.
    if (for_first != self->contempt) tree_clear(self);
    self->contempt = for_first;
    const uint32_t node = self->map ? find_node(self, game, line) : self->used;
    if (self->used > 0 && node < self->used)
        keep_below(self, node);
    else {
        self->nodes[MCTS_ROOT] =
            (Node){.ply = {.mover = side_other(line_side(line)) & 1, .high = 2}};
        if (self->extras) self->extras[MCTS_ROOT] = (NodeExtra){0};
        if (self->scores) self->scores[MCTS_ROOT] = MCTS_ANY_SCORE;
        self->used = 1;
        if (self->amaf.sums) amaf_table_clear(&self->amaf);
    }
    // Sums of plies that were not played stay until then.
    if (self->amaf.sums && amaf_table_is_crowded(&self->amaf)) amaf_table_clear(&self->amaf);
    self->full = false;
    self->key = 0;
    for (int32_t i = 0; i < line->count; i++) self->key = amaf_key_after(self->key, line->moves[i]);
    self->started = 0;
    self->line_count = line->count;
    self->position = line->position;
}
