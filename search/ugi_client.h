// The other end of the protocol: harrow asks an engine for its plies.
//
// An extension of ours lets an engine be written without any rules: one that announces `option name
// Legal type check default false` is set to `true`, and then told all legal plies, sorted as bytes,
// in a line `legal M…` behind each position.
#ifndef HARROW_UGI_CLIENT_H
#define HARROW_UGI_CLIENT_H

#include "core/move.h"
#include "core/option.h"
#include "search/engine_process.h"

enum { UGI_REASON_SIZE = 256, UGI_VARIATION_SIZE = 1024 };

// What came of asking for something.
typedef enum UgiAnswer {
    UGI_ANSWERED,
    UGI_STOPPED, // nobody waits any more; the engine is out of step from then on
    UGI_FAULTY   // `fault` says why; the engine is out of step, or gone
} UgiAnswer;

// What an engine did that it loses a game by.
typedef struct UgiFault {
    End end;
    char reason[UGI_REASON_SIZE];
} UgiFault;

// The reply to `go`. Of what several `info` lines tell, the last counts; 0 = none does.
typedef struct UgiReply {
    char move[64]; // as it was written, cut
    int64_t nodes;
    int32_t depth;
    bool has_score;
    int32_t centipoints;
    char variation[UGI_VARIATION_SIZE]; // cut at a blank
} UgiReply;

typedef struct UgiClient {
    EngineProcess process;
    bool in_step;     // it has answered all that it was asked
    bool takes_game;  // it announces the option Game
    bool takes_seed;  // and Seed
    bool takes_legal; // and Legal
    int64_t deadline; // of all that is asked, of the monotonic clock; the caller's to set
    const atomic_bool *stop;
    UgiFault fault;
} UgiClient;

void ugi_client_init(UgiClient *self, EngineLog *log);

// Starts an engine, learns its options and tells it the game, a canonical spec.
UgiAnswer ugi_client_start(UgiClient *self, char *const *command, const char *game);
// Ends it: it is asked to, and killed where it does not.
void ugi_client_end(UgiClient *self);

// Begins a new game; `seed` is for an engine that lets its chance be chosen.
UgiAnswer ugi_client_begin(UgiClient *self, uint64_t seed);

// Tells it a position, and what is legal where it takes that, whole lines in one text, and waits
// until it is ready: what it said unasked before counts for nothing.
UgiAnswer ugi_client_tell(UgiClient *self, const char *text);
// Asks for a ply of that position by a line `go …`.
UgiAnswer ugi_client_ask(UgiClient *self, const char *go, UgiReply *reply);

#endif
