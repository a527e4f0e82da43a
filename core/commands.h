// The subcommands of core.
#ifndef HARROW_CORE_COMMANDS_H
#define HARROW_CORE_COMMANDS_H

#include "core/command.h"
#include "core/spec_table.h"

extern const Command CMD_GAMES;
extern const Command CMD_SHOW;
extern const Command CMD_PERFT;
extern const Command CMD_REPLAY;

// What SPEC means in usage lines: a game.
extern const SpecTable GAME_SPECS;

#endif
