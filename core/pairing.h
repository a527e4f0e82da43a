// Who meets whom: the key "pairing" of a config, and the cells that it makes.
#ifndef HARROW_PAIRING_H
#define HARROW_PAIRING_H

#include "core/experiment.h"

// Reads the value of "pairing" (NULL: the key is missing, which is "self") and makes the cells of
// an experiment that has its variants and players: variants in their order, within each the
// pairings. Mistakes are EXIT_INPUT and name the JSON path.
bool pairing_read(Experiment *self, const cJSON *pairing, Status *status);

// Whose strength is asked for: player 0's of each cell; in a gauntlet that of those who run it, 1.
int pairing_subject(const Experiment *self);

// Writes the value that pairing_read would read again.
void pairing_write(const Experiment *self, JsonWriter *json);

#endif
