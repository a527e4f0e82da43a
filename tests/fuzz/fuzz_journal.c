// Input: the lines of a journal. Behind '#' stands the inner object of a head and behind ' ' that
// of a record, which are framed with their checksums; other lines are taken as they are.
#include "core/text_stream.h"
#include "selfplay/journal.h"
#include "selfplay/restore.h"
#include "tests/fuzz/fuzz.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The experiment whose games the records must be.
static const char CONFIG[] = "{\"name\":\"j\",\"games\":[\"awale\",\"agros:size=3,farmers=1\"],"
                             "\"players\":{\"r\":\"x\",\"s\":\"x\"},\"pairing\":\"round-robin\","
                             "\"games_per_cell\":4}";

typedef struct Framed {
    int64_t lines;
    int64_t records; // framed with their checksums
} Framed;

static bool any_player(const Spec *spec, char *canonical, bool *reproducible, Status *status) {
    (void)spec, (void)status;
    strcpy(canonical, "any");
    *reproducible = true;
    return true;
}

static Experiment make_experiment(void) {
    Experiment experiment = {0};
    Status status = fuzz_status();
    cJSON *config = json_parse(CONFIG, strlen(CONFIG), &status);
    FUZZ_CHECK(config && experiment_init(&experiment, config, any_player, &status));
    cJSON_Delete(config);
    return experiment;
}

// Writes one line as the journal has it.
static void write_line(FILE *stream, const char *line, size_t size, Framed *framed) {
    framed->lines++;
    if (*line != '#' && *line != ' ')
        fprintf(stream, "%.*s\n", (int)size, line);
    else {
        const uLong crc = crc32(0, (const unsigned char *)line + 1, (uInt)size - 1);
        fprintf(stream, "{\"crc32\":\"%08lx\",\"%s\":%.*s}\n", crc,
                *line == '#' ? "head" : "record", (int)size - 1, line + 1);
        framed->records += *line == ' ';
    }
}

static Framed write_journal(const Store *store, const char *input) {
    Framed framed = {0};
    TextStream text;
    Status status = fuzz_status();
    FUZZ_CHECK(text_stream_open(&text, &status));
    while (*input) {
        const size_t size = strcspn(input, "\n");
        write_line(text.stream, input, size, &framed);
        input += size + (input[size] == '\n');
    }
    FUZZ_CHECK(text_stream_close(&text, &status));
    const int file = openat(store->directory, STORE_JOURNAL, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    FUZZ_CHECK(file >= 0 && write(file, text.text, text.size) == (ssize_t)text.size);
    close(file);
    free(text.text);
    return framed;
}

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

static void check_journal(const Store *store, const Experiment *experiment, const char *input) {
    Journal journal;
    Status status = fuzz_status();
    const Framed framed = write_journal(store, input);
    FUZZ_CHECK(journal_read(&journal, store, &status));
    FUZZ_CHECK(journal.count >= framed.records && journal.missing >= 0);
    const int64_t others = framed.lines - journal.count - journal.damaged;
    FUZZ_CHECK(others == 0 || others == 1 || (framed.lines == 0 && journal.damaged == 1));
    for (int64_t i = 0; i < journal.count; i++) check_game(experiment, &journal.games[i]);
    journal_release(&journal);
}

// A directory of its own that goes when the process does.
static char directory[] = "/tmp/harrow-fuzz-XXXXXX";

static void remove_directory(void) {
    char path[sizeof directory + sizeof STORE_JOURNAL];
    snprintf(path, sizeof path, "%s/" STORE_JOURNAL, directory);
    unlink(path);
    rmdir(directory);
}

static Store make_store(void) {
    FUZZ_CHECK(mkdtemp(directory) != NULL && atexit(remove_directory) == 0);
    const int opened = open(directory, O_RDONLY | O_DIRECTORY);
    FUZZ_CHECK(opened >= 0);
    return (Store){.path = directory, .directory = opened, .lock = -1, .games = -1};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Store store;
    static Experiment experiment;
    if (!store.path) {
        store = make_store();
        experiment = make_experiment();
    }
    char *text = fuzz_text(data, size);
    check_journal(&store, &experiment, text);
    free(text);
    return 0;
}
