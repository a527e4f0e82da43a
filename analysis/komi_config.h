// The experiment that confirms a fair komi: the variants of a run again, each with its estimate.
#ifndef HARROW_KOMI_CONFIG_H
#define HARROW_KOMI_CONFIG_H

#include "analysis/saved_stats.h"

// The komi that can be played and is nearest to an estimate: a multiple of ½ within the range of
// Agros; of two equally near ones that nearer to 0.
double komi_rounded(double estimate);

// Writes a config for `harrow run`: the experiment of the statistics with another name and seed and
// `komi=` set to the estimate in each variant of Agros in which that player met itself, the other
// settings as they were. `player` may be NULL where only one did. EXIT_INPUT where there is no such
// variant, or more than one such player and none is named.
bool komi_config_write(const SavedStats *stats, const char *player, FILE *stream, Status *status);

#endif
