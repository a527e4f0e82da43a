#include "selfplay/writer.h"
#include "analysis/cell_label.h"
#include "analysis/outcomes.h"
#include "selfplay/journal.h"

#include <stdlib.h>
#include <string.h>

// The first place from this one on whose game is wanted.
static int64_t wanted_from(const Writer *self, int64_t place) {
    const Experiment *experiment = self->experiment;
    const int64_t end = experiment_part_games(experiment);
    if (!experiment_may_stop(experiment)) return place;
    while (place < end) {
        const int64_t id = part_id(&experiment->part, place);
        const GameNumber game = experiment_game(experiment, id);
        if (game.number == 0 || part_has(&experiment->part, id - 1)) break;
        place = part_place(&experiment->part, (game.cell + 1) * experiment->games_per_cell);
    }
    return place;
}

bool writer_init(Writer *self, const Experiment *experiment, Store *store, Status *status) {
    *self =
        (Writer){.experiment = experiment, .store = store, .journaled = -1, .journaled_next = -1};
    self->tallies = calloc((size_t)experiment->cell_count, sizeof *self->tallies);
    self->stopped = calloc((size_t)experiment->cell_count, sizeof *self->stopped);
    if (!self->tallies || !self->stopped)
        return status_fail(status, EXIT_RESOURCE, "out of memory");
    for (int32_t i = 0; i < experiment->cell_count; i++)
        tally_init(&self->tallies[i], cell_is_paired(&experiment->cells[i]));
    self->next = wanted_from(self, 0);
    return true;
}

void writer_release(Writer *self) {
    for (int32_t i = 0; self->tallies && i < self->experiment->cell_count; i++)
        tally_release(&self->tallies[i]);
    free(self->tallies);
    free(self->stopped);
    free(self->waiting);
    member_release(&self->member);
}

bool writer_tally(Writer *self, int64_t id, const GameFacts *facts, Status *status) {
    const GameNumber game = experiment_game(self->experiment, id);
    if (experiment_is_repeat(self->experiment, game)) {
        self->tallies[game.cell].repeats++;
        return true;
    }
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

// Asks the rule behind each whole unit.
static void see_whether_to_stop(Writer *self, GameNumber game) {
    const Experiment *experiment = self->experiment;
    const Tally *tally = &self->tallies[game.cell];
    if (!experiment_may_stop(experiment) || (tally->paired && game.number % 2 == 0)) return;
    self->stopped[game.cell] = stop_decide(&experiment->stop, tally);
    if (self->stopped[game.cell] != STOP_NOT)
        self->next = part_place(&experiment->part, (game.cell + 1) * experiment->games_per_cell);
}

bool writer_count(Writer *self, int64_t id, const GameFacts *facts, Status *status) {
    if (!writer_tally(self, id, facts, status)) return false;
    self->next = part_place(&self->experiment->part, id) + 1;
    see_whether_to_stop(self, experiment_game(self->experiment, id));
    self->next = wanted_from(self, self->next);
    return true;
}

bool writer_is_complete(const Writer *self) {
    return self->next == experiment_part_games(self->experiment) && self->member.lines == 0;
}

bool writer_add(Writer *self, const FinishedGame *game, Status *status) {
    if (!writer_count(self, game->id, &game->facts, status)) return false;
    if (!member_add(&self->member, game->text, game->size))
        return status_fail(status, EXIT_RESOURCE, "out of memory");
    const bool last = self->next == experiment_part_games(self->experiment);
    return (self->member.lines < MEMBER_GAMES && !last) || write_member(self, status);
}

Interval writer_score(const Writer *self, char cell[PROGRESS_CELL_SIZE]) {
    const Experiment *experiment = self->experiment;
    const int64_t last = experiment_part_games(experiment) - 1;
    const int64_t id = part_id(&experiment->part, self->next < last ? self->next : last);
    const int32_t index = experiment_game(experiment, id).cell;
    const Tally *tally = &self->tallies[index];
    const Cell *played = &experiment->cells[index];
    char spec[SPEC_MAX_LENGTH], game[CELL_GAME_TEXT_SIZE];
    variant_format(&experiment->variants[played->variant], spec);
    cell_label_game(&(CellLabel){.game = spec}, game);
    const char *one = experiment->players[played->players[0]].name,
               *other = experiment->players[played->players[1]].name;
    if (tally->paired)
        snprintf(cell, PROGRESS_CELL_SIZE, "%s, %s against %s", game, one, other);
    else
        snprintf(cell, PROGRESS_CELL_SIZE, "%s, first player", game);
    const Outcomes outcomes = outcomes_of_strength(tally);
    const Moments moments = outcomes_moments(&outcomes);
    return moments_interval(&moments);
}

bool writer_checkpoint(Writer *self, Batch *batch, const ProgressLine *progress, Status *status) {
    if (batch && !self->waiting) {
        self->waiting = malloc((size_t)batch->capacity * sizeof *self->waiting);
        if (!self->waiting) return status_fail(status, EXIT_RESOURCE, "out of memory");
    }
    const int64_t count = batch ? batch_waiting(batch, self->waiting) : 0;
    const int64_t known = self->written + self->member.lines + count;
    if (known == self->journaled && self->next == self->journaled_next) return true;
    if (!store_sync_games(self->store, status) ||
        !journal_write(self->store, self->members, &self->member, self->waiting, count, progress,
                       status))
        return false;
    self->journaled = known;
    self->journaled_next = self->next;
    return true;
}
