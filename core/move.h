// The small words that every game shares: sides, moves, results, ends.
#ifndef HARROW_MOVE_H
#define HARROW_MOVE_H

#include <stdbool.h>
#include <stdint.h>

// The player who makes the first ply of the game, and the other.
typedef enum Side { SIDE_FIRST, SIDE_SECOND, SIDE_COUNT } Side;

// One ply of one game, encoded by that game in at most 24 bits; never MOVE_NONE.
typedef uint32_t Move;

enum { MOVE_NONE = 0xffffff, MOVE_TEXT_SIZE = 16 };

typedef enum Result {
    RESULT_NONE, // not finished
    RESULT_FIRST,
    RESULT_SECOND,
    RESULT_DRAW,
    RESULT_COUNT
} Result;

// How a game ended; the names in records are those of end_name.
typedef enum End {
    END_NONE,
    END_PASSES,       // Agros: two passes in a row
    END_ENTHRONED,    // Agon: six guards around their own queen on the throne
    END_FORFEIT,      // Agon: six guards around a throne without their queen, which loses
    END_STUCK,        // Agon: no legal ply, which loses; Awale: no legal ply, the rows are swept
    END_REPETITION,   // Agon: a position for the third time
    END_MAJORITY,     // Awale: 25 stones or more
    END_PLY_LIMIT,    // any game: stopped as unfinished, result RESULT_NONE
    END_RESIGN,       // any game: who lost gave up
    END_ADJUDICATED,  // any game: a draw, since both sides expected one for long
    END_ILLEGAL_MOVE, // any game: who lost made a ply that is not legal
    END_TIME,         // any game: who lost took too long
    END_CRASH,        // any game: who lost ended in the midst of it, or said nothing that was one
    END_COUNT
} End;

typedef struct Outcome {
    Result result;
    End end;
} Outcome;

// Scores in half points, indexed by Side, as if the game ended now.
typedef struct Score {
    int32_t halves[SIDE_COUNT];
} Score;

// How a playout ended. `result` is RESULT_NONE when the ply limit stopped it; `margin` is
// first − second in half points, 0 in games without scores.
typedef struct Playout {
    Result result;
    int32_t margin;
    int32_t plies;
} Playout;

static inline Side side_other(Side side) {
    return side == SIDE_FIRST ? SIDE_SECOND : SIDE_FIRST;
}

// The value of a result for a side: 1, ½ or 0; an unfinished game counts ½ (inside searches only).
static inline double result_value(Result result, Side side) {
    if (result == RESULT_NONE || result == RESULT_DRAW) return 0.5;
    return (result == RESULT_FIRST) == (side == SIDE_FIRST) ? 1.0 : 0.0;
}

// Who loses gives the other the win.
static inline Result result_of_loss(Side loser) {
    return loser == SIDE_FIRST ? RESULT_SECOND : RESULT_FIRST;
}

// Writes a cell or a house, a letter and a number of 1..99, without a NUL; returns the end.
static inline char *move_text_place(char *text, char letter, unsigned number) {
    *text++ = letter;
    if (number > 9) *text++ = (char)('0' + number / 10);
    *text++ = (char)('0' + number % 10);
    return text;
}

// "first" or "second".
const char *side_name(Side side);
// "*", "1-0", "0-1", "1/2-1/2".
const char *result_name(Result result);
// Whether the rules of the game ended it, so that its score is final.
static inline bool end_is_by_rule(End end) {
    return end != END_NONE && end < END_PLY_LIMIT;
}

// Whether it was lost by a fault of the player's that has nothing to do with the play.
static inline bool end_is_fault(End end) {
    return end >= END_ILLEGAL_MOVE && end < END_COUNT;
}

// The name used in records; "" for END_NONE.
const char *end_name(End end);
// The inverse of result_name and end_name; RESULT_COUNT and END_COUNT for an unknown text.
Result result_parse(const char *text);
End end_parse(const char *text);

#endif
