#include "search/ugi_search.h"
#include "search/ugi_score.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- In the thread of the search

static uint64_t per_second(uint64_t work, int64_t nanoseconds) {
    return nanoseconds > 0 ? (uint64_t)((double)work * 1e9 / (double)nanoseconds) : 0;
}

// The scores and the variation of a player that has any.
static void print_found(const UgiSearch *self, const Decision *decision, const Report *report,
                        int64_t spent) {
    char text[256 + REPORT_MAX_VARIATION * (MOVE_TEXT_SIZE + 1)], *end = text;
    if (decision->depth > 0) end += sprintf(end, " depth %d", decision->depth);
    end += sprintf(end, " nodes %" PRIu64 " nps %" PRIu64, decision->work,
                   per_second(decision->work, spent));
    if (!isnan(decision->value))
        end += sprintf(end, " score cp %d",
                       ugi_score_of(decision->value, decision->proven, self->scale));
    end += sprintf(end, " time %" PRId64 " pv", spent / 1000000);
    for (int i = 0; i < report->length; i++) {
        *end++ = ' ';
        self->line->variant.game->move_format(report->variation[i], end);
        end += strlen(end);
    }
    printf("info%s\n", text);
}

static void hear(Listener *listener, const Decision *so_far, const Report *report) {
    const UgiSearch *self = (const UgiSearch *)listener;
    if (!atomic_load(&self->stop)) print_found(self, so_far, report, clock_now() - self->asked);
}

static void print_decision(const UgiSearch *self, const Decision *decision, int64_t spent) {
    char name[MOVE_TEXT_SIZE];
    Report report;
    player_report(self->player, self->line, decision->move, false, &report);
    print_found(self, decision, &report, spent);
    self->line->variant.game->move_format(decision->move, name);
    printf("info nodes %" PRIu64 " time %" PRId64 " nps %" PRIu64 "\nbestmove %s\n", decision->work,
           spent / 1000000, per_second(decision->work, spent), name);
}

static bool is_told(UgiSearch *self) {
    return atomic_load(&self->enough) || atomic_load(&self->stop);
}

static void *search(void *argument) {
    UgiSearch *self = argument;
    Decision decision;
    Status status;
    self->asked = clock_now();
    if (self->player->limit) self->player->limit(self->player, &self->limits);
    if (self->player->listen) self->player->listen(self->player, &self->listener);
    const bool chosen =
        self->player->choose(self->player, self->line, self->rng, &self->stop, &decision, &status);
    const int64_t spent = clock_now() - self->asked;
    while (self->infinite && !is_told(self)) sem_wait(&self->told);
    // Who reads the last line may command at once.
    atomic_store(&self->done, true);
    if (atomic_load(&self->stop)) return NULL;
    assert(!chosen || decision.fault == END_NONE); // which outside engines have, that none is
    if (chosen)
        print_decision(self, &decision, spent);
    else
        printf("info string %s\nbestmove none\n", status.message);
    return NULL;
}

// ---- In the thread of the commands

void ugi_search_init(UgiSearch *self) {
    memset(self, 0, sizeof *self);
    self->listener.hear = hear;
    sem_init(&self->told, 0, 0);
}

void ugi_search_release(UgiSearch *self) {
    ugi_search_abandon(self);
    ugi_search_join(self);
    sem_destroy(&self->told);
}

bool ugi_search_start(UgiSearch *self, Player *player, const Line *line, Rng *rng,
                      const SearchLimits *limits, bool infinite, double scale) {
    atomic_store(&self->done, false);
    atomic_store(&self->enough, false);
    atomic_store(&self->stop, false);
    while (sem_trywait(&self->told) == 0) continue;
    self->player = player;
    self->line = line;
    self->rng = rng;
    self->limits = *limits;
    self->limits.enough = &self->enough;
    self->infinite = infinite;
    self->scale = scale;
    self->begun = pthread_create(&self->thread, NULL, search, self) == 0;
    return self->begun;
}

void ugi_search_join(UgiSearch *self) {
    if (self->begun) pthread_join(self->thread, NULL);
    self->begun = false;
}

bool ugi_search_is_under_way(UgiSearch *self) {
    if (self->begun && !atomic_load(&self->done)) return true;
    ugi_search_join(self);
    return false;
}

static void tell(UgiSearch *self, atomic_bool *flag) {
    if (!self->begun) return;
    atomic_store(flag, true);
    sem_post(&self->told);
}

void ugi_search_finish(UgiSearch *self) {
    tell(self, &self->enough);
}

void ugi_search_abandon(UgiSearch *self) {
    tell(self, &self->stop);
}
