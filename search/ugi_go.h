// The command `go`: what ends a search.
#ifndef HARROW_UGI_GO_H
#define HARROW_UGI_GO_H

#include "core/move.h"
#include "core/status.h"
#include "search/player.h"

#include <stdbool.h>
#include <stdint.h>

// What the words of `go` say, −1 for what they leave out; times in milliseconds.
typedef struct UgiGo {
    int64_t time[SIDE_COUNT], increment[SIDE_COUNT];
    int64_t movetime, depth, nodes;
    bool infinite;
} UgiGo;

// Reads them; what is wrong is named. The text is cut into its words.
bool ugi_go_parse(UgiGo *self, char *text, Status *status);

// The limits for a side to move. Where `go` names none that could end a search of this player, as a
// depth does not where it has no such key, they are those of the player's own keys.
SearchLimits ugi_go_limits(const UgiGo *self, Side side, const PlayerSpec *player);

#endif
