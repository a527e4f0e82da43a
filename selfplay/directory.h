// What a directory says of the experiment in it: experiment.json, log.jsonl, and the extension of
// an experiment to more games.
#ifndef HARROW_DIRECTORY_H
#define HARROW_DIRECTORY_H

#include "core/interrupt.h"
#include "selfplay/crew.h"
#include "selfplay/store.h"

// How far an experiment has come, as experiment.json says.
typedef struct Stage {
    int64_t kept;  // games of each cell to be taken over from STORE_PREVIOUS
    bool complete; // all games were there once
} Stage;

// Makes a new directory the experiment's, or checks that it is: the same hash and behaviour version
// are resumed, anything else is EXIT_INPUT and says what differs. With `extend`, a complete
// experiment of fewer games a cell becomes the beginning of this one. *stage tells what the
// directory holds.
bool directory_enter(Store *store, const Experiment *experiment, bool extend, Interrupt *interrupt,
                     Stage *stage, Status *status);

// Reads what another directory says of itself, and checks that it is of the experiment, whatever
// its part; what differs is EXIT_INPUT, with what `other` says of where the experiment is and what
// is expected. The caller releases the part, also after a failure.
bool directory_inspect(const char *path, const Experiment *experiment, const char *other,
                       Part *part, Stage *stage, Status *status);

// Makes a directory that holds another part of the experiment the directory of this one, without a
// game.
bool directory_clear(const Store *store, const Experiment *experiment, Status *status);

// All games are in STORE_GAMES: removes what only served on the way.
bool directory_complete(const Store *store, const Experiment *experiment, Status *status);

// Adds a line about this session to STORE_LOG, with the other ranks (NULL: there are none); a
// failure there harms nobody and is not told.
void directory_log(const Store *store, const Experiment *experiment, int threads, const Crew *crew,
                   const char *event);

#endif
