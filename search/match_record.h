// A match as a game record, and as the command that goes on with it.
#ifndef HARROW_MATCH_RECORD_H
#define HARROW_MATCH_RECORD_H

#include "search/match.h"

// Writes the record of a match, also of one that is not over, into a file of one line. One that is
// there already is EXIT_INPUT, unless it is to be replaced.
bool match_save(const Match *self, const char *path, bool replace, Status *status);

// The command that goes on where the match stands, which the caller frees; NULL when memory is
// short.
char *match_command(const Match *self);

#endif
