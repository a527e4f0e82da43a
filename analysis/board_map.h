// A heat map drawn on the board, as SVG by itself: no gnuplot knows hexagons and houses.
#ifndef HARROW_BOARD_MAP_H
#define HARROW_BOARD_MAP_H

#include "analysis/heat_map.h"

#include <stdbool.h>

// What is drawn at each place.
typedef enum BoardMapKind {
    BOARD_MAP_OFTEN,  // the share of the side's plies, from pale to full
    BOARD_MAP_SCORE,  // the side's score there: its colour above its mean, the other's below
    BOARD_MAP_CONTROL // the share of the games at whose end the side controls it
} BoardMapKind;

// Writes the map of one side. In the page colours are classes; a file by itself has a style of its
// own. `label` says what it shows.
void board_map_draw(FILE *stream, const HeatMap *map, const Variant *variant, Side side,
                    BoardMapKind kind, const char *label, bool for_page);

// Whether there is anything to draw: a ply of the side that is counted, a game's end.
bool board_map_has(const HeatMap *map, Side side, BoardMapKind kind);

#endif
