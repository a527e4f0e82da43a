// The interface of every game: one table of coarse operations on a plain, copyable position.
#ifndef HARROW_GAME_H
#define HARROW_GAME_H

#include "core/agon.h"
#include "core/agros.h"
#include "core/awale.h"
#include "core/guide.h"
#include "core/json.h"
#include "core/move.h"
#include "core/option.h"
#include "core/rng.h"
#include "core/status.h"

#include <stdio.h>
#include <string.h>

enum {
    GAME_MAX_MOVES = 256,          // legal plies of any position of any game
    GAME_POSITION_TEXT_SIZE = 2048 // a position string with its final NUL
};

// What a spec such as `agros:size=8,farmers=3` resolves to; other games have no options.
typedef union GameOptions {
    AgrosOptions agros;
} GameOptions;

// A position of any game: a plain value without pointers, to be copied freely.
typedef union Position {
    AgrosPosition agros;
    AgonPosition agon;
    AwalePosition awale;
} Position;

// The positions of a line of play (core/history.h).
typedef struct History History;

// One game. All operations are pure functions of their arguments and safe in any thread; those on
// positions need a position that `init`, `parse` or `play` made.
typedef struct Game {
    const char *name;    // the kind of its specs
    const char *summary; // one line for `harrow games`
    OptionTable options;
    bool has_score;
    int32_t default_ply_limit;
    // About how many plies a game between searching players lasts; clocks share their time by it.
    int32_t (*usual_plies)(const GameOptions *options);
    // How many plies the opening phase of placing has, the same in each game; NULL = there is none.
    int32_t (*placement_plies)(const GameOptions *options);
    const char *const *samples; // specs that `harrow bench` measures, ended by NULL
    size_t position_bytes;      // of its member of the union
    size_t recurring_bytes; // in games where a position can recur, and draws when it does so for
                            // the third time: the size of a position, whose bytes are all
                            // defined and equal for equal positions; else 0

    // Checks the options together (each is in its own range already); names what does not fit.
    bool (*check)(const GameOptions *options, Status *status);
    // The start position. The options have passed `check`.
    void (*init)(Position *position, const GameOptions *options);
    // Reads a position string. Options whose bit is set in `given` must agree with the text; the
    // others are taken from it and updated.
    bool (*parse)(Position *position, GameOptions *options, uint64_t given, const char *text,
                  Status *status);
    // Writes the position string, at most GAME_POSITION_TEXT_SIZE bytes with the NUL.
    void (*format)(const Position *position, char *text);
    // Writes a move string (at most MOVE_TEXT_SIZE bytes), and reads one whether or not it is legal
    // anywhere; false for a text that is no move string. Neither needs a position.
    void (*move_format)(Move move, char *text);
    bool (*move_parse)(const char *text, Move *move);

    // Whose turn it is; after the end, whose it would be.
    Side (*side)(const Position *position);
    // The legal plies, none when the game is over; `moves` has room for GAME_MAX_MOVES.
    int (*moves)(const Position *position, Move *moves);
    // How many `moves` would give.
    int (*count_moves)(const Position *position);
    // The n-th of them, n drawn by rng_below, made without a list. Only while the game goes on.
    Move (*draw)(const Position *position, Rng *rng);
    // Those that may end the game: every legal ply that does is among them, and few others, so that
    // a search sees cheaply whether a side can win at once. Recurrences are not looked at.
    int (*ending_moves)(const Position *position, Move *moves);
    // Plays a legal ply.
    void (*play)(Position *position, Move move);
    // The result and how it came about; RESULT_NONE and END_NONE while the game goes on. A draw by
    // recurrence is not the position's to see: a line or a history tells it.
    Outcome (*outcome)(const Position *position);
    // The score as if the game ended now; only where has_score.
    Score (*score)(const Position *position);
    // A key of everything that decides how the game goes on. Equal positions have equal keys.
    uint64_t (*key)(const Position *position);
    // Equality of positions, exact.
    bool (*equal)(const Position *a, const Position *b);
    // The symmetries of the board, the identity included, and a position as seen through one of
    // them, 0 = itself: what can happen from there is the same. NULL where there is no other.
    int symmetries;
    void (*image)(const Position *position, int symmetry, Position *image);
    // Recomputes all redundant state and compares; true when it agrees. For asserts and tests.
    bool (*self_check)(const Position *position);
    // Counts the legal sequences of `depth` plies, as perft_count does without it, in games whose
    // plies cost less than a copy of a Position; else NULL. Not where positions recur.
    uint64_t (*perft)(const Position *position, int depth);
    // Plays uniformly random legal plies to the end or until `ply_limit` more plies are played.
    // The position becomes the last one, but its key is no longer kept (see self_check). `history`
    // has all positions up to this one and room for `ply_limit` more; it is left as it was.
    Playout (*playout)(Position *position, Rng *rng, int32_t ply_limit, History *history);

    // Draws the board for a person in a terminal; `marks` points out cells, NULL = none.
    void (*show)(const Position *position, const Marks *marks, FILE *stream, bool color);
    const Guide *guide; // what else a person wants to know
    // Writes the game's own keys of `show --json` into the open object.
    void (*show_json)(const Position *position, JsonWriter *json);
} Game;

enum { POSITION_SMALL = 64 };

// Copies a position, where little of the union is in use only that: searches do it at every node.
static inline void position_copy(const Game *game, Position *to, const Position *from) {
    if (game->position_bytes <= POSITION_SMALL)
        memcpy(to, from, POSITION_SMALL);
    else
        *to = *from;
}

// The games, in the order of `harrow games`; NULL for an index beyond the last.
const Game *game_at(size_t index);

// A game with its options: what a canonical spec names.
typedef struct Variant {
    const Game *game;
    GameOptions options;
    uint64_t given; // bit i: option i was named rather than left to its default
} Variant;

// Reads a game spec such as `agros:size=8,farmers=3`, or one already taken apart. Whether the
// options fit together is variant_check's to say, since a position string may still fill some in.
bool variant_parse(Variant *self, const char *text, Status *status);
bool variant_from_spec(Variant *self, const Spec *spec, Status *status);
bool variant_check(const Variant *self, Status *status);
// Writes the canonical spec with all keys; `text` has room for SPEC_MAX_LENGTH bytes.
void variant_format(const Variant *self, char *text);
// Reads a position string of the game, or makes the start position when `text` is NULL, which
// checks the options. Those that were not given are taken from the string.
bool variant_position(Variant *self, Position *position, const char *text, Status *status);

// Reads a move string of a legal ply in this position. When it is none, the message names it and
// says whether it is no move string at all or only not legal here.
bool game_parse_move(const Game *self, const Position *position, const char *text, Move *move,
                     Status *status);
// Sorts moves by their move strings, as strcmp does.
void game_sort_moves(const Game *self, Move *moves, int count);
// A key that positions have in common when they are equal or images of one another.
uint64_t game_symmetry_key(const Game *self, const Position *position);
// Puts moves in a uniformly random order.
void moves_shuffle(Move *moves, int count, Rng *rng);

#endif
