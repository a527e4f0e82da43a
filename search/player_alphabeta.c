// The alpha-beta player: iterative deepening negamax with a transposition table, and what else the
// field knows; every part can be turned off.
// Knuth, Moore, "An analysis of alpha-beta pruning", 1975 (fail-soft negamax).
#include "core/games.h"
#include "search/alphabeta.h"
#include "search/game_clock.h"
#include "search/players.h"
#include "search/team.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_DEPTH = 3 };

typedef struct AlphaBeta {
    Player player;
    AlphaBetaOptions options;
    GameClock clock;
    TranspositionTable table;
    Searcher *searchers;       // one a thread; the first one's choice counts
    atomic_bool done;          // it has chosen
    const atomic_bool *enough; // as in SearchLimits
    Listener *listener;        // NULL = none
    int depth;                 // that the last choice was made at
} AlphaBeta;

// ---- Choosing ----

// There is no time to search in at all; even the history of a long line is not worth copying then.
static bool is_out_of_time(const AlphaBeta *self) {
    return self->searchers[0].watch.over;
}

static Decision decision_of(const AlphaBeta *self, const Root *root, int depth, uint64_t work) {
    return (Decision){.move = root->moves[0],
                      .value =
                          depth > 0 ? evaluation_score(root->value, 2 * self->options.scale) : NAN,
                      .work = work,
                      .depth = depth,
                      .proven = depth > 0 && root->proven};
}

static void tell_so_far(void *context, const Position *position, const Root *root, int depth) {
    const AlphaBeta *self = context;
    Searcher *searcher = &self->searchers[0];
    Report report = {.count = 0};
    const Decision so_far = decision_of(self, root, depth, searcher->nodes);
    report.variation[report.length++] = so_far.move;
    trace_variation(searcher, position, depth, &report);
    self->listener->hear(self->listener, &so_far, &report);
}

// Readies all threads for a search of the line.
static bool prepare(AlphaBeta *self, const Line *line, const atomic_bool *stop, Status *status) {
    const AlphaBetaOptions *options = &self->options;
    const int64_t deadline = game_clock_start(&self->clock, line);
    atomic_store(&self->done, false);
    table_age(&self->table);
    for (int i = 0; i < options->threads; i++) {
        Searcher *searcher = &self->searchers[i];
        searcher->nodes = 0;
        searcher->node_limit =
            (uint64_t)(options->nodes + options->threads - 1) / (uint64_t)options->threads;
        searcher->watch = watch_begin(deadline, stop);
        searcher->watch.enough = self->enough;
        if (!is_out_of_time(self) && !line_copy_history(line, &searcher->past, MAX_PLY, status))
            return false;
        searcher->aborted = false;
        searcher->path[0] = MOVE_NONE;
        order_clear_killers(&searcher->order);
    }
    self->searchers[0].hear_level = self->listener ? tell_so_far : NULL;
    self->searchers[0].listener = self;
    return true;
}

static int search_first(AlphaBeta *self, const Position *position, Rng *rng, Root *root) {
    Searcher *searcher = &self->searchers[0];
    const int depth = deepen(searcher, position, 1, root);
    if (depth > 0 && !searcher->aborted && self->options.ties == TIES_RANDOM)
        choose_among_equals(searcher, position, depth, rng, root);
    atomic_store(&self->done, true);
    return depth;
}

// What all threads of a search share.
typedef struct Lazy {
    AlphaBeta *self;
    const Position *position;
    Rng *rng;
    Root *root; // the first one's
    Root copy;  // for the others
    int depth;  // that the first one reached
} Lazy;

static void search_one(void *context, int number) {
    Lazy *lazy = context;
    if (number == 0) {
        lazy->depth = search_first(lazy->self, lazy->position, lazy->rng, lazy->root);
    } else {
        Root own = lazy->copy;
        deepen(&lazy->self->searchers[number], lazy->position, 1 + number % 2, &own);
    }
}

// Lazy SMP: the other threads search the same root for nothing but what they leave in the table,
// every second one a level ahead.
static int search_threads(AlphaBeta *self, const Position *position, Rng *rng, Root *root) {
    Lazy lazy = {self, position, rng, root, *root, 0};
    team_run(self->options.threads, search_one, &lazy);
    return lazy.depth;
}

static uint64_t work_of(const AlphaBeta *self) {
    uint64_t nodes = 0;
    for (int i = 0; i < self->options.threads; i++) nodes += self->searchers[i].nodes;
    return nodes;
}

static bool search_line(AlphaBeta *self, const Line *line, Rng *rng, const atomic_bool *stop,
                        Decision *decision, Status *status) {
    if (!prepare(self, line, stop, status)) return false;
    Root root = {.value = 0};
    root.count = line_moves(line, root.moves);
    // No order of the rules is to show in which equal ply an aborted first level leaves in front.
    if (self->options.ties == TIES_RANDOM) moves_shuffle(root.moves, root.count, rng);
    self->depth = is_out_of_time(self) ? 0
                  : self->options.threads > 1 && root.count > 1
                      ? search_threads(self, &line->position, rng, &root)
                      : search_first(self, &line->position, rng, &root);
    if (stop_requested(stop)) return false;
    *decision = decision_of(self, &root, self->depth, work_of(self));
    return true;
}

static bool choose(Player *player, const Line *line, Rng *rng, const atomic_bool *stop,
                   Decision *decision, Status *status) {
    AlphaBeta *self = (AlphaBeta *)player;
    const bool chosen = search_line(self, line, rng, stop, decision, status);
    game_clock_stop(&self->clock);
    return chosen;
}

// ---- Telling ----

static void tell(Player *player, const Line *line, bool all, Report *report) {
    AlphaBeta *self = (AlphaBeta *)player;
    Searcher *searcher = &self->searchers[0];
    Status status;
    if (!line_copy_history(line, &searcher->past, MAX_PLY, &status)) return;
    trace_variation(searcher, &line->position, self->depth, report);
    if (!all) return;
    searcher->node_limit = 0; // the limits were those of the choice
    searcher->watch = watch_begin(0, NULL);
    searcher->aborted = false;
    atomic_store(&self->done, false);
    value_root(searcher, &line->position, self->depth > 0 ? self->depth : 1, report);
}

// ---- Making ----

static void begin(Player *player) {
    AlphaBeta *self = (AlphaBeta *)player;
    table_clear(&self->table);
    game_clock_set(&self->clock, &self->options.limits);
    for (int i = 0; i < self->options.threads; i++) order_clear(&self->searchers[i].order);
}

static void limit(Player *player, const SearchLimits *limits) {
    AlphaBeta *self = (AlphaBeta *)player;
    self->options.nodes = limits->work;
    self->options.depth = limits->depth > 0 && limits->depth < MAX_PLY ? limits->depth : MAX_PLY;
    self->enough = limits->enough;
    game_clock_set(&self->clock, &limits->time);
}

static void listen(Player *player, Listener *listener) {
    ((AlphaBeta *)player)->listener = listener;
}

static void release(Player *player) {
    AlphaBeta *self = (AlphaBeta *)player;
    for (int i = 0; i < self->options.threads; i++) history_release(&self->searchers[i].past);
    free(self->searchers);
    table_release(&self->table);
    free(self);
}

static void searcher_init(Searcher *searcher, AlphaBeta *self, const Game *game) {
    searcher->options = &self->options;
    searcher->game = game;
    searcher->evaluate = evaluator_of(game, (EvaluationKind)searcher->options->evaluation);
    assert(searcher->evaluate);
    searcher->table = &self->table;
    searcher->done = &self->done;
    history_init(&searcher->past, game);
    order_clear(&searcher->order);
}

static Player *create(const void *options, const Variant *variant, Status *status) {
    AlphaBeta *self = calloc(1, sizeof *self);
    if (self) {
        self->player = (Player){.begin = begin,
                                .choose = choose,
                                .release = release,
                                .report = tell,
                                .limit = limit,
                                .listen = listen};
        self->options = *(const AlphaBetaOptions *)options;
        const int threads = self->options.threads;
        if (self->options.depth == 0) self->options.depth = MAX_PLY;
        game_clock_set(&self->clock, &self->options.limits);
        self->searchers = calloc((size_t)threads, sizeof *self->searchers);
        for (int i = 0; self->searchers && i < threads; i++)
            searcher_init(&self->searchers[i], self, variant->game);
        if (self->searchers && table_init(&self->table, (size_t)self->options.tt))
            return &self->player;
        free(self->searchers);
    }
    free(self);
    status_fail(status, EXIT_RESOURCE, "alphabeta: out of memory");
    return NULL;
}

static bool reproducible(const void *options) {
    const AlphaBetaOptions *self = options;
    return !time_limits_any(&self->limits) && self->threads == 1;
}

static bool deterministic(const void *options) {
    const AlphaBetaOptions *self = options;
    return reproducible(options) && self->ties == TIES_FIRST;
}

// Another limit rules alone unless one of depth is given; without any there is a default.
static bool settle(void *options, Status *status) {
    AlphaBetaOptions *self = options;
    if (self->depth == 0 && self->nodes == 0 && !time_limits_any(&self->limits))
        self->depth = DEFAULT_DEPTH;
    return time_limits_check(&self->limits, status);
}

// What the ladder found best (configs/ladder-*.json); the table below has plain negamax.
static const TunedSpec TUNED[] = {
    {&AGROS, "alphabeta:base=plain,tt=4,scale=34,search=pvs,hash=on,killers=on,history=on"},
    {&AGON, "alphabeta:base=plain,tt=4,scale=40,search=pvs,hash=on,killers=on,history=on"},
    {&AWALE, "alphabeta:base=plain,tt=4,scale=7,search=pvs,hash=on,killers=on,history=on"},
    {NULL, NULL},
};

static const Option OPTIONS[] = {
    {.key = "base",
     .type = OPTION_CHOICE,
     .offset = offsetof(AlphaBetaOptions, base),
     .choices = BASE_CHOICES,
     .help = BASE_HELP},
    {.key = "depth",
     .type = OPTION_INTEGER,
     .offset = offsetof(AlphaBetaOptions, depth),
     .high = MAX_PLY,
     .help = "plies to look ahead at most; 0 = no limit where another is given, else 3"},
    {.key = "nodes",
     .type = OPTION_INTEGER,
     .offset = offsetof(AlphaBetaOptions, nodes),
     .high = 2000000000,
     .help = "plies made in one search at most; 0 = no limit"},
    {.key = "movetime",
     .type = OPTION_INTEGER,
     .offset = offsetof(AlphaBetaOptions, limits.movetime),
     .high = 86400000,
     .help = "milliseconds a ply at most; 0 = no such limit"},
    {.key = "time",
     .type = OPTION_INTEGER,
     .offset = offsetof(AlphaBetaOptions, limits.time),
     .high = 86400000,
     .help = "milliseconds for all plies of a game; 0 = no clock"},
    {.key = "inc",
     .type = OPTION_INTEGER,
     .offset = offsetof(AlphaBetaOptions, limits.increment),
     .high = 86400000,
     .help = "milliseconds added to 'time' after each ply"},
    {.key = "tt",
     .type = OPTION_INTEGER,
     .offset = offsetof(AlphaBetaOptions, tt),
     .high = 65536,
     .help = "MiB of the transposition table; 0 = none (Greenblatt et al. 1967)"},
    {.key = "scale",
     .type = OPTION_REAL,
     .offset = offsetof(AlphaBetaOptions, scale),
     .low = 0.5,
     .high = 10000,
     .preset = 30,
     .help = "points of evaluation that are given out as an expected score of 3/4"},
    {.key = "evaluation",
     .type = OPTION_CHOICE,
     .offset = offsetof(AlphaBetaOptions, evaluation),
     .preset = EVALUATION_FULL,
     .choices = "plain|full",
     .help = "plain: the score as if the game ended now; full: what may become of the position"},
    {.key = "search",
     .type = OPTION_CHOICE,
     .offset = offsetof(AlphaBetaOptions, search),
     .choices = "negamax|pvs|mtdf",
     .help = "full windows; null windows after the first ply (Marsland 1983); MTD(f) (Plaat 1996)"},
    {.key = "threads",
     .type = OPTION_INTEGER,
     .offset = offsetof(AlphaBetaOptions, threads),
     .low = 1,
     .high = 64,
     .preset = 1,
     .help = "threads that share the table (Lazy SMP: Stockfish 2016); then not reproducible"},
    {.key = "aspiration",
     .type = OPTION_HALVES,
     .offset = offsetof(AlphaBetaOptions, aspiration),
     .high = 10000,
     .help = "points around the last value to search first; 0 = all values (Slate, Atkin 1977)"},
    {.key = "cutoffs",
     .type = OPTION_CHOICE,
     .offset = offsetof(AlphaBetaOptions, cutoffs),
     .choices = "deeper|equal",
     .help = "table entries that settle a node: as deep or deeper, or just as deep"},
    {.key = "hash",
     .type = OPTION_CHOICE,
     .offset = offsetof(AlphaBetaOptions, hash),
     .choices = "off|on",
     .help = "try the table's ply first (Slate, Atkin 1977)"},
    {.key = "killers",
     .type = OPTION_CHOICE,
     .offset = offsetof(AlphaBetaOptions, killers),
     .choices = "off|on",
     .help = "try plies early that cut off at the same distance (Akl, Newborn 1977)"},
    {.key = "history",
     .type = OPTION_CHOICE,
     .offset = offsetof(AlphaBetaOptions, history),
     .choices = "off|on",
     .help = "order plies by the cut-offs that they gave anywhere (Schaeffer 1989)"},
    {.key = "counters",
     .type = OPTION_CHOICE,
     .offset = offsetof(AlphaBetaOptions, counters),
     .choices = "off|on",
     .help = "try early what cut off after the same ply of the other side (Uiterwijk 1992)"},
    {.key = "captures",
     .type = OPTION_CHOICE,
     .offset = offsetof(AlphaBetaOptions, captures),
     .choices = "off|on",
     .help = "try plies that capture before all others (Agon, Awale)"},
    {.key = "null",
     .type = OPTION_CHOICE,
     .offset = offsetof(AlphaBetaOptions, null),
     .choices = "off|on",
     .help = "try a pass less deep first, in null windows (Agros; Beal 1989, Donninger 1993)"},
    {.key = "reductions",
     .type = OPTION_CHOICE,
     .offset = offsetof(AlphaBetaOptions, reductions),
     .choices = "off|on",
     .help = "search late quiet plies less deep first (late move reductions, Romstad 2006)"},
    {.key = "futility",
     .type = OPTION_HALVES,
     .offset = offsetof(AlphaBetaOptions, futility),
     .high = 10000,
     .help = "points a ply that quiet plies near the leaves can gain (Heinz 1998); 0 = any"},
    {.key = "quiescence",
     .type = OPTION_INTEGER,
     .offset = offsetof(AlphaBetaOptions, quiescence),
     .high = 64,
     .help = "captures in a row to follow beyond the depth (Agon, Awale; Shannon 1950); 0 = none"},
    {.key = "ties",
     .type = OPTION_CHOICE,
     .offset = offsetof(AlphaBetaOptions, ties),
     .choices = TIES_CHOICES,
     .help = TIES_HELP},
};

const PlayerKind PLAYER_ALPHABETA = {
    .name = "alphabeta",
    .summary = "iterative deepening alpha-beta with a transposition table",
    .options = {OPTIONS, sizeof OPTIONS / sizeof *OPTIONS},
    .settle = settle,
    .create = create,
    .values = true,
    .reproducible = reproducible,
    .deterministic = deterministic,
    .tuned = TUNED,
};
