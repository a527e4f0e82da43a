// The results of a run for files and people: stats.json and the table at the end.
#ifndef HARROW_RESULTS_H
#define HARROW_RESULTS_H

#include "analysis/findings.h"
#include "selfplay/writer.h"

// The statistics of all cells of an experiment, and what they say together.
typedef struct Results {
    const Experiment *experiment;
    CellLabel *labels;
    CellStats *stats;
    const char **specs; // of player 0 of each cell
    char *games;        // the canonical specs that the labels point to
    Findings findings;
} Results;

// Derives them from the writer's tallies. The caller releases the results, also after a failure.
bool results_init(Results *self, const Writer *writer, Resampling resampling, Status *status);
void results_release(Results *self);

// Replaces STORE_STATS.
bool results_save(const Results *self, const Store *store, bool complete, Status *status);
// Prints the table, and first of one that is not complete that it is so. False when memory is
// short.
bool results_print(const Results *self, bool complete, FILE *stream, Status *status);

// All of it, for what a writer has: saves and prints.
bool results_publish(const Writer *writer, bool complete, Resampling resampling, Status *status);

#endif
