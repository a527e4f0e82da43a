// The rules of Agon as functions, which the table in agon_game.c gathers.
#ifndef HARROW_AGON_RULES_H
#define HARROW_AGON_RULES_H

#include "core/agon.h"
#include "core/history.h"
#include "core/marks.h"

void agon_init(AgonPosition *self);
// Puts a piece on a cell, key included; for setting up positions.
void agon_add(AgonPosition *self, unsigned side, bool is_queen, bool is_captured, unsigned cell);
void agon_set_side(AgonPosition *self, unsigned side);

// As in the game table.
int agon_moves(const AgonPosition *self, Move *moves);
int agon_count_moves(const AgonPosition *self);
Move agon_draw(const AgonPosition *self, Rng *rng);
int agon_ending_moves(const AgonPosition *self, Move *moves);
void agon_play(AgonPosition *self, Move move);
Outcome agon_outcome(const AgonPosition *self);
void agon_image(const AgonPosition *self, int symmetry, AgonPosition *image);
bool agon_self_check(const AgonPosition *self);
Playout agon_playout(AgonPosition *self, Rng *rng, int32_t ply_limit, History *history);
bool agon_parse(AgonPosition *self, const char *text, Status *status);
void agon_format(const AgonPosition *self, char *text);
void agon_move_format(Move move, char *text);
bool agon_move_parse(const char *text, Move *move);
// Reads a cell of the board such as "k11" and moves on behind it; and writes one, with its NUL.
bool agon_cell_parse(const char **at, unsigned *cell);
void agon_cell_format(unsigned cell, char *text);
void agon_show(const AgonPosition *self, const Marks *marks, FILE *stream, bool color);

#endif
