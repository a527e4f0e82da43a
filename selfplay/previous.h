// The records of a smaller experiment that --extend takes over into a larger one.
#ifndef HARROW_PREVIOUS_H
#define HARROW_PREVIOUS_H

#include "core/text_reader.h"
#include "selfplay/store.h"
#include "selfplay/worker.h"

// The first games_per_cell games of each cell are read from STORE_PREVIOUS instead of played.
typedef struct Previous {
    int64_t games_per_cell; // 0 = nothing to take over
    Experiment experiment;  // as it was then; its lists are the present experiment's
    char *path;
    TextReader reader;
    bool open;
} Previous;

// Opens the file. Does nothing when games_per_cell is 0. The caller closes, also after a failure.
bool previous_open(Previous *self, const Store *store, const Experiment *experiment,
                   Status *status);
void previous_close(Previous *self);

// True for the id of a game that is taken over.
bool previous_has(const Previous *self, const Experiment *experiment, int64_t id);
// The game that is taken over under a new id; the caller frees its text. Each is asked for once at
// most and in order; what is passed over is not looked at.
bool previous_next(Previous *self, const Experiment *experiment, int64_t id, FinishedGame *game,
                   Status *status);

#endif
