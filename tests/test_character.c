// What a game is like: the quantities of games drawn by hand, the kinds of plies as the rules say
// them, and tallies that do not depend on the order of games nor on how these are split.
#include "analysis/character.h"
#include "analysis/heat_map.h"
#include "analysis/opening_table.h"
#include "analysis/record_walk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

enum { GAMES = 300, SHARDS = 4, MOST_PLIES = 40 };

static Position start_of(const char *spec, const Game **game) {
    Variant variant;
    Position position;
    Status status;
    assert_true(variant_parse(&variant, spec, &status));
    assert_true(variant_position(&variant, &position, NULL, &status));
    *game = variant.game;
    return position;
}

static double mean_of(const Character *self, CharacterQuantity quantity) {
    return quantity_mean(&self->quantities[quantity]).value;
}

// A game of Agros with these values of the first player, 0..254, and a result.
static Character course_of(const int *values, int count, Result result) {
    const Game *game;
    const Position end = start_of("agros:size=3,farmers=1", &game);
    PlyNote notes[MOST_PLIES] = {0};
    Character self;
    for (int i = 0; i < count; i++)
        notes[i] = (PlyNote){.kind = AGROS_HARVEST, .legal = 2, .first_value = (int16_t)values[i]};
    character_init(&self);
    assert_true(character_add(&self, &(Record){.result = result}, game, notes, count, &end));
    return self;
}

static void test_course(void **state) {
    (void)state;
    // First wins from behind: even, behind by 54/254 and by 154/254, ahead, behind by 4/254, ahead.
    const int values[] = {127, 100, 50, 200, 125, 210, 254, 254};
    Character self = course_of(values, 8, RESULT_FIRST);
    const double roots[] = {sqrt(54.0 / 254), sqrt(154.0 / 254), sqrt(4.0 / 254)};
    const double drama = (roots[0] + roots[1] + roots[2]) / 3, unit = 1.0 / CHARACTER_UNIT;
    assert_float_equal(mean_of(&self, CHARACTER_DRAMA), drama, unit);
    assert_float_equal(mean_of(&self, CHARACTER_DRAMA_MAX), roots[1], unit);
    // Behind by 54, 154 and 4 of 254 at three of eight plies.
    assert_float_equal(mean_of(&self, CHARACTER_BEHIND), 212.0 / 254 / 8, unit);
    assert_float_equal(mean_of(&self, CHARACTER_THRESHOLD), 204.0 / 254, unit);
    // Ahead are: second, second, first, second, first, first, first after nobody: three changes.
    assert_float_equal(mean_of(&self, CHARACTER_LEAD_CHANGES), 3.0 / 7, unit);
    // The last ply at which the winner is not ahead is the fifth of eight.
    assert_float_equal(mean_of(&self, CHARACTER_DECISION), 5.0 / 8, unit);
    // The loser's most is 204; the winner has more from the sixth ply on.
    assert_float_equal(mean_of(&self, CHARACTER_DECISIVENESS), 3.0 / 8, unit);
    character_release(&self);

    // The same as the other side sees it.
    int mirrored[8];
    for (int i = 0; i < 8; i++) mirrored[i] = WALK_FULL_VALUE - values[i];
    self = course_of(mirrored, 8, RESULT_SECOND);
    assert_float_equal(mean_of(&self, CHARACTER_DRAMA), drama, unit);
    assert_float_equal(mean_of(&self, CHARACTER_DECISIVENESS), 3.0 / 8, unit);
    character_release(&self);
}

// A game that the winner is behind in until the last ply, and one that is level but for its end.
static void test_course_at_its_limits(void **state) {
    (void)state;
    const double unit = 1.0 / CHARACTER_UNIT;
    const int behind[] = {0, 0, 0, 254}, level[] = {127, 127, 127, 254};
    Character self = course_of(behind, 4, RESULT_FIRST);
    assert_float_equal(mean_of(&self, CHARACTER_DRAMA), 1, unit);
    assert_float_equal(mean_of(&self, CHARACTER_DRAMA_MAX), 1, unit);
    assert_float_equal(mean_of(&self, CHARACTER_BEHIND), 0.75, unit);
    assert_float_equal(mean_of(&self, CHARACTER_LEAD_CHANGES), 1.0 / 3, unit);
    assert_float_equal(mean_of(&self, CHARACTER_DECISION), 0.75, unit);
    assert_float_equal(mean_of(&self, CHARACTER_THRESHOLD), 1, unit);
    assert_float_equal(mean_of(&self, CHARACTER_DECISIVENESS), 0, unit);
    character_release(&self);

    self = course_of(level, 4, RESULT_FIRST);
    assert_float_equal(mean_of(&self, CHARACTER_DRAMA), 0, unit);
    assert_float_equal(mean_of(&self, CHARACTER_LEAD_CHANGES), 0, unit); // nobody led before
    assert_float_equal(mean_of(&self, CHARACTER_DECISION), 0.75, unit);
    assert_float_equal(mean_of(&self, CHARACTER_THRESHOLD), 0.5, unit);
    assert_float_equal(mean_of(&self, CHARACTER_DECISIVENESS), 0.25, unit);
    character_release(&self);
}

static void test_no_course(void **state) {
    (void)state;
    const int values[] = {200, 210, 220}, none[] = {WALK_NO_VALUE, WALK_NO_VALUE, WALK_NO_VALUE};
    Character self = course_of(values, 3, RESULT_FIRST);
    assert_float_equal(mean_of(&self, CHARACTER_DRAMA), 0, 1e-9); // never behind
    assert_float_equal(mean_of(&self, CHARACTER_DECISION), 0, 1e-9);
    assert_float_equal(mean_of(&self, CHARACTER_DECISIVENESS), 1, 1e-9);
    assert_float_equal(mean_of(&self, CHARACTER_BEHIND), 0, 1e-9);
    assert_float_equal(mean_of(&self, CHARACTER_THRESHOLD), 54.0 / 254, 1e-4);
    character_release(&self);
    self = course_of(values, 3, RESULT_DRAW);
    assert_true(isnan(mean_of(&self, CHARACTER_DRAMA)));
    character_release(&self);
    self = course_of(none, 3, RESULT_FIRST);
    assert_true(isnan(mean_of(&self, CHARACTER_DRAMA)));
    character_release(&self);
    self = course_of(values, 0, RESULT_FIRST);
    assert_true(self.games == 1 && isnan(mean_of(&self, CHARACTER_FORCED)));
    character_release(&self);
}

// ---- Kinds of plies ----

static void check_kinds(const char *spec, const char *position, const char *moves,
                        const char *kinds) {
    RecordWalk walk;
    Status status;
    int32_t plies = 1;
    for (const char *c = moves; *c; c++) plies += *c == ' ';
    const Record record = {.game = spec, .position = position, .moves = moves, .plies = plies};
    record_walk_init(&walk);
    assert_true(record_walk_start(&walk, &record, &status));
    for (const char *kind = kinds; *kind; kind++) {
        assert_int_equal(record_walk_next(&walk, &status), WALK_PLY);
        const PlyNote note = character_note(walk.line.variant.game, &walk.line.position, walk.move,
                                            walk.legal, WALK_NO_VALUE);
        assert_int_equal(character_kind_name(walk.line.variant.game, note.kind)[0], *kind);
    }
    assert_int_equal(record_walk_next(&walk, &status), WALK_END);
    record_walk_release(&walk);
}

static void test_kinds(void **state) {
    (void)state;
    check_kinds("agros:size=4,farmers=1,rule=sow", NULL, "a1 d4 a1-b1 pass b1:c1 pass pass",
                "pphpspp");
    check_kinds("awale", NULL, "A3 B2 A1", "ooo");
    check_kinds("awale", "0,0,0,0,0,1/1,0,4,0,0,0 10-10 a", "A6", "c");
    check_kinds("agon", NULL, "a1-b2 k11-j10", "ss");
    // The guard on d5 is taken between d4 and d6, and goes to the rim.
    check_kinds("agon", "Ga1,Ga2,Ga3,Ga4,Gc3,Gd6,Qa5/Gd5,Gk10,Gk6,Gk7,Gk8,Gk9,Qk11 l",
                "c3-d4 d5-a6", "cr");
}

static void test_refused(void **state) {
    (void)state;
    RecordWalk walk;
    Status status;
    const Record bad = {.id = 7, .game = "awale", .moves = "A3 B2 A9", .plies = 3};
    const Record few = {.id = 8, .game = "awale", .moves = "A3 B2", .plies = 3};
    record_walk_init(&walk);
    assert_true(record_walk_start(&walk, &bad, &status));
    assert_int_equal(record_walk_next(&walk, &status), WALK_PLY);
    assert_int_equal(record_walk_next(&walk, &status), WALK_PLY);
    assert_int_equal(record_walk_next(&walk, &status), WALK_FAILED);
    assert_string_equal(status.message, "record 7: ply 3: 'A9' is not legal");
    assert_true(record_walk_start(&walk, &few, &status));
    WalkStep step;
    while ((step = record_walk_next(&walk, &status)) == WALK_PLY) {
    }
    assert_int_equal(step, WALK_FAILED);
    record_walk_release(&walk);
}

// ---- Merging ----

static int32_t random_notes(Rng *rng, PlyNote *notes) {
    const int32_t count = 1 + (int32_t)rng_below(rng, MOST_PLIES);
    for (int32_t i = 0; i < count; i++)
        notes[i] = (PlyNote){.kind = (uint8_t)rng_below(rng, CHARACTER_KINDS),
                             .legal = (uint8_t)(1 + rng_below(rng, 5)),
                             .first_value = (int16_t)((int)rng_below(rng, 256) - 1),
                             .lead = (int32_t)rng_below(rng, 7) - 3};
    return count;
}

static void add_random(Character *self, uint64_t number) {
    static const Result RESULTS[] = {RESULT_FIRST, RESULT_SECOND, RESULT_DRAW, RESULT_NONE};
    const Game *game;
    const Position end = start_of("agros:size=5,farmers=3", &game);
    PlyNote notes[MOST_PLIES];
    Rng rng = rng_init(seed_number(seed_init(11), number));
    const int32_t count = random_notes(&rng, notes);
    const Record record = {.result = RESULTS[rng_below(&rng, 4)]};
    assert_true(character_add(self, &record, game, notes, count, &end));
}

static void assert_same(const Character *a, const Character *b) {
    assert_int_equal(a->games, b->games);
    assert_int_equal(a->without_special, b->without_special);
    assert_memory_equal(a->kinds, b->kinds, sizeof a->kinds);
    assert_memory_equal(a->quantities, b->quantities, sizeof a->quantities);
    assert_int_equal(a->first_special.total, b->first_special.total);
    for (int64_t rank = 1; rank <= a->first_special.total; rank++)
        assert_int_equal(histogram_at_rank(&a->first_special, rank),
                         histogram_at_rank(&b->first_special, rank));
}

static void test_merge(void **state) {
    (void)state;
    Character whole, shards[SHARDS], merged;
    character_init(&whole);
    character_init(&merged);
    for (int i = 0; i < SHARDS; i++) character_init(&shards[i]);
    for (uint64_t i = 0; i < GAMES; i++) {
        add_random(&whole, i);
        add_random(&shards[mix64(i) % SHARDS], GAMES - 1 - i);
    }
    for (int i = SHARDS; i-- > 0;) assert_true(character_merge(&merged, &shards[i]));
    assert_same(&whole, &merged);
    for (int i = 0; i < SHARDS; i++) character_release(&shards[i]);
    character_release(&whole);
    character_release(&merged);
}

// ---- Openings and maps ----

static void add_opening(OpeningTable *table, const char *moves, Result result) {
    Variant variant;
    Position start;
    Line line;
    Status status;
    assert_true(variant_parse(&variant, "agros:size=8,farmers=3", &status));
    assert_true(variant_position(&variant, &start, NULL, &status));
    line_init(&line, &variant, &start);
    assert_true(line_play_text(&line, moves, &status));
    assert_true(opening_table_add(table, &line, result));
    line_release(&line);
}

static void test_openings(void **state) {
    (void)state;
    OpeningTable table;
    opening_table_init(&table);
    add_opening(&table, "d4", RESULT_SECOND);
    add_opening(&table, "a2", RESULT_FIRST);
    add_opening(&table, "h7", RESULT_FIRST); // the corner's neighbours are one
    add_opening(&table, "b1", RESULT_DRAW);
    add_opening(&table, "g8", RESULT_NONE);
    opening_table_sort(&table);
    assert_int_equal(table.count, 2);
    assert_string_equal(table.lines[0].moves, "a2");
    assert_int_equal(table.lines[0].games, 4);
    assert_float_equal(opening_line_score(&table.lines[0]).value, 2.5 / 3, 1e-12);
    assert_int_equal(table.lines[1].games, 1);
    opening_table_release(&table);
}

static void test_heat_map(void **state) {
    (void)state;
    const Game *game;
    start_of("agros:size=8,farmers=3", &game);
    HeatMap map = {0}, other = {0};
    const Move place = agros_move(AGROS_PLACE, 0, 17), walk = agros_move(AGROS_HARVEST, 17, 18);
    heat_map_add(&map, game, SIDE_SECOND, place, RESULT_SECOND);
    heat_map_add(&map, game, SIDE_SECOND, place, RESULT_NONE);
    heat_map_add(&other, game, SIDE_SECOND, place, RESULT_DRAW);
    heat_map_add(&other, game, SIDE_FIRST, walk, RESULT_FIRST); // no placement
    heat_map_merge(&map, &other);
    assert_int_equal(map.plies[SIDE_SECOND][17], 3);
    assert_int_equal(map.plies[SIDE_FIRST][18], 0);
    assert_float_equal(heat_map_score(&map, SIDE_SECOND, 17), 0.75, 1e-12);
    assert_true(isnan(heat_map_score(&map, SIDE_FIRST, 17)));
}

// Light controls the corners on the left, Dark those on the right.
static void test_control(void **state) {
    (void)state;
    Variant variant;
    Position end;
    Status status;
    HeatMap map = {0}, other = {0};
    assert_true(variant_parse(&variant, "agros:farmers=1", &status));
    assert_true(variant_position(&variant, &end, "1,l,1/L1,d,D1/1,d,1 d 1 sow 2", &status));
    heat_map_add_end(&map, variant.game, &end);
    heat_map_add_end(&other, variant.game, &end);
    heat_map_merge(&map, &other);
    assert_int_equal(map.ends, 2);
    assert_int_equal(map.controlled[SIDE_FIRST][0], 2);      // a1
    assert_int_equal(map.controlled[SIDE_FIRST][2 * 16], 2); // a3
    assert_int_equal(map.controlled[SIDE_SECOND][2], 2);     // c1
    assert_int_equal(map.controlled[SIDE_SECOND][0], 0);
    assert_int_equal(map.controlled[SIDE_FIRST][16], 0); // a farmer stands on a2
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_course),    cmocka_unit_test(test_course_at_its_limits),
        cmocka_unit_test(test_no_course), cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_refused),   cmocka_unit_test(test_merge),
        cmocka_unit_test(test_openings),  cmocka_unit_test(test_heat_map),
        cmocka_unit_test(test_control),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
