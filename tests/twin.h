// One game held twice, by core and by its plain implementation, for tests that compare the two.
//
// A disagreement is reported with all it takes to see it again, and ends the test.
//
// Environment of the tests that use this: HARROW_TEST_GAMES is the number of games to compare,
// HARROW_TEST_LONG compares 100,000 and counts deeper, HARROW_TEST_SEED makes other random games.
#ifndef HARROW_TWIN_H
#define HARROW_TWIN_H

#include "core/line.h"
#include "tests/plain_agon.h"
#include "tests/plain_awale.h"

#include <cjson/cJSON.h>

enum {
    TWIN_TEXT_SIZE = 128, // a position string with its NUL
    TWIN_WORDS = PLAIN_AGON_MAX_MOVES,
};

// Move strings in the order of strcmp.
typedef struct Words {
    int count;
    char text[TWIN_WORDS][MOVE_TEXT_SIZE];
} Words;

// A position of a plain implementation with its past.
typedef union Plain {
    PlainAgon agon;
    PlainAwale awale;
} Plain;

// A plain implementation, seen as they all are.
typedef struct PlainRules {
    const char *spec;
    const char *letters;       // what move strings are made of, and some that they are not
    void (*init)(Plain *self); // the start position; to be released
    void (*copy)(Plain *self, const Plain *from);
    void (*release)(Plain *self);
    bool (*parse)(Plain *self, const char *text); // into an initialised one
    void (*format)(const Plain *self, char *text);
    void (*moves)(const Plain *self, Words *words);
    void (*play)(Plain *self, const char *move);
    const char *(*result)(const Plain *self);
    const char *(*end)(const Plain *self);
    Side (*side)(const Plain *self);
    Score (*score)(const Plain *self); // zeros in games without scores
} PlainRules;

typedef struct Twin {
    const PlainRules *rules;
    const char *source; // of the position: a test, or a file of fixtures
    uint64_t number;    // of the game or line in it
    Line line;
    Plain plain;
} Twin;

// ---- Making and playing; all but the first are to be released

// A position string read by both, which must agree on whether it is one. False if it is none; then
// there is no twin.
bool twin_read(Twin *self, const PlainRules *rules, const char *source, uint64_t number,
               const char *text);
// The same for a string that both must accept; NULL is the start position.
Twin twin_from(const PlainRules *rules, const char *source, uint64_t number, const char *text);
Twin twin_copy(const Twin *self);
void twin_release(Twin *self);
// Plays a legal move in both.
void twin_play(Twin *self, const char *move);
// Plays moves joined by blanks.
void twin_play_text(Twin *self, const char *moves);
// The position string by the plain implementation.
void twin_format(const Twin *self, char *text);

// ---- Comparing

void expect_text(const Twin *self, const char *what, const char *plain, const char *core);
void expect_number(const Twin *self, const char *what, int64_t plain, int64_t core);
void expect_true(const Twin *self, const char *what, bool core);

// Compares all that a position is: its string, plies, side, outcome and score. *words becomes the
// legal moves.
void twin_compare(const Twin *self, Words *words);
// Compares readers and writers: of the position, of each move, of moves with a slip in them.
void twin_compare_texts(const Twin *self, const Words *words, Rng *rng);
// Core must take a text as a move just where the plain implementation finds it legal.
void twin_compare_move(const Twin *self, const Words *words, const char *text);
// Both must end alike after every legal move, in the line and beside it.
void twin_compare_children(const Twin *self, const Words *words);
// After the end: no ply is there, nor can any be played.
void twin_compare_end(const Twin *self, const char *move);
// All of them, on a position that a test has chosen.
void twin_compare_all(const Twin *self, uint64_t seed);

// A random playout in one go must be what single plies make with the same random numbers, and both
// must keep to the rules. Returns where it ended, to be released.
Twin twin_playout(const Twin *from, Rng *rng, int32_t limit);

// Playouts of so many plies, as many as it takes, must reach every position as often as uniformly
// random plies do.
void twin_check_uniform(const Twin *self, int32_t plies);

// Both must find so many sequences of plies, core with a table and without. The plain
// implementation is asked only when they are less than 50,000.
void twin_check_perft(const Twin *self, int depth, uint64_t expected);
// By the plain implementation; past 0 plies.
uint64_t plain_perft(const PlainRules *rules, const Plain *plain, int depth);

// ---- The positions of one game, to see whether keys tell them apart

typedef struct Sighting {
    uint64_t key;
    Position position;
    char text[TWIN_TEXT_SIZE];
} Sighting;

typedef struct Sightings {
    Sighting *list;
    size_t count;
    size_t room;
} Sightings;

void sightings_note(Sightings *self, const Twin *twin);
// Equal strings must have equal keys and equal positions, and different ones neither.
void sightings_compare(Sightings *self, const Twin *twin);

// ---- Fixtures

typedef void LineCheck(const cJSON *line, const char *file, uint64_t number);

// Calls the check for every line of a fixture file that is about the game; returns for how many.
int for_each_line(const char *file, const char *game, LineCheck *check);
const char *text_of(const cJSON *line, const char *key);
// Compares with what a line says of a position: legal moves, perft, result.
void twin_check_position_line(const PlainRules *rules, const cJSON *line, const char *file,
                              uint64_t number);
// Plays the game that a line holds and returns where it ends, to be released.
Twin twin_check_game_line(const PlainRules *rules, const cJSON *line, const char *file,
                          uint64_t number);
// Both must refuse a position string, and core must say why: with `token` in its message.
void check_refused(const PlainRules *rules, const char *text, const char *token);

// ---- Position strings with slips in them

typedef struct Misspelling {
    const char *letters;
    const char *const *words; // to stand for a token; ended by NULL
} Misspelling;

// Reads many misspelt forms of one string by both. Returns how many are accepted.
int twin_compare_misspelt(const PlainRules *rules, const Misspelling *misspelling, uint64_t number,
                          const char *text, int forms);

// ---- Random numbers and the environment

// A stream of its own for each number in each test.
Rng test_rng(const char *test, uint64_t number);
int random_int(Rng *rng, int below);
bool one_in(Rng *rng, int odds);
bool is_long_test(void);
// How many games to compare.
uint64_t wanted_games(uint64_t by_default);

// What must have happened often enough for a test to mean something.
typedef struct Tally {
    const char *name;
    uint64_t one_in; // games in which it must have happened once on average
    uint64_t count;
} Tally;

// Prints the tallies, and fails if one is too low for so many games.
void tallies_check(const Tally *tallies, size_t count, uint64_t games);

#endif
