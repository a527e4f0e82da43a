// The subcommands of selfplay.
#ifndef HARROW_SELFPLAY_COMMANDS_H
#define HARROW_SELFPLAY_COMMANDS_H

#include "core/command.h"

extern const Command CMD_RUN;
extern const Command CMD_MERGE;
extern const Command CMD_STATUS;
extern const Command CMD_BENCH;

#endif
