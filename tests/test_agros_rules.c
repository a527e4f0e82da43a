// Proof that the fast Agros obeys the rules: it must agree with the plain implementation ply by
// ply, with fixtures computed elsewhere, and with the values that are known.
//
// Environment: HARROW_TEST_GAMES is the number of random games compared; HARROW_TEST_LONG makes it
// 100,000 and runs the full enumerations of the 3 × 3 board (1.4 GB).
#include "core/game.h"
#include "tests/plain_agros.h"

#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#ifndef TEST_DATA_DIR
#define TEST_DATA_DIR "tests/data"
#endif

enum {
    DEFAULT_GAMES = 10000,
    LONG_GAMES = 100000,
    DEFAULT_MUTATIONS = 120000,
    MUTATIONS_OF_ONE = 120,
    SLOW_CHECKS_EVERY = 7,      // plies
    PLAIN_PERFT_LIMIT = 200000, // leaves
    WORDS_SIZE = 256 * 10,      // all moves of a position in one text
    MUTANT_SIZE = 2 * PLAIN_TEXT_SIZE,
};

// One position held by both implementations, and where it comes from.
typedef struct Twin {
    const char *source; // of the position: a test, or a file of fixtures
    uint64_t seed;      // number of the game or line in it
    int ply;
    char spec[SPEC_MAX_LENGTH];
    Variant variant;
    Position core;
    PlainAgros plain;
} Twin;

// Reports a disagreement with all it takes to see it again, and ends the test.
static void twin_fail(const Twin *self, const char *what, const char *plain, const char *core) {
    char text[PLAIN_TEXT_SIZE];
    plain_format(&self->plain, text);
    fprintf(stderr,
            "\n%s differs: %s, seed or line %" PRIu64 ", ply %d\n  game     %s\n  position %s\n"
            "  plain    %s\n  core     %s\n",
            what, self->source, self->seed, self->ply, self->spec, text, plain, core);
    fail();
}

static void expect_text(const Twin *self, const char *what, const char *plain, const char *core) {
    if (strcmp(plain, core) != 0) twin_fail(self, what, plain, core);
}

static void expect_number(const Twin *self, const char *what, int64_t plain, int64_t core) {
    if (plain == core) return;
    char texts[2][32];
    snprintf(texts[0], sizeof texts[0], "%" PRId64, plain);
    snprintf(texts[1], sizeof texts[1], "%" PRId64, core);
    twin_fail(self, what, texts[0], texts[1]);
}

static void expect_true(const Twin *self, const char *what, bool core) {
    if (!core) twin_fail(self, what, "true", "false");
}

// The canonical spec of the plain position's game.
static void write_spec(const PlainAgros *plain, char *text) {
    text += sprintf(text, "agros:size=%d,farmers=%d,rule=%s", plain->size, plain->farmers,
                    plain->is_static ? "static" : "sow");
    const int komi = plain->komi_halves;
    if (komi == 0) return;
    sprintf(text, ",komi=%s%d%s", komi < 0 ? "-" : "", abs(komi) / 2, komi % 2 != 0 ? ".5" : "");
}

// Brings core to the plain position by way of its string; `spec` may name less than all keys.
static void twin_parse(Twin *self, const char *spec) {
    char text[PLAIN_TEXT_SIZE];
    char canonical[SPEC_MAX_LENGTH];
    Status status = {0};
    plain_format(&self->plain, text);
    if (!variant_parse(&self->variant, spec, &status) ||
        !variant_position(&self->variant, &self->core, text, &status)) {
        twin_fail(self, "a valid position", text, status.message);
    }
    variant_format(&self->variant, canonical);
    expect_text(self, "canonical spec", self->spec, canonical);
}

// Brings core to the start position of the plain one's game.
static void twin_start(Twin *self) {
    Status status = {0};
    if (!variant_parse(&self->variant, self->spec, &status) ||
        !variant_position(&self->variant, &self->core, NULL, &status)) {
        twin_fail(self, "a valid game", self->spec, status.message);
    }
}

// The legal moves of core in the order of their strings; returns how many.
static int sorted_moves(const Twin *self, Move *moves) {
    const Game *game = self->variant.game;
    const int count = game->moves(&self->core, moves);
    game_sort_moves(game, moves, count);
    return count;
}

static void join_moves(const Twin *self, const Move *moves, int count, char *text) {
    *text = '\0';
    for (int i = 0; i < count; i++) {
        char move[MOVE_TEXT_SIZE];
        self->variant.game->move_format(moves[i], move);
        text += sprintf(text, "%s ", move);
    }
}

static void join_plain_moves(const PlainMoves *moves, char *text) {
    *text = '\0';
    for (int i = 0; i < moves->count; i++) text += sprintf(text, "%s ", moves->text[i]);
}

static void compare_moves(const Twin *self, const PlainMoves *plain) {
    Move moves[GAME_MAX_MOVES];
    char texts[2][WORDS_SIZE];
    const int count = sorted_moves(self, moves);
    join_plain_moves(plain, texts[0]);
    join_moves(self, moves, count, texts[1]);
    expect_text(self, "legal moves", texts[0], texts[1]);
    expect_number(self, "count_moves", plain->count, self->variant.game->count_moves(&self->core));
}

static void compare_state(const Twin *self) {
    const Game *game = self->variant.game;
    char texts[2][PLAIN_TEXT_SIZE];
    plain_format(&self->plain, texts[0]);
    game->format(&self->core, texts[1]);
    expect_text(self, "position string", texts[0], texts[1]);
    expect_text(self, "side", self->plain.side == PLAIN_LIGHT ? "first" : "second",
                side_name(game->side(&self->core)));
    const Outcome outcome = game->outcome(&self->core);
    expect_text(self, "result", plain_result(&self->plain), result_name(outcome.result));
    expect_text(self, "end", plain_is_over(&self->plain) ? "passes" : "", end_name(outcome.end));
    const PlainScore plain_score_now = plain_score(&self->plain);
    const Score score = game->score(&self->core);
    expect_number(self, "score of first", plain_score_now.light, score.halves[SIDE_FIRST]);
    expect_number(self, "score of second", plain_score_now.dark, score.halves[SIDE_SECOND]);
    expect_true(self, "self_check", game->self_check(&self->core));
}

// A field as someone claims it to be.
typedef struct Claim {
    int owner; // a Side, or −1
    int value;
    int count;
    struct {
        int row, column;
    } cells[PLAIN_MAX_CELLS];
} Claim;

static int plain_owner(const PlainField *field) {
    if (field->owner == PLAIN_NOBODY) return -1;
    return field->owner == PLAIN_LIGHT ? SIDE_FIRST : SIDE_SECOND;
}

// A claimed field must be one of the plain ones, cell for cell.
static void check_claim(const Twin *self, const PlainFields *fields, const Claim *claim) {
    expect_true(self, "a field has cells", claim->count > 0);
    const int number = fields->number[claim->cells[0].row][claim->cells[0].column];
    expect_true(self, "a field begins on an empty cell", number >= 0);
    for (int i = 0; i < claim->count; i++) {
        const int row = claim->cells[i].row;
        const int column = claim->cells[i].column;
        expect_number(self, "field of a cell", number, fields->number[row][column]);
    }
    const PlainField *field = &fields->field[number];
    expect_number(self, "cells of a field", field->cells, claim->count);
    expect_number(self, "owner of a field", plain_owner(field), claim->owner);
    expect_number(self, "value of a field", field->value, claim->value);
}

static Claim core_claim(const AgrosField *field) {
    Claim claim = {.owner = field->owner, .value = field->value};
    for (int row = 0; row < AGROS_MAX_SIZE; row++) {
        for (int column = 0; column < AGROS_MAX_SIZE; column++) {
            if ((field->cells[row] >> column & 1) == 0) continue;
            claim.cells[claim.count].row = row;
            claim.cells[claim.count].column = column;
            claim.count++;
        }
    }
    return claim;
}

// Fields do not overlap, so as many correct ones as there are cells to cover are all of them.
static void compare_fields(const Twin *self) {
    PlainFields plain;
    AgrosField fields[AGROS_CELLS];
    plain_fields(&self->plain, &plain);
    const int count = agros_fields(&self->core.agros, fields);
    expect_number(self, "number of fields", plain.count, count);
    int lowest = -1;
    for (int i = 0; i < count; i++) {
        const Claim claim = core_claim(&fields[i]);
        check_claim(self, &plain, &claim);
        expect_number(self, "cell count of a field", claim.count, fields[i].count);
        const int first = AGROS_MAX_SIZE * claim.cells[0].row + claim.cells[0].column;
        expect_true(self, "fields are in the order of their lowest cell", first > lowest);
        lowest = first;
    }
}

static void compare_round_trip(const Twin *self) {
    const Game *game = self->variant.game;
    Twin copy = *self;
    twin_parse(&copy, self->spec);
    expect_true(self, "parse(format(p)) equals p", game->equal(&self->core, &copy.core));
    expect_true(self, "its self_check", game->self_check(&copy.core));
    expect_number(self, "its key", (int64_t)game->key(&self->core), (int64_t)game->key(&copy.core));
}

static void compare_move_texts(const Twin *self, const PlainMoves *plain) {
    Move moves[GAME_MAX_MOVES];
    const int count = sorted_moves(self, moves);
    expect_number(self, "number of moves", plain->count, count);
    for (int i = 0; i < count; i++) {
        Move move = MOVE_NONE;
        Status status = {0};
        if (!game_parse_move(self->variant.game, &self->core, plain->text[i], &move, &status)) {
            twin_fail(self, "a legal move", plain->text[i], status.message);
        }
        expect_number(self, plain->text[i], (int64_t)moves[i], (int64_t)move);
    }
}

// Core must take a text as a move just where the plain implementation finds it legal.
static void compare_move_text(const Twin *self, const char *text) {
    Move move = MOVE_NONE;
    Status status = {0};
    const bool legal = plain_is_legal(&self->plain, text);
    const bool core = game_parse_move(self->variant.game, &self->core, text, &move, &status);
    if (legal != core) twin_fail(self, text, legal ? "legal" : "not legal", core ? "legal" : "not");
    if (!core) expect_true(self, "a refused move has a message", status.message[0] != '\0');
}

static void compare_all(const Twin *self) {
    PlainMoves moves;
    plain_moves(&self->plain, &moves);
    compare_moves(self, &moves);
    compare_state(self);
    compare_fields(self);
    compare_round_trip(self);
    compare_move_texts(self, &moves);
}

// Plays a legal move in both; positions never repeat, so core must see that something changed.
static void twin_play(Twin *self, const char *text) {
    const Game *game = self->variant.game;
    const Position before = self->core;
    Move move = MOVE_NONE;
    Status status = {0};
    if (!game_parse_move(game, &self->core, text, &move, &status)) {
        twin_fail(self, "a legal move", text, status.message);
    }
    game->play(&self->core, move);
    plain_play(&self->plain, text);
    self->ply++;
    expect_true(self, "equal to the position before is false", !game->equal(&before, &self->core));
    expect_true(self, "a new key", game->key(&before) != game->key(&self->core));
}

static Rng test_rng(const char *test, uint64_t number) {
    return rng_init(seed_number(seed_text(seed_init(1), test), number));
}

static int random_int(Rng *rng, int below) {
    return (int)rng_below(rng, (uint32_t)below);
}

static bool one_in(Rng *rng, int odds) {
    return random_int(rng, odds) == 0;
}

static int smaller_of_two(Rng *rng, int below) {
    const int a = random_int(rng, below);
    const int b = random_int(rng, below);
    return a < b ? a : b;
}

static int random_komi(Rng *rng) {
    if (!one_in(rng, 3)) return 0;
    const int limit = one_in(rng, 4) ? 2 * AGROS_MAX_KOMI : 40;
    return random_int(rng, 2 * limit + 1) - limit;
}

// Small boards more often than large ones: they are faster and closer to every edge.
static PlainAgros random_start(Rng *rng) {
    const int size = PLAIN_MIN_SIZE + smaller_of_two(rng, PLAIN_MAX_SIZE - PLAIN_MIN_SIZE + 1);
    int farmers;
    do {
        farmers = 1 + 2 * random_int(rng, (PLAIN_MAX_FARMERS + 1) / 2);
    } while (2 * farmers > size * size);
    return plain_start(size, farmers, one_in(rng, 2), random_komi(rng));
}

static PlainCell *random_empty_cell(Rng *rng, PlainAgros *plain) {
    PlainCell *cell;
    do {
        cell = &plain->cell[random_int(rng, plain->size)][random_int(rng, plain->size)];
    } while (cell->owner != PLAIN_NOBODY);
    return cell;
}

static PlainColor random_color(Rng *rng) {
    return one_in(rng, 2) ? PLAIN_LIGHT : PLAIN_DARK;
}

// A position that the rules allow though hardly any game reaches it.
static void scatter(Rng *rng, PlainAgros *plain) {
    for (int i = 0; i < 2 * plain->farmers; i++) {
        const PlainColor owner = i < plain->farmers ? PLAIN_LIGHT : PLAIN_DARK;
        const int harvest = 1 + random_int(rng, plain->size);
        *random_empty_cell(rng, plain) = (PlainCell){owner, true, harvest};
    }
    const int percent = random_int(rng, 101);
    for (int row = 0; row < plain->size; row++) {
        for (int column = 0; column < plain->size; column++) {
            PlainCell *cell = &plain->cell[row][column];
            if (cell->owner != PLAIN_NOBODY || random_int(rng, 100) >= percent) continue;
            cell->owner = random_color(rng);
        }
    }
    plain->side = random_color(rng);
    plain->passes = one_in(rng, 4) ? random_int(rng, 3) : 0;
}

// A quarter of the games begin from a scattered position, with some keys left to the string.
static Twin random_twin(const char *test, uint64_t number, Rng *rng) {
    Twin twin = {.source = test, .seed = number, .plain = random_start(rng)};
    write_spec(&twin.plain, twin.spec);
    if (one_in(rng, 4)) {
        scatter(rng, &twin.plain);
        twin_parse(&twin, twin.plain.komi_halves == 0 && one_in(rng, 2) ? "agros" : twin.spec);
    } else {
        twin_start(&twin);
    }
    return twin;
}

// In a patient game nearly nobody passes, so that the board fills up.
static const char *random_move(Rng *rng, const PlainMoves *moves, bool patient) {
    const char *move = moves->text[random_int(rng, moves->count)];
    if (patient && strcmp(move, "pass") == 0 && !one_in(rng, 8)) {
        move = moves->text[random_int(rng, moves->count)];
    }
    return move;
}

// Changes one character; what comes out may still be a legal move.
static void spoil_move(Rng *rng, char *text) {
    static const char letters[] = "abcdefghijklmnopq0123456789-:ps ";
    const size_t place = rng_below(rng, (uint32_t)strlen(text));
    if (one_in(rng, 4)) {
        memmove(text + place, text + place + 1, strlen(text + place));
    } else {
        text[place] = letters[rng_below(rng, sizeof letters - 1)];
    }
}

static void compare_spoilt_moves(const Twin *self, const PlainMoves *moves, Rng *rng) {
    for (int i = 0; i < 4 && moves->count > 0; i++) {
        char text[PLAIN_MOVE_SIZE];
        strcpy(text, moves->text[random_int(rng, moves->count)]);
        spoil_move(rng, text);
        compare_move_text(self, text);
    }
}

// A playout must end in a position that the rules allow, with the result that they give it.
static void compare_playout(const Twin *self, Rng *rng) {
    const Game *game = self->variant.game;
    const int limit = one_in(rng, 2) ? 1 + random_int(rng, 40) : 100000;
    Twin end = *self;
    char text[GAME_POSITION_TEXT_SIZE];
    const Playout playout = game->playout(&end.core, rng, limit, NULL);
    game->format(&end.core, text);
    if (!plain_parse(&end.plain, text)) twin_fail(self, "end of a playout", "an error", text);
    const PlainScore score = plain_score(&end.plain);
    expect_text(&end, "result of a playout", plain_result(&end.plain), result_name(playout.result));
    expect_number(&end, "margin of a playout", score.light - score.dark, playout.margin);
    if (plain_is_over(&end.plain)) {
        expect_true(&end, "plies of a playout within the limit", playout.plies <= limit);
    } else {
        expect_number(&end, "plies of a playout", limit, playout.plies);
    }
}

static void compare_game(uint64_t number) {
    Rng rng = test_rng("games", number);
    Twin twin = random_twin("random game", number, &rng);
    const bool patient = one_in(&rng, 4);
    for (;;) {
        PlainMoves moves;
        plain_moves(&twin.plain, &moves);
        compare_moves(&twin, &moves);
        compare_state(&twin);
        if (twin.ply % SLOW_CHECKS_EVERY == 0 || moves.count == 0) {
            compare_fields(&twin);
            compare_round_trip(&twin);
            compare_move_texts(&twin, &moves);
            compare_spoilt_moves(&twin, &moves, &rng);
        }
        if (one_in(&rng, 32)) compare_playout(&twin, &rng);
        if (moves.count == 0) break;
        twin_play(&twin, random_move(&rng, &moves, patient));
    }
    expect_true(&twin, "a game without legal plies is over", plain_is_over(&twin.plain));
}

static void test_random_games(void **state) {
    (void)state;
    const char *wanted = getenv("HARROW_TEST_GAMES");
    const uint64_t by_default = getenv("HARROW_TEST_LONG") ? LONG_GAMES : DEFAULT_GAMES;
    const uint64_t games = wanted && *wanted ? strtoull(wanted, NULL, 10) : by_default;
    for (uint64_t number = 0; number < games; number++) compare_game(number);
}

// The parts of a text between commas, slashes and blanks.
typedef struct Tokens {
    int count;
    size_t start[2 * PLAIN_MAX_CELLS];
    size_t length[2 * PLAIN_MAX_CELLS];
} Tokens;

static void find_tokens(const char *text, Tokens *tokens) {
    size_t at = 0;
    tokens->count = 0;
    do {
        const size_t length = strcspn(text + at, ",/ ");
        tokens->start[tokens->count] = at;
        tokens->length[tokens->count] = length;
        tokens->count++;
        at += length + 1;
    } while (at <= strlen(text) && tokens->count < 2 * PLAIN_MAX_CELLS);
}

static void replace_span(char *text, size_t start, size_t length, const char *by) {
    const size_t added = strlen(by);
    memmove(text + start + added, text + start + length, strlen(text + start + length) + 1);
    memcpy(text + start, by, added);
}

static void mutate_character(Rng *rng, char *text) {
    static const char letters[] = "0123456789lLdD,/ stowaticLDld123 \t+-.xN\x80\xff";
    const char by[] = {letters[rng_below(rng, sizeof letters - 1)], '\0'};
    const size_t start = rng_below(rng, (uint32_t)strlen(text) + 1);
    const size_t length = start < strlen(text) && !one_in(rng, 3) ? 1 : 0;
    replace_span(text, start, length, length == 1 && one_in(rng, 3) ? "" : by);
}

static void mutate_token(Rng *rng, char *text) {
    static const char *const words[] = {
        "1",      "2",      "3",   "5",   "7",   "8",     "15",  "16",          "17",  "0",
        "01",     "l",      "d",   "l",   "d",   "L1",    "D1",  "L2",          "D2",  "L3",
        "D3",     "L8",     "D16", "L17", "L0",  "D",     "L",   "L03",         "sow", "sow",
        "static", "static", "l,d", "d,1", "1,l", "D1,L1", "",    "1,",          ",l",  "l d",
        "1/1",    "L1 ",    " D1", "2,2", "-1",  "+1",    "L+1", "99999999999",
    };
    Tokens tokens;
    find_tokens(text, &tokens);
    const int i = random_int(rng, tokens.count);
    const char *word = words[rng_below(rng, sizeof words / sizeof words[0])];
    replace_span(text, tokens.start[i], one_in(rng, 4) ? 0 : tokens.length[i], word);
}

static void copy_token(const char *text, const Tokens *tokens, int i, char *token) {
    memcpy(token, text + tokens->start[i], tokens->length[i]);
    token[tokens->length[i]] = '\0';
}

static void swap_tokens(Rng *rng, char *text) {
    char tokens_text[2][MUTANT_SIZE];
    Tokens tokens;
    find_tokens(text, &tokens);
    int i = random_int(rng, tokens.count);
    int j = random_int(rng, tokens.count);
    if (i > j) {
        const int swapped = i;
        i = j;
        j = swapped;
    }
    copy_token(text, &tokens, i, tokens_text[0]);
    copy_token(text, &tokens, j, tokens_text[1]);
    replace_span(text, tokens.start[j], tokens.length[j], tokens_text[0]);
    replace_span(text, tokens.start[i], tokens.length[i], tokens_text[1]);
}

static void delete_token(Rng *rng, char *text) {
    Tokens tokens;
    find_tokens(text, &tokens);
    const int i = random_int(rng, tokens.count);
    const size_t separator = text[tokens.start[i] + tokens.length[i]] != '\0' ? 1 : 0;
    replace_span(text, tokens.start[i], tokens.length[i] + separator, "");
}

// Changes what keeps most strings valid: the harvest of a farmer, the colour of a piece, the tail.
static void mutate_gently(Rng *rng, char *text) {
    const size_t start = rng_below(rng, (uint32_t)strlen(text));
    char *place = text + start + strcspn(text + start, "0123456789lLdD");
    if (*place == '\0') return;
    if (*place >= '0' && *place <= '9')
        *place = (char)('0' + random_int(rng, 10));
    else if (*place == 'l' || *place == 'd')
        *place = one_in(rng, 2) ? 'l' : 'd';
    else
        *place = one_in(rng, 2) ? 'L' : 'D';
}

static void mutate(Rng *rng, char *text) {
    const int rounds = 1 + smaller_of_two(rng, 3);
    for (int i = 0; i < rounds; i++) {
        switch (random_int(rng, 8)) {
        case 0:
        case 1:
            mutate_character(rng, text);
            break;
        case 2:
            mutate_token(rng, text);
            break;
        case 3:
        case 4:
            swap_tokens(rng, text);
            break;
        case 5:
            delete_token(rng, text);
            break;
        default:
            mutate_gently(rng, text);
            break;
        }
    }
}

// Both must accept the text, and write it as it is, or both must refuse it. True if they accept.
static bool compare_reading(Twin *self, const char *text) {
    Status status = {0};
    const bool plain = plain_parse(&self->plain, text);
    if (!variant_parse(&self->variant, "agros", &status)) twin_fail(self, "agros", "", "refused");
    const bool core = variant_position(&self->variant, &self->core, text, &status);
    if (plain != core) {
        fprintf(stderr, "\nread: \"%s\"", text);
        twin_fail(self, "reading a position", plain ? "accepted" : "refused",
                  core ? "accepted" : status.message);
    }
    if (!core) {
        if (status.message[0] == '\0') twin_fail(self, "message", "words", text);
        return false;
    }
    char texts[2][PLAIN_TEXT_SIZE];
    plain_format(&self->plain, texts[0]);
    self->variant.game->format(&self->core, texts[1]);
    expect_text(self, "plain parse and format", text, texts[0]);
    expect_text(self, "core parse and format", text, texts[1]);
    return true;
}

// A valid position without komi: after some plies of a game, in the opening or not, or scattered.
static PlainAgros random_position(Rng *rng) {
    PlainAgros plain = random_start(rng);
    plain.komi_halves = 0;
    if (one_in(rng, 2)) {
        scatter(rng, &plain);
        return plain;
    }
    const int plies = random_int(rng, 4 * plain.farmers);
    for (int i = 0; i < plies; i++) {
        PlainMoves moves;
        plain_moves(&plain, &moves);
        if (moves.count == 0) break;
        plain_play(&plain, random_move(rng, &moves, true));
    }
    return plain;
}

static void test_mutated_positions(void **state) {
    (void)state;
    int accepted = 0;
    for (int number = 0; number < DEFAULT_MUTATIONS / MUTATIONS_OF_ONE; number++) {
        Rng rng = test_rng("mutations", (uint64_t)number);
        char text[PLAIN_TEXT_SIZE];
        const PlainAgros base = random_position(&rng);
        Twin twin = {.source = "mutation", .seed = (uint64_t)number, .plain = base};
        plain_format(&base, text);
        strcpy(twin.spec, "agros");
        assert_true(compare_reading(&twin, text));
        for (int i = 0; i < MUTATIONS_OF_ONE; i++) {
            char mutant[MUTANT_SIZE];
            strcpy(mutant, text);
            mutate(&rng, mutant);
            twin.plain = base;
            twin.ply = i;
            if (!compare_reading(&twin, mutant)) continue;
            accepted++;
            write_spec(&twin.plain, twin.spec);
            if (i % SLOW_CHECKS_EVERY == 0) compare_all(&twin);
        }
    }
    // Both ways of answering must have been put to the test.
    assert_in_range(accepted, DEFAULT_MUTATIONS / 20, DEFAULT_MUTATIONS / 2);
}

static uint64_t core_perft(const Game *game, const Position *position, int depth) {
    Move moves[GAME_MAX_MOVES];
    if (depth == 0) return 1;
    uint64_t leaves = 0;
    const int count = game->moves(position, moves);
    for (int i = 0; i < count; i++) {
        Position next = *position;
        game->play(&next, moves[i]);
        leaves += core_perft(game, &next, depth - 1);
    }
    return leaves;
}

static uint64_t plain_perft(const PlainAgros *plain, int depth) {
    PlainMoves moves;
    plain_moves(plain, &moves);
    if (depth == 1) return (uint64_t)moves.count;
    uint64_t leaves = 0;
    for (int i = 0; i < moves.count; i++) {
        PlainAgros next = *plain;
        plain_play(&next, moves.text[i]);
        leaves += plain_perft(&next, depth - 1);
    }
    return leaves;
}

static void check_perft(const Twin *self, int depth, uint64_t expected) {
    char what[64];
    snprintf(what, sizeof what, "perft at depth %d (here plain = expected)", depth);
    expect_number(self, what, (int64_t)expected,
                  (int64_t)core_perft(self->variant.game, &self->core, depth));
    if (expected >= PLAIN_PERFT_LIMIT) return;
    snprintf(what, sizeof what, "perft at depth %d (here core = expected)", depth);
    expect_number(self, what, (int64_t)plain_perft(&self->plain, depth), (int64_t)expected);
}

// A twin of a position string; the plain implementation must accept it too.
static Twin string_twin(const char *source, uint64_t line, const char *spec, const char *text) {
    Twin twin = {.source = source, .seed = line};
    if (!plain_parse(&twin.plain, text)) {
        fail_msg("%s, line %" PRIu64 ": the plain implementation refuses %s", source, line, text);
    }
    write_spec(&twin.plain, twin.spec);
    twin_parse(&twin, spec);
    return twin;
}

static void test_published_perft(void **state) {
    (void)state;
    static const uint64_t expected[] = {20, 421, 10732, 276405};
    static const char *const rules[] = {"sow", "static"};
    for (int rule = 0; rule < 2; rule++) {
        char text[PLAIN_TEXT_SIZE];
        snprintf(text, sizeof text, "8/6,D1,1/5,L1,2/4,D1,3/3,L1,4/2,D1,5/1,L1,6/8 l 3 %s 0",
                 rules[rule]);
        const Twin twin = string_twin("published perft", 0, "agros", text);
        compare_all(&twin);
        for (int depth = 1; depth <= 4; depth++) check_perft(&twin, depth, expected[depth - 1]);
    }
}

typedef void LineCheck(const cJSON *line, const char *file, uint64_t number);

// Calls the check for every line of a fixture file whose game is Agros; returns for how many.
static int for_each_line(const char *file, LineCheck *check) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", TEST_DATA_DIR, file);
    FILE *stream = fopen(path, "r");
    if (stream == NULL) fail_msg("cannot open %s", path);
    char *text = NULL;
    size_t room = 0;
    int count = 0;
    ssize_t length;
    for (uint64_t number = 1; (length = getline(&text, &room, stream)) >= 0; number++) {
        Status status = {0};
        cJSON *line = json_parse(text, (size_t)length, &status);
        if (line == NULL) fail_msg("%s, line %" PRIu64 ": %s", file, number, status.message);
        const cJSON *game = cJSON_GetObjectItemCaseSensitive(line, "game");
        if (strncmp(cJSON_GetStringValue(game), "agros", 5) == 0) {
            check(line, file, number);
            count++;
        }
        cJSON_Delete(line);
    }
    free(text);
    fclose(stream);
    return count;
}

static const char *text_of(const cJSON *line, const char *key) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(line, key));
    if (text == NULL) fail_msg("a fixture lacks the text %s", key);
    return text;
}

static void check_fixture_moves(const Twin *self, const cJSON *line) {
    PlainMoves moves;
    char texts[2][WORDS_SIZE];
    const cJSON *move;
    char *end = texts[1];
    cJSON_ArrayForEach(move, cJSON_GetObjectItemCaseSensitive(line, "moves")) {
        end += sprintf(end, "%s ", move->valuestring);
    }
    *end = '\0';
    plain_moves(&self->plain, &moves);
    join_plain_moves(&moves, texts[0]);
    expect_text(self, "legal moves (here core = fixture)", texts[0], texts[1]);
}

static void check_fixture_score(const Twin *self, const cJSON *line) {
    const cJSON *expected = cJSON_GetObjectItemCaseSensitive(line, "score");
    const PlainScore score = plain_score(&self->plain);
    const double first = cJSON_GetArrayItem(expected, 0)->valuedouble;
    const double second = cJSON_GetArrayItem(expected, 1)->valuedouble;
    expect_number(self, "score of first (here core = fixture)", score.light, (int)(2 * first));
    expect_number(self, "score of second (here core = fixture)", score.dark, (int)(2 * second));
}

static int fixture_owner(const cJSON *field) {
    const char *owner = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(field, "owner"));
    if (owner == NULL) return -1;
    return strcmp(owner, "first") == 0 ? SIDE_FIRST : SIDE_SECOND;
}

static Claim fixture_claim(const cJSON *field) {
    Claim claim = {.owner = fixture_owner(field)};
    claim.value = cJSON_GetObjectItemCaseSensitive(field, "value")->valueint;
    const cJSON *cell;
    cJSON_ArrayForEach(cell, cJSON_GetObjectItemCaseSensitive(field, "cells")) {
        claim.cells[claim.count].row = atoi(cell->valuestring + 1) - 1;
        claim.cells[claim.count].column = cell->valuestring[0] - 'a';
        claim.count++;
    }
    return claim;
}

static void check_fixture_fields(const Twin *self, const cJSON *line) {
    const cJSON *expected = cJSON_GetObjectItemCaseSensitive(line, "fields");
    PlainFields fields;
    plain_fields(&self->plain, &fields);
    expect_number(self, "number of fields (here core = fixture)", fields.count,
                  cJSON_GetArraySize(expected));
    const cJSON *field;
    cJSON_ArrayForEach(field, expected) {
        const Claim claim = fixture_claim(field);
        check_claim(self, &fields, &claim);
    }
}

// The plain implementation must agree with the fixture, and core with the plain implementation.
static void check_position_line(const cJSON *line, const char *file, uint64_t number) {
    const Twin twin = string_twin(file, number, text_of(line, "game"), text_of(line, "position"));
    compare_all(&twin);
    check_fixture_moves(&twin, line);
    check_fixture_score(&twin, line);
    check_fixture_fields(&twin, line);
    const cJSON *perft = cJSON_GetObjectItemCaseSensitive(line, "perft");
    for (int depth = 1; depth <= cJSON_GetArraySize(perft); depth++) {
        const double expected = cJSON_GetArrayItem(perft, depth - 1)->valuedouble;
        check_perft(&twin, depth, (uint64_t)expected);
    }
}

static void test_fixture_positions(void **state) {
    (void)state;
    assert_int_equal(for_each_line("agros-positions.jsonl", check_position_line), 48);
}

static Twin fixture_start(const char *source, uint64_t line, const char *spec) {
    Twin twin = {.source = source, .seed = line};
    Status status = {0};
    if (!variant_parse(&twin.variant, spec, &status)) {
        fail_msg("%s, line %" PRIu64 ": %s", source, line, status.message);
    }
    const AgrosOptions *options = &twin.variant.options.agros;
    twin.plain = plain_start(options->size, options->farmers, options->rule == AGROS_STATIC,
                             options->komi_halves);
    write_spec(&twin.plain, twin.spec);
    assert_string_equal(spec, twin.spec);
    twin_start(&twin);
    return twin;
}

static void check_game_line(const cJSON *line, const char *file, uint64_t number) {
    Twin twin = fixture_start(file, number, text_of(line, "game"));
    char *words = strdup(text_of(line, "moves"));
    char *rest = NULL;
    for (char *move = strtok_r(words, " ", &rest); move != NULL;
         move = strtok_r(NULL, " ", &rest)) {
        if (!plain_is_legal(&twin.plain, move)) twin_fail(&twin, move, "not legal", "in fixture");
        twin_play(&twin, move);
        compare_state(&twin);
    }
    free(words);
    compare_all(&twin);
    char final[PLAIN_TEXT_SIZE];
    plain_format(&twin.plain, final);
    expect_text(&twin, "final position (here core = fixture)", final, text_of(line, "final"));
    expect_text(&twin, "result (here core = fixture)", plain_result(&twin.plain),
                text_of(line, "result"));
    check_fixture_score(&twin, line);
}

static void test_fixture_games(void **state) {
    (void)state;
    assert_int_equal(for_each_line("agros-games.jsonl", check_game_line), 24);
}

// Refused with the whole spec, and with nothing that it could contradict.
static void check_invalid_line(const cJSON *line, const char *file, uint64_t number) {
    const char *text = text_of(line, "position");
    const char *const specs[] = {text_of(line, "game"), "agros"};
    PlainAgros plain = {0};
    for (int i = 0; i < 2; i++) {
        Variant variant;
        Position position;
        Status status = {0};
        assert_true(variant_parse(&variant, specs[i], &status));
        if (variant_position(&variant, &position, text, &status)) {
            fail_msg("%s, line %" PRIu64 ": core accepts \"%s\"", file, number, text);
        }
        assert_true(status.message[0] != '\0');
        assert_int_equal(status.code, EXIT_INPUT);
    }
    if (plain_parse(&plain, text)) {
        fail_msg("%s, line %" PRIu64 ": the plain implementation accepts \"%s\"", file, number,
                 text);
    }
}

static void test_invalid_positions(void **state) {
    (void)state;
    assert_int_equal(for_each_line("invalid-positions.jsonl", check_invalid_line), 20);
}

static void test_refused_specs(void **state) {
    (void)state;
    static const char *const specs[] = {
        "",
        "agro",
        "Agros",
        "agros:",
        "agros:size",
        "agros:size=",
        "agros:size=8,",
        "agros:size=8,size=8",
        "agros:size=2,farmers=1",
        "agros:size=17",
        "agros:size=x",
        "agros:size=8x",
        "agros:size=8.5",
        "agros:size=3",
        "agros:size=3,farmers=5",
        "agros:size=4,farmers=9",
        "agros:size=5,farmers=13",
        "agros:farmers=4",
        "agros:farmers=0",
        "agros:farmers=-1",
        "agros:farmers=17",
        "agros:rule=",
        "agros:rule=sown",
        "agros:komi=0.25",
        "agros:komi=999.5",
        "agros:komi=-999.5",
        "agros:komi=nan",
        "agros:seeds=1",
        "agros:size=99999999999999999999",
    };
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        Variant variant;
        Position position;
        Status status = {0};
        if (variant_parse(&variant, specs[i], &status) &&
            variant_position(&variant, &position, NULL, &status)) {
            fail_msg("core accepts the spec \"%s\"", specs[i]);
        }
        assert_true(status.message[0] != '\0');
        assert_int_equal(status.code, EXIT_INPUT);
    }
}

static void test_canonical_specs(void **state) {
    (void)state;
    static const char *const specs[][2] = {
        {"agros", "agros:size=10,farmers=5,rule=sow"},
        {"agros:rule=static,size=8", "agros:size=8,farmers=5,rule=static"},
        {"agros:farmers=7,size=4", "agros:size=4,farmers=7,rule=sow"},
        {"agros:farmers=15,size=16", "agros:size=16,farmers=15,rule=sow"},
        {"agros:size=3,farmers=3", "agros:size=3,farmers=3,rule=sow"},
        {"agros:komi=0", "agros:size=10,farmers=5,rule=sow"},
        {"agros:komi=0.5", "agros:size=10,farmers=5,rule=sow,komi=0.5"},
        {"agros:komi=-0.5", "agros:size=10,farmers=5,rule=sow,komi=-0.5"},
        {"agros:komi=-999,farmers=3", "agros:size=10,farmers=3,rule=sow,komi=-999"},
        {"agros:komi=999", "agros:size=10,farmers=5,rule=sow,komi=999"},
    };
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        Variant variant;
        Status status = {0};
        char text[SPEC_MAX_LENGTH];
        if (!variant_parse(&variant, specs[i][0], &status)) fail_msg("%s", status.message);
        variant_format(&variant, text);
        assert_string_equal(text, specs[i][1]);
    }
}

// Keys that a spec names must agree with a position string; the others are taken from it.
static void test_specs_against_positions(void **state) {
    (void)state;
    static const char *const text = "3/3/L1,2 d 1 static 0";
    static const struct {
        const char *spec;
        bool agrees;
    } cases[] = {
        {"agros", true},
        {"agros:size=3", true}, // though the default of 5 farmers does not fit
        {"agros:size=3,farmers=1", true},
        {"agros:farmers=1", true},
        {"agros:rule=static", true},
        {"agros:size=3,farmers=1,rule=static,komi=-1.5", true},
        {"agros:size=5", false},
        {"agros:farmers=3", false},
        {"agros:rule=sow", false},
        {"agros:size=3,farmers=1,rule=sow", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Variant variant;
        Position position;
        Status status = {0};
        if (!variant_parse(&variant, cases[i].spec, &status)) fail_msg("%s", status.message);
        if (variant_position(&variant, &position, text, &status) != cases[i].agrees) {
            fail_msg("spec \"%s\", position \"%s\": %s", cases[i].spec, text,
                     cases[i].agrees ? status.message : "accepted");
        }
        if (cases[i].agrees) assert_int_equal(variant.options.agros.size, 3);
        if (cases[i].agrees) assert_int_equal(variant.options.agros.farmers, 1);
        if (cases[i].agrees) assert_int_equal(variant.options.agros.rule, AGROS_STATIC);
    }
}

// How likely random play is to reach a position within a number of plies.
typedef struct Chance {
    char text[160];
    double chance;
    int64_t seen;
} Chance;

enum { MAX_CHANCES = 4096, SAMPLES_EACH = 60 };

typedef struct Chances {
    size_t count;
    Chance list[MAX_CHANCES];
} Chances;

static void collect_chances(Chances *self, const PlainAgros *plain, int plies, double chance) {
    PlainMoves moves;
    plain_moves(plain, &moves);
    if (plies == 0 || moves.count == 0) {
        char text[PLAIN_TEXT_SIZE];
        plain_format(plain, text);
        assert_true(strlen(text) < sizeof self->list[0].text);
        assert_true(self->count < MAX_CHANCES);
        Chance *leaf = &self->list[self->count++];
        *leaf = (Chance){.chance = chance};
        strcpy(leaf->text, text);
        return;
    }
    for (int i = 0; i < moves.count; i++) {
        PlainAgros next = *plain;
        plain_play(&next, moves.text[i]);
        collect_chances(self, &next, plies - 1, chance / moves.count);
    }
}

static int compare_chances(const void *a, const void *b) {
    return strcmp(((const Chance *)a)->text, ((const Chance *)b)->text);
}

// Sorts the positions and joins those that are reached in several ways.
static void merge_chances(Chances *self) {
    qsort(self->list, self->count, sizeof self->list[0], compare_chances);
    size_t kept = 0;
    for (size_t i = 1; i < self->count; i++) {
        if (compare_chances(&self->list[kept], &self->list[i]) == 0) {
            self->list[kept].chance += self->list[i].chance;
        } else {
            self->list[++kept] = self->list[i];
        }
    }
    self->count = kept + 1;
}

static int compare_with_chance(const void *text, const void *chance) {
    return strcmp(text, ((const Chance *)chance)->text);
}

static Chance *find_chance(Chances *self, const char *text) {
    return bsearch(text, self->list, self->count, sizeof self->list[0], compare_with_chance);
}

// Pearson's statistic: about as large as the number of positions if core plays uniformly.
static double chi_square(const Chances *self, int samples) {
    double sum = 0;
    for (size_t i = 0; i < self->count; i++) {
        const double expected = samples * self->list[i].chance;
        const double difference = (double)self->list[i].seen - expected;
        sum += difference * difference / expected;
    }
    return sum;
}

// Plays short playouts from one position and compares how often each end is reached.
static void check_uniform(const char *position, int plies) {
    static Chances chances;
    Twin twin = string_twin("playout", (uint64_t)plies, "agros", position);
    Rng rng = test_rng(position, (uint64_t)plies);
    chances.count = 0;
    collect_chances(&chances, &twin.plain, plies, 1);
    const int samples = SAMPLES_EACH * (int)chances.count;
    merge_chances(&chances);
    for (int i = 0; i < samples; i++) {
        Position end = twin.core;
        char text[GAME_POSITION_TEXT_SIZE];
        twin.variant.game->playout(&end, &rng, plies, NULL);
        twin.variant.game->format(&end, text);
        Chance *chance = find_chance(&chances, text);
        if (chance == NULL) twin_fail(&twin, "end of a playout", "cannot be reached", text);
        chance->seen++;
    }
    const double freedom = (double)(chances.count - 1);
    const double statistic = chi_square(&chances, samples);
    if (fabs(statistic - freedom) > 5 * sqrt(2 * freedom) + 5) {
        fail_msg("%d plies from %s are not uniform: chi square %.1f with %.0f degrees of freedom",
                 plies, position, statistic, freedom);
    }
}

static void test_playouts_are_uniform(void **state) {
    (void)state;
    check_uniform("4/4/4/4 l 1 sow 0", 1);
    check_uniform("4/4/4/4 l 1 sow 0", 2);
    check_uniform("4/4/1,L1,2/4 d 1 sow 0", 2);
    check_uniform("4/4/1,L1,2/4 d 1 sow 0", 0);
    check_uniform("3/3/3 l 3 static 0", 3);
    check_uniform("3,D1/4/L1,3/4 l 1 sow 0", 3);
    check_uniform("3,D3/1,d,2/L2,l,2/4 d 1 sow 1", 3);
    check_uniform("3,D3/1,d,2/L2,l,2/4 d 1 static 1", 3);
    check_uniform("4,l/1,L2,D3,2/L3,2,d,D2/5/1,D1,1,L1,1 l 3 sow 0", 2);
    check_uniform("4,l/1,L2,D3,2/L3,2,d,D2/5/1,D1,1,L1,1 d 3 static 1", 2);
    check_uniform("8/6,D1,1/5,L1,2/4,D4,3/3,L2,4/2,D3,5/1,L5,6/8 l 3 sow 0", 2);
    check_uniform("l,l,l/l,d,L3/D3,d,1 l 1 sow 0", 3);
}

static double mean_plies(const char *spec, int games) {
    Variant variant;
    Status status = {0};
    Position start;
    Rng rng = test_rng(spec, 0);
    double plies = 0;
    assert_true(variant_parse(&variant, spec, &status));
    assert_true(variant_position(&variant, &start, NULL, &status));
    for (int i = 0; i < games; i++) {
        Position position = start;
        plies +=
            variant.game->playout(&position, &rng, variant.game->default_ply_limit, NULL).plies;
    }
    return plies / games;
}

static void expect_mean_plies(const char *spec, double expected) {
    const double mean = mean_plies(spec, 4000);
    if (fabs(mean - expected) > 3) {
        fail_msg("random games of %s last %.1f plies, expected %.0f", spec, mean, expected);
    }
}

static void test_length_of_random_games(void **state) {
    (void)state;
    expect_mean_plies("agros:size=8,farmers=3", 71);
    expect_mean_plies("agros:size=10,farmers=5", 122);
    expect_mean_plies("agros:size=12,farmers=7", 181);
}

// The values of all positions of a game, by key; open addressing, never more than half full.
typedef struct Solution {
    const Game *game;
    uint64_t mask;
    uint64_t count;
    uint64_t *keys;
    int16_t *values; // first − second in half points, plus VALUE_SHIFT; 0 for a free slot
} Solution;

enum { VALUE_SHIFT = 20000 };

static uint64_t find_slot(const Solution *self, uint64_t key) {
    uint64_t slot = mix64(key) & self->mask;
    while (self->values[slot] != 0 && self->keys[slot] != key) slot = (slot + 1) & self->mask;
    return slot;
}

static int margin_of(const Game *game, const Position *position) {
    const Score score = game->score(position);
    return score.halves[SIDE_FIRST] - score.halves[SIDE_SECOND];
}

// First − second in half points under perfect play.
static int solve(Solution *self, const Position *position) {
    const Game *game = self->game;
    if (game->outcome(position).end != END_NONE) return margin_of(game, position);
    const uint64_t key = game->key(position);
    uint64_t slot = find_slot(self, key);
    if (self->values[slot] != 0) return self->values[slot] - VALUE_SHIFT;
    const int sign = game->side(position) == SIDE_FIRST ? 1 : -1;
    Move moves[GAME_MAX_MOVES];
    const int count = game->moves(position, moves);
    int best = -VALUE_SHIFT;
    for (int i = 0; i < count; i++) {
        Position next = *position;
        game->play(&next, moves[i]);
        const int value = sign * solve(self, &next);
        if (value > best) best = value;
    }
    slot = find_slot(self, key);
    assert_true(++self->count <= self->mask / 2);
    self->keys[slot] = key;
    self->values[slot] = (int16_t)(sign * best + VALUE_SHIFT);
    return sign * best;
}

// Counts side, passes and placements as different, finished positions not at all, no symmetry.
static void expect_solution(const char *spec, unsigned bits, int value, uint64_t positions) {
    Variant variant;
    Status status = {0};
    Position start;
    if (getenv("HARROW_TEST_LONG") == NULL) skip();
    assert_true(variant_parse(&variant, spec, &status));
    assert_true(variant_position(&variant, &start, NULL, &status));
    const size_t slots = (size_t)1 << bits;
    Solution solution = {.game = variant.game, .mask = slots - 1};
    solution.keys = calloc(slots, sizeof *solution.keys);
    solution.values = calloc(slots, sizeof *solution.values);
    assert_non_null(solution.keys);
    assert_non_null(solution.values);
    assert_int_equal(solve(&solution, &start), value);
    assert_int_equal(solution.count, positions);
    free(solution.keys);
    free(solution.values);
}

static void test_solve_3_1_sow(void **state) {
    (void)state;
    expect_solution("agros:size=3,farmers=1,rule=sow", 23, 0, 2684474);
}

static void test_solve_3_1_static(void **state) {
    (void)state;
    expect_solution("agros:size=3,farmers=1,rule=static", 23, 0, 2716714);
}

static void test_solve_3_3_sow(void **state) {
    (void)state;
    expect_solution("agros:size=3,farmers=3,rule=sow", 27, 1, 56236446);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_perft),
        cmocka_unit_test(test_fixture_positions),
        cmocka_unit_test(test_fixture_games),
        cmocka_unit_test(test_invalid_positions),
        cmocka_unit_test(test_refused_specs),
        cmocka_unit_test(test_canonical_specs),
        cmocka_unit_test(test_specs_against_positions),
        cmocka_unit_test(test_mutated_positions),
        cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_playouts_are_uniform),
        cmocka_unit_test(test_length_of_random_games),
        cmocka_unit_test(test_solve_3_1_sow),
        cmocka_unit_test(test_solve_3_1_static),
        cmocka_unit_test(test_solve_3_3_sow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
