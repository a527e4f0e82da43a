// Openings: the plies that the experiment, not the players, chooses.
#ifndef HARROW_OPENING_H
#define HARROW_OPENING_H

#include "core/experiment.h"

enum { OPENING_MAX_PLIES = 1000 };

typedef struct Opening {
    Move moves[OPENING_MAX_PLIES];
    int32_t count;
} Opening;

// Draws the opening of a game: uniformly random plies from the start, drawn again as long as the
// game is over behind them. EXIT_INPUT when such an opening is not found.
bool opening_draw(Opening *self, const Experiment *experiment, GameNumber game,
                  const Position *start, Status *status);

#endif
