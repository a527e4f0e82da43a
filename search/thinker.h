// A player's choice in a thread of its own, so that whoever waits for it can be interrupted.
#ifndef HARROW_THINKER_H
#define HARROW_THINKER_H

#include "core/interrupt.h"
#include "search/player.h"

typedef enum ThinkEnd {
    THINK_CHOSEN,
    THINK_INTERRUPTED, // by a signal; the decision is unusable
    THINK_FAILED       // with the status filled
} ThinkEnd;

// Lets a player choose a ply of a line that is not over, and waits for it or for a signal.
ThinkEnd think(Player *player, const Line *line, Rng *rng, Interrupt *interrupt, Decision *decision,
               Status *status);

#endif
