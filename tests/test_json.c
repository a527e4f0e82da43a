#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/json.h"

#include <fcntl.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MANY_KEYS = 100000 };

// A text with its size, so that it may contain NUL.
#define TEXT(literal) literal, sizeof literal - 1

static char *repeat_text(const char *part, size_t count) {
    const size_t length = strlen(part);
    char *text = malloc(length * count + 1);
    assert_non_null(text);
    for (size_t i = 0; i < count; i++) memcpy(text + i * length, part, length);
    text[length * count] = '\0';
    return text;
}

static cJSON *parse(const char *text) {
    Status status = {0};
    cJSON *tree = json_parse(text, strlen(text), &status);
    if (!tree) fail_msg("refused: %.80s: %s", text, status.message);
    return tree;
}

static void assert_refused(const char *text, size_t size, const char *expected) {
    Status status = {0};
    cJSON *tree = json_parse(text, size, &status);
    if (tree) fail_msg("accepted: %.80s", text);
    assert_int_equal(status.code, EXIT_INPUT);
    if (!strstr(status.message, expected))
        fail_msg("%.80s: \"%s\" lacks \"%s\"", text, status.message, expected);
}

// ---- Parsing

static void accepts_what_the_grammar_allows(void **state) {
    (void)state;
    static const char *const TEXTS[] = {
        "null",
        "true",
        "false",
        "\"\"",
        "{}",
        "[]",
        " \t\r\n[ ] \n",
        "{ \"a\" : [ 1 , 2 ] , \"b\" : { } }",
        "{\"\":0}",
        "{\"a\":{\"a\":1},\"b\":{\"a\":1}}",
        "0",
        "-0",
        "-0.0",
        "10",
        "0.5",
        "1e5",
        "1E+5",
        "1.25e-3",
        "1e-400",
        "1.7976931348623157e308",
        "9007199254740992",
        "-9007199254740992",
        "1e300",
        "18446744073709551616.0",
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00fC\"",
        "\"\\ud83d\\ude00\"",
        "\"\\uDBFF\\uDFFF\"",
        "\"\x7F\"",
        "\"\xC2\x80 \xDF\xBF \xE0\xA0\x80 \xED\x9F\xBF \xEE\x80\x80 \xEF\xBF\xBF\"",
        "\"\xF0\x90\x80\x80 \xF4\x8F\xBF\xBF \xEF\xBB\xBF\"",
    };
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) cJSON_Delete(parse(TEXTS[i]));
}

static void refuses_and_says_why(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t size;
        const char *message;
    } CASES[] = {
        // Structure
        {TEXT(""), "line 1 column 1: expected a value but the text is empty"},
        {TEXT(" \n "), "line 2 column 2: expected a value but the text is empty"},
        {TEXT("\xEF\xBB\xBF{}"), "line 1 column 1: expected a value but found a byte order mark"},
        {TEXT("{} x"), "line 1 column 4: expected the end of the text but found 'x'"},
        {TEXT("1 2"), "column 3: expected the end of the text but found '2'"},
        {TEXT("[1]]"), "expected the end of the text but found ']'"},
        {TEXT("[1,]"), "column 4: expected a value but found ']'"},
        {TEXT("[,1]"), "column 2: expected a value but found ','"},
        {TEXT("[1 2]"), "column 4: expected ',' or ']' but found '2'"},
        {TEXT("[1"), "expected ',' or ']' but found the end of the text"},
        {TEXT("["), "expected a value but found the end of the text"},
        {TEXT("[1}"), "expected ',' or ']' but found '}'"},
        {TEXT("{"), "expected a key in double quotes but found the end of the text"},
        {TEXT("{\n  \"a\": 1,\n}"),
         "line 3 column 1: expected a key in double quotes but found '}'"},
        {TEXT("{a: 1}"), "column 2: expected a key in double quotes but found 'a'"},
        {TEXT("{'a': 1}"), "expected a key in double quotes but found a single quote"},
        {TEXT("{1: 1}"), "expected a key in double quotes but found '1'"},
        {TEXT("{\"a\" 1}"), "expected ':' after the key but found '1'"},
        {TEXT("{\"a\": }"), "expected a value but found '}'"},
        {TEXT("{\"a\": 1 \"b\": 2}"), "expected ',' or '}' but found '\"'"},
        {TEXT("'a'"), "expected a value but found a single quote"},
        {TEXT("// a\n1"), "expected a value but found '/'"},
        {TEXT("\v1"), "expected a value but found the character U+000B"},
        {TEXT("\xC2\xA0"), "expected a value but found the character U+00A0"},
        {TEXT("1\0"), "column 2: expected the end of the text but found a NUL byte"},
        {TEXT("[\0]"), "expected a value but found a NUL byte"},
        // Literals
        {TEXT("nul"), "expected a value but found 'nul'"},
        {TEXT("nulll"), "expected a value but found 'nulll'"},
        {TEXT("True"), "expected a value but found 'True'"},
        {TEXT("NaN"), "expected a value but found 'NaN'"},
        {TEXT("Infinity"), "expected a value but found 'Infinity'"},
        {TEXT("abcdefghijklmnopqrstuvwxyzabcdefghij"), "'abcdefghijklmnopqrstuvwxyzabcdef…'"},
        // Numbers
        {TEXT("01"), "column 1: expected a number as JSON spells it but found '01'"},
        {TEXT("-01"), "expected a number as JSON spells it but found '-01'"},
        {TEXT("+1"), "expected a value but found '+1'"},
        {TEXT("1."), "expected a number as JSON spells it but found '1.'"},
        {TEXT(".5"), "expected a value but found '.5'"},
        {TEXT("1.e5"), "found '1.e5'"},
        {TEXT("1e"), "found '1e'"},
        {TEXT("1e+"), "found '1e+'"},
        {TEXT("1e5.5"), "found '1e5.5'"},
        {TEXT("-"), "found '-'"},
        {TEXT("--1"), "found '--1'"},
        {TEXT("-Infinity"), "found '-Infinity'"},
        {TEXT("0x10"), "expected a number as JSON spells it but found '0x10'"},
        {TEXT("1_000"), "found '1_000'"},
        {TEXT("1e400"), "expected a number that fits a double but found '1e400'"},
        {TEXT("-1e400"), "expected a number that fits a double but found '-1e400'"},
        {TEXT("[0, 9007199254740993]"),
         "column 5: expected an integer within ±2^53 but found '9007"},
        {TEXT("-9007199254740993"),
         "expected an integer within ±2^53 but found '-9007199254740993'"},
        {TEXT("18446744073709551615"), "expected an integer within ±2^53"},
        // Strings
        {TEXT("\"a"), "column 1: expected a string but found no '\"' that closes it"},
        {TEXT("\"a\\\""), "column 1: expected a string but found no '\"' that closes it"},
        {TEXT("\"a\\"), "after a backslash but found the end of the text"},
        {TEXT("\"a\nb\""),
         "column 3: expected control characters escaped but found the character U+000A"},
        {TEXT("\"a\tb\""), "found the character U+0009"},
        {TEXT("\"a\0b\""), "column 3: expected text without NUL but found a NUL byte"},
        {TEXT("\"\\\0\""), "after a backslash but found a NUL byte"},
        {TEXT("\"\\x41\""),
         "column 3: expected one of \" \\ / b f n r t u after a backslash but found 'x41'"},
        {TEXT("\"\\'\""), "after a backslash but found a single quote"},
        {TEXT("\"\\u12\""), "expected four hexadecimal digits after \\u but found '12'"},
        {TEXT("\"\\u12G4\""), "expected four hexadecimal digits after \\u but found '12G4'"},
        {TEXT("\"\\u+123\""), "expected four hexadecimal digits after \\u but found '+123'"},
        {TEXT("\"\\u0000\""), "column 2: expected text without NUL but found \\u0000"},
        {TEXT("{\"a\\u0000\":1}"), "column 4: expected text without NUL but found \\u0000"},
        {TEXT("\"\\ud800\""), "expected a surrogate pair but found the unpaired \\ud800"},
        {TEXT("\"\\ud800x\""), "unpaired \\ud800"},
        {TEXT("\"\\ud800\\n\""), "unpaired \\ud800"},
        {TEXT("\"\\ud800\\u0041\""), "unpaired \\ud800"},
        {TEXT("\"\\ud800\\ud800\""), "unpaired \\ud800"},
        {TEXT("\"\\uDE00\\uD83D\""), "unpaired \\uDE00"},
        // UTF-8; columns count characters
        {TEXT("\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\\q\""), "line 1 column 6: "},
        {TEXT("\"\x80\""), "column 2: expected UTF-8 text but found invalid UTF-8 (byte 0x80)"},
        {TEXT("\"\xC0\x80\""), "invalid UTF-8 (byte 0xC0)"},
        {TEXT("\"\xC1\xBF\""), "invalid UTF-8 (byte 0xC1)"},
        {TEXT("\"\xC3\""), "invalid UTF-8 (byte 0xC3)"},
        {TEXT("\"\xE0\x9F\xBF\""), "invalid UTF-8 (byte 0xE0)"},
        {TEXT("\"\xE2\x82\""), "invalid UTF-8 (byte 0xE2)"},
        {TEXT("\"\xED\xA0\x80\""), "invalid UTF-8 (byte 0xED)"},
        {TEXT("\"\xF0\x8F\xBF\xBF\""), "invalid UTF-8 (byte 0xF0)"},
        {TEXT("\"\xF4\x90\x80\x80\""), "invalid UTF-8 (byte 0xF4)"},
        {TEXT("\"\xF5\x80\x80\x80\""), "invalid UTF-8 (byte 0xF5)"},
        {TEXT("\"\xF0\x9F\x98"), "invalid UTF-8 (byte 0xF0)"},
        {TEXT("\xFF\xFE"), "expected a value but found invalid UTF-8 (byte 0xFF)"},
        // Keys that repeat
        {TEXT("{\"a\":1,\"a\":2}"),
         "column 8: expected each key once but found 'a' again in its object"},
        {TEXT("{\"a\":1,\n \"\\u0061\":2}"),
         "line 2 column 2: expected each key once but found '\\u0061'"},
        {TEXT("{\"\":1,\"\":2}"), "found '' again"},
        {TEXT("[{\"a\":0,\"b\":{\"a\":[{\"c\":1,\"a\":1}],\"b\":{\"x\":1,\"y\":2,\n\"x\":3}}}]"),
         "line 2 column 1: expected each key once but found 'x' again"},
        {TEXT("{\"b\":1,\"a\":1,\"b\":2,\"a\":2,\"b\":3}"),
         "column 14: expected each key once but found 'b'"},
        {TEXT("{\"éééééééééééééééééééé\":1,\"éééééééééééééééééééé\":1}"),
         "'éééééééééééééééé…' again"},
        {TEXT("{\"xéééééééééééééééééééé\":1,\"xéééééééééééééééééééé\":1}"),
         "'xééééééééééééééé…' again"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++)
        assert_refused(CASES[i].text, CASES[i].size, CASES[i].message);
}

static void every_prefix_of_an_object_is_refused(void **state) {
    (void)state;
    static const char WHOLE[] = "{\"a\\ud83d\\ude00\":[1.5e3,true,null,\"\xF0\x9F\x98\x80\"]}";
    for (size_t size = 0; size < strlen(WHOLE); size++)
        assert_refused(WHOLE, size, "line 1 column ");
    cJSON_Delete(parse(WHOLE));
}

static char *nested(size_t depth) {
    char *text = malloc(2 * depth + 1);
    assert_non_null(text);
    memset(text, '[', depth);
    memset(text + depth, ']', depth);
    text[2 * depth] = '\0';
    return text;
}

static void limits_nesting(void **state) {
    (void)state;
    char *deepest = nested(JSON_MAX_DEPTH);
    cJSON_Delete(parse(deepest));
    free(deepest);
    char *deeper = nested(JSON_MAX_DEPTH + 1);
    assert_refused(deeper, strlen(deeper),
                   "line 1 column 33: expected nesting of at most 32 levels but found '['");
    free(deeper);
    char *hostile = repeat_text("{\"a\":", 1000000);
    assert_refused(hostile, strlen(hostile), "expected nesting of at most 32 levels but found '{'");
    free(hostile);
}

static void limits_size(void **state) {
    (void)state;
    char *blanks = repeat_text("  ", JSON_MAX_BYTES / 2 + 1);
    blanks[0] = '1';
    cJSON *tree = json_parse(blanks, JSON_MAX_BYTES, &(Status){0});
    assert_non_null(tree);
    cJSON_Delete(tree);
    assert_refused(blanks, JSON_MAX_BYTES + 1,
                   "line 1 column 16777217: the text goes on beyond 16777216 bytes");
    free(blanks);
}

static void unescapes_texts(void **state) {
    (void)state;
    cJSON *tree = parse("\"\\u00e9\\ud83d\\ude00\\n\\/\"");
    assert_string_equal(tree->valuestring, "é😀\n/");
    cJSON_Delete(tree);
}

// cJSON looks at the first 63 characters of a number only.
static void reads_long_numbers_whole(void **state) {
    (void)state;
    char *zeros = repeat_text("0", 500);
    char text[1200];
    snprintf(text, sizeof text, "[-1%.20s.%se-2,1.%s5, 7]", zeros, zeros, zeros);
    cJSON *tree = parse(text);
    assert_int_equal(cJSON_GetArraySize(tree), 3);
    assert_true(cJSON_GetArrayItem(tree, 0)->valuedouble == -1e18);
    assert_true(cJSON_GetArrayItem(tree, 2)->valuedouble == 7);
    cJSON_Delete(tree);
    free(zeros);
}

static void numbers_of_every_length_keep_their_value(void **state) {
    (void)state;
    char text[200] = "0.1234567890123456";
    for (size_t length = strlen(text); length < 150; length++) {
        text[length] = (char)('1' + length % 9);
        cJSON *tree = parse(text);
        assert_true(tree->valuedouble == strtod(text, NULL));
        cJSON_Delete(tree);
    }
}

static void tells_integers_from_numbers(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool integral;
        int64_t value;
    } CASES[] = {
        {"0", true, 0},
        {"-0", true, 0},
        {"-7", true, -7},
        {"1e3", true, 1000},
        {"2.0", true, 2},
        {"9007199254740992", true, INT64_C(9007199254740992)},
        {"-9007199254740992", true, -INT64_C(9007199254740992)},
        {"1.5", false, 0},
        {"1e16", false, 0},
        {"1e300", false, 0},
        {"\"1\"", false, 0},
        {"true", false, 0},
        {"null", false, 0},
        {"[1]", false, 0},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        cJSON *tree = parse(CASES[i].text);
        int64_t value = 0;
        assert_int_equal(json_to_integer(tree, &value), CASES[i].integral);
        assert_true(value == CASES[i].value);
        cJSON_Delete(tree);
    }
    assert_false(json_to_integer(NULL, &(int64_t){0}));
}

// An object of 100,000 keys on lines of their own; the last key is as given.
static char *many_keys(const char *last_key) {
    char *text = malloc(MANY_KEYS * 16);
    assert_non_null(text);
    size_t size = (size_t)sprintf(text, "{");
    for (unsigned i = 1; i < MANY_KEYS; i++)
        size += (size_t)sprintf(text + size, "\"k%u\":%u,\n", i * 7919 % MANY_KEYS, i);
    sprintf(text + size, "\"%s\":0}", last_key);
    return text;
}

static void checks_many_keys(void **state) {
    (void)state;
    char *unique = many_keys("k0");
    cJSON *tree = parse(unique);
    assert_int_equal(cJSON_GetArraySize(tree), MANY_KEYS);
    cJSON_Delete(tree);
    free(unique);
    char *repeated = many_keys("k4711");
    assert_refused(repeated, strlen(repeated),
                   "line 100000 column 1: expected each key once but found 'k4711' again");
    free(repeated);
}

static unsigned allocations_left;

static void *scarce_malloc(size_t size) {
    if (allocations_left == 0) return NULL;
    allocations_left--;
    return malloc(size);
}

static void says_when_memory_is_short(void **state) {
    (void)state;
    static const char OBJECT[] = "{\"a\":[1,\"b\"]}";
    cJSON_InitHooks(&(cJSON_Hooks){scarce_malloc, free});
    for (unsigned available = 0; available < 6; available++) {
        Status status = {0};
        allocations_left = available;
        assert_null(json_parse(OBJECT, strlen(OBJECT), &status));
        assert_int_equal(status.code, EXIT_RESOURCE);
        assert_string_equal(status.message, "out of memory");
    }
    cJSON_InitHooks(NULL);
}

// ---- Files

typedef struct Folder {
    char path[64];
    char file[80];
} Folder;

static int make_folder(void **state) {
    static Folder folder;
    strcpy(folder.path, "/tmp/test_json.XXXXXX");
    if (!mkdtemp(folder.path)) return -1;
    snprintf(folder.file, sizeof folder.file, "%s/file.json", folder.path);
    *state = &folder;
    return 0;
}

static int remove_folder(void **state) {
    const Folder *folder = *state;
    unlink(folder->file);
    return rmdir(folder->path);
}

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void assert_unreadable(const char *path, const char *message) {
    char expected[256];
    Status status = {0};
    snprintf(expected, sizeof expected, "%s: %s", path, message);
    assert_null(json_read(path, &status));
    assert_int_equal(status.code, EXIT_INPUT);
    assert_string_equal(status.message, expected);
}

static void reads_a_file(void **state) {
    const Folder *folder = *state;
    Status status = {.message = "untouched"};
    write_file(folder->file, "{\"a\": 1}\n");
    cJSON *tree = json_read(folder->file, &status);
    assert_non_null(tree);
    assert_int_equal(cJSON_GetObjectItemCaseSensitive(tree, "a")->valueint, 1);
    assert_string_equal(status.message, "untouched");
    cJSON_Delete(tree);
}

static void refuses_bad_files(void **state) {
    const Folder *folder = *state;
    assert_unreadable(folder->file, "No such file or directory");
    assert_unreadable(folder->path, "expected a file but found a directory");
    write_file(folder->file, "");
    assert_unreadable(folder->file, "line 1 column 1: expected a value but the text is empty");
    write_file(folder->file, "{\n\"a\": x}");
    assert_unreadable(folder->file, "line 2 column 6: expected a value but found 'x'");
}

static void refuses_a_huge_file(void **state) {
    const Folder *folder = *state;
    write_file(folder->file, "");
    assert_int_equal(truncate(folder->file, 100000000), 0);
    assert_unreadable(folder->file, "the file is larger than 16777216 bytes");
    assert_int_equal(truncate(folder->file, JSON_MAX_BYTES + 1), 0);
    assert_unreadable(folder->file, "the file is larger than 16777216 bytes");
    assert_int_equal(truncate(folder->file, JSON_MAX_BYTES), 0);
    assert_unreadable(folder->file, "line 1 column 1: expected a value but found a NUL byte");
}

static void refuses_a_pipe_without_waiting(void **state) {
    const Folder *folder = *state;
    assert_int_equal(mkfifo(folder->file, 0600), 0);
    assert_unreadable(folder->file, "not a regular file");
}

// ---- Writing

typedef struct Output {
    char *text;
    size_t size;
    FILE *stream;
} Output;

static void open_output(Output *output) {
    *output = (Output){0};
    output->stream = open_memstream(&output->text, &output->size);
    assert_non_null(output->stream);
}

static void assert_output(Output *output, const char *expected) {
    assert_int_equal(fclose(output->stream), 0);
    assert_string_equal(output->text, expected);
    free(output->text);
}

static void write_sample(JsonWriter *writer) {
    json_begin_object(writer);
    json_key(writer, "text");
    json_text(writer, "a \"b\" \\ / é\b\f\n\r\t\x01\x1F\x7F");
    json_key(writer, "list");
    json_begin_array(writer);
    json_integer(writer, INT64_MIN);
    json_number(writer, 0.5);
    json_begin_array(writer);
    json_end_array(writer);
    json_begin_object(writer);
    json_end_object(writer);
    json_end_array(writer);
    json_key(writer, "key\n");
    json_flag(writer, true);
    json_key(writer, "nested");
    json_begin_object(writer);
    json_key(writer, "no");
    json_flag(writer, false);
    json_key(writer, "bound");
    json_number(writer, INFINITY);
    json_end_object(writer);
    json_key(writer, "none");
    json_null(writer);
    json_end_object(writer);
}

static void writes_compactly(void **state) {
    (void)state;
    Output output;
    open_output(&output);
    JsonWriter writer = json_writer(output.stream, false);
    write_sample(&writer);
    assert_output(&output, "{\"text\":\"a \\\"b\\\" \\\\ / é\\b\\f\\n\\r\\t\\u0001\\u001f\x7F\","
                           "\"list\":[-9223372036854775808,0.5,[],{}],\"key\\n\":true,"
                           "\"nested\":{\"no\":false,\"bound\":null},\"none\":null}");
}

static void writes_prettily(void **state) {
    (void)state;
    Output output;
    open_output(&output);
    JsonWriter writer = json_writer(output.stream, true);
    write_sample(&writer);
    assert_output(&output,
                  "{\n"
                  "  \"text\": \"a \\\"b\\\" \\\\ / é\\b\\f\\n\\r\\t\\u0001\\u001f\x7F\",\n"
                  "  \"list\": [\n"
                  "    -9223372036854775808,\n"
                  "    0.5,\n"
                  "    [],\n"
                  "    {}\n"
                  "  ],\n"
                  "  \"key\\n\": true,\n"
                  "  \"nested\": {\n"
                  "    \"no\": false,\n"
                  "    \"bound\": null\n"
                  "  },\n"
                  "  \"none\": null\n"
                  "}");
}

static void writes_the_deepest_nesting(void **state) {
    (void)state;
    Output output;
    open_output(&output);
    JsonWriter writer = json_writer(output.stream, false);
    for (unsigned i = 0; i < 63; i++) json_begin_array(&writer);
    for (unsigned i = 0; i < 63; i++) json_end_array(&writer);
    char *expected = nested(63);
    assert_output(&output, expected);
    free(expected);
}

static void formats_numbers(void **state) {
    (void)state;
    static const struct {
        double value;
        const char *text;
    } CASES[] = {
        {0, "0"},
        {-0.0, "0"},
        {1, "1"},
        {-42, "-42"},
        {1e15, "1000000000000000"},
        {9007199254740992.0, "9007199254740992"},
        {-9007199254740992.0, "-9007199254740992"},
        {9007199254740994.0, "9.007199255e+15"},
        {0.1, "0.1"},
        {-0.5, "-0.5"},
        {1.0 / 3, "0.3333333333"},
        {123456.7890123, "123456.789"},
        {1e-7, "1e-07"},
        {1e300, "1e+300"},
        {-DBL_MAX, "-1.797693135e+308"},
        {5e-324, "4.940656458e-324"},
        {NAN, "null"},
        {INFINITY, "null"},
        {-INFINITY, "null"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char text[32];
        assert_ptr_equal(format_number(CASES[i].value, text), text);
        assert_string_equal(text, CASES[i].text);
    }
}

static void a_tree_comes_back_as_it_was(void **state) {
    (void)state;
    static const char *const TEXTS[] = {
        "null",
        "-12",
        "\"a\\u0001\\\\é😀\"",
        "[]",
        "{\"z\":1,\"a\":[true,false,null,0.25,\"\",{}],\"m\":{\"k\":[[],[1e+20]]}}",
        "[9007199254740992,-9007199254740992,1e-07]",
    };
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
        Output output;
        cJSON *tree = parse(TEXTS[i]);
        open_output(&output);
        JsonWriter writer = json_writer(output.stream, false);
        json_tree(&writer, tree);
        assert_output(&output, TEXTS[i]);
        cJSON_Delete(tree);
    }
}

#define FILE_TEST(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accepts_what_the_grammar_allows),
        cmocka_unit_test(refuses_and_says_why),
        cmocka_unit_test(every_prefix_of_an_object_is_refused),
        cmocka_unit_test(limits_nesting),
        cmocka_unit_test(limits_size),
        cmocka_unit_test(unescapes_texts),
        cmocka_unit_test(reads_long_numbers_whole),
        cmocka_unit_test(numbers_of_every_length_keep_their_value),
        cmocka_unit_test(tells_integers_from_numbers),
        cmocka_unit_test(checks_many_keys),
        cmocka_unit_test(says_when_memory_is_short),
        FILE_TEST(reads_a_file),
        FILE_TEST(refuses_bad_files),
        FILE_TEST(refuses_a_huge_file),
        FILE_TEST(refuses_a_pipe_without_waiting),
        cmocka_unit_test(writes_compactly),
        cmocka_unit_test(writes_prettily),
        cmocka_unit_test(writes_the_deepest_nesting),
        cmocka_unit_test(formats_numbers),
        cmocka_unit_test(a_tree_comes_back_as_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
