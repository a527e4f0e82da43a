// The subcommands of search.
#ifndef HARROW_SEARCH_COMMANDS_H
#define HARROW_SEARCH_COMMANDS_H

#include "core/command.h"
#include "core/spec_table.h"

extern const Command CMD_ANALYSE;
extern const Command CMD_ENGINE;
extern const Command CMD_PLAY;
extern const Command CMD_PLAYERS;

// What PLAYER means in usage lines.
extern const SpecTable PLAYER_SPECS;

#endif
