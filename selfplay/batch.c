#include "selfplay/batch.h"
#include "selfplay/timed_wait.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// Games may last less than it takes to wake the writer, which takes so many at a time then.
enum { HANDFUL = 64 };

bool batch_init(Batch *self, const Experiment *experiment, int64_t oldest, int64_t capacity,
                int64_t kept, int workers) {
    memset(self, 0, sizeof *self);
    self->slots = calloc((size_t)capacity, sizeof *self->slots);
    self->handed = calloc((size_t)capacity, sizeof *self->handed);
    self->claims = calloc((size_t)workers, sizeof *self->claims);
    if (!self->slots || !self->handed || !self->claims) return false;
    pthread_mutex_init(&self->mutex, NULL);
    pthread_cond_init(&self->room, NULL);
    timed_wait_init(&self->news);
    self->experiment = experiment;
    self->total = experiment_part_games(experiment);
    self->next = self->oldest = oldest;
    self->kept = kept;
    self->capacity = capacity;
    self->workers = self->claim_count = workers;
    for (int i = 0; i < workers; i++) self->claims[i].id = -1;
    return true;
}

void batch_release(Batch *self) {
    for (int64_t i = 0; i < self->capacity; i++) free(self->slots[i].text);
    free(self->slots);
    free(self->handed);
    free(self->claims);
    pthread_mutex_destroy(&self->mutex);
    pthread_cond_destroy(&self->room);
    pthread_cond_destroy(&self->news);
}

static int64_t place_of(const Batch *self, int64_t id) {
    return part_place(&self->experiment->part, id);
}

static FinishedGame *slot_of(Batch *self, int64_t place) {
    return &self->slots[place % self->capacity];
}

void batch_restore(Batch *self, const FinishedGame *game) {
    *slot_of(self, place_of(self, game->id)) = *game;
    self->finished++;
}

// True for a game that an earlier session finished.
static bool is_finished(Batch *self, int64_t place) {
    const int64_t id = part_id(&self->experiment->part, place);
    if (id % self->experiment->games_per_cell < self->kept) return true;
    const FinishedGame *slot = slot_of(self, place);
    return place < self->oldest + self->capacity && slot->text && slot->id == id;
}

// What the writer has already is behind `oldest`, and leaves no trace in the slots.
static void skip_finished(Batch *self) {
    if (self->next < self->oldest) self->next = self->oldest;
    while (self->next < self->total && is_finished(self, self->next)) self->next++;
}

// Whether there is enough for the writer to take, or somebody waits for what it can take.
static bool is_worth_waking(Batch *self) {
    const bool there = self->oldest < self->total && is_finished(self, self->oldest);
    return there && (self->finished >= HANDFUL || self->held_up > 0);
}

// Hands out the next place that nobody was given; −1 where there is none now.
static int64_t hand_out(Batch *self, int rank) {
    skip_finished(self);
    if (self->next >= self->total || self->next >= self->oldest + self->experiment->window)
        return -1;
    self->handed[self->next % self->capacity] = (Handed){rank, 1};
    return self->next++;
}

// The place that the fewest play, and not this rank was given last: the oldest of them; −1 where
// there is none.
static int64_t find_straggler(Batch *self, int rank) {
    int64_t found = -1;
    int copies = INT_MAX;
    for (int64_t place = self->oldest; self->shared && place < self->next; place++) {
        const Handed *handed = &self->handed[place % self->capacity];
        if (is_finished(self, place) || handed->rank == rank || handed->copies >= copies) continue;
        found = place;
        copies = handed->copies;
    }
    return found;
}

// Hands out once more what another rank has not finished.
static int64_t hand_out_again(Batch *self, int rank) {
    const int64_t place = find_straggler(self, rank);
    if (place >= 0) {
        Handed *handed = &self->handed[place % self->capacity];
        *handed = (Handed){rank, handed->copies + 1};
    }
    return place;
}

// Whether no game is left for a worker, now or later.
static bool is_exhausted(const Batch *self) {
    return (self->shared ? self->oldest : self->next) >= self->total;
}

const Claim *batch_claim(Batch *self, int worker) {
    Claim *claim = &self->claims[worker];
    int64_t place = -1;
    pthread_mutex_lock(&self->mutex);
    while (!atomic_load(&self->stop)) {
        if ((place = hand_out(self, 0)) >= 0 || (place = hand_out_again(self, 0)) >= 0 ||
            is_exhausted(self))
            break;
        self->held_up++;
        if (is_worth_waking(self)) pthread_cond_signal(&self->news);
        pthread_cond_wait(&self->room, &self->mutex);
        self->held_up--;
    }
    claim->id = place < 0 ? -1 : part_id(&self->experiment->part, place);
    atomic_store(&claim->stop, false);
    pthread_mutex_unlock(&self->mutex);
    return claim;
}

void batch_share(Batch *self) {
    self->shared = true;
}

int64_t batch_claim_run(Batch *self, int rank, int64_t most, int64_t *first) {
    int64_t count = 0;
    pthread_mutex_lock(&self->mutex);
    const bool stopped = atomic_load(&self->stop);
    while (!stopped && count < most) {
        const int64_t next = self->next;
        skip_finished(self);
        if (count > 0 && self->next != next) break;
        const int64_t place = hand_out(self, rank);
        if (place < 0) break;
        if (count++ == 0) *first = place;
    }
    if (!stopped && count == 0 && (*first = hand_out_again(self, rank)) >= 0) count = 1;
    pthread_mutex_unlock(&self->mutex);
    return count;
}

int64_t batch_oldest(Batch *self) {
    pthread_mutex_lock(&self->mutex);
    const int64_t oldest = self->oldest;
    pthread_mutex_unlock(&self->mutex);
    return oldest;
}

void batch_finish(Batch *self, const FinishedGame *game) {
    pthread_mutex_lock(&self->mutex);
    const int64_t place = place_of(self, game->id);
    if (place >= self->oldest && !is_finished(self, place)) {
        *slot_of(self, place) = *game;
        self->finished++;
    } else // dropped in the meantime, or another rank was faster
        free(game->text);
    if (is_worth_waking(self)) pthread_cond_signal(&self->news);
    pthread_mutex_unlock(&self->mutex);
}

void batch_leave(Batch *self, const Status *failure) {
    pthread_mutex_lock(&self->mutex);
    self->workers--;
    pthread_cond_signal(&self->news);
    pthread_mutex_unlock(&self->mutex);
    if (failure) batch_fail(self, failure);
}

void batch_fail(Batch *self, const Status *failure) {
    pthread_mutex_lock(&self->mutex);
    if (self->failure.code == EXIT_DONE) self->failure = *failure;
    pthread_mutex_unlock(&self->mutex);
    batch_stop(self);
}

// Whoever plays what the writer has got from another rank is told so.
static void stop_copies(Batch *self) {
    for (int i = 0; self->shared && i < self->claim_count; i++)
        if (self->claims[i].id >= 0 && place_of(self, self->claims[i].id) < self->oldest)
            atomic_store(&self->claims[i].stop, true);
}

bool batch_take(Batch *self, FinishedGame *game) {
    pthread_mutex_lock(&self->mutex);
    FinishedGame *slot = slot_of(self, self->oldest);
    const bool there = self->oldest < self->total && slot->text;
    if (there) {
        *game = *slot;
        slot->text = NULL;
        self->finished--;
        self->oldest++;
        stop_copies(self);
        pthread_cond_broadcast(&self->room);
    }
    pthread_mutex_unlock(&self->mutex);
    return there;
}

void batch_pass(Batch *self) {
    pthread_mutex_lock(&self->mutex);
    self->oldest++;
    pthread_cond_broadcast(&self->room);
    pthread_mutex_unlock(&self->mutex);
}

void batch_drop(Batch *self, int64_t place) {
    pthread_mutex_lock(&self->mutex);
    for (int64_t i = 0; i < self->capacity && self->oldest < place; i++, self->oldest++) {
        FinishedGame *slot = slot_of(self, self->oldest);
        self->finished -= slot->text != NULL;
        free(slot->text);
        slot->text = NULL;
    }
    if (self->oldest < place) self->oldest = place;
    for (int i = 0; i < self->claim_count; i++)
        if (self->claims[i].id >= 0 && place_of(self, self->claims[i].id) < place)
            atomic_store(&self->claims[i].stop, true);
    pthread_cond_broadcast(&self->room);
    pthread_mutex_unlock(&self->mutex);
}

int batch_wait(Batch *self, int milliseconds) {
    pthread_mutex_lock(&self->mutex);
    if (self->workers > 0 && !is_worth_waking(self))
        timed_wait(&self->news, &self->mutex, milliseconds);
    const int workers = self->workers;
    pthread_mutex_unlock(&self->mutex);
    return workers;
}

int64_t batch_waiting(Batch *self, FinishedGame *games) {
    int64_t count = 0;
    pthread_mutex_lock(&self->mutex);
    const int64_t end = self->oldest + self->capacity;
    for (int64_t place = self->oldest; place < end && place < self->total; place++) {
        const FinishedGame *slot = slot_of(self, place);
        if (slot->text) games[count++] = *slot;
    }
    pthread_mutex_unlock(&self->mutex);
    return count;
}

void batch_stop(Batch *self) {
    pthread_mutex_lock(&self->mutex);
    atomic_store(&self->stop, true);
    for (int i = 0; i < self->claim_count; i++) atomic_store(&self->claims[i].stop, true);
    pthread_cond_broadcast(&self->room);
    pthread_mutex_unlock(&self->mutex);
}
