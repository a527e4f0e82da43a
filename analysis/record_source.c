#include "analysis/record_source.h"
#include "analysis/saved_stats.h"
#include "core/frame.h"
#include "core/member.h"
#include "core/text_reader.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// A source that is being read.
typedef struct Reading {
    const RecordSource *source;
    int64_t last_id; // of the games of the file that was read so far
    int64_t lines;   // of that file, the one that comes next
    bool journal;    // the file is a run's, whose journal has what is not in a whole member
    bool done;       // no more records are wanted
} Reading;

static void take_record(Reading *self, const Record *record, const char *line, size_t length) {
    self->last_id = record->id;
    self->done = self->done || !self->source->take(self->source->context, record, line, length);
}

static bool take_line(Reading *self, const char *line, size_t length, Status *status) {
    Record record;
    cJSON *tree = json_parse(line, length, status);
    const bool good = tree && record_read(&record, tree, status);
    if (good) take_record(self, &record, line, length);
    cJSON_Delete(tree);
    return good;
}

static void tell_loss(const Reading *self, const char *path, const char *what) {
    self->source->lose(self->source->context, path, what);
}

// A line that is no record is told, and the others are listed the same.
static void take_or_tell(Reading *self, const char *path, int64_t number, const char *line,
                         size_t length) {
    Status status;
    if (take_line(self, line, length, &status)) return;
    status_prefix(&status, "line %" PRId64 ": ", number);
    tell_loss(self, path, status.message);
}

// The whole lines of a member; the last one of a member that is cut is none.
static void take_member(Reading *self, const char *path, const MemberText *text) {
    const char *end = text->bytes + text->size;
    for (const char *line = text->bytes, *next;
         !self->done && line < end && (next = memchr(line, '\n', (size_t)(end - line)));
         line = next + 1)
        take_or_tell(self, path, self->lines++, line, (size_t)(next - line));
}

// Goes on behind a damaged member, and tells what that cost.
static bool pass_damage(Reading *self, MemberReader *reader, MemberText *text, MemberResult *result,
                        Status *status) {
    char what[STATUS_MESSAGE_SIZE], lost[STATUS_MESSAGE_SIZE];
    const int64_t from = reader->whole, before = self->last_id;
    int64_t to = from;
    if (status->code == EXIT_RESOURCE) return status_prefix(status, "%s: ", reader->path);
    memcpy(what, status->message, sizeof what);
    do {
        if (!member_reader_resume(reader)) {
            snprintf(lost, sizeof lost, "%.200s; no whole game is behind that", what);
            tell_loss(self, reader->path, lost);
            *result = MEMBER_END;
            return true;
        }
        to = reader->whole;
        *result = member_reader_next(reader, text, status);
    } while (*result == MEMBER_DAMAGED);
    snprintf(lost, sizeof lost,
             "%.200s; bytes %" PRId64 "..%" PRId64 " are lost, with games behind id %" PRId64, what,
             from, to - 1, before);
    tell_loss(self, reader->path, lost);
    return true;
}

static bool read_members(Reading *self, MemberReader *reader, MemberText *text, Status *status) {
    while (!self->done) {
        MemberResult result = member_reader_next(reader, text, status);
        if (result == MEMBER_DAMAGED && !pass_damage(self, reader, text, &result, status))
            return false;
        if (result == MEMBER_END) return true;
        take_member(self, reader->path, text);
        if (result == MEMBER_CUT && !self->journal) {
            char what[STATUS_MESSAGE_SIZE];
            snprintf(what, sizeof what,
                     "ends within a gzip member, behind id %" PRId64 "; what follows is lost",
                     self->last_id);
            tell_loss(self, reader->path, what);
        }
        if (result == MEMBER_CUT) return true; // the journal has what follows
    }
    return true;
}

static bool read_gzip(Reading *self, const char *path, Status *status) {
    MemberText text = {0};
    MemberReader *reader = malloc(sizeof *reader);
    if (!reader) return status_fail(status, EXIT_RESOURCE, "out of memory");
    bool good = member_reader_open(reader, path, status);
    if (good) {
        good = read_members(self, reader, &text, status);
        member_reader_close(reader);
    }
    member_release(&text);
    free(reader);
    return good;
}

// The games of a journal behind an id; its head, the first line, says how many there are in all.
static void take_journal(Reading *self, const char *path, const MemberText *journal) {
    const char *end = journal->bytes + journal->size;
    const int64_t behind = self->last_id;
    int64_t lost = 0;
    for (const char *line = journal->bytes; line < end && !self->done;) {
        Record record;
        Status ignored;
        size_t size;
        const char *next = memchr(line, '\n', (size_t)(end - line));
        const size_t length = (size_t)((next ? next : end) - line);
        const char *object = frame_open("record", line, length, &size);
        cJSON *tree = object ? json_parse(object, size, &ignored) : NULL;
        if (tree && record_read(&record, tree, &ignored)) {
            if (record.id > behind) take_record(self, &record, object, size);
        } else if (!frame_open("head", line, length, &size))
            lost++;
        cJSON_Delete(tree);
        line += length + 1;
    }
    char what[STATUS_MESSAGE_SIZE];
    snprintf(what, sizeof what, "%" PRId64 " damaged lines; their games are lost", lost);
    if (lost > 0) tell_loss(self, path, what);
}

// A line that is no text is told, and the others are listed the same.
static bool pass_or_fail(Reading *self, TextReader *reader) {
    char what[STATUS_MESSAGE_SIZE];
    if (!text_reader_pass(reader)) return false;
    snprintf(what, sizeof what, "line %" PRId64 ": has a NUL byte or more than 16 MiB: no record",
             reader->number);
    tell_loss(self, reader->path, what);
    return true;
}

static bool read_lines(Reading *self, const char *path, Status *status) {
    TextReader reader;
    ReadResult result = READ_LINE;
    if (!text_reader_open(&reader, path, status)) return false;
    while (!self->done && result == READ_LINE) {
        result = text_reader_next(&reader, status);
        if (result == READ_LINE)
            take_or_tell(self, reader.path, reader.number, reader.line, reader.length);
        else if (result == READ_FAILED && pass_or_fail(self, &reader))
            result = READ_LINE;
    }
    text_reader_close(&reader);
    return self->done || result == READ_END;
}

// A text file whole; no file is an empty one.
static bool load(MemberText *text, const char *path, Status *status) {
    char line[1 << 16];
    FILE *file = fopen(path, "r");
    bool good = true;
    for (size_t size; file && good && (size = fread(line, 1, sizeof line, file)) > 0;)
        good = member_add(text, line, size) || status_fail(status, EXIT_RESOURCE, "out of memory");
    if (good && file && ferror(file))
        good = status_fail(status, EXIT_RESOURCE, "%s: unreadable", path);
    if (file) fclose(file);
    return good;
}

static bool is_gzip(const char *path) {
    unsigned char head[2] = {0};
    FILE *file = fopen(path, "rb");
    const bool gzip = file && fread(head, 1, 2, file) == 2 && head[0] == 0x1f && head[1] == 0x8b;
    if (file) fclose(file);
    return gzip;
}

static bool read_file(Reading *self, const char *path, Status *status) {
    self->last_id = -1;
    self->lines = 1;
    self->journal = false;
    if (strcmp(path, "-") != 0 && is_gzip(path)) return read_gzip(self, path, status);
    return read_lines(self, path, status);
}

// The games that a run which is not under way has by its statistics; 0 where these cannot be read.
static int64_t games_of(const char *path) {
    SavedStats stats;
    Status ignored;
    int64_t games = 0;
    if (access(path, F_OK) != 0) return 0;
    const bool good = saved_stats_read(&stats, path, &ignored);
    for (size_t i = 0; good && i < stats.count; i++)
        games += stats.stats[i].games + stats.stats[i].repeats;
    saved_stats_release(&stats);
    return games;
}

// Tells of whole members that are not there, and of games that an extension has still to take over.
static void tell_missing(const Reading *self, const char *games, const char *statistics,
                         const char *previous) {
    char what[STATUS_MESSAGE_SIZE];
    const int64_t lines = self->lines - 1, expected = self->journal ? 0 : games_of(statistics);
    if (lines < expected) {
        snprintf(what, sizeof what, "has %" PRId64 " of the %" PRId64 " games of stats.json", lines,
                 expected);
        tell_loss(self, games, what);
    }
    if (access(previous, F_OK) == 0)
        tell_loss(self, previous,
                  "has the games from before --extend, which are not listed: read this file by "
                  "itself, or run on");
}

// The games of a run, which may be going on: the journal is read first, since what leaves it has
// its place in the games by then.
static bool read_run(Reading *self, const char *games, const char *journal, Status *status) {
    MemberText text = {0};
    self->journal = access(journal, F_OK) == 0;
    bool good = load(&text, journal, status);
    if (good && access(games, F_OK) == 0) good = read_gzip(self, games, status);
    if (good) take_journal(self, journal, &text);
    member_release(&text);
    return good;
}

static bool read_directory(Reading *self, const char *path, Status *status) {
    char *games = NULL, *journal = NULL, *statistics = NULL, *previous = NULL;
    self->last_id = -1;
    self->lines = 1;
    bool good = asprintf(&games, "%s/games.jsonl.gz", path) >= 0 &&
                asprintf(&journal, "%s/journal.jsonl", path) >= 0 &&
                asprintf(&statistics, "%s/stats.json", path) >= 0 &&
                asprintf(&previous, "%s/previous.jsonl.gz", path) >= 0;
    if (!good)
        status_fail(status, EXIT_RESOURCE, "out of memory");
    else if (access(games, F_OK) != 0 && access(journal, F_OK) != 0)
        good = status_fail(status, EXIT_INPUT, "%s: has no games.jsonl.gz", path);
    else
        good = read_run(self, games, journal, status);
    if (good && !self->done) tell_missing(self, games, statistics, previous);
    free(games);
    free(journal);
    free(statistics);
    free(previous);
    return good;
}

bool record_source_read(const RecordSource *source, const char *path, Status *status) {
    struct stat info;
    Reading reading = {.source = source};
    if (strcmp(path, "-") != 0 && stat(path, &info) == 0 && S_ISDIR(info.st_mode))
        return read_directory(&reading, path, status);
    return read_file(&reading, path, status);
}
