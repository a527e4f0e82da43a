// Input: a stats.json. Reads it and prints its table.
#include "analysis/findings.h"
#include "analysis/saved_stats.h"
#include "core/text_stream.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>

// Nothing that a terminal would obey.
static void check_table(const char *text) {
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
        FUZZ_CHECK(*c == '\n' || (*c >= ' ' && *c != 0x7f));
}

static void print_table(const SavedStats *stats) {
    TextStream text;
    Status status = fuzz_status();
    FUZZ_CHECK(text_stream_open(&text, &status));
    FUZZ_CHECK(stats_table(text.stream, stats->labels, stats->stats, stats->count, stats->subject));
    Findings findings;
    FUZZ_CHECK(findings_init(&findings, stats->labels, stats->stats, stats->specs, stats->count));
    FUZZ_CHECK(findings_print(&findings, text.stream));
    findings_release(&findings);
    FUZZ_CHECK(text_stream_close(&text, &status));
    check_table(text.text);
    free(text.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    SavedStats stats;
    Status status = fuzz_status();
    if (saved_stats_read(&stats, fuzz_file(data, size), &status))
        print_table(&stats);
    else
        fuzz_check_refused(&status, EXIT_INPUT);
    saved_stats_release(&stats);
    return 0;
}
