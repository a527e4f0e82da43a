// Proof that the fast Awale obeys the rules: it must agree with the plain implementation ply by
// ply, with fixtures computed elsewhere, and with the values that are known.
//
// Environment: see tests/twin.h.
#include "tests/twin.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    DEFAULT_GAMES = 5000,
    MISSPELT_POSITIONS = 600,
    FORMS_OF_ONE = 100,
    SLOW_CHECKS_EVERY = 7, // plies
    MAX_PLIES = 400,       // of one game, since some have no end
    HOUSES = PLAIN_AWALE_HOUSES,
};

static const char start_text[] = "4,4,4,4,4,4/4,4,4,4,4,4 0-0 a";

// ---- The plain Awale as a twin's

static void awale_init(Plain *self) {
    self->awale = plain_awale_start();
}

static void awale_copy(Plain *self, const Plain *from) {
    self->awale = from->awale;
}

static void awale_release(Plain *self) {
    (void)self;
}

static bool awale_parse(Plain *self, const char *text) {
    return plain_awale_parse(&self->awale, text);
}

static void awale_format(const Plain *self, char *text) {
    plain_awale_format(&self->awale, text);
}

static void awale_moves(const Plain *self, Words *words) {
    PlainAwaleMoves moves;
    plain_awale_moves(&self->awale, &moves);
    words->count = moves.count;
    for (int i = 0; i < moves.count; i++) strcpy(words->text[i], moves.text[i]);
}

static void awale_play(Plain *self, const char *move) {
    plain_awale_play(&self->awale, move);
}

static const char *awale_result(const Plain *self) {
    return plain_awale_result(&self->awale);
}

static const char *awale_end(const Plain *self) {
    return plain_awale_end(&self->awale);
}

static Side awale_side(const Plain *self) {
    return self->awale.side == PLAIN_AWALE_A ? SIDE_FIRST : SIDE_SECOND;
}

static Score awale_score(const Plain *self) {
    return (Score){{2 * self->awale.store[PLAIN_AWALE_A], 2 * self->awale.store[PLAIN_AWALE_B]}};
}

static const PlainRules awale = {
    .spec = "awale",
    .letters = "ABCab01234567 -",
    .init = awale_init,
    .copy = awale_copy,
    .release = awale_release,
    .parse = awale_parse,
    .format = awale_format,
    .moves = awale_moves,
    .play = awale_play,
    .result = awale_result,
    .end = awale_end,
    .side = awale_side,
    .score = awale_score,
};

// ---- What happens in a game, seen on the plain board

typedef enum Event {
    MAJORITY,
    STUCK,
    STUCK_WITH_MAJORITY,
    DRAWN,
    ENDLESS,
    CAPTURE,
    CAPTURE_OF_TWO_HOUSES,
    CAPTURE_OF_FOUR_HOUSES,
    CAPTURE_AFTER_A_LAP,
    SOWN_ELEVEN,
    SOWN_A_LAP,
    SOWN_TWO_LAPS,
    FEED_REFUSED,
    SLAM_REFUSED,
    SLAM_REFUSED_FOR_MAJORITY,
    READ_MAJORITY,
    READ_EMPTY_ROW,
    READ_UNABLE_TO_FEED,
    READ_ONLY_SLAMS,
    FEWER_STONES,
    PLAYOUT_SWEPT,
    EVENTS
} Event;

// Rates of one in so many games, well below what is seen.
static Tally tallies[EVENTS] = {
    [MAJORITY] = {"majority", 6, 0},
    [STUCK] = {"stuck", 12, 0},
    [STUCK_WITH_MAJORITY] = {"swept to a majority", 20, 0},
    [DRAWN] = {"drawn", 80, 0},
    [ENDLESS] = {"endless", 500, 0},
    [CAPTURE] = {"captures", 8, 0},
    [CAPTURE_OF_TWO_HOUSES] = {"of two houses or more", 8, 0},
    [CAPTURE_OF_FOUR_HOUSES] = {"of four or more", 100, 0},
    [CAPTURE_AFTER_A_LAP] = {"after a lap", 10, 0},
    [SOWN_ELEVEN] = {"eleven stones sown", 10, 0},
    [SOWN_A_LAP] = {"12 or more", 8, 0},
    [SOWN_TWO_LAPS] = {"23 or more", 40, 0},
    [FEED_REFUSED] = {"refused for want of food", 8, 0},
    [SLAM_REFUSED] = {"refused for taking all", 10, 0},
    [SLAM_REFUSED_FOR_MAJORITY] = {"even for 25", 200, 0},
    [READ_MAJORITY] = {"read with a majority", 200, 0},
    [READ_EMPTY_ROW] = {"read and swept: empty row", 100, 0},
    [READ_UNABLE_TO_FEED] = {"unable to feed", 200, 0},
    [READ_ONLY_SLAMS] = {"able to take all only", 200, 0},
    [FEWER_STONES] = {"fewer than 48 stones", 8, 0},
    [PLAYOUT_SWEPT] = {"playouts swept", 10, 0},
};

static void happened(Event event, bool so) {
    tallies[event].count += so;
}

static int sum_of(const int *houses) {
    int sum = 0;
    for (int i = 0; i < HOUSES; i++) sum += houses[i];
    return sum;
}

static int all_stones(const PlainAwale *board) {
    return sum_of(board->house[0]) + sum_of(board->house[1]) + board->store[0] + board->store[1];
}

static PlainAwalePlayer other(PlainAwalePlayer player) {
    return player == PLAIN_AWALE_A ? PLAIN_AWALE_B : PLAIN_AWALE_A;
}

// Houses that have stones and yet may not be sown.
static void watch_position(const PlainAwale *board, const Words *words) {
    const int enemy = sum_of(board->house[other(board->side)]);
    int houses = 0;
    for (int i = 0; i < HOUSES; i++) houses += board->house[board->side][i] > 0;
    const bool refused = houses > words->count;
    happened(FEED_REFUSED, refused && enemy == 0);
    happened(SLAM_REFUSED, refused && enemy > 0);
    happened(SLAM_REFUSED_FOR_MAJORITY,
             refused && enemy > 0 && board->store[board->side] + enemy >= PLAIN_AWALE_MAJORITY);
}

static void watch_ply(const PlainAwale *before, const PlainAwale *after, const char *move) {
    const PlainAwalePlayer enemy = other(before->side);
    const int stones = before->house[before->side][move[1] - '1'];
    const bool stuck = strcmp(plain_awale_end(after), "stuck") == 0;
    int captured = 0;
    for (int i = 0; i < HOUSES && !stuck; i++)
        captured += before->house[enemy][i] > 0 && after->house[enemy][i] == 0;
    const bool gained = !stuck && after->store[before->side] > before->store[before->side];
    happened(CAPTURE, gained);
    happened(CAPTURE_OF_TWO_HOUSES, captured >= 2);
    happened(CAPTURE_OF_FOUR_HOUSES, captured >= 4);
    happened(CAPTURE_AFTER_A_LAP, gained && stones >= 12);
    happened(SOWN_ELEVEN, stones == 11);
    happened(SOWN_A_LAP, stones >= 12);
    happened(SOWN_TWO_LAPS, stones >= 23);
}

static void watch_end(const PlainAwale *board, int32_t plies) {
    const char *end = plain_awale_end(board);
    const bool stuck = strcmp(end, "stuck") == 0;
    happened(MAJORITY, strcmp(end, "majority") == 0 && plies > 0);
    happened(STUCK, stuck && plies > 0);
    happened(STUCK_WITH_MAJORITY, stuck && (board->store[0] >= PLAIN_AWALE_MAJORITY ||
                                            board->store[1] >= PLAIN_AWALE_MAJORITY));
    happened(DRAWN, strcmp(plain_awale_result(board), "1/2-1/2") == 0 && plies > 0);
    happened(ENDLESS, end[0] == '\0');
}

// A position before it is read, and what reading makes of it.
static void watch_reading(const PlainAwale *raw, const PlainAwale *read) {
    const int own = sum_of(raw->house[raw->side]), enemy = sum_of(raw->house[other(raw->side)]);
    const bool over = plain_awale_is_over(read);
    const bool swept = over && strcmp(plain_awale_end(read), "stuck") == 0;
    happened(READ_MAJORITY, over && !swept);
    happened(READ_EMPTY_ROW, swept && own == 0 && enemy > 0);
    happened(READ_UNABLE_TO_FEED, swept && own > 0 && enemy == 0);
    happened(READ_ONLY_SLAMS, swept && own > 0 && enemy > 0);
    happened(FEWER_STONES, all_stones(raw) < PLAIN_AWALE_STONES);
}

// ---- Positions that hardly any game reaches

// Moves some of the `left` stones to a place.
static void put_stones(int *place, int *left, int stones) {
    if (stones > *left) stones = *left;
    *place += stones;
    *left -= stones;
}

static int *random_house(Rng *rng, PlainAwale *board) {
    return &board->house[random_int(rng, 2)][random_int(rng, HOUSES)];
}

static void scatter(Rng *rng, PlainAwale *board, int left) {
    while (left > 0) put_stones(random_house(rng, board), &left, 1 + random_int(rng, 4));
}

// What both players hold in their stores.
static void fill_stores(Rng *rng, PlainAwale *board, int *left) {
    const int most = one_in(rng, 3) ? 24 : one_in(rng, 8) ? 48 : 14;
    const int first = random_int(rng, 2);
    put_stones(&board->store[first], left, random_int(rng, most + 1));
    if (one_in(rng, 3)) // as much as the other, and a few stones on the board: a draw is near
        put_stones(&board->store[1 - first], left, board->store[first]);
    else
        put_stones(&board->store[1 - first], left, random_int(rng, most + 1));
}

static PlainAwale random_board(Rng *rng) {
    PlainAwale board = {.side = one_in(rng, 2) ? PLAIN_AWALE_A : PLAIN_AWALE_B};
    int left = one_in(rng, 2) ? PLAIN_AWALE_STONES : random_int(rng, PLAIN_AWALE_STONES + 1);
    fill_stores(rng, &board, &left);
    if (one_in(rng, 4)) left = left < 8 ? left : random_int(rng, 8);
    if (one_in(rng, 3)) // a hoard
        put_stones(random_house(rng, &board), &left, 8 + random_int(rng, 30));
    scatter(rng, &board, left);
    if (one_in(rng, 8)) memset(board.house[random_int(rng, 2)], 0, sizeof board.house[0]);
    if (one_in(rng, 8)) { // within reach of a capture of everything
        int *row = board.house[other(board.side)], *own = board.house[board.side];
        memset(row, 0, sizeof board.house[0]);
        if (one_in(rng, 2)) memset(own, 0, sizeof board.house[0]);
        row[0] = 1 + random_int(rng, 2);
        row[1] = random_int(rng, 3);
        own[HOUSES - 1] = row[1] > 0 ? 2 : 1;
    }
    return board;
}

static Twin random_twin(const char *source, uint64_t number, Rng *rng) {
    char text[TWIN_TEXT_SIZE];
    if (one_in(rng, 4)) return twin_from(&awale, source, number, NULL);
    PlainAwale raw;
    do {
        raw = random_board(rng);
    } while (all_stones(&raw) > PLAIN_AWALE_STONES);
    plain_awale_format(&raw, text);
    const Twin twin = twin_from(&awale, source, number, text);
    watch_reading(&raw, &twin.plain.awale);
    return twin;
}

// ---- Random games

typedef enum Policy { UNIFORM, HOARDING, STARVING, GREEDY, POLICIES } Policy;

// The greater, the better it suits the policy.
static int value_of(Policy policy, const PlainAwale *board, const char *move) {
    PlainAwale after = *board;
    plain_awale_play(&after, move);
    switch (policy) {
    case HOARDING: // the houses with the fewest stones
        return -board->house[board->side][move[1] - '1'];
    case STARVING:
        return -sum_of(after.house[other(board->side)]);
    case GREEDY:
        return after.store[board->side];
    default:
        return 0;
    }
}

// The best move, or one time out of four any.
static const char *choose_move(Policy policy, const PlainAwale *board, const Words *words,
                               Rng *rng) {
    const int first = random_int(rng, words->count);
    const char *best = words->text[first];
    if (policy == UNIFORM || one_in(rng, 4)) return best;
    for (int i = 1; i < words->count; i++) {
        const char *move = words->text[(first + i) % words->count];
        if (value_of(policy, board, move) > value_of(policy, board, best)) best = move;
    }
    return best;
}

static void compare_playout(const Twin *twin, Rng *rng) {
    const int32_t limit = one_in(rng, 2) ? random_int(rng, 40) : MAX_PLIES;
    Twin end = twin_playout(twin, rng, limit);
    happened(PLAYOUT_SWEPT, strcmp(plain_awale_end(&end.plain.awale), "stuck") == 0);
    twin_release(&end);
}

static void compare_game(uint64_t number, Sightings *sightings) {
    Rng rng = test_rng("awale games", number);
    Twin twin = random_twin("random game", number, &rng);
    const Policy policies[SIDE_COUNT] = {
        (Policy)random_int(&rng, POLICIES),
        (Policy)random_int(&rng, POLICIES),
    };
    for (;;) {
        Words words;
        twin_compare(&twin, &words);
        sightings_note(sightings, &twin);
        if (twin.line.count % SLOW_CHECKS_EVERY == 0 || words.count == 0) {
            twin_compare_texts(&twin, &words, &rng);
            twin_compare_children(&twin, &words);
        }
        if (one_in(&rng, 100)) compare_playout(&twin, &rng);
        if (one_in(&rng, 100)) twin_check_perft(&twin, 3, plain_perft(&awale, &twin.plain, 3));
        if (words.count == 0 || twin.line.count == MAX_PLIES) break;
        watch_position(&twin.plain.awale, &words);
        const PlainAwale before = twin.plain.awale;
        const char *move = choose_move(policies[awale_side(&twin.plain)], &before, &words, &rng);
        twin_play(&twin, move);
        watch_ply(&before, &twin.plain.awale, move);
    }
    watch_end(&twin.plain.awale, twin.line.count);
    if (plain_awale_is_over(&twin.plain.awale)) {
        twin_compare_end(&twin, "A1");
        twin_compare_end(&twin, "B6");
    }
    sightings_compare(sightings, &twin);
    twin_release(&twin);
}

static void test_random_games(void **state) {
    (void)state;
    Sightings sightings = {0};
    const uint64_t games = wanted_games(DEFAULT_GAMES);
    for (uint64_t number = 0; number < games; number++) compare_game(number, &sightings);
    free(sightings.list);
    tallies_check(tallies, EVENTS, games);
}

// ---- Fixtures

static void check_position_line(const cJSON *line, const char *file, uint64_t number) {
    twin_check_position_line(&awale, line, file, number);
}

static void test_fixture_positions(void **state) {
    (void)state;
    assert_int_equal(for_each_line("awale-positions.jsonl", "awale", check_position_line), 59);
}

// A final position reads back as final, for the same reason.
static void check_game_line(const cJSON *line, const char *file, uint64_t number) {
    Twin twin = twin_check_game_line(&awale, line, file, number);
    Twin final = twin_from(&awale, file, number, text_of(line, "final"));
    twin_compare_all(&final, number);
    expect_text(&final, "end when read again", end_name(line_outcome(&twin.line).end),
                end_name(line_outcome(&final.line).end));
    twin_release(&final);
    twin_release(&twin);
}

static void test_fixture_games(void **state) {
    (void)state;
    assert_int_equal(for_each_line("awale-games.jsonl", "awale", check_game_line), 24);
}

static void check_invalid_line(const cJSON *line, const char *file, uint64_t number) {
    (void)file;
    (void)number;
    check_refused(&awale, text_of(line, "position"), "");
}

static void test_fixture_invalid_positions(void **state) {
    (void)state;
    assert_int_equal(for_each_line("invalid-positions.jsonl", "awale", check_invalid_line), 8);
}

// ---- Position strings

static void test_refused_positions(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"", ""},
        {"4,4,4,4,4,4/4,4,4,4,4,4", ""},
        {"4,4,4,4,4,4/4,4,4,4,4,4 ", ""},
        {"4,4,4,4,4,4/4,4,4,4,4,4 0-0", ""},
        {"4,4,4,4,4,4/4,4,4,4,4,4 0-0 ", "SIDE"},
        {"4,4,4,4,4,4/4,4,4,4,4,4 0-0 A", "'A'"},
        {"4,4,4,4,4,4/4,4,4,4,4,4 0-0 ab", "'ab'"},
        {"4,4,4,4,4,4/4,4,4,4,4,4 0-0 a ", "'a '"},
        {"4,4,4,4,4,4/4,4,4,4,4,4 0-0 a\n", ""},
        {" 4,4,4,4,4,4/4,4,4,4,4,4 0-0 a", "' 4"},
        {"4,4,4,4,4,4/4,4,4,4,4,4  0-0 a", "' 0-0"},
        {"4,4,4,4,4,4/4,4,4,4,4,4 0-0  a", "' a'"},
        {"4,4,4,4,4,4/4,4,4,4,4,4 0 - 0 a", "'0 - 0"},
        {"4,4,4,4,4,4,4/4,4,4,4,4,4 0-0 a", "4/4"},
        {"4,4,4,4,4/4,4,4,4,4,4 0-0 a", "4/4"},
        {"4,4,4,4,4,/4,4,4,4,4,4 0-0 a", "'/4"},
        {",4,4,4,4,4/4,4,4,4,4,4 0-0 a", "',4"},
        {"4,,4,4,4,4/4,4,4,4,4,4 0-0 a", "',4"},
        {"4,4,4,4,4,x/4,4,4,4,4,4 0-0 a", "'x"},
        {"4,4,4,4,4,4/4,4,4,B,4,4 0-0 a", "'B"},
        {"4,4,4,4,4,00/4,4,4,4,4,4 0-0 a", "'00"},
        {"4,4,4,4,4,4/4,04,4,4,4,4 0-0 a", "'04"},
        {"4,4,4,4,4,4/4,4,4,4,4,4 00-0 a", "'00-0"},
        {"4,4,4,4,4,4/4,4,4,4,4,4 0-00 a", "'00"},
        {"4,4,4,4,4,4/4,4,4,4,4,4 0--1 a", "'-1"},
        {"4,4,4,4,4,4/4,4,4,4,4,4 -1-0 a", "'-1-0"},
        {"4,4,4,4,4,4/4,4,4,4,4,4 +0-0 a", "'+0-0"},
        {"4,4,4,4,4,4/4,4,4,4,4,4 0 a", "'0 a"},
        {"4,4,4,4,4,4/4,4,4,4,4,4 0-0-0 a", "'0-0 a"},
        {"4,4,4,4,4,4/4,4,4,4,4,4/0 0-0 a", "4/0"},
        {"4,4,4,4,4,4 4,4,4,4,4,4 0-0 a", "4 4"},
        {"4,4,4,4,4,+4/4,4,4,4,4,4 0-0 a", "'+4"},
        {"4;4,4,4,4,4/4,4,4,4,4,4 0-0 a", "4;4"},
        {"0,0,0,0,0,49/0,0,0,0,0,0 0-0 a", "49"},
        {"0,0,0,0,0,0/0,0,0,0,0,1 24-24 a", "49 stones"},
        {"0,0,0,0,0,0/0,0,0,0,0,0 25-24 a", "49 stones"},
        {"0,0,0,0,0,0/0,0,0,0,0,0 0-49 a", "49"},
        {"48,48,48,48,48,48/48,48,48,48,48,48 48-48 a", "672 stones"},
        {"0,0,0,0,0,256/0,0,0,0,0,0 0-0 a", "'256"},
        {"0,0,0,0,0,0/0,0,0,0,0,0 0-256 a", "'256"},
        {"0,0,0,0,0,4294967300/0,0,0,0,0,0 0-0 a", "'4294967300"},
        {"0,0,0,0,0,0/0,0,0,0,0,0 18446744073709551616-0 a", "'18446744073709551616"},
        {"0,0,0,0,0,1e1/0,0,0,0,0,0 0-0 a", "1e1"},
        {"0,0,0,0,0,1.0/0,0,0,0,0,0 0-0 a", "1.0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_refused(&awale, cases[i][0], cases[i][1]);
}

static void test_misspelt_positions(void **state) {
    (void)state;
    static const char *const words[] = {
        "0",  "1", "2", "3", "12", "24", "25", "47", "48", "49",  "00",  "01", "-1",
        "+1", "a", "b", "x", "",   "1,", ",1", "/",  " ",  "0-0", "1/1", NULL,
    };
    static const Misspelling misspelling = {"0123456789abAB,/ -.+\t\x80", words};
    int accepted = 0;
    for (uint64_t number = 0; number < MISSPELT_POSITIONS; number++) {
        Rng rng = test_rng("awale misspelt", number);
        char text[TWIN_TEXT_SIZE];
        const PlainAwale board = random_board(&rng);
        plain_awale_format(&board, text);
        accepted += twin_compare_misspelt(&awale, &misspelling, number, text, FORMS_OF_ONE);
    }
    // Both ways of answering must have been put to the test.
    assert_in_range(accepted, MISSPELT_POSITIONS * FORMS_OF_ONE / 20,
                    MISSPELT_POSITIONS * FORMS_OF_ONE / 2);
}

static void test_refused_specs(void **state) {
    (void)state;
    static const char *const specs[] = {"Awale", "awale:", "awale:stones=4", "awale ", "aw"};
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        Variant variant;
        Status status = {0};
        if (variant_parse(&variant, specs[i], &status)) fail_msg("accepted: \"%s\"", specs[i]);
        assert_int_equal(status.code, EXIT_INPUT);
    }
}

// ---- Rules one by one

static void expect_after(const char *position, const char *move, const char *after,
                         const char *result, const char *end) {
    Twin twin = twin_from(&awale, move, 0, position);
    char text[GAME_POSITION_TEXT_SIZE];
    twin_compare_all(&twin, 0);
    if (move[0] != '\0') twin_play(&twin, move);
    twin_compare_all(&twin, 1);
    twin.line.variant.game->format(&twin.line.position, text);
    expect_text(&twin, "position after a move (here plain = expected)", after, text);
    const Outcome outcome = line_outcome(&twin.line);
    expect_text(&twin, "result (here plain = expected)", result, result_name(outcome.result));
    expect_text(&twin, "end (here plain = expected)", end, end_name(outcome.end));
    twin_release(&twin);
}

static void expect_moves(const char *position, const char *moves) {
    Twin twin = twin_from(&awale, "moves", 0, position);
    char text[64] = "";
    Words words;
    twin_compare(&twin, &words);
    for (int i = 0; i < words.count; i++)
        sprintf(text + strlen(text), "%s%s", i > 0 ? " " : "", words.text[i]);
    expect_text(&twin, "legal moves (here plain = expected)", moves, text);
    twin_release(&twin);
}

static void test_sowing(void **state) {
    (void)state;
    expect_after(start_text, "A3", "4,4,0,5,5,5/5,4,4,4,4,4 0-0 b", "*", "");
    // Eleven stones reach the house before their own, twelve pass it by, 23 do so twice.
    expect_after("0,0,11,0,0,0/9,9,9,9,1,0 0-0 a", "A3", "1,1,0,1,1,1/10,10,10,10,2,1 0-0 b", "*",
                 "");
    expect_after("0,0,12,0,0,0/9,9,9,9,0,0 0-0 a", "A3", "1,1,0,2,1,1/10,10,10,10,1,1 0-0 b", "*",
                 "");
    expect_after("0,0,23,0,0,0/9,9,5,0,1,1 0-0 a", "A3", "2,2,0,3,2,2/11,11,7,2,3,3 0-0 b", "*",
                 "");
    expect_after("0,0,0,0,0,48/0,0,0,0,0,0 0-0 a", "A6", "4,4,4,4,4,0/5,5,5,5,4,4 0-0 b", "*", "");
    expect_after("0,0,0,0,0,0/0,0,0,0,0,47 0-1 b", "B6", "5,5,5,4,4,4/4,4,4,4,4,0 0-1 a", "*", "");
}

// Each number of stones from each house of a board that is empty otherwise, or has ones and twos.
static void test_sowing_from_every_house(void **state) {
    (void)state;
    for (int stones = 1; stones <= PLAIN_AWALE_STONES; stones++) {
        for (int place = 0; place < 2 * HOUSES; place++) {
            for (int filled = 0; filled < 3; filled++) {
                PlainAwale board = {.side = (PlainAwalePlayer)(place / HOUSES)};
                for (int i = 0; i < HOUSES; i++) board.house[other(board.side)][i] = filled;
                board.house[board.side][place % HOUSES] = stones;
                if (all_stones(&board) > PLAIN_AWALE_STONES) continue;
                char text[TWIN_TEXT_SIZE];
                plain_awale_format(&board, text);
                Twin twin = twin_from(&awale, "one house", (uint64_t)stones, text);
                twin_compare_all(&twin, 0);
                twin_release(&twin);
            }
        }
    }
}

// Puts up to `left` stones into the houses from `place` on, in every way there is.
static void compare_few_stones(PlainAwale *board, int place, int left) {
    if (place < 2 * HOUSES) {
        int *house = &board->house[place / HOUSES][place % HOUSES];
        for (int stones = 0; stones <= left; stones++) {
            *house = stones;
            compare_few_stones(board, place + 1, left - stones);
        }
        *house = 0;
        return;
    }
    char text[TWIN_TEXT_SIZE];
    Words words;
    plain_awale_format(board, text);
    Twin twin = twin_from(&awale, "few stones", 0, text);
    twin_compare(&twin, &words);
    twin_compare_children(&twin, &words);
    twin_release(&twin);
}

static void test_all_positions_of_few_stones(void **state) {
    (void)state;
    const int left = is_long_test() ? 6 : 4;
    for (int side = 0; side < 2; side++) {
        PlainAwale board = {.side = (PlainAwalePlayer)side, .store = {23, 19}};
        compare_few_stones(&board, 0, left);
    }
}

static void test_capturing(void **state) {
    (void)state;
    // Backwards through twos and threes, not beyond a four, not into the mover's own row.
    expect_after("0,0,0,0,0,3/1,2,1,9,0,0 0-0 a", "A6", "0,0,0,0,0,0/0,0,0,9,0,0 7-0 b", "*", "");
    expect_after("0,0,0,0,0,3/3,2,1,9,0,0 0-0 a", "A6", "0,0,0,0,0,0/4,0,0,9,0,0 5-0 b", "*", "");
    expect_after("0,0,0,0,1,2/1,1,9,0,0,0 0-0 a", "A6", "0,0,0,0,1,0/0,0,9,0,0,0 4-0 b", "*", "");
    // The last stone in a house of one's own takes nothing.
    expect_after("1,1,1,0,0,0/1,1,1,1,1,1 0-0 a", "A2", "1,0,2,0,0,0/1,1,1,1,1,1 0-0 b", "*", "");
    expect_after("1,1,9,0,0,0/0,0,0,0,1,2 0-0 b", "B6", "0,0,9,0,0,0/0,0,0,0,1,0 0-4 a", "*", "");
    // A lap later: the house that had one stone has three.
    expect_after("0,0,0,0,0,12/1,9,9,9,0,0 0-0 a", "A6", "1,1,1,1,1,0/0,10,10,10,1,1 3-0 b", "*",
                 "");
}

static void test_legality(void **state) {
    (void)state;
    expect_moves("1,1,1,1,1,0/0,0,8,0,0,1 0-0 b", "B6");
    // All but one may be taken, never all; and an empty row must be fed.
    expect_moves("0,0,0,0,1,1/1,0,0,0,0,0 0-0 a", "A5");
    expect_moves("0,0,0,0,1,1/1,0,0,0,0,0 24-0 a", "A5");
    expect_moves("5,4,3,2,1,1/0,0,0,0,0,0 0-0 a", "A6");
    expect_moves("6,5,4,3,2,1/0,0,0,0,0,0 0-0 a", "A1 A2 A3 A4 A5 A6");
    // Over: nothing may be done that leaves a stone, or somebody has 25.
    expect_moves("0,0,0,0,1,0/0,0,0,0,0,0 0-0 a", "");
    expect_moves("4,4,4,4,4,3/0,0,0,0,0,0 0-25 a", "");
}

static void test_ends(void **state) {
    (void)state;
    expect_after("0,0,0,0,0,1/1,4,0,0,0,0 23-19 a", "A6", "0,0,0,0,0,0/0,4,0,0,0,0 25-19 b", "1-0",
                 "majority");
    // The side to move stays, and what lies in a row belongs to its player.
    expect_after("0,0,0,0,1,0/0,0,1,0,0,0 22-24 a", "A5", "0,0,0,0,0,1/0,0,1,0,0,0 22-24 b", "*",
                 "");
    expect_after("0,0,0,0,0,0/0,3,0,0,0,0 22-23 a", "", "0,0,0,0,0,0/0,0,0,0,0,0 22-26 a", "0-1",
                 "stuck");
    expect_after("0,0,0,0,2,0/0,0,0,0,0,0 22-24 a", "A5", "0,0,0,0,0,1/1,0,0,0,0,0 22-24 b", "*",
                 "");
    expect_after("0,0,0,0,1,0/0,0,0,0,0,0 23-24 a", "", "0,0,0,0,0,0/0,0,0,0,0,0 24-24 a",
                 "1/2-1/2", "stuck");
    expect_after("0,0,0,0,0,1/1,0,0,0,0,0 23-23 a", "", "0,0,0,0,0,0/0,0,0,0,0,0 24-24 a",
                 "1/2-1/2", "stuck");
    expect_after("0,0,0,0,0,0/0,0,0,0,0,0 0-0 b", "", "0,0,0,0,0,0/0,0,0,0,0,0 0-0 b", "1/2-1/2",
                 "stuck");
    // With 25 in a store the rows stay as they are, even when they could be swept.
    expect_after("0,0,0,0,0,0/0,3,0,0,0,0 20-25 a", "", "0,0,0,0,0,0/0,3,0,0,0,0 20-25 a", "0-1",
                 "majority");
}

// Stones, stores and the side to move belong to a position: no two of them have one key.
static void test_keys(void **state) {
    (void)state;
    enum { PLACES = 2 * HOUSES + 2 };
    Sightings sightings = {0};
    Twin start = twin_from(&awale, "keys", 0, NULL);
    for (int from = 0; from < PLACES; from++) {
        for (int to = 0; to < PLACES; to++) {
            for (int side = 0; side < 2; side++) {
                PlainAwale board = {
                    {{1, 2, 3, 1, 4, 2}, {3, 1, 2, 3, 2, 4}}, {9, 8}, (PlainAwalePlayer)side};
                int *const places[2] = {&board.house[0][0], &board.store[0]};
                const int houses = 2 * HOUSES;
                (from < houses ? &places[0][from] : &places[1][from - houses])[0]--;
                (to < houses ? &places[0][to] : &places[1][to - houses])[0]++;
                char text[TWIN_TEXT_SIZE];
                plain_awale_format(&board, text);
                Twin twin = twin_from(&awale, "keys", (uint64_t)from, text);
                sightings_note(&sightings, &twin);
                twin_release(&twin);
            }
        }
    }
    sightings_compare(&sightings, &start);
    free(sightings.list);
    twin_release(&start);
}

// ---- Playouts

static void check_uniform(const char *position, int32_t plies) {
    Twin twin = twin_from(&awale, position, 0, position);
    twin_check_uniform(&twin, plies);
    twin_release(&twin);
}

static void test_playouts_are_uniform(void **state) {
    (void)state;
    check_uniform(start_text, 0);
    check_uniform(start_text, 1);
    check_uniform(start_text, 4);
    check_uniform("0,2,0,2,1,2/7,8,0,2,5,0 5-14 b", 4);
    // Where some houses may not be sown: they would take all, or feed nobody.
    check_uniform("1,1,1,1,1,0/0,0,8,0,0,1 0-0 b", 4);
    check_uniform("1,0,4,0,1,1/1,0,0,0,0,0 0-0 a", 1);
    check_uniform("1,0,4,0,1,1/1,0,0,0,0,0 0-0 a", 5);
    check_uniform("6,4,1,3,2,0/0,0,0,0,0,0 10-20 a", 1);
    check_uniform("6,4,1,3,2,0/0,0,0,0,0,0 10-20 a", 3);
    // With hoards, and with ends in reach.
    check_uniform("13,0,0,1,2,24/1,1,1,2,1,0 0-0 a", 3);
    check_uniform("0,1,0,0,1,0/1,0,2,2,0,0 22-19 b", 6);
}

// One random game in a hundred has no end.
static void test_random_games_of_core(void **state) {
    (void)state;
    enum { GAMES = 40000 };
    Twin twin = twin_from(&awale, "endless", 0, NULL);
    const Game *game = twin.line.variant.game;
    Rng rng = test_rng("endless", 0);
    History history;
    Status status = {0};
    int64_t endless = 0, plies = 0;
    history_init(&history, game);
    assert_true(line_copy_history(&twin.line, &history, game->default_ply_limit, &status));
    for (int i = 0; i < GAMES; i++) {
        Position position = twin.line.start;
        const Playout playout = game->playout(&position, &rng, game->default_ply_limit, &history);
        if (playout.result == RESULT_NONE) assert_int_equal(playout.plies, game->default_ply_limit);
        endless += playout.result == RESULT_NONE;
        plies += playout.plies;
    }
    history_release(&history);
    twin_release(&twin);
    printf("           mean %" PRId64 " plies, %" PRId64 " of %d without an end\n", plies / GAMES,
           endless, GAMES);
    assert_in_range(endless, GAMES / 200, GAMES / 60);
}

// ---- Perft

static void test_perft_of_the_start(void **state) {
    (void)state;
    static const uint64_t expected[] = {1,     6,      36,     190,     1014,     5219,
                                        27332, 139157, 711414, 3592872, 18137964, 91558687};
    Twin twin = twin_from(&awale, "published perft", 0, NULL);
    for (int depth = 0; depth <= 11; depth++) twin_check_perft(&twin, depth, expected[depth]);
    twin_release(&twin);
}

static void test_perft_of_a_position(void **state) {
    (void)state;
    static const uint64_t expected[] = {1, 1, 4, 4, 15, 46, 163, 383};
    Twin twin = twin_from(&awale, "published perft", 0, "1,1,1,1,1,0/0,0,8,0,0,1 0-0 b");
    for (int depth = 0; depth <= 7; depth++) twin_check_perft(&twin, depth, expected[depth]);
    twin_release(&twin);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_perft_of_the_start),
        cmocka_unit_test(test_perft_of_a_position),
        cmocka_unit_test(test_fixture_positions),
        cmocka_unit_test(test_fixture_games),
        cmocka_unit_test(test_fixture_invalid_positions),
        cmocka_unit_test(test_refused_positions),
        cmocka_unit_test(test_refused_specs),
        cmocka_unit_test(test_misspelt_positions),
        cmocka_unit_test(test_sowing),
        cmocka_unit_test(test_sowing_from_every_house),
        cmocka_unit_test(test_all_positions_of_few_stones),
        cmocka_unit_test(test_capturing),
        cmocka_unit_test(test_legality),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_playouts_are_uniform),
        cmocka_unit_test(test_random_games_of_core),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
