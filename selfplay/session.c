#include "selfplay/session.h"
#include "core/affinity.h"
#include "core/interrupt.h"
#include "core/open_files.h"
#include "search/limits.h"
#include "selfplay/crew.h"
#include "selfplay/directory.h"
#include "selfplay/previous.h"
#include "selfplay/progress.h"
#include "selfplay/restore.h"
#include "selfplay/results.h"

#include <inttypes.h>
#include <omp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { WAIT_MILLISECONDS = 50 };

// How long the other ranks have to hand in what they finished, and to be gone at the end.
enum { GATHER_MILLISECONDS = 300, GONE_MILLISECONDS = 10000 };

// A checkpoint every half second, so that with its own time it stays within the second promised.
static const int64_t CHECKPOINT_INTERVAL = 500000000;

typedef struct Session {
    const Experiment *experiment;
    const SessionOptions *options;
    Store store;
    Writer writer;
    Batch batch;
    Crew crew;
    Previous previous;
    Restored restored; // what the journal had
    Stage stage;       // of the directory when the session began
    Progress progress;
    Interrupt interrupt;
    bool stuck; // the writer failed: what it has is on disk or lost
    Status failure;
} Session;

static void look_for_signal(Session *self) {
    if (interrupt_came(&self->interrupt)) batch_stop(&self->batch);
}

// What a worker thread does from start to end.
static void work(Session *self, int number) {
    Worker worker;
    Status status = {.code = EXIT_DONE};
    PlayResult result = PLAY_DONE;
    if (self->options->pin) processor_pin(number);
    worker_init(&worker, self->experiment, self->store.path);
    while (result != PLAY_FAILED) {
        FinishedGame game;
        const Claim *claim = batch_claim(&self->batch, number);
        if (claim->id < 0) break;
        result = worker_play(&worker, claim->id, &claim->stop, &game, &status);
        if (result == PLAY_DONE) batch_finish(&self->batch, &game);
        // What is wrong with a game that nobody wants is nobody's concern.
        if (result == PLAY_FAILED && atomic_load(&claim->stop)) result = PLAY_STOPPED;
    }
    worker_release(&worker);
    batch_leave(&self->batch, result == PLAY_FAILED ? &status : NULL);
}

static int64_t place_of(const Session *self, int64_t id) {
    return part_place(&self->experiment->part, id);
}

// Gives a game to the writer. Those that it does not want any more are dropped.
static bool write_game(Session *self, const FinishedGame *game) {
    if (!writer_add(&self->writer, game, &self->failure)) return false;
    const int64_t unwanted = self->writer.next - (place_of(self, game->id) + 1);
    if (unwanted > 0) {
        progress_drop(&self->progress, unwanted);
        batch_drop(&self->batch, self->writer.next);
    }
    return true;
}

// Gives the next game in order to the writer, also one kept from before an extension; *there is
// whether there was one.
static bool pass_game(Session *self, bool *there) {
    const int64_t next = part_id(&self->experiment->part, self->batch.oldest);
    FinishedGame game;
    *there = true;
    if (previous_has(&self->previous, self->experiment, next)) {
        if (!previous_next(&self->previous, self->experiment, next, &game, &self->failure))
            return false;
        batch_pass(&self->batch);
        progress_keep(&self->progress);
    } else if (batch_take(&self->batch, &game))
        progress_add(&self->progress, game.facts.plies);
    else {
        *there = false;
        return true;
    }
    const bool written = write_game(self, &game);
    free(game.text);
    return written;
}

// Passes on what is next in order, at most so many games, since workers may be as fast. *more is
// whether there may be more.
static bool drain(Session *self, int64_t most, bool *more) {
    *more = true;
    for (int64_t i = 0; *more && i < most; i++)
        if (!pass_game(self, more)) return false;
    return true;
}

static ProgressLine progress_now(const Session *self) {
    char cell[PROGRESS_CELL_SIZE];
    const Interval score = writer_score(&self->writer, cell);
    return progress_line(&self->progress, cell, score);
}

static bool checkpoint(Session *self, Status *status) {
    const ProgressLine line = progress_now(self);
    return writer_checkpoint(&self->writer, &self->batch, &line, status);
}

static void show_progress(Session *self) {
    if (!progress_is_due(&self->progress)) return;
    const ProgressLine line = progress_now(self);
    progress_show(&self->progress, &line);
}

// What the writer's thread does while workers are at work.
static void write_games(Session *self) {
    // The first journal comes before any member, to tell what of them is synced (restore.c).
    bool good = checkpoint(self, &self->failure);
    int64_t saved = clock_now();
    bool more = false;
    int wait = self->crew.present > 0 ? 0 : WAIT_MILLISECONDS;
    while (good && batch_wait(&self->batch, more ? 0 : wait) > 0) {
        look_for_signal(self);
        const int messages = crew_serve(&self->crew);
        if (self->crew.present > 0) wait = ranks_patience(wait, messages);
        good = drain(self, MEMBER_GAMES, &more);
        if (good && clock_now() - saved >= CHECKPOINT_INTERVAL) {
            good = checkpoint(self, &self->failure);
            saved = clock_now();
        }
        show_progress(self);
    }
    self->stuck = !good;
    if (!good) batch_stop(&self->batch);
    crew_end(&self->crew, GATHER_MILLISECONDS);
}

// The threads of the session: the writer and the workers.
static void play(Session *self) {
    bool started = false;
    omp_set_dynamic(0);
#pragma omp parallel num_threads(self->options->threads + 1)
    {
        if (omp_get_num_threads() == self->options->threads + 1) {
            if (omp_get_thread_num() == 0) {
                started = true;
                write_games(self);
            } else
                work(self, omp_get_thread_num() - 1);
        }
    }
    if (!started)
        status_fail(&self->failure, EXIT_RESOURCE, "%d threads cannot be had",
                    self->options->threads + 1);
    if (self->failure.code == EXIT_DONE) self->failure = self->batch.failure;
}

// What a writer that failed still holds may find its place in the journal; if not, what the
// journal had before remains.
static void rescue(Session *self) {
    Status ignored;
    checkpoint(self, &ignored);
}

// After the workers: all that is finished goes to disk; games that wait for an older one are
// tallied too, since the journal has them.
static bool save(Session *self) {
    Status *status = &self->failure;
    bool more;
    // Who interrupts does not wait for all that --extend has still to take over.
    if (!drain(self, self->interrupt.signal ? 4 * MEMBER_GAMES : INT64_MAX, &more)) return false;
    if (writer_is_complete(&self->writer))
        return store_sync_games(&self->store, status) &&
               directory_complete(&self->store, self->experiment, status);
    if (!checkpoint(self, status)) return false;
    const int64_t count = batch_waiting(&self->batch, self->writer.waiting);
    for (int64_t i = 0; i < count; i++) {
        const FinishedGame *game = &self->writer.waiting[i];
        if (!writer_tally(&self->writer, game->id, &game->facts, status)) return false;
    }
    return true;
}

static bool show_results(Session *self) {
    const bool complete = writer_is_complete(&self->writer);
    // Who interrupts is not made to wait for bounds that the next session will give.
    const Resampling resampling =
        self->interrupt.signal && !complete ? RESAMPLING_LEFT_OUT : RESAMPLING_DONE;
    return results_publish(&self->writer, complete, resampling, &self->failure);
}

// A run that is to go on has had a journal since before its first member.
static void tell_of_journal(const Session *self) {
    if (self->writer.members > 0 && !writer_is_complete(&self->writer) &&
        !store_has(&self->store, STORE_JOURNAL))
        fprintf(stderr,
                "harrow: %s/" STORE_JOURNAL " is missing: the games that it had are played again\n",
                self->store.path);
}

// Reads what earlier sessions finished.
static bool restore(Session *self) {
    self->previous.games_per_cell = self->stage.kept;
    progress_init(&self->progress, self->experiment, self->options->quiet);
    self->progress.ranks = self->options->ranks->count;
    self->writer.reading = &self->progress;
    if (!restore_read(&self->restored, &self->writer, &self->interrupt, &self->failure))
        return false;
    tell_of_journal(self);
    return previous_open(&self->previous, &self->store, self->experiment, &self->failure);
}

// Gives the writer what the journal has of the games that come next, so that the batch begins
// behind them; the first of the others is left in *first.
static bool write_restored(Session *self, int64_t *first) {
    const Restored *restored = &self->restored;
    for (*first = 0; *first < restored->count; ++*first) {
        const FinishedGame *game = &restored->games[*first];
        const int64_t place = place_of(self, game->id);
        if (place > self->writer.next) return true;
        if (place == self->writer.next && !writer_add(&self->writer, game, &self->failure))
            return false;
    }
    return true;
}

// The games that the writer has.
static int64_t games_in_order(const Session *self) {
    int64_t games = 0;
    for (int32_t i = 0; i < self->experiment->cell_count; i++)
        games += self->writer.tallies[i].games + self->writer.tallies[i].repeats;
    return games;
}

// Sets the batch up behind what earlier sessions finished.
static bool start_batch(Session *self) {
    const Experiment *experiment = self->experiment;
    const Restored *restored = &self->restored;
    const int64_t known = self->writer.written + restored->count;
    int64_t first, capacity = experiment->window;
    // The journal on disk has these until another is written, which may never succeed.
    self->writer.journaled = known;
    if (!write_restored(self, &first)) return false;
    for (int64_t i = first; i < restored->count; i++) {
        const int64_t ahead = place_of(self, restored->games[i].id) - self->writer.next;
        if (ahead >= capacity) capacity = ahead + 1;
    }
    if (!batch_init(&self->batch, experiment, self->writer.next, capacity,
                    self->previous.games_per_cell, self->options->threads))
        return status_fail(&self->failure, EXIT_RESOURCE, "out of memory");
    for (int64_t i = first; i < restored->count; i++)
        if (!previous_has(&self->previous, experiment, restored->games[i].id)) {
            batch_restore(&self->batch, &restored->games[i]);
            self->restored.games[i].text = NULL;
        }
    const int64_t written = games_in_order(self);
    progress_begin(&self->progress, written);
    progress_drop(&self->progress, self->writer.next - written);
    return true;
}

// Calls the other ranks, where there is anything to be played.
static bool start_crew(Session *self) {
    const SessionOptions *options = self->options;
    return writer_is_complete(&self->writer) ||
           crew_init(&self->crew, options->ranks, self->experiment, &self->batch,
                     &(CrewOptions){.logs = self->store.path,
                                    .threads = options->rank_threads,
                                    .inner = options->inner},
                     &self->failure);
}

static void tell_how_to_go_on(const Session *self) {
    const int64_t finished = self->writer.journaled;
    fprintf(stderr,
            "harrow: %" PRId64 " of %s%" PRId64 " games are saved; run the same command again, or "
            "'harrow run %s', to go on\n",
            finished > 0 ? finished : 0, experiment_may_stop(self->experiment) ? "at most " : "",
            experiment_part_games(self->experiment), self->store.path);
}

static void tell_what_is_safe(const Session *self) {
    fflush(stdout);
    fprintf(stderr,
            "harrow: %s\nharrow: %s: %" PRId64 " games are safe in " STORE_GAMES ", %" PRId64
            " games in all with the journal; when the cause is mended, run again to "
            "go on\n",
            self->failure.message, self->store.path, self->writer.written,
            self->writer.journaled > self->writer.written ? self->writer.journaled
                                                          : self->writer.written);
}

// Makes the directory ready to be played in; its stats.json will not describe all games any more.
static bool begin_playing(Session *self) {
    if (self->stage.complete)
        fprintf(stderr,
                "harrow: %s/" STORE_GAMES ": was complete, and only %" PRId64
                " games are there: the others are played again\n",
                self->store.path, self->writer.written);
    return store_remove(&self->store, STORE_STATS, &self->failure);
}

// Plays and saves; false with the failure filled.
static bool play_and_save(Session *self) {
    if (!writer_is_complete(&self->writer) && !begin_playing(self)) return false;
    if (!store_open_games(&self->store, self->store.games_bytes, &self->failure) ||
        !start_batch(self) || !start_crew(self))
        return false;
    if (!writer_is_complete(&self->writer)) play(self);
    if (self->stuck) {
        rescue(self);
        return false;
    }
    const Status played = self->failure;
    if (!save(self)) return false;
    const ProgressLine last = progress_now(self);
    progress_end(&self->progress, &last);
    if (!show_results(self)) return false;
    self->failure = played;
    return played.code == EXIT_DONE;
}

static int finish(Session *self, bool good) {
    progress_close(&self->progress);
    if (!good) {
        tell_what_is_safe(self);
        return (int)self->failure.code;
    }
    if (self->interrupt.signal && !writer_is_complete(&self->writer)) {
        tell_how_to_go_on(self);
        return 128 + self->interrupt.signal;
    }
    return EXIT_DONE;
}

int session_run(const Experiment *experiment, const SessionOptions *options) {
    Session self = {.experiment = experiment,
                    .options = options,
                    .store = {.directory = -1, .lock = -1, .games = -1},
                    .failure = {.code = EXIT_DONE}};
    int code;
    interrupt_init(&self.interrupt);
    open_files_allow(); // each outside engine has some
    const bool opened = store_open(&self.store, options->out, &self.failure) &&
                        directory_enter(&self.store, experiment, options->extend, &self.interrupt,
                                        &self.stage, &self.failure) &&
                        writer_init(&self.writer, experiment, &self.store, &self.failure) &&
                        restore(&self);
    if (opened) {
        directory_log(&self.store, experiment, options->threads, NULL, "begin");
        code = finish(&self, play_and_save(&self));
        directory_log(&self.store, experiment, options->threads, &self.crew,
                      code ? "interrupted" : "end");
    } else {
        progress_close(&self.progress);
        fprintf(stderr, "harrow: %s\n", self.failure.message);
        code = (int)self.failure.code;
    }
    if (!crew_end(&self.crew, GONE_MILLISECONDS)) {
        fprintf(stderr, "harrow: not all ranks answer, and they are ended; nothing is lost\n");
        fflush(stdout);
        ranks_abort(options->ranks, code);
    }
    crew_release(&self.crew);
    interrupt_release(&self.interrupt);
    previous_close(&self.previous);
    restore_release(&self.restored);
    batch_release(&self.batch);
    if (self.writer.experiment) writer_release(&self.writer);
    if (opened)
        store_close(&self.store);
    else
        store_refuse(&self.store);
    return code;
}
