#include "tests/fuzz/fuzz_store.h"

#include "core/text_stream.h"
#include "search/player.h"
#include "tests/fuzz/fuzz.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

static Store directory = {.directory = -1, .lock = -1, .games = -1};

static void remove_directory(void) {
    fuzz_store_clear(&directory);
    rmdir(directory.path);
    free(directory.path);
}

Store fuzz_store(void) {
    const char *parent = getenv("TMPDIR");
    if (directory.path) return directory;
    FUZZ_CHECK(asprintf(&directory.path, "%s/harrow-fuzz-XXXXXX", parent ? parent : "/tmp") > 0);
    FUZZ_CHECK(mkdtemp(directory.path) != NULL && atexit(remove_directory) == 0);
    directory.directory = open(directory.path, O_RDONLY | O_DIRECTORY);
    FUZZ_CHECK(directory.directory >= 0);
    return directory;
}

void fuzz_store_write(const Store *store, const char *name, const void *bytes, size_t size) {
    if (size == 0) return;
    const int file = openat(store->directory, name, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    FUZZ_CHECK(file >= 0 && write(file, bytes, size) == (ssize_t)size);
    close(file);
}

void fuzz_store_clear(const Store *store) {
    static const char *const NAMES[] = {STORE_GAMES, STORE_JOURNAL,           STORE_EXPERIMENT,
                                        STORE_STATS, STORE_EXPERIMENT ".tmp", STORE_PREVIOUS};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        unlinkat(store->directory, NAMES[i], 0);
}

Experiment fuzz_experiment(const char *config) {
    Experiment experiment = {0};
    Status status = fuzz_status();
    cJSON *tree = json_parse(config, strlen(config), &status);
    FUZZ_CHECK(tree && experiment_init(&experiment, tree, player_read, &status));
    cJSON_Delete(tree);
    return experiment;
}

void fuzz_compress(MemberText *file, const uint8_t *text, size_t size) {
    while (size > 0) {
        const uint8_t *cut = memchr(text, 0xff, size);
        const size_t length = cut ? (size_t)(cut - text) : size, taken = length + (cut != NULL);
        size_t compressed;
        MemberText member = {0};
        if (length) FUZZ_CHECK(member_add(&member, (const char *)text, length));
        unsigned char *bytes = member_compress(&member, 1, &compressed);
        FUZZ_CHECK(bytes && member_add(file, (const char *)bytes, compressed));
        free(bytes);
        member_release(&member);
        text += taken;
        size -= taken;
    }
}

static void write_line(FILE *stream, const char *line, size_t size, FuzzJournal *journal) {
    journal->lines++;
    if (*line != '#' && *line != ' ')
        fprintf(stream, "%.*s\n", (int)size, line);
    else {
        const uLong crc = crc32(0, (const unsigned char *)line + 1, (uInt)size - 1);
        fprintf(stream, "{\"crc32\":\"%08lx\",\"%s\":%.*s}\n", crc,
                *line == '#' ? "head" : "record", (int)size - 1, line + 1);
        journal->records += *line == ' ';
    }
}

FuzzJournal fuzz_journal(const char *input) {
    FuzzJournal journal = {0};
    TextStream text;
    Status status = fuzz_status();
    FUZZ_CHECK(text_stream_open(&text, &status));
    while (*input) {
        const size_t size = strcspn(input, "\n");
        write_line(text.stream, input, size, &journal);
        input += size + (input[size] == '\n');
    }
    FUZZ_CHECK(text_stream_close(&text, &status));
    journal.text = text.text;
    journal.size = text.size;
    return journal;
}
