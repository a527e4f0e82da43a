// What `harrow play` keeps beside the match: the person's terminal and what it has been told.
#ifndef HARROW_PLAY_H
#define HARROW_PLAY_H

#include "search/line_input.h"
#include "search/match.h"
#include "search/thinker.h"

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
    bool renews; // what is shown can be taken back
} Play;

// The game that is played.
const Game *play_game(const Play *self);
// Whether the match is over, by the rules or otherwise.
bool play_is_over(const Play *self);
// The legal plies, sorted by their names; none when it is over.
int play_legal_moves(const Play *self, Move moves[GAME_MAX_MOVES]);
// Plays a legal ply and tells of it; `decision` NULL for a person's.
PlayStep play_make_ply(Play *self, Move move, const Decision *decision, double seconds,
                       Status *status);
// Lets a player choose a ply, which a terminal is told of while it lasts. What it took in seconds.
ThinkEnd play_think(Play *self, Player *player, Rng *rng, Decision *decision, double *seconds,
                    Status *status);

#endif
