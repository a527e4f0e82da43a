// From the JSON of a config to the resolved experiment: every key checked, every grid expanded.
#include "core/experiment.h"
#include "core/pairing.h"
#include "core/strength_ladder.h"

#include <stdlib.h>
#include <string.h>

static const int64_t MOST = INT64_C(1) << 53;

enum {
    DEFAULT_WINDOW = 4096,
    MAX_WINDOW = 1 << 20,
    MAX_OPENING_PLIES = 1000,
    MAX_PLY_LIMIT = 1000000,
    MAX_COMBINATIONS = 10 * EXPERIMENT_MAX_CELLS // of all grids, whether they can be or not
};

static bool check_keys(const cJSON *object, const char *const *known, const char *path,
                       Status *status) {
    const cJSON *item;
    cJSON_ArrayForEach(item, object) {
        size_t i = 0;
        while (known[i] && strcmp(known[i], item->string) != 0) i++;
        if (!known[i] && !json_is_comment(item))
            return status_fail(status, EXIT_INPUT, "%s%s: unknown key", path, item->string);
    }
    return true;
}

// True or false; the default stays when the key is missing.
static bool read_flag(const cJSON *object, const char *key, bool *value, Status *status) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    if (item && !cJSON_IsBool(item))
        return status_fail(status, EXIT_INPUT, "%s: true or false expected", key);
    if (item) *value = cJSON_IsTrue(item);
    return true;
}

// A whole number of a range; likewise.
static bool read_integer(const cJSON *object, const char *key, int64_t low, int64_t high,
                         int64_t *value, Status *status) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    int64_t number;
    if (!item) return true;
    if (!json_to_integer(item, &number) || number < low || number > high) {
        char *text = json_line(item);
        status_fail(status, EXIT_INPUT, "%s: %.60s: a whole number of %lld..%lld expected", key,
                    text ? text : "", (long long)low, (long long)high);
        free(text);
        return false;
    }
    *value = number;
    return true;
}

// Whether a text holds a control character of Unicode: U+0000–U+001F or U+007F–U+009F.
static bool has_control(const char *text) {
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
        if (*c < ' ' || *c == 0x7f || (*c == 0xc2 && c[1] < 0xa0)) return true;
    return false;
}

static bool read_name(Experiment *self, const cJSON *config, Status *status) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(config, "name");
    const char *name = cJSON_GetStringValue(item);
    if (!name) return status_fail(status, EXIT_INPUT, "name: a text expected");
    if (strlen(name) >= sizeof self->name)
        return status_fail(status, EXIT_INPUT, "name: '%.60s…': %zu bytes, at most %zu expected",
                           name, strlen(name), sizeof self->name - 1);
    if (!*name || *name == '.' || strchr(name, '/'))
        return status_fail(status, EXIT_INPUT,
                           "name: '%.60s': a plain file name expected, without '/' and not "
                           "beginning with '.'",
                           name);
    if (has_control(name)) return status_fail(status, EXIT_INPUT, "name: a control character");
    strcpy(self->name, name);
    return true;
}

// A value of JSON as the option tables read it; a number needs the room. NULL for one that no
// option has.
static const char *scalar_text(const cJSON *item, char room[32], ValueForm *form) {
    *form = cJSON_IsString(item) ? FORM_TEXT : FORM_NUMBER;
    if (cJSON_IsString(item)) return item->valuestring;
    return cJSON_IsNumber(item) ? format_exact(item->valuedouble, room) : NULL;
}

// Appends a variant; a combination that cannot be is left out or an error.
static bool add_variant(Experiment *self, const Variant *variant, bool skip_invalid,
                        const char *path, Status *status) {
    if (!variant_check(variant, status)) return skip_invalid || status_prefix(status, "%s: ", path);
    if (self->variant_count == EXPERIMENT_MAX_CELLS)
        return status_fail(status, EXIT_INPUT, "%s: more than %d variants", path,
                           EXPERIMENT_MAX_CELLS);
    if ((self->variant_count & (self->variant_count - 1)) == 0) { // full: the room is doubled
        const size_t room = self->variant_count ? 2 * (size_t)self->variant_count : 1;
        Variant *variants = realloc(self->variants, room * sizeof *variants);
        if (!variants) return status_fail(status, EXIT_RESOURCE, "out of memory");
        self->variants = variants;
    }
    self->variants[self->variant_count++] = *variant;
    return true;
}

// Whether the spec under "game" names an option already that a key of the grid would set again.
static bool is_named(const Variant *variant, const char *key) {
    const OptionTable table = variant->game->options;
    size_t i = 0;
    while (i < table.count && strcmp(table.options[i].key, key) != 0) i++;
    return i < table.count && (variant->given >> i & 1);
}

// Expands the grid of one games entry from its `item`-th key on; the last key varies fastest.
static bool expand_grid(Experiment *self, const Variant *variant, const cJSON *item,
                        bool skip_invalid, const char *path, Status *status) {
    while (item && (json_is_comment(item) || strcmp(item->string, "game") == 0)) item = item->next;
    if (!item) return add_variant(self, variant, skip_invalid, path, status);
    const cJSON *value = cJSON_IsArray(item) ? item->child : item;
    if (!value) return status_fail(status, EXIT_INPUT, "%s.%s: an empty list", path, item->string);
    if (is_named(variant, item->string))
        return status_fail(status, EXIT_INPUT, "%s.%s: is named in %s.game too", path, item->string,
                           path);
    do {
        char room[32];
        ValueForm form;
        Variant next = *variant;
        const char *text = scalar_text(value, room, &form);
        if (!text)
            return status_fail(status, EXIT_INPUT, "%s.%s: a value or a list of values expected",
                               path, item->string);
        if (!options_set(variant->game->options, &next.options, item->string, text, form, NULL,
                         status))
            return status_prefix(status, "%s.%s: ", path, item->string);
        if (!expand_grid(self, &next, item->next, skip_invalid, path, status)) return false;
        value = cJSON_IsArray(item) ? value->next : NULL;
    } while (value);
    return true;
}

static bool read_game(Experiment *self, const cJSON *item, bool skip_invalid, const char *path,
                      Status *status) {
    Variant variant;
    const char *spec = cJSON_IsObject(item)
                           ? cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "game"))
                           : cJSON_GetStringValue(item);
    if (!spec)
        return status_fail(status, EXIT_INPUT,
                           "%s: a game spec, or an object with the key 'game' expected", path);
    if (!variant_parse(&variant, spec, status)) return status_prefix(status, "%s: ", path);
    if (cJSON_IsObject(item))
        return expand_grid(self, &variant, item->child, skip_invalid, path, status);
    return add_variant(self, &variant, skip_invalid, path, status);
}

// A variant by the hash of its canonical spec.
typedef struct HashedVariant {
    uint64_t hash;
    int32_t index;
} HashedVariant;

static int compare_hashes(const void *a, const void *b) {
    const uint64_t one = ((const HashedVariant *)a)->hash, other = ((const HashedVariant *)b)->hash;
    return (one > other) - (one < other);
}

// The same variant twice would be two cells with the same games.
static bool check_distinct(const Experiment *self, Status *status) {
    const size_t count = (size_t)self->variant_count;
    char spec[SPEC_MAX_LENGTH];
    HashedVariant *hashed = malloc(count * sizeof *hashed);
    if (!hashed) return status_fail(status, EXIT_RESOURCE, "out of memory");
    for (size_t i = 0; i < count; i++) {
        variant_format(&self->variants[i], spec);
        hashed[i] = (HashedVariant){seed_text(seed_init(0), spec).low, (int32_t)i};
    }
    qsort(hashed, count, sizeof *hashed, compare_hashes);
    size_t i = 1;
    while (i < count && hashed[i].hash != hashed[i - 1].hash) i++;
    if (i < count) variant_format(&self->variants[hashed[i].index], spec);
    free(hashed);
    return i >= count || status_fail(status, EXIT_INPUT, "games: %s is there twice", spec);
}

// How many combinations the grid of a games entry has, counted up to a limit.
static int64_t count_combinations(const cJSON *game, int64_t limit) {
    const cJSON *item;
    int64_t count = 1;
    if (!cJSON_IsObject(game)) return count;
    cJSON_ArrayForEach(item, game) {
        if (cJSON_IsArray(item) && !json_is_comment(item)) count *= cJSON_GetArraySize(item);
        if (count > limit) return limit + 1;
    }
    return count;
}

// Those that are left out take time too.
static bool check_combinations(const cJSON *games, Status *status) {
    const cJSON *item;
    int64_t count = 0;
    cJSON_ArrayForEach(item, games) {
        count += count_combinations(item, MAX_COMBINATIONS);
        if (count > MAX_COMBINATIONS)
            return status_fail(status, EXIT_INPUT, "games: more than %d combinations",
                               MAX_COMBINATIONS);
    }
    return true;
}

static bool read_games(Experiment *self, const cJSON *config, Status *status) {
    const cJSON *games = cJSON_GetObjectItemCaseSensitive(config, "games");
    bool skip_invalid = false;
    if (!read_flag(config, "skip_invalid", &skip_invalid, status)) return false;
    if (!cJSON_IsArray(games) || !games->child)
        return status_fail(status, EXIT_INPUT, "games: a list of games expected");
    if (!check_combinations(games, status)) return false;
    const cJSON *item;
    int index = 0;
    cJSON_ArrayForEach(item, games) {
        char path[32];
        snprintf(path, sizeof path, "games[%d]", index++);
        if (!read_game(self, item, skip_invalid, path, status)) return false;
    }
    if (self->variant_count > 0) return check_distinct(self, status);
    return status_fail(status, EXIT_INPUT, "games: no combination is valid");
}

// A player object {"kind": …, key: value, …} as a spec.
static bool object_to_spec(const cJSON *object, const char *path, Spec *spec, Status *status) {
    const char *kind = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, "kind"));
    if (!kind) return status_fail(status, EXIT_INPUT, "%s.kind: a text expected", path);
    if (!spec_begin(spec, kind, status)) return status_prefix(status, "%s.kind: ", path);
    const cJSON *item;
    cJSON_ArrayForEach(item, object) {
        char room[32];
        ValueForm form;
        if (json_is_comment(item) || strcmp(item->string, "kind") == 0) continue;
        const char *text = scalar_text(item, room, &form);
        if (!text)
            return status_fail(status, EXIT_INPUT, "%s.%s: a number or a text expected", path,
                               item->string);
        if (!spec_add(spec, item->string, text, form, status))
            return status_prefix(status, "%s.%s: ", path, item->string);
    }
    return true;
}

static bool item_to_spec(const cJSON *item, const char *path, Spec *spec, Status *status) {
    if (cJSON_IsObject(item)) return object_to_spec(item, path, spec, status);
    if (!cJSON_IsString(item))
        return status_fail(status, EXIT_INPUT, "%s: a player spec expected", path);
    return spec_parse(spec, item->valuestring, status) || status_prefix(status, "%s: ", path);
}

static bool check_player_name(const char *name, Status *status) {
    if (!*name || strlen(name) >= EXPERIMENT_NAME_SIZE)
        return status_fail(status, EXIT_INPUT, "players: '%.40s': a name of 1..%d bytes expected",
                           name, EXPERIMENT_NAME_SIZE - 1);
    return !has_control(name) ||
           status_fail(status, EXIT_INPUT, "players: a control character in a name");
}

static bool add_player(Experiment *self, const char *name, int step, const Spec *spec,
                       PlayerReader reader, Status *status) {
    ExperimentPlayer *player = &self->players[self->player_count];
    if (!check_player_name(name, status) || !reader(spec, player, status)) return false;
    strcpy(player->name, name);
    player->step = step;
    self->reproducible = self->reproducible && player->reproducible;
    self->player_count++;
    return true;
}

// Who is on a strength ladder is a player for each step, named by what it may do: "mcts@400".
static bool add_steps(Experiment *self, const cJSON *ladder, const char *name, const Spec *spec,
                      PlayerReader reader, Status *status) {
    const int steps = strength_ladder_steps(ladder, name);
    for (int step = 0; step < steps; step++) {
        char step_name[EXPERIMENT_NAME_SIZE + 32];
        int64_t limit;
        Spec made;
        if (!strength_ladder_step(ladder, name, step, spec, &made, &limit, status)) return false;
        snprintf(step_name, sizeof step_name, "%s@%lld", name, (long long)limit);
        if (!add_player(self, step_name, step, &made, reader, status)) return false;
    }
    return true;
}

static bool read_player(Experiment *self, const cJSON *item, const cJSON *ladder,
                        PlayerReader reader, Status *status) {
    const char *name = item->string;
    char path[EXPERIMENT_NAME_SIZE + 16];
    Spec spec;
    snprintf(path, sizeof path, "players.%s", name);
    if (!check_player_name(name, status) || !item_to_spec(item, path, &spec, status)) return false;
    const bool steps = cJSON_GetObjectItemCaseSensitive(ladder, name) != NULL;
    return (steps ? add_steps(self, ladder, name, &spec, reader, status)
                  : add_player(self, name, -1, &spec, reader, status)) ||
           status_prefix(status, "%s: ", path);
}

// Two players of one name, as a step of a ladder and another may be.
static bool check_player_names(const Experiment *self, Status *status) {
    for (int32_t i = 0; i < self->player_count; i++)
        for (int32_t j = 0; j < i; j++)
            if (strcmp(self->players[i].name, self->players[j].name) == 0)
                return status_fail(status, EXIT_INPUT, "players.%s: also a step of a ladder",
                                   self->players[i].name);
    return true;
}

static int count_players(const cJSON *players, const cJSON *ladder) {
    const cJSON *item;
    int count = 0;
    cJSON_ArrayForEach(item, players) count += strength_ladder_steps(ladder, item->string);
    return count;
}

static bool read_players(Experiment *self, const cJSON *config, PlayerReader reader,
                         Status *status) {
    const cJSON *players = cJSON_GetObjectItemCaseSensitive(config, "players"),
                *ladder = cJSON_GetObjectItemCaseSensitive(config, "ladder");
    const int given = cJSON_IsObject(players) ? cJSON_GetArraySize(players) : 0;
    if (given < 1 || given > EXPERIMENT_MAX_PLAYERS)
        return status_fail(status, EXIT_INPUT, "players: an object of 1..%d players expected",
                           EXPERIMENT_MAX_PLAYERS);
    if (!strength_ladder_check(ladder, players, status)) return false;
    const int size = count_players(players, ladder);
    if (size > EXPERIMENT_MAX_PLAYERS)
        return status_fail(status, EXIT_INPUT, "ladder: %d players in all, at most %d expected",
                           size, EXPERIMENT_MAX_PLAYERS);
    self->players = calloc((size_t)size, sizeof *self->players);
    if (!self->players) return status_fail(status, EXIT_RESOURCE, "out of memory");
    const cJSON *item;
    cJSON_ArrayForEach(item, players) {
        if (!json_is_comment(item) && !read_player(self, item, ladder, reader, status))
            return false;
    }
    return self->player_count > 0
               ? check_player_names(self, status)
               : status_fail(status, EXIT_INPUT, "players: at least one player expected");
}

// Pairs of games need an even number of them.
static bool has_pairs(const Experiment *self) {
    int32_t i = 0;
    while (i < self->cell_count && !cell_is_paired(&self->cells[i])) i++;
    return i < self->cell_count;
}

static bool read_random_plies(Experiment *self, const cJSON *opening, Status *status) {
    int64_t plies = 0;
    const char *name =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(opening, "random_plies"));
    if (name && strcmp(name, "placement") == 0)
        plies = OPENING_PLACEMENT;
    else if (!read_integer(opening, "random_plies", 0, MAX_OPENING_PLIES, &plies, status))
        return status_prefix(status, "opening.");
    self->opening_plies = (int32_t)plies;
    return true;
}

static bool read_opening(Experiment *self, const cJSON *config, Status *status) {
    static const char *const KNOWN[] = {"random_plies", "file", "list", "start",
                                        "order",        "wrap", NULL};
    const cJSON *opening = cJSON_GetObjectItemCaseSensitive(config, "opening");
    if (!opening) return true;
    if (!cJSON_IsObject(opening))
        return status_fail(status, EXIT_INPUT, "opening: an object expected");
    return check_keys(opening, KNOWN, "opening.", status) &&
           read_random_plies(self, opening, status) &&
           opening_book_read(&self->book, opening, self->seed, status);
}

// What the opening of a cell needs of its variant, and of the number of games.
static bool check_opening(const Experiment *self, const Cell *cell, Status *status) {
    const Variant *variant = &self->variants[cell->variant];
    const int64_t games = self->games_per_cell;
    if (self->opening_plies == OPENING_PLACEMENT && !variant->game->placement_plies)
        return status_fail(status, EXIT_INPUT, "opening.random_plies: %s has no placement",
                           variant->game->name);
    if (self->opening_plies == OPENING_PLACEMENT && self->book.count > 0)
        return status_fail(status, EXIT_INPUT,
                           "opening: either \"placement\" or openings in file or list expected");
    if (self->ply_limit && self->ply_limit <= experiment_opening_plies(self, cell))
        return status_fail(status, EXIT_INPUT,
                           "ply_limit: more than opening.random_plies expected");
    return opening_book_suffices(&self->book, cell_is_paired(cell) ? games / 2 : games, status);
}

static bool check_openings(const Experiment *self, Status *status) {
    for (int32_t i = 0; i < self->cell_count; i++)
        if (!check_opening(self, &self->cells[i], status)) return false;
    for (int32_t i = 0; i < self->variant_count; i++) {
        const Cell cell = {.variant = i};
        const int32_t most =
            experiment_ply_limit(self, &cell) - experiment_opening_plies(self, &cell) - 1;
        if (!opening_book_check(&self->book, &self->variants[i], most, status)) return false;
    }
    return true;
}

static bool read_numbers(Experiment *self, const cJSON *config, Status *status) {
    int64_t ply_limit = 0, window = DEFAULT_WINDOW, compression = 1;
    self->seed = 1;
    self->games_per_cell = 0;
    if (!read_integer(config, "seed", 0, MOST, &self->seed, status) ||
        !read_integer(config, "games_per_cell", 1, INT64_C(1) << 40, &self->games_per_cell,
                      status) ||
        !read_integer(config, "ply_limit", 1, MAX_PLY_LIMIT, &ply_limit, status) ||
        !read_integer(config, "window", 1, MAX_WINDOW, &window, status) ||
        !read_integer(config, "compression", 1, 9, &compression, status))
        return false;
    self->ply_limit = (int32_t)ply_limit;
    self->window = (int32_t)window;
    self->compression = (int32_t)compression;
    if (self->games_per_cell == 0)
        return status_fail(status, EXIT_INPUT, "games_per_cell: a whole number expected");
    return true;
}

bool experiment_init(Experiment *self, const cJSON *config, PlayerReader reader, Status *status) {
    static const char *const KNOWN[] = {
        "$schema",        "name",      "seed",   "games",       "skip_invalid",
        "players",        "pairing",   "stop",   "opening",     "resign",
        "games_per_cell", "ply_limit", "draw",   "compression", "allow_repeats",
        "window",         "values",    "ladder", NULL};
    memset(self, 0, sizeof *self);
    self->reproducible = true;
    if (!cJSON_IsObject(config)) return status_fail(status, EXIT_INPUT, "an object expected");
    if (!check_keys(config, KNOWN, "", status) || !read_name(self, config, status) ||
        !read_numbers(self, config, status) ||
        !read_flag(config, "allow_repeats", &self->allow_repeats, status) ||
        !read_flag(config, "values", &self->values, status) ||
        !stop_rule_read(&self->stop, cJSON_GetObjectItemCaseSensitive(config, "stop"), status) ||
        !adjudication_read(&self->adjudication, config, status) ||
        !read_opening(self, config, status) || !read_games(self, config, status) ||
        !read_players(self, config, reader, status) ||
        !pairing_read(self, cJSON_GetObjectItemCaseSensitive(config, "pairing"), status))
        return false;
    self->stop.subject = pairing_subject(self);
    experiment_set_seeds(self);
    if (self->games_per_cell % 2 != 0 && has_pairs(self))
        return status_fail(status, EXIT_INPUT,
                           "games_per_cell: %lld: an even number expected, since games are paired",
                           (long long)self->games_per_cell);
    if (self->games_per_cell > MOST / self->cell_count)
        return status_fail(status, EXIT_INPUT,
                           "games_per_cell: %lld games of each of %d cells are more than 2^53",
                           (long long)self->games_per_cell, self->cell_count);
    return check_openings(self, status);
}

// The object that holds the last part of a dotted path, made on the way where it is missing.
static cJSON *walk_path(cJSON *object, const char **path, size_t length) {
    const char *end = *path + length;
    for (const char *dot; (dot = memchr(*path, '.', (size_t)(end - *path))); *path = dot + 1) {
        char key[EXPERIMENT_NAME_SIZE];
        snprintf(key, sizeof key, "%.*s", (int)(dot - *path), *path);
        cJSON *next = cJSON_GetObjectItemCaseSensitive(object, key);
        if (!next) next = cJSON_AddObjectToObject(object, key);
        if (!cJSON_IsObject(next)) return NULL;
        object = next;
    }
    return object;
}

bool config_set(cJSON *config, const char *assignment, Status *status) {
    const char *equals = strchr(assignment, '='), *last = assignment;
    Status ignored;
    if (!equals || equals == assignment)
        return status_fail(status, EXIT_INPUT, "--set '%.60s': key=value expected", assignment);
    if (!json_is_text(assignment))
        return status_fail(status, EXIT_INPUT, "--set '%.60s': UTF-8 expected", assignment);
    const size_t length = (size_t)(equals - assignment);
    if (length >= EXPERIMENT_NAME_SIZE)
        return status_fail(status, EXIT_INPUT, "--set '%.60s': the key is too long", assignment);
    cJSON *object = cJSON_IsObject(config) ? walk_path(config, &last, length) : NULL;
    if (!object)
        return status_fail(status, EXIT_INPUT, "--set '%.60s': the path is not one of objects",
                           assignment);
    char key[EXPERIMENT_NAME_SIZE];
    snprintf(key, sizeof key, "%.*s", (int)(equals - last), last);
    cJSON *value = json_parse(equals + 1, strlen(equals + 1), &ignored);
    if (!value && equals[1] && strchr("{[\"", equals[1]))
        return status_fail(status, EXIT_INPUT, "--set '%.60s': %s", assignment, ignored.message);
    if (!value) value = cJSON_CreateString(equals + 1);
    // In its place: the order of the keys of a grid, and of players, has a meaning.
    const bool there = cJSON_GetObjectItemCaseSensitive(object, key) != NULL;
    if (value && (there ? cJSON_ReplaceItemInObjectCaseSensitive(object, key, value)
                        : cJSON_AddItemToObject(object, key, value)))
        return true;
    cJSON_Delete(value);
    return status_fail(status, EXIT_RESOURCE, "out of memory");
}
