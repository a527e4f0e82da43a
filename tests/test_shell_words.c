// Commands taken apart into words: what each quote keeps, and what is refused.
#include "search/shell_words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

// The words in brackets, which stand in no command here.
static const char *split(const char *command, char text[1024]) {
    ShellWords words;
    Status status = {0};
    char *end = text;
    if (!shell_words_split(&words, command, &status)) {
        assert_int_equal(status.code, EXIT_INPUT);
        snprintf(text, 1024, "! %.900s", status.message);
        return text;
    }
    assert_null(words.words[words.count]);
    *text = '\0';
    for (int i = 0; i < words.count; i++) end += sprintf(end, "[%s]", words.words[i]);
    return text;
}

static void words_are_what_a_shell_would_make(void **state) {
    static const struct {
        const char *command, *words;
    } CASES[] = {
        {"engine", "[engine]"},  {"  engine   --fast ", "[engine][--fast]"},
        {"'a b' c", "[a b][c]"}, {"a' 'b\" \"c", "[a b c]"},
        {"a\\ b c", "[a b][c]"}, {"a '' \"\" b", "[a][][][b]"},
        {"''a", "[a]"},          {"'a\\b\"c'", "[a\\b\"c]"},
        {"\"a'b\"", "[a'b]"},    {"\"a\\\"b\\\\c\\d\"", "[a\"b\\c\\d]"},
        {"\\'a\\\"", "['a\"]"},  {"a\\\\b", "[a\\b]"},
        {"a\\", "[a\\]"},        {"$HOME `x` *.c | > & ;", "[$HOME][`x`][*.c][|][>][&][;]"},
        {"a\tb", "[a\tb]"},      {"./m\xc3\xbchle", "[./m\xc3\xbchle]"},
    };
    char text[1024];
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        assert_string_equal(split(CASES[i].command, text), CASES[i].words);
}

static void what_is_no_command_is_refused(void **state) {
    static const struct {
        const char *command, *says;
    } CASES[] = {
        {"", "! command: a program expected"},
        {"   ", "! command: a program expected"},
        {"'' x", "! command: a program expected"},
        {"a 'b", "! command: a quote is not closed: a 'b"},
        {"a b'", "! command: a quote is not closed: a b'"},
        {"\"a", "! command: a quote is not closed: \"a"},
        {"\"a\\\"", "! command: a quote is not closed: \"a\\\""},
    };
    char text[1024];
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        assert_string_equal(split(CASES[i].command, text), CASES[i].says);
}

// A command of `count` words of one letter.
static const char *short_words(int count, char *command) {
    char *end = command;
    for (int i = 0; i < count; i++) end = stpcpy(end, i ? " w" : "w");
    return command;
}

static void bounds_are_kept(void **state) {
    char command[SHELL_WORDS_SIZE + 1], text[1024];
    ShellWords words;
    Status status;
    (void)state;
    assert_true(shell_words_split(&words, short_words(SHELL_WORDS_MOST, command), &status));
    assert_int_equal(words.count, SHELL_WORDS_MOST);
    assert_null(words.words[SHELL_WORDS_MOST]);
    assert_string_equal(split(short_words(SHELL_WORDS_MOST + 1, command), text),
                        "! command: more than 64 words");
    memset(command, 'x', sizeof command);
    command[SHELL_WORDS_SIZE - 1] = '\0';
    assert_true(shell_words_split(&words, command, &status));
    assert_string_equal(words.words[0], command);
    command[SHELL_WORDS_SIZE - 1] = 'x';
    command[SHELL_WORDS_SIZE] = '\0';
    assert_string_equal(split(command, text), "! command: more than 399 bytes");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_what_a_shell_would_make),
        cmocka_unit_test(what_is_no_command_is_refused),
        cmocka_unit_test(bounds_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
