// Agon a second time, deliberately plain: the executable form of the rules.
//
// The fast implementation is tested against this one, so the two share no code. A board is an
// array of cells, moves and positions are texts, and the past is a list of position strings.
#ifndef HARROW_PLAIN_AGON_H
#define HARROW_PLAIN_AGON_H

#include <stdbool.h>

enum {
    PLAIN_AGON_LINES = 11, // rows, and diagonals
    PLAIN_AGON_GUARDS = 6, // of each side, besides a queen
    PLAIN_AGON_SYMMETRIES = 12,
    PLAIN_AGON_MAX_MOVES = 180, // six captured guards, to each of the 30 outer cells
    PLAIN_AGON_MOVE_SIZE = 8,   // "k10-k11" with its NUL
    PLAIN_AGON_TEXT_SIZE = 96,  // a position string with its NUL
};

typedef enum PlainAgonColor { PLAIN_AGON_NOBODY, PLAIN_AGON_LIGHT, PLAIN_AGON_DARK } PlainAgonColor;

// Empty (owner PLAIN_AGON_NOBODY, all else false), a guard or a queen.
typedef struct PlainAgonCell {
    PlainAgonColor owner;
    bool queen;
    bool captured;
} PlainAgonCell;

// Cells are [row][diagonal], both from 1, so a1 is [1][1]. What is not on the board is unused and
// empty.
typedef struct PlainAgon {
    PlainAgonCell cell[PLAIN_AGON_LINES + 1][PLAIN_AGON_LINES + 1];
    PlainAgonColor side;
    // All positions of the game so far; the last one is the present.
    char (*past)[PLAIN_AGON_TEXT_SIZE];
    int count;
    int room;
} PlainAgon;

typedef struct PlainAgonMoves {
    int count;
    char text[PLAIN_AGON_MAX_MOVES][PLAIN_AGON_MOVE_SIZE];
} PlainAgonMoves;

// A game in its start position. It holds memory until it is released.
void plain_agon_init(PlainAgon *self);
// The same game a second time, with its whole past; to be released too.
void plain_agon_copy(PlainAgon *self, const PlainAgon *other);
void plain_agon_release(PlainAgon *self);

bool plain_agon_is_over(const PlainAgon *self);
// "1-0", "0-1", "1/2-1/2", or "*" while the game goes on.
const char *plain_agon_result(const PlainAgon *self);
// "enthroned", "forfeit", "repetition", "stuck", or "" while the game goes on.
const char *plain_agon_end(const PlainAgon *self);
// How often the present position has occurred, this time included.
int plain_agon_occurrences(const PlainAgon *self);

// The legal moves, sorted by strcmp.
void plain_agon_moves(const PlainAgon *self, PlainAgonMoves *moves);
// True if the text is one of the legal moves.
bool plain_agon_is_legal(const PlainAgon *self, const char *move);
// Plays a legal move.
void plain_agon_play(PlainAgon *self, const char *move);

// Writes the position string, at most PLAIN_AGON_TEXT_SIZE bytes.
void plain_agon_format(const PlainAgon *self, char *text);
// Reads a position string into a game that has been initialised: a new game, which counts
// repetitions from there. False, and nothing changed, unless it is right in every respect.
bool plain_agon_parse(PlainAgon *self, const char *text);

// The image of a position under one of the symmetries of the board, numbered from 0, which changes
// nothing. False unless the text is a position string.
bool plain_agon_mirror(const char *text, int symmetry, char *image);
// The image of a move.
void plain_agon_mirror_move(const char *move, int symmetry, char *image);

#endif
