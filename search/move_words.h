// What a person means by a typed text: a ply, or a short form that fits several.
#ifndef HARROW_MOVE_WORDS_H
#define HARROW_MOVE_WORDS_H

#include "core/game.h"

typedef struct MoveMatches {
    Move moves[GAME_MAX_MOVES];
    int count;
} MoveMatches;

// The moves among those given that a text stands for. The best way in which it fits any counts: as
// it is; without its signs and blanks (d4d6); by its beginning; by its end, a cell (d6) or a house
// (3). Capitals are as good as small letters.
MoveMatches move_words_match(const Game *game, const Move *moves, int count, const char *text);

#endif
