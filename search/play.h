// What `harrow play` keeps beside the match: the person's terminal and what it has been told.
#ifndef HARROW_PLAY_H
#define HARROW_PLAY_H

#include "search/line_input.h"
#include "search/match.h"

enum { PLAY_PHASES_MOST = 16 };

// What is to be done next.
typedef enum PlayStep {
    PLAY_ASK,         // the person is asked again, for nothing has changed
    PLAY_GO_ON,       // the match has changed
    PLAY_QUIT,        // the person has had enough
    PLAY_INTERRUPTED, // a signal came
    PLAY_FAILED       // with the status filled
} PlayStep;

typedef struct Play {
    Match match;
    Interrupt interrupt;
    LineInput input;
    PlayerSpec adviser_spec; // whom `hint` asks
    Player *adviser;         // NULL until it is asked
    Rng adviser_rng;
    const char *phases[PLAY_PHASES_MOST]; // explanations that were given
    int phase_count;
    bool shown; // the board stands there as it is
    bool saved; // the file has the match as it is
    bool color;
} Play;

#endif
