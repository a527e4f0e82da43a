#include "selfplay/writer.h"
#include "selfplay/journal.h"

#include <stdlib.h>
#include <string.h>

bool writer_init(Writer *self, const Experiment *experiment, Store *store, Status *status) {
    *self = (Writer){.experiment = experiment, .store = store, .journaled = -1};
    self->tallies = calloc((size_t)experiment->cell_count, sizeof *self->tallies);
    if (!self->tallies) return status_fail(status, EXIT_RESOURCE, "out of memory");
    for (int32_t i = 0; i < experiment->cell_count; i++)
        tally_init(&self->tallies[i], cell_is_paired(&experiment->cells[i]));
    return true;
}

void writer_release(Writer *self) {
    for (int32_t i = 0; self->tallies && i < self->experiment->cell_count; i++)
        tally_release(&self->tallies[i]);
    free(self->tallies);
    free(self->waiting);
    member_release(&self->member);
}

bool writer_tally(Writer *self, int64_t id, const GameFacts *facts, Status *status) {
    const GameNumber game = experiment_game(self->experiment, id);
    return tally_add(&self->tallies[game.cell], facts) ||
           status_fail(status, EXIT_RESOURCE, "out of memory");
}

static bool write_member(Writer *self, Status *status) {
    size_t size;
    unsigned char *bytes = member_compress(&self->member, self->experiment->compression, &size);
    if (!bytes) return status_fail(status, EXIT_RESOURCE, "out of memory");
    const bool written = store_append_member(self->store, bytes, size, status);
    free(bytes);
    if (!written) return false;
    self->written += self->member.lines;
    self->members++;
    member_clear(&self->member);
    return true;
}

bool writer_add(Writer *self, const FinishedGame *game, Status *status) {
    if (!writer_tally(self, game->id, &game->facts, status)) return false;
    if (!member_add(&self->member, game->text, game->size))
        return status_fail(status, EXIT_RESOURCE, "out of memory");
    const bool last = game->id + 1 == experiment_games(self->experiment);
    return (self->member.lines < MEMBER_GAMES && !last) || write_member(self, status);
}

bool writer_checkpoint(Writer *self, Batch *batch, Status *status) {
    if (!self->waiting) {
        self->waiting = malloc((size_t)batch->capacity * sizeof *self->waiting);
        if (!self->waiting) return status_fail(status, EXIT_RESOURCE, "out of memory");
    }
    const int64_t count = batch_waiting(batch, self->waiting);
    const int64_t known = self->written + self->member.lines + count;
    if (known == self->journaled) return true;
    if (!store_sync_games(self->store, status) ||
        !journal_write(self->store, self->members, &self->member, self->waiting, count, status))
        return false;
    self->journaled = known;
    return true;
}
