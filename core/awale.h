// Awale (the Yucata rules): the rules on two words of bytes.
#ifndef HARROW_AWALE_H
#define HARROW_AWALE_H

#include <stdint.h>

enum {
    AWALE_HOUSES = 6, // of each side
    AWALE_STONES = 48,
    AWALE_MAJORITY = 25 // stones that end the game
};

// Each side has one word: its houses in the order of sowing and its store, a byte each.
//
//     63  56 55     48 47    40        8 7     0
//     [  0  ][ store  ][ house 6 ] … [ house 1 ]
//
// A game that ended for want of a legal ply has empty houses on both sides; no other position has,
// since a ply always leaves the opponent a stone.
typedef struct AwalePosition {
    uint64_t row[2]; // by Side
    uint64_t side;   // Side to move
} AwalePosition;

#endif
