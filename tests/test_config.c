#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/experiment.h"
#include "core/text_stream.h"
#include "search/player.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// The keys that every config needs, but games and players.
#define NEEDED "\"name\":\"n\",\"games_per_cell\":4"
#define GAMES "\"games\":[\"agros:size=8,farmers=3\",\"agros:size=3,farmers=1\"]"
#define PLAYERS "\"players\":{\"a\":\"random\",\"b\":\"greedy\",\"c\":\"mcts:simulations=5\"}"
#define PAIRS "\"pairing\":\"round-robin\""
#define BASE NEEDED "," GAMES "," PLAYERS

static cJSON *parse(const char *text) {
    Status status = {0};
    cJSON *tree = json_parse(text, strlen(text), &status);
    if (!tree) fail_msg("%.200s: %s", text, status.message);
    return tree;
}

static void resolve_tree(Experiment *experiment, const cJSON *config) {
    Status status = {0};
    if (!experiment_init(experiment, config, player_read, &status)) fail_msg("%s", status.message);
}

// The experiment of a config whose braces are left out.
static Experiment resolve(const char *keys) {
    Experiment experiment;
    char text[8192];
    snprintf(text, sizeof text, "{%s}", keys);
    cJSON *config = parse(text);
    resolve_tree(&experiment, config);
    cJSON_Delete(config);
    return experiment;
}

static void assert_refused(const char *keys, const char *expected) {
    Experiment experiment;
    Status status = {0};
    char text[8192];
    snprintf(text, sizeof text, "{%s}", keys);
    cJSON *config = parse(text);
    if (experiment_init(&experiment, config, player_read, &status)) fail_msg("accepted: %s", keys);
    assert_int_equal(status.code, EXIT_INPUT);
    if (strncmp(status.message, expected, strlen(expected)) != 0)
        fail_msg("%s: \"%s\" does not begin with \"%s\"", keys, status.message, expected);
    experiment_release(&experiment);
    cJSON_Delete(config);
}

static void assert_variant(const Experiment *experiment, int32_t index, const char *expected) {
    char spec[SPEC_MAX_LENGTH];
    assert_true(index < experiment->variant_count);
    variant_format(&experiment->variants[index], spec);
    assert_string_equal(spec, expected);
}

static void assert_variants(const char *games, const char *const *expected, int32_t count) {
    char keys[4096];
    snprintf(keys, sizeof keys, NEEDED ",\"players\":{\"r\":\"random\"},%s", games);
    Experiment experiment = resolve(keys);
    assert_int_equal(experiment.variant_count, count);
    for (int32_t i = 0; i < count; i++) assert_variant(&experiment, i, expected[i]);
    assert_int_equal(experiment.cell_count, count);
    experiment_release(&experiment);
}

#define ASSERT_VARIANTS(games, ...)                            \
    assert_variants(games, (const char *const[]){__VA_ARGS__}, \
                    sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

// ---- The grid

static void the_last_key_varies_fastest(void **state) {
    (void)state;
    ASSERT_VARIANTS("\"games\":[{\"game\":\"agros\",\"size\":[4,3],\"rule\":[\"static\",\"sow\"],"
                    "\"farmers\":[1,3]}]",
                    "agros:size=4,farmers=1,rule=static", "agros:size=4,farmers=3,rule=static",
                    "agros:size=4,farmers=1,rule=sow", "agros:size=4,farmers=3,rule=sow",
                    "agros:size=3,farmers=1,rule=static", "agros:size=3,farmers=3,rule=static",
                    "agros:size=3,farmers=1,rule=sow", "agros:size=3,farmers=3,rule=sow");
}

static void game_may_be_the_last_key(void **state) {
    (void)state;
    ASSERT_VARIANTS("\"games\":[{\"farmers\":[1,3],\"//\":[],\"size\":[4,5],\"game\":\"agros\"}]",
                    "agros:size=4,farmers=1,rule=sow", "agros:size=5,farmers=1,rule=sow",
                    "agros:size=4,farmers=3,rule=sow", "agros:size=5,farmers=3,rule=sow");
}

static void entries_follow_one_another(void **state) {
    (void)state;
    ASSERT_VARIANTS("\"games\":[\"agros:size=9\",{\"game\":\"agros\",\"komi\":[0,-0.5]},"
                    "{\"game\":\"agros:rule=static\"},\"agros:komi=999\"]",
                    "agros:size=9,farmers=5,rule=sow", "agros:size=10,farmers=5,rule=sow",
                    "agros:size=10,farmers=5,rule=sow,komi=-0.5",
                    "agros:size=10,farmers=5,rule=static",
                    "agros:size=10,farmers=5,rule=sow,komi=999");
}

static void skip_invalid_leaves_out_what_cannot_be(void **state) {
    (void)state;
    ASSERT_VARIANTS("\"skip_invalid\":true,\"games\":[{\"game\":\"agros\",\"farmers\":[9,3,5],"
                    "\"size\":[3,4,5]},\"agros:size=3\"]",
                    "agros:size=5,farmers=9,rule=sow", "agros:size=3,farmers=3,rule=sow",
                    "agros:size=4,farmers=3,rule=sow", "agros:size=5,farmers=3,rule=sow",
                    "agros:size=4,farmers=5,rule=sow", "agros:size=5,farmers=5,rule=sow");
}

static void refuses_what_cannot_be(void **state) {
    (void)state;
    const char *rest = NEEDED ",\"players\":{\"r\":\"random\"},";
    static const char *const CASES[][2] = {
        {"\"games\":[{\"game\":\"agros\",\"size\":[4,3],\"farmers\":[7]}]",
         "games[0]: agros: farmers=7: 2 × 7 do not fit"},
        {"\"skip_invalid\":false,\"games\":[\"agros\",\"agros:size=3\"]",
         "games[1]: agros: farmers=5: 2 × 5 do not fit"},
        {"\"skip_invalid\":true,\"games\":[\"agros:size=3\"]", "games: no combination is valid"},
        {"\"skip_invalid\":true,\"games\":[\"agros:size=2\"]", "games[0]: agros: size=2"},
        {"\"skip_invalid\":true,\"games\":[{\"game\":\"agros\",\"farmers\":[2]}]",
         "games[0].farmers: farmers=2"},
        {"\"games\":[\"agros\",{\"game\":\"agros\",\"size\":[9,10]}]",
         "games: agros:size=10,farmers=5,rule=sow is there twice"},
        {"\"games\":[{\"game\":\"agros:size=8\",\"size\":[9,10]}]",
         "games[0].size: is named in games[0].game too"},
        {"\"games\":[{\"game\":\"agros\",\"size\":\"8\"}]",
         "games[0].size: size=\"8\": a whole number in 3..16 expected"},
        {"\"games\":[{\"game\":\"agros\",\"rule\":[\"sow\",0]}]",
         "games[0].rule: rule=0: one of sow|static expected"},
        {"\"games\":[{\"game\":\"agros\",\"size\":[8,true]}]",
         "games[0].size: a value or a list of values expected"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char keys[1024];
        snprintf(keys, sizeof keys, "%s%s", rest, CASES[i][0]);
        assert_refused(keys, CASES[i][1]);
    }
}

// A text of so many bytes would fit no spec, nor may it be cut to one.
static void refuses_players_of_wrong_types(void **state) {
    (void)state;
    char large[SPEC_MAX_LENGTH + 200];
    snprintf(large, sizeof large, "{\"kind\":\"mcts\",\"simulations\":\"%*d\"}", SPEC_MAX_LENGTH,
             7);
    const char *const cases[][2] = {
        {"5", "players.p: a player spec expected"},
        {"{}", "players.p.kind: a text expected"},
        {"{\"kind\":7}", "players.p.kind: a text expected"},
        {"{\"kind\":\"mcts:c=1\"}", "players.p: unknown player 'mcts:c=1'"},
        {"{\"kind\":\"mcts\",\"simulations\":\"5\"}",
         "players.p: mcts: simulations=\"5\": a whole number"},
        {"{\"kind\":\"mcts\",\"simulations\":[5]}",
         "players.p.simulations: a number or a text expected"},
        {"{\"kind\":\"mcts\",\"simulations=7,c\":1}",
         "players.p: mcts: unknown key 'simulations=7,c'"},
        {"{\"kind\":\"mcts\",\"\":1}", "players.p: mcts: unknown key ''"},
        {large, "players.p.simulations: spec is too long"},
        {"\"mcts:c=-0.5\"", "players.p: mcts: c=-0.5"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char keys[2 * SPEC_MAX_LENGTH];
        snprintf(keys, sizeof keys, NEEDED "," GAMES ",\"players\":{\"p\":%s}", cases[i][0]);
        assert_refused(keys, cases[i][1]);
    }
}

static void refuses_control_characters_in_names(void **state) {
    (void)state;
    static const char *const CONTROLS[] = {"\\n", "\x7f", "\xc2\x80", "\xc2\x85", "\xc2\x9f"};
    for (size_t i = 0; i < sizeof CONTROLS / sizeof *CONTROLS; i++) {
        char keys[1024];
        snprintf(keys, sizeof keys, "\"name\":\"n%s\",\"games_per_cell\":4," GAMES "," PLAYERS,
                 CONTROLS[i]);
        assert_refused(keys, "name: a control character");
        snprintf(keys, sizeof keys, NEEDED "," GAMES ",\"players\":{\"p%s\":\"random\"}",
                 CONTROLS[i]);
        assert_refused(keys, "players: a control character in a name");
    }
    Experiment experiment =
        resolve(NEEDED "," GAMES ",\"players\":{\"\xc2\xa0\xc3\x85\":\"random\"}");
    experiment_release(&experiment);
}

static void equal_numbers_are_one_spec(void **state) {
    (void)state;
    Experiment experiment =
        resolve(NEEDED "," GAMES ",\"players\":{\"a\":{\"kind\":\"mcts\",\"c\":-0},"
                       "\"b\":\"mcts:c=-0\",\"c\":{\"kind\":\"mcts\",\"c\":0.0}}");
    for (int i = 0; i < 3; i++) assert_string_equal(experiment.players[i].spec, "mcts:c=0");
    experiment_release(&experiment);
}

// Players, each against itself, on so many variants.
static cJSON *large_config(int players, int variants) {
    static char text[1 << 16];
    size_t used = (size_t)sprintf(text, "{" NEEDED ",\"players\":{\"//\":0");
    for (int i = 0; i < players; i++)
        used += (size_t)sprintf(text + used, ",\"p%d\":\"random\"", i);
    used += (size_t)sprintf(text + used, "},\"games\":[{\"game\":\"agros\",\"komi\":[0");
    for (int i = 1; i < variants; i++) used += (size_t)sprintf(text + used, ",%.1f", i / 2.0);
    sprintf(text + used, "]}]}");
    return parse(text);
}

// Trying them would take as long as there are, whether they can be or not.
static void limits_the_combinations(void **state) {
    (void)state;
    char keys[16384];
    size_t used = (size_t)sprintf(keys, NEEDED "," PLAYERS ",\"skip_invalid\":true,\"games\":[{"
                                               "\"game\":\"agros\",\"size\":[3");
    for (int i = 1; i < 1001; i++) used += (size_t)sprintf(keys + used, ",3");
    used += (size_t)sprintf(keys + used, "],\"farmers\":[15");
    for (int i = 1; i < 1000; i++) used += (size_t)sprintf(keys + used, ",15");
    sprintf(keys + used, "]}]");
    assert_refused(keys, "games: more than 1000000 combinations");
}

static void limits_the_cells(void **state) {
    (void)state;
    Experiment experiment;
    Status status = {0};
    cJSON *config = large_config(250, 400);
    resolve_tree(&experiment, config);
    assert_int_equal(experiment.cell_count, EXPERIMENT_MAX_CELLS);
    experiment_release(&experiment);
    cJSON_Delete(config);
    config = large_config(250, 400);
    assert_true(config_set(config, "games_per_cell=1099511627776", &status));
    assert_false(experiment_init(&experiment, config, player_read, &status));
    assert_string_equal(status.message, "games_per_cell: 1099511627776 games of each of 100000 "
                                        "cells are more than 2^53");
    experiment_release(&experiment);
    cJSON_Delete(config);
    config = large_config(250, 401);
    assert_false(experiment_init(&experiment, config, player_read, &status));
    assert_string_equal(status.message, "games: 100250 cells, at most 100000 expected");
    experiment_release(&experiment);
    cJSON_Delete(config);
}

// ---- Cells and ids

static void assert_cell(const Experiment *experiment, int32_t cell, int32_t variant,
                        const char *first, const char *second) {
    assert_true(cell < experiment->cell_count);
    const Cell *found = &experiment->cells[cell];
    assert_int_equal(found->variant, variant);
    assert_string_equal(experiment->players[found->players[0]].name, first);
    assert_string_equal(experiment->players[found->players[1]].name, second);
}

static void self_pairs_each_with_itself(void **state) {
    (void)state;
    Experiment experiment = resolve(BASE);
    assert_int_equal(experiment.cell_count, 6);
    static const char *const NAMES[] = {"a", "b", "c"};
    for (int32_t i = 0; i < 6; i++) {
        assert_cell(&experiment, i, i / 3, NAMES[i % 3], NAMES[i % 3]);
        assert_false(cell_is_paired(&experiment.cells[i]));
        for (int64_t k = 0; k < 4; k++)
            assert_int_equal(cell_first_player(&experiment.cells[i], k), 0);
    }
    experiment_release(&experiment);
}

static void round_robin_pairs_each_two(void **state) {
    (void)state;
    Experiment experiment = resolve(BASE "," PAIRS);
    assert_int_equal(experiment.cell_count, 6);
    for (int32_t variant = 0; variant < 2; variant++) {
        assert_cell(&experiment, 3 * variant, variant, "a", "b");
        assert_cell(&experiment, 3 * variant + 1, variant, "a", "c");
        assert_cell(&experiment, 3 * variant + 2, variant, "b", "c");
    }
    for (int32_t i = 0; i < 6; i++) {
        assert_true(cell_is_paired(&experiment.cells[i]));
        for (int64_t k = 0; k < 4; k++)
            assert_int_equal(cell_first_player(&experiment.cells[i], k), k % 2);
    }
    experiment_release(&experiment);
}

// A pairing's text and the cells that it gives on each variant: two letters for each.
static void assert_pairings(const char *pairing, const char *cells) {
    char keys[1024];
    snprintf(keys, sizeof keys, BASE ",\"pairing\":%s", pairing);
    Experiment experiment = resolve(keys);
    const int32_t count = (int32_t)strlen(cells) / 2;
    assert_int_equal(experiment.cell_count, 2 * count);
    for (int32_t i = 0; i < 2 * count; i++) {
        const char *names = cells + 2 * (i % count);
        assert_cell(&experiment, i, i / count, (char[]){names[0], 0}, (char[]){names[1], 0});
        assert_int_equal(cell_is_paired(&experiment.cells[i]), names[0] != names[1]);
    }
    experiment_release(&experiment);
}

static void a_gauntlet_is_one_against_each_other(void **state) {
    (void)state;
    assert_pairings("{\"gauntlet\":\"a\"}", "abac");
    assert_pairings("{\"//\":1,\"gauntlet\":\"b\"}", "babc");
    assert_pairings("{\"gauntlet\":\"c\"}", "cacb");
}

static void listed_pairings_keep_their_order(void **state) {
    (void)state;
    assert_pairings("[[\"c\",\"a\"],[\"a\",\"b\"]]", "caab");
    assert_pairings("[[\"b\",\"b\"],[\"b\",\"a\"],[\"a\",\"a\"]]", "bbbaaa");
}

static void refuses_pairings(void **state) {
    (void)state;
    static const char *const CASES[][2] = {
        {"{\"gauntlet\":\"d\"}", "pairing.gauntlet: \"d\": is none of 'players'"},
        {"{\"gauntlet\":\"a\",\"x\":1}", "pairing.x: unknown key"},
        {"[]", "pairing: an empty list"},
        {"[[\"a\",\"b\"],[\"a\",\"d\"]]", "pairing[1][1]: \"d\": is none of 'players'"},
        {"[[\"a\",2]]", "pairing[0][1]: 2: the name of a player expected"},
        {"[[\"a\",\"b\"],\"c\"]", "pairing[1]: \"c\": a list of two names expected"},
        {"[[\"a\",\"b\"],[\"a\",\"c\"],[\"b\",\"a\"]]",
         "pairing[2]: [\"b\",\"a\"]: the same two as in pairing[0]"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char keys[1024];
        snprintf(keys, sizeof keys, BASE ",\"pairing\":%s", CASES[i][0]);
        assert_refused(keys, CASES[i][1]);
    }
    const char *odd = "\"name\":\"n\",\"games_per_cell\":3," GAMES "," PLAYERS;
    char keys[1024];
    snprintf(keys, sizeof keys, "%s,\"pairing\":[[\"a\",\"a\"],[\"a\",\"b\"]]", odd);
    assert_refused(keys, "games_per_cell: 3: an even number expected");
    snprintf(keys, sizeof keys, "%s,\"pairing\":[[\"a\",\"a\"]]", odd);
    Experiment experiment = resolve(keys);
    experiment_release(&experiment);
}

static void ids_count_the_games(void **state) {
    (void)state;
    Experiment experiment = resolve(BASE);
    assert_int_equal(experiment_games(&experiment), 24);
    for (int64_t id = 0; id < 24; id++) {
        const GameNumber game = experiment_game(&experiment, id);
        assert_int_equal(game.cell, id / 4);
        assert_int_equal(game.number, id % 4);
    }
    experiment_release(&experiment);
    experiment = resolve("\"games_per_cell\":1099511627776,\"name\":\"n\"," GAMES "," PLAYERS);
    const GameNumber last = experiment_game(&experiment, experiment_games(&experiment) - 1);
    assert_int_equal(last.cell, 5);
    assert_int_equal(last.number, (INT64_C(1) << 40) - 1);
    experiment_release(&experiment);
}

static void settings_have_defaults(void **state) {
    (void)state;
    Experiment experiment = resolve(BASE);
    assert_string_equal(experiment.name, "n");
    assert_int_equal(experiment.seed, 1);
    assert_int_equal(experiment.pairing, PAIRING_SELF);
    assert_int_equal(experiment.opening_plies, 0);
    assert_int_equal(experiment.ply_limit, 0);
    assert_int_equal(experiment_ply_limit(&experiment, &experiment.cells[0]), 10000);
    assert_int_equal(experiment.window, 4096);
    assert_int_equal(experiment.compression, 1);
    assert_true(experiment.reproducible);
    assert_string_equal(experiment.players[0].spec, "random");
    experiment_release(&experiment);
}

static void settings_are_read(void **state) {
    (void)state;
    Experiment experiment =
        resolve(BASE ",\"seed\":9007199254740992,\"opening\":{\"random_plies\":1000},"
                     "\"ply_limit\":1001,\"window\":1,\"compression\":9,\"$schema\":\"x\"");
    assert_int_equal(experiment.seed, INT64_C(1) << 53);
    assert_int_equal(experiment.opening_plies, 1000);
    assert_int_equal(experiment_ply_limit(&experiment, &experiment.cells[5]), 1001);
    assert_int_equal(experiment.window, 1);
    assert_int_equal(experiment.compression, 9);
    experiment_release(&experiment);
}

// One player whose work depends on the clock is enough.
static void knows_what_is_reproducible(void **state) {
    (void)state;
    Experiment experiment =
        resolve(NEEDED "," GAMES ",\"players\":{\"a\":\"mcts:movetime=1\",\"b\":\"random\"}");
    assert_false(experiment.reproducible);
    experiment_release(&experiment);
}

// ---- Players

static void assert_player(const char *json, const char *expected) {
    char keys[2048];
    snprintf(keys, sizeof keys, NEEDED "," GAMES ",\"players\":{\"p\":%s}", json);
    Experiment experiment = resolve(keys);
    assert_int_equal(experiment.player_count, 1);
    assert_string_equal(experiment.players[0].name, "p");
    assert_string_equal(experiment.players[0].spec, expected);
    experiment_release(&experiment);
}

static void players_are_texts_or_objects(void **state) {
    (void)state;
    const char *same = "mcts:simulations=5,c=0.1";
    assert_player("\"mcts:simulations=5,c=0.1\"", same);
    assert_player("\"mcts:c=\\\"0.1\\\",simulations=5\"", same);
    assert_player("{\"kind\":\"mcts\",\"simulations\":5,\"c\":0.1}", same);
    assert_player("{\"c\":0.1,\"//\":{},\"simulations\":5e0,\"kind\":\"mcts\"}", same);
    assert_player("{\"kind\":\"random\"}", "random");
}

// ---- Writing and reading again

static char *write_experiment(const Experiment *experiment, bool pretty) {
    TextStream text;
    Status status;
    assert_true(text_stream_open(&text, &status));
    JsonWriter json = json_writer(text.stream, pretty);
    experiment_write(experiment, &json);
    assert_true(text_stream_close(&text, &status));
    return text.text;
}

static void hash_of(const Experiment *experiment, char digits[17]) {
    Status status;
    assert_true(experiment_hash(experiment, digits, &status));
    assert_int_equal(strspn(digits, "0123456789abcdef"), 16);
    assert_int_equal(strlen(digits), 16);
}

static void assert_same(const Experiment *one, const Experiment *other) {
    char hash[17], again[17];
    hash_of(one, hash);
    hash_of(other, again);
    assert_string_equal(hash, again);
    assert_string_equal(one->name, other->name);
    assert_int_equal(one->games_per_cell, other->games_per_cell);
    assert_int_equal(one->window, other->window);
    assert_int_equal(one->compression, other->compression);
    assert_int_equal(one->reproducible, other->reproducible);
    assert_int_equal(one->cell_count, other->cell_count);
    assert_memory_equal(one->cells, other->cells, (size_t)one->cell_count * sizeof *one->cells);
}

static const char *const CONFIGS[] = {
    BASE,
    BASE "," PAIRS ",\"seed\":0,\"ply_limit\":7,\"opening\":{\"random_plies\":6},\"window\":1,"
         "\"compression\":9",
    BASE ",\"pairing\":{\"//\":0,\"gauntlet\":\"b\"}",
    BASE ",\"pairing\":[[\"c\",\"b\"],[\"a\",\"a\"],[\"a\",\"b\"]]",
    "\"name\":\"Ångström \\\"x\\\" \\\\\",\"games_per_cell\":1099511627776,\"seed\":"
    "9007199254740992," GAMES ",\"players\":{\"a\\\"\\\\\\u00e9\":\"random\",\" \":\"greedy\"}",
    NEEDED ",\"skip_invalid\":true,\"games\":[{\"game\":\"agros\",\"size\":[3,4],\"farmers\":[3,5],"
           "\"komi\":[0,0.5,-7]}],\"players\":{\"//\":1,\"m\":{\"kind\":\"mcts\",\"c\":"
           "0.12345678901234567,\"movetime\":3},\"ab\":\"alphabeta:scale=1e3\"}",
};

static void reads_what_it_writes(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof CONFIGS / sizeof *CONFIGS; i++)
        for (int pretty = 0; pretty < 2; pretty++) {
            Experiment experiment = resolve(CONFIGS[i]), again;
            char *text = write_experiment(&experiment, pretty);
            cJSON *config = parse(text);
            resolve_tree(&again, config);
            assert_same(&experiment, &again);
            char *second = write_experiment(&again, pretty);
            assert_string_equal(second, text);
            free(second);
            free(text);
            cJSON_Delete(config);
            experiment_release(&again);
            experiment_release(&experiment);
        }
}

static void assert_hashes(const char *one, const char *other, bool equal) {
    char hash[17], second[17];
    Experiment first = resolve(one), changed = resolve(other);
    hash_of(&first, hash);
    hash_of(&changed, second);
    if ((strcmp(hash, second) == 0) != equal)
        fail_msg("%s and %s: %s hashes", one, other, equal ? "different" : "equal");
    experiment_release(&first);
    experiment_release(&changed);
}

static void the_hash_ignores_what_changes_no_game(void **state) {
    (void)state;
    const char *rest = GAMES "," PLAYERS;
    char keys[2048];
    static const char *const HEADS[] = {
        "\"name\":\"other\",\"games_per_cell\":4",
        "\"name\":\"n\",\"games_per_cell\":4000",
        "\"//\":\"a comment\",\"name\":\"n\",\"games_per_cell\":4",
        "\"name\":\"n\",\"games_per_cell\":4,\"skip_invalid\":true",
        "\"name\":\"n\",\"games_per_cell\":4,\"$schema\":\"x\"",
        "\"name\":\"n\",\"games_per_cell\":4,\"seed\":1,\"pairing\":\"self\",\"window\":4096",
        "\"games_per_cell\":4.0,\"opening\":{\"//\":1,\"random_plies\":0},\"name\":\"n\"",
    };
    for (size_t i = 0; i < sizeof HEADS / sizeof *HEADS; i++) {
        snprintf(keys, sizeof keys, "%s,%s", HEADS[i], rest);
        assert_hashes(BASE, keys, true);
    }
    assert_hashes(BASE,
                  NEEDED "," PLAYERS ",\"games\":[{\"game\":\"agros:size=8\",\"farmers\":3,\"//\":"
                         "0,\"komi\":0},\"agros:rule=sow,farmers=1,size=3\"]",
                  true);
    assert_hashes(BASE,
                  NEEDED "," GAMES ",\"players\":{\"a\":{\"kind\":\"random\"},\"b\":\"greedy\","
                         "\"//\":0,\"c\":{\"simulations\":5.0,\"kind\":\"mcts\"}}",
                  true);
}

static void the_hash_tells_all_else_apart(void **state) {
    (void)state;
    static const char *const OTHERS[] = {
        BASE ",\"seed\":2",
        BASE ",\"seed\":9007199254740991",
        BASE ",\"seed\":9007199254740992",
        BASE "," PAIRS,
        BASE ",\"pairing\":{\"gauntlet\":\"a\"}",
        BASE ",\"pairing\":{\"gauntlet\":\"b\"}",
        BASE ",\"pairing\":[[\"a\",\"b\"],[\"a\",\"c\"]]",
        BASE ",\"pairing\":[[\"a\",\"c\"],[\"a\",\"b\"]]",
        BASE ",\"pairing\":[[\"b\",\"a\"],[\"a\",\"c\"]]",
        BASE ",\"opening\":{\"random_plies\":1}",
        BASE ",\"ply_limit\":10000",
        BASE ",\"ply_limit\":9999",
        BASE ",\"window\":4095",
        BASE ",\"compression\":2",
        NEEDED "," PLAYERS ",\"games\":[\"agros:size=3,farmers=1\",\"agros:size=8,farmers=3\"]",
        NEEDED "," PLAYERS ",\"games\":[\"agros:size=8,farmers=3\"]",
        NEEDED "," PLAYERS ",\"games\":[\"agros:size=8,farmers=3\",\"agros:size=3,farmers=3\"]",
        NEEDED "," PLAYERS ",\"games\":[\"agros:size=8,farmers=3,komi=0.5\","
               "\"agros:size=3,farmers=1\"]",
        NEEDED "," GAMES ",\"players\":{\"a\":\"random\",\"b\":\"greedy\"}",
        NEEDED "," GAMES ",\"players\":{\"b\":\"greedy\",\"a\":\"random\",\"c\":"
               "\"mcts:simulations=5\"}",
        NEEDED "," GAMES ",\"players\":{\"a\":\"random\",\"b\":\"greedy\",\"d\":"
               "\"mcts:simulations=5\"}",
        NEEDED "," GAMES ",\"players\":{\"a\":\"random\",\"b\":\"greedy\",\"c\":"
               "\"mcts:simulations=6\"}",
        NEEDED "," GAMES ",\"players\":{\"a\":\"random\",\"b\":\"greedy\",\"c\":"
               "\"mcts:simulations=5,c=0.70000000000001\"}",
    };
    enum { COUNT = sizeof OTHERS / sizeof *OTHERS };
    for (size_t i = 0; i < COUNT; i++) {
        assert_hashes(BASE, OTHERS[i], false);
        for (size_t k = 0; k < i; k++) assert_hashes(OTHERS[k], OTHERS[i], false);
    }
}

// ---- Overriding

static void set(cJSON *config, const char *assignment) {
    Status status = {0};
    if (!config_set(config, assignment, &status)) fail_msg("%s: %s", assignment, status.message);
}

static void overrides_keys(void **state) {
    (void)state;
    Experiment experiment;
    cJSON *config = parse("{" BASE "}");
    set(config, "seed=5");
    set(config, "seed=6");
    set(config, "opening.random_plies=3");
    set(config, "players.b=alphabeta:depth=1");
    set(config, "players.d={\"kind\":\"mcts\",\"c\":1}");
    set(config, "name=a=b");
    set(config, "games=[\"agros:size=4,farmers=1\"]");
    set(config, "pairing=[[\"b\",\"a\"]]");
    set(config, "pairing=round-robin");
    set(config, "//note=anything at all");
    resolve_tree(&experiment, config);
    assert_int_equal(experiment.seed, 6);
    assert_int_equal(experiment.opening_plies, 3);
    assert_string_equal(experiment.name, "a=b");
    assert_int_equal(experiment.player_count, 4);
    assert_int_equal(experiment.variant_count, 1);
    assert_int_equal(experiment.cell_count, 6);
    assert_variant(&experiment, 0, "agros:size=4,farmers=1,rule=sow");
    experiment_release(&experiment);
    cJSON_Delete(config);
}

static void values_are_json_or_else_texts(void **state) {
    (void)state;
    cJSON *config = parse("{}");
    set(config, "a=1");
    set(config, "b=\"1\"");
    set(config, "c=x");
    set(config, "d=");
    set(config, "e.f=[1]");
    set(config, "e.g=1e400");
    set(config, "e.h=01");
    char *text = cJSON_PrintUnformatted(config);
    assert_string_equal(text, "{\"a\":1,\"b\":\"1\",\"c\":\"x\",\"d\":\"\",\"e\":{\"f\":[1],"
                              "\"g\":\"1e400\",\"h\":\"01\"}}");
    cJSON_free(text);
    cJSON_Delete(config);
}

static void refuses_paths(void **state) {
    (void)state;
    static const char *const ASSIGNMENTS[] = {
        "",         "=",         "=1",         "a",         "a.b",
        "seed.x=1", "games.x=1", "name.x.y=1", "name=\xff", "players.\xc3=random"};
    cJSON *config = parse("{" BASE ",\"seed\":1}");
    for (size_t i = 0; i < sizeof ASSIGNMENTS / sizeof *ASSIGNMENTS; i++) {
        Status status = {0};
        if (config_set(config, ASSIGNMENTS[i], &status)) fail_msg("accepted: %s", ASSIGNMENTS[i]);
        assert_int_equal(status.code, EXIT_INPUT);
        assert_memory_equal(status.message, "--set '", 7);
    }
    cJSON_Delete(config);
    config = parse("[]");
    assert_false(config_set(config, "a=1", &(Status){0}));
    cJSON_Delete(config);
}

// ---- Seeds

static void seeds_of(const Experiment *experiment, int32_t cell, int64_t number, Seed seeds[3]) {
    static const char *const ROLES[] = {"opening", "first", "second"};
    for (int i = 0; i < 3; i++)
        seeds[i] = experiment_seed(experiment, (GameNumber){cell, number}, ROLES[i]);
}

static bool same_seed(Seed a, Seed b) {
    return a.low == b.low && a.high == b.high;
}

static int compare_seeds(const void *a, const void *b) {
    return memcmp(a, b, sizeof(Seed));
}

// How many different seeds there are over all cells, the first `games` games and all roles.
static size_t distinct_seeds(const Experiment *experiment, int64_t games) {
    const size_t count = (size_t)experiment->cell_count * (size_t)games * 3;
    Seed *seeds = malloc(count * sizeof *seeds);
    assert_non_null(seeds);
    size_t used = 0, distinct = 1;
    for (int32_t cell = 0; cell < experiment->cell_count; cell++)
        for (int64_t k = 0; k < games; k++, used += 3) seeds_of(experiment, cell, k, seeds + used);
    qsort(seeds, count, sizeof *seeds, compare_seeds);
    for (size_t i = 1; i < count; i++) distinct += !same_seed(seeds[i], seeds[i - 1]);
    free(seeds);
    return distinct;
}

static void every_role_of_every_game_has_its_seed(void **state) {
    (void)state;
    Experiment experiment = resolve(BASE);
    assert_int_equal(distinct_seeds(&experiment, 1000), 6 * 1000 * 3);
    experiment_release(&experiment);
}

// Cell and number of a game in a round robin, and of the same game elsewhere.
static void assert_same_game(const char *pairing, int32_t cell, int64_t number, int32_t other_cell,
                             int64_t other_number) {
    char keys[1024];
    Seed seeds[3], others[3];
    snprintf(keys, sizeof keys, BASE ",\"pairing\":%s", pairing);
    Experiment experiment = resolve(BASE "," PAIRS), other = resolve(keys);
    seeds_of(&experiment, cell, number, seeds);
    seeds_of(&other, other_cell, other_number, others);
    for (int i = 0; i < 3; i++) assert_true(same_seed(seeds[i], others[i]));
    const Cell *one = &experiment.cells[cell], *two = &other.cells[other_cell];
    assert_int_equal(one->players[cell_first_player(one, number)],
                     two->players[cell_first_player(two, other_number)]);
    experiment_release(&experiment);
    experiment_release(&other);
}

static void two_players_play_the_same_games_in_all_forms(void **state) {
    (void)state;
    for (int64_t k = 0; k < 4; k++) {
        assert_same_game("{\"gauntlet\":\"a\"}", 1, k, 1, k);
        assert_same_game("{\"gauntlet\":\"c\"}", 1, k, 0, k ^ 1);
        assert_same_game("{\"gauntlet\":\"c\"}", 5, k, 3, k ^ 1);
        assert_same_game("[[\"a\",\"a\"],[\"b\",\"c\"]]", 2, k, 1, k);
        assert_same_game("[[\"c\",\"b\"]]", 2, k, 0, k ^ 1);
    }
}

static void a_pair_shares_its_opening_only(void **state) {
    (void)state;
    Experiment experiment = resolve(BASE "," PAIRS);
    for (int32_t cell = 0; cell < experiment.cell_count; cell++)
        for (int64_t k = 0; k < 100; k += 2) {
            Seed one[3], other[3];
            seeds_of(&experiment, cell, k, one);
            seeds_of(&experiment, cell, k + 1, other);
            assert_true(same_seed(one[0], other[0]));
        }
    assert_int_equal(distinct_seeds(&experiment, 1000), 6 * (1000 * 2 + 500));
    experiment_release(&experiment);
}

// The cells of one experiment that are also in another have the same seeds there.
static int shared_seeds(const Experiment *one, const Experiment *other) {
    int shared = 0;
    for (int32_t i = 0; i < one->cell_count; i++)
        for (int32_t k = 0; k < other->cell_count; k++)
            for (int64_t number = 0; number < 4; number++) {
                Seed first[3], second[3];
                seeds_of(one, i, number, first);
                seeds_of(other, k, number, second);
                for (int role = 0; role < 3; role++) shared += same_seed(first[role], second[role]);
            }
    return shared;
}

static void more_cells_change_no_seed(void **state) {
    (void)state;
    static const char *const MORE[] = {
        BASE,
        "\"name\":\"other\",\"games_per_cell\":4000," GAMES "," PLAYERS,
        BASE ",\"ply_limit\":5,\"window\":1,\"compression\":3,\"opening\":{\"random_plies\":4}",
        NEEDED "," PLAYERS ",\"games\":[\"agros\",{\"game\":\"agros\",\"size\":[3,8],"
               "\"farmers\":[1,3]}]",
        NEEDED "," GAMES ",\"players\":{\"z\":\"random\",\"c\":\"mcts:simulations=5\",\"b\":"
               "\"greedy\",\"a\":\"random\"}",
    };
    Experiment base = resolve(BASE);
    for (size_t i = 0; i < sizeof MORE / sizeof *MORE; i++) {
        Experiment more = resolve(MORE[i]);
        assert_int_equal(shared_seeds(&base, &more), 6 * 4 * 3);
        experiment_release(&more);
    }
    experiment_release(&base);
}

static void what_decides_a_game_changes_every_seed(void **state) {
    (void)state;
    static const char *const OTHERS[] = {
        BASE ",\"seed\":2",
        NEEDED "," PLAYERS ",\"games\":[\"agros:size=8,farmers=3,komi=0.5\","
               "\"agros:size=3,farmers=1,rule=static\"]",
    };
    Experiment base = resolve(BASE);
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) {
        Experiment other = resolve(OTHERS[i]);
        assert_int_equal(shared_seeds(&base, &other), 0);
        experiment_release(&other);
    }
    experiment_release(&base);
}

// Names that read alike when put together are still different players.
static void names_do_not_run_together(void **state) {
    (void)state;
    Experiment one =
        resolve(NEEDED "," GAMES "," PAIRS ",\"players\":{\"ab\":\"random\",\"c\":\"random\"}");
    Experiment other =
        resolve(NEEDED "," GAMES "," PAIRS ",\"players\":{\"a\":\"random\",\"bc\":\"random\"}");
    assert_int_equal(shared_seeds(&one, &other), 0);
    experiment_release(&one);
    experiment_release(&other);
}

// Records of earlier versions can be played again only while this holds.
static void seeds_stay_as_they_are(void **state) {
    (void)state;
    Experiment experiment = resolve(BASE "," PAIRS ",\"seed\":42");
    Seed seeds[3];
    seeds_of(&experiment, 4, 3, seeds);
    static const Seed GOLDEN[3] = {{0x45a8a7a9f2405bf2u, 0x8bc228d1543a8d81u},
                                   {0xcdbb439b052dedcfu, 0xf0ecbabc5bcbdcafu},
                                   {0x506fb6eef3172eb4u, 0xdd3b79cec51defffu}};
    for (int i = 0; i < 3; i++) {
        if (!same_seed(seeds[i], GOLDEN[i]))
            fail_msg("seed %d is {0x%016" PRIx64 "u, 0x%016" PRIx64 "u}", i, seeds[i].low,
                     seeds[i].high);
    }
    experiment_release(&experiment);
}

// ---- The configs that come with harrow

static void reads_the_configs_of_the_project(void **state) {
    (void)state;
    static const char *const NAMES[] = {"agros-balance", "agros-balance-deep", "agros-players"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        char path[1024];
        Experiment experiment;
        Status status = {0};
        snprintf(path, sizeof path, TEST_DATA_DIR "/../../configs/%s.json", NAMES[i]);
        cJSON *config = json_read(path, &status);
        if (!config) fail_msg("%s", status.message);
        resolve_tree(&experiment, config);
        assert_string_equal(experiment.name, NAMES[i]);
        assert_true(experiment.reproducible);
        experiment_release(&experiment);
        cJSON_Delete(config);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_key_varies_fastest),
        cmocka_unit_test(game_may_be_the_last_key),
        cmocka_unit_test(entries_follow_one_another),
        cmocka_unit_test(skip_invalid_leaves_out_what_cannot_be),
        cmocka_unit_test(refuses_what_cannot_be),
        cmocka_unit_test(refuses_players_of_wrong_types),
        cmocka_unit_test(refuses_control_characters_in_names),
        cmocka_unit_test(equal_numbers_are_one_spec),
        cmocka_unit_test(limits_the_cells),
        cmocka_unit_test(limits_the_combinations),
        cmocka_unit_test(self_pairs_each_with_itself),
        cmocka_unit_test(round_robin_pairs_each_two),
        cmocka_unit_test(a_gauntlet_is_one_against_each_other),
        cmocka_unit_test(listed_pairings_keep_their_order),
        cmocka_unit_test(refuses_pairings),
        cmocka_unit_test(ids_count_the_games),
        cmocka_unit_test(settings_have_defaults),
        cmocka_unit_test(settings_are_read),
        cmocka_unit_test(knows_what_is_reproducible),
        cmocka_unit_test(players_are_texts_or_objects),
        cmocka_unit_test(reads_what_it_writes),
        cmocka_unit_test(the_hash_ignores_what_changes_no_game),
        cmocka_unit_test(the_hash_tells_all_else_apart),
        cmocka_unit_test(overrides_keys),
        cmocka_unit_test(values_are_json_or_else_texts),
        cmocka_unit_test(refuses_paths),
        cmocka_unit_test(every_role_of_every_game_has_its_seed),
        cmocka_unit_test(two_players_play_the_same_games_in_all_forms),
        cmocka_unit_test(a_pair_shares_its_opening_only),
        cmocka_unit_test(more_cells_change_no_seed),
        cmocka_unit_test(what_decides_a_game_changes_every_seed),
        cmocka_unit_test(names_do_not_run_together),
        cmocka_unit_test(seeds_stay_as_they_are),
        cmocka_unit_test(reads_the_configs_of_the_project),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
