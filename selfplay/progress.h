// Progress of a run on stderr: one line that renews itself on a terminal, else a line a minute.
#ifndef HARROW_PROGRESS_H
#define HARROW_PROGRESS_H

#include "core/experiment.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct Progress {
    const Experiment *experiment;
    bool quiet;
    bool terminal;
    int64_t begun; // monotonic nanoseconds
    int64_t shown;
    int64_t restored; // games of earlier sessions
    int64_t games;    // finished, those included
    int64_t plies;    // of this session's games
} Progress;

void progress_init(Progress *self, const Experiment *experiment, int64_t restored, bool quiet);
// One more game of this session is finished.
void progress_add(Progress *self, int32_t plies);
// Shows a line when it is time to; `id` is the oldest game that is not finished.
void progress_show(Progress *self, int64_t id);
// Ends the line of a terminal.
void progress_end(Progress *self, int64_t id);

#endif
