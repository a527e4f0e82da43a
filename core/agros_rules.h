// The rules of Agros as functions, which the table in agros_game.c gathers.
#ifndef HARROW_AGROS_RULES_H
#define HARROW_AGROS_RULES_H

#include "core/agros.h"
#include "core/json.h"
#include "core/marks.h"
#include "core/move.h"
#include "core/rng.h"
#include "core/status.h"

#include <stdio.h>

// The empty board before the first placement.
void agros_init(AgrosPosition *self, const AgrosOptions *options);

// Who places when so many farmers stand: Light, Dark, Dark, Light, Light, …
Side agros_opening_side(unsigned placed);
// True until all farmers are placed.
bool agros_in_opening(const AgrosPosition *self);
// Who is to move after a placement: the next to place, and Light when all farmers stand.
Side agros_side_after_placement(const AgrosPosition *self);

// Put a piece on an empty cell, lines and key included; for setting up positions.
void agros_add_seed(AgrosPosition *self, unsigned side, unsigned cell);
void agros_add_farmer(AgrosPosition *self, unsigned side, unsigned cell, unsigned harvest);
// Sets whose turn it is and how many passes came just before.
void agros_set_turn(AgrosPosition *self, unsigned side, unsigned passes);

// The harvest of the side's farmer on a cell, AGROS_SEED where there is none.
unsigned agros_harvest_on(const AgrosPosition *self, unsigned side, unsigned cell);

// As in the game table.
int agros_moves(const AgrosPosition *self, Move *moves);
int agros_count_moves(const AgrosPosition *self);
Move agros_draw(const AgrosPosition *self, Rng *rng);
int agros_ending_moves(const AgrosPosition *self, Move *moves);
void agros_play(AgrosPosition *self, Move move);
Outcome agros_outcome(const AgrosPosition *self);
Score agros_score(const AgrosPosition *self);
bool agros_equal(const AgrosPosition *a, const AgrosPosition *b);
void agros_image(const AgrosPosition *self, int symmetry, AgrosPosition *image);
bool agros_self_check(const AgrosPosition *self);
Playout agros_playout(AgrosPosition *self, Rng *rng, int32_t ply_limit);
bool agros_parse(AgrosPosition *self, AgrosOptions *options, uint64_t given, const char *text,
                 Status *status);
void agros_format(const AgrosPosition *self, char *text);
void agros_move_format(Move move, char *text);
bool agros_move_parse(const char *text, Move *move);
// Reads a cell of the largest board such as "c4" and moves on behind it.
bool agros_cell_parse(const char **at, unsigned *cell);
void agros_show(const AgrosPosition *self, const Marks *marks, FILE *stream, bool color);
void agros_show_json(const AgrosPosition *self, JsonWriter *json);

#endif
