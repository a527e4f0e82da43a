// Shards become one run.
#ifndef HARROW_MERGE_H
#define HARROW_MERGE_H

#include "selfplay/shards.h"

typedef struct MergeOptions {
    const char *out; // the directory
    int threads;     // that check games
    bool quiet;
} MergeOptions;

// Writes what one run of the shards' experiment would have written, with full legality checks of
// each game, and prints the results; a merge that was interrupted goes on where it was. Rules to
// stop are asked in the order of the games, and end a cell as they would have in that run; of an
// incomplete set of shards they take each cell's games up to the first that is missing. Returns the
// exit code of the process; what failed was told on stderr.
int merge_run(Shards *shards, const MergeOptions *options);

#endif
