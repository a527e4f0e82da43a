#include "selfplay/previous.h"
#include "selfplay/restore.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool read_line(Previous *self, Status *status) {
    const ReadResult result = text_reader_next(&self->reader, status);
    if (result == READ_END)
        status_fail(status, EXIT_INPUT, "%s: ends before its last game", self->path);
    return result == READ_LINE;
}

bool previous_open(Previous *self, const Store *store, const Experiment *experiment,
                   int64_t written, Status *status) {
    const int64_t kept = self->games_per_cell;
    if (kept == 0) return true;
    self->experiment = *experiment;
    self->experiment.games_per_cell = kept;
    self->path = store_path(store, STORE_PREVIOUS);
    if (!self->path) return status_fail(status, EXIT_RESOURCE, "out of memory");
    self->open = text_reader_open(&self->reader, self->path, status);
    if (!self->open) return false;
    const int64_t whole = written / experiment->games_per_cell;
    const int64_t rest = written % experiment->games_per_cell;
    for (int64_t skip = whole * kept + (rest < kept ? rest : kept); skip > 0; skip--)
        if (!read_line(self, status)) return false;
    return true;
}

void previous_close(Previous *self) {
    if (self->open) text_reader_close(&self->reader);
    free(self->path);
}

bool previous_has(const Previous *self, const Experiment *experiment, int64_t id) {
    return id < experiment_games(experiment) &&
           experiment_game(experiment, id).number < self->games_per_cell;
}

// The line with its newline, under another id.
static char *renumber(const char *line, int64_t id, size_t *size) {
    char *text = NULL;
    const int length = asprintf(&text, "{\"id\":%" PRId64 "%s\n", id, strchr(line, ','));
    *size = (size_t)length;
    return length < 0 ? NULL : text;
}

bool previous_next(Previous *self, const Experiment *experiment, FinishedGame *game,
                   Status *status) {
    if (!read_line(self, status)) return false;
    TextReader *reader = &self->reader;
    if (!restore_game(&self->experiment, reader->line, reader->length + 1, game, status))
        return status_prefix(status, "%s: line %" PRId64 ": ", self->path, reader->number);
    const GameNumber number = experiment_game(&self->experiment, game->id);
    game->id = number.cell * experiment->games_per_cell + number.number;
    game->text = renumber(reader->line, game->id, &game->size);
    return game->text || status_fail(status, EXIT_RESOURCE, "out of memory");
}
