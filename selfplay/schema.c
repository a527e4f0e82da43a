#include "selfplay/schema.h"
#include "core/experiment.h"
#include "core/strength_ladder.h"
#include "search/player.h"

#include <string.h>

static void begin_object(JsonWriter *json, const char *key) {
    json_key(json, key);
    json_begin_object(json);
}

static void begin_list(JsonWriter *json, const char *key) {
    json_key(json, key);
    json_begin_array(json);
}

// A property with its type and description, left open for more.
static void begin_property(JsonWriter *json, const char *key, const char *type,
                           const char *description) {
    begin_object(json, key);
    json_put_text(json, "type", type);
    json_put_text(json, "description", description);
}

static void put_integer(JsonWriter *json, const char *key, double low, double high, double preset,
                        const char *description) {
    begin_property(json, key, "integer", description);
    json_put_number(json, "minimum", low);
    json_put_number(json, "maximum", high);
    if (preset >= 0) json_put_number(json, "default", preset);
    json_end_object(json);
}

static void put_required(JsonWriter *json, const char *key) {
    begin_list(json, "required");
    json_text(json, key);
    json_end_array(json);
}

// Objects take comments, and no other key than those listed.
static void close_keys(JsonWriter *json) {
    begin_object(json, "patternProperties");
    json_put_flag(json, "^//", true);
    json_end_object(json);
    json_put_flag(json, "additionalProperties", false);
}

static void put_choices(JsonWriter *json, const char *choices) {
    begin_list(json, "enum");
    for (const char *at = choices;; at++) {
        char choice[32];
        const int length = (int)strcspn(at, "|");
        snprintf(choice, sizeof choice, "%.*s", length, at);
        json_text(json, choice);
        at += length;
        if (!*at) break;
    }
    json_end_array(json);
}

static void put_default_choice(JsonWriter *json, const Option *option) {
    const char *at = option->choices;
    char choice[32];
    for (int i = 0; i < (int)option->preset; i++) at += strcspn(at, "|") + 1;
    snprintf(choice, sizeof choice, "%.*s", (int)strcspn(at, "|"), at);
    json_put_text(json, "default", choice);
}

// What an option may be, inside an open object.
static void put_range(JsonWriter *json, const Option *option) {
    if (option->type == OPTION_CHOICE) {
        put_choices(json, option->choices);
        put_default_choice(json, option);
        return;
    }
    if (option->type == OPTION_TEXT) {
        json_put_text(json, "type", "string");
        json_put_number(json, "minLength", option->low);
        json_put_number(json, "maxLength", option->high);
        return;
    }
    json_put_text(json, "type", option->type == OPTION_INTEGER ? "integer" : "number");
    json_put_number(json, "minimum", option->low);
    json_put_number(json, "maximum", option->high);
    if (option->type == OPTION_HALVES) json_put_number(json, "multipleOf", 0.5);
    json_put_number(json, "default", option->preset);
}

// A value, or where a grid may be a list of them.
static void put_option(JsonWriter *json, const Option *option, bool grid) {
    begin_object(json, option->key);
    json_put_text(json, "description", option->help);
    if (grid) {
        begin_list(json, "anyOf");
        json_begin_object(json);
        put_range(json, option);
        json_end_object(json);
        json_begin_object(json);
        json_put_text(json, "type", "array");
        json_put_number(json, "minItems", 1);
        begin_object(json, "items");
    }
    put_range(json, option);
    if (grid) {
        json_end_object(json);
        json_end_object(json);
        json_end_array(json);
    }
    json_end_object(json);
}

// A text such as "agros:size=8", or an object whose `key` names what it is.
static void put_spec(JsonWriter *json, const char *key, const char *name, const char *summary,
                     OptionTable options, bool grid) {
    char pattern[64];
    snprintf(pattern, sizeof pattern, "^%s(:|$)", name);
    json_begin_object(json);
    json_put_text(json, "type", "string");
    json_put_text(json, "pattern", pattern);
    json_put_text(json, "description", summary);
    json_end_object(json);
    json_begin_object(json);
    json_put_text(json, "type", "object");
    json_put_text(json, "description", summary);
    put_required(json, key);
    begin_object(json, "properties");
    begin_object(json, key);
    json_put_text(json, "type", "string");
    json_put_text(json, grid ? "pattern" : "const", grid ? pattern : name);
    json_end_object(json);
    for (size_t i = 0; i < options.count; i++) put_option(json, &options.options[i], grid);
    json_end_object(json);
    close_keys(json);
    json_end_object(json);
}

static void put_games(JsonWriter *json) {
    begin_property(json, "games", "array",
                   "specs, or objects whose lists of values make a grid, the last key fastest");
    json_put_number(json, "minItems", 1);
    begin_object(json, "items");
    begin_list(json, "anyOf");
    for (size_t i = 0; game_at(i); i++)
        put_spec(json, "game", game_at(i)->name, game_at(i)->summary, game_at(i)->options, true);
    json_end_array(json);
    json_end_object(json);
    json_end_object(json);
}

static void put_players(JsonWriter *json) {
    begin_property(json, "players", "object", "players by name");
    json_put_number(json, "minProperties", 1);
    begin_object(json, "patternProperties");
    json_put_flag(json, "^//", true);
    json_end_object(json);
    begin_object(json, "additionalProperties");
    begin_list(json, "anyOf");
    for (size_t i = 0; player_kind_at(i); i++) {
        const PlayerKind *kind = player_kind_at(i);
        put_spec(json, "kind", kind->name, kind->summary, kind->options, false);
    }
    json_end_array(json);
    json_end_object(json);
    json_end_object(json);
}

static void put_ladder(JsonWriter *json) {
    begin_property(json, "ladder", "object",
                   "players that are to play at several strengths: what their limit of work is "
                   "multiplied by");
    begin_object(json, "patternProperties");
    json_put_flag(json, "^//", true);
    json_end_object(json);
    begin_object(json, "additionalProperties");
    json_put_text(json, "type", "array");
    json_put_number(json, "minItems", 1);
    json_put_number(json, "maxItems", STRENGTH_LADDER_MAX_STEPS);
    json_put_flag(json, "uniqueItems", true);
    begin_object(json, "items");
    json_put_text(json, "type", "integer");
    json_put_number(json, "minimum", 1);
    json_put_number(json, "maximum", STRENGTH_LADDER_MAX_FACTOR);
    json_end_object(json);
    json_end_object(json);
    json_end_object(json);
}

static void put_pairing(JsonWriter *json) {
    begin_object(json, "pairing");
    json_put_text(
        json, "description",
        "who meets whom; two different players meet in pairs of games with swapped seats");
    json_put_text(json, "default", "self");
    begin_list(json, "anyOf");
    json_begin_object(json);
    put_choices(json, "self|round-robin|ladder");
    json_end_object(json);
    json_begin_object(json);
    json_put_text(json, "type", "object");
    put_required(json, "gauntlet");
    begin_object(json, "properties");
    begin_property(json, "gauntlet", "string", "this player meets each other one");
    json_end_object(json);
    json_end_object(json);
    close_keys(json);
    json_end_object(json);
    json_begin_object(json);
    json_put_text(json, "type", "array");
    json_put_number(json, "minItems", 1);
    begin_object(json, "items");
    json_put_text(json, "type", "array");
    json_put_number(json, "minItems", 2);
    json_put_number(json, "maxItems", 2);
    begin_object(json, "items");
    json_put_text(json, "type", "string");
    json_end_object(json);
    json_end_object(json);
    json_end_object(json);
    json_end_array(json);
    json_end_object(json);
}

static void put_random_plies(JsonWriter *json) {
    begin_object(json, "random_plies");
    json_put_text(json, "description",
                  "so many uniformly random plies first, or the whole placement");
    json_put_number(json, "default", 0);
    begin_list(json, "anyOf");
    json_begin_object(json);
    json_put_text(json, "type", "integer");
    json_put_number(json, "minimum", 0);
    json_put_number(json, "maximum", 1000);
    json_end_object(json);
    json_begin_object(json);
    json_put_text(json, "const", "placement");
    json_end_object(json);
    json_end_array(json);
    json_end_object(json);
}

static void put_book(JsonWriter *json) {
    begin_property(
        json, "file", "string",
        "path of a file with an opening a line, a position or moves, from the config's folder");
    json_end_object(json);
    begin_property(json, "list", "array", "the same here");
    json_put_number(json, "minItems", 1);
    json_put_number(json, "maxItems", OPENING_BOOK_MAX);
    begin_object(json, "items");
    json_put_text(json, "type", "string");
    json_put_number(json, "minLength", 1);
    json_end_object(json);
    json_end_object(json);
    put_integer(json, "start", 1, OPENING_BOOK_MAX, 1, "number of the first opening that is used");
    begin_object(json, "order");
    json_put_text(json, "description", "in which openings are used, none twice before all were");
    put_choices(json, "sequential|random");
    json_put_text(json, "default", "sequential");
    json_end_object(json);
    begin_property(json, "wrap", "boolean", "begins anew behind the last opening");
    json_end_object(json);
}

// Not both of file and list, and neither beside "placement".
static void put_book_conflicts(JsonWriter *json) {
    static const char *const SOURCES[] = {"file", "list"};
    for (int i = 0; i < 2; i++) {
        begin_object(json, SOURCES[i]);
        begin_object(json, "not");
        put_required(json, SOURCES[1 - i]);
        json_end_object(json);
        begin_object(json, "properties");
        begin_object(json, "random_plies");
        json_put_text(json, "type", "integer");
        json_end_object(json);
        json_end_object(json);
        json_end_object(json);
    }
}

// Keys that say how a book is used need one.
static void put_book_needs(JsonWriter *json) {
    static const char *const KEYS[] = {"start", "order", "wrap"};
    for (int i = 0; i < 3; i++) {
        begin_object(json, KEYS[i]);
        begin_list(json, "anyOf");
        json_begin_object(json);
        put_required(json, "file");
        json_end_object(json);
        json_begin_object(json);
        put_required(json, "list");
        json_end_object(json);
        json_end_array(json);
        json_end_object(json);
    }
}

static void put_opening(JsonWriter *json) {
    begin_property(json, "opening", "object", "how each game, or pair of games, begins");
    begin_object(json, "properties");
    put_random_plies(json);
    put_book(json);
    json_end_object(json);
    begin_object(json, "dependentSchemas");
    put_book_conflicts(json);
    put_book_needs(json);
    json_end_object(json);
    close_keys(json);
    json_end_object(json);
}

static void put_open_range(JsonWriter *json, const char *key, double preset,
                           const char *description) {
    begin_property(json, key, "number", description);
    json_put_number(json, "exclusiveMinimum", 0);
    json_put_number(json, "exclusiveMaximum", 0.5);
    if (preset > 0) json_put_number(json, "default", preset);
    json_end_object(json);
}

static void put_sprt(JsonWriter *json) {
    begin_property(json, "sprt", "object",
                   "a sequential test of who the pairing names first, or of the first player");
    begin_list(json, "required");
    json_text(json, "elo0");
    json_text(json, "elo1");
    json_end_array(json);
    begin_object(json, "properties");
    begin_property(json, "elo0", "number", "H0: the difference is that");
    json_end_object(json);
    begin_property(json, "elo1", "number", "H1: it is that, more than elo0");
    json_end_object(json);
    put_open_range(json, "alpha", 0.05, "probability to accept H1 though H0 is true");
    put_open_range(json, "beta", 0.05, "probability to accept H0 though H1 is true");
    begin_object(json, "model");
    json_put_text(json, "description", "in what elo0 and elo1 are given");
    put_choices(json, "normalized|logistic");
    json_put_text(json, "default", "normalized");
    json_end_object(json);
    json_end_object(json);
    close_keys(json);
    json_end_object(json);
}

static void put_stop(JsonWriter *json) {
    begin_property(json, "stop", "object", "ends a cell once its question is answered");
    begin_object(json, "properties");
    put_sprt(json);
    put_open_range(json, "first_player_halfwidth", -1,
                   "half the width of the interval of the first player's score");
    put_integer(json, "min_units", 2, 9007199254740992, 100,
                "finished pairs, else games, before the rule is asked");
    json_end_object(json);
    begin_list(json, "oneOf");
    static const char *const RULES[] = {"sprt", "first_player_halfwidth"};
    for (int i = 0; i < 2; i++) {
        json_begin_object(json);
        put_required(json, RULES[i]);
        json_end_object(json);
    }
    json_end_array(json);
    close_keys(json);
    json_end_object(json);
}

static void put_share(JsonWriter *json, const char *key, double high, double preset,
                      const char *description) {
    begin_property(json, key, "number", description);
    json_put_number(json, "minimum", 0);
    json_put_number(json, "maximum", high);
    if (preset >= 0) json_put_number(json, "default", preset);
    json_end_object(json);
}

// An object whose keys are put by the caller, of which two are required.
static void begin_group(JsonWriter *json, const char *key, const char *one, const char *other,
                        const char *description) {
    begin_property(json, key, "object", description);
    begin_list(json, "required");
    json_text(json, one);
    json_text(json, other);
    json_end_array(json);
    begin_object(json, "properties");
}

static void end_group(JsonWriter *json) {
    json_end_object(json);
    close_keys(json);
    json_end_object(json);
}

static void put_adjudication(JsonWriter *json) {
    begin_group(json, "resign", "score", "plies", "when a side gives up");
    put_share(json, "score", 0.49, -1, "it expected no more than that");
    put_integer(json, "plies", 1, 1000000, -1, "in so many of its plies in a row");
    put_share(json, "played_out", 1, 0, "share of the games in which that is only noted");
    end_group(json);
    begin_group(json, "draw", "margin", "plies", "when a game is a draw since both expect it");
    put_share(json, "margin", 0.49, -1, "how far from 1/2 at most");
    put_integer(json, "plies", 2, 1000000, -1, "in so many plies of both in a row");
    put_integer(json, "after", 0, 1000000, 0, "plies of the game before they count");
    end_group(json);
}

static void put_name(JsonWriter *json) {
    begin_property(json, "name", "string", "a plain file name: runs/NAME is where the games go");
    json_put_text(json, "pattern", "^[^./][^/]*$");
    json_put_number(json, "maxLength", EXPERIMENT_NAME_SIZE - 1);
    json_end_object(json);
}

static void put_properties(JsonWriter *json) {
    begin_property(json, "$schema", "string", "where this schema is, for editors");
    json_end_object(json);
    put_name(json);
    put_integer(json, "seed", 0, 9007199254740992, 1, "of all random numbers of the experiment");
    put_games(json);
    begin_property(json, "skip_invalid", "boolean", "leaves out combinations that cannot be");
    json_end_object(json);
    put_players(json);
    put_ladder(json);
    put_pairing(json);
    put_integer(
        json, "games_per_cell", 1, 1099511627776, -1,
        "games of each variant and pairing, even where games are paired; with stop the most");
    put_stop(json);
    put_opening(json);
    put_adjudication(json);
    begin_property(json, "values", "boolean",
                   "records tell what players thought of their plies (\"values\")");
    json_end_object(json);
    begin_property(json, "allow_repeats", "boolean",
                   "plays openings again though the players, which are deterministic, repeat "
                   "themselves; statistics count each once");
    json_end_object(json);
    put_integer(json, "ply_limit", 1, 1000000, -1,
                "plies of a game at most, then it is unfinished");
    put_integer(json, "window", 1, 1048576, 4096,
                "games that may be finished ahead of the oldest unfinished one");
    put_integer(json, "compression", 1, 9, 1, "zlib level of the records");
}

// "pairing": "ladder" needs the key "ladder".
static void put_ladder_need(JsonWriter *json) {
    begin_object(json, "if");
    put_required(json, "pairing");
    begin_object(json, "properties");
    begin_object(json, "pairing");
    json_put_text(json, "const", "ladder");
    json_end_object(json);
    json_end_object(json);
    json_end_object(json);
    begin_object(json, "then");
    put_required(json, "ladder");
    json_end_object(json);
}

void schema_write(FILE *stream) {
    static const char *const REQUIRED[] = {"name", "games", "players", "games_per_cell"};
    JsonWriter json = json_writer(stream, true);
    json_begin_object(&json);
    json_put_text(&json, "$schema", "https://json-schema.org/draft/2020-12/schema");
    json_put_text(&json, "title", "An experiment of harrow");
    json_put_text(&json, "type", "object");
    begin_list(&json, "required");
    for (size_t i = 0; i < sizeof REQUIRED / sizeof *REQUIRED; i++) json_text(&json, REQUIRED[i]);
    json_end_array(&json);
    begin_object(&json, "properties");
    put_properties(&json);
    json_end_object(&json);
    put_ladder_need(&json);
    close_keys(&json);
    json_end_object(&json);
    fputc('\n', stream);
}
