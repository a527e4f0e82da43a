// What `harrow play` shows: boards, plies, what players think of them, and the end.
#ifndef HARROW_PLAY_VIEW_H
#define HARROW_PLAY_VIEW_H

#include "search/play.h"

enum { PLAY_TEXT_SIZE = 64 };

// "Light" or "A".
const char *play_side_name(const Play *self, Side side);

// The board with the last ply, and what this part of the game is about where that is new.
void play_view_turn(Play *self);
// The board with a cell and the moves that begin there or, where there are none, end there.
void play_view_cell(const Play *self, unsigned cell, const Move *moves, int count);
// A ply just made; `decision` NULL for one of a person's.
void play_view_ply(const Play *self, Side side, Move move, const Decision *decision,
                   double seconds);
// Plies in lines that begin with each piece.
void play_view_moves(const Play *self, const Move *moves, int count);
// How the match has ended.
void play_view_outcome(const Play *self);

// What somebody thinks, from an expected score of 0..1, as in "about even (52 %)".
void play_value_text(double value, bool proven, char text[PLAY_TEXT_SIZE]);
// What the person to move is asked with.
void play_prompt(const Play *self, char text[PLAY_TEXT_SIZE]);

#endif
