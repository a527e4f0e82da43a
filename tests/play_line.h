// Lines and players for tests: what cannot be had fails the test.
#ifndef HARROW_PLAY_LINE_H
#define HARROW_PLAY_LINE_H

#include "search/player.h"

// The random numbers of a test's part with a name.
Rng rng_of(const char *name, uint64_t number);

// From specs; the player is ready for a first game. To be released.
Line open_line(const char *spec);
Player *open_player(const char *spec, const Variant *variant);

bool is_over(const Line *line);
bool is_legal(const Line *line, Move move);
void play(Line *line, Move move);
// Begins anew with so many random plies, fewer when the game ends before.
void play_randomly(Line *line, Rng *rng, int32_t plies);
Decision choose(Player *player, const Line *line, Rng *rng);

#endif
