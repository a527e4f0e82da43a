#include "search/match_record.h"
#include "core/record.h"
#include "core/text_stream.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- The record

// A game that is not over counts as stopped by a limit.
static void write_record(const Match *self, const char *moves, FILE *stream) {
    const Game *game = self->line.variant.game;
    const Outcome outcome = match_outcome(self);
    char spec[SPEC_MAX_LENGTH], start[GAME_POSITION_TEXT_SIZE];
    variant_format(&self->line.variant, spec);
    game->format(&self->line.start, start);
    Record record = {.pair = -1,
                     .game = spec,
                     .first = self->seats[SIDE_FIRST].name,
                     .second = self->seats[SIDE_SECOND].name,
                     .position = self->usual_start ? NULL : start,
                     .moves = moves,
                     .plies = self->line.count,
                     .result = outcome.result,
                     .end = outcome.end == END_NONE ? END_PLY_LIMIT : outcome.end,
                     .has_score = game->has_score};
    if (game->has_score) record.score = game->score(&self->line.position);
    record_write(&record, stream);
}

static bool record_text(const Match *self, TextStream *text, Status *status) {
    char *moves = line_text(&self->line, status);
    bool good = moves && text_stream_open(text, status);
    if (good) {
        write_record(self, moves, text->stream);
        good = text_stream_close(text, status);
    }
    free(moves);
    return good;
}

// ---- The file

static bool fail(const char *path, Status *status) {
    return status_fail(status, EXIT_RESOURCE, "%.300s: %s", path, strerror(errno));
}

static bool write_all(int file, const TextStream *text) {
    for (size_t done = 0; done < text->size;) {
        const ssize_t written = write(file, text->text + done, text->size - done);
        if (written < 0 && errno != EINTR) return false;
        if (written > 0) done += (size_t)written;
    }
    return fsync(file) == 0 || errno == EINVAL || errno == EROFS; // a pipe cannot be synced
}

// Into a new file; what cannot be written whole is not left behind.
static bool write_new(const char *path, const TextStream *text, Status *status) {
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0 && errno == EEXIST)
        return status_fail(status, EXIT_INPUT, "%.300s is there already: 'save! FILE' replaces it",
                           path);
    if (file < 0) return fail(path, status);
    const bool written = write_all(file, text);
    const int error = errno;
    if (close(file) == 0 && written) return true;
    if (!written) errno = error;
    fail(path, status);
    unlink(path);
    return false;
}

static bool replace_file(const char *path, const TextStream *text, Status *status) {
    char *fresh = NULL;
    if (asprintf(&fresh, "%s.new", path) < 0)
        return status_fail(status, EXIT_RESOURCE, "out of memory");
    bool good = write_new(fresh, text, status);
    if (good && rename(fresh, path) != 0) {
        good = fail(path, status);
        unlink(fresh);
    }
    free(fresh);
    return good;
}

bool match_save(const Match *self, const char *path, bool replace, Status *status) {
    TextStream text;
    if (!record_text(self, &text, status)) return false;
    const bool good = replace ? replace_file(path, &text, status) : write_new(path, &text, status);
    free(text.text);
    return good;
}

// ---- The command

static void write_word(const char *word, FILE *stream) {
    fputc('\'', stream);
    for (; *word; word++)
        if (*word == '\'')
            fputs("'\\''", stream);
        else
            fputc(*word, stream);
    fputc('\'', stream);
}

static void write_option(const char *option, const char *word, FILE *stream) {
    fprintf(stream, " %s ", option);
    write_word(word, stream);
}

// Minutes and seconds, as --clock reads them.
static void write_clocks(const Match *self, FILE *stream) {
    const double minute = 60e9, least = 0.001;
    const double first = (double)match_time_left(self, SIDE_FIRST) / minute;
    const double second = (double)match_time_left(self, SIDE_SECOND) / minute;
    fprintf(stream, " --clock %.3f/%.3f+%g", first > least ? first : least,
            second > least ? second : least, self->seats[SIDE_FIRST].clock.limits.increment / 1e3);
}

static void write_command(const Match *self, const char *moves, FILE *stream) {
    char text[GAME_POSITION_TEXT_SIZE];
    variant_format(&self->line.variant, text);
    fputs("harrow play", stream);
    write_option("--game", text, stream);
    for (int side = 0; side < SIDE_COUNT; side++)
        if (self->seats[side].player) {
            write_option("--player", self->seats[side].name, stream);
            if (side == SIDE_FIRST) fputs(" --seat second", stream);
        }
    if (self->has_clocks) write_clocks(self, stream);
    if (!self->usual_start) {
        self->line.variant.game->format(&self->line.start, text);
        write_option("--position", text, stream);
    }
    if (*moves) write_option("--moves", moves, stream);
}

char *match_command(const Match *self) {
    Status status;
    TextStream text;
    char *moves = line_text(&self->line, &status);
    if (!moves || !text_stream_open(&text, &status)) {
        free(moves);
        return NULL;
    }
    write_command(self, moves, text.stream);
    free(moves);
    return text_stream_close(&text, &status) ? text.text : NULL;
}
