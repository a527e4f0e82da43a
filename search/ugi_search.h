// A search in a thread of its own, which prints what it finds as the protocol wants it: a line
// `info` each time that the player has something to tell, and one at the end.
#ifndef HARROW_UGI_SEARCH_H
#define HARROW_UGI_SEARCH_H

#include "search/limits.h"
#include "search/player.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

typedef struct UgiSearch {
    Listener listener; // of the player
    pthread_t thread;
    int64_t asked;      // when the search began
    bool begun;         // there is a thread to be waited for
    atomic_bool done;   // it only has its last lines to print
    atomic_bool enough; // it is to end with what it has
    atomic_bool stop;   // nobody wants the result
    sem_t told;         // when either is set
    bool infinite;      // not to be done before it is told
    Player *player;
    const Line *line;
    Rng *rng;
    SearchLimits limits;
    double scale; // of the scores
} UgiSearch;

void ugi_search_init(UgiSearch *self);
void ugi_search_release(UgiSearch *self); // ends what is under way

// Starts a search of a line that is not over, when none is under way. Player, line and generator
// belong to it until it is over. False when no thread is to be had.
bool ugi_search_start(UgiSearch *self, Player *player, const Line *line, Rng *rng,
                      const SearchLimits *limits, bool infinite, double scale);

// Whether one is under way; if none is, its last lines are out.
bool ugi_search_is_under_way(UgiSearch *self);

// Ends it: with its best ply so far, or without a word.
void ugi_search_finish(UgiSearch *self);
void ugi_search_abandon(UgiSearch *self);
// Waits for its end.
void ugi_search_join(UgiSearch *self);

#endif
