// Awale a second time, deliberately plain: the executable form of the rules.
//
// The fast implementation is tested against this one, so the two share no code. A board is an
// array of houses, moves and positions are texts, and a ply is legal if it is tried and works.
#ifndef HARROW_PLAIN_AWALE_H
#define HARROW_PLAIN_AWALE_H

#include <stdbool.h>

enum {
    PLAIN_AWALE_HOUSES = 6, // of each player
    PLAIN_AWALE_STONES = 48,
    PLAIN_AWALE_MAJORITY = 25,
    PLAIN_AWALE_MOVE_SIZE = 3,  // "A1" with its NUL
    PLAIN_AWALE_TEXT_SIZE = 64, // a position string with its NUL
};

typedef enum PlainAwalePlayer { PLAIN_AWALE_A, PLAIN_AWALE_B } PlainAwalePlayer;

// By player, and by the number of a house less 1. Where the side to move has no legal ply, all
// stones are in the stores, unless one of them holds the majority.
typedef struct PlainAwale {
    int house[2][PLAIN_AWALE_HOUSES];
    int store[2]; // the score
    PlainAwalePlayer side;
} PlainAwale;

typedef struct PlainAwaleMoves {
    int count;
    char text[PLAIN_AWALE_HOUSES][PLAIN_AWALE_MOVE_SIZE];
} PlainAwaleMoves;

PlainAwale plain_awale_start(void);

bool plain_awale_is_over(const PlainAwale *self);
// "1-0", "0-1", "1/2-1/2", or "*" while the game goes on.
const char *plain_awale_result(const PlainAwale *self);
// "majority", "stuck", or "" while the game goes on. After a sweep it is "stuck", even if a store
// has the majority then: nobody had it when the game ended. Only a sweep empties both rows, so a
// final position that is read again gives the same end.
const char *plain_awale_end(const PlainAwale *self);

// The legal moves, sorted by strcmp.
void plain_awale_moves(const PlainAwale *self, PlainAwaleMoves *moves);
// True if the text is one of the legal moves.
bool plain_awale_is_legal(const PlainAwale *self, const char *move);
// Plays a legal move, and sweeps the board if it leaves the opponent without one.
void plain_awale_play(PlainAwale *self, const char *move);

// Writes the position string, at most PLAIN_AWALE_TEXT_SIZE bytes.
void plain_awale_format(const PlainAwale *self, char *text);
// Reads a position string, and sweeps the board if its side to move has no legal ply. False, and
// nothing changed, unless it is right in every respect.
bool plain_awale_parse(PlainAwale *self, const char *text);

// The same position with the players exchanged: the board from its other side.
PlainAwale plain_awale_half_turn(const PlainAwale *self);
// The same move with the players exchanged.
void plain_awale_half_turn_move(const char *move, char *image);

#endif
