#include "selfplay/previous.h"
#include "selfplay/restore.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_line(Previous *self, Status *status) {
    const ReadResult result = text_reader_next(&self->reader, status);
    if (result == READ_END)
        status_fail(status, EXIT_INPUT, "%s: ends before its last game", self->path);
    return result == READ_LINE;
}

bool previous_open(Previous *self, const Store *store, const Experiment *experiment,
                   Status *status) {
    const int64_t kept = self->games_per_cell;
    if (kept == 0) return true;
    self->experiment = *experiment;
    self->experiment.games_per_cell = kept;
    self->path = store_path(store, STORE_PREVIOUS);
    if (!self->path) return status_fail(status, EXIT_RESOURCE, "out of memory");
    self->open = text_reader_open(&self->reader, self->path, status);
    return self->open;
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

// The greatest there is for a line that harrow did not write, so that it is not passed over.
static int64_t id_of_line(const char *line) {
    int64_t id;
    return sscanf(line, "{\"id\":%" SCNd64 ",", &id) == 1 ? id : INT64_MAX;
}

bool previous_next(Previous *self, const Experiment *experiment, int64_t id, FinishedGame *game,
                   Status *status) {
    const GameNumber number = experiment_game(experiment, id);
    const int64_t before = number.cell * self->games_per_cell + number.number;
    do {
        if (!read_line(self, status)) return false;
    } while (id_of_line(self->reader.line) < before);
    return (read_game(self, before, game, status) &&
            renumber(game, self->reader.line, id, status)) ||
           status_prefix(status, "%s: line %" PRId64 ": ", self->path, self->reader.number);
}
