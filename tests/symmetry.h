// Symmetries of the games: other positions in which as much can happen.
#ifndef HARROW_TEST_SYMMETRY_H
#define HARROW_TEST_SYMMETRY_H

#include <stdbool.h>

// The images of a game's position strings, by index from 0.
typedef struct Symmetries {
    const char *game;
    int count;
    int same_sides; // the first so many leave the pieces to their sides
    // Writes the image of a position; false where the position has no such image.
    bool (*image)(const char *position, int index, char *image);
} Symmetries;

// Those of a game by its name; NULL for one that has none here.
const Symmetries *symmetries_of(const char *game);

#endif
