// A rank that plays for rank 0: it has no directory, and sends what it finished.
#ifndef HARROW_MATE_H
#define HARROW_MATE_H

#include "selfplay/ranks.h"

// Plays what rank 0 asks for until rank 0 wants nothing any more. What fails is told to rank 0.
void mate_run(Ranks *ranks);

#endif
