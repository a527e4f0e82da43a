// The rules of Awale as functions, which the table in awale_game.c gathers.
#ifndef HARROW_AWALE_RULES_H
#define HARROW_AWALE_RULES_H

#include "core/awale.h"
#include "core/marks.h"
#include "core/move.h"
#include "core/rng.h"
#include "core/status.h"

#include <stdbool.h>
#include <stdio.h>

void awale_init(AwalePosition *self);
// Where a side to move without a legal ply ends the game, moves all stones to the stores.
void awale_sweep_if_stuck(AwalePosition *self);

// A move is the number of a house: 0..5 the first side's, 6..11 the second's, in order of sowing.
// As in the game table.
int awale_moves(const AwalePosition *self, Move *moves);
int awale_count_moves(const AwalePosition *self);
Move awale_draw(const AwalePosition *self, Rng *rng);
int awale_ending_moves(const AwalePosition *self, Move *moves);
void awale_play(AwalePosition *self, Move move);
Outcome awale_outcome(const AwalePosition *self);
Score awale_score(const AwalePosition *self);
uint64_t awale_key(const AwalePosition *self);
uint64_t awale_perft(const AwalePosition *self, int depth);
bool awale_self_check(const AwalePosition *self);
Playout awale_playout(AwalePosition *self, Rng *rng, int32_t ply_limit);
bool awale_parse(AwalePosition *self, const char *text, Status *status);
void awale_format(const AwalePosition *self, char *text);
void awale_move_format(Move move, char *text);
bool awale_move_parse(const char *text, Move *move);
void awale_show(const AwalePosition *self, const Marks *marks, FILE *stream, bool color);

// Stones in a house, 0..11 as moves are numbered, and in a side's store.
static inline unsigned awale_stones(const AwalePosition *self, unsigned house) {
    return (unsigned)(self->row[house / AWALE_HOUSES] >> 8 * (house % AWALE_HOUSES)) & 255;
}
static inline unsigned awale_store(const AwalePosition *self, unsigned side) {
    return (unsigned)(self->row[side] >> 8 * AWALE_HOUSES);
}

#endif
