// Players that keep nothing from ply to ply: all they need is how they choose.
#ifndef HARROW_STATELESS_H
#define HARROW_STATELESS_H

#include "search/player.h"

typedef bool (*Choose)(Player *self, const Line *line, Rng *rng, const atomic_bool *stop,
                       Decision *decision, Status *status);

// A player that is nothing but this function. NULL and status when memory is short.
Player *stateless_create(Choose choose, Status *status);

#endif
