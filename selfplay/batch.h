// The batch that workers share: which game is next, and the finished ones that wait for the writer.
#ifndef HARROW_BATCH_H
#define HARROW_BATCH_H

#include "selfplay/worker.h"

#include <pthread.h>
#include <stdatomic.h>

// The game that a worker is at.
typedef struct Claim {
    int64_t id;       // −1 = none
    atomic_bool stop; // the batch stops, or nobody wants the game any more
} Claim;

// Who has been given the game of a place, last and how many.
typedef struct Handed {
    int rank;
    int copies;
} Handed;

// Games are handed out in the order of their places (core/part.h) and given to the writer in the
// same order, whatever the order in which they end. A worker waits rather than run more than
// `window` games ahead of the oldest unfinished one, which bounds memory. Where other ranks play
// too, who would wait plays a game that another rank has instead: it is the same game, and whoever
// is first counts, so that a slow rank holds nobody up.
typedef struct Batch {
    const Experiment *experiment;
    pthread_mutex_t mutex;
    pthread_cond_t room; // for workers: the window moved or the batch stops
    pthread_cond_t news; // for the writer: the oldest game is finished, or a worker is gone
    int64_t total;       // places
    int64_t next;        // place to hand out
    int64_t oldest;      // lowest place that the writer does not have
    int64_t kept;        // first games of each cell that are not to be played
    int workers;         // at work
    Claim *claims;       // one a worker
    int claim_count;
    FinishedGame *slots; // of a place at place mod capacity; text NULL = not finished
    Handed *handed;      // by place in the same way
    bool shared;         // other ranks play too
    int64_t capacity;
    int64_t finished; // games in slots
    int held_up;      // workers that wait for room
    atomic_bool stop;
    Status failure; // of the first worker that failed; code EXIT_DONE = none
} Batch;

// A batch of the experiment's games here from a place on, for so many workers. Of each cell's games
// the first `kept` are not handed out. Games may be finished up to `capacity` places ahead of the
// oldest, which is the experiment's window or more. False when memory is short.
bool batch_init(Batch *self, const Experiment *experiment, int64_t oldest, int64_t capacity,
                int64_t kept, int workers);
void batch_release(Batch *self);

// Puts in a game that an earlier session finished; before any worker starts. Takes the text.
void batch_restore(Batch *self, const FinishedGame *game);

// For workers, by number from 0: the next game, waiting for room; its id is −1 when there is none
// or the batch stops. Valid until the worker's next one.
const Claim *batch_claim(Batch *self, int worker);
// Hands a finished game in; the batch takes its text.
void batch_finish(Batch *self, const FinishedGame *game);
// A worker is done, or has failed with a status (NULL = not); a failure stops the batch.
void batch_leave(Batch *self, const Status *failure);
// Stops the batch for a failure, of which the first counts.
void batch_fail(Batch *self, const Status *failure);

// Other ranks play too; before any worker starts.
void batch_share(Batch *self);
// For another rank: at most so many games with places that follow each other, from *first on.
// Returns how many, 0 when there are none now.
int64_t batch_claim_run(Batch *self, int rank, int64_t most, int64_t *first);
// The lowest place that the writer does not have.
int64_t batch_oldest(Batch *self);

// For the writer: the next game in order, if it is finished; the caller takes the text.
bool batch_take(Batch *self, FinishedGame *game);
// Passes over the next game in order, which is a kept one.
void batch_pass(Batch *self);
// Drops all games before a place: those that are finished, those being played, those not begun.
void batch_drop(Batch *self, int64_t place);
// Waits until batch_take would succeed several times, or a worker waits for room, all workers are
// gone, or so many milliseconds passed. Returns how many workers are at work.
int batch_wait(Batch *self, int milliseconds);
// The finished games that batch_take cannot give yet, in order; texts remain the batch's and stay
// valid until they are taken. `games` has room for `capacity`.
int64_t batch_waiting(Batch *self, FinishedGame *games);
// Tells everybody to stop soon.
void batch_stop(Batch *self);

#endif
