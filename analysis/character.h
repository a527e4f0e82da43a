// What the games of a cell are like: how their plies change from third to third, how full the board
// gets, and how exciting they are by what the players thought.
#ifndef HARROW_CHARACTER_H
#define HARROW_CHARACTER_H

#include "analysis/histogram.h"
#include "core/record.h"

enum { CHARACTER_THIRDS = 3, CHARACTER_KINDS = 4, CHARACTER_UNIT = 10000 };

// What is noted of each ply of a game.
typedef struct PlyNote {
    uint8_t kind;        // as character_kind_name lists them
    uint8_t legal;       // plies to choose from, at most 255
    int16_t first_value; // WALK_NO_VALUE, or what the first player may expect before the ply
    int32_t lead; // first − second in half points before the ply; 0 in games without scores
} PlyNote;

// A quantity of games, as sums of whole CHARACTER_UNITths: merging in any order gives the same.
typedef struct Quantity {
    int64_t games;
    int64_t sum;
    int64_t squares;
} Quantity;

// The quantities. Those from DRAMA on need `values` in the records, and a winner. E(x) is the
// expected score, 0..1, of the winner w and of the loser l; E(l) = 1 − E(w). What is Browne's is
// after his "Automatic Generation and Evaluation of Recombination Games" (2008). What is Ludii's is
// as the texts of its metrics have it (github.com/Ludeme/Ludii, Evaluation/src/metrics:
// multiple/metrics/Drama, single/stateEvaluation/decisiveness); its evaluations are in −1..1, so
// that its drama is twice ours.
typedef enum CharacterQuantity {
    CHARACTER_FORCED,      // share of plies with no choice
    CHARACTER_BOARD_LEADS, // how often the leader by points on the board changes
    CHARACTER_FILL,        // Agros: share of cells with a piece at the end; Awale: share of stones
                           // out of play; Agon: captures a game
    CHARACTER_TALLEST,     // Agros: harvest of the tallest farmer at the end
    CHARACTER_CONTROLLED,  // Agros: share of empty cells that somebody controls at the end
    CHARACTER_DRAMA, // Browne: mean of √(E(l) − E(w)) over the plies at which w is behind, 0
                     // where there is none
    CHARACTER_DRAMA_MAX,    // the largest of these roots
    CHARACTER_BEHIND,       // Ludii's drama: mean over all plies of max(E(w), E(l)) − E(w)
    CHARACTER_LEAD_CHANGES, // Browne: share of plies but the first at which another than before is
                            // ahead. Who is level is not: Ludii's also counts that a lead ends
    CHARACTER_DECISION,     // share of the game until w is ahead for good; harrow's own
    CHARACTER_THRESHOLD,    // Ludii's decisiveness threshold: the largest E(l) of the game
    CHARACTER_DECISIVENESS, // Ludii's decisiveness moves: share of the plies from the first one on
                            // at which E(w) is above that threshold (so its text; its program
                            // returns the share before that ply)
    CHARACTER_QUANTITIES
} CharacterQuantity;

typedef struct Character {
    int64_t games;
    int64_t kinds[CHARACTER_THIRDS][CHARACTER_KINDS]; // plies by third of their game and by kind
    Histogram first_special; // plies before the first sow of Agros, capture of the others
    int64_t without_special; // games that had none
    Quantity quantities[CHARACTER_QUANTITIES];
} Character;

void character_init(Character *self);
void character_release(Character *self);

// The names of the kinds of plies of a game, NULL beyond the last; and the one that is waited for.
const char *character_kind_name(const Game *game, int kind);
int character_special_kind(const Game *game);
// The note of a ply in a position.
PlyNote character_note(const Game *game, const Position *position, Move move, int legal,
                       int first_value);

// Adds a game with a note for each ply and its last position. False when memory is short.
bool character_add(Character *self, const Record *record, const Game *game, const PlyNote *notes,
                   int32_t count, const Position *end);
// Adds all games of another one of the same cell. False when memory is short.
bool character_merge(Character *self, const Character *from);

// The mean of a quantity, NaN where there is none, with its interval of 95 % by Student's t.
Interval quantity_mean(const Quantity *self);

#endif
