// The kinds of players there are; a new one adds its line here and in player.c.
#ifndef HARROW_PLAYERS_H
#define HARROW_PLAYERS_H

#include "search/player.h"

// What the keys that are not given are.
typedef enum Base { BASE_TUNED, BASE_PLAIN } Base;
#define BASE_CHOICES "tuned|plain"
#define BASE_HELP "keys not given: as tuned for the game (listed below), or plain (these defaults)"

// Which of equally good plies is played.
typedef enum Ties { TIES_RANDOM, TIES_FIRST } Ties;
#define TIES_CHOICES "random|first"
#define TIES_HELP "of equal plies one at random, or the first found: the same line, the same ply"

extern const PlayerKind PLAYER_RANDOM;
extern const PlayerKind PLAYER_GREEDY;
extern const PlayerKind PLAYER_MCTS;
extern const PlayerKind PLAYER_ALPHABETA;
extern const PlayerKind PLAYER_ENGINE;

#endif
