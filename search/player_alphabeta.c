// Alpha-beta: iterative deepening negamax with a transposition table.
// Knuth, Moore, "An analysis of alpha-beta pruning", 1975 (fail-soft negamax); killer and history
// heuristics: Akl, Newborn 1977; Schaeffer 1989.
#include "search/evaluate.h"
#include "search/limits.h"
#include "search/players.h"
#include "search/transposition.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct AlphaBetaOptions {
    int32_t depth;
    int32_t nodes;
    int32_t movetime;
    int32_t tt;
    double scale;
} AlphaBetaOptions;

enum {
    MAX_PLY = 128,          // from the root
    KILLERS = 2,            // quiet plies remembered at each distance from the root
    HISTORY_SIZE = 4 * 256, // kind and target of a ply: bits 16–17 and 0–7 of a Move
    HISTORY_MAX = 1 << 20,
    CLOCK_INTERVAL = 256, // nodes between two looks at the clock
    MIN_CYCLE = 4         // plies until a position can recur: each side moves and returns
};

// One search, and what it learns about the order of plies.
typedef struct AlphaBeta {
    Player player;
    AlphaBetaOptions options;
    const Game *game;
    Evaluator evaluate;
    TranspositionTable table;
    History past; // of the line and the node being searched
    Move killers[MAX_PLY][KILLERS];
    int32_t history[SIDE_COUNT][HISTORY_SIZE];
    uint64_t nodes; // plies made in this search
    int64_t deadline;
    const atomic_bool *stop;
    bool aborted;
    bool estimated; // a value below the node being searched comes from the evaluator
    int depth;      // that the last choice was made at
} AlphaBeta;

// The plies of a node, the most promising first as far as they were looked at.
typedef struct MoveList {
    Move moves[GAME_MAX_MOVES];
    int32_t scores[GAME_MAX_MOVES];
    int count;
} MoveList;

static unsigned history_index(Move move) {
    return (move >> 16 & 3) << 8 | (move & 255);
}

static int32_t order_score(const AlphaBeta *self, Move move, Move hash_move, Side side, int ply) {
    if (move == hash_move) return INT32_MAX;
    for (int i = 0; i < KILLERS; i++)
        if (move == self->killers[ply][i]) return INT32_MAX - 1 - i;
    return self->history[side][history_index(move)];
}

static void list_moves(const AlphaBeta *self, const Position *position, Move hash_move, int ply,
                       MoveList *list) {
    const Side side = self->game->side(position);
    list->count = self->game->moves(position, list->moves);
    for (int i = 0; i < list->count; i++)
        list->scores[i] = order_score(self, list->moves[i], hash_move, side, ply);
}

// Brings the best of the plies from `at` on to the front; most nodes need only the first few.
static Move pick_move(MoveList *list, int at) {
    int best = at;
    for (int i = at + 1; i < list->count; i++)
        if (list->scores[i] > list->scores[best]) best = i;
    const Move move = list->moves[best];
    list->moves[best] = list->moves[at];
    list->scores[best] = list->scores[at];
    return list->moves[at] = move;
}

static void remember_cutoff(AlphaBeta *self, Move move, Side side, int ply, int depth) {
    int32_t *history = &self->history[side][history_index(move)];
    *history += depth * depth;
    if (*history > HISTORY_MAX)
        for (int i = 0; i < HISTORY_SIZE; i++) self->history[side][i] /= 2;
    if (self->killers[ply][0] == move) return;
    self->killers[ply][1] = self->killers[ply][0];
    self->killers[ply][0] = move;
}

static bool must_stop(AlphaBeta *self) {
    if (self->options.nodes && self->nodes >= (uint64_t)self->options.nodes)
        self->aborted = true;
    else if (self->nodes % CLOCK_INTERVAL == 0 &&
             (stop_requested(self->stop) || deadline_passed(self->deadline)))
        self->aborted = true;
    return self->aborted;
}

static int32_t search(AlphaBeta *self, const Position *position, int depth, int ply, int32_t alpha,
                      int32_t beta);

// The value after a ply, still from the view of the side that makes it: with Agros' opening the
// next ply may be its own again.
static int32_t search_move(AlphaBeta *self, const Position *position, Move move, int depth, int ply,
                           int32_t alpha, int32_t beta) {
    if (must_stop(self)) return 0;
    Position child = *position;
    self->game->play(&child, move);
    self->nodes++;
    const int32_t noted = self->past.count;
    const bool recurs = history_push(&self->past, &child) >= HISTORY_DRAW;
    int32_t value;
    if (recurs && self->game->outcome(&child).result == RESULT_NONE)
        value = 0;
    else if (self->game->side(&child) == self->game->side(position))
        value = search(self, &child, depth - 1, ply + 1, alpha, beta);
    else
        value = -search(self, &child, depth - 1, ply + 1, -beta, -alpha);
    history_rewind(&self->past, noted);
    return value;
}

// Whether the value of a node depends on nothing but the position, the depth and the positions that
// have occurred twice, which are part of the table's key. A third occurrence within the depth is of
// one of those, unless a position occurs for the second and the third time, a cycle apart.
static bool has_own_value(const AlphaBeta *self, int depth) {
    return self->past.bytes == 0 || depth <= MIN_CYCLE;
}

// True when the table settles the node; hash_move is set in any case.
static bool probe(AlphaBeta *self, uint64_t key, int depth, int32_t alpha, int32_t beta,
                  Move *hash_move, int32_t *value) {
    const TableEntry *entry = table_find(&self->table, key);
    *hash_move = MOVE_NONE;
    if (!entry) return false;
    *hash_move = entry->move;
    *value = entry->value;
    const Bound bound = table_bound(entry);
    const bool settled = has_own_value(self, depth) && entry->depth >= (unsigned)depth &&
                         (bound == BOUND_EXACT || (bound == BOUND_LOWER && *value >= beta) ||
                          (bound == BOUND_UPPER && *value <= alpha));
    if (settled && entry->depth != TABLE_PROVEN) self->estimated = true;
    return settled;
}

// The value for the side to move, exact between alpha and beta, else a bound (fail-soft). Without
// meaning once `aborted` is set. A value is proven when every line that it rests on was searched
// to the end of the game.
static int32_t search(AlphaBeta *self, const Position *position, int depth, int ply, int32_t alpha,
                      int32_t beta) {
    const Side side = self->game->side(position);
    const Outcome outcome = self->game->outcome(position);
    if (outcome.result != RESULT_NONE) return evaluate_end(self->game, position, outcome, side);
    if (depth <= 0 || ply == MAX_PLY) {
        self->estimated = true;
        return self->evaluate(position);
    }

    const uint64_t key = self->game->key(position) ^ self->past.twice;
    Move hash_move;
    int32_t value;
    if (probe(self, key, depth, alpha, beta, &hash_move, &value)) return value;

    MoveList list;
    list_moves(self, position, hash_move, ply, &list);
    const int32_t first_alpha = alpha;
    const bool estimated_before = self->estimated;
    self->estimated = false;
    int32_t best = -EVALUATION_INFINITE;
    Move best_move = MOVE_NONE;
    for (int i = 0; i < list.count; i++) {
        const Move move = pick_move(&list, i);
        value = search_move(self, position, move, depth, ply, alpha, beta);
        if (must_stop(self)) return 0;
        if (value <= best) continue;
        best = value;
        best_move = move;
        if (best > alpha) alpha = best;
        if (alpha >= beta) {
            remember_cutoff(self, move, side, ply, depth);
            break;
        }
    }
    const Bound bound = best >= beta          ? BOUND_LOWER
                        : best <= first_alpha ? BOUND_UPPER
                                              : BOUND_EXACT;
    const bool proven = !self->estimated && self->past.bytes == 0;
    table_store(&self->table, key, best_move, best, proven ? TABLE_PROVEN : depth,
                has_own_value(self, depth) ? bound : BOUND_NONE);
    self->estimated |= estimated_before;
    return best;
}

// A win or a loss is one at any depth.
static bool is_decided(int32_t value) {
    return abs(value) >= EVALUATION_WIN;
}

// The root's plies with their values from the last iteration, best first.
typedef struct Root {
    Move moves[GAME_MAX_MOVES];
    int count;
    int32_t value; // of moves[0]
    bool proven;   // and that value rests on finished games alone
} Root;

// No order of the rules is to show in which equal ply an aborted first level leaves in front.
static void shuffle(Root *root, Rng *rng) {
    for (int i = root->count - 1; i > 0; i--) {
        const uint32_t j = rng_below(rng, (uint32_t)i + 1);
        const Move move = root->moves[i];
        root->moves[i] = root->moves[j];
        root->moves[j] = move;
    }
}

// Moves a ply to the front; those before it keep their order.
static void bring_to_front(Root *root, int index) {
    const Move move = root->moves[index];
    memmove(&root->moves[1], &root->moves[0], (size_t)index * sizeof(Move));
    root->moves[0] = move;
}

// Searches all root plies one level deeper. What an aborted iteration found is kept as far as it
// goes: its first ply is the best of the last one.
static void iterate(AlphaBeta *self, const Position *position, int depth, Root *root) {
    int32_t alpha = -EVALUATION_INFINITE;
    for (int i = 0; i < root->count; i++) {
        const int32_t value =
            search_move(self, position, root->moves[i], depth, 0, alpha, EVALUATION_INFINITE);
        if (must_stop(self)) return;
        if (value <= alpha) continue;
        alpha = value;
        root->value = value;
        bring_to_front(root, i);
    }
}

// Puts a ply in front that is uniformly one of the best. Of a random order the first that is as
// good as the best is one, so that where many are, few are asked; to tell all of them apart on the
// way makes whole games five to nine times slower. Where the best is proven, an estimate is no
// equal.
static void choose_among_equals(AlphaBeta *self, const Position *position, int depth, Rng *rng,
                                Root *root) {
    const Move best = root->moves[0];
    const bool proven = !self->estimated;
    shuffle(root, rng);
    for (int i = 0; i < root->count; i++) {
        const Move move = root->moves[i];
        self->estimated = false;
        bool equal = move == best || search_move(self, position, move, depth, 0, root->value - 1,
                                                 root->value) >= root->value;
        if (proven && self->estimated) equal = false;
        if (!equal && !self->aborted) continue;
        root->moves[0] = self->aborted ? best : move; // the rest is not needed any more
        return;
    }
}

// Whether a deeper search cannot change the value: all lines end before it, or the game is decided
// and no deeper line can decide it by more.
static bool is_settled(const AlphaBeta *self, int32_t value) {
    return !self->estimated || (!self->game->has_score && is_decided(value));
}

// A level is never begun that cannot change the value, nor any where there is one ply only. Where
// the limit of work or time ends the search, none is left to choose among equals.
static int deepen(AlphaBeta *self, const Position *position, Rng *rng, Root *root) {
    int done = 0;
    for (int depth = 1; depth <= self->options.depth && root->count > 1; depth++) {
        self->estimated = false;
        iterate(self, position, depth, root);
        if (self->aborted) return done;
        done = depth;
        root->proven = !self->estimated || is_decided(root->value);
        if (is_settled(self, root->value)) break;
    }
    if (done > 0) choose_among_equals(self, position, done, rng, root);
    return done;
}

static bool choose(Player *player, const Line *line, Rng *rng, const atomic_bool *stop,
                   Decision *decision, Status *status) {
    AlphaBeta *self = (AlphaBeta *)player;
    if (!line_copy_history(line, &self->past, MAX_PLY, status)) return false;
    Root root = {.value = 0};
    root.count = line_moves(line, root.moves);
    shuffle(&root, rng);
    self->nodes = 0;
    self->stop = stop;
    self->aborted = false;
    self->deadline = deadline_after(self->options.movetime);
    memset(self->killers, 0xff, sizeof self->killers);
    self->depth = deepen(self, &line->position, rng, &root);
    if (stop_requested(stop)) return false;
    *decision = (Decision){.move = root.moves[0],
                           .value = NAN,
                           .work = self->nodes,
                           .depth = self->depth,
                           .proven = self->depth > 0 && root.proven};
    if (self->depth > 0) decision->value = evaluation_score(root.value, 2 * self->options.scale);
    return true;
}

// Follows the table's best plies behind the chosen one.
static void trace_variation(AlphaBeta *self, Position position, Report *report) {
    while (report->length <= self->depth && report->length < REPORT_MAX_VARIATION) {
        self->game->play(&position, report->variation[report->length - 1]);
        if (history_push(&self->past, &position) >= HISTORY_DRAW) return;
        const TableEntry *entry =
            table_find(&self->table, self->game->key(&position) ^ self->past.twice);
        Move moves[GAME_MAX_MOVES];
        const int count = entry ? self->game->moves(&position, moves) : 0;
        int i = 0;
        while (i < count && moves[i] != entry->move) i++;
        if (i == count) return; // overwritten by another position, or the end
        report->variation[report->length++] = moves[i];
    }
}

static int compare_plies(const void *a, const void *b) {
    const double one = ((const RootPly *)a)->value, other = ((const RootPly *)b)->value;
    return (one < other) - (one > other);
}

// Values all root plies at the depth of the choice, each with a full window.
static void value_plies(AlphaBeta *self, const Line *line, Report *report) {
    Move moves[GAME_MAX_MOVES];
    const int depth = self->depth > 0 ? self->depth : 1;
    report->count = line_moves(line, moves);
    for (int i = 0; i < report->count; i++) {
        self->nodes = 0;
        self->estimated = false;
        const int32_t value = search_move(self, &line->position, moves[i], depth, 0,
                                          -EVALUATION_INFINITE, EVALUATION_INFINITE);
        report->plies[i] = (RootPly){moves[i], evaluation_score(value, 2 * self->options.scale),
                                     !self->estimated || is_decided(value), self->nodes};
    }
    qsort(report->plies, (size_t)report->count, sizeof *report->plies, compare_plies);
}

static void tell(Player *player, const Line *line, bool all, Report *report) {
    AlphaBeta *self = (AlphaBeta *)player;
    const int32_t noted = self->past.count;
    trace_variation(self, line->position, report);
    history_rewind(&self->past, noted);
    if (!all) return;
    const AlphaBetaOptions options = self->options;
    self->options.nodes = 0; // the limits were those of the choice
    self->deadline = 0;
    self->stop = NULL;
    self->aborted = false;
    value_plies(self, line, report);
    self->options = options;
}

static void begin(Player *player) {
    AlphaBeta *self = (AlphaBeta *)player;
    table_clear(&self->table);
    memset(self->history, 0, sizeof self->history);
}

static void release(Player *player) {
    AlphaBeta *self = (AlphaBeta *)player;
    table_release(&self->table);
    history_release(&self->past);
    free(self);
}

static Player *create(const void *options, const Variant *variant, Status *status) {
    AlphaBeta *self = calloc(1, sizeof *self);
    if (self) {
        self->player = (Player){begin, choose, release, tell};
        self->options = *(const AlphaBetaOptions *)options;
        self->game = variant->game;
        history_init(&self->past, variant->game);
        self->evaluate = evaluator_of(variant->game);
        assert(self->evaluate);
        if (table_init(&self->table, (size_t)self->options.tt)) return &self->player;
    }
    free(self);
    status_fail(status, EXIT_RESOURCE, "alphabeta: out of memory");
    return NULL;
}

static bool reproducible(const void *options) {
    return ((const AlphaBetaOptions *)options)->movetime == 0;
}

static const Option OPTIONS[] = {
    {.key = "depth",
     .type = OPTION_INTEGER,
     .offset = offsetof(AlphaBetaOptions, depth),
     .low = 1,
     .high = MAX_PLY,
     .preset = 3,
     .help = "plies to look ahead at most"},
    {.key = "nodes",
     .type = OPTION_INTEGER,
     .offset = offsetof(AlphaBetaOptions, nodes),
     .high = 2000000000,
     .silent = true,
     .help = "plies made in one search at most; 0 = no limit"},
    {.key = "movetime",
     .type = OPTION_INTEGER,
     .offset = offsetof(AlphaBetaOptions, movetime),
     .high = 86400000,
     .silent = true,
     .help = "milliseconds a ply at most; 0 = no limit of time"},
    {.key = "tt",
     .type = OPTION_INTEGER,
     .offset = offsetof(AlphaBetaOptions, tt),
     .low = 1,
     .high = 65536,
     .preset = 4,
     .help = "MiB of the transposition table"},
    {.key = "scale",
     .type = OPTION_REAL,
     .offset = offsetof(AlphaBetaOptions, scale),
     .low = 0.5,
     .high = 10000,
     .preset = 30,
     .help = "points of evaluation that are given out as an expected score of 3/4"},
};

const PlayerKind PLAYER_ALPHABETA = {
    .name = "alphabeta",
    .summary = "iterative deepening alpha-beta with a transposition table",
    .options = {OPTIONS, sizeof OPTIONS / sizeof *OPTIONS},
    .create = create,
    .reproducible = reproducible,
};
