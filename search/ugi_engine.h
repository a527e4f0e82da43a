// An engine of the Universal Game Interface: any game and any player behind lines of text.
//
// Commands: ugi, setoption, isready, uginewgame, position, go, query, stop, quit. `query legal` is
// an extension of ours: `response` and all legal plies, sorted as bytes. `go` without a limit means
// the limits of the player's own keys. A command that cannot be followed is answered by a line
// `info string …` and changes nothing; `go` also by `bestmove none`, but while a search is under
// way.
#ifndef HARROW_UGI_ENGINE_H
#define HARROW_UGI_ENGINE_H

#include "search/player.h"
#include "search/ugi_search.h"

typedef struct UgiEngine {
    Variant variant; // as the option Game has it
    PlayerSpec spec; // as the other options have it
    bool seeded;     // by the user, else each game by chance
    uint64_t seed;
    uint64_t games; // begun so far
    Line line;
    Player *player;                 // made when first needed; NULL = to be made
    char made_for[SPEC_MAX_LENGTH]; // the game that it was made for
    Rng rng;
    UgiSearch search;
} UgiEngine;

// The game at its start, and a player of this spec. A mistake is EXIT_INPUT.
bool ugi_engine_init(UgiEngine *self, const char *game, const char *player, Status *status);
void ugi_engine_release(UgiEngine *self);
// From now on all randomness comes from this seed.
void ugi_engine_seed(UgiEngine *self, uint64_t seed);

// Ends a search under way with what it has, and waits until its last line is out.
void ugi_engine_finish(UgiEngine *self);

// Follows one command, which is cut into its words, with answers on stdout; false for `quit`. All
// but `go` is answered before it returns; `go` is answered by another thread.
bool ugi_engine_command(UgiEngine *self, char *line);

#endif
