// Help texts taken apart, and text for roff.
#include "core/help_text.h"
#include "core/roff.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char HELP[] = "usage: harrow try FILE [--out DIR]\n"
                           "                  [--all]\n"
                           "       harrow try --none\n"
                           "\n"
                           "Some prose that\n"
                           "goes on.\n"
                           "\n"
                           "  --out DIR   where to\n"
                           "              write\n"
                           "  --a-long-option-without-end\n"
                           "              its text\n"
                           "\n"
                           "Commands (on stdin):\n"
                           "  quit            ends\n"
                           "  go [depth N]\n"
                           "     [infinite]   thinks\n"
                           "\n"
                           "Example: (echo go; echo quit) |\n"
                           "             harrow try -\n"
                           "\n"
                           "Exit 1: it differs.\n";

static void parts_in_their_order(void **state) {
    (void)state;
    static const HelpPart EXPECTED[] = {
        {HELP_USAGE, "harrow try FILE [--out DIR] [--all]", ""},
        {HELP_USAGE, "harrow try --none", ""},
        {HELP_PROSE, "", "Some prose that goes on."},
        {HELP_ITEM, "--out DIR", "where to write"},
        {HELP_ITEM, "--a-long-option-without-end", "its text"},
        {HELP_HEADING, "Commands (on stdin)", "Commands (on stdin):"},
        {HELP_ITEM, "quit", "ends"},
        {HELP_ITEM, "go [depth N] [infinite]", "thinks"},
        {HELP_EXAMPLE, "(echo go; echo quit) |", ""},
        {HELP_EXAMPLE, "    harrow try -", ""},
        {HELP_EXIT, "", "Exit 1: it differs."},
    };
    HelpReader reader = help_reader(HELP);
    HelpPart part;
    for (size_t i = 0; i < sizeof EXPECTED / sizeof *EXPECTED; i++) {
        assert_true(help_next(&reader, &part));
        assert_int_equal(part.kind, EXPECTED[i].kind);
        assert_string_equal(part.term, EXPECTED[i].term);
        assert_string_equal(part.prose, EXPECTED[i].prose);
    }
    assert_false(help_next(&reader, &part));
    assert_int_equal(part.kind, HELP_END);
}

static void words_and_brackets(void **state) {
    (void)state;
    static const struct {
        const char *word;
        int depth;
    } EXPECTED[] = {{"try", 0},     {"--moves", 1}, {"\"m1 m2 ...\"", 1},
                    {"--model", 2}, {"a|b", 2},     {"X", 0}};
    const char *at = "try [--moves \"m1 m2 ...\" [--model a|b]] X";
    char word[HELP_TERM_SIZE];
    int depth = 0;
    for (size_t i = 0; i < sizeof EXPECTED / sizeof *EXPECTED; i++) {
        assert_true(help_word(&at, &depth, word));
        assert_string_equal(word, EXPECTED[i].word);
        assert_int_equal(depth, EXPECTED[i].depth);
    }
    assert_false(help_word(&at, &depth, word));
}

static void assert_roff(void (*write)(const char *, FILE *), const char *text,
                        const char *expected) {
    char *written = NULL;
    size_t size;
    FILE *stream = open_memstream(&written, &size);
    assert_non_null(stream);
    write(text, stream);
    assert_int_equal(fclose(stream), 0);
    assert_string_equal(written, expected);
    free(written);
}

static void text_for_roff(void **state) {
    (void)state;
    assert_roff(roff_text, ".TH 'x' a\\b", "\\&.TH \\(aqx\\(aq a\\eb");
    assert_roff(roff_text, "log-likelihood, the (well-known) --out -1 a-b.json",
                "log-likelihood, the (well\\-known) \\-\\-out \\-1 a\\-b.json");
    assert_roff(roff_text, "~^`", "\\(ti\\(ha\\(ga");
    assert_roff(roff_code, "harrow run -", "harrow run \\-");
    assert_roff(roff_term, "[--dry-run DIR] x", "[\\fB\\-\\-dry\\-run\\fR \\fIDIR\\fR] x");
    // A line that breaks before a point does not begin with it.
    assert_roff(roff_text,
                "1234567890 1234567890 1234567890 1234567890 1234567890 123456789012345 ...",
                "1234567890 1234567890 1234567890 1234567890 1234567890 123456789012345\n\\&...");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_in_their_order),
        cmocka_unit_test(words_and_brackets),
        cmocka_unit_test(text_for_roff),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
