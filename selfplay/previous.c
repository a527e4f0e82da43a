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

// The game's line with its newline, under another id. Any order of keys is a record, but only the
// one that harrow writes gives the same bytes as a run without extension.
static bool renumber(FinishedGame *game, const char *line, int64_t id, Status *status) {
    char start[32];
    const int length = snprintf(start, sizeof start, "{\"id\":%" PRId64 ",", game->id);
    if (strncmp(line, start, (size_t)length) != 0)
        return status_fail(status, EXIT_INPUT, "'%s' expected at the beginning", start);
    const int size = asprintf(&game->text, "{\"id\":%" PRId64 ",%s\n", id, line + length);
    if (size < 0) return status_fail(status, EXIT_RESOURCE, "out of memory");
    game->size = (size_t)size;
    game->id = id;
    return true;
}

static bool read_game(Previous *self, int64_t id, FinishedGame *game, Status *status) {
    TextReader *reader = &self->reader;
    if (!restore_game(&self->experiment, reader->line, reader->length + 1, game, status))
        return false;
    return game->id == id ||
           status_fail(status, EXIT_INPUT, "id %" PRId64 " where %" PRId64 " is expected", game->id,
                       id);
}

bool previous_next(Previous *self, const Experiment *experiment, int64_t id, FinishedGame *game,
                   Status *status) {
    const GameNumber number = experiment_game(experiment, id);
    const int64_t before = number.cell * self->games_per_cell + number.number;
    if (!read_line(self, status)) return false;
    return (read_game(self, before, game, status) &&
            renumber(game, self->reader.line, id, status)) ||
           status_prefix(status, "%s: line %" PRId64 ": ", self->path, self->reader.number);
}
