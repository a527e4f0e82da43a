// The games of an experiment dealt out to shards (core/part.h).
#include "core/part.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static Part parse(const char *text) {
    Part part;
    Status status;
    assert_true(part_parse(&part, text, &status));
    return part;
}

// The shards whose bits are set.
static Part choose(int32_t of, unsigned bits) {
    Part part = {.of = of, .shards = calloc((size_t)of, sizeof *part.shards), .merged = true};
    assert_non_null(part.shards);
    for (int32_t i = 0; i < of; i++)
        if (bits >> i & 1) part.shards[part.held++] = i;
    return part;
}

// Places and ids of a part belong to each other, in ascending order.
static void check_places(const Part *part, int64_t games) {
    int64_t place = 0;
    for (int64_t id = 0; id < games; id++) {
        assert_int_equal(part_place(part, id), place);
        if (!part_has(part, id)) continue;
        assert_int_equal(part_id(part, place), id);
        place++;
    }
    assert_int_equal(part_place(part, games), place);
}

static void test_each_game_belongs_to_one_shard(void **state) {
    (void)state;
    for (int32_t of = 1; of <= 7; of++)
        for (int64_t games = 0; games < 60; games++) {
            int64_t sum = 0, least = games, most = 0;
            for (int32_t i = 1; i <= of; i++) {
                char text[32];
                snprintf(text, sizeof text, "%d/%d", i, of);
                Part part = parse(text);
                const int64_t share = part_place(&part, games);
                check_places(&part, games);
                for (int64_t id = 0; id < games; id++)
                    assert_int_equal(part_has(&part, id), of == 1 || id / 2 % of == i - 1);
                sum += share;
                if (share < least) least = share;
                if (share > most) most = share;
                part_release(&part);
            }
            assert_int_equal(sum, games);
            assert_true(most - least <= 2);
        }
}

static void test_places_of_several_shards(void **state) {
    (void)state;
    for (int32_t of = 2; of <= 6; of++)
        for (unsigned bits = 1; bits < 1u << of; bits++) {
            Part part = choose(of, bits);
            for (int64_t games = 0; games < 40; games++) check_places(&part, games);
            part_release(&part);
        }
}

static void test_bad_texts(void **state) {
    static const char *const BAD[] = {"",          "/",
                                      "1",         "1/",
                                      "/2",        "0/2",
                                      "3/2",       "-1/2",
                                      "1/2 ",      " 1/2",
                                      "1/2x",      "1.0/2",
                                      "+1/2",      "1/0",
                                      "1/-2",      "0x1/2",
                                      "1//2",      "1/2/3",
                                      "1 /2",      "1/1e3",
                                      "1/1048577", "4294967297/4294967298"};
    (void)state;
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        Part part;
        Status status = {.code = EXIT_DONE};
        if (part_parse(&part, BAD[i], &status)) fail_msg("'%s' is taken", BAD[i]);
        assert_int_equal(status.code, EXIT_INPUT);
        assert_non_null(strstr(status.message, "expected"));
        part_release(&part);
    }
    Part largest = parse("1048576/1048576");
    assert_int_equal(largest.shards[0], 1048575);
    part_release(&largest);
}

static Part read_back(const Part *part) {
    char *text;
    size_t size;
    Part back;
    Status status;
    FILE *stream = open_memstream(&text, &size);
    JsonWriter json = json_writer(stream, false);
    part_write(part, &json);
    fclose(stream);
    cJSON *tree = cJSON_Parse(text);
    assert_true(part_read(&back, tree, &status));
    cJSON_Delete(tree);
    free(text);
    return back;
}

static void test_json(void **state) {
    (void)state;
    for (unsigned bits = 1; bits < 1u << 5; bits++) {
        Part part = choose(5, bits), other = choose(5, bits ^ 1);
        part.merged = other.merged = bits % 3 == 0;
        Part back = read_back(&part);
        assert_true(part_equals(&part, &back));
        assert_false(part_equals(&part, &other));
        part_release(&part);
        part_release(&other);
        part_release(&back);
    }
    const Part all = {0};
    Part back;
    Status status;
    assert_true(part_read(&back, NULL, &status));
    assert_true(part_equals(&all, &back));
}

static void test_bad_json(void **state) {
    static const char *const BAD[] = {
        "{}",
        "[]",
        "7",
        "{\"of\":3}",
        "{\"of\":1,\"shards\":[1]}",
        "{\"of\":3,\"shards\":[]}",
        "{\"of\":3,\"shards\":[0]}",
        "{\"of\":3,\"shards\":[4]}",
        "{\"of\":3,\"shards\":[2,1]}",
        "{\"of\":3,\"shards\":[1,1]}",
        "{\"of\":3,\"shards\":[1.5]}",
        "{\"of\":3,\"shards\":[\"1\"]}",
        "{\"of\":3,\"shards\":2}",
        "{\"of\":1048577,\"shards\":[1]}",
    };
    (void)state;
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        Part part;
        Status status = {.code = EXIT_DONE};
        cJSON *tree = cJSON_Parse(BAD[i]);
        assert_non_null(tree);
        if (part_read(&part, tree, &status)) fail_msg("%s is taken", BAD[i]);
        assert_int_equal(status.code, EXIT_INPUT);
        part_release(&part);
        cJSON_Delete(tree);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_game_belongs_to_one_shard),
        cmocka_unit_test(test_places_of_several_shards),
        cmocka_unit_test(test_bad_texts),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_bad_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
