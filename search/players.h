// The kinds of players there are; a new one adds its line here and in player.c.
#ifndef HARROW_PLAYERS_H
#define HARROW_PLAYERS_H

#include "search/player.h"

extern const PlayerKind PLAYER_RANDOM;
extern const PlayerKind PLAYER_GREEDY;
extern const PlayerKind PLAYER_MCTS;
extern const PlayerKind PLAYER_ALPHABETA;

#endif
