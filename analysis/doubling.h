// What twice the work is worth to a player in Elo, in one variant: the game's strategic depth.
#ifndef HARROW_DOUBLING_H
#define HARROW_DOUBLING_H

#include "analysis/study.h"

// Over matches of a player with itself at another limit of work (simulations, nodes, movetime) the
// Elo by doublings between the two: a line through 0 by weighted least squares, each match weighing
// 1/its squared error.
typedef struct Doubling {
    const char *key;    // the limit; NULL: there is no such match with an Elo and an error
    size_t matches;     // those that it comes from
    size_t left_out;    // won or lost altogether, which has no Elo
    double least, most; // the smallest and the largest limit that met
    Interval elo;       // of one doubling; bounds with z
} Doubling;

// Of the first limit in which players differ.
Doubling doubling_of_variant(const Study *study, int32_t variant);

#endif
