// What kinds of plies a game has, as searches tell them apart: by looking at positions only.
#ifndef HARROW_PLY_KIND_H
#define HARROW_PLY_KIND_H

#include "core/game.h"

// What a ply captured, told from the positions before and after it: stones in Awale, pieces in
// Agon, nothing in Agros, where none are. A ply that captures is loud, any other quiet.
int32_t ply_gain(const Game *game, const Position *before, const Position *after);

// Whether a game has loud plies at all.
bool game_has_captures(const Game *game);

// The ply that leaves the board as it is, where it is legal: the pass of Agros after its opening.
// Else MOVE_NONE; a side that has to move may be worse off for it in Agon and Awale.
Move pass_of(const Game *game, const Position *position);

#endif
