// The player `mcts`: simulations until the limit, then the child that the options ask for.
#include "search/limits.h"
#include "search/mcts_tree.h"
#include "search/players.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

enum { DEFAULT_SIMULATIONS = 1000 };

// Undoes what the way to a leaf has noted before its value is known.
static void abandon(Mcts *self, const Path *path) {
    if (path->length < 2) return;
    Node *parent = &self->nodes[path->node[path->length - 2]];
    const uint32_t leaf = path->node[path->length - 1];
    if (self->nodes[leaf].visits == 0 && leaf + 1 == parent->children + parent->tried)
        parent->tried--;
}

// False when the watch ended the simulation before it had a value; it then leaves no trace.
static bool simulate(Mcts *self, Rng *rng) {
    Position position = self->position;
    Path path;
    double for_first;
    const int32_t noted = self->history.count;
    self->trace.count = 0;
    const Outcome outcome = mcts_select(self, &position, &path, rng);
    const Node *leaf = &self->nodes[path.node[path.length - 1]];
    if (outcome.result != RESULT_NONE) {
        for_first = mcts_end_reward(self, &position, outcome.result);
        if (self->options.solver) mcts_prove(self, &path, outcome.result);
    } else if (mcts_is_proven(leaf)) {
        const double reward = leaf->low / 2.0;
        for_first = leaf->mover == SIDE_FIRST ? reward : 1 - reward;
    } else
        for_first = mcts_playout(self, &position, rng);
    history_rewind(&self->history, noted);
    if (self->watch.over)
        abandon(self, &path);
    else
        mcts_update(self, &path, for_first);
    return !self->watch.over;
}

static bool search(Mcts *self, const Line *line, Rng *rng, Decision *decision, Status *status) {
    const int32_t most = MCTS_MAX_DEPTH + self->options.playout_limit;
    if (!self->watch.over && !line_copy_history(line, &self->history, most, status)) return false;
    mcts_tree_enter(self, line);
    const Node *root = &self->nodes[MCTS_ROOT];
    int32_t done = 0;
    // A forced ply needs no search, nor does a proven one.
    while (root->count > 1 && !mcts_is_proven(root) && done < self->options.simulations &&
           !watch_step(&self->watch))
        done += simulate(self, rng);
    if (stop_requested(self->watch.stop)) return false;
    const Node *best = mcts_final_child(self, rng);
    const bool proven = mcts_is_proven(best) || mcts_is_proven(root);
    *decision = (Decision){.move = best->move,
                           .value = mcts_is_proven(best) ? best->low / 2.0
                                    : best->visits       ? best->rewards / best->visits
                                                         : NAN,
                           .work = (uint64_t)done,
                           .proven = proven};
    return true;
}

static bool choose(Player *player, const Line *line, Rng *rng, const atomic_bool *stop,
                   Decision *decision, Status *status) {
    Mcts *self = (Mcts *)player;
    self->watch = watch_begin(game_clock_start(&self->clock, line), stop);
    const bool chosen = search(self, line, rng, decision, status);
    game_clock_stop(&self->clock);
    return chosen;
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

static RootPly root_ply(const Node *child) {
    const bool proven = mcts_is_proven(child);
    return (RootPly){child->move,
                     proven          ? child->low / 2.0
                     : child->visits ? child->rewards / child->visits
                                     : NAN,
                     proven, child->visits};
}

static void tell(Player *player, const Line *line, bool all, Report *report) {
    const Mcts *self = (const Mcts *)player;
    const Node *root = &self->nodes[MCTS_ROOT];
    const Node *node = child_by(self, root, report->variation[0]);
    (void)line, (void)all; // the tree has it all
    for (report->count = 0; report->count < root->count; report->count++)
        report->plies[report->count] =
            root_ply(&self->nodes[root->children + (uint32_t)report->count]);
    qsort(report->plies, (size_t)report->count, sizeof *report->plies, compare_plies);
    while (node && (node = most_visited_child(self, node)) && node->visits > 0 &&
           report->length < REPORT_MAX_VARIATION)
        report->variation[report->length++] = node->move;
}

static void begin(Player *player) {
    Mcts *self = (Mcts *)player;
    mcts_tree_clear(self);
    game_clock_set(&self->clock, &self->options.limits);
}

static void release(Player *player) {
    Mcts *self = (Mcts *)player;
    mcts_tree_release(self);
    history_release(&self->history);
    free(self);
}

static Player *create(const void *options, const Variant *variant, Status *status) {
    Mcts *self = calloc(1, sizeof *self);
    if (self) {
        self->player = (Player){begin, choose, release, tell};
        self->options = *(const MctsOptions *)options;
        self->game = variant->game;
        if (self->options.simulations == 0) self->options.simulations = INT32_MAX;
        if (self->options.playout_limit == 0)
            self->options.playout_limit = variant->game->default_ply_limit;
        self->evaluate = evaluator_of(variant->game, EVALUATION_FULL);
        history_init(&self->history, variant->game);
        game_clock_set(&self->clock, &self->options.limits);
        if (mcts_tree_init(self)) return &self->player;
        mcts_tree_release(self);
    }
    free(self);
    status_fail(status, EXIT_RESOURCE, "mcts: out of memory");
    return NULL;
}

static bool reproducible(const void *options) {
    return !time_limits_any(&((const MctsOptions *)options)->limits);
}

// A limit of time rules alone unless one of simulations is given; without any there is a default.
static bool settle(void *options, Status *status) {
    MctsOptions *self = options;
    if (self->simulations == 0 && !time_limits_any(&self->limits))
        self->simulations = DEFAULT_SIMULATIONS;
    return time_limits_check(&self->limits, status);
}

static const Option OPTIONS[] = {
    {.key = "simulations",
     .type = OPTION_INTEGER,
     .offset = offsetof(MctsOptions, simulations),
     .high = 1000000000,
     .silent = true,
     .help = "playouts a ply at most; 0 = no limit where movetime or time is one, else 1000"},
    {.key = "movetime",
     .type = OPTION_INTEGER,
     .offset = offsetof(MctsOptions, limits.movetime),
     .high = 86400000,
     .silent = true,
     .help = "milliseconds a ply at most; 0 = no such limit"},
    {.key = "time",
     .type = OPTION_INTEGER,
     .offset = offsetof(MctsOptions, limits.time),
     .high = 86400000,
     .silent = true,
     .help = "milliseconds for all plies of a game; 0 = no clock"},
    {.key = "inc",
     .type = OPTION_INTEGER,
     .offset = offsetof(MctsOptions, limits.increment),
     .high = 86400000,
     .silent = true,
     .help = "milliseconds added to 'time' after each ply"},
    {.key = "select",
     .type = OPTION_CHOICE,
     .offset = offsetof(MctsOptions, selection),
     .choices = "ucb1|tuned|puct",
     .silent = true,
     .help = "UCB1, UCB1-Tuned (Auer et al. 2002), PUCT with the evaluator's priors (Silver 2017)"},
    {.key = "c",
     .type = OPTION_REAL,
     .offset = offsetof(MctsOptions, c),
     .high = 100,
     .preset = 0.7,
     .help = "exploration: mean + c·sqrt(ln N / n) (UCB1, Auer et al. 2002)"},
    {.key = "fpu",
     .type = OPTION_REAL,
     .offset = offsetof(MctsOptions, first_play),
     .low = -1,
     .high = 10,
     .preset = -1,
     .silent = true,
     .help = "worth of an untried ply (Gelly, Wang 2006); -1 = try each first, 1/2 in PUCT"},
    {.key = "rave",
     .type = OPTION_REAL,
     .offset = offsetof(MctsOptions, rave),
     .high = 1000000,
     .silent = true,
     .help = "visits at which AMAF counts half (RAVE, Gelly, Silver 2007, 2011); 0 = off"},
    {.key = "bias",
     .type = OPTION_REAL,
     .offset = offsetof(MctsOptions, bias),
     .high = 1000,
     .silent = true,
     .help = "progressive bias: + bias·estimate/(n+1) (Chaslot et al. 2008); 0 = off"},
    {.key = "implicit",
     .type = OPTION_REAL,
     .offset = offsetof(MctsOptions, implicit),
     .high = 1,
     .silent = true,
     .help = "share of the estimates' minimax in a mean (Lanctot et al. 2014); 0 = off"},
    {.key = "solver",
     .type = OPTION_CHOICE,
     .offset = offsetof(MctsOptions, solver),
     .choices = "off|on",
     .silent = true,
     .help =
         "proven results: MCTS-Solver (Winands et al. 2008) with bounds (Cazenave et al. 2010)"},
    {.key = "playout",
     .type = OPTION_CHOICE,
     .offset = offsetof(MctsOptions, playout),
     .choices = "uniform|greedy|mast",
     .silent = true,
     .help = "plies of a playout: uniform, by the evaluator, by MAST (Finnsson, Bjornsson 2008)"},
    {.key = "epsilon",
     .type = OPTION_REAL,
     .offset = offsetof(MctsOptions, epsilon),
     .high = 1,
     .preset = 0.2,
     .silent = true,
     .help = "share of uniform plies in the other playouts (Sturtevant 2008)"},
    {.key = "cutoff",
     .type = OPTION_INTEGER,
     .offset = offsetof(MctsOptions, cutoff),
     .low = MCTS_WHOLE,
     .high = 1000000,
     .preset = MCTS_WHOLE,
     .silent = true,
     .help = "plies of a playout before the evaluator values it (Lorentz 2008); -1 = to the end"},
    {.key = "final",
     .type = OPTION_CHOICE,
     .offset = offsetof(MctsOptions, final),
     .choices = "visits|value|secure",
     .silent = true,
     .help = "which ply is played: most visits, best mean, best lower bound (Chaslot et al. 2008)"},
    {.key = "reuse",
     .type = OPTION_CHOICE,
     .offset = offsetof(MctsOptions, reuse),
     .choices = "off|on",
     .silent = true,
     .help = "keeps the part of the tree that the game has gone into"},
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
     .help = "points of margin, or of an estimate, that are worth 3/4 of a win"},
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
     .high = 1000000,
     .silent = true,
     .help = "plies of a playout, one that reaches it counts 1/2; 0 = the game's limit of plies"},
};

const PlayerKind PLAYER_MCTS = {
    .name = "mcts",
    .summary = "Monte Carlo tree search (Kocsis, Szepesvari 2006) and its variants",
    .options = {OPTIONS, sizeof OPTIONS / sizeof *OPTIONS},
    .settle = settle,
    .create = create,
    .reproducible = reproducible,
};
