#include "selfplay/merge.h"
#include "core/interrupt.h"
#include "search/limits.h"
#include "selfplay/directory.h"
#include "selfplay/restore.h"
#include "selfplay/results.h"

#include <inttypes.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

// A chunk is checked by all threads, then written by one.
enum { CHUNK_GAMES = 4096, CHUNK_BYTES = 1 << 20 };

static const int64_t CHECKPOINT_INTERVAL = 1000000000;

// A game of the chunk. Its line begins at `offset` of the chunk's text.
typedef struct ChunkGame {
    int64_t place;
    int64_t line; // of its shard's file
    size_t offset, size;
    FinishedGame game;
    Status status; // EXIT_DONE: its record is good
} ChunkGame;

typedef struct Merge {
    Shards *shards;
    const Experiment *experiment;
    const MergeOptions *options;
    Store store;
    Writer writer;
    Restored restored;
    Progress progress;
    Interrupt interrupt;
    Stage stage;
    int64_t read;  // places of the shards' games read
    int64_t saved; // monotonic nanoseconds
    ChunkGame *games;
    int count;
    MemberText text; // of the chunk
    Status failure;
} Merge;

// ---- The directory ----

// Says which of the shards that a directory was merged from are not here, if any.
static bool check_subset(const Part *there, const Part *here, const char *path, Status *status) {
    for (int32_t i = 0; i < there->held; i++) {
        const int64_t first = (int64_t)there->shards[i] * PART_DEAL;
        if (there->of != here->of && part_is_split(here))
            return status_fail(status, EXIT_INPUT,
                               "%s: was merged from shards of %" PRId32 ", these are of %" PRId32,
                               path, there->of, here->of);
        if (!part_has(here, first))
            return status_fail(status, EXIT_INPUT,
                               "%s: was merged from shard %" PRId32 " of %" PRId32
                               " too, which is not given",
                               path, there->shards[i] + 1, there->of);
    }
    return true;
}

// A directory that was merged from fewer shards is merged anew.
static bool renew(Merge *self) {
    Part there = {0};
    Stage stage;
    if (!store_has(&self->store, STORE_EXPERIMENT)) return true;
    bool good = directory_inspect(self->store.path, self->experiment,
                                  "in the shards; another directory expected", &there, &stage,
                                  &self->failure);
    if (good && part_is_split(&there) && !there.merged)
        good = status_fail(&self->failure, EXIT_INPUT,
                           "%s: is a shard itself; another OUT expected", self->store.path);
    if (good && there.merged && !part_equals(&there, &self->experiment->part))
        good = check_subset(&there, &self->experiment->part, self->store.path, &self->failure) &&
               directory_clear(&self->store, self->experiment, &self->failure);
    part_release(&there);
    return good;
}

// Opens the directory and reads what an earlier merge left in it.
static bool enter(Merge *self) {
    if (!store_open(&self->store, self->options->out, &self->failure) || !renew(self) ||
        !directory_enter(&self->store, self->experiment, false, &self->interrupt, &self->stage,
                         &self->failure) ||
        !writer_init(&self->writer, self->experiment, &self->store, &self->failure))
        return false;
    progress_init(&self->progress, self->experiment, self->options->quiet);
    self->writer.reading = &self->progress;
    return restore_read(&self->restored, &self->writer, &self->interrupt, &self->failure);
}

// ---- Chunks ----

static bool add_line(Merge *self, const TextReader *reader) {
    ChunkGame *game = &self->games[self->count];
    *game = (ChunkGame){.place = self->read,
                        .line = reader->number,
                        .offset = self->text.size,
                        .size = reader->length + 1,
                        .status = {.code = EXIT_DONE}};
    if (!member_add(&self->text, reader->line, reader->length) || !member_add(&self->text, "\n", 1))
        return status_fail(&self->failure, EXIT_RESOURCE, "out of memory");
    self->count++;
    return true;
}

// Reads the lines of the next chunk, but those that the writer has or does not want.
static bool read_chunk(Merge *self) {
    const int64_t end = experiment_part_games(self->experiment);
    self->count = 0;
    member_clear(&self->text);
    for (; self->read < end && self->count < CHUNK_GAMES && self->text.size < CHUNK_BYTES;
         self->read++) {
        const TextReader *reader = shards_next(self->shards, self->read, &self->failure);
        if (!reader || (self->read >= self->writer.next && !add_line(self, reader))) return false;
    }
    return true;
}

// Checks a game and that it is the one that its place is for.
static void check_game(const Merge *self, ChunkGame *game) {
    const Part *part = &self->experiment->part;
    const int64_t expected = part_id(part, game->place);
    if (!restore_game(self->experiment, self->text.bytes + game->offset, game->size, &game->game,
                      &game->status) ||
        game->game.id == expected)
        return;
    const int32_t count = self->shards->count;
    const int64_t shard = game->game.id / PART_DEAL % count;
    const int64_t own = game->place / PART_DEAL % count;
    if (!part_is_split(part) && shard != own)
        status_fail(&game->status, EXIT_INPUT,
                    "id %" PRId64 " belongs to shard %" PRId64 ", and this is shard %" PRId64
                    " of %" PRId32,
                    game->game.id, shard + 1, own + 1, count);
    else
        status_fail(&game->status, EXIT_INPUT, "id %" PRId64 " where %" PRId64 " is expected",
                    game->game.id, expected);
}

static bool write_game(Merge *self, const ChunkGame *game) {
    if (game->place < self->writer.next) return true; // a rule has stopped its cell just now
    if (game->status.code == EXIT_DONE) {
        progress_add(&self->progress, game->game.facts.plies);
        if (!writer_add(&self->writer, &game->game, &self->failure)) return false;
        progress_drop(&self->progress, self->writer.next - (game->place + 1));
        return true;
    }
    self->failure = game->status;
    const Shard *shard = &self->shards->shards[game->place / PART_DEAL % self->shards->count];
    return status_prefix(&self->failure, "%.200s: line %" PRId64 ": ", shard->path, game->line);
}

static bool merge_chunk(Merge *self) {
    if (!read_chunk(self)) return false;
#pragma omp parallel for num_threads(self->options->threads) schedule(dynamic, 16)
    for (int i = 0; i < self->count; i++) check_game(self, &self->games[i]);
    for (int i = 0; i < self->count; i++)
        if (!write_game(self, &self->games[i])) return false;
    return true;
}

// ---- The merge ----

static bool checkpoint(Merge *self) {
    char cell[PROGRESS_CELL_SIZE];
    const Interval score = writer_score(&self->writer, cell);
    const ProgressLine line = progress_line(&self->progress, cell, score);
    self->saved = clock_now();
    return writer_checkpoint(&self->writer, NULL, &line, &self->failure);
}

static void show_progress(Merge *self) {
    char cell[PROGRESS_CELL_SIZE];
    if (!progress_is_due(&self->progress)) return;
    const Interval score = writer_score(&self->writer, cell);
    const ProgressLine line = progress_line(&self->progress, cell, score);
    progress_show(&self->progress, &line);
}

static bool interrupted(Merge *self) {
    if (!interrupt_came(&self->interrupt)) return false;
    if (!checkpoint(self)) return true;
    status_fail(&self->failure, (ExitCode)(128 + self->interrupt.signal),
                "%s: interrupted; %" PRId64
                " games are merged, run the same command again to go on",
                self->store.path, self->writer.written + self->writer.member.lines);
    return true;
}

// What the journal of an interrupted merge has comes first; its games are in order.
static bool take_restored(Merge *self) {
    for (int64_t i = 0; i < self->restored.count; i++) {
        const FinishedGame *game = &self->restored.games[i];
        const int64_t place = part_place(&self->experiment->part, game->id);
        if (place == self->writer.next && !writer_add(&self->writer, game, &self->failure))
            return false;
    }
    return true;
}

static bool merge_games(Merge *self) {
    const int64_t end = experiment_part_games(self->experiment);
    if (!store_remove(&self->store, STORE_STATS, &self->failure) ||
        !store_open_games(&self->store, self->store.games_bytes, &self->failure) ||
        !take_restored(self))
        return false;
    const int64_t written = self->writer.written + self->writer.member.lines;
    progress_begin(&self->progress, written);
    progress_drop(&self->progress, self->writer.next - written);
    if (!checkpoint(self)) return false;
    while (self->read < end) {
        if (interrupted(self) || !merge_chunk(self)) return false;
        if (clock_now() - self->saved >= CHECKPOINT_INTERVAL && !checkpoint(self)) return false;
        show_progress(self);
    }
    return shards_end(self->shards, &self->failure);
}

static bool merge(Merge *self) {
    self->games = calloc(CHUNK_GAMES, sizeof *self->games);
    if (!self->games) return status_fail(&self->failure, EXIT_RESOURCE, "out of memory");
    if (!writer_is_complete(&self->writer) && !merge_games(self)) return false;
    progress_close(&self->progress);
    return store_sync_games(&self->store, &self->failure) &&
           directory_complete(&self->store, self->experiment, &self->failure) &&
           results_publish(&self->writer, true, RESAMPLING_DONE, &self->failure);
}

int merge_run(Shards *shards, const MergeOptions *options) {
    Merge self = {.shards = shards,
                  .experiment = &shards->experiment,
                  .options = options,
                  .store = {.directory = -1, .lock = -1, .games = -1},
                  .failure = {.code = EXIT_DONE}};
    interrupt_init(&self.interrupt);
    const bool entered = enter(&self);
    if (entered) directory_log(&self.store, self.experiment, options->threads, NULL, "merge");
    const bool good = entered && merge(&self);
    progress_close(&self.progress);
    if (!good) fprintf(stderr, "harrow: %s\n", self.failure.message);
    interrupt_release(&self.interrupt);
    restore_release(&self.restored);
    if (self.writer.experiment) writer_release(&self.writer);
    member_release(&self.text);
    free(self.games);
    if (entered)
        store_close(&self.store);
    else
        store_refuse(&self.store);
    return (int)self.failure.code;
}
