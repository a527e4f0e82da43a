// Openings: the plies that the experiment, not the players, chooses.
#ifndef HARROW_OPENING_H
#define HARROW_OPENING_H

#include "core/experiment.h"
#include "core/line.h"

// Plays the opening of a game on a line of its variant, whose start position is given: that of the
// book, then uniformly random plies, drawn again as long as the game is over behind them.
// *legal_plies becomes the sum of the numbers of legal plies. EXIT_INPUT when such an opening is
// not found.
bool opening_play(Line *line, const Position *start, const Experiment *experiment, GameNumber game,
                  int64_t *legal_plies, Status *status);

// Plays the first opening of each variant, so that a mistake is known before anything is written.
bool opening_check(const Experiment *experiment, Status *status);

#endif
