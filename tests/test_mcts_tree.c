// Monte Carlo tree search on trees made by hand, against numbers worked out by hand.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "search/mcts_tree.h"
#include "tests/plain_search.h"
#include "tests/play_line.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 64, LATE = 400 };

// A tree in plain arrays with a simulator in it.
typedef struct Fixture {
    MctsOptions options;
    Node nodes[ROOM];
    NodeExtra extras[ROOM];
    ScoreBounds scores[ROOM];
    Tree tree;
    Simulator simulator;
    Rng rng;
} Fixture;

// A position is its margin for the first player.
static Score margin_as_score(const Position *position) {
    int32_t margin;
    memcpy(&margin, position, sizeof margin);
    return (Score){{margin, 0}};
}

static const Game MARGINS = {.name = "margins", .has_score = true, .score = margin_as_score};

// UCB1 with c = 0, each child tried first; a root whose ply the second player made.
static void prepare(Fixture *self) {
    *self = (Fixture){.options = {.simulations = 1, .first_play = -1, .virtual_loss = 1}};
    self->tree = (Tree){.nodes = self->nodes, .used = 1, .capacity = ROOM};
    self->simulator = (Simulator){.options = &self->options, .game = &MARGINS, .tree = &self->tree};
    self->nodes[MCTS_ROOT] = (Node){.ply = {.mover = SIDE_SECOND, .high = 2}};
    self->scores[MCTS_ROOT] = MCTS_ANY_SCORE;
    self->rng = rng_of("tree", 1);
    pthread_mutex_init(&self->tree.lock, NULL);
}

static void set_visits(Node *node, uint32_t visits, double rewards) {
    node->visits = visits;
    node->rewards = rewards;
    node->mean = visits ? (float)(rewards / visits) : 0;
    node->spread = visits ? (float)(1 / sqrt((double)visits)) : 0;
}

// Gives a node so many untried children, by one side; the index of the first.
static uint32_t add_children(Fixture *self, uint32_t parent, int count, Side mover) {
    const uint32_t first = self->tree.used;
    Node *node = &self->nodes[parent];
    node->children = first;
    node->count = (uint16_t)count;
    for (int i = 0; i < count; i++) {
        const uint32_t at = self->tree.used++;
        self->nodes[at] =
            (Node){.ply = {.move = (100 + at) & MOVE_NONE, .mover = mover & 1, .high = 2}};
        self->scores[at] = MCTS_ANY_SCORE;
    }
    return first;
}

// The same, tried.
static uint32_t add_tried(Fixture *self, uint32_t parent, int count, Side mover) {
    const uint32_t first = add_children(self, parent, count, mover);
    self->nodes[parent].tried = (uint16_t)count;
    return first;
}

static void set_path(Fixture *self, int length, const uint32_t *nodes) {
    memcpy(self->simulator.path.node, nodes, (size_t)length * sizeof *nodes);
    self->simulator.path.length = length;
}

static uint32_t chosen(Fixture *self, float *value) {
    return mcts_choose_child(&self->simulator, &self->nodes[MCTS_ROOT], &self->rng, value);
}

static void assert_near(double value, double expected) {
    if (!(fabs(value - expected) < 2e-6)) fail_msg("%.9g instead of %.9g", value, expected);
}

static void assert_choice(Fixture *self, uint32_t child, double worth) {
    float value;
    assert_int_equal(chosen(self, &value), child);
    assert_near((double)value, worth);
}

// ---- Selection

static void ucb1(void **state) {
    (void)state;
    Fixture f;
    for (int extras = 0; extras < 2; extras++) { // both ways that it is computed
        prepare(&f);
        if (extras) f.tree.extras = f.extras;
        const uint32_t a = add_tried(&f, MCTS_ROOT, 2, SIDE_FIRST), b = a + 1;
        set_visits(&f.nodes[MCTS_ROOT], 10, 6);
        set_visits(&f.nodes[a], 6, 3); // mean 1/2
        set_visits(&f.nodes[b], 4, 1); // mean 1/4
        // ln 10 = 2.302585. a: 0.5 + 0.7·√(2.302585/6) = 0.5 + 0.7·0.619487 = 0.933641,
        // b: 0.25 + 0.7·√(2.302585/4) = 0.25 + 0.7·0.758714 = 0.781099
        f.options.c = 0.7;
        assert_choice(&f, a, 0.9336409);
        // a: 0.5 + 2·0.619487 = 1.738974, b: 0.25 + 2·0.758714 = 1.767427
        f.options.c = 2;
        assert_choice(&f, b, 1.7674271);
    }
}

static void ucb1_tuned(void **state) {
    (void)state;
    Fixture f;
    prepare(&f);
    f.tree.extras = f.extras;
    f.options.selection = SELECTION_TUNED;
    f.options.c = 0.7;
    const uint32_t draws = add_tried(&f, MCTS_ROOT, 2, SIDE_FIRST), wins = draws + 1;
    set_visits(&f.nodes[MCTS_ROOT], 20000, 10000);
    set_visits(&f.nodes[draws], 10000, 5000);
    set_visits(&f.nodes[wins], 10000, 5000);
    f.extras[draws].squares = 2500; // all rewards 1/2: variance 0
    f.extras[wins].squares = 5000;  // 0 and 1: variance 1/4, the most that counts
    // ln 20000 / 10000 = 9.903488e-4. draws: V = √(2·9.903488e-4) = 0.0445050,
    // 0.5 + 0.7·√(9.903488e-4·0.0445050) = 0.504647; wins: 0.5 + 0.7·√(9.903488e-4/4) = 0.511014
    assert_choice(&f, wins, 0.5110145);
    f.nodes[wins].ply.high = 0;
    assert_choice(&f, draws, 0.5046473);
}

static void puct(void **state) {
    (void)state;
    Fixture f;
    prepare(&f);
    f.tree.extras = f.extras;
    f.options.selection = SELECTION_PUCT;
    f.options.c = 1;
    const uint32_t a = add_children(&f, MCTS_ROOT, 2, SIDE_FIRST), b = a + 1;
    set_visits(&f.nodes[MCTS_ROOT], 16, 8);
    set_visits(&f.nodes[a], 8, 4);
    f.nodes[MCTS_ROOT].tried = 1;
    f.extras[a].prior = 0.75F;
    f.extras[b].prior = 0.25F;
    // a: 0.5 + 0.75·√16/(1+8) = 0.833333; b, never tried: 0.5 + 0.25·√16/(1+0) = 1.5
    assert_choice(&f, b, 1.5);
    assert_int_equal(f.nodes[MCTS_ROOT].tried, 2);
    // b, seen as a loss before it is tried: 0 + 1 = 1, with c = 0.5: 0.5 < 0.666667
    f.options.first_play = 0;
    assert_choice(&f, b, 1);
    f.options.c = 0.5;
    assert_choice(&f, a, 0.6666667);
}

static void first_play_urgency(void **state) {
    (void)state;
    Fixture f;
    prepare(&f);
    const uint32_t a = add_children(&f, MCTS_ROOT, 3, SIDE_FIRST);
    float value;
    set_visits(&f.nodes[MCTS_ROOT], 4, 2);
    set_visits(&f.nodes[a], 4, 2);
    f.nodes[MCTS_ROOT].tried = 1;
    f.options.c = 0.7;
    f.options.first_play = 0.9; // less than 0.5 + 0.7·√(ln 4/4) = 0.912094
    assert_choice(&f, a, 0.9120935);
    f.options.first_play = 0.92;
    assert_int_equal(chosen(&f, &value), a + 1);
    assert_int_equal(f.nodes[MCTS_ROOT].tried, 2);
    f.options.first_play = -1; // each is tried first
    assert_int_equal(chosen(&f, &value), a + 2);
    assert_true(isnan(value));
}

// ---- All moves as first

static void rave_mixes_amaf(void **state) {
    (void)state;
    Fixture f;
    prepare(&f);
    f.tree.extras = f.extras;
    f.options.rave = 30;
    const uint32_t a = add_tried(&f, MCTS_ROOT, 1, SIDE_FIRST);
    set_visits(&f.nodes[MCTS_ROOT], 10, 6);
    set_visits(&f.nodes[a], 10, 4);
    f.extras[a].amaf = 8;
    f.extras[a].amaf_visits = 10;
    // beta = √(30/(3·10 + 30)) = 0.707107; 0.4 + 0.707107·(0.8 − 0.4) = 0.682843
    assert_choice(&f, a, 0.6828427);
}

static void grave_mixes_the_ancestor_s_amaf(void **state) {
    (void)state;
    Fixture f;
    float value;
    prepare(&f);
    f.tree.extras = f.extras;
    f.options.grave = 50;
    f.options.grave_bias = 0.01;
    assert_true(amaf_table_init(&f.tree.amaf, 1024));
    const uint32_t a = add_children(&f, MCTS_ROOT, 3, SIDE_FIRST);
    set_visits(&f.nodes[MCTS_ROOT], 6, 3);
    set_visits(&f.nodes[a], 5, 1);
    f.simulator.path.key[0] = 7; // the reference; the root's own sums do not count
    f.simulator.path.key[1] = 8;
    f.simulator.path.reference = 0;
    for (int i = 0; i < 20; i++) {
        amaf_table_add(&f.tree.amaf, 7, f.nodes[a].ply.move, SIDE_FIRST, i < 14);
        amaf_table_add(&f.tree.amaf, 8, f.nodes[a].ply.move, SIDE_FIRST, 0);
        amaf_table_add(&f.tree.amaf, 7, f.nodes[a].ply.move, SIDE_SECOND, 0);
    }
    f.nodes[MCTS_ROOT].count = 1;
    // beta = 20/(20 + 5 + 0.01·20·5) = 20/26; 0.2 + 20/26·(0.7 − 0.2) = 0.584615
    assert_choice(&f, a, 0.5846154);
    // AMAF alone where there is nothing else; what it does not know goes first.
    f.nodes[MCTS_ROOT].count = 2;
    amaf_table_add(&f.tree.amaf, 7, f.nodes[a + 1].ply.move, SIDE_FIRST, 1);
    assert_choice(&f, a + 1, 1);
    f.nodes[MCTS_ROOT].count = 3;
    assert_int_equal(chosen(&f, &value), a + 2);
    amaf_table_release(&f.tree.amaf);
}

static void assert_sum(const Fixture *self, uint64_t key, Move move, Side side, uint32_t visits,
                       double rewards) {
    const AmafSum *sum = amaf_table_find(&self->tree.amaf, key, move, side);
    if (visits == 0) {
        assert_null(sum);
        return;
    }
    assert_non_null(sum);
    assert_int_equal(sum->visits, visits);
    assert_near((double)sum->rewards, rewards);
}

// Root −(1st: 5)→ a −(2nd: 6)→ leaf, then the playout 1st: 7, 2nd: 6, 1st: 5. The first player
// gets 0.75.
static void grave_counts_each_later_ply_once(void **state) {
    (void)state;
    Fixture f;
    Move moves[] = {5, 6, 7, 6, 5};
    uint8_t sides[] = {0, 1, 0, 1, 0};
    int32_t distinct[5];
    prepare(&f);
    f.tree.extras = f.extras;
    f.options.grave = 1;
    assert_true(amaf_table_init(&f.tree.amaf, 1024));
    const uint32_t a = add_tried(&f, MCTS_ROOT, 1, SIDE_FIRST),
                   leaf = add_tried(&f, a, 1, SIDE_SECOND);
    f.simulator.trace = (Trace){moves, sides, 5};
    f.simulator.distinct = distinct;
    for (int side = 0; side < SIDE_COUNT; side++)
        f.simulator.stamps[side] = calloc(MCTS_MOVES, sizeof(uint32_t));
    set_path(&f, 3, (const uint32_t[]){MCTS_ROOT, a, leaf});
    f.simulator.path.key[0] = 1;
    f.simulator.path.key[1] = 2;
    f.simulator.path.key[2] = 3;
    mcts_update(&f.simulator, 0.75);
    assert_sum(&f, 1, 5, SIDE_FIRST, 1, 0.75);
    assert_sum(&f, 1, 6, SIDE_SECOND, 1, 0.25);
    assert_sum(&f, 1, 7, SIDE_FIRST, 1, 0.75);
    assert_sum(&f, 1, 7, SIDE_SECOND, 0, 0);
    assert_sum(&f, 2, 5, SIDE_FIRST, 1, 0.75); // from the playout
    assert_sum(&f, 2, 6, SIDE_SECOND, 1, 0.25);
    assert_sum(&f, 3, 5, SIDE_FIRST, 1, 0.75); // the new node learns from its own playout
    assert_sum(&f, 3, 6, SIDE_SECOND, 1, 0.25);
    assert_sum(&f, 4, 5, SIDE_FIRST, 0, 0);
    mcts_update(&f.simulator, 0.25);
    assert_sum(&f, 2, 7, SIDE_FIRST, 2, 1);
    for (int side = 0; side < SIDE_COUNT; side++) free(f.simulator.stamps[side]);
    amaf_table_release(&f.tree.amaf);
}

static void a_full_amaf_table_drops_new_plies_only(void **state) {
    (void)state;
    AmafTable table;
    assert_true(amaf_table_init(&table, 64 * sizeof(AmafSum)));
    int known = 0;
    for (Move move = 0; move < 100; move++) amaf_table_add(&table, 1, move, SIDE_FIRST, 1);
    for (Move move = 0; move < 100; move++)
        known += amaf_table_find(&table, 1, move, SIDE_FIRST) != NULL;
    assert_int_equal(known, 56); // 7/8 of 64
    amaf_table_add(&table, 1, 0, SIDE_FIRST, 1);
    assert_int_equal(amaf_table_find(&table, 1, 0, SIDE_FIRST)->visits, 2);
    for (int i = 0; i < 70000; i++) { // more generations than are told apart
        amaf_table_clear(&table);
        assert_null(amaf_table_find(&table, 1, 0, SIDE_FIRST));
        amaf_table_add(&table, 1, 0, SIDE_FIRST, 1);
    }
    amaf_table_release(&table);
}

// ---- Backup

static void implicit_minimax(void **state) {
    (void)state;
    for (int same = 0; same < 2; same++) {
        Fixture f;
        prepare(&f);
        f.tree.extras = f.extras;
        f.options.implicit = 0.5;
        const uint32_t a = add_tried(&f, MCTS_ROOT, 3, same ? SIDE_SECOND : SIDE_FIRST);
        f.extras[a].estimate = 0.3F;
        f.extras[a + 1].estimate = 0.9F;
        f.extras[a + 2].estimate = 0.5F;
        set_path(&f, 2, (const uint32_t[]){MCTS_ROOT, a});
        mcts_update(&f.simulator, 1);
        // The best for who moves; for the other side it is 1 − 0.9.
        assert_near((double)f.extras[MCTS_ROOT].estimate, same ? 0.9 : 0.1);
        // The mean of a is 1 or 0, and half of it: 0.65 or 0.15.
        f.nodes[MCTS_ROOT].count = f.nodes[MCTS_ROOT].tried = 1;
        assert_choice(&f, a, same ? 0.15 : 0.65);
    }
}

static void rewards_are_seen_by_the_mover(void **state) {
    (void)state;
    Fixture f;
    prepare(&f);
    const uint32_t a = add_tried(&f, MCTS_ROOT, 1, SIDE_FIRST), // moves twice, as in Agros' opening
        b = add_tried(&f, a, 1, SIDE_FIRST), c = add_tried(&f, b, 1, SIDE_SECOND);
    set_path(&f, 4, (const uint32_t[]){MCTS_ROOT, a, b, c});
    mcts_update(&f.simulator, 0.75);
    mcts_update(&f.simulator, 1);
    assert_near(f.nodes[MCTS_ROOT].rewards, 0.25);
    assert_near(f.nodes[a].rewards, 1.75);
    assert_near(f.nodes[b].rewards, 1.75);
    assert_near(f.nodes[c].rewards, 0.25);
    assert_int_equal(f.nodes[c].visits, 2);
    assert_near((double)f.nodes[c].mean, 0.125);
    assert_near((double)f.nodes[c].spread, 0.7071068);
}

// ---- Virtual loss

static void virtual_losses_are_taken_back(void **state) {
    (void)state;
    for (int abandoned = 0; abandoned < 2; abandoned++) {
        Fixture f;
        prepare(&f);
        f.tree.shared = true;
        f.tree.started = 5;
        f.options.virtual_loss = 2;
        const uint32_t a = add_tried(&f, MCTS_ROOT, 2, SIDE_FIRST);
        set_visits(&f.nodes[a], 4, 3);
        set_path(&f, 1, (const uint32_t[]){a});
        mcts_lose_virtually(&f.simulator, 0);
        assert_near((double)f.nodes[a].mean, 0.5); // 3 of 4 and two losses
        if (abandoned)
            mcts_abandon(&f.simulator);
        else
            mcts_update(&f.simulator, 1);
        assert_int_equal(f.nodes[a].visits, abandoned ? 4 : 5);
        assert_near((double)f.nodes[a].mean, abandoned ? 0.75 : 0.8);
        assert_near((double)f.nodes[a].spread, abandoned ? 0.5 : 0.4472136);
        assert_int_equal(f.tree.started, abandoned ? 4 : 5);
    }
}

static void others_go_elsewhere(void **state) {
    (void)state;
    for (int extras = 0; extras < 2; extras++) {
        Fixture f;
        float value;
        prepare(&f);
        if (extras) f.tree.extras = f.extras;
        f.tree.shared = true;
        f.options.c = 0.7;
        const uint32_t a = add_tried(&f, MCTS_ROOT, 2, SIDE_FIRST), b = a + 1;
        set_visits(&f.nodes[MCTS_ROOT], 20, 10);
        set_visits(&f.nodes[a], 10, 6);
        set_visits(&f.nodes[b], 10, 5.5);
        assert_int_equal(chosen(&f, &value), a);
        set_path(&f, 2, (const uint32_t[]){MCTS_ROOT, a});
        mcts_lose_virtually(&f.simulator, 0);
        mcts_lose_virtually(&f.simulator, 1); // 6/11 + 0.7·√(ln 21/11) < 0.55 + 0.7·√(ln 21/10)
        assert_int_equal(chosen(&f, &value), b);
        mcts_abandon(&f.simulator);
        assert_int_equal(chosen(&f, &value), a);
    }
}

// A child whose first simulation was abandoned is no child with a mean of 0.
static void an_abandoned_child_is_tried_again(void **state) {
    (void)state;
    for (int extras = 0; extras < 2; extras++) {
        Fixture f;
        float value;
        prepare(&f);
        if (extras) f.tree.extras = f.extras;
        f.tree.shared = true;
        const uint32_t a = add_children(&f, MCTS_ROOT, 2, SIDE_FIRST);
        set_visits(&f.nodes[MCTS_ROOT], 2, 1);
        set_visits(&f.nodes[a], 1, 1);
        f.nodes[MCTS_ROOT].tried = 1;
        assert_int_equal(chosen(&f, &value), a + 1);
        set_path(&f, 2, (const uint32_t[]){MCTS_ROOT, a + 1});
        mcts_lose_virtually(&f.simulator, 0);
        mcts_lose_virtually(&f.simulator, 1);
        mcts_abandon(&f.simulator);
        assert_int_equal(f.nodes[a + 1].visits, 0);
        assert_int_equal(chosen(&f, &value), a + 1);
    }
}

// ---- Solver

static void prove(Fixture *self, uint32_t parent, uint32_t child, Result result, int32_t margin) {
    Position position;
    memset(&position, 0, sizeof position);
    memcpy(&position, &margin, sizeof margin);
    set_path(self, 2, (const uint32_t[]){parent, child});
    mcts_prove(&self->simulator, &position, (Outcome){result, END_NONE});
}

static void assert_bounds(const Fixture *self, uint32_t index, unsigned low, unsigned high) {
    assert_int_equal(self->nodes[index].ply.low, low);
    assert_int_equal(self->nodes[index].ply.high, high);
}

static void results_are_backed_up(void **state) {
    (void)state;
    Fixture f;
    prepare(&f);
    uint32_t a = add_tried(&f, MCTS_ROOT, 2, SIDE_FIRST);
    prove(&f, MCTS_ROOT, a, RESULT_SECOND, 0);
    assert_bounds(&f, a, 0, 0);
    assert_bounds(&f, MCTS_ROOT, 0, 2); // the other child may be anything
    prove(&f, MCTS_ROOT, a + 1, RESULT_SECOND, 0);
    assert_bounds(&f, MCTS_ROOT, 2, 2); // all is lost for who moves
    prepare(&f);
    a = add_tried(&f, MCTS_ROOT, 2, SIDE_FIRST);
    prove(&f, MCTS_ROOT, a, RESULT_DRAW, 0);
    assert_bounds(&f, MCTS_ROOT, 0, 1);
    prove(&f, MCTS_ROOT, a + 1, RESULT_SECOND, 0);
    assert_bounds(&f, MCTS_ROOT, 1, 1);
    prepare(&f);
    a = add_tried(&f, MCTS_ROOT, 2, SIDE_FIRST);
    prove(&f, MCTS_ROOT, a + 1, RESULT_FIRST, 0);
    assert_bounds(&f, MCTS_ROOT, 0, 0); // one win is enough
}

// The root's ply and the next are the same side's: its win is the root's.
static void results_are_backed_up_where_a_side_moves_twice(void **state) {
    (void)state;
    Fixture f;
    prepare(&f);
    uint32_t a = add_tried(&f, MCTS_ROOT, 2, SIDE_SECOND);
    prove(&f, MCTS_ROOT, a, RESULT_SECOND, 0);
    assert_bounds(&f, MCTS_ROOT, 2, 2);
    prepare(&f);
    a = add_tried(&f, MCTS_ROOT, 2, SIDE_SECOND);
    prove(&f, MCTS_ROOT, a, RESULT_FIRST, 0);
    assert_bounds(&f, MCTS_ROOT, 0, 2);
    prove(&f, MCTS_ROOT, a + 1, RESULT_DRAW, 0);
    assert_bounds(&f, MCTS_ROOT, 1, 1);
}

static void assert_scores(const Fixture *self, uint32_t index, int32_t low, int32_t high) {
    assert_int_equal(self->scores[index].low, low);
    assert_int_equal(self->scores[index].high, high);
}

static void with_scores(Fixture *self) {
    prepare(self);
    self->options.solver = SOLVER_SCORE;
    self->tree.extras = self->extras;
    self->tree.scores = self->scores;
}

static void margins_are_backed_up(void **state) {
    (void)state;
    const int32_t win = EVALUATION_WIN, any = EVALUATION_INFINITE;
    Fixture f;
    with_scores(&f);
    uint32_t a = add_tried(&f, MCTS_ROOT, 2, SIDE_FIRST);
    prove(&f, MCTS_ROOT, a, RESULT_FIRST, 3);
    assert_bounds(&f, MCTS_ROOT, 0, 0); // known to be lost, but by how much?
    assert_scores(&f, MCTS_ROOT, -any, -win - 3);
    assert_false(mcts_is_settled(&f.tree, MCTS_ROOT));
    prove(&f, MCTS_ROOT, a + 1, RESULT_FIRST, 7);
    assert_scores(&f, MCTS_ROOT, -win - 7, -win - 7);
    assert_true(mcts_is_settled(&f.tree, MCTS_ROOT));
    assert_near(mcts_settled_reward(&f.simulator, MCTS_ROOT), 1);
    with_scores(&f);
    a = add_tried(&f, MCTS_ROOT, 2, SIDE_SECOND); // the same side again
    prove(&f, MCTS_ROOT, a, RESULT_DRAW, 0);
    assert_scores(&f, MCTS_ROOT, 0, any);
    prove(&f, MCTS_ROOT, a + 1, RESULT_FIRST, 9);
    assert_scores(&f, MCTS_ROOT, 0, 0);
}

static void what_cannot_better_the_margin_is_left_alone(void **state) {
    (void)state;
    Fixture f;
    float value;
    with_scores(&f);
    const uint32_t a = add_tried(&f, MCTS_ROOT, 3, SIDE_FIRST), b = a + 1, c = a + 2;
    set_visits(&f.nodes[MCTS_ROOT], 30, 15);
    set_visits(&f.nodes[a], 10, 6);
    set_visits(&f.nodes[b], 10, 5);
    set_visits(&f.nodes[c], 10, 4);
    // A certain draw stays in the comparison, a certain loss does not.
    prove(&f, MCTS_ROOT, a, RESULT_DRAW, 0);
    assert_int_equal(chosen(&f, &value), a);
    prove(&f, MCTS_ROOT, c, RESULT_SECOND, -4);
    set_visits(&f.nodes[c], 10, 9);
    assert_int_equal(chosen(&f, &value), a);
    // A certain win by 3: only what may be a greater one is looked at.
    prove(&f, MCTS_ROOT, b, RESULT_FIRST, 3);
    assert_bounds(&f, MCTS_ROOT, 0, 0);
    f.nodes[a] = (Node){.ply = {.mover = SIDE_FIRST, .high = 2}};
    f.scores[a] = (ScoreBounds){-EVALUATION_INFINITE, EVALUATION_WIN + 5};
    assert_int_equal(chosen(&f, &value), a);
}

// ---- The final choice

static RootChildren children_of(int count, const uint32_t *visits, const double *rewards) {
    RootChildren children = {.count = count};
    for (int i = 0; i < count; i++) {
        children.nodes[i] = (Node){.ply = {.move = (unsigned)i & MOVE_NONE, .high = 2}};
        children.scores[i] = MCTS_ANY_SCORE;
        set_visits(&children.nodes[i], visits[i], rewards[i]);
    }
    return children;
}

static int final_of(int final, const RootChildren *children) {
    const MctsOptions options = {.final = final};
    Rng rng = rng_of("final", 1);
    return (int)(mcts_final_child(&options, children, &rng) - children->nodes);
}

static void final_choices(void **state) {
    (void)state;
    RootChildren children =
        children_of(4, (const uint32_t[]){40, 30, 4, 0}, (const double[]){20, 18, 3, 0});
    assert_int_equal(final_of(FINAL_VISITS, &children), 0);
    assert_int_equal(final_of(FINAL_VALUE, &children), 2);  // 0.5, 0.6, 0.75
    assert_int_equal(final_of(FINAL_SECURE, &children), 1); // 0.342, 0.417, 0.25
    assert_false(mcts_has_robust_max(&children));
    assert_int_equal(final_of(FINAL_ROBUST_MAX, &children), 0);
    children.nodes[0].rewards = 31;
    assert_true(mcts_has_robust_max(&children));
    assert_int_equal(final_of(FINAL_ROBUST_MAX, &children), 0);
    // As many visits: the mean decides, and is the best.
    children = children_of(3, (const uint32_t[]){9, 9, 2}, (const double[]){5, 6, 1});
    assert_true(mcts_has_robust_max(&children));
    assert_int_equal(final_of(FINAL_ROBUST_MAX, &children), 1);
    // A proven loss is no candidate.
    children.nodes[1].ply.low = children.nodes[1].ply.high = 0;
    children.scores[1] = (ScoreBounds){-EVALUATION_WIN - 1, -EVALUATION_WIN - 1};
    assert_int_equal(final_of(FINAL_ROBUST_MAX, &children), 0);
    children.nodes[2].ply.low = children.nodes[2].ply.high = 2;
    children.scores[2] = (ScoreBounds){EVALUATION_WIN, EVALUATION_WIN};
    assert_int_equal(final_of(FINAL_VISITS, &children), 2);
}

static void the_greatest_certain_margin_is_played(void **state) {
    (void)state;
    const int32_t win = EVALUATION_WIN, any = EVALUATION_INFINITE;
    RootChildren children =
        children_of(3, (const uint32_t[]){50, 9, 3}, (const double[]){49, 8, 3});
    for (int i = 1; i < 3; i++) children.nodes[i].ply.low = 2;
    children.scores[1] = (ScoreBounds){win + 3, any};
    children.scores[2] = (ScoreBounds){win + 5, win + 5};
    assert_int_equal(final_of(FINAL_VISITS, &children), 2);
    for (int i = 0; i < 3; i++) {
        children.nodes[i].ply.low = children.nodes[i].ply.high = 0;
        children.scores[i] = (ScoreBounds){-win - 9 + 2 * i, -win - 9 + 2 * i};
    }
    assert_int_equal(final_of(FINAL_VISITS, &children), 2); // the least loss
}

// ---- Searches

static void search_by_hand(Simulator *self, const Line *line, int simulations, Rng *rng) {
    Status status;
    assert_true(line_copy_history(line, &self->history, 5000, &status));
    tree_enter(self->tree, self->game, line, self->options->contempt);
    mcts_expand(self, MCTS_ROOT, &line->position, rng);
    for (int i = 0; i < simulations && !mcts_is_settled(self->tree, MCTS_ROOT); i++) {
        Position position = line->position;
        const int32_t noted = self->history.count;
        self->trace.count = 0;
        const Outcome outcome = mcts_select(self, &position, rng);
        const uint32_t leaf = self->path.node[self->path.length - 1];
        double reward;
        if (outcome.result != RESULT_NONE) {
            if (self->options->solver) mcts_prove(self, &position, outcome);
            reward = mcts_end_reward(self, &position, outcome.result);
        } else if (mcts_is_settled(self->tree, leaf))
            reward = mcts_settled_reward(self, leaf);
        else
            reward = mcts_playout(self, &position, rng);
        history_rewind(&self->history, noted);
        mcts_update(self, reward);
    }
}

static void open_simulator(Simulator *self, Tree *tree, const MctsOptions *options,
                           const Game *game) {
    *tree = (Tree){0};
    *self = (Simulator){.options = options,
                        .game = game,
                        .evaluate = evaluator_of(game, EVALUATION_FULL),
                        .tree = tree};
    assert_true(tree_init(tree, options, 16 << 20, 1) && simulator_init(self));
}

// What is proven of every ply of a root are bounds of what the plain search finds.
static void check_margins(const Tree *tree, const PlainRoot *plain, int *exact) {
    const Node *root = &tree->nodes[MCTS_ROOT];
    for (uint32_t i = root->children; i < root->children + root->count; i++) {
        const int32_t value = plain_value_of(plain, tree->nodes[i].ply.move, plain->side);
        assert_in_range(value + EVALUATION_INFINITE, tree->scores[i].low + EVALUATION_INFINITE,
                        tree->scores[i].high + EVALUATION_INFINITE);
    }
    if (!mcts_is_settled(tree, MCTS_ROOT)) return;
    const bool same = tree->nodes[root->children].ply.mover == root->ply.mover;
    assert_int_equal(tree->scores[MCTS_ROOT].low, same ? plain->best : -plain->best);
    (*exact)++;
}

// Late positions with more than one ply that the plain search can exhaust.
static bool next_late(Line *line, uint64_t number, PlainRoot *plain) {
    Rng rng = rng_of("late", number);
    play_randomly(line, &rng, 10000);
    const int32_t plies = line->count - 1 - (int32_t)rng_below(&rng, 12);
    rng = rng_of("late", number);
    play_randomly(line, &rng, plies > 0 ? plies : 0);
    return !is_over(line) && plain_solve(line->variant.game, &line->position, 3000, plain) &&
           plain->count > 1;
}

static const char *const SCORED[] = {"agros:size=3,farmers=1", "agros:size=3,farmers=1,komi=-2",
                                     "agros:size=3,farmers=3,rule=static", "awale"};

static void proven_margins_are_true(void **state) {
    (void)state;
    const MctsOptions options = {.simulations = 20000,
                                 .solver = SOLVER_SCORE,
                                 .c = 0.7,
                                 .first_play = -1,
                                 .scale = 30,
                                 .cutoff = MCTS_WHOLE,
                                 .playout_limit = 1000};
    for (size_t g = 0; g < sizeof SCORED / sizeof *SCORED; g++) {
        Line line = open_line(SCORED[g]);
        Tree tree;
        Simulator simulator;
        int solved = 0, exact = 0;
        open_simulator(&simulator, &tree, &options, line.variant.game);
        for (uint64_t number = 0; number < LATE; number++) {
            PlainRoot plain;
            Rng rng = rng_of("margins", number);
            if (!next_late(&line, number, &plain)) continue;
            search_by_hand(&simulator, &line, 5000, &rng);
            check_margins(&tree, &plain, &exact);
            solved++;
        }
        if (exact < 5 || 10 * exact < 9 * solved)
            fail_msg("%s: %d of %d margins proven", SCORED[g], exact, solved);
        simulator_release(&simulator);
        tree_release(&tree);
        line_release(&line);
    }
}

// And what the player does with them: it loses nothing once it stops by itself.
static void the_ply_played_keeps_the_margin(void **state) {
    (void)state;
    for (size_t g = 0; g < sizeof SCORED / sizeof *SCORED; g++) {
        Line line = open_line(SCORED[g]);
        Player *player =
            open_player("mcts:base=plain,simulations=5000,solver=score", &line.variant);
        int stopped = 0;
        for (uint64_t number = 0; number < LATE; number++) {
            PlainRoot plain;
            Rng rng = rng_of("played", number);
            if (!next_late(&line, number, &plain)) continue;
            player->begin(player);
            const Decision decision = choose(player, &line, &rng);
            if (decision.work == 5000) continue;
            assert_true(decision.proven);
            assert_int_equal(plain_value_of(&plain, decision.move, plain.side), plain.best);
            stopped++;
        }
        if (stopped < 5) fail_msg("%s: only %d searches stopped", SCORED[g], stopped);
        player->release(player);
        line_release(&line);
    }
}

// The sums of GRAVE that count are those of the last node with more than so many playouts.
static void the_reference_is_the_closest_ancestor(void **state) {
    (void)state;
    const MctsOptions options = {.simulations = 3000,
                                 .grave = 20,
                                 .grave_bias = 1e-5,
                                 .c = 0.3,
                                 .first_play = -1,
                                 .scale = 30,
                                 .cutoff = MCTS_WHOLE,
                                 .playout_limit = 1000};
    Line line = open_line("awale");
    Tree tree;
    Simulator simulator;
    Rng rng = rng_of("reference", 1);
    int deep = 0;
    open_simulator(&simulator, &tree, &options, line.variant.game);
    search_by_hand(&simulator, &line, 2000, &rng);
    for (int i = 0; i < 100; i++) {
        Position position = line.position;
        const int32_t noted = simulator.history.count;
        int last = 0;
        simulator.trace.count = 0;
        mcts_select(&simulator, &position, &rng);
        history_rewind(&simulator.history, noted);
        for (int at = 1; at < simulator.path.length - 1; at++)
            if (tree.nodes[simulator.path.node[at]].visits > 20) last = at;
        assert_int_equal(simulator.path.reference, last);
        deep += last > 1;
        mcts_update(&simulator, rng_unit(&rng));
    }
    assert_true(deep > 10);
    simulator_release(&simulator);
    tree_release(&tree);
    line_release(&line);
}

// Whole simulations among abandoned ones: only the whole ones are in the tree, and its means are
// those of its rewards.
static void abandoned_simulations_leave_nothing_behind(void **state) {
    (void)state;
    MctsOptions options = {.simulations = 2000,
                           .c = 0.7,
                           .first_play = -1,
                           .virtual_loss = 2,
                           .scale = 30,
                           .cutoff = MCTS_WHOLE,
                           .playout_limit = 1000};
    Line line = open_line("agros:size=4,farmers=3");
    for (int selection = SELECTION_UCB1; selection <= SELECTION_PUCT; selection++) {
        Tree tree;
        Simulator simulator;
        Rng rng = rng_of("abandon", (uint64_t)selection);
        uint32_t whole = 0;
        options.selection = selection;
        open_simulator(&simulator, &tree, &options, line.variant.game);
        search_by_hand(&simulator, &line, 0, &rng);
        tree.shared = true;
        for (int i = 0; i < 1000; i++) {
            Position position = line.position;
            const int32_t noted = simulator.history.count;
            tree.started++;
            mcts_select(&simulator, &position, &rng);
            history_rewind(&simulator.history, noted);
            if (rng_below(&rng, 3) == 0)
                mcts_abandon(&simulator);
            else
                mcts_update(&simulator, rng_unit(&rng)), whole++;
        }
        const Node *root = &tree.nodes[MCTS_ROOT];
        uint32_t sum = 0;
        for (uint32_t i = 0; i < root->count; i++) sum += tree.nodes[root->children + i].visits;
        assert_int_equal(root->visits, whole);
        assert_int_equal(tree.started, whole);
        assert_int_equal(sum, whole);
        for (uint32_t i = 0; i < tree.used; i++) {
            const Node *node = &tree.nodes[i];
            if (node->visits > 0) assert_near((double)node->mean, node->rewards / node->visits);
        }
        simulator_release(&simulator);
        tree_release(&tree);
    }
    line_release(&line);
}

// The search goes on until a child has both, at most as much again.
static void robust_max_is_looked_for(void **state) {
    (void)state;
    static Report report;
    int longer = 0, given_up = 0;
    Line line = open_line("awale");
    Player *player = open_player("mcts:base=plain,simulations=100,final=robustmax", &line.variant);
    for (uint64_t number = 0; number < 60; number++) {
        Rng rng = rng_of("robust", number);
        play_randomly(&line, &rng, (int32_t)(number % 30));
        if (is_over(&line)) continue;
        Rng again = rng;
        const Decision decision = choose(player, &line, &rng);
        if (decision.work == 0) continue; // forced
        player_report(player, &line, decision.move, false, &report);
        bool robust = true;
        for (int i = 0; i < report.count; i++)
            robust = robust && report.plies[i].work <= report.plies[0].work &&
                     !(report.plies[i].value > decision.value);
        assert_true(decision.work >= 100 && decision.work <= 200);
        assert_true(robust || decision.work == 200);
        longer += decision.work > 100;
        given_up += !robust;
        const Decision same = choose(player, &line, &again);
        assert_true(same.move == decision.move && same.work == decision.work);
    }
    if (longer < 5 || given_up > longer) fail_msg("%d longer, %d given up", longer, given_up);
    player->release(player);
    line_release(&line);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ucb1),
        cmocka_unit_test(ucb1_tuned),
        cmocka_unit_test(puct),
        cmocka_unit_test(first_play_urgency),
        cmocka_unit_test(rave_mixes_amaf),
        cmocka_unit_test(grave_mixes_the_ancestor_s_amaf),
        cmocka_unit_test(grave_counts_each_later_ply_once),
        cmocka_unit_test(a_full_amaf_table_drops_new_plies_only),
        cmocka_unit_test(implicit_minimax),
        cmocka_unit_test(rewards_are_seen_by_the_mover),
        cmocka_unit_test(virtual_losses_are_taken_back),
        cmocka_unit_test(others_go_elsewhere),
        cmocka_unit_test(an_abandoned_child_is_tried_again),
        cmocka_unit_test(results_are_backed_up),
        cmocka_unit_test(results_are_backed_up_where_a_side_moves_twice),
        cmocka_unit_test(margins_are_backed_up),
        cmocka_unit_test(what_cannot_better_the_margin_is_left_alone),
        cmocka_unit_test(final_choices),
        cmocka_unit_test(the_greatest_certain_margin_is_played),
        cmocka_unit_test(proven_margins_are_true),
        cmocka_unit_test(the_ply_played_keeps_the_margin),
        cmocka_unit_test(the_reference_is_the_closest_ancestor),
        cmocka_unit_test(abandoned_simulations_leave_nothing_behind),
        cmocka_unit_test(robust_max_is_looked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
