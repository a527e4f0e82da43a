// A record played again ply by ply, with legality checks, for those who look at positions.
#ifndef HARROW_RECORD_WALK_H
#define HARROW_RECORD_WALK_H

#include "core/record.h"

enum { WALK_NO_VALUE = -1, WALK_FULL_VALUE = 254 };

typedef enum WalkStep {
    WALK_PLY,   // the line stands before `move`
    WALK_END,   // the line stands behind the last move
    WALK_FAILED // a ply is not legal, or memory is short; the status says which
} WalkStep;

// Where a walk is. It can be used for one record after another and keeps its memory.
typedef struct RecordWalk {
    const Record *record;
    Line line;
    const char *rest;  // the moves that are not yet read
    uint8_t *values;   // as of the record, decoded
    size_t room;       // for them
    int legal;         // plies in the position before `move`
    Move move;         // the ply to come
    bool pending;      // it has not been played yet
    int64_t legal_sum; // over all plies so far, with the one to come
    uint64_t opening;  // as of GameFacts, once the opening is played
} RecordWalk;

// Keeps nothing yet. A walk that is all zero may be released.
void record_walk_init(RecordWalk *self);
void record_walk_release(RecordWalk *self);

// Goes to the start of a record, which must stay until the walk is over.
bool record_walk_start(RecordWalk *self, const Record *record, Status *status);

// Plays the ply that was to come, and reads the next one.
WalkStep record_walk_next(RecordWalk *self, Status *status);

// What who makes the ply to come expects of it, 0..WALK_FULL_VALUE, or WALK_NO_VALUE.
int record_walk_value(const RecordWalk *self);
// The same as the first player sees it.
int record_walk_first_value(const RecordWalk *self);

// What statistics need to know of the record, at its end.
GameFacts record_walk_facts(const RecordWalk *self, int64_t number);

#endif
