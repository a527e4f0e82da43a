#include "selfplay/batch.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

// Games may last less than it takes to wake the writer, which takes so many at a time then.
enum { HANDFUL = 64 };

bool batch_init(Batch *self, const Experiment *experiment, int64_t oldest, int64_t capacity,
                int64_t kept, int workers) {
    memset(self, 0, sizeof *self);
    self->slots = calloc((size_t)capacity, sizeof *self->slots);
    self->claims = calloc((size_t)workers, sizeof *self->claims);
    if (!self->slots || !self->claims) return false;
    pthread_mutex_init(&self->mutex, NULL);
    pthread_cond_init(&self->room, NULL);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&self->news, &monotonic);
    pthread_condattr_destroy(&monotonic);
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

const Claim *batch_claim(Batch *self, int worker) {
    Claim *claim = &self->claims[worker];
    int64_t id = -1;
    pthread_mutex_lock(&self->mutex);
    while (!atomic_load(&self->stop)) {
        skip_finished(self);
        if (self->next >= self->total) break;
        if (self->next < self->oldest + self->experiment->window) {
            id = part_id(&self->experiment->part, self->next++);
            break;
        }
        self->held_up++;
        if (is_worth_waking(self)) pthread_cond_signal(&self->news);
        pthread_cond_wait(&self->room, &self->mutex);
        self->held_up--;
    }
    claim->id = id;
    atomic_store(&claim->stop, false);
    pthread_mutex_unlock(&self->mutex);
    return claim;
}

void batch_finish(Batch *self, const FinishedGame *game) {
    pthread_mutex_lock(&self->mutex);
    const int64_t place = place_of(self, game->id);
    if (place >= self->oldest) {
        *slot_of(self, place) = *game;
        self->finished++;
    } else // dropped in the meantime
        free(game->text);
    if (is_worth_waking(self)) pthread_cond_signal(&self->news);
    pthread_mutex_unlock(&self->mutex);
}

void batch_leave(Batch *self, const Status *failure) {
    pthread_mutex_lock(&self->mutex);
    self->workers--;
    if (failure && self->failure.code == EXIT_DONE) self->failure = *failure;
    pthread_cond_signal(&self->news);
    pthread_mutex_unlock(&self->mutex);
    if (failure) batch_stop(self);
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
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += milliseconds % 1000 * 1000000L;
    until.tv_sec += milliseconds / 1000 + until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&self->mutex);
    if (self->workers > 0 && !is_worth_waking(self))
        pthread_cond_timedwait(&self->news, &self->mutex, &until);
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
