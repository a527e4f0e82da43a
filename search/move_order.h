// The order in which an alpha-beta search tries plies: what was good elsewhere first.
// Killers: Akl, Newborn 1977; history: Schaeffer 1989; counter-plies: Uiterwijk 1992.
#ifndef HARROW_MOVE_ORDER_H
#define HARROW_MOVE_ORDER_H

#include "core/game.h"

enum {
    MAX_PLY = 128,      // from the root
    KILLERS = 2,        // plies remembered at each distance from the root
    PLY_KINDS = 4 * 256 // bits 16–17 and 0–7 of a Move: kind and target in Agros
};

// The plies of a node, the most promising first as far as they were looked at.
typedef struct MoveList {
    Move moves[GAME_MAX_MOVES];
    int32_t scores[GAME_MAX_MOVES];
    int count;
} MoveList;

// What cut off elsewhere. What is never noted does not count: so each part can be left out.
typedef struct MoveOrder {
    Move killers[MAX_PLY + 1][KILLERS];
    int32_t history[SIDE_COUNT][PLY_KINDS];
    Move counters[SIDE_COUNT][PLY_KINDS]; // by the ply that they answered
    bool no_counters;                     // since they were cleared
} MoveOrder;

// Forgets everything; or only the killers, whose distances are those of one search.
void order_clear(MoveOrder *self);
void order_clear_killers(MoveOrder *self);

// Note a ply that cut off, and in the history that those of the list before it did not.
void order_note_killer(MoveOrder *self, Move move, int ply);
void order_note_history(MoveOrder *self, const MoveList *list, int at, Side side, int depth);
void order_note_counter(MoveOrder *self, Move move, Side side, Move answered);

// Scores the moves of a list: `first` before all others, then killers and the counter-ply.
void order_score(const MoveOrder *self, MoveList *list, Side side, int ply, Move first,
                 Move answered);
// Raises the plies of a list that capture above all but `first`.
void order_raise_captures(MoveList *list, const Game *game, const Position *position, Move first);

// Brings the best of the plies from `at` on there; most nodes need only the first few.
Move list_pick(MoveList *list, int at);

#endif
