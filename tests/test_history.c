// Proof that a history counts right: against a list that is searched from end to end.
//
// Environment: HARROW_TEST_SEED makes other random histories.
#include "core/line.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum {
    POOL = 600,       // different positions
    WALKS = 150,      // random histories
    STEPS = 600,      // of each
    LONG_POOL = 40000 // positions of a history that grows and shrinks
};

// A list of positions by their number in the pool.
typedef struct Naive {
    int count;
    int pool; // only the first so many are used
    int list[HISTORY_DRAW * POOL];
    int times[POOL];
    uint64_t twice[HISTORY_DRAW * POOL + 1]; // the digest with so many positions
} Naive;

static const Game *game_of(const char *name) {
    const Game *game;
    for (size_t i = 0; (game = game_at(i)) != NULL; i++)
        if (strcmp(game->name, name) == 0) return game;
    fail_msg("no game %s", name);
    return NULL;
}

static Rng test_rng(const char *test) {
    const char *seed = getenv("HARROW_TEST_SEED");
    return rng_init(seed_text(seed_init(seed == NULL ? 1 : strtoull(seed, NULL, 10)), test));
}

static int random_int(Rng *rng, int below) {
    return (int)rng_below(rng, (uint32_t)below);
}

// Different positions of Agon along random games, all of them new.
static Position *make_pool(int count, Rng *rng) {
    const Game *agon = game_of("agon");
    Position *pool = calloc((size_t)count, sizeof *pool), position;
    const GameOptions options = {0};
    History seen;
    Status status = {0};
    assert_non_null(pool);
    history_init(&seen, agon);
    agon->init(&position, &options);
    assert_true(history_start(&seen, &position, count, &status));
    pool[0] = position;
    for (int found = 1; found < count;) {
        Move moves[GAME_MAX_MOVES];
        const int plies = agon->count_moves(&position);
        if (plies == 0) agon->init(&position, &options);
        agon->moves(&position, moves);
        agon->play(&position, moves[random_int(rng, agon->count_moves(&position))]);
        if (history_occurrences(&seen, &position) > 0) continue;
        history_push(&seen, &position);
        pool[found++] = position;
    }
    history_release(&seen);
    return pool;
}

static void compare(const History *history, const Naive *naive, const Position *pool, int sample) {
    assert_int_equal(history->count, naive->count);
    assert_true(history->twice == naive->twice[naive->count]);
    assert_int_equal(history_occurrences(history, &pool[sample]), naive->times[sample]);
}

static void compare_whole(const History *history, const Naive *naive, const Position *pool) {
    for (int i = 0; i < POOL; i++) compare(history, naive, pool, i);
}

static void naive_start(Naive *naive, int pool, int first) {
    memset(naive->times, 0, sizeof naive->times);
    naive->pool = pool;
    naive->count = 1;
    naive->list[0] = first;
    naive->times[first] = 1;
    naive->twice[1] = 0;
}

// Notes a random position, unless it has occurred three times: then a game would be over.
static void push(History *history, Naive *naive, const Position *pool, Rng *rng) {
    const int number = random_int(rng, naive->pool);
    Status status = {0};
    if (naive->times[number] == HISTORY_DRAW) return;
    assert_true(history_reserve(history, 1, &status));
    naive->list[naive->count++] = number;
    assert_int_equal(history_push(history, &pool[number]), ++naive->times[number]);
    naive->twice[naive->count] = history->twice;
    // The digest changes just when a position occurs for the second time.
    assert_int_equal(history->twice != naive->twice[naive->count - 1], naive->times[number] == 2);
}

static void rewind_to(History *history, Naive *naive, int count) {
    history_rewind(history, count);
    while (naive->count > count) naive->times[naive->list[--naive->count]]--;
}

// A second history goes its own way and leaves the first one alone; then it becomes the first one.
static void compare_copy(History *copy, const History *history, const Naive *naive,
                         const Position *pool, Rng *rng) {
    static Naive other;
    Status status = {0};
    other = *naive;
    assert_true(history_copy(copy, history, random_int(rng, 50), &status));
    compare_whole(copy, &other, pool);
    for (int i = 0; i < 40; i++) push(copy, &other, pool, rng);
    rewind_to(copy, &other, 1 + random_int(rng, other.count));
    compare_whole(copy, &other, pool);
    compare_whole(history, naive, pool);
}

static void random_walk(History *history, History *copy, const Position *pool, Rng *rng) {
    static Naive naive;
    Status status = {0};
    naive_start(&naive, 1 + random_int(rng, POOL), 0);
    assert_true(history_start(history, &pool[0], random_int(rng, 3), &status));
    for (int step = 0; step < STEPS; step++) {
        if (random_int(rng, 3) > 0)
            push(history, &naive, pool, rng);
        else if (random_int(rng, 20) > 0)
            rewind_to(history, &naive, naive.count - random_int(rng, naive.count < 5 ? 1 : 4));
        else
            rewind_to(history, &naive, 1 + random_int(rng, naive.count));
        compare(history, &naive, pool, random_int(rng, POOL));
        if (random_int(rng, 200) == 0) compare_copy(copy, history, &naive, pool, rng);
    }
    compare_whole(history, &naive, pool);
    if (random_int(rng, 4) == 0) rewind_to(history, &naive, 0);
    compare_whole(history, &naive, pool);
}

static void test_random_histories(void **state) {
    (void)state;
    Rng rng = test_rng("histories");
    Position *pool = make_pool(POOL, &rng);
    History history, copy;
    history_init(&history, game_of("agon"));
    history_init(&copy, game_of("agon"));
    for (int i = 0; i < WALKS; i++) random_walk(&history, &copy, pool, &rng);
    history_release(&copy);
    history_release(&history);
    free(pool);
}

static void shuffle(int *list, int count, Rng *rng) {
    for (int i = count - 1; i > 0; i--) {
        const int j = random_int(rng, i + 1), kept = list[i];
        list[i] = list[j];
        list[j] = kept;
    }
}

// Notes the positions in this order; returns the digest of those that occurred twice.
static uint64_t digest_of(const int *list, int count, const Position *pool) {
    History history;
    Status status = {0};
    history_init(&history, game_of("agon"));
    assert_true(history_start(&history, &pool[list[0]], count, &status));
    for (int i = 1; i < count; i++) history_push(&history, &pool[list[i]]);
    const uint64_t twice = history.twice;
    history_release(&history);
    return twice;
}

// Of the set of positions that occurred twice, whatever came first and however often the others.
static void test_digest_of_positions_that_occurred_twice(void **state) {
    (void)state;
    enum { ROUNDS = 500, MOST = 24 };
    Rng rng = test_rng("digest");
    Position *pool = make_pool(POOL, &rng);
    uint64_t digests[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        int list[2 * MOST], count = 0;
        // The first positions twice, as many as the bits of the round say, and others once.
        for (int i = 0; i < MOST; i++) {
            list[count++] = i;
            if (i < 9 && (round >> i & 1) != 0) list[count++] = i;
        }
        shuffle(list, count, &rng);
        digests[round] = digest_of(list, count, pool);
        shuffle(list, count, &rng);
        assert_true(digests[round] == digest_of(list, count, pool));
        assert_int_equal(digests[round] == 0, round == 0);
        for (int i = 0; i < round; i++) assert_true(digests[i] != digests[round]);
    }
    free(pool);
}

// Growth to thousands of positions and back, with what was there before found at every size.
static void test_growth(void **state) {
    (void)state;
    Rng rng = test_rng("growth");
    Position *pool = make_pool(LONG_POOL, &rng);
    History history, copy;
    Status status = {0};
    history_init(&history, game_of("agon"));
    history_init(&copy, game_of("agon"));
    for (int round = 0; round < 2; round++) {
        assert_true(history_start(&history, &pool[0], round == 0 ? 0 : LONG_POOL, &status));
        for (int i = 1; i < LONG_POOL; i++) {
            const int before = random_int(&rng, i);
            assert_true(history_reserve(&history, 1, &status));
            assert_int_equal(history_occurrences(&history, &pool[i]), 0);
            assert_int_equal(history_push(&history, &pool[i]), 1);
            assert_int_equal(history_occurrences(&history, &pool[before]), 1);
        }
        assert_true(history.twice == 0);
        assert_true(history_copy(&copy, &history, LONG_POOL, &status));
        for (int i = 0; i < LONG_POOL; i++) assert_int_equal(history_push(&copy, &pool[i]), 2);
        assert_true(copy.twice != 0);
        history_rewind(&copy, LONG_POOL);
        assert_true(copy.twice == 0);
        for (int left = LONG_POOL; left > 0; left -= 1 + random_int(&rng, left)) {
            const int i = random_int(&rng, LONG_POOL);
            history_rewind(&history, left);
            assert_int_equal(history.count, left);
            assert_int_equal(history_occurrences(&history, &pool[i]), i < left);
            assert_int_equal(history_occurrences(&history, &pool[left - 1]), 1);
            assert_int_equal(history_occurrences(&copy, &pool[i]), 1);
        }
        // A short one into the room of a long one.
        assert_true(history_start(&history, &pool[7], 1, &status));
        assert_true(history_copy(&copy, &history, 1, &status));
        assert_int_equal(copy.count, 1);
        assert_int_equal(history_occurrences(&copy, &pool[7]), 1);
        assert_int_equal(history_occurrences(&copy, &pool[8]), 0);
        assert_int_equal(history_push(&copy, &pool[7]), 2);
    }
    history_release(&copy);
    history_release(&history);
    free(pool);
}

// The same position reached in another way, and one read from its string, are equal to it.
static void test_equal_positions(void **state) {
    (void)state;
    const Game *agon = game_of("agon");
    const char *const ways[] = {"a1-a2 k11-k10 a5-a6", "a5-a6 k11-k10 a1-a2"};
    Position position, read;
    GameOptions options = {0};
    char text[GAME_POSITION_TEXT_SIZE];
    History history;
    Status status = {0};
    history_init(&history, agon);
    agon->init(&position, &options);
    assert_true(history_start(&history, &position, 3, &status));
    for (int way = 0; way < 2; way++) {
        Variant variant;
        Line line;
        assert_true(variant_parse(&variant, "agon", &status));
        agon->init(&position, &options);
        line_init(&line, &variant, &position);
        assert_true(line_play_text(&line, ways[way], &status));
        assert_int_equal(history_occurrences(&history, &line.position), way);
        assert_int_equal(history_push(&history, &line.position), 1 + way);
        agon->format(&line.position, text);
        line_release(&line);
    }
    assert_true(agon->parse(&read, &options, 0, text, &status));
    assert_int_equal(history_occurrences(&history, &read), 2);
    assert_int_equal(history_push(&history, &read), HISTORY_DRAW);
    history_release(&history);
}

// Where positions cannot recur, each is new, and none is kept.
static void test_games_without_recurrence(void **state) {
    (void)state;
    static const char *const specs[] = {"awale", "agros"};
    for (int i = 0; i < 2; i++) {
        Variant variant;
        Position position;
        History history, copy;
        Status status = {0};
        assert_true(variant_parse(&variant, specs[i], &status));
        assert_true(variant_position(&variant, &position, NULL, &status));
        assert_true(variant.game->recurring_bytes == 0);
        history_init(&history, variant.game);
        history_init(&copy, variant.game);
        assert_true(history_start(&history, &position, 100, &status));
        for (int j = 0; j < 100; j++) assert_int_equal(history_push(&history, &position), 1);
        assert_true(history_copy(&copy, &history, 100, &status));
        assert_int_equal(history_push(&copy, &position), 1);
        assert_true(history.twice == 0 && copy.twice == 0);
        history_release(&copy);
        history_release(&history);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_histories),
        cmocka_unit_test(test_digest_of_positions_that_occurred_twice),
        cmocka_unit_test(test_growth),
        cmocka_unit_test(test_equal_positions),
        cmocka_unit_test(test_games_without_recurrence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
