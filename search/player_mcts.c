// The player `mcts`: simulations until the limit, then the child that the options ask for.
#include "core/games.h"
#include "search/mcts_tree.h"
#include "search/players.h"
#include "search/team.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

enum { DEFAULT_SIMULATIONS = 1000, UNLIMITED = INT32_MAX / 2, BYTES_PER_MIB = 1 << 20 };

// Of simulations: a listener is told after the first so many, after twice as many each time, and
// once between them are as many as this, at that distance.
enum { FIRST_TOLD = 1 << 10, MOST_UNTOLD = 1 << 16 };

// The player: one tree for all simulators, or one for each.
typedef struct Mcts {
    Player player;
    MctsOptions options;
    const Game *game;
    Tree *trees;
    int tree_count;
    Simulator *simulators;
    RootChildren children; // of all trees together, after a search
    GameClock clock;
    const atomic_bool *enough; // as in SearchLimits
    Listener *listener;        // NULL = none
} Mcts;

// ---- Searching ----

// What the leaf is worth for the first player, and what it proves.
static double value_leaf(Simulator *self, const Position *position, Outcome outcome, Rng *rng) {
    const uint32_t leaf = self->path.node[self->path.length - 1];
    if (outcome.result != RESULT_NONE) {
        mcts_note_end(self, outcome);
        if (self->options->solver) mcts_prove(self, position, outcome);
        return mcts_end_reward(self, position, outcome.result);
    }
    if (mcts_is_settled(self->tree, leaf)) return mcts_settled_reward(self, leaf);
    return mcts_playout(self, position, rng);
}

// A simulation that the watch ended before it had a value leaves no trace.
static void simulate(Simulator *self, Rng *rng) {
    Position position = self->tree->position;
    const int32_t noted = self->history.count;
    self->trace.count = 0;
    const Outcome outcome = mcts_select(self, &position, rng);
    const double for_first = value_leaf(self, &position, outcome, rng);
    history_rewind(&self->history, noted);
    if (self->watch.over)
        mcts_abandon(self);
    else
        mcts_update(self, for_first);
}

// How many of the simulations that are left a simulator takes at a time: few, so that none waits
// for the others at the end.
static int32_t handful(const Tree *tree) {
    enum { SHARE = 256, MOST = 16 };
    const int32_t left = tree->limit - relaxed_int32(&tree->started);
    if (!tree->shared || left < SHARE) return 1;
    return left / SHARE < MOST ? left / SHARE : MOST;
}

// Counts another simulation, if one may begin. A robust-max child is looked for when all are made.
static bool begin_another(Simulator *self) {
    RootChildren children;
    Tree *tree = self->tree;
    if (self->reserved > 0) {
        self->reserved--;
        return true;
    }
    const int32_t wanted = handful(tree),
                  before = relaxed_add_int32(&tree->started, wanted, tree->shared) - wanted,
                  left = tree->limit - before;
    int32_t allowed = left < 0 ? 0 : left < wanted ? left : wanted;
    if (allowed == 0 && before < mcts_most_simulations(self->options, tree->limit)) {
        mcts_gather(tree, 1, &children);
        allowed = !mcts_has_robust_max(&children);
    }
    if (allowed < wanted) relaxed_add_int32(&tree->started, allowed - wanted, tree->shared);
    self->reserved = allowed > 0 ? allowed - 1 : 0;
    return allowed > 0;
}

static Decision decision_of(const Mcts *self, const Node *best, uint64_t work) {
    return (Decision){.move = best->ply.move,
                      .value = mcts_child_value(best),
                      .work = work,
                      .proven = mcts_root_is_proven(&self->children)};
}

// Tells the listener what the first tree has, before the first simulator's next simulation. Ties
// are broken by a copy of its generator, which goes on as if nobody listened.
static void tell_so_far(Mcts *self, Rng rng) {
    const Tree *tree = &self->trees[0];
    Report report = {.count = 0};
    mcts_gather(tree, 1, &self->children);
    const Node *best = mcts_final_child(&self->options, &self->children, &rng);
    if (!best) return; // other simulators' proofs are half told
    const int32_t begun = 1 + self->simulators[0].reserved;
    const Decision so_far =
        decision_of(self, best, (uint64_t)(relaxed_int32(&tree->started) - begun));
    report.variation[report.length++] = so_far.move;
    mcts_report(tree, &self->children, &report);
    self->listener->hear(self->listener, &so_far, &report);
}

// Simulations until a limit is reached or the root is proven. A forced ply needs none.
static void search(Mcts *self, int number, Rng *rng) {
    Simulator *simulator = &self->simulators[number];
    Tree *tree = simulator->tree;
    const Node *root = &tree->nodes[MCTS_ROOT];
    int64_t made = 0, telling = self->listener && number == 0 ? FIRST_TOLD : INT64_MAX;
    simulator->reserved = 0;
    while (root->count > 1 && !mcts_is_settled(tree, MCTS_ROOT) && !watch_step(&simulator->watch) &&
           begin_another(simulator)) {
        if (made == telling) {
            tell_so_far(self, *rng);
            telling += made < MOST_UNTOLD ? made : MOST_UNTOLD;
        }
        simulate(simulator, rng);
        made++;
    }
    if (simulator->reserved > 0)
        relaxed_add_int32(&tree->started, -simulator->reserved, tree->shared);
    if (tree->shared) mcts_unbundle(simulator);
}

// What all simulators of a search share.
typedef struct Together {
    Mcts *self;
    Seed seed;
} Together;

static void search_one(void *context, int number) {
    const Together *together = context;
    Rng own = rng_init(seed_number(together->seed, (uint64_t)number));
    search(together->self, number, &own);
}

// Where no time is left to search in, even the history of a long line is not worth copying, but for
// who looks at it to expand the root.
static bool prepare(Mcts *self, const Line *line, Rng *rng, const Watch *watch, Status *status) {
    const int32_t most = MCTS_MAX_DEPTH + self->options.playout_limit;
    for (int i = 0; i < self->options.threads; i++) {
        Simulator *simulator = &self->simulators[i];
        simulator->watch = *watch;
        if ((!watch->over || self->options.decisive == DECISIVE_BOTH) &&
            !line_copy_history(line, &simulator->history, most, status))
            return false;
    }
    for (int i = 0; i < self->tree_count; i++) {
        Tree *tree = &self->trees[i];
        tree_enter(tree, self->game, line, self->options.contempt);
        tree->limit = self->options.simulations / self->tree_count +
                      (i < self->options.simulations % self->tree_count);
        if (node_count(&tree->nodes[MCTS_ROOT]) == 0)
            mcts_expand(&self->simulators[i], MCTS_ROOT, &line->position, rng);
    }
    return true;
}

static uint64_t work_of(const Mcts *self) {
    uint64_t work = 0;
    for (int i = 0; i < self->tree_count; i++) work += (uint64_t)self->trees[i].started;
    return work;
}

// A ply that wins at once is the only one and was not searched.
static void note_win(Mcts *self, const Line *line) {
    Node *only = self->children.nodes;
    if (self->options.decisive && self->children.count == 1 &&
        mcts_winning_ply(self->game, &line->position) == only->ply.move)
        only->ply.low = only->ply.high = 2;
}

static bool search_all(Mcts *self, const Line *line, Rng *rng, const Watch *watch,
                       Decision *decision, Status *status) {
    if (!prepare(self, line, rng, watch, status)) return false;
    if (self->options.threads > 1)
        team_run(self->options.threads, search_one, &(Together){self, seed_init(rng_next(rng))});
    else
        search(self, 0, rng);
    if (stop_requested(watch->stop)) return false;
    mcts_gather(self->trees, self->tree_count, &self->children);
    note_win(self, line);
    const Node *best = mcts_final_child(&self->options, &self->children, rng);
    *decision = decision_of(self, best, work_of(self));
    return true;
}

static bool choose(Player *player, const Line *line, Rng *rng, const atomic_bool *stop,
                   Decision *decision, Status *status) {
    Mcts *self = (Mcts *)player;
    Watch watch = watch_begin(game_clock_start(&self->clock, line), stop);
    watch.enough = self->enough;
    const bool chosen = search_all(self, line, rng, &watch, decision, status);
    game_clock_stop(&self->clock);
    return chosen;
}

// ---- Telling ----

static void tell(Player *player, const Line *line, bool all, Report *report) {
    const Mcts *self = (const Mcts *)player;
    (void)line, (void)all; // the tree has it all
    mcts_report(&self->trees[0], &self->children, report);
}

// ---- Life ----

static void begin(Player *player) {
    Mcts *self = (Mcts *)player;
    for (int i = 0; i < self->tree_count; i++) tree_clear(&self->trees[i]);
    for (int i = 0; i < self->options.threads; i++) simulator_clear(&self->simulators[i]);
    game_clock_set(&self->clock, &self->options.limits);
}

static void limit(Player *player, const SearchLimits *limits) {
    Mcts *self = (Mcts *)player;
    self->options.simulations =
        limits->work > 0 && limits->work < UNLIMITED ? limits->work : UNLIMITED;
    self->enough = limits->enough; // a depth is nothing that this search is limited by
    game_clock_set(&self->clock, &limits->time);
}

static void listen(Player *player, Listener *listener) {
    ((Mcts *)player)->listener = listener;
}

static void release(Player *player) {
    Mcts *self = (Mcts *)player;
    for (int i = 0; self->trees && i < self->tree_count; i++) {
        pthread_mutex_destroy(&self->trees[i].lock);
        tree_release(&self->trees[i]);
    }
    for (int i = 0; self->simulators && i < self->options.threads; i++)
        simulator_release(&self->simulators[i]);
    free(self->trees);
    free(self->simulators);
    free(self);
}

// What can be released, but has no memory of its own yet.
static bool allocate_empty(Mcts *self) {
    self->trees = aligned_alloc(CACHE_LINE, (size_t)self->tree_count * sizeof(Tree));
    self->simulators = calloc((size_t)self->options.threads, sizeof(Simulator));
    if (!self->trees || !self->simulators) {
        free(self->trees);
        free(self->simulators);
        self->trees = NULL;
        self->simulators = NULL;
        return false;
    }
    for (int i = 0; i < self->tree_count; i++) {
        self->trees[i] = (Tree){0};
        pthread_mutex_init(&self->trees[i].lock, NULL);
    }
    for (int i = 0; i < self->options.threads; i++)
        self->simulators[i] = (Simulator){.options = &self->options,
                                          .game = self->game,
                                          .evaluate = evaluator_of(self->game, EVALUATION_FULL),
                                          .tree = &self->trees[self->tree_count > 1 ? i : 0]};
    return true;
}

// All simulators and trees within the memory that the options allow.
static bool allocate(Mcts *self, size_t bytes) {
    const int threads = self->options.threads;
    bool good = allocate_empty(self);
    for (int i = 0; good && i < self->tree_count; i++)
        good = tree_init(&self->trees[i], &self->options, bytes / (size_t)self->tree_count,
                         threads / self->tree_count);
    for (int i = 0; good && i < threads; i++) good = simulator_init(&self->simulators[i]);
    return good;
}

static Player *create(const void *options, const Variant *variant, Status *status) {
    Mcts *self = calloc(1, sizeof *self);
    if (!self) {
        status_fail(status, EXIT_RESOURCE, "mcts: out of memory");
        return NULL;
    }
    self->player = (Player){.begin = begin,
                            .choose = choose,
                            .release = release,
                            .report = tell,
                            .limit = limit,
                            .listen = listen};
    self->options = *(const MctsOptions *)options;
    self->game = variant->game;
    if (self->options.solver == SOLVER_SCORE && !variant->game->has_score)
        self->options.solver = SOLVER_ON; // there are no margins
    self->tree_count = self->options.parallel == PARALLEL_ROOT ? self->options.threads : 1;
    game_clock_set(&self->clock, &self->options.limits);
    if (self->options.simulations == 0) self->options.simulations = UNLIMITED;
    if (self->options.playout_limit == 0)
        self->options.playout_limit = variant->game->default_ply_limit;
    const size_t allowed = (size_t)self->options.memory * BYTES_PER_MIB,
                 counts =
                     simulator_bytes(&self->options, self->game) * (size_t)self->options.threads,
                 least = counts + tree_least_bytes(&self->options) * (size_t)self->tree_count;
    if (least > allowed)
        status_fail(status, EXIT_INPUT, "mcts: memory=%d: these keys need %zu or more",
                    self->options.memory, (least + BYTES_PER_MIB - 1) / BYTES_PER_MIB);
    else if (allocate(self, allowed - counts))
        return &self->player;
    else
        status_fail(status, EXIT_RESOURCE, "mcts: out of memory");
    release(&self->player);
    return NULL;
}

static bool reproducible(const void *options) {
    const MctsOptions *self = options;
    return !time_limits_any(&self->limits) && self->threads == 1;
}

// A limit of time rules alone unless one of simulations is given; without any there is a default.
static bool settle(void *options, Status *status) {
    MctsOptions *self = options;
    if (self->simulations == 0 && !time_limits_any(&self->limits))
        self->simulations = DEFAULT_SIMULATIONS;
    if (self->rave > 0 && self->grave > 0)
        return status_fail(status, EXIT_INPUT, "rave and grave exclude each other");
    if (self->solver == SOLVER_SCORE && self->decisive)
        return status_fail(status, EXIT_INPUT,
                           "solver=score needs all plies: decisive=off expected");
    return time_limits_check(&self->limits, status);
}

// What the ladder found best (configs/ladder-*.json); the table below has plain UCT.
static const TunedSpec TUNED[] = {
    {&AGROS, "mcts:base=plain,select=puct,c=0.2,fpu=0.3,implicit=0.5,solver=on,cutoff=0,reuse="
             "on,scale=34,contempt=0.1"},
    {&AGON, "mcts:base=plain,select=puct,c=0.3,fpu=0.4,implicit=0.5,solver=on,cutoff=0,reuse="
            "on,scale=40"},
    {&AWALE, "mcts:base=plain,select=puct,c=0.15,implicit=0.5,solver=on,cutoff=0,reuse=on,scale=7"},
    {NULL, NULL},
};

// What is tuned for one way of selection, or for leaves without playouts, is not for another.
static const TunedException EXCEPTIONS[] = {
    {"select", "c"},       {"select", "fpu"},           {"rollout", "cutoff"},
    {"epsilon", "cutoff"}, {"rollout_limit", "cutoff"}, {NULL, NULL},
};

static const Option OPTIONS[] = {
    {.key = "base",
     .type = OPTION_CHOICE,
     .offset = offsetof(MctsOptions, base),
     .choices = BASE_CHOICES,
     .help = BASE_HELP},
    {.key = "simulations",
     .type = OPTION_INTEGER,
     .offset = offsetof(MctsOptions, simulations),
     .high = 1000000000,
     .help = "simulations a ply at most; 0 = no limit where movetime or time is one, else 1000"},
    {.key = "movetime",
     .type = OPTION_INTEGER,
     .offset = offsetof(MctsOptions, limits.movetime),
     .high = 86400000,
     .help = "milliseconds a ply at most; 0 = no such limit"},
    {.key = "time",
     .type = OPTION_INTEGER,
     .offset = offsetof(MctsOptions, limits.time),
     .high = 86400000,
     .help = "milliseconds for all plies of a game; 0 = no clock"},
    {.key = "inc",
     .type = OPTION_INTEGER,
     .offset = offsetof(MctsOptions, limits.increment),
     .high = 86400000,
     .help = "milliseconds added to 'time' after each ply"},
    {.key = "select",
     .type = OPTION_CHOICE,
     .offset = offsetof(MctsOptions, selection),
     .choices = "ucb1|tuned|puct",
     .help = "UCB1, UCB1-Tuned (Auer et al. 2002), PUCT with the evaluator's priors (Silver 2017)"},
    {.key = "c",
     .type = OPTION_REAL,
     .offset = offsetof(MctsOptions, c),
     .high = 100,
     .preset = 0.7,
     .help =
         "mean + c·sqrt(ln N / n), tuned: c·its bound (paper: c=1), puct: c·P·sqrt(N) / (1 + n)"},
    {.key = "fpu",
     .type = OPTION_REAL,
     .offset = offsetof(MctsOptions, first_play),
     .low = -1,
     .high = 10,
     .preset = -1,
     .help = "worth of an untried ply (Gelly, Wang 2006); -1 = try each first, 1/2 in PUCT"},
    {.key = "rave",
     .type = OPTION_REAL,
     .offset = offsetof(MctsOptions, rave),
     .high = 1000000,
     .help = "visits at which AMAF counts half (RAVE, Gelly, Silver 2007, 2011); 0 = off"},
    {.key = "grave",
     .type = OPTION_INTEGER,
     .offset = offsetof(MctsOptions, grave),
     .high = 1000000000,
     .help =
         "AMAF of the closest ancestor with more playouts (GRAVE, Cazenave 2015: c=0); 0 = off"},
    {.key = "grave_bias",
     .type = OPTION_REAL,
     .offset = offsetof(MctsOptions, grave_bias),
     .high = 1,
     .preset = 1e-5,
     .help = "b in GRAVE's beta = a/(a + n + b·a·n), a = AMAF's playouts (Cazenave 2015)"},
    {.key = "bias",
     .type = OPTION_REAL,
     .offset = offsetof(MctsOptions, bias),
     .high = 1000,
     .help = "progressive bias: + bias·estimate/(n+1) (Chaslot et al. 2008); 0 = off"},
    {.key = "implicit",
     .type = OPTION_REAL,
     .offset = offsetof(MctsOptions, implicit),
     .high = 1,
     .help = "share of the estimates' minimax in a mean (Lanctot et al. 2014); 0 = off"},
    {.key = "solver",
     .type = OPTION_CHOICE,
     .offset = offsetof(MctsOptions, solver),
     .choices = "off|on|score",
     .help =
         "proves results (MCTS-Solver, Winands 2008), and the margin (Cazenave, Saffidine 2010)"},
    {.key = "rollout",
     .type = OPTION_CHOICE,
     .offset = offsetof(MctsOptions, playout),
     .choices = "uniform|greedy|mast|nst",
     .help = "uniform, by the evaluator, MAST (Finnsson, Bjornsson 2008), NST (Tak et al. 2012)"},
    {.key = "epsilon",
     .type = OPTION_REAL,
     .offset = offsetof(MctsOptions, epsilon),
     .high = 1,
     .preset = 0.2,
     .help = "share of uniform plies in the other playouts (Sturtevant 2008)"},
    {.key = "cutoff",
     .type = OPTION_INTEGER,
     .offset = offsetof(MctsOptions, cutoff),
     .low = MCTS_WHOLE,
     .high = 1000000,
     .preset = MCTS_WHOLE,
     .help = "plies of a playout before the evaluator values it (Lorentz 2008); -1 = to the end"},
    {.key = "decisive",
     .type = OPTION_CHOICE,
     .offset = offsetof(MctsOptions, decisive),
     .choices = "off|win|both",
     .help = "plays wins at once, both: and denies them, in tree and playouts (Teytaud 2010)"},
    {.key = "final",
     .type = OPTION_CHOICE,
     .offset = offsetof(MctsOptions, final),
     .choices = "visits|value|secure|robustmax",
     .help = "most visits, best mean, lower bound; both, in up to 2x simulations (Chaslot 2008)"},
    {.key = "reuse",
     .type = OPTION_CHOICE,
     .offset = offsetof(MctsOptions, reuse),
     .choices = "off|on",
     .help = "keeps the part of the tree that the game has gone into (Enzenberger et al. 2010)"},
    {.key = "margin",
     .type = OPTION_REAL,
     .offset = offsetof(MctsOptions, margin),
     .high = 1,
     .preset = 0,
     .help = "share of the reward given by the margin m as 1/2 + 1/2·m/(|m|+scale), not by result"},
    {.key = "contempt",
     .type = OPTION_REAL,
     .offset = offsetof(MctsOptions, contempt),
     .high = 0.5,
     .help = "what a draw is worth less than 1/2 to who searches, and more to the other side"},
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
     .help =
         "MiB for trees (1/4 of each for GRAVE) and counts at most; what is full stops growing"},
    {.key = "threads",
     .type = OPTION_INTEGER,
     .offset = offsetof(MctsOptions, threads),
     .low = 1,
     .high = 64,
     .preset = 1,
     .help = "threads inside one search; with more than 1 not reproducible"},
    {.key = "parallel",
     .type = OPTION_CHOICE,
     .offset = offsetof(MctsOptions, parallel),
     .choices = "tree|root",
     .help = "threads share one tree, or each has its own (Chaslot, Winands, van den Herik 2008)"},
    {.key = "virtual_loss",
     .type = OPTION_INTEGER,
     .offset = offsetof(MctsOptions, virtual_loss),
     .high = 100,
     .preset = 1,
     .help = "losses counted for a simulation under way in a shared tree (Chaslot et al. 2008)"},
    {.key = "rollout_limit",
     .type = OPTION_INTEGER,
     .offset = offsetof(MctsOptions, playout_limit),
     .high = 1000000,
     .help = "plies of a playout, one that reaches it counts 1/2; 0 = the game's limit of plies"},
};

const PlayerKind PLAYER_MCTS = {
    .name = "mcts",
    .summary = "Monte Carlo tree search (Kocsis, Szepesvari 2006) and its variants",
    .options = {OPTIONS, sizeof OPTIONS / sizeof *OPTIONS},
    .settle = settle,
    .create = create,
    .values = true,
    .reproducible = reproducible,
    .tuned = TUNED,
    .exceptions = EXCEPTIONS,
};
