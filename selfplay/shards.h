// The shards of an experiment, each in a directory of its own, read as one row of games.
#ifndef HARROW_SHARDS_H
#define HARROW_SHARDS_H

#include "core/experiment.h"
#include "core/text_reader.h"

typedef struct Shard {
    const char *directory; // the caller's
    char *path;            // of its games
    int32_t number;        // from 0
    TextReader reader;
    bool open;
} Shard;

typedef struct Shards {
    Experiment experiment; // whose part are the shards below
    Shard *shards;         // by number
    int32_t count;
} Shards;

// Checks that directories hold complete shards of one experiment, each once, and opens their games.
// All shards must be there; with `partial` those that are missing or not complete are left out.
// What is missing is told on stderr. The caller releases the shards, also after a failure.
bool shards_open(Shards *self, char *const directories[], int count, bool partial, Status *status);
void shards_release(Shards *self);

// Reads the line of the next game, without its newline, in the order of places (core/part.h); it
// stays valid until the same shard's next. NULL with the status filled, which names file and line,
// where it is damaged or there is none.
const TextReader *shards_next(Shards *self, int64_t place, Status *status);
// Whether all shards end behind the games that were read.
bool shards_end(Shards *self, Status *status);

#endif
