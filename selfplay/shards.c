#include "selfplay/shards.h"
#include "core/open_files.h"
#include "selfplay/directory.h"
#include "selfplay/experiment_file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// Where the experiment is from that a shard is compared with: the first one's, which may differ
// from what this harrow would write of it.
static void name_other(const Shards *self, const Shard *shard, char other[STATUS_MESSAGE_SIZE]) {
    if (shard == &self->shards[0])
        snprintf(other, STATUS_MESSAGE_SIZE, "in this harrow; the one that played it expected");
    else
        snprintf(other, STATUS_MESSAGE_SIZE, "in %.200s; shards of one experiment expected",
                 self->shards[0].directory);
}

// Takes a directory's part as that of one shard.
static bool check_part(Shard *shard, const Part *part, int32_t of, Status *status) {
    if (!part_is_split(part))
        return status_fail(status, EXIT_INPUT, "%s: is no shard, it is for all games",
                           shard->directory);
    if (part->merged)
        return status_fail(status, EXIT_INPUT, "%s: was merged; the shards themselves are expected",
                           shard->directory);
    if (of && part->of != of)
        return status_fail(status, EXIT_INPUT,
                           "%s: is shard %" PRId32 " of %" PRId32 ", but the first one is of "
                           "%" PRId32,
                           shard->directory, part->shards[0] + 1, part->of, of);
    shard->number = part->shards[0];
    return true;
}

// Reads what a directory is. *of becomes how many shards there are; *whole, whether its are there.
static bool inspect(Shards *self, Shard *shard, int32_t *of, bool *whole, Status *status) {
    char other[STATUS_MESSAGE_SIZE];
    Part part = {0};
    Stage stage;
    name_other(self, shard, other);
    const bool good =
        directory_inspect(shard->directory, &self->experiment, other, &part, &stage, status) &&
        check_part(shard, &part, *of, status);
    if (good) *of = part.of;
    *whole = stage.complete;
    part_release(&part);
    return good;
}

static bool refuse_incomplete(const Shard *shard, int32_t of, bool partial, Status *status) {
    if (partial) {
        fprintf(stderr,
                "harrow: %s: shard %" PRId32 " of %" PRId32
                " is not complete and left out; 'harrow run %s' goes on\n",
                shard->directory, shard->number + 1, of, shard->directory);
        return true;
    }
    return status_fail(status, EXIT_INPUT,
                       "%s: shard %" PRId32 " of %" PRId32
                       " is not complete; 'harrow run %s' goes on, or --partial leaves it out",
                       shard->directory, shard->number + 1, of, shard->directory);
}

static int by_number(const void *a, const void *b) {
    const int32_t one = ((const Shard *)a)->number, two = ((const Shard *)b)->number;
    return (one > two) - (one < two);
}

static bool check_duplicates(const Shards *self, int32_t of, Status *status) {
    for (int32_t i = 1; i < self->count; i++)
        if (self->shards[i].number == self->shards[i - 1].number)
            return status_fail(status, EXIT_INPUT,
                               "%.200s and %.200s: shard %" PRId32 " of %" PRId32 " twice",
                               self->shards[i - 1].directory, self->shards[i].directory,
                               self->shards[i].number + 1, of);
    return true;
}

// Tells of runs of shards that are missing, as "2, 5-7"; returns how many there are.
static int32_t tell_missing(const Shards *self, int32_t of) {
    int32_t missing = 0;
    for (int32_t i = 0, next = 0; i <= self->count; i++) {
        const int32_t number = i < self->count ? self->shards[i].number : of;
        if (number > next) {
            fprintf(stderr, "%s%" PRId32,
                    missing ? ", " : "harrow: missing of the shards: ", next + 1);
            if (number > next + 1) fprintf(stderr, "-%" PRId32, number);
            missing += number - next;
        }
        next = number + 1;
    }
    if (missing) fprintf(stderr, " of %" PRId32 "\n", of);
    return missing;
}

// The experiment's part becomes what the shards are together.
static bool set_part(Shards *self, int32_t of, bool partial, Status *status) {
    Part *part = &self->experiment.part;
    const int32_t missing = tell_missing(self, of);
    if (missing && !partial)
        return status_fail(status, EXIT_INPUT,
                           "%" PRId32 " of %" PRId32 " shards are missing; --partial merges the "
                           "others",
                           missing, of);
    if (self->count == 0) return status_fail(status, EXIT_INPUT, "no shard is complete");
    part_release(part);
    if (!missing) return true;
    *part = (Part){.of = of,
                   .held = self->count,
                   .shards = malloc((size_t)self->count * sizeof *part->shards),
                   .merged = true};
    if (!part->shards) return status_fail(status, EXIT_RESOURCE, "out of memory");
    for (int32_t i = 0; i < self->count; i++) part->shards[i] = self->shards[i].number;
    return true;
}

static bool open_games(Shard *self, Status *status) {
    if (asprintf(&self->path, "%s/" STORE_GAMES, self->directory) < 0) {
        self->path = NULL;
        return status_fail(status, EXIT_RESOURCE, "out of memory");
    }
    self->open = text_reader_open(&self->reader, self->path, status);
    return self->open;
}

// Reads what all directories are; those that are not complete are left out.
static bool inspect_all(Shards *self, char *const directories[], int count, bool partial,
                        int32_t *of, Status *status) {
    for (int i = 0; i < count; i++) {
        Shard *shard = &self->shards[self->count];
        bool whole;
        *shard = (Shard){.directory = directories[i]};
        if (!inspect(self, shard, of, &whole, status) ||
            (!whole && !refuse_incomplete(shard, *of, partial, status)))
            return false;
        self->count += whole;
    }
    qsort(self->shards, (size_t)self->count, sizeof *self->shards, by_number);
    return check_duplicates(self, *of, status);
}

bool shards_open(Shards *self, char *const directories[], int count, bool partial, Status *status) {
    int32_t of = 0;
    *self = (Shards){.shards = calloc((size_t)count, sizeof *self->shards)};
    if (!self->shards) return status_fail(status, EXIT_RESOURCE, "out of memory");
    open_files_allow(); // one of each
    self->shards[0].directory = directories[0];
    if (!experiment_file_is_directory(directories[0]))
        return status_fail(status, EXIT_INPUT, "%s: the directory of a shard expected",
                           directories[0]);
    if (!experiment_file_read(&self->experiment, directories[0], NULL, 0, NULL, status) ||
        !inspect_all(self, directories, count, partial, &of, status) ||
        !set_part(self, of, partial, status))
        return false;
    for (int32_t i = 0; i < self->count; i++)
        if (!open_games(&self->shards[i], status)) return false;
    return true;
}

void shards_release(Shards *self) {
    for (int32_t i = 0; i < self->count; i++) {
        if (self->shards[i].open) text_reader_close(&self->shards[i].reader);
        free(self->shards[i].path);
    }
    free(self->shards);
    experiment_release(&self->experiment);
}

const TextReader *shards_next(Shards *self, int64_t place, Status *status) {
    Shard *shard = &self->shards[place / PART_DEAL % self->count];
    switch (text_reader_next(&shard->reader, status)) {
    case READ_LINE:
        return &shard->reader;
    case READ_END:
        status_fail(status, EXIT_INPUT,
                    "%s: ends behind %" PRId64 " games; 'harrow run %s' plays what is missing",
                    shard->path, shard->reader.number - 1, shard->directory);
        return NULL;
    default:
        return NULL;
    }
}

bool shards_end(Shards *self, Status *status) {
    for (int32_t i = 0; i < self->count; i++) {
        TextReader *reader = &self->shards[i].reader;
        switch (text_reader_next(reader, status)) {
        case READ_END:
            break;
        case READ_LINE:
            return status_fail(status, EXIT_INPUT, "%s: line %" PRId64 " is behind the last game",
                               self->shards[i].path, reader->number);
        default:
            return false;
        }
    }
    return true;
}
