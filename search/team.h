// Threads inside a search.
#ifndef HARROW_TEAM_H
#define HARROW_TEAM_H

#include <omp.h>

// Lets the calling thread, which may be of the team of a run's workers, have a team of its own.
static inline void team_allow_inner(void) {
    if (omp_get_max_active_levels() <= omp_get_active_level())
        omp_set_max_active_levels(omp_get_active_level() + 1);
}

#endif
