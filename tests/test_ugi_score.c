// Scores in centipoints: what they stand for, there and back, and at the ends of the scale.
#include "search/ugi_score.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const double SCALES[] = {0.5, 7, 30, 34, 10000};
enum { SCALE_COUNT = sizeof SCALES / sizeof *SCALES };

static void only_what_is_certain_is_won_or_lost(void **state) {
    (void)state;
    for (int i = 0; i < SCALE_COUNT; i++) {
        assert_int_equal(ugi_score_of(1, true, SCALES[i]), UGI_SCORE_WIN);
        assert_int_equal(ugi_score_of(0, true, SCALES[i]), -UGI_SCORE_WIN);
        assert_int_equal(ugi_score_of(1, false, SCALES[i]), UGI_SCORE_WIN - 1);
        assert_int_equal(ugi_score_of(0, false, SCALES[i]), -UGI_SCORE_WIN + 1);
        assert_int_equal(ugi_score_of(nextafter(1, 0), true, SCALES[i]), UGI_SCORE_WIN - 1);
        assert_int_equal(ugi_score_of(1e-17, true, SCALES[i]), -UGI_SCORE_WIN); // 1 − 2e-17 is 1
        assert_int_equal(ugi_score_of(1e-15, true, SCALES[i]), -UGI_SCORE_WIN + 1);
        assert_true(ugi_score_value(UGI_SCORE_WIN, SCALES[i]) == 1);
        assert_true(ugi_score_value(-UGI_SCORE_WIN, SCALES[i]) == 0);
        assert_true(ugi_score_value(UGI_SCORE_WIN - 1, SCALES[i]) < 1);
        assert_true(ugi_score_value(1 - UGI_SCORE_WIN, SCALES[i]) > 0);
    }
}

static void what_an_engine_may_say_beyond_is_cut(void **state) {
    (void)state;
    assert_true(ugi_score_value(INT32_MAX, 30) == 1);
    assert_true(ugi_score_value(INT32_MIN, 30) == 0);
    assert_int_equal(ugi_score_of(1.5, true, 30), UGI_SCORE_WIN);
    assert_int_equal(ugi_score_of(-INFINITY, true, 30), -UGI_SCORE_WIN);
}

static void the_middle_and_the_scale(void **state) {
    (void)state;
    for (int i = 0; i < SCALE_COUNT; i++) {
        assert_int_equal(ugi_score_of(0.5, true, SCALES[i]), 0);
        assert_true(ugi_score_value(0, SCALES[i]) == 0.5);
        assert_int_equal(ugi_score_of(NAN, true, SCALES[i]), 0);
    }
    assert_int_equal(ugi_score_of(0.75, true, 30), 3000);
    assert_int_equal(ugi_score_of(0.25, true, 30), -3000);
    assert_true(ugi_score_value(3000, 30) == 0.75);
}

// Each number of centipoints comes back, and a greater one is more.
static void there_and_back(void **state) {
    (void)state;
    for (int i = 0; i < SCALE_COUNT; i++) {
        double last = -1;
        for (int32_t score = -UGI_SCORE_WIN; score <= UGI_SCORE_WIN; score++) {
            const double value = ugi_score_value(score, SCALES[i]);
            assert_true(value > last);
            assert_int_equal(ugi_score_of(value, true, SCALES[i]), score);
            last = value;
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_what_is_certain_is_won_or_lost),
        cmocka_unit_test(what_an_engine_may_say_beyond_is_cut),
        cmocka_unit_test(the_middle_and_the_scale),
        cmocka_unit_test(there_and_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
