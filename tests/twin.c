#include "tests/twin.h"

#include "core/perft.h"

#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    JOINED_SIZE = TWIN_WORDS * MOVE_TEXT_SIZE, // all legal moves in one text
    PLAIN_PERFT_LIMIT = 50000,                 // leaves
    PERFT_LIMIT = 30000000,                    // leaves, unless HARROW_TEST_LONG is set
    SAMPLES_EACH = 60,                         // playouts for each position they can reach
};

// ---- Random numbers and the environment

static uint64_t number_of(const char *name, uint64_t otherwise) {
    const char *text = getenv(name);
    const uint64_t number = text == NULL ? 0 : strtoull(text, NULL, 10);
    return number == 0 ? otherwise : number;
}

Rng test_rng(const char *test, uint64_t number) {
    const Seed root = seed_init(number_of("HARROW_TEST_SEED", 1));
    return rng_init(seed_number(seed_text(root, test), number));
}

int random_int(Rng *rng, int below) {
    return (int)rng_below(rng, (uint32_t)below);
}

bool one_in(Rng *rng, int odds) {
    return random_int(rng, odds) == 0;
}

bool is_long_test(void) {
    return getenv("HARROW_TEST_LONG") != NULL;
}

uint64_t wanted_games(uint64_t by_default) {
    return number_of("HARROW_TEST_GAMES", is_long_test() ? 100000 : by_default);
}

void tallies_check(const Tally *tallies, size_t count, uint64_t games) {
    bool enough = true;
    printf("           in %" PRIu64 " games:", games);
    for (size_t i = 0; i < count; i++) {
        printf("%s %s %" PRIu64, i == 0 ? "" : ",", tallies[i].name, tallies[i].count);
        if (tallies[i].count >= games / tallies[i].one_in) continue;
        printf(" (TOO FEW)");
        enough = false;
    }
    printf("\n");
    assert_true(enough);
}

// ---- Expectations

static void twin_fail(const Twin *self, const char *what, const char *plain, const char *core) {
    const Game *game = self->line.variant.game;
    char texts[2][GAME_POSITION_TEXT_SIZE];
    game->format(&self->line.start, texts[0]);
    self->rules->format(&self->plain, texts[1]);
    fflush(stdout);
    fprintf(stderr, "\n%s differs: %s, number %" PRIu64 " (seed %" PRIu64 "), ply %d\n", what,
            self->source, self->number, number_of("HARROW_TEST_SEED", 1), (int)self->line.count);
    fprintf(stderr, "  game     %s\n  from     %s\n  by       ", self->rules->spec, texts[0]);
    Status status;
    char *moves = line_text(&self->line, &status);
    fputs(moves ? moves : status.message, stderr);
    free(moves);
    fprintf(stderr, "\n  position %s\n  plain    %s\n  core     %s\n", texts[1], plain, core);
    game->show(&self->line.position, NULL, stderr, false);
    fail();
}

void expect_text(const Twin *self, const char *what, const char *plain, const char *core) {
    if (strcmp(plain, core) != 0) twin_fail(self, what, plain, core);
}

void expect_number(const Twin *self, const char *what, int64_t plain, int64_t core) {
    if (plain == core) return;
    char texts[2][32];
    snprintf(texts[0], sizeof texts[0], "%" PRId64, plain);
    snprintf(texts[1], sizeof texts[1], "%" PRId64, core);
    twin_fail(self, what, texts[0], texts[1]);
}

void expect_true(const Twin *self, const char *what, bool core) {
    if (!core) twin_fail(self, what, "true", "false");
}

// ---- Making and playing

static Variant parse_spec(const char *spec) {
    Variant variant;
    Status status = {0};
    if (!variant_parse(&variant, spec, &status)) fail_msg("%s", status.message);
    return variant;
}

bool twin_read(Twin *self, const PlainRules *rules, const char *source, uint64_t number,
               const char *text) {
    Status status = {0};
    Variant variant = parse_spec(rules->spec);
    Position start;
    *self = (Twin){.rules = rules, .source = source, .number = number};
    rules->init(&self->plain);
    const bool plain = text == NULL || rules->parse(&self->plain, text);
    const bool core = variant_position(&variant, &start, text, &status);
    if (plain != core) {
        fail_msg("%s, number %" PRIu64 ": \"%s\"\n  plain    %s\n  core     %s", source, number,
                 text, plain ? "accepts it" : "refuses it", core ? "accepts it" : status.message);
    }
    if (core) {
        line_init(&self->line, &variant, &start);
        return true;
    }
    if (status.message[0] == '\0' || status.code != EXIT_INPUT)
        fail_msg("%s, number %" PRIu64 ": \"%s\": refused without words", source, number, text);
    rules->release(&self->plain);
    return false;
}

Twin twin_from(const PlainRules *rules, const char *source, uint64_t number, const char *text) {
    Twin self;
    if (!twin_read(&self, rules, source, number, text))
        fail_msg("%s, number %" PRIu64 ": both refuse \"%s\"", source, number, text);
    return self;
}

static void play_core(Twin *self, Move move) {
    Status status = {0};
    if (!line_play(&self->line, move, &status)) twin_fail(self, "playing", "", status.message);
}

Twin twin_copy(const Twin *self) {
    Twin copy = *self;
    line_init(&copy.line, &self->line.variant, &self->line.start);
    self->rules->copy(&copy.plain, &self->plain);
    for (int32_t i = 0; i < self->line.count; i++) play_core(&copy, self->line.moves[i]);
    return copy;
}

void twin_release(Twin *self) {
    line_release(&self->line);
    self->rules->release(&self->plain);
}

static Move parse_legal(const Twin *self, const char *text) {
    Move move = MOVE_NONE;
    Status status = {0};
    if (!game_parse_move(self->line.variant.game, &self->line.position, text, &move, &status))
        twin_fail(self, "a legal move", text, status.message);
    return move;
}

void twin_play(Twin *self, const char *text) {
    const Move move = parse_legal(self, text);
    Position after;
    const Outcome outcome = line_outcome_after(&self->line, move, &after);
    play_core(self, move);
    self->rules->play(&self->plain, text);
    const Outcome now = line_outcome(&self->line);
    expect_text(self, "result by line_outcome_after", result_name(now.result),
                result_name(outcome.result));
    expect_text(self, "end by line_outcome_after", end_name(now.end), end_name(outcome.end));
    expect_true(self, "equal to the position by line_outcome_after",
                self->line.variant.game->equal(&after, &self->line.position));
}

void twin_play_text(Twin *self, const char *moves) {
    char *words = strdup(moves), *rest = NULL;
    assert_non_null(words);
    for (char *word = strtok_r(words, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest))
        twin_play(self, word);
    free(words);
}

void twin_format(const Twin *self, char *text) {
    self->rules->format(&self->plain, text);
}

// ---- Comparing

static void join_words(const Words *words, char *text) {
    *text = '\0';
    for (int i = 0; i < words->count; i++) text += sprintf(text, "%s ", words->text[i]);
}

// The same of moves of core, which come to be sorted.
static void join_moves(const Game *game, Move *moves, int count, char *text) {
    game_sort_moves(game, moves, count);
    *text = '\0';
    for (int i = 0; i < count; i++) {
        char word[MOVE_TEXT_SIZE];
        game->move_format(moves[i], word);
        text += sprintf(text, "%s ", word);
    }
}

static void expect_words(const Twin *self, const char *what, const Words *words, Move *moves,
                         int count) {
    char texts[2][JOINED_SIZE];
    join_words(words, texts[0]);
    join_moves(self->line.variant.game, moves, count, texts[1]);
    expect_text(self, what, texts[0], texts[1]);
}

// A game that ended by recurrence goes on as far as its position alone can tell.
static void compare_moves(const Twin *self, const Words *words, bool recurred) {
    const Game *game = self->line.variant.game;
    Words alone = *words;
    Move moves[GAME_MAX_MOVES];
    expect_words(self, "moves of the line", words, moves, line_moves(&self->line, moves));
    if (recurred) {
        char text[TWIN_TEXT_SIZE];
        twin_format(self, text);
        Twin fresh = twin_from(self->rules, self->source, self->number, text);
        self->rules->moves(&fresh.plain, &alone);
        twin_release(&fresh);
    }
    expect_words(self, "moves of the position", &alone, moves,
                 game->moves(&self->line.position, moves));
    expect_number(self, "count_moves", alone.count, game->count_moves(&self->line.position));
}

static void compare_outcome(const Twin *self, bool recurred) {
    const Outcome line = line_outcome(&self->line);
    const Outcome alone = self->line.variant.game->outcome(&self->line.position);
    const char *result = self->rules->result(&self->plain);
    const char *end = self->rules->end(&self->plain);
    expect_text(self, "result of the line", result, result_name(line.result));
    expect_text(self, "end of the line", end, end_name(line.end));
    expect_text(self, "result of the position", recurred ? "*" : result, result_name(alone.result));
    expect_text(self, "end of the position", recurred ? "" : end, end_name(alone.end));
}

static void compare_score(const Twin *self) {
    const Game *game = self->line.variant.game;
    if (!game->has_score) return;
    const Score plain = self->rules->score(&self->plain);
    const Score core = game->score(&self->line.position);
    expect_number(self, "score of first", plain.halves[SIDE_FIRST], core.halves[SIDE_FIRST]);
    expect_number(self, "score of second", plain.halves[SIDE_SECOND], core.halves[SIDE_SECOND]);
}

void twin_compare(const Twin *self, Words *words) {
    const Game *game = self->line.variant.game;
    const Position *position = &self->line.position;
    char texts[2][GAME_POSITION_TEXT_SIZE];
    const bool recurred = strcmp(self->rules->end(&self->plain), "repetition") == 0;
    twin_format(self, texts[0]);
    game->format(position, texts[1]);
    expect_text(self, "position string", texts[0], texts[1]);
    const char *side = side_name(self->rules->side(&self->plain));
    expect_text(self, "side of the position", side, side_name(game->side(position)));
    expect_text(self, "side of the line", side, side_name(line_side(&self->line)));
    expect_true(self, "self_check", game->self_check(position));
    compare_outcome(self, recurred);
    compare_score(self);
    self->rules->moves(&self->plain, words);
    compare_moves(self, words, recurred);
}

static void compare_round_trip(const Twin *self) {
    const Game *game = self->line.variant.game;
    const Position *position = &self->line.position;
    char text[GAME_POSITION_TEXT_SIZE];
    game->format(position, text);
    Twin copy = twin_from(self->rules, self->source, self->number, text);
    const Position *read = &copy.line.position;
    expect_true(self, "parse(format(p)) equals p", game->equal(position, read));
    expect_true(self, "p equals parse(format(p))", game->equal(read, position));
    expect_true(self, "its self_check", game->self_check(read));
    expect_true(self, "its key is the same", game->key(position) == game->key(read));
    expect_true(self, "its bytes are the same", memcmp(position, read, game->recurring_bytes) == 0);
    twin_release(&copy);
}

static void compare_move_texts(const Twin *self, const Words *words) {
    const Game *game = self->line.variant.game;
    Move moves[GAME_MAX_MOVES];
    const int count = line_moves(&self->line, moves);
    game_sort_moves(game, moves, count);
    expect_number(self, "number of moves", words->count, count);
    for (int i = 0; i < count; i++) {
        Move read = MOVE_NONE;
        expect_number(self, words->text[i], (int64_t)moves[i],
                      (int64_t)parse_legal(self, words->text[i]));
        expect_true(self, "move_parse reads a move", game->move_parse(words->text[i], &read));
        expect_number(self, words->text[i], (int64_t)moves[i], (int64_t)read);
        expect_true(self, "a move has 24 bits and is one", moves[i] < MOVE_NONE);
    }
}

static bool contains(const Words *words, const char *text) {
    for (int i = 0; i < words->count; i++)
        if (strcmp(words->text[i], text) == 0) return true;
    return false;
}

void twin_compare_move(const Twin *self, const Words *words, const char *text) {
    const Game *game = self->line.variant.game;
    Move move = MOVE_NONE;
    Status status = {0};
    char again[MOVE_TEXT_SIZE];
    const bool legal = contains(words, text);
    const bool core = game_parse_move(game, &self->line.position, text, &move, &status);
    if (legal != core) twin_fail(self, text, legal ? "legal" : "not legal", core ? "legal" : "not");
    if (!core) {
        expect_number(self, "code of a refused move", EXIT_INPUT, status.code);
        if (strstr(status.message, text) == NULL)
            twin_fail(self, "a refused move is named", text, status.message);
    }
    if (!game->move_parse(text, &move)) return;
    game->move_format(move, again);
    expect_text(self, "a move string is read as it is written", text, again);
}

// Changes one character; what comes out may still be a legal move.
static void spoil_move(const Twin *self, Rng *rng, char *text) {
    const char *letters = self->rules->letters;
    const size_t place = rng_below(rng, (uint32_t)strlen(text));
    if (one_in(rng, 4))
        memmove(text + place, text + place + 1, strlen(text + place));
    else
        text[place] = letters[rng_below(rng, (uint32_t)strlen(letters))];
    if (one_in(rng, 8)) strcat(text, one_in(rng, 2) ? " " : "0");
}

void twin_compare_texts(const Twin *self, const Words *words, Rng *rng) {
    compare_round_trip(self);
    compare_move_texts(self, words);
    for (int i = 0; i < 4 && words->count > 0; i++) {
        char text[2 * MOVE_TEXT_SIZE];
        strcpy(text, words->text[random_int(rng, words->count)]);
        spoil_move(self, rng, text);
        twin_compare_move(self, words, text);
    }
}

void twin_compare_children(const Twin *self, const Words *words) {
    const PlainRules *rules = self->rules;
    const Game *game = self->line.variant.game;
    for (int i = 0; i < words->count; i++) {
        char texts[2][GAME_POSITION_TEXT_SIZE];
        Position after;
        const Outcome outcome =
            line_outcome_after(&self->line, parse_legal(self, words->text[i]), &after);
        Plain plain;
        rules->copy(&plain, &self->plain);
        rules->play(&plain, words->text[i]);
        rules->format(&plain, texts[0]);
        game->format(&after, texts[1]);
        expect_text(self, words->text[i], texts[0], texts[1]);
        expect_text(self, words->text[i], rules->result(&plain), result_name(outcome.result));
        expect_text(self, words->text[i], rules->end(&plain), end_name(outcome.end));
        expect_true(self, "self_check of a child", game->self_check(&after));
        rules->release(&plain);
    }
}

void twin_compare_end(const Twin *self, const char *move) {
    Twin copy = twin_copy(self);
    Status status = {0};
    Move moves[GAME_MAX_MOVES];
    char ply[32];
    expect_true(self, "a game without legal plies is over",
                line_outcome(&self->line).end != END_NONE);
    expect_number(self, "plies after the end", 0, line_moves(&self->line, moves));
    expect_true(self, "no ply is played after the end", !line_play_text(&copy.line, move, &status));
    expect_number(self, "code of a ply after the end", EXIT_INPUT, status.code);
    snprintf(ply, sizeof ply, "ply %d:", (int)self->line.count + 1);
    expect_true(self, "the ply is named", strstr(status.message, ply) != NULL);
    expect_number(self, "plies in the line", self->line.count, copy.line.count);
    expect_true(self, "nothing is changed by a refused ply",
                self->line.variant.game->equal(&self->line.position, &copy.line.position));
    twin_release(&copy);
}

void twin_compare_all(const Twin *self, uint64_t seed) {
    Words words;
    Rng rng = test_rng(self->source, seed);
    twin_compare(self, &words);
    twin_compare_texts(self, &words, &rng);
    twin_compare_children(self, &words);
}

// ---- Playouts

// A history as a playout wants it, and what must be the same of it afterwards.
typedef struct Past {
    History history;
    int32_t count;
    uint64_t twice;
} Past;

static Past past_of(const Twin *self, int32_t more) {
    Past past;
    Status status = {0};
    history_init(&past.history, self->line.variant.game);
    if (!line_copy_history(&self->line, &past.history, more, &status))
        twin_fail(self, "copying a history", "", status.message);
    past.count = past.history.count;
    past.twice = past.history.twice;
    return past;
}

// How often each position of the line occurs must be as it was, too.
static void compare_occurrences(const Past *self, const Twin *twin) {
    const Line *line = &twin->line;
    History fresh;
    Status status = {0};
    history_init(&fresh, line->variant.game);
    assert_true(line_copy_history(line, &fresh, 0, &status));
    Position position = line->start;
    for (int32_t i = 0; i <= line->count; i++) {
        expect_number(twin, "occurrences after a playout", history_occurrences(&fresh, &position),
                      history_occurrences(&self->history, &position));
        if (i < line->count) line->variant.game->play(&position, line->moves[i]);
    }
    history_release(&fresh);
}

static void past_release(Past *self, const Twin *twin) {
    expect_number(twin, "positions of a history after a playout", self->count, self->history.count);
    expect_true(twin, "its positions that occurred twice", self->twice == self->history.twice);
    history_release(&self->history);
}

// Where a playout ended.
typedef struct Stop {
    Playout playout;
    char text[GAME_POSITION_TEXT_SIZE];
} Stop;

static Stop play_out(const Twin *from, Rng *rng, int32_t limit) {
    Stop stop;
    Position position = from->line.position;
    Past past = past_of(from, limit);
    stop.playout = from->line.variant.game->playout(&position, rng, limit, &past.history);
    if (limit > 1) compare_occurrences(&past, from);
    past_release(&past, from);
    from->line.variant.game->format(&position, stop.text);
    return stop;
}

// The legal move that leads to a position; fails when there is none.
static const char *move_to(const Twin *self, const Words *words, const char *text) {
    const Game *game = self->line.variant.game;
    for (int i = 0; i < words->count; i++) {
        char child[GAME_POSITION_TEXT_SIZE];
        Position position = self->line.position;
        game->play(&position, parse_legal(self, words->text[i]));
        game->format(&position, child);
        if (strcmp(child, text) == 0) return words->text[i];
    }
    twin_fail(self, "position after a ply of a playout", "no legal move leads there", text);
    return NULL;
}

// What a playout says must be so of the position where it ended.
static void compare_stop(const Twin *self, const Stop *stop, int32_t plies) {
    const Score score = self->rules->score(&self->plain);
    char text[TWIN_TEXT_SIZE];
    twin_format(self, text);
    expect_text(self, "last position of a playout", text, stop->text);
    expect_text(self, "result of a playout", self->rules->result(&self->plain),
                result_name(stop->playout.result));
    expect_number(self, "margin of a playout", score.halves[SIDE_FIRST] - score.halves[SIDE_SECOND],
                  stop->playout.margin);
    expect_number(self, "plies of a playout", plies, stop->playout.plies);
}

Twin twin_playout(const Twin *from, Rng *rng, int32_t limit) {
    Twin twin = twin_copy(from);
    Rng single = *rng;
    const Stop whole = play_out(from, rng, limit);
    Rng choice = {mix64(single.state), single.gamma};
    const int32_t half = whole.playout.plies > 0 ? random_int(&choice, whole.playout.plies) : 0;
    for (int32_t plies = 0;; plies++) {
        Words words;
        if (plies == half) {
            Rng rest_rng = single;
            Stop rest = play_out(&twin, &rest_rng, limit - plies);
            rest.playout.plies += plies;
            expect_number(&twin, "result of the rest", whole.playout.result, rest.playout.result);
            expect_number(&twin, "plies with the rest", whole.playout.plies, rest.playout.plies);
            expect_text(&twin, "last position of the rest", whole.text, rest.text);
        }
        twin_compare(&twin, &words);
        if (words.count == 0 || plies == limit) break;
        const Stop one = play_out(&twin, &single, 1);
        twin_play(&twin, move_to(&twin, &words, one.text));
        compare_stop(&twin, &one, 1);
    }
    compare_stop(&twin, &whole, twin.line.count - from->line.count);
    if (whole.playout.result == RESULT_NONE) // an end may be found by drawing in vain
        expect_true(&twin, "random numbers used up", single.state == rng->state);
    return twin;
}

// How likely random play is to reach a position within a number of plies.
typedef struct Chance {
    char text[TWIN_TEXT_SIZE];
    double chance;
    int64_t seen;
} Chance;

typedef struct Chances {
    size_t count;
    size_t room;
    Chance *list;
} Chances;

static void chances_add(Chances *self, const char *text, double chance) {
    if (self->count == self->room) {
        self->room = self->room == 0 ? 256 : 2 * self->room;
        self->list = realloc(self->list, self->room * sizeof self->list[0]);
        assert_non_null(self->list);
    }
    Chance *leaf = &self->list[self->count++];
    *leaf = (Chance){.chance = chance};
    strcpy(leaf->text, text);
}

static void collect_chances(Chances *self, const PlainRules *rules, const Plain *plain,
                            int32_t plies, double chance) {
    Words words;
    rules->moves(plain, &words);
    if (plies == 0 || words.count == 0) {
        char text[TWIN_TEXT_SIZE];
        rules->format(plain, text);
        chances_add(self, text, chance);
        return;
    }
    for (int i = 0; i < words.count; i++) {
        Plain next;
        rules->copy(&next, plain);
        rules->play(&next, words.text[i]);
        collect_chances(self, rules, &next, plies - 1, chance / words.count);
        rules->release(&next);
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
        if (compare_chances(&self->list[kept], &self->list[i]) == 0)
            self->list[kept].chance += self->list[i].chance;
        else
            self->list[++kept] = self->list[i];
    }
    self->count = kept + 1;
}

static int compare_with_chance(const void *text, const void *chance) {
    return strcmp(text, ((const Chance *)chance)->text);
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

void twin_check_uniform(const Twin *self, int32_t plies) {
    const Game *game = self->line.variant.game;
    Chances chances = {0};
    Rng rng = test_rng(self->source, (uint64_t)plies);
    collect_chances(&chances, self->rules, &self->plain, plies, 1);
    const int samples = SAMPLES_EACH * (int)chances.count;
    merge_chances(&chances);
    Past past = past_of(self, plies);
    for (int i = 0; i < samples; i++) {
        Position end = self->line.position;
        char text[GAME_POSITION_TEXT_SIZE];
        game->playout(&end, &rng, plies, &past.history);
        game->format(&end, text);
        Chance *chance =
            bsearch(text, chances.list, chances.count, sizeof chances.list[0], compare_with_chance);
        if (chance == NULL) twin_fail(self, "end of a playout", "cannot be reached", text);
        chance->seen++;
    }
    compare_occurrences(&past, self);
    past_release(&past, self);
    const double freedom = (double)(chances.count - 1);
    const double statistic = chi_square(&chances, samples);
    free(chances.list);
    if (fabs(statistic - freedom) > 5 * sqrt(2 * freedom) + 5) {
        char text[64];
        snprintf(text, sizeof text, "chi square %.1f, %.0f expected", statistic, freedom);
        twin_fail(self, "chances", "uniform", text);
    }
}

// ---- Perft

uint64_t plain_perft(const PlainRules *rules, const Plain *plain, int depth) {
    Words words;
    if (depth == 0) return 1;
    rules->moves(plain, &words);
    if (depth == 1) return (uint64_t)words.count;
    uint64_t leaves = 0;
    for (int i = 0; i < words.count; i++) {
        Plain next;
        rules->copy(&next, plain);
        rules->play(&next, words.text[i]);
        leaves += plain_perft(rules, &next, depth - 1);
        rules->release(&next);
    }
    return leaves;
}

static void check_core_perft(const Twin *self, const char *how, int depth, uint64_t expected,
                             PerftTable *table) {
    char what[64];
    uint64_t count = 0;
    Status status = {0};
    snprintf(what, sizeof what, "perft %s at depth %d", how, depth);
    if (!perft_count(&self->line, depth, table, &count, &status))
        twin_fail(self, what, "", status.message);
    expect_number(self, what, (int64_t)expected, (int64_t)count);
}

void twin_check_perft(const Twin *self, int depth, uint64_t expected) {
    if (expected < PLAIN_PERFT_LIMIT) {
        char what[64];
        snprintf(what, sizeof what, "perft at depth %d (here core = expected)", depth);
        expect_number(self, what, (int64_t)plain_perft(self->rules, &self->plain, depth),
                      (int64_t)expected);
    }
    if (expected > PERFT_LIMIT && !is_long_test()) return;
    check_core_perft(self, "without a table", depth, expected, NULL);
    if (!perft_may_share(&self->line, depth)) return;
    // Small, so that counts are lost and come back; used again at the same depth and others.
    PerftTable *table = perft_table_new(1);
    assert_non_null(table);
    check_core_perft(self, "with a table", depth, expected, table);
    check_core_perft(self, "with a full table", depth, expected, table);
    perft_table_free(table);
}

// ---- Keys

void sightings_note(Sightings *self, const Twin *twin) {
    if (self->count == self->room) {
        self->room = self->room == 0 ? 256 : 2 * self->room;
        self->list = realloc(self->list, self->room * sizeof self->list[0]);
        assert_non_null(self->list);
    }
    Sighting *last = &self->list[self->count++];
    last->position = twin->line.position;
    last->key = twin->line.variant.game->key(&last->position);
    twin_format(twin, last->text);
}

static int compare_keys(const void *a, const void *b) {
    const uint64_t first = ((const Sighting *)a)->key, second = ((const Sighting *)b)->key;
    return (first > second) - (first < second);
}

static int compare_sightings(const void *a, const void *b) {
    return strcmp(((const Sighting *)a)->text, ((const Sighting *)b)->text);
}

void sightings_compare(Sightings *self, const Twin *twin) {
    const Game *game = twin->line.variant.game;
    qsort(self->list, self->count, sizeof self->list[0], compare_sightings);
    for (size_t i = 1; i < self->count; i++) {
        const Sighting *a = &self->list[i - 1], *b = &self->list[i];
        const bool same = strcmp(a->text, b->text) == 0;
        if (same && a->key != b->key) expect_text(twin, "key of equal positions", a->text, "");
        if (same != game->equal(&a->position, &b->position))
            expect_text(twin, same ? "equality" : "inequality", a->text, b->text);
    }
    qsort(self->list, self->count, sizeof self->list[0], compare_keys);
    for (size_t i = 1; i < self->count; i++) {
        const Sighting *a = &self->list[i - 1], *b = &self->list[i];
        if (a->key == b->key) expect_text(twin, "positions of one key", a->text, b->text);
    }
    self->count = 0;
}

// ---- Fixtures

int for_each_line(const char *file, const char *game, LineCheck *check) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", TEST_DATA_DIR, file);
    FILE *stream = fopen(path, "r");
    if (stream == NULL) fail_msg("cannot open %s", path);
    char *text = NULL;
    size_t room = 0;
    int count = 0;
    for (uint64_t number = 1; getline(&text, &room, stream) >= 0; number++) {
        cJSON *line = cJSON_Parse(text);
        if (line == NULL) fail_msg("%s, line %" PRIu64 " is not JSON", file, number);
        if (strcmp(text_of(line, "game"), game) == 0) {
            check(line, file, number);
            count++;
        }
        cJSON_Delete(line);
    }
    free(text);
    fclose(stream);
    return count;
}

const char *text_of(const cJSON *line, const char *key) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(line, key));
    if (text == NULL) fail_msg("a fixture lacks the text %s", key);
    return text;
}

static void check_fixture_score(const Twin *self, const cJSON *line) {
    const cJSON *expected = cJSON_GetObjectItemCaseSensitive(line, "score");
    if (expected == NULL) return;
    const Score score = self->rules->score(&self->plain);
    for (int side = 0; side < SIDE_COUNT; side++)
        expect_number(self, "score (here core = fixture)", score.halves[side],
                      (int64_t)(2 * cJSON_GetArrayItem(expected, side)->valuedouble));
}

static void check_fixture_result(const Twin *self, const cJSON *line) {
    if (cJSON_GetObjectItemCaseSensitive(line, "result") == NULL) return;
    expect_text(self, "result (here core = fixture)", self->rules->result(&self->plain),
                text_of(line, "result"));
}

static void check_fixture_moves(const Twin *self, const cJSON *line) {
    const cJSON *moves = cJSON_GetObjectItemCaseSensitive(line, "moves"), *move;
    char texts[2][JOINED_SIZE] = {{0}};
    char *end = texts[1];
    Words words;
    self->rules->moves(&self->plain, &words);
    join_words(&words, texts[0]);
    cJSON_ArrayForEach(move, moves) end += sprintf(end, "%s ", move->valuestring);
    expect_text(self, "legal moves (here core = fixture)", texts[0], texts[1]);
}

// The plain implementation must agree with the fixture, and core with the plain implementation.
void twin_check_position_line(const PlainRules *rules, const cJSON *line, const char *file,
                              uint64_t number) {
    Twin twin = twin_from(rules, file, number, text_of(line, "position"));
    const cJSON *perft = cJSON_GetObjectItemCaseSensitive(line, "perft");
    twin_compare_all(&twin, number);
    check_fixture_moves(&twin, line);
    check_fixture_result(&twin, line);
    check_fixture_score(&twin, line);
    for (int depth = 1; depth <= cJSON_GetArraySize(perft); depth++)
        twin_check_perft(&twin, depth, (uint64_t)cJSON_GetArrayItem(perft, depth - 1)->valuedouble);
    twin_release(&twin);
}

Twin twin_check_game_line(const PlainRules *rules, const cJSON *line, const char *file,
                          uint64_t number) {
    Twin twin = twin_from(rules, file, number, NULL);
    char final[TWIN_TEXT_SIZE];
    char *moves = strdup(text_of(line, "moves")), *rest = NULL;
    const char *last = "";
    assert_non_null(moves);
    for (char *move = strtok_r(moves, " ", &rest); move != NULL;
         move = strtok_r(NULL, " ", &rest)) {
        Words words;
        twin_compare(&twin, &words);
        if (!contains(&words, move)) expect_text(&twin, "a legal move", "no", move);
        twin_play(&twin, move);
        last = move;
    }
    twin_compare_all(&twin, number);
    twin_format(&twin, final);
    expect_text(&twin, "final position (here core = fixture)", final, text_of(line, "final"));
    check_fixture_result(&twin, line);
    check_fixture_score(&twin, line);
    if (strcmp(text_of(line, "result"), "*") != 0) twin_compare_end(&twin, last);
    free(moves);
    return twin;
}

void check_refused(const PlainRules *rules, const char *text, const char *token) {
    Variant variant = parse_spec(rules->spec);
    Position position;
    Plain plain;
    Status status = {0};
    if (variant_position(&variant, &position, text, &status)) fail_msg("accepted: \"%s\"", text);
    assert_int_equal(status.code, EXIT_INPUT);
    if (status.message[0] == '\0' || strstr(status.message, token) == NULL)
        fail_msg("\"%s\": the message does not name '%s': %s", text, token, status.message);
    rules->init(&plain);
    if (rules->parse(&plain, text)) fail_msg("the plain implementation accepts \"%s\"", text);
    rules->release(&plain);
}

// ---- Position strings with slips in them

enum { MAX_TOKENS = 64, MUTANT_SIZE = 4 * TWIN_TEXT_SIZE };

// The parts of a text between commas, slashes, hyphens and blanks.
typedef struct Tokens {
    int count;
    size_t start[MAX_TOKENS];
    size_t length[MAX_TOKENS];
} Tokens;

static void find_tokens(const char *text, Tokens *tokens) {
    size_t at = 0;
    tokens->count = 0;
    do {
        const size_t length = strcspn(text + at, ",/- ");
        tokens->start[tokens->count] = at;
        tokens->length[tokens->count] = length;
        tokens->count++;
        at += length + 1;
    } while (at <= strlen(text) && tokens->count < MAX_TOKENS);
}

static void replace_span(char *text, size_t start, size_t length, const char *by) {
    const size_t added = strlen(by);
    memmove(text + start + added, text + start + length, strlen(text + start + length) + 1);
    memcpy(text + start, by, added);
}

static void change_character(const Misspelling *self, Rng *rng, char *text) {
    const char by[] = {self->letters[rng_below(rng, (uint32_t)strlen(self->letters))], '\0'};
    const size_t start = rng_below(rng, (uint32_t)strlen(text) + 1);
    const size_t length = start < strlen(text) && !one_in(rng, 3) ? 1 : 0;
    replace_span(text, start, length, length == 1 && one_in(rng, 3) ? "" : by);
}

static void change_token(const Misspelling *self, Rng *rng, char *text) {
    int words = 0;
    Tokens tokens;
    find_tokens(text, &tokens);
    while (self->words[words] != NULL) words++;
    const int i = random_int(rng, tokens.count);
    replace_span(text, tokens.start[i], one_in(rng, 4) ? 0 : tokens.length[i],
                 self->words[random_int(rng, words)]);
}

static void swap_tokens(Rng *rng, char *text) {
    char swapped[2][MUTANT_SIZE];
    Tokens tokens;
    find_tokens(text, &tokens);
    const int a = random_int(rng, tokens.count), b = random_int(rng, tokens.count);
    const int place[2] = {a < b ? a : b, a < b ? b : a};
    for (int i = 0; i < 2; i++)
        snprintf(swapped[i], sizeof swapped[i], "%.*s", (int)tokens.length[place[i]],
                 text + tokens.start[place[i]]);
    for (int i = 1; i >= 0; i--)
        replace_span(text, tokens.start[place[i]], tokens.length[place[i]], swapped[1 - i]);
}

static void delete_token(Rng *rng, char *text) {
    Tokens tokens;
    find_tokens(text, &tokens);
    const int i = random_int(rng, tokens.count);
    const size_t separator = text[tokens.start[i] + tokens.length[i]] != '\0' ? 1 : 0;
    replace_span(text, tokens.start[i], tokens.length[i] + separator, "");
}

// One digit for another, which keeps many strings valid.
static void change_digit(Rng *rng, char *text) {
    char *place = text + rng_below(rng, (uint32_t)strlen(text) + 1);
    place += strcspn(place, "0123456789");
    if (*place != '\0') *place = (char)('0' + random_int(rng, 10));
}

// In one to three places; what comes out may still be a position string.
static void misspell(const Misspelling *self, Rng *rng, char *text) {
    const int rounds = 1 + random_int(rng, 3) * random_int(rng, 2);
    for (int i = 0; i < rounds; i++) {
        switch (random_int(rng, 8)) {
        case 0:
        case 1:
            change_character(self, rng, text);
            break;
        case 2:
            change_token(self, rng, text);
            break;
        case 3:
        case 4:
            swap_tokens(rng, text);
            break;
        case 5:
            delete_token(rng, text);
            break;
        default:
            change_digit(rng, text);
            break;
        }
    }
}

int twin_compare_misspelt(const PlainRules *rules, const Misspelling *misspelling, uint64_t number,
                          const char *text, int forms) {
    Rng rng = test_rng("misspelt", number);
    int accepted = 0;
    for (int i = 0; i < forms; i++) {
        char form[MUTANT_SIZE];
        Twin twin;
        Words words;
        strcpy(form, text);
        misspell(misspelling, &rng, form);
        if (!twin_read(&twin, rules, form, number, form)) continue;
        accepted++;
        twin_compare(&twin, &words);
        if (i % 8 == 0) twin_compare_texts(&twin, &words, &rng);
        twin_release(&twin);
    }
    return accepted;
}
