// Monte Carlo tree search: UCT with uniform playouts.
// Kocsis, Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006; Browne et al., "A survey of
// Monte Carlo tree search methods", 2012, for the terms.
#include "search/limits.h"
#include "search/natural_log.h"
#include "search/players.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

typedef struct MctsOptions {
    int32_t simulations;
    int32_t movetime;
    double c;
    double margin;
    double scale;
    int32_t memory;
    int32_t playout_limit;
} MctsOptions;

enum {
    ROOT = 0,
    MAX_DEPTH = 1024,    // of a path in the tree; longer ones are played out from there
    CLOCK_INTERVAL = 16, // simulations between two looks at the clock
    BYTES_PER_MIB = 1 << 20
};

// A node is a ply from its parent. Its children are a run in the pool; the ones tried at least
// once come first. Rewards are seen by the side that made the ply.
typedef struct Node {
    double rewards; // sum over the visits
    float mean;
    float spread; // 1 / √visits
    uint32_t visits;
    uint32_t children; // index of the first
    uint16_t count;    // of the children; 0 while not expanded, or when the game is over
    uint16_t tried;
    uint32_t move : 24;
    uint32_t mover : 1;
    uint32_t expanded : 1;
} Node;

typedef struct Mcts {
    Player player;
    MctsOptions options;
    const Game *game;
    Node *nodes;
    uint32_t used;
    uint32_t capacity;
    History history; // of the line and the simulation under way
} Mcts;

// The way from the root to a leaf, the root included.
typedef struct Path {
    uint32_t node[MAX_DEPTH];
    int length;
} Path;

// The reward of a playout for the first player: a mix of result and scaled margin. One that
// reached its limit has no result, and its margin says nothing: it counts ½.
static double reward_for_first(const MctsOptions *options, Result result, int32_t margin) {
    const double by_result = result_value(result, SIDE_FIRST);
    if (options->margin <= 0 || result == RESULT_NONE) return by_result;
    const double points = margin / 2.0, magnitude = points < 0 ? -points : points;
    const double by_margin = 0.5 + 0.5 * points / (magnitude + options->scale);
    return by_result + options->margin * (by_margin - by_result);
}

static double score_end(const Mcts *self, const Position *position, Outcome outcome) {
    int32_t margin = 0;
    if (self->game->has_score) {
        const Score score = self->game->score(position);
        margin = score.halves[SIDE_FIRST] - score.halves[SIDE_SECOND];
    }
    return reward_for_first(&self->options, outcome.result, margin);
}

// Gives a node its children; when the pool is full the node stays a leaf.
static void expand(Mcts *self, uint32_t index, const Position *position) {
    Move moves[GAME_MAX_MOVES];
    const int count = self->game->moves(position, moves);
    if (self->used + (uint32_t)count > self->capacity) return;
    Node *node = &self->nodes[index];
    node->expanded = true;
    node->children = self->used;
    node->count = (uint16_t)count;
    const unsigned mover = self->game->side(position);
    for (int i = 0; i < count; i++)
        self->nodes[self->used++] = (Node){.move = moves[i] & MOVE_NONE, .mover = mover & 1};
}

// Every child is tried once, in random order; which one comes next is drawn when it is needed.
static uint32_t next_untried(Mcts *self, Node *node, Rng *rng) {
    const uint32_t left = (uint32_t)node->count - node->tried;
    const uint32_t target = node->children + node->tried++;
    const uint32_t drawn = target + rng_below(rng, left);
    const uint32_t move = self->nodes[drawn].move;
    self->nodes[drawn].move = self->nodes[target].move & MOVE_NONE;
    self->nodes[target].move = move & MOVE_NONE;
    return target;
}

// UCB1: the child with the greatest mean + c · √(ln N / n).
static uint32_t best_child(const Mcts *self, const Node *node) {
    const float explore = (float)(self->options.c * sqrt(natural_log((double)node->visits)));
    const Node *children = &self->nodes[node->children];
    uint32_t best = 0;
    float best_value = -1;
    for (uint32_t i = 0; i < node->count; i++) {
        const float value = children[i].mean + explore * children[i].spread;
        if (value > best_value) {
            best_value = value;
            best = i;
        }
    }
    return node->children + best;
}

// Plays the ply of a node; true when that draws by recurrence, which ends the game.
static bool enter(Mcts *self, uint32_t index, Position *position) {
    self->game->play(position, self->nodes[index].move);
    return history_push(&self->history, position) >= HISTORY_DRAW;
}

// Walks to a leaf, expanding it when it was visited before; the position goes along. True when the
// game is drawn there by recurrence: one node has one history, so the node is never expanded.
static bool descend(Mcts *self, Position *position, Path *path, Rng *rng) {
    uint32_t index = ROOT;
    path->length = 0;
    for (;;) {
        Node *node = &self->nodes[index];
        path->node[path->length++] = index;
        if (!node->expanded && node->visits > 0) expand(self, index, position);
        if (node->count == 0 || path->length == MAX_DEPTH) return false;
        index = node->tried < node->count ? next_untried(self, node, rng) : best_child(self, node);
        const bool recurs = enter(self, index, position);
        if (recurs || self->nodes[index].visits == 0) {
            path->node[path->length++] = index;
            return recurs;
        }
    }
}

static void update(Node *node, double for_first) {
    node->rewards += node->mover == SIDE_FIRST ? for_first : 1 - for_first;
    node->visits++;
    node->mean = (float)(node->rewards / node->visits);
    node->spread = (float)(1 / sqrt((double)node->visits));
}

static void simulate(Mcts *self, const Position *root, Rng *rng) {
    Position position = *root;
    Path path;
    double for_first;
    const int32_t noted = self->history.count;
    const bool recurs = descend(self, &position, &path, rng);
    Outcome outcome = self->game->outcome(&position);
    if (recurs && outcome.result == RESULT_NONE) outcome = (Outcome){RESULT_DRAW, END_REPETITION};
    if (outcome.result != RESULT_NONE)
        for_first = score_end(self, &position, outcome);
    else {
        const Playout playout =
            self->game->playout(&position, rng, self->options.playout_limit, &self->history);
        for_first = reward_for_first(&self->options, playout.result, playout.margin);
    }
    history_rewind(&self->history, noted);
    for (int i = 0; i < path.length; i++) update(&self->nodes[path.node[i]], for_first);
}

// The most visited child, ties uniformly at random.
static const Node *most_visited(const Mcts *self, Rng *rng) {
    const Node *root = &self->nodes[ROOT], *best = &self->nodes[root->children];
    uint32_t ties = 1;
    for (uint32_t i = 1; i < root->count; i++) {
        const Node *child = &self->nodes[root->children + i];
        if (child->visits < best->visits) continue;
        ties = child->visits == best->visits ? ties + 1 : 1;
        if (ties == 1 || rng_below(rng, ties) == 0) best = child;
    }
    return best;
}

static bool choose(Player *player, const Line *line, Rng *rng, const atomic_bool *stop,
                   Decision *decision, Status *status) {
    Mcts *self = (Mcts *)player;
    if (!line_copy_history(line, &self->history, MAX_DEPTH + self->options.playout_limit, status))
        return false;
    const int64_t deadline = deadline_after(self->options.movetime);
    self->nodes[ROOT] = (Node){.mover = side_other(line_side(line)) & 1};
    self->used = 1;
    expand(self, ROOT, &line->position);
    const Node *root = &self->nodes[ROOT];
    int32_t done = 0;
    // A forced ply needs no search.
    for (; root->count > 1 && done < self->options.simulations; done++) {
        if (stop_requested(stop)) return false;
        if (done % CLOCK_INTERVAL == CLOCK_INTERVAL - 1 && deadline_passed(deadline)) break;
        simulate(self, &line->position, rng);
    }
    const Node *best = most_visited(self, rng);
    *decision = (Decision){.move = best->move,
                           .value = best->visits ? best->rewards / best->visits : NAN,
                           .work = (uint64_t)done};
    return true;
}

static int compare_plies(const void *a, const void *b) {
    const uint64_t one = ((const RootPly *)a)->work, other = ((const RootPly *)b)->work;
    return (one < other) - (one > other);
}

static const Node *most_visited_child(const Mcts *self, const Node *node) {
    const Node *best = NULL;
    for (uint32_t i = 0; i < node->count; i++) {
        const Node *child = &self->nodes[node->children + i];
        if (!best || child->visits > best->visits) best = child;
    }
    return best;
}

static const Node *child_by(const Mcts *self, const Node *node, Move move) {
    uint32_t i = 0;
    while (i < node->count && self->nodes[node->children + i].move != move) i++;
    return i < node->count ? &self->nodes[node->children + i] : NULL;
}

static void tell(Player *player, const Line *line, bool all, Report *report) {
    const Mcts *self = (const Mcts *)player;
    const Node *root = &self->nodes[ROOT];
    const Node *node = child_by(self, root, report->variation[0]);
    (void)line, (void)all; // the tree has it all
    for (report->count = 0; report->count < root->count; report->count++) {
        const Node *child = &self->nodes[root->children + (uint32_t)report->count];
        report->plies[report->count] =
            (RootPly){child->move, child->visits ? child->rewards / child->visits : NAN, false,
                      child->visits};
    }
    qsort(report->plies, (size_t)report->count, sizeof *report->plies, compare_plies);
    while (node && (node = most_visited_child(self, node)) && node->visits > 0 &&
           report->length < REPORT_MAX_VARIATION)
        report->variation[report->length++] = node->move;
}

static void begin(Player *self) {
    (void)self; // a search keeps nothing for the next one
}

static void release(Player *player) {
    Mcts *self = (Mcts *)player;
    free(self->nodes);
    history_release(&self->history);
    free(self);
}

// Room for the root and its children, and then for what the simulations can expand, within the
// memory allowed.
static uint32_t pool_capacity(const MctsOptions *options) {
    const uint64_t allowed = (uint64_t)options->memory * BYTES_PER_MIB / sizeof(Node);
    const uint64_t needed = ((uint64_t)options->simulations + 1) * GAME_MAX_MOVES + 1;
    return (uint32_t)(needed < allowed ? needed : allowed);
}

static Player *create(const void *options, const Variant *variant, Status *status) {
    Mcts *self = malloc(sizeof *self);
    if (self) {
        *self = (Mcts){.player = {begin, choose, release, tell},
                       .options = *(const MctsOptions *)options,
                       .game = variant->game};
        history_init(&self->history, variant->game);
        self->capacity = pool_capacity(&self->options);
        self->nodes = malloc(self->capacity * sizeof *self->nodes);
        if (self->nodes) return &self->player;
    }
    free(self);
    status_fail(status, EXIT_RESOURCE, "mcts: out of memory");
    return NULL;
}

static bool reproducible(const void *options) {
    return ((const MctsOptions *)options)->movetime == 0;
}

static const Option OPTIONS[] = {
    {.key = "simulations",
     .type = OPTION_INTEGER,
     .offset = offsetof(MctsOptions, simulations),
     .low = 1,
     .high = 1000000000,
     .preset = 1000,
     .help = "playouts a ply at most"},
    {.key = "movetime",
     .type = OPTION_INTEGER,
     .offset = offsetof(MctsOptions, movetime),
     .high = 86400000,
     .silent = true,
     .help = "milliseconds a ply at most; 0 = no limit of time"},
    {.key = "c",
     .type = OPTION_REAL,
     .offset = offsetof(MctsOptions, c),
     .high = 100,
     .preset = 0.7,
     .help = "exploration: mean + c·sqrt(ln N / n) (UCB1, Auer et al. 2002)"},
    {.key = "margin",
     .type = OPTION_REAL,
     .offset = offsetof(MctsOptions, margin),
     .high = 1,
     .preset = 0,
     .help = "share of the reward given by the margin m as 1/2 + 1/2·m/(|m|+scale), not by result"},
    {.key = "scale",
     .type = OPTION_REAL,
     .offset = offsetof(MctsOptions, scale),
     .low = 0.5,
     .high = 10000,
     .preset = 30,
     .help = "points of margin that are worth 3/4 of a win"},
    {.key = "memory",
     .type = OPTION_INTEGER,
     .offset = offsetof(MctsOptions, memory),
     .low = 1,
     .high = 65536,
     .preset = 256,
     .help = "MiB for the tree at most; a full tree stops growing"},
    {.key = "playout_limit",
     .type = OPTION_INTEGER,
     .offset = offsetof(MctsOptions, playout_limit),
     .low = 1,
     .high = 1000000,
     .preset = 10000,
     .silent = true,
     .help = "plies of a playout; one that reaches it counts 1/2"},
};

const PlayerKind PLAYER_MCTS = {
    .name = "mcts",
    .summary = "Monte Carlo tree search, UCT with uniform playouts (Kocsis, Szepesvari 2006)",
    .options = {OPTIONS, sizeof OPTIONS / sizeof *OPTIONS},
    .create = create,
    .reproducible = reproducible,
};
