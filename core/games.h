// The games there are; a new one adds its line here and in game.c.
#ifndef HARROW_GAMES_H
#define HARROW_GAMES_H

#include "core/game.h"

extern const Game AGROS;
extern const Game AGON;
extern const Game AWALE;

#endif
