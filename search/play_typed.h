// What a person types in `harrow play`: commands, plies, and short forms of both.
#ifndef HARROW_PLAY_TYPED_H
#define HARROW_PLAY_TYPED_H

#include "search/play.h"

// Does what a line says; what is wrong with it is told.
PlayStep play_take_line(Play *self, const char *line, Status *status);

// All that a first word can be: legal plies and commands.
WordList play_words(const Play *self);

#endif
