// One session of a run: from the directory as it is to as many more games as it may play.
#ifndef HARROW_SESSION_H
#define HARROW_SESSION_H

#include "core/experiment.h"
#include "selfplay/ranks.h"

typedef struct SessionOptions {
    const char *out; // the directory
    int threads;
    bool quiet;
    bool pin;         // each worker to a processor of its own
    bool extend;      // the directory may have fewer games a cell
    Ranks *ranks;     // of which this is 0
    int rank_threads; // of each of the others; 0 = what their processors suffice for
    int inner;        // threads inside a search
} SessionOptions;

// Plays what is missing, saves and prints the results. Returns the exit code of the process; what
// failed was told on stderr. SIGINT and SIGTERM end the session early, with everything finished
// saved.
int session_run(const Experiment *experiment, const SessionOptions *options);

#endif
