// The subcommands of analysis.
#ifndef HARROW_ANALYSIS_COMMANDS_H
#define HARROW_ANALYSIS_COMMANDS_H

#include "core/command.h"

extern const Command CMD_ELO;
extern const Command CMD_RECORDS;
extern const Command CMD_REPORT;
extern const Command CMD_SPRT;
extern const Command CMD_STATS;

#endif
