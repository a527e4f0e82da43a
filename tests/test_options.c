#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/game.h"
#include "core/option.h"
#include "core/rng.h"
#include "search/player.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A table with every type of option.
typedef struct Values {
    int32_t whole;
    int32_t odd;
    int32_t halves;
    int32_t choice;
    double real;
    double quiet;
} Values;

static const Option OPTIONS[] = {
    {.key = "whole",
     .type = OPTION_INTEGER,
     .offset = offsetof(Values, whole),
     .low = -5,
     .high = 2000000000,
     .preset = 7,
     .help = "a whole number"},
    {.key = "odd",
     .type = OPTION_INTEGER,
     .offset = offsetof(Values, odd),
     .low = -3,
     .high = 9,
     .preset = 1,
     .odd = true,
     .help = "an odd number"},
    {.key = "halves",
     .type = OPTION_HALVES,
     .offset = offsetof(Values, halves),
     .low = -10,
     .high = 10.5,
     .preset = 0.5,
     .silent = true,
     .help = "points"},
    {.key = "choice",
     .type = OPTION_CHOICE,
     .offset = offsetof(Values, choice),
     .choices = "red|green|greenish|b",
     .preset = 1,
     .help = "a word"},
    {.key = "real",
     .type = OPTION_REAL,
     .offset = offsetof(Values, real),
     .low = -1,
     .high = 1e6,
     .preset = 0.7,
     .help = "a number"},
    {.key = "quiet",
     .type = OPTION_REAL,
     .offset = offsetof(Values, quiet),
     .low = 0,
     .high = 1,
     .preset = 0.25,
     .silent = true,
     .help = "a number that is seldom shown"},
};

static const OptionTable TABLE = {OPTIONS, sizeof OPTIONS / sizeof *OPTIONS};

static char *repeat_text(const char *part, size_t count) {
    const size_t length = strlen(part);
    char *text = malloc(length * count + 1);
    assert_non_null(text);
    for (size_t i = 0; i < count; i++) memcpy(text + i * length, part, length);
    text[length * count] = '\0';
    return text;
}

static void parse(Spec *spec, const char *text) {
    Status status = {0};
    if (!spec_parse(spec, text, &status)) fail_msg("refused: %.80s: %s", text, status.message);
}

// A refused text is input at fault, in one line that names it and says what is wrong.
static void assert_refused(const char *text, const char *expected) {
    Spec spec;
    Status status = {0};
    if (spec_parse(&spec, text, &status)) fail_msg("accepted: %.80s", text);
    assert_int_equal(status.code, EXIT_INPUT);
    if (!strstr(status.message, expected) || strchr(status.message, '\n'))
        fail_msg("%.80s: \"%s\" lacks \"%s\"", text, status.message, expected);
}

// ---- Taking a spec apart

// Kind, then key and value of each pair, joined by bars.
static void assert_spec(const char *text, const char *expected) {
    Spec spec;
    char found[SPEC_MAX_LENGTH * 2];
    parse(&spec, text);
    size_t used = (size_t)snprintf(found, sizeof found, "%s", spec.kind);
    for (size_t i = 0; i < spec.count; i++)
        used += (size_t)snprintf(found + used, sizeof found - used, "|%s|%s", spec.pairs[i].key,
                                 spec.pairs[i].value);
    assert_string_equal(found, expected);
}

static void takes_specs_apart(void **state) {
    (void)state;
    assert_spec("random", "random");
    assert_spec("a:b=c", "a|b|c");
    assert_spec("a:b=c,d=e", "a|b|c|d|e");
    assert_spec("a:b=c=d", "a|b|c=d");
    assert_spec("a:b=c:d", "a|b|c:d");
    assert_spec("a:b:c=d", "a|b:c|d");
    assert_spec(" a : b = c ", " a | b | c ");
    assert_spec("a:b=c\"d", "a|b|c\"d");
    assert_spec("a:b=c\\d", "a|b|c\\d");
}

static void unquotes(void **state) {
    (void)state;
    assert_spec("a:b=\"\"", "a|b|");
    assert_spec("a:b=\"c\"", "a|b|c");
    assert_spec("a:b=\"c,d=e:f\",g=h", "a|b|c,d=e:f|g|h");
    assert_spec("a:b=\"\\\"\"", "a|b|\"");
    assert_spec("a:b=\"\\\\\"", "a|b|\\");
    assert_spec("a:b=\"\\\\\\\"\"", "a|b|\\\"");
    assert_spec("a:b=\"\\n\"", "a|b|\\n");
    assert_spec("a:b=\"./mine --fast \\\"x y\\\"\"", "a|b|./mine --fast \"x y\"");
}

static void refuses_broken_quotes(void **state) {
    (void)state;
    assert_refused("a:b=\"", "quote is not closed: \"");
    assert_refused("a:b=\"c", "quote is not closed: \"c");
    assert_refused("a:b=\"c\\", "quote is not closed: \"c\\");
    assert_refused("a:b=\"c\\\"", "quote is not closed: \"c\\\"");
    assert_refused("a:b=\"c\"d", "',' expected after a quoted value, not 'd'");
    assert_refused("a:b=\"c\"\"d\"", "',' expected after a quoted value, not '\"d\"'");
    assert_refused("a:b=\"c\" ,d=e", "',' expected after a quoted value, not ' ,d=e'");
}

static void refuses_empty_parts(void **state) {
    (void)state;
    assert_refused("", "empty spec");
    assert_refused(":", "':': empty name or value");
    assert_refused("a:", "'a:': empty name or value");
    assert_refused(":b=c", "empty name or value before ':b=c'");
    assert_refused("a:=c", "empty name or value before '=c'");
    assert_refused("a:b=", "'a:b=': empty name or value");
    assert_refused("a:b=,d=e", "empty name or value before ',d=e'");
    assert_refused("a:b=c,", "'a:b=c,': empty name or value");
    assert_refused("a:b=\"c\",", "empty name or value");
    assert_refused("a:b=c,,d=e", "empty name or value before ',d=e'");
}

static void refuses_other_forms(void **state) {
    (void)state;
    assert_refused("a,b=c", "':' expected after 'a', not ',b=c'");
    assert_refused("a=c", "':' expected after 'a', not '=c'");
    assert_refused("a:b", "key=value expected, not 'b'");
    assert_refused("a:b,c=d", "key=value expected, not 'b'");
    assert_refused("a:b=c,b=d", "key 'b' is given twice");
    assert_refused("a:b=c,d=e,b=c", "key 'b' is given twice");
}

// The texts, each with its NUL, fill the storage to the last byte and not beyond.
static void limits_the_length(void **state) {
    (void)state;
    Spec spec;
    char *kind = repeat_text("k", SPEC_MAX_LENGTH - 1);
    parse(&spec, kind);
    assert_string_equal(spec.kind, kind);
    free(kind);
    for (size_t extra = 0; extra < 3; extra++) {
        char text[2 * SPEC_MAX_LENGTH];
        char *value = repeat_text("v", SPEC_MAX_LENGTH - 5 + extra);
        snprintf(text, sizeof text, "a:b=%s", value);
        if (extra == 0)
            parse(&spec, text);
        else
            assert_refused(text, "spec is too long");
        snprintf(text, sizeof text, "a:b=\"%s\"", value);
        if (extra == 0)
            parse(&spec, text);
        else
            assert_refused(text, "spec is too long");
        free(value);
    }
    char *endless = repeat_text("x", 1 << 20);
    assert_refused(endless, "spec is too long");
    free(endless);
}

static void limits_the_pairs(void **state) {
    (void)state;
    Spec spec;
    char text[SPEC_MAX_LENGTH] = "a:";
    for (int i = 0; i < SPEC_MAX_PAIRS; i++)
        snprintf(text + strlen(text), 16, "%sk%d=%d", i ? "," : "", i, i);
    parse(&spec, text);
    assert_int_equal(spec.count, SPEC_MAX_PAIRS);
    assert_string_equal(spec.pairs[SPEC_MAX_PAIRS - 1].value, "31");
    strcat(text, ",more=1");
    assert_refused(text, "more than 32 keys");
}

// ---- Values

static Values set(const char *key, const char *text) {
    Values values;
    Status status = {0};
    size_t index = 99;
    options_preset(TABLE, &values);
    if (!options_set(TABLE, &values, key, text, FORM_ANY, &index, &status))
        fail_msg("refused: %s=%s: %s", key, text, status.message);
    assert_true(index < TABLE.count);
    assert_string_equal(OPTIONS[index].key, key);
    return values;
}

static void assert_bad(const char *key, const char *text, const char *expected) {
    Values values;
    Status status = {0};
    options_preset(TABLE, &values);
    if (options_set(TABLE, &values, key, text, FORM_ANY, NULL, &status))
        fail_msg("accepted: %s=%s", key, text);
    assert_int_equal(status.code, EXIT_INPUT);
    if (!strstr(status.message, expected))
        fail_msg("%s=%s: \"%s\" lacks \"%s\"", key, text, status.message, expected);
}

static void presets(void **state) {
    (void)state;
    Values values;
    memset(&values, 0xff, sizeof values);
    options_preset(TABLE, &values);
    assert_int_equal(values.whole, 7);
    assert_int_equal(values.odd, 1);
    assert_int_equal(values.halves, 1);
    assert_int_equal(values.choice, 1);
    assert_true(values.real == 0.7);
    assert_true(values.quiet == 0.25);
}

static void reads_values(void **state) {
    (void)state;
    assert_int_equal(set("whole", "-5").whole, -5);
    assert_int_equal(set("whole", "2000000000").whole, 2000000000);
    assert_int_equal(set("whole", "2e9").whole, 2000000000);
    assert_int_equal(set("whole", "3.0").whole, 3);
    assert_int_equal(set("odd", "-3").odd, -3);
    assert_int_equal(set("odd", "9").odd, 9);
    assert_int_equal(set("halves", "-10").halves, -20);
    assert_int_equal(set("halves", "10.5").halves, 21);
    assert_int_equal(set("halves", "-0.5").halves, -1);
    assert_int_equal(set("halves", "-0").halves, 0);
    assert_int_equal(set("choice", "red").choice, 0);
    assert_int_equal(set("choice", "greenish").choice, 2);
    assert_int_equal(set("choice", "b").choice, 3);
    assert_true(set("real", "-1").real == -1);
    assert_true(set("real", "1e6").real == 1e6);
    assert_true(set("real", "0.1").real == 0.1);
    assert_true(set("real", ".5").real == 0.5);
}

static void refuses_values(void **state) {
    (void)state;
    static const char *const NO_NUMBERS[] = {
        "",    " ",    "x",     "1x",  "1 ",    " 1",       "0x1",   "0x1p3", "nan",   "NaN",
        "inf", "-inf", "1e",    "e1",  "1e400", "1e-400",   "--1",   "+-1",   "1.2.3", "1,5",
        ".",   "-",    "1e1e1", "1\n", "\t1",   "infinity", "1_000", "1'000", "١"};
    static const char *const NUMBERS[] = {"whole", "odd", "halves", "real"};
    for (size_t i = 0; i < sizeof NO_NUMBERS / sizeof *NO_NUMBERS; i++)
        for (size_t k = 0; k < sizeof NUMBERS / sizeof *NUMBERS; k++)
            assert_bad(NUMBERS[k], NO_NUMBERS[i], " expected");
    assert_bad("whole", "-6", "whole=-6: a whole number in -5..2000000000 expected");
    assert_bad("whole", "2000000001", "a whole number in -5..2000000000 expected");
    assert_bad("whole", "4294967296", "a whole number");
    assert_bad("whole", "1e300", "a whole number");
    assert_bad("whole", "0.5", "a whole number");
    assert_bad("whole", "1.00000000001", "a whole number");
    assert_bad("odd", "0", "odd=0: an odd number in -3..9 expected");
    assert_bad("odd", "-2", "an odd number");
    assert_bad("odd", "11", "an odd number");
    assert_bad("odd", "1.5", "an odd number");
    assert_bad("halves", "0.25", "halves=0.25: a multiple of 0.5 in -10..10.5 expected");
    assert_bad("halves", "11", "a multiple of 0.5");
    assert_bad("halves", "-10.5", "a multiple of 0.5");
    assert_bad("real", "-1.0000001", "real=-1.0000001: a number in -1..1000000 expected");
    assert_bad("real", "1000000.1", "a number in -1..1000000 expected");
}

static void refuses_choices(void **state) {
    (void)state;
    static const char *const WORDS[] = {"",  "re", "redd", "Red", "red|green",
                                        "|", "0",  "g",    " red"};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        assert_bad("choice", WORDS[i], "one of red|green|greenish|b expected");
}

static void refuses_unknown_keys(void **state) {
    (void)state;
    static const char *const KEYS[] = {"", "Whole", "whol", "wholes", "whole ", "index"};
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++)
        assert_bad(KEYS[i], "1", "known are whole, odd, halves, choice, real, quiet");
    Status status = {0};
    Values values;
    assert_false(options_set((OptionTable){0}, &values, "x", "1", FORM_ANY, NULL, &status));
    assert_non_null(strstr(status.message, "unknown key 'x'; there are no keys"));
}

static void tells_what_was_given(void **state) {
    (void)state;
    Spec spec;
    Values values;
    Status status = {0};
    uint64_t given = 99;
    parse(&spec, "k");
    assert_true(options_apply(TABLE, &values, &spec, &given, &status));
    assert_int_equal(given, 0);
    assert_int_equal(values.whole, 7);
    parse(&spec, "k:quiet=0.25,whole=7,choice=b");
    assert_true(options_apply(TABLE, &values, &spec, &given, &status));
    assert_int_equal(given, 1 << 0 | 1 << 3 | 1 << 5);
    assert_int_equal(values.choice, 3);
    parse(&spec, "k:whole=8,odd=2");
    assert_false(options_apply(TABLE, &values, &spec, &given, &status));
    assert_non_null(strstr(status.message, "k: odd=2: an odd number"));
}

// ---- The canonical form

static void read_values(const char *text, Values *values) {
    Spec spec;
    Status status = {0};
    uint64_t given;
    parse(&spec, text);
    if (!options_apply(TABLE, values, &spec, &given, &status))
        fail_msg("refused: %s: %s", text, status.message);
}

static void assert_canonical(const char *text, const char *expected) {
    Values values;
    char found[SPEC_MAX_LENGTH];
    read_values(text, &values);
    options_format(TABLE, "k", &values, found, sizeof found);
    assert_string_equal(found, expected);
}

static void writes_the_canonical_form(void **state) {
    (void)state;
    assert_canonical("k", "k:whole=7,odd=1,choice=green,real=0.7");
    assert_canonical("k:real=1,odd=3,whole=2", "k:whole=2,odd=3,choice=green,real=1");
    assert_canonical("k:whole=1e3,choice=\"b\"", "k:whole=1000,odd=1,choice=b,real=0.7");
    assert_canonical("k:halves=0.5,quiet=0.25", "k:whole=7,odd=1,choice=green,real=0.7");
    assert_canonical("k:halves=1.5", "k:whole=7,odd=1,halves=1.5,choice=green,real=0.7");
    assert_canonical("k:halves=0", "k:whole=7,odd=1,halves=0,choice=green,real=0.7");
    assert_canonical("k:halves=-3", "k:whole=7,odd=1,halves=-3,choice=green,real=0.7");
    assert_canonical("k:quiet=0", "k:whole=7,odd=1,choice=green,real=0.7,quiet=0");
    assert_canonical("k:whole=2000000000", "k:whole=2000000000,odd=1,choice=green,real=0.7");
    assert_canonical("k:real=1e-7", "k:whole=7,odd=1,choice=green,real=1e-07");
}

// Two different values never have one canonical form: records and hashes rely on it.
static void keeps_every_digit(void **state) {
    (void)state;
    Rng rng = rng_init(seed_text(seed_init(1), "options"));
    for (int i = 0; i < 20000; i++) {
        Values values, again;
        char text[SPEC_MAX_LENGTH];
        options_preset(TABLE, &values);
        values.whole = (int32_t)rng_below(&rng, 2000000006) - 5;
        values.odd = 2 * (int32_t)rng_below(&rng, 7) - 3;
        values.halves = (int32_t)rng_below(&rng, 42) - 20;
        values.choice = (int32_t)rng_below(&rng, 4);
        values.real = ldexp(rng_unit(&rng), -(int)rng_below(&rng, 60));
        values.quiet = rng_below(&rng, 2) ? rng_unit(&rng) : 0.25;
        options_format(TABLE, "k", &values, text, sizeof text);
        read_values(text, &again);
        if (memcmp(&values, &again, sizeof values) != 0) fail_msg("not read back: %s", text);
    }
}

static void cuts_at_the_size(void **state) {
    (void)state;
    Values values;
    const char *whole = "k:whole=7,odd=1,choice=green,real=0.7";
    options_preset(TABLE, &values);
    for (size_t size = 1; size < 60; size++) {
        char text[64];
        memset(text, '#', sizeof text);
        options_format(TABLE, "k", &values, text, size);
        assert_int_equal(text[size], '#');
        assert_int_equal(text[size - 1 < strlen(whole) ? size - 1 : strlen(whole)], '\0');
        assert_memory_equal(text, whole, strlen(text));
    }
}

// A text goes through a spec and back, whatever is in it, and equal texts are equal bytes.
static void test_texts(void **state) {
    static const Option TEXTS[] = {{.key = "text", .type = OPTION_TEXT, .low = 1, .high = 20}};
    static const char *const GOOD[] = {
        "a", "a b,c=d:e", "\"", "\\", "say \"\\\" twice", "\u00e9", "twenty bytes, no mor"};
    static const char *const BAD[] = {"", "a\nb", "\x7f", "twenty-one bytes are "};
    const OptionTable table = {TEXTS, 1};
    char values[OPTION_VALUE_SIZE], again[OPTION_VALUE_SIZE], text[SPEC_MAX_LENGTH];
    uint64_t given;
    Spec spec;
    Status status;
    (void)state;
    memset(again, '#', sizeof again);
    for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++) {
        options_preset(table, values);
        assert_true(options_set(table, values, "text", GOOD[i], FORM_TEXT, NULL, &status));
        options_format(table, "k", values, text, sizeof text);
        parse(&spec, text);
        assert_true(options_apply(table, again, &spec, &given, &status));
        assert_memory_equal(values, again, 21);
        assert_string_equal(again, GOOD[i]);
    }
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        assert_false(options_set(table, values, "text", BAD[i], FORM_ANY, NULL, &status));
        assert_non_null(strstr(status.message, "a text with a number of bytes in 1..20 expected"));
    }
    assert_false(options_set(table, values, "text", "1", FORM_NUMBER, NULL, &status));
}

// ---- The tables there are

// Every key at its bounds and its default, formatted and read again.
static void check_bounds(OptionTable table, void *values, void *again, size_t size) {
    for (size_t i = 0; i < table.count; i++) {
        const Option *option = &table.options[i];
        const double bounds[] = {option->low, option->high, option->preset};
        if (option->type == OPTION_CHOICE || option->type == OPTION_TEXT) continue;
        for (size_t k = 0; k < 3; k++) {
            char text[32], found[OPTION_VALUE_SIZE];
            Status status = {0};
            snprintf(text, sizeof text, "%.10g", bounds[k]);
            memset(values, 0, size);
            memset(again, 0, size);
            options_preset(table, values);
            options_preset(table, again);
            if (!options_set(table, values, option->key, text, FORM_ANY, NULL, &status))
                fail_msg("%s=%s: %s", option->key, text, status.message);
            option_format(option, values, found);
            assert_string_equal(found, text);
            assert_true(options_set(table, again, option->key, found, FORM_ANY, NULL, &status));
            assert_memory_equal(values, again, size);
        }
    }
}

// A line of help is at most 100 characters, says something, and its key stands by itself.
static void check_help(OptionTable table) {
    char *text = NULL;
    size_t size = 0, lines = 0;
    FILE *stream = open_memstream(&text, &size);
    assert_non_null(stream);
    options_help(table, stream);
    assert_int_equal(fclose(stream), 0);
    for (char *line = text, *end; *line && (end = strchr(line, '\n')); line = end + 1, lines++) {
        size_t columns = 0;
        *end = '\0';
        for (const char *c = line; *c; c++) columns += ((unsigned char)*c & 0xc0) != 0x80;
        if (columns > 100) fail_msg("%zu columns: %s", columns, line);
        if (strncmp(line, "  ", 2) != 0 || end[-1] == ' ') fail_msg("'%s'", line);
    }
    assert_int_equal(lines, 2 * table.count);
    free(text);
}

static void every_game_has_sound_options(void **state) {
    (void)state;
    GameOptions one, other;
    for (size_t i = 0; game_at(i); i++) {
        check_bounds(game_at(i)->options, &one, &other, sizeof one);
        check_help(game_at(i)->options);
    }
}

static void every_player_has_sound_options(void **state) {
    (void)state;
    PlayerSpec one, other;
    for (size_t i = 0; player_kind_at(i); i++) {
        check_bounds(player_kind_at(i)->options, one.options, other.options, sizeof one.options);
        check_help(player_kind_at(i)->options);
    }
}

static void assert_player(const char *text, const char *expected) {
    PlayerSpec spec;
    Status status = {0};
    char found[SPEC_MAX_LENGTH], again[SPEC_MAX_LENGTH];
    if (!player_parse(&spec, text, &status)) fail_msg("%s: %s", text, status.message);
    player_format(&spec, found);
    assert_string_equal(found, expected);
    assert_true(player_parse(&spec, found, &status));
    player_format(&spec, again);
    assert_string_equal(again, found);
}

static void players_have_canonical_forms(void **state) {
    (void)state;
    assert_player("random", "random");
    assert_player("greedy", "greedy");
    assert_player("mcts", "mcts");
    assert_player("mcts:c=\"1.0\",movetime=5,simulations=2e3",
                  "mcts:simulations=2000,movetime=5,c=1");
    assert_player("mcts:rollout_limit=99,c=0.12345678901234",
                  "mcts:c=0.12345678901234,rollout_limit=99");
    assert_player("mcts:inc=500,time=6e4", "mcts:time=60000,inc=500");
    assert_player("mcts:c=0.7", "mcts:c=0.7"); // which the game's tuning does not change
    assert_player("mcts:base=tuned,c=2", "mcts:c=2");
    assert_player("mcts:base=plain,c=2", "mcts:base=plain,c=2");
    assert_player("alphabeta", "alphabeta");
    assert_player("alphabeta:tt=1,nodes=9", "alphabeta:nodes=9,tt=1");
}

// What a kind is tuned to for a game is a spec of that kind that makes a player; what is given
// wins, and the plain base has nothing of it.
static void tuned_players_are_sound(void **state) {
    (void)state;
    for (size_t k = 0; player_kind_at(k); k++)
        for (size_t g = 0; player_kind_at(k)->tuned && game_at(g); g++) {
            const char *kind = player_kind_at(k)->name;
            char text[SPEC_MAX_LENGTH], plain[SPEC_MAX_LENGTH];
            PlayerSpec spec, resolved;
            Variant variant;
            Status status;
            Player *player;
            assert_true(variant_parse(&variant, game_at(g)->name, &status));
            snprintf(text, sizeof text, "%s:scale=12.5", kind);
            assert_true(player_parse(&spec, text, &status));
            resolved = player_resolve(&spec, game_at(g));
            player_format(&resolved, text);
            assert_non_null(strstr(text, "scale=12.5"));
            assert_true(strlen(text) > strlen(kind) + strlen(":scale=12.5"));
            if (!(player = player_create(&resolved, &variant, &status)))
                fail_msg("%s: %s", text, status.message);
            player->release(player);
            snprintf(plain, sizeof plain, "%s:base=plain", kind);
            assert_true(player_parse(&spec, plain, &status));
            resolved = player_resolve(&spec, game_at(g));
            player_format(&resolved, text);
            assert_string_equal(text, plain);
        }
}

static void assert_resolves(const char *text, const char *game, const char *expected) {
    PlayerSpec spec, resolved;
    Variant variant;
    Status status = {0};
    char found[SPEC_MAX_LENGTH];
    assert_true(player_parse(&spec, text, &status) && variant_parse(&variant, game, &status));
    resolved = player_resolve(&spec, variant.game);
    player_format(&resolved, found);
    if (!strstr(found, expected)) fail_msg("%s in %s is %s, not %s", text, game, found, expected);
}

// What is tuned for PUCT is not taken over for UCB1, nor the cut of playouts that are asked for.
static void what_does_not_fit_is_not_inherited(void **state) {
    (void)state;
    assert_resolves("mcts", "agros", "mcts:base=plain,select=puct,c=0.2,fpu=0.3,");
    assert_resolves("mcts:c=3", "agros", "select=puct,c=3,fpu=0.3,");
    assert_resolves("mcts:select=ucb1", "agros", "mcts:base=plain,select=ucb1,implicit");
    assert_resolves("mcts:rollout=mast", "awale", "solver=on,rollout=mast,reuse=on");
    assert_resolves("mcts:rollout=mast,cutoff=7", "awale", "rollout=mast,cutoff=7,");
}

static void games_have_canonical_forms(void **state) {
    (void)state;
    static const char *const SPECS[][2] = {
        {"agros", "agros:size=10,farmers=5,rule=sow"},
        {"agros:rule=static,size=3", "agros:size=3,farmers=5,rule=static"},
        {"agros:komi=0", "agros:size=10,farmers=5,rule=sow"},
        {"agros:komi=-0.5", "agros:size=10,farmers=5,rule=sow,komi=-0.5"},
        {"agros:komi=-999,farmers=15,size=16", "agros:size=16,farmers=15,rule=sow,komi=-999"},
    };
    for (size_t i = 0; i < sizeof SPECS / sizeof *SPECS; i++) {
        Variant variant;
        Status status = {0};
        char found[SPEC_MAX_LENGTH];
        assert_true(variant_parse(&variant, SPECS[i][0], &status));
        variant_format(&variant, found);
        assert_string_equal(found, SPECS[i][1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts),
        cmocka_unit_test(takes_specs_apart),
        cmocka_unit_test(unquotes),
        cmocka_unit_test(refuses_broken_quotes),
        cmocka_unit_test(refuses_empty_parts),
        cmocka_unit_test(refuses_other_forms),
        cmocka_unit_test(limits_the_length),
        cmocka_unit_test(limits_the_pairs),
        cmocka_unit_test(presets),
        cmocka_unit_test(reads_values),
        cmocka_unit_test(refuses_values),
        cmocka_unit_test(refuses_choices),
        cmocka_unit_test(refuses_unknown_keys),
        cmocka_unit_test(tells_what_was_given),
        cmocka_unit_test(writes_the_canonical_form),
        cmocka_unit_test(keeps_every_digit),
        cmocka_unit_test(cuts_at_the_size),
        cmocka_unit_test(every_game_has_sound_options),
        cmocka_unit_test(every_player_has_sound_options),
        cmocka_unit_test(players_have_canonical_forms),
        cmocka_unit_test(tuned_players_are_sound),
        cmocka_unit_test(what_does_not_fit_is_not_inherited),
        cmocka_unit_test(games_have_canonical_forms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
