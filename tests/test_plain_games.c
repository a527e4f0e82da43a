// Proof that the plain Agon and the plain Awale obey the rules: they must agree with fixtures
// computed elsewhere and with the values that are known, and look the same from every side.
//
// Environment: HARROW_TEST_LONG runs the deepest counts (5 s optimised).
#include "tests/plain_agon.h"
#include "tests/plain_awale.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

#ifndef TEST_DATA_DIR
#define TEST_DATA_DIR "tests/data"
#endif

enum {
    PERFT_LIMIT = 500000, // leaves counted unless HARROW_TEST_LONG is set
    WORDS_SIZE = PLAIN_AGON_MAX_MOVES * PLAIN_AGON_MOVE_SIZE,
};

static const char agon_start[] = "Ga5,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l";

// Where a check comes from: a test, or a line of a file of fixtures.
typedef struct Source {
    const char *name;
    uint64_t line;
} Source;

// Reports a disagreement with all it takes to see it again, and ends the test.
static void expect_text(Source source, const char *position, const char *what, const char *expected,
                        const char *plain) {
    if (strcmp(expected, plain) == 0) return;
    fprintf(stderr,
            "\n%s differs: %s, line %" PRIu64 "\n  position %s\n  expected %s\n  plain    %s\n",
            what, source.name, source.line, position, expected, plain);
    fail();
}

static void expect_number(Source source, const char *position, const char *what, uint64_t expected,
                          uint64_t plain) {
    char texts[2][32];
    snprintf(texts[0], sizeof texts[0], "%" PRIu64, expected);
    snprintf(texts[1], sizeof texts[1], "%" PRIu64, plain);
    expect_text(source, position, what, texts[0], texts[1]);
}

static bool is_too_deep(uint64_t leaves) {
    return leaves > PERFT_LIMIT && getenv("HARROW_TEST_LONG") == NULL;
}

typedef void LineCheck(const cJSON *line, Source source);

static const char *text_of(const cJSON *line, const char *key) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(line, key));
    if (text == NULL) fail_msg("a fixture lacks the text %s", key);
    return text;
}

// Calls the check for every line of a fixture file about the game; returns for how many.
static int for_each_line(const char *file, const char *game, LineCheck *check) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", TEST_DATA_DIR, file);
    FILE *stream = fopen(path, "r");
    if (stream == NULL) fail_msg("cannot open %s", path);
    char *text = NULL;
    size_t room = 0;
    int count = 0;
    for (Source source = {file, 1}; getline(&text, &room, stream) >= 0; source.line++) {
        cJSON *line = cJSON_Parse(text);
        if (line == NULL) fail_msg("%s, line %" PRIu64 " is not JSON", file, source.line);
        if (strcmp(text_of(line, "game"), game) == 0) {
            check(line, source);
            count++;
        }
        cJSON_Delete(line);
    }
    free(text);
    fclose(stream);
    return count;
}

// The moves that a fixture lists, each with a blank behind it.
static void join_fixture_moves(const cJSON *line, char *text) {
    const cJSON *move;
    *text = '\0';
    cJSON_ArrayForEach(move, cJSON_GetObjectItemCaseSensitive(line, "moves")) {
        text += sprintf(text, "%s ", move->valuestring);
    }
}

static uint64_t fixture_perft(const cJSON *line, int depth) {
    const cJSON *perft = cJSON_GetObjectItemCaseSensitive(line, "perft");
    return (uint64_t)cJSON_GetArrayItem(perft, depth - 1)->valuedouble;
}

static int fixture_depth(const cJSON *line) {
    return cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(line, "perft"));
}

// Agon.

static void join_agon_moves(const PlainAgonMoves *moves, char *text) {
    *text = '\0';
    for (int i = 0; i < moves->count; i++) text += sprintf(text, "%s ", moves->text[i]);
}

static int compare_texts(const void *a, const void *b) {
    return strcmp(a, b);
}

// A new game from a string; to be released.
static PlainAgon agon_from(Source source, const char *text) {
    PlainAgon game;
    char again[PLAIN_AGON_TEXT_SIZE];
    plain_agon_init(&game);
    if (!plain_agon_parse(&game, text)) {
        fail_msg("%s, line %" PRIu64 ": refused: %s", source.name, source.line, text);
    }
    plain_agon_format(&game, again);
    expect_text(source, text, "parse and format", text, again);
    return game;
}

static uint64_t agon_perft(const PlainAgon *game, int depth) {
    PlainAgonMoves moves;
    plain_agon_moves(game, &moves);
    if (depth == 1) return (uint64_t)moves.count;
    uint64_t leaves = 0;
    for (int i = 0; i < moves.count; i++) {
        PlainAgon next;
        plain_agon_copy(&next, game);
        plain_agon_play(&next, moves.text[i]);
        leaves += agon_perft(&next, depth - 1);
        plain_agon_release(&next);
    }
    return leaves;
}

// The moves of the image must be the images of the moves.
static void check_agon_symmetry(Source source, const PlainAgon *game, int symmetry) {
    char text[PLAIN_AGON_TEXT_SIZE];
    char image_text[PLAIN_AGON_TEXT_SIZE];
    char words[2][WORDS_SIZE];
    PlainAgonMoves moves;
    PlainAgonMoves images;
    plain_agon_format(game, text);
    assert_true(plain_agon_mirror(text, symmetry, image_text));
    PlainAgon image = agon_from(source, image_text);
    plain_agon_moves(game, &moves);
    images.count = moves.count;
    for (int i = 0; i < moves.count; i++) {
        plain_agon_mirror_move(moves.text[i], symmetry, images.text[i]);
    }
    qsort(images.text, (size_t)images.count, sizeof images.text[0], compare_texts);
    join_agon_moves(&images, words[0]);
    plain_agon_moves(&image, &moves);
    join_agon_moves(&moves, words[1]);
    expect_text(source, image_text, "moves of an image", words[0], words[1]);
    plain_agon_release(&image);
}

static void check_agon_position(const cJSON *line, Source source) {
    const char *text = text_of(line, "position");
    char words[2][WORDS_SIZE];
    PlainAgonMoves moves;
    PlainAgon game = agon_from(source, text);
    plain_agon_moves(&game, &moves);
    join_fixture_moves(line, words[0]);
    join_agon_moves(&moves, words[1]);
    expect_text(source, text, "legal moves", words[0], words[1]);
    for (int depth = 1; depth <= fixture_depth(line); depth++) {
        const uint64_t leaves = fixture_perft(line, depth);
        expect_number(source, text, "perft", leaves, agon_perft(&game, depth));
    }
    for (int i = 0; i < PLAIN_AGON_SYMMETRIES; i++) check_agon_symmetry(source, &game, i);
    plain_agon_release(&game);
}

static void test_agon_positions(void **state) {
    (void)state;
    assert_int_equal(for_each_line("agon-positions.jsonl", "agon", check_agon_position), 57);
}

// Plays the whole game as one symmetry shows it; it must come to the image of its final position.
static void check_agon_image(const cJSON *line, Source source, int symmetry) {
    char text[PLAIN_AGON_TEXT_SIZE];
    char final[PLAIN_AGON_TEXT_SIZE];
    assert_true(plain_agon_mirror(agon_start, symmetry, text));
    PlainAgon game = agon_from(source, text);
    char *words = strdup(text_of(line, "moves"));
    char *rest = NULL;
    for (char *word = strtok_r(words, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest)) {
        char move[PLAIN_AGON_MOVE_SIZE];
        plain_agon_format(&game, text);
        expect_text(source, text, "result of a game that goes on", "*", plain_agon_result(&game));
        expect_text(source, text, "its end", "", plain_agon_end(&game));
        plain_agon_mirror_move(word, symmetry, move);
        if (!plain_agon_is_legal(&game, move)) expect_text(source, text, "a legal move", move, "");
        plain_agon_play(&game, move);
    }
    free(words);
    plain_agon_format(&game, text);
    assert_true(plain_agon_mirror(text_of(line, "final"), symmetry, final));
    expect_text(source, text, "final position", final, text);
    expect_text(source, text, "result", text_of(line, "result"), plain_agon_result(&game));
    assert_true(plain_agon_is_over(&game));
    if (strcmp(plain_agon_result(&game), "1/2-1/2") == 0) {
        expect_text(source, text, "end", "repetition", plain_agon_end(&game));
        assert_int_equal(plain_agon_occurrences(&game), 3);
    }
    plain_agon_release(&game);
}

static void check_agon_game(const cJSON *line, Source source) {
    PlainAgonMoves moves;
    PlainAgon game;
    char text[PLAIN_AGON_TEXT_SIZE];
    plain_agon_init(&game);
    plain_agon_format(&game, text);
    expect_text(source, text, "start", agon_start, text);
    plain_agon_release(&game);
    // One at least of each kind besides the identity: a turn, and an exchange with a turn.
    static const int symmetries[] = {0, 1, 9};
    for (int i = 0; i < 3; i++) check_agon_image(line, source, symmetries[i]);
    // The final position alone: over by itself unless a repetition made it so.
    game = agon_from(source, text_of(line, "final"));
    const bool drawn = strcmp(text_of(line, "result"), "1/2-1/2") == 0;
    expect_text(source, text_of(line, "final"), "result when read again",
                drawn ? "*" : text_of(line, "result"), plain_agon_result(&game));
    plain_agon_moves(&game, &moves);
    assert_int_equal(moves.count > 0, drawn);
    plain_agon_release(&game);
}

static void test_agon_games(void **state) {
    (void)state;
    assert_int_equal(for_each_line("agon-games.jsonl", "agon", check_agon_game), 23);
}

// Refused, and the game is what it was.
static void expect_agon_refused(Source source, const char *text) {
    PlainAgon game;
    char image[PLAIN_AGON_TEXT_SIZE];
    char after[PLAIN_AGON_TEXT_SIZE];
    plain_agon_init(&game);
    if (plain_agon_parse(&game, text) || plain_agon_mirror(text, 0, image)) {
        fail_msg("%s, line %" PRIu64 ": accepted: \"%s\"", source.name, source.line, text);
    }
    plain_agon_format(&game, after);
    assert_string_equal(after, agon_start);
    plain_agon_release(&game);
}

static void check_agon_invalid(const cJSON *line, Source source) {
    expect_agon_refused(source, text_of(line, "position"));
}

static void test_agon_invalid_positions(void **state) {
    (void)state;
    static const char *const texts[] = {
        "",
        "Ga5,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11",
        "Ga5,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11  l",
        "Ga5,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l ",
        " Ga5,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l",
        "Ga5, Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l",
        "Ga05,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l",
        "Ga0,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l",
        "Gf12,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l",
        "Gl9,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l",
        "Ga5!!,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l",
        "ga5,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l",
        "Ga5,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1,/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l",
        "Ga5,Ga5!,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l",
        "Ga5,Ge1,Ge10,Gi11,Gj5,Gk9,Gk8,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l",
        "Ga5,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11,Qk10 l",
        "Ga5,Ge1,Ge10,Gi11,Gj5,Gk9,Qf6/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qf6! l",
        "Ge5!,Ge6,Gf5,Gf7,Gg6,Gg7,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l",
    };
    assert_int_equal(for_each_line("invalid-positions.jsonl", "agon", check_agon_invalid), 8);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        expect_agon_refused((Source){"refused", i}, texts[i]);
    }
}

// Read in any order, written in one.
static void test_agon_order_of_pieces(void **state) {
    (void)state;
    PlainAgon game;
    char text[PLAIN_AGON_TEXT_SIZE];
    plain_agon_init(&game);
    assert_true(plain_agon_parse(&game, "Qf6!,Gf10,Gf1!,Ge5!,Ge10,Ge1,Gb2/"
                                        "Qk11,Ga3,Gk7,Gc1,Gg2,Gg11,Gb7 d"));
    plain_agon_format(&game, text);
    assert_string_equal(text, "Gb2,Ge1,Ge10,Ge5!,Gf1!,Gf10,Qf6!/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 d");
    plain_agon_release(&game);
}

static void expect_agon_after(const char *position, const char *move, const char *after,
                              const char *result, const char *end) {
    const Source source = {move, 0};
    char text[PLAIN_AGON_TEXT_SIZE];
    PlainAgon game = agon_from(source, position);
    if (!plain_agon_is_legal(&game, move)) expect_text(source, position, "a legal move", move, "");
    plain_agon_play(&game, move);
    plain_agon_format(&game, text);
    expect_text(source, position, "position after a move", after, text);
    expect_text(source, position, "result after a move", result, plain_agon_result(&game));
    expect_text(source, position, "end after a move", end, plain_agon_end(&game));
    plain_agon_release(&game);
}

static void expect_agon_illegal(const char *position, const char *move) {
    PlainAgon game = agon_from((Source){move, 0}, position);
    assert_false(plain_agon_is_legal(&game, move));
    plain_agon_release(&game);
}

static void test_agon_ends(void **state) {
    (void)state;
    expect_agon_after("Ge5,Ge6,Gf5,Gf7,Gg6,Gh7,Qf6/Ga1,Ga3,Ga5,Gb1,Gb5,Gc1,Qk11 l", "h7-g7",
                      "Ge5,Ge6,Gf5,Gf7,Gg6,Gg7,Qf6/Ga1,Ga3,Ga5,Gb1,Gb5,Gc1,Qk11 d", "1-0",
                      "enthroned");
    expect_agon_after("Ge5,Ge6,Gf5,Gf7,Gg6,Gh7,Qk6/Ga1,Ga3,Ga5,Gb1,Gb5,Gc1,Qk11 l", "h7-g7",
                      "Ge5,Ge6,Gf5,Gf7,Gg6,Gg7,Qk6/Ga1,Ga3,Ga5,Gb1,Gb5,Gc1,Qk11 d", "0-1",
                      "forfeit");
    // Around the other side's queen it is a forfeit as well.
    expect_agon_after("Ga1,Ga3,Ga5,Gb1,Gb5,Gc1,Qf6/Ge5,Ge6,Gf5,Gf7,Gg6,Gh7,Qk11 d", "h7-g7",
                      "Ga1,Ga3,Ga5,Gb1,Gb5,Gc1,Qf6!/Ge5,Ge6,Gf5,Gf7,Gg6,Gg7,Qk11 l", "1-0",
                      "forfeit");
    // Dark's queen cannot leave the throne, and no guard of Dark has anywhere to go.
    expect_agon_after("Ga4,Ga5,Ga6,Gd5,Ge4,Gg7,Qk11/Gd4,Ge5,Ge6,Gf5,Gf7,Gg6,Qf6 l", "k11-k10",
                      "Ga4,Ga5,Ga6,Gd5,Ge4,Gg7,Qk10/Gd4,Ge5,Ge6,Gf5,Gf7,Gg6,Qf6 d", "1-0", "stuck");
}

static void test_agon_captures(void **state) {
    (void)state;
    // Two at once, on two axes.
    expect_agon_after("Ga2,Ga3,Gd7,Gf5,Gj5,Gj6,Qc4/Gd6,Ge5,Gk10,Gk7,Gk8,Gk9,Qk11 l", "c4-d5",
                      "Ga2,Ga3,Gd7,Gf5,Gj5,Gj6,Qd5/Gd6!,Ge5!,Gk10,Gk7,Gk8,Gk9,Qk11 d", "*", "");
    // A return captures as well, a captured guard is a captor, and a mark that is there stays.
    expect_agon_after("Ga2,Ga3,Gd7!,Gf5,Gj5,Gj6,Qa1!/Gd6,Ge5!,Gk10,Gk7,Gk8,Gk9,Qk11 l", "a1-d5",
                      "Ga2,Ga3,Gd7!,Gf5,Gj5,Gj6,Qd5/Gd6!,Ge5!,Gk10,Gk7,Gk8,Gk9,Qk11 d", "*", "");
    // The queen returns first; a return may stand between enemies, and ends the mark.
    expect_agon_after("Ga2,Ga3!,Ge5,Gj5,Gj6,Gj7,Qa1!/Gf5,Gf7,Gk10,Gk7,Gk8,Gk9,Qk11 l", "a1-f6",
                      "Ga2,Ga3!,Ge5,Gj5,Gj6,Gj7,Qf6/Gf5,Gf7,Gk10,Gk7,Gk8,Gk9,Qk11 d", "*", "");
    expect_agon_after("Ga2,Ga3!,Gf4,Gj5,Gj6,Gj7,Qa1!/Gf5,Gf7,Gk10,Gk7,Gk8,Gk9,Qk11 l", "a1-f6",
                      "Ga2,Ga3!,Gf4,Gj5,Gj6,Gj7,Qf6/Gf5!,Gf7,Gk10,Gk7,Gk8,Gk9,Qk11 d", "*", "");
    expect_agon_illegal("Ga2,Ga3!,Gf4,Gj5,Gj6,Gj7,Qa1!/Gf5,Gf7,Gk10,Gk7,Gk8,Gk9,Qk11 l", "a3-a4");
    expect_agon_after("Ga2,Ga3!,Gf4,Gj5,Gj6,Gj7,Qa1/Gf5,Gf7,Gk10,Gk7,Gk8,Gk9,Qk11 l", "a3-a4",
                      "Ga2,Ga4,Gf4,Gj5,Gj6,Gj7,Qa1/Gf5,Gf7,Gk10,Gk7,Gk8,Gk9,Qk11 d", "*", "");
    expect_agon_illegal("Ga2,Ga3!,Gf4,Gj5,Gj6,Gj7,Qa1/Gf5,Gf7,Gk10,Gk7,Gk8,Gk9,Qk11 l", "a3-b3");
    // A step between two enemies is illegal, even if it would capture one; captured ones count.
    expect_agon_after("Ga3,Ga4,Gf4,Gg6,Gj6,Gj7,Qe6/Gf5,Gk10,Gk6,Gk7,Gk8,Gk9,Qk11 l", "e6-f6",
                      "Ga3,Ga4,Gf4,Gg6,Gj6,Gj7,Qf6/Gf5!,Gk10,Gk6,Gk7,Gk8,Gk9,Qk11 d", "*", "");
    expect_agon_illegal("Ga3,Ga4,Gf4,Gg6,Gj6,Gj7,Qe6/Gf5,Gf7!,Gk10,Gk7,Gk8,Gk9,Qk11 l", "e6-f6");
}

// The start is the first occurrence; the mark and the side to move belong to a position.
static void test_agon_repetition(void **state) {
    (void)state;
    static const char *const moves[] = {"a1-a2", "k11-k10", "a2-a1", "k10-k11"};
    PlainAgon game;
    plain_agon_init(&game);
    for (int i = 0; i < 8; i++) {
        assert_false(plain_agon_is_over(&game));
        assert_int_equal(plain_agon_occurrences(&game), 1 + i / 4);
        plain_agon_play(&game, moves[i % 4]);
    }
    assert_string_equal(plain_agon_end(&game), "repetition");
    assert_string_equal(plain_agon_result(&game), "1/2-1/2");
    PlainAgonMoves none;
    plain_agon_moves(&game, &none);
    assert_int_equal(none.count, 0);
    // A copy has the same past; a string has none.
    PlainAgon copy;
    plain_agon_copy(&copy, &game);
    assert_int_equal(plain_agon_occurrences(&copy), 3);
    assert_true(plain_agon_parse(&copy, agon_start));
    assert_int_equal(plain_agon_occurrences(&copy), 1);
    assert_false(plain_agon_is_over(&copy));
    plain_agon_release(&copy);
    plain_agon_release(&game);
}

static void test_agon_perft(void **state) {
    (void)state;
    static const uint64_t expected[] = {27, 713, 18417, 466557, 11661989};
    const Source source = {"published perft", 0};
    PlainAgon game;
    plain_agon_init(&game);
    for (int depth = 1; depth <= 5 && !is_too_deep(expected[depth - 1]); depth++) {
        expect_number(source, agon_start, "perft", expected[depth - 1], agon_perft(&game, depth));
    }
    plain_agon_release(&game);
}

// Twelve different images; each can be undone by one of the others.
static void test_agon_symmetries(void **state) {
    (void)state;
    static const char lopsided[] = "Gb1,Gd4!,Ge6,Gf10,Gf8,Gk10,Qj9/Gc3,Gc5,Gc6,Ge5,Gg6,Gh6,Qg8 d";
    char images[PLAIN_AGON_SYMMETRIES][PLAIN_AGON_TEXT_SIZE];
    for (int i = 0; i < PLAIN_AGON_SYMMETRIES; i++) {
        assert_true(plain_agon_mirror(lopsided, i, images[i]));
        for (int j = 0; j < i; j++) assert_string_not_equal(images[i], images[j]);
    }
    assert_string_equal(images[0], lopsided);
    for (int i = 0; i < PLAIN_AGON_SYMMETRIES; i++) {
        int undone = 0;
        for (int j = 0; j < PLAIN_AGON_SYMMETRIES; j++) {
            char text[PLAIN_AGON_TEXT_SIZE];
            assert_true(plain_agon_mirror(images[i], j, text));
            if (strcmp(text, lopsided) == 0) undone++;
        }
        assert_int_equal(undone, 1);
    }
}

// Awale.

static void join_awale_moves(const PlainAwaleMoves *moves, char *text) {
    *text = '\0';
    for (int i = 0; i < moves->count; i++) text += sprintf(text, "%s ", moves->text[i]);
}

static PlainAwale awale_from(Source source, const char *text) {
    PlainAwale game = {0};
    char again[PLAIN_AWALE_TEXT_SIZE];
    if (!plain_awale_parse(&game, text)) {
        fail_msg("%s, line %" PRIu64 ": refused: %s", source.name, source.line, text);
    }
    plain_awale_format(&game, again);
    expect_text(source, text, "parse and format", text, again);
    return game;
}

static uint64_t awale_perft(const PlainAwale *game, int depth) {
    PlainAwaleMoves moves;
    plain_awale_moves(game, &moves);
    if (depth == 1) return (uint64_t)moves.count;
    uint64_t leaves = 0;
    for (int i = 0; i < moves.count; i++) {
        PlainAwale next = *game;
        plain_awale_play(&next, moves.text[i]);
        leaves += awale_perft(&next, depth - 1);
    }
    return leaves;
}

static void check_awale_position(const cJSON *line, Source source) {
    const char *text = text_of(line, "position");
    char words[2][WORDS_SIZE];
    PlainAwaleMoves moves;
    const PlainAwale game = awale_from(source, text);
    const PlainAwale turned = plain_awale_half_turn(&game);
    plain_awale_moves(&game, &moves);
    join_fixture_moves(line, words[0]);
    join_awale_moves(&moves, words[1]);
    expect_text(source, text, "legal moves", words[0], words[1]);
    for (int depth = 1; depth <= fixture_depth(line); depth++) {
        const uint64_t leaves = fixture_perft(line, depth);
        expect_number(source, text, "perft", leaves, awale_perft(&game, depth));
        expect_number(source, text, "perft after a half turn", leaves, awale_perft(&turned, depth));
    }
}

static void test_awale_positions(void **state) {
    (void)state;
    assert_int_equal(for_each_line("awale-positions.jsonl", "awale", check_awale_position), 59);
}

// Plays a move and its image from the other side; the images must stay the same.
static void play_awale_twins(Source source, PlainAwale *game, PlainAwale *turned,
                             const char *move) {
    char texts[2][PLAIN_AWALE_TEXT_SIZE];
    char image[PLAIN_AWALE_MOVE_SIZE];
    plain_awale_half_turn_move(move, image);
    plain_awale_play(game, move);
    plain_awale_play(turned, image);
    const PlainAwale back = plain_awale_half_turn(turned);
    plain_awale_format(game, texts[0]);
    plain_awale_format(&back, texts[1]);
    expect_text(source, texts[0], "the half turn", texts[0], texts[1]);
    awale_from(source, texts[0]);
}

static void check_awale_game(const cJSON *line, Source source) {
    PlainAwale game = plain_awale_start();
    PlainAwale turned = plain_awale_half_turn(&game);
    char text[PLAIN_AWALE_TEXT_SIZE];
    char *words = strdup(text_of(line, "moves"));
    char *rest = NULL;
    for (char *move = strtok_r(words, " ", &rest); move != NULL;
         move = strtok_r(NULL, " ", &rest)) {
        plain_awale_format(&game, text);
        expect_text(source, text, "result of a game that goes on", "*", plain_awale_result(&game));
        expect_text(source, text, "its end", "", plain_awale_end(&game));
        if (!plain_awale_is_legal(&game, move)) expect_text(source, text, "a legal move", move, "");
        play_awale_twins(source, &game, &turned, move);
    }
    free(words);
    plain_awale_format(&game, text);
    expect_text(source, text, "final position", text_of(line, "final"), text);
    expect_text(source, text, "result", text_of(line, "result"), plain_awale_result(&game));
    assert_true(plain_awale_is_over(&game));
    const cJSON *score = cJSON_GetObjectItemCaseSensitive(line, "score");
    assert_int_equal(game.store[PLAIN_AWALE_A], cJSON_GetArrayItem(score, 0)->valueint);
    assert_int_equal(game.store[PLAIN_AWALE_B], cJSON_GetArrayItem(score, 1)->valueint);
    const PlainAwale again = awale_from(source, text);
    expect_text(source, text, "end when read again", plain_awale_end(&game),
                plain_awale_end(&again));
}

static void test_awale_games(void **state) {
    (void)state;
    assert_int_equal(for_each_line("awale-games.jsonl", "awale", check_awale_game), 24);
}

// Refused, and the game is what it was.
static void expect_awale_refused(Source source, const char *text) {
    const PlainAwale start = plain_awale_start();
    PlainAwale game = start;
    if (plain_awale_parse(&game, text)) {
        fail_msg("%s, line %" PRIu64 ": accepted: \"%s\"", source.name, source.line, text);
    }
    assert_memory_equal(&game, &start, sizeof game);
}

static void check_awale_invalid(const cJSON *line, Source source) {
    expect_awale_refused(source, text_of(line, "position"));
}

static void test_awale_invalid_positions(void **state) {
    (void)state;
    static const char *const texts[] = {
        "",
        "4,4,4,4,4,4/4,4,4,4,4,4 0-0 a ",
        " 4,4,4,4,4,4/4,4,4,4,4,4 0-0 a",
        "4,4,4,4,4,4/4,4,4,4,4,4  0-0 a",
        "4,4,4,4,4,4/4,4,4,4,4,4 0-0 A",
        "4,4,4,4,4,4/4,4,4,4,4,4 00-0 a",
        "4,4,4,4,4,4/4,4,4,4,4,4 0 a",
        "4,4,4,4,4,4/4,4,4,4,4,4 0-0-0 a",
        "4,4,4,4,4,4,0/4,4,4,4,4,4 0-0 a",
        "4,4,4,4,4,/4,4,4,4,4,4 0-0 a",
        "4,4,4,4,4,4/4,4,4,4,4,4/ 0-0 a",
        "4,4,4,4,4,+4/4,4,4,4,4,4 0-0 a",
        "0,0,0,0,0,49/0,0,0,0,0,0 0-0 a",
        "0,0,0,0,0,100/0,0,0,0,0,0 0-0 a",
        "0,0,0,0,0,0/0,0,0,0,0,1 24-24 a",
    };
    assert_int_equal(for_each_line("invalid-positions.jsonl", "awale", check_awale_invalid), 8);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        expect_awale_refused((Source){"refused", i}, texts[i]);
    }
}

static void expect_awale_reading(const char *text, const char *swept, const char *result,
                                 const char *end) {
    const Source source = {"reading", 0};
    PlainAwale game = {0};
    PlainAwaleMoves moves;
    char again[PLAIN_AWALE_TEXT_SIZE];
    assert_true(plain_awale_parse(&game, text));
    plain_awale_format(&game, again);
    expect_text(source, text, "position", swept, again);
    expect_text(source, text, "result", result, plain_awale_result(&game));
    expect_text(source, text, "end", end, plain_awale_end(&game));
    plain_awale_moves(&game, &moves);
    assert_int_equal(moves.count > 0, strcmp(end, "") == 0);
}

static void test_awale_sweep_on_reading(void **state) {
    (void)state;
    // A has nothing to sow; the stores decide, if they do.
    expect_awale_reading("0,0,0,0,0,0/1,0,2,0,0,0 24-21 a", "0,0,0,0,0,0/0,0,0,0,0,0 24-24 a",
                         "1/2-1/2", "stuck");
    expect_awale_reading("0,0,0,0,0,0/1,0,2,0,0,0 20-23 a", "0,0,0,0,0,0/0,0,0,0,0,0 20-26 a",
                         "0-1", "stuck");
    // A cannot feed B.
    expect_awale_reading("2,1,0,0,0,0/0,0,0,0,0,0 1-0 a", "0,0,0,0,0,0/0,0,0,0,0,0 4-0 a", "1-0",
                         "stuck");
    // B can feed A, and need not have been fed.
    expect_awale_reading("0,0,0,0,0,0/0,0,0,0,0,1 1-0 b", "0,0,0,0,0,0/0,0,0,0,0,1 1-0 b", "*", "");
    // With the majority the rows stay as they are.
    expect_awale_reading("0,0,0,0,0,0/1,0,2,0,0,0 20-25 a", "0,0,0,0,0,0/1,0,2,0,0,0 20-25 a",
                         "0-1", "majority");
    expect_awale_reading("4,4,1,1,1,0/1,0,2,0,0,0 25-0 a", "4,4,1,1,1,0/1,0,2,0,0,0 25-0 a", "1-0",
                         "majority");
    // No stones at all.
    expect_awale_reading("0,0,0,0,0,0/0,0,0,0,0,0 0-0 b", "0,0,0,0,0,0/0,0,0,0,0,0 0-0 b",
                         "1/2-1/2", "stuck");
}

static void expect_awale_after(const char *position, const char *move, const char *after,
                               const char *end) {
    const Source source = {move, 0};
    PlainAwale game = awale_from(source, position);
    char text[PLAIN_AWALE_TEXT_SIZE];
    if (!plain_awale_is_legal(&game, move)) expect_text(source, position, "a legal move", move, "");
    plain_awale_play(&game, move);
    plain_awale_format(&game, text);
    expect_text(source, position, "position after a move", after, text);
    expect_text(source, position, "end after a move", end, plain_awale_end(&game));
}

static void test_awale_plies(void **state) {
    (void)state;
    // Twelve stones and more pass over the house of origin.
    expect_awale_after("12,0,0,0,0,0/0,0,0,0,0,0 0-0 a", "A1", "0,2,1,1,1,1/1,1,1,1,1,1 0-0 b", "");
    expect_awale_after("0,0,0,0,0,23/0,0,0,0,0,0 0-0 a", "A6", "2,2,2,2,2,0/0,2,2,2,2,2 3-0 b", "");
    // Backwards over twos and threes, as far as another number or the mover's own row.
    expect_awale_after("0,0,0,0,2,3/2,3,1,0,0,0 0-0 a", "A6", "0,0,0,0,2,0/3,4,0,0,0,0 2-0 b", "");
    expect_awale_after("0,0,0,0,2,3/2,1,2,5,0,0 0-0 a", "A6", "0,0,0,0,2,0/0,0,0,5,0,0 8-0 b", "");
    // Taking all is forbidden, even for the majority.
    const PlainAwale grand =
        awale_from((Source){"taking all", 0}, "0,0,0,0,2,3/2,1,2,0,0,0 20-0 a");
    assert_false(plain_awale_is_legal(&grand, "A6"));
    assert_true(plain_awale_is_legal(&grand, "A5"));
    // Two ends: the majority leaves the stones, the other is a sweep, whatever it brings.
    expect_awale_after("0,0,0,0,2,3/2,1,2,5,0,0 17-0 a", "A6", "0,0,0,0,2,0/0,0,0,5,0,0 25-0 b",
                       "majority");
    expect_awale_after("0,0,0,0,0,1/0,2,0,0,0,0 22-20 a", "A6", "0,0,0,0,0,0/0,0,0,0,0,0 22-23 b",
                       "stuck");
    expect_awale_after("0,0,0,0,0,1/0,2,0,0,0,0 20-22 a", "A6", "0,0,0,0,0,0/0,0,0,0,0,0 20-25 b",
                       "stuck");
}

static void test_awale_perft(void **state) {
    (void)state;
    static const uint64_t start[] = {6,      36,     190,     1014,     5219,    27332,
                                     139157, 711414, 3592872, 18137964, 91558687};
    static const uint64_t single[] = {1, 4, 4, 15, 46, 163, 383};
    const Source source = {"published perft", 0};
    const PlainAwale from_start = plain_awale_start();
    const PlainAwale from_single = awale_from(source, "1,1,1,1,1,0/0,0,8,0,0,1 0-0 b");
    char text[PLAIN_AWALE_TEXT_SIZE];
    plain_awale_format(&from_start, text);
    assert_string_equal(text, "4,4,4,4,4,4/4,4,4,4,4,4 0-0 a");
    for (int depth = 1; depth <= 11 && !is_too_deep(start[depth - 1]); depth++) {
        expect_number(source, text, "perft", start[depth - 1], awale_perft(&from_start, depth));
    }
    assert_true(plain_awale_is_legal(&from_single, "B6"));
    plain_awale_format(&from_single, text);
    for (int depth = 1; depth <= 7; depth++) {
        expect_number(source, text, "perft", single[depth - 1], awale_perft(&from_single, depth));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agon_positions),
        cmocka_unit_test(test_agon_games),
        cmocka_unit_test(test_agon_invalid_positions),
        cmocka_unit_test(test_agon_order_of_pieces),
        cmocka_unit_test(test_agon_ends),
        cmocka_unit_test(test_agon_captures),
        cmocka_unit_test(test_agon_repetition),
        cmocka_unit_test(test_agon_perft),
        cmocka_unit_test(test_agon_symmetries),
        cmocka_unit_test(test_awale_positions),
        cmocka_unit_test(test_awale_games),
        cmocka_unit_test(test_awale_invalid_positions),
        cmocka_unit_test(test_awale_sweep_on_reading),
        cmocka_unit_test(test_awale_plies),
        cmocka_unit_test(test_awale_perft),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
