// Agros a second time, deliberately plain: the executable form of the rules.
//
// The fast implementation is tested against this one, so the two share no code. A board is an
// array of cells, moves and positions are texts, and nothing is kept that can be counted anew.
#ifndef HARROW_PLAIN_AGROS_H
#define HARROW_PLAIN_AGROS_H

#include <stdbool.h>

enum {
    PLAIN_MIN_SIZE = 3,
    PLAIN_MAX_SIZE = 16,
    PLAIN_MAX_FARMERS = 15,
    PLAIN_MAX_CELLS = PLAIN_MAX_SIZE * PLAIN_MAX_SIZE,
    PLAIN_MAX_MOVES = PLAIN_MAX_CELLS, // in the opening; later 16 × 15 + 1
    PLAIN_MOVE_SIZE = 8,               // "p16-p10" with its NUL
    PLAIN_TEXT_SIZE = 2048,            // a position string with its NUL
};

typedef enum PlainColor { PLAIN_NOBODY, PLAIN_LIGHT, PLAIN_DARK } PlainColor;

// Empty (owner PLAIN_NOBODY), a seed, or a farmer with its harvest. All else is 0.
typedef struct PlainCell {
    PlainColor owner;
    bool farmer;
    int harvest;
} PlainCell;

// Cells are [row][column], both from 0, so a1 is [0][0]. Rows and columns from `size` on are
// unused and empty.
typedef struct PlainAgros {
    int size;
    int farmers; // of each side
    bool is_static;
    int komi_halves; // added to Dark's score
    PlainCell cell[PLAIN_MAX_SIZE][PLAIN_MAX_SIZE];
    PlainColor side;
    int passes; // in a row just before
} PlainAgros;

typedef struct PlainMoves {
    int count;
    char text[PLAIN_MAX_MOVES][PLAIN_MOVE_SIZE];
} PlainMoves;

// In half points.
typedef struct PlainScore {
    int light;
    int dark;
} PlainScore;

typedef struct PlainField {
    int cells;        // how many
    PlainColor owner; // PLAIN_NOBODY when nobody controls it
    int value;        // points
} PlainField;

// All fields; number[row][column] is the field that an empty cell belongs to, −1 elsewhere.
typedef struct PlainFields {
    int count;
    PlainField field[PLAIN_MAX_CELLS];
    int number[PLAIN_MAX_SIZE][PLAIN_MAX_SIZE];
} PlainFields;

// The start position of a game whose options fit together.
PlainAgros plain_start(int size, int farmers, bool is_static, int komi_halves);

// True once two passes in a row have ended the game.
bool plain_is_over(const PlainAgros *self);
// "1-0", "0-1", "1/2-1/2", or "*" while the game goes on.
const char *plain_result(const PlainAgros *self);
// Both scores with komi, as if the game ended here.
PlainScore plain_score(const PlainAgros *self);
// The fields in the order of their lowest cell, row by row from a1.
void plain_fields(const PlainAgros *self, PlainFields *fields);

// The legal moves, sorted by strcmp.
void plain_moves(const PlainAgros *self, PlainMoves *moves);
// True if the text is one of the legal moves.
bool plain_is_legal(const PlainAgros *self, const char *move);
// Plays a legal move.
void plain_play(PlainAgros *self, const char *move);

// Writes the position string, at most PLAIN_TEXT_SIZE bytes.
void plain_format(const PlainAgros *self, char *text);
// Reads a position string. False, and nothing changed, unless it is right in every respect. The
// string says nothing of komi, which is left as it was.
bool plain_parse(PlainAgros *self, const char *text);

#endif
