// The subcommands of core.
#ifndef HARROW_CORE_COMMANDS_H
#define HARROW_CORE_COMMANDS_H

#include "core/command.h"

extern const Command CMD_GAMES;
extern const Command CMD_SHOW;
extern const Command CMD_PERFT;
extern const Command CMD_REPLAY;

#endif
