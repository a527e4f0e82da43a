// The statistics of a run as its stats.json has them, read back for the table.
#ifndef HARROW_SAVED_STATS_H
#define HARROW_SAVED_STATS_H

#include "analysis/stats.h"

typedef struct SavedStats {
    cJSON *tree; // the whole file, which the labels' texts belong to
    CellLabel *labels;
    CellStats *stats;   // what stats_table reads; of scored_games only whether there are any
    const char **specs; // of player 0 of each cell, canonical; NULL where the file has none
    size_t count;
    int subject;   // whose strength is asked for, as of stats_table
    bool complete; // false: the run goes on
} SavedStats;

// Reads a file; what is not as stats_write_cell writes it is EXIT_INPUT and named by path and key.
// The caller releases the statistics, also after a failure.
bool saved_stats_read(SavedStats *self, const char *path, Status *status);
// The same from such a file's text.
bool saved_stats_parse(SavedStats *self, const char *text, size_t size, Status *status);
void saved_stats_release(SavedStats *self);

// The name of the experiment; "" where the file has none.
const char *saved_stats_name(const SavedStats *self);

#endif
