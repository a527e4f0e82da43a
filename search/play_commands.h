// The commands of a person in `harrow play`, such as `undo`.
#ifndef HARROW_PLAY_COMMANDS_H
#define HARROW_PLAY_COMMANDS_H

#include "search/play.h"

// A command; `argument` is what stands behind its name, without blanks around it.
typedef struct PlayCommand {
    const char *name;
    const char *argument; // NULL = it takes none
    const char *help;
    bool whole; // it is not to be abbreviated
    // Does it, and tells of it; false input is told of too and changes nothing.
    PlayStep (*run)(Play *self, const char *argument, Status *status);
} PlayCommand;

// The commands in the order of `help`; NULL beyond the last.
const PlayCommand *play_command_at(int index);

#endif
