// Where an experiment is read from: a config, or the directory of a run.
#ifndef HARROW_EXPERIMENT_FILE_H
#define HARROW_EXPERIMENT_FILE_H

#include "core/experiment.h"

// Reads a config, or what the directory of a run was made from, with the assignments of --set and
// the part that --shard says (NULL: of a directory its own, else all games). Mistakes are
// EXIT_INPUT and name the file. The caller releases the experiment, also after a failure.
bool experiment_file_read(Experiment *self, const char *path, const char *const sets[],
                          int set_count, const char *shard, Status *status);

bool experiment_file_is_directory(const char *path);

#endif
