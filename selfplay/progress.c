#include "selfplay/progress.h"
#include "search/limits.h"
#include "selfplay/duration.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

static const int64_t SECOND = 1000000000;

void progress_init(Progress *self, const Experiment *experiment, int64_t restored, bool quiet) {
    *self = (Progress){.experiment = experiment,
                       .quiet = quiet,
                       .terminal = isatty(STDERR_FILENO),
                       .begun = clock_now(),
                       .shown = clock_now(),
                       .restored = restored,
                       .games = restored};
}

void progress_add(Progress *self, int32_t plies) {
    self->games++;
    self->plies += plies;
}

static void print_line(const Progress *self, int64_t id) {
    const int64_t total = experiment_games(self->experiment), fresh = self->games - self->restored;
    const double elapsed = (double)(clock_now() - self->begun) / 1e9 + 1e-9;
    const double rate = (double)fresh / elapsed;
    char eta[32], used[32], spec[SPEC_MAX_LENGTH];
    duration_format(elapsed, used);
    duration_format(fresh ? (double)(total - self->games) / rate : 1e10, eta);
    const int32_t cell = experiment_game(self->experiment, id < total ? id : total - 1).cell;
    variant_format(&self->experiment->variants[self->experiment->cells[cell].variant], spec);
    fprintf(stderr,
            "%s%" PRId64 "/%" PRId64 " games, %d %%, %.4g games/s, %.4g plies/s, %s, ETA %s, "
            "%.40s%s",
            self->terminal ? "\r\033[K" : "harrow: ", self->games, total,
            (int)(100 * self->games / total), rate, (double)self->plies / elapsed, used, eta, spec,
            self->terminal ? "" : "\n");
    fflush(stderr);
}

void progress_show(Progress *self, int64_t id) {
    const int64_t interval = self->terminal ? SECOND : 60 * SECOND;
    if (self->quiet || clock_now() - self->shown < interval) return;
    self->shown += interval;
    print_line(self, id);
}

void progress_end(Progress *self, int64_t id) {
    if (self->quiet) return;
    print_line(self, id);
    if (self->terminal) fputc('\n', stderr);
}
