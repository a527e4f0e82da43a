// The same player at several strengths: the key "ladder" of a config, such as
// {"mcts": [1, 2, 4, 8]}, puts a player for each factor in the place of the one that it names.
#ifndef HARROW_STRENGTH_LADDER_H
#define HARROW_STRENGTH_LADDER_H

#include "core/json.h"
#include "core/option.h"

enum { STRENGTH_LADDER_MAX_STEPS = 32, STRENGTH_LADDER_MAX_FACTOR = 1000000 };

// Checks the value of the key (NULL: it is missing) against the players of the config. Mistakes are
// EXIT_INPUT and name the JSON path.
bool strength_ladder_check(const cJSON *ladder, const cJSON *players, Status *status);

// How many players stand in the place of one: 1 for who is on no ladder.
int strength_ladder_steps(const cJSON *ladder, const char *player);

// Makes the spec of a player's step, from 0, from that of the player, by multiplying the one limit
// of work or time that it names; *limit becomes the product. For a player on a ladder only.
// EXIT_INPUT when the spec names no such limit, or several.
bool strength_ladder_step(const cJSON *ladder, const char *player, int step, const Spec *spec,
                          Spec *made, int64_t *limit, Status *status);

#endif
