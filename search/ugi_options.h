// The options of an engine: those of its player under the names that the protocol has for them.
#ifndef HARROW_UGI_OPTIONS_H
#define HARROW_UGI_OPTIONS_H

#include "search/player.h"

#include <stdio.h>

// Writes a line `option name … type … default …` for each key of the player, with the values that
// a resolved spec has. The size of its memory is `Hash`, its threads are `Threads`. The keys of a
// clock are left out, since `go` tells the time, and `base`.
void ugi_options_write(const PlayerSpec *resolved, FILE *stream);

// Whether a name of an option is this one; capitals do not count.
bool ugi_option_is(const char *name, const char *other);

// Sets one by the name announced. After a failure nothing has changed.
bool ugi_option_set(PlayerSpec *player, const char *name, const char *value, Status *status);

#endif
