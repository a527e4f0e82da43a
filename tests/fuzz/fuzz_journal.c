// Input: the lines of a journal, as fuzz_store.h says.
#include "selfplay/journal.h"
#include "selfplay/restore.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/fuzz_store.h"

#include <stdlib.h>
#include <string.h>

// The experiment whose games the records must be.
static const char CONFIG[] = "{\"name\":\"j\",\"games\":[\"awale\",\"agros:size=3,farmers=1\"],"
                             "\"players\":{\"r\":\"random\",\"s\":\"random\"},"
                             "\"pairing\":\"round-robin\",\"games_per_cell\":4}";

static void check_game(const Experiment *experiment, const JournalGame *line) {
    FinishedGame game;
    Status status = fuzz_status();
    FUZZ_CHECK(line->size > 0 && line->text[line->size - 1] == '\n' && !line->text[line->size]);
    if (restore_game(experiment, line->text, line->size, &game, &status)) {
        FUZZ_CHECK(game.id >= 0 && game.id < experiment_games(experiment));
        FUZZ_CHECK(game.facts.number == experiment_game(experiment, game.id).number);
        FUZZ_CHECK(game.text == line->text && game.size == line->size);
    } else
        fuzz_check_refused(&status, EXIT_INPUT);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Experiment experiment;
    const Store store = fuzz_store();
    Journal journal;
    Status status = fuzz_status();
    if (experiment.cell_count == 0) experiment = fuzz_experiment(CONFIG);
    char *text = fuzz_text(data, size);
    const FuzzJournal written = fuzz_journal(text);
    fuzz_store_clear(&store);
    fuzz_store_write(&store, STORE_JOURNAL, written.text, written.size);
    FUZZ_CHECK(journal_read(&journal, &store, &status));
    FUZZ_CHECK(journal.count >= written.records && journal.missing >= 0);
    // All lines are games or damaged, but for a head.
    const int64_t heads = written.lines - journal.count - journal.damaged;
    FUZZ_CHECK(heads == 0 || heads == 1);
    for (int64_t i = 0; i < journal.count; i++) check_game(&experiment, &journal.games[i]);
    journal_release(&journal);
    free(written.text);
    free(text);
    return 0;
}
