// What an interval of the first player's score says of a game's fairness.
#ifndef HARROW_FAIRNESS_H
#define HARROW_FAIRNESS_H

#include "analysis/interval.h"

typedef enum Fairness {
    FAIRNESS_UNKNOWN,  // too few games to have an interval
    FAIRNESS_FIRST,    // the first player has the advantage
    FAIRNESS_SECOND,   // the second has
    FAIRNESS_FAIR,     // all of the interval is within FAIRNESS_MARGIN of one half
    FAIRNESS_UNDECIDED // none of these
} Fairness;

// How far from one half is still called fair, as a score of 0..1: three points in a hundred.
#define FAIRNESS_MARGIN 0.03

// The score is in 0..1, with its bounds of 95 %.
Fairness fairness_of_score(Interval score);

#endif
