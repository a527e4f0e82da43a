// Input: the files of an experiment's directory, with NUL bytes between: experiment.json, the texts
// of games.jsonl.gz and previous.jsonl.gz with a byte 0xff between gzip members, and the journal as
// fuzz_store.h says; a file without bytes is not there. Reads them as a session does that goes on,
// and one with --extend.
#include "selfplay/directory.h"
#include "selfplay/previous.h"
#include "selfplay/restore.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/fuzz_store.h"

#include <stdlib.h>
#include <string.h>

static const char CONFIG[] = "{\"name\":\"d\",\"games\":[\"awale\",\"agros:size=3,farmers=1\"],"
                             "\"players\":{\"r\":\"random\",\"s\":\"greedy\"},"
                             "\"pairing\":\"round-robin\",\"games_per_cell\":4}";

// What a session has read before it plays.
typedef struct Session {
    Store store;
    Experiment experiment;
    Interrupt interrupt;
    Stage stage;
    Writer writer;
    Restored restored;
    Previous previous;
} Session;

// Writes the files of an input; all pieces are copied, so that whoever reads on is seen.
static void write_files(const Store *store, const uint8_t *data, size_t size) {
    static const char *const NAMES[] = {STORE_EXPERIMENT, STORE_GAMES, STORE_PREVIOUS,
                                        STORE_JOURNAL, NULL};
    for (int i = 0; NAMES[i] && size > 0; i++) {
        char *piece = fuzz_text(data, size);
        const size_t length = strlen(piece), taken = length + (length < size);
        MemberText file = {0};
        FuzzJournal journal = fuzz_journal(piece);
        if (i == 0)
            fuzz_store_write(store, NAMES[i], piece, length);
        else if (i < 3) {
            fuzz_compress(&file, (const uint8_t *)piece, length);
            fuzz_store_write(store, NAMES[i], file.bytes, file.size);
        } else
            fuzz_store_write(store, NAMES[i], journal.text, journal.size);
        free(journal.text);
        member_release(&file);
        free(piece);
        data += taken;
        size -= taken;
    }
}

static bool read_all(Session *self, bool extend, Status *status) {
    if (!directory_enter(&self->store, &self->experiment, extend, &self->interrupt, &self->stage,
                         status) ||
        !writer_init(&self->writer, &self->experiment, &self->store, status) ||
        !restore_read(&self->restored, &self->writer, &self->interrupt, status))
        return false;
    self->previous.games_per_cell = self->stage.kept;
    return previous_open(&self->previous, &self->store, &self->experiment, status);
}

static void check_session(const Session *self) {
    const int64_t games = experiment_games(&self->experiment);
    int64_t last = self->writer.next - 1;
    FUZZ_CHECK(self->stage.kept >= 0 && self->stage.kept < self->experiment.games_per_cell);
    FUZZ_CHECK(self->writer.written >= 0 && self->writer.written <= games);
    for (int64_t i = 0; i < self->restored.count; i++) {
        FUZZ_CHECK(self->restored.games[i].id > last && self->restored.games[i].id < games);
        last = self->restored.games[i].id;
    }
}

// Takes over what is to be taken over of an earlier experiment.
static bool take_over(Session *self, Status *status) {
    const Experiment *experiment = &self->experiment;
    for (int64_t id = self->writer.next; id < experiment_games(experiment); id++) {
        FinishedGame game, again;
        if (!previous_has(&self->previous, experiment, id)) continue;
        if (!previous_next(&self->previous, experiment, id, &game, status)) return false;
        FUZZ_CHECK(game.id == id && game.text[game.size - 1] == '\n' && !game.text[game.size]);
        FUZZ_CHECK(restore_game(experiment, game.text, game.size, &again, status));
        FUZZ_CHECK(again.id == id && again.facts.hash == game.facts.hash);
        free(game.text);
    }
    return true;
}

static void run(Session *self, bool extend) {
    Status status = fuzz_status();
    FILE *loud = stderr, *quiet = fopen("/dev/null", "w");
    FUZZ_CHECK(quiet != NULL);
    stderr = quiet; // losses are told there
    bool good = read_all(self, extend, &status);
    stderr = loud;
    fclose(quiet);
    if (good) check_session(self);
    good = good && take_over(self, &status);
    if (!good) fuzz_check_refused(&status, EXIT_INPUT);
    previous_close(&self->previous);
    restore_release(&self->restored);
    if (self->writer.tallies) writer_release(&self->writer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Experiment experiment;
    const Store store = fuzz_store();
    if (experiment.cell_count == 0) experiment = fuzz_experiment(CONFIG);
    for (int extend = 0; extend < 2; extend++) {
        Session session = {.store = store, .experiment = experiment, .interrupt = {.file = -1}};
        fuzz_store_clear(&store);
        write_files(&store, data, size);
        run(&session, extend);
    }
    return 0;
}
