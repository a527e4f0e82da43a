// What a cell is called: its number, its game and its players.
#ifndef HARROW_CELL_LABEL_H
#define HARROW_CELL_LABEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CELL_GAME_TEXT_SIZE = 128 };

// One cell of an experiment. The texts belong to whoever made the label.
typedef struct CellLabel {
    int64_t cell;           // from 0
    const char *game;       // canonical spec
    const char *players[2]; // names of player 0 and 1; equal where a player meets itself
} CellLabel;

// True where two different players meet.
bool cell_label_is_match(const CellLabel *self);

// True for Agros, whose median margin is an estimate of the fair komi.
bool cell_label_has_komi(const CellLabel *self);

// The komi in points that the cell's games were played with; 0 where the spec names none.
double cell_label_komi(const CellLabel *self);

// Writes the game for a person: `agros 8×8/3 sow` (size, farmers, rule, then any other key such as
// `komi 6.5`), for other games the spec itself. What is too long is cut between two characters.
void cell_label_game(const CellLabel *self, char text[CELL_GAME_TEXT_SIZE]);

#endif
