#include "search/mcts_tree.h"

#include <stdlib.h>
#include <string.h>

enum { BYTES_PER_MIB = 1 << 20 };

static bool needs_extras(const MctsOptions *options) {
    return options->selection != SELECTION_UCB1 || options->rave > 0 || options->bias > 0 ||
           options->implicit > 0;
}

// Room for the root and its children, and then for what the simulations can expand, within the
// memory allowed. A kept tree makes room for more than one search.
static uint32_t capacity_of(const MctsOptions *options, size_t bytes) {
    const uint64_t allowed = (uint64_t)options->memory * BYTES_PER_MIB / bytes;
    const uint64_t needed =
        options->reuse ? allowed : ((uint64_t)options->simulations + 1) * GAME_MAX_MOVES + 1;
    const uint64_t least = needed < allowed ? needed : allowed;
    return least < UINT32_MAX ? (uint32_t)least : UINT32_MAX - 1;
}

static bool allocate_counts(Mcts *self) {
    const MctsOptions *options = &self->options;
    const size_t plies = (size_t)options->playout_limit + MCTS_MAX_DEPTH;
    bool good = true;
    for (int side = 0; side < SIDE_COUNT; side++) {
        if (options->playout == POLICY_MAST)
            good = good && (self->means[side] = calloc(MCTS_MOVES, sizeof(PlyMean)));
        if (options->rave > 0)
            good = good && (self->stamps[side] = calloc(MCTS_MOVES, sizeof(uint32_t)));
    }
    if (options->playout == POLICY_MAST || options->rave > 0)
        good = good && (self->trace.moves = malloc(plies * sizeof(Move))) &&
               (self->trace.sides = malloc(plies));
    return good;
}

bool mcts_tree_init(Mcts *self) {
    const bool extras = needs_extras(&self->options);
    const size_t bytes = sizeof(Node) + (extras ? sizeof(NodeExtra) : 0) +
                         (self->options.reuse ? sizeof(uint32_t) : 0);
    self->capacity = capacity_of(&self->options, bytes);
    self->nodes = malloc(self->capacity * sizeof *self->nodes);
    if (extras) self->extras = malloc(self->capacity * sizeof *self->extras);
    if (self->options.reuse) self->map = malloc(self->capacity * sizeof *self->map);
    return self->nodes && (self->extras || !extras) && (self->map || !self->options.reuse) &&
           allocate_counts(self);
}

void mcts_tree_release(Mcts *self) {
    for (int side = 0; side < SIDE_COUNT; side++) {
        free(self->means[side]);
        free(self->stamps[side]);
    }
    free(self->trace.moves);
    free(self->trace.sides);
    free(self->map);
    free(self->extras);
    free(self->nodes);
}

void mcts_tree_clear(Mcts *self) {
    self->used = 0;
    self->stamp = 0;
    for (int side = 0; side < SIDE_COUNT; side++) {
        if (self->means[side]) memset(self->means[side], 0, MCTS_MOVES * sizeof(PlyMean));
        if (self->stamps[side]) memset(self->stamps[side], 0, MCTS_MOVES * sizeof(uint32_t));
    }
}

// The node that the line has gone to from the root, or the pool's size when the tree has none.
static uint32_t find_node(const Mcts *self, const Line *line) {
    Position position = self->position;
    uint32_t at = MCTS_ROOT;
    if (self->used == 0 || line->count < self->line_count) return self->used;
    for (int32_t ply = self->line_count; ply < line->count; ply++) {
        const Node *node = &self->nodes[at];
        uint32_t i = 0;
        while (i < node->count && self->nodes[node->children + i].move != line->moves[ply]) i++;
        if (i == node->count) return self->used;
        at = node->children + i;
        self->game->play(&position, line->moves[ply]);
    }
    return self->game->equal(&position, &line->position) ? at : self->used;
}

// Moves what hangs below a node to the front of the pool, in the order in which it stands. A node
// stands before its children, so that each mark is set before it is asked for.
static void keep_below(Mcts *self, uint32_t root) {
    const uint32_t none = UINT32_MAX;
    uint32_t *map = self->map, next = 0;
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
    }
    self->used = next;
}

void mcts_tree_enter(Mcts *self, const Line *line) {
    const uint32_t node = self->options.reuse ? find_node(self, line) : self->used;
    if (self->used > 0 && node < self->used)
        keep_below(self, node);
    else {
        self->nodes[MCTS_ROOT] = (Node){.mover = side_other(line_side(line)) & 1, .high = 2};
        if (self->extras) self->extras[MCTS_ROOT] = (NodeExtra){0};
        self->used = 1;
    }
    self->line_count = line->count;
    self->position = line->position;
    if (!self->nodes[MCTS_ROOT].expanded) mcts_expand(self, MCTS_ROOT, &line->position);
}
