// The other ranks of a run as rank 0 sees them: hands places of the batch out to them and takes
// their games.
#ifndef HARROW_CREW_H
#define HARROW_CREW_H

#include "selfplay/batch.h"
#include "selfplay/ranks.h"

// Of MESSAGE_GAMES: before each game's text.
typedef struct GameHead {
    int64_t id;
    int64_t size; // of the text behind
    GameFacts facts;
} GameHead;

typedef struct CrewMember {
    char host[64];
    int threads;
    int64_t hungry; // places that would be welcome
    bool gone;
} CrewMember;

typedef struct Crew {
    Ranks *ranks; // NULL or one: there are no others, and nothing below does anything
    const Experiment *experiment;
    Batch *batch;
    CrewMember *members; // by rank; the first is this one and unused
    int present;         // of the others
    int64_t dropped;     // the place that the others know of
    Message message;
} Crew;

// What the others need to know before they can play.
typedef struct CrewOptions {
    const char *logs; // the directory where players may keep logs
    int threads;      // of each process; 0 = as many as its processors suffice for
    int inner;        // threads inside a search
} CrewOptions;

// Tells the others what is to be played. The caller releases the crew, also after a failure.
bool crew_init(Crew *self, Ranks *ranks, const Experiment *experiment, Batch *batch,
               const CrewOptions *options, Status *status);
void crew_release(Crew *self);

// Takes all messages that are there, hands out what is asked for, and tells what is no longer
// wanted. Returns how many messages came. By the thread that joined the ranks, like all that
// follows.
int crew_serve(Crew *self);
// Tells the others to end, once, and waits so long at most for what they have finished. Returns
// whether all are gone.
bool crew_end(Crew *self, int milliseconds);

// Writes "ranks" with host and threads of each of the others; nothing where there are none.
void crew_write(const Crew *self, JsonWriter *json);

// The end of the others where there was nothing to play, or it has been told already.
void crew_dismiss(Ranks *ranks);

// The processors that one of the ranks may count on: where nobody keeps them to some each, those of
// a machine are divided. At least 1.
int crew_processors(const Ranks *ranks);

#endif
