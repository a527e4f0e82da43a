// Where on the board things happen in a cell's games, and how the games go for who does them: in
// Agros the placing of farmers, in Agon where plies lead, in Awale which house is sown; and in
// Agros who controls which cells at the end.
#ifndef HARROW_HEAT_MAP_H
#define HARROW_HEAT_MAP_H

#include "core/game.h"

enum { HEAT_PLACES = 256 };

// Sums by side and place; a place is a cell as the game's move encodes it.
typedef struct HeatMap {
    int64_t plies[SIDE_COUNT][HEAT_PLACES];
    int64_t finished[SIDE_COUNT][HEAT_PLACES];   // those in games that were finished
    int64_t halves[SIDE_COUNT][HEAT_PLACES];     // half points that their side won there
    int64_t controlled[SIDE_COUNT][HEAT_PLACES]; // games at whose end the side controls the cell
    int64_t ends;                                // games whose end is counted
} HeatMap;

// Adds a ply of a game with this result.
void heat_map_add(HeatMap *self, const Game *game, Side side, Move move, Result result);
// Adds the last position of a finished game; only in Agros is there anything to control.
void heat_map_add_end(HeatMap *self, const Game *game, const Position *end);
void heat_map_merge(HeatMap *self, const HeatMap *from);

// The place of a ply that the map counts, or −1.
int heat_map_place(const Game *game, Move move);

// What is counted, for a person: "farmers placed".
const char *heat_map_subject(const Game *game);

// The mean score of the side's plies at a place, NaN where there is none.
double heat_map_score(const HeatMap *self, Side side, int place);

#endif
