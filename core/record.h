// The game record: what one line of games.jsonl.gz says of one game.
#ifndef HARROW_RECORD_H
#define HARROW_RECORD_H

#include "core/game.h"
#include "core/json.h"
#include "core/line.h"
#include "core/move.h"

#include <stdbool.h>
#include <stdint.h>

enum { RECORD_NO_VALUE = 255 };

// One finished (or ply-limited) game. The texts belong to whoever made the record.
typedef struct Record {
    int64_t id;
    int64_t cell;
    int64_t pair;         // −1 where games are not paired
    const char *game;     // canonical spec
    const char *first;    // name of the player who moved first
    const char *second;   // name of the other
    const char *position; // where the game began; NULL for the start position
    int32_t opening;      // plies at the beginning that the experiment chose
    const char *moves;    // move strings joined by one blank
    int32_t plies;
    Result result;
    End end;
    bool has_score;
    Score score;        // as if the game ended where it does
    const char *values; // what players thought of the plies behind the opening, a byte each in
                        // base64: round(254 × the expected score of who made it), RECORD_NO_VALUE
                        // where he had none; NULL: not told
    const Side *resigning; // in a game that was played out: who would have resigned; NULL: nobody
} Record;

// What statistics need to know of one game of a cell.
typedef struct GameFacts {
    int64_t number; // k: the game's number within its cell. In a paired cell the games 2p and
                    // 2p + 1 are pair p; the cell's player 0 moves first in 2p, player 1 in 2p + 1
    Result result;  // RESULT_NONE = unfinished
    End end;
    int32_t plies;
    int64_t legal_plies; // sum over all plies of the number of legal plies there
    bool has_score;      // a final one
    int32_t margin;      // first − second in half points; 0 without a score
    bool has_resigning;  // somebody would have resigned, but the game was played out
    Side resigning;
    uint64_t hash;    // of the start position and the moves; equal games have equal hashes
    uint64_t opening; // the same for openings and their mirror images; 0 where there was none
} GameFacts;

// A byte of `values` for an expected score, 0..1; NaN = none.
uint8_t record_value(double value);

// Writes the record as one line of JSON with its newline, keys in a fixed order.
void record_write(const Record *self, FILE *stream);

// Reads a record from a parsed line; texts point into the tree. Unknown keys are ignored; a
// missing or ill-typed one is EXIT_INPUT and is named.
bool record_read(Record *self, const cJSON *tree, Status *status);

// The hash of GameFacts for a start position (NULL = start) and moves.
uint64_t record_hash(const char *position, const char *moves);

// The opening of GameFacts for a line that has come so far, from the game's own start or not.
uint64_t record_opening(const Line *line, bool usual_start);

// Plays the record again from its start with full legality checks and compares plies, result,
// score and end with what it says. The first difference is EXIT_DIFFERS and names the ply; a text
// that cannot be read is EXIT_INPUT. On success fills `facts` but its number, unless it is NULL.
bool record_replay(const Record *self, GameFacts *facts, Status *status);

// The facts of a record but for its number, its legal plies, its hash and its opening.
GameFacts record_facts(const Record *self);

#endif
