// Input: a line of games.jsonl.
#include "core/record.h"
#include "core/text_stream.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

// A record as its line, with the newline; the caller frees it.
static char *write_line(const Record *record) {
    TextStream text;
    Status status = fuzz_status();
    FUZZ_CHECK(text_stream_open(&text, &status));
    record_write(record, text.stream);
    FUZZ_CHECK(text_stream_close(&text, &status) && text.size > 0);
    FUZZ_CHECK(strchr(text.text, '\n') == text.text + text.size - 1);
    return text.text;
}

static void check_facts(const Record *record, const GameFacts *facts) {
    FUZZ_CHECK(facts->result == record->result && facts->end == record->end);
    FUZZ_CHECK(facts->plies == record->plies && facts->legal_plies >= facts->plies);
    FUZZ_CHECK(facts->hash == record_hash(record->position, record->moves));
    FUZZ_CHECK((facts->result == RESULT_NONE) == (facts->end == END_PLY_LIMIT));
    FUZZ_CHECK(facts->has_score || facts->margin == 0);
}

static void check_replay(const Record *record, const Record *copy) {
    GameFacts facts = {0}, again = {0};
    Status status = fuzz_status(), other = fuzz_status();
    const bool agrees = record_replay(record, &facts, &status);
    FUZZ_CHECK(record_replay(copy, &again, &other) == agrees);
    FUZZ_CHECK(strcmp(status.message, other.message) == 0 && status.code == other.code);
    if (agrees) {
        check_facts(record, &facts);
        FUZZ_CHECK(memcmp(&facts, &again, sizeof facts) == 0);
    } else
        fuzz_check_refused(&status, status.code == EXIT_DIFFERS ? EXIT_DIFFERS : EXIT_INPUT);
}

// What was read is written as a line that is read as the same.
static void check_record(const Record *record) {
    Record copy;
    Status status = fuzz_status();
    char *line = write_line(record);
    cJSON *tree = json_parse(line, strlen(line) - 1, &status);
    FUZZ_CHECK(tree && record_read(&copy, tree, &status));
    char *again = write_line(&copy);
    FUZZ_CHECK(strcmp(line, again) == 0);
    check_replay(record, &copy);
    free(again);
    cJSON_Delete(tree);
    free(line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Record record;
    Status status = fuzz_status();
    cJSON *tree = json_parse((const char *)data, size, &status);
    if (tree && record_read(&record, tree, &status))
        check_record(&record);
    else
        fuzz_check_refused(&status, EXIT_INPUT);
    cJSON_Delete(tree);
    return 0;
}
