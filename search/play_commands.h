// What a person types in `harrow play`: commands and plies.
#ifndef HARROW_PLAY_COMMANDS_H
#define HARROW_PLAY_COMMANDS_H

#include "search/play.h"

// Does what a line says; what is wrong with it is told.
PlayStep play_take_line(Play *self, const char *line, Status *status);

// All that a first word can be: legal plies and commands.
WordList play_words(const Play *self);

// Plays a legal ply and tells of it; `decision` NULL for a person's.
PlayStep play_make_ply(Play *self, Move move, const Decision *decision, double seconds,
                       Status *status);

#endif
