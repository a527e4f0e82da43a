#include "analysis/komi_config.h"
#include "core/experiment.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const cJSON *get(const cJSON *object, const char *key) {
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

double komi_rounded(double estimate) {
    const double most = AGROS_MAX_KOMI, halves = estimate * 2;
    const double nearest = halves < 0 ? -ceil(-halves - 0.5) : ceil(halves - 0.5);
    return fmin(fmax(nearest / 2, -most), most) + 0.0; // no negative zero
}

static bool is_candidate(const SavedStats *stats, size_t cell) {
    const CellLabel *label = &stats->labels[cell];
    return cell_label_has_komi(label) && !cell_label_is_match(label) &&
           !isnan(stats->stats[cell].median_margin.value);
}

// The one player who met itself in Agros; NULL with the status filled where it is not one.
static const char *only_player(const SavedStats *stats, Status *status) {
    const char *player = NULL;
    for (size_t i = 0; i < stats->count; i++) {
        const char *name = stats->labels[i].players[0];
        if (!is_candidate(stats, i)) continue;
        if (player && strcmp(player, name) != 0) {
            status_fail(status, EXIT_INPUT,
                        "--confirm-komi: several players met themselves, such as '%s' and '%s'; "
                        "--player NAME expected",
                        player, name);
            return NULL;
        }
        player = name;
    }
    if (!player)
        status_fail(status, EXIT_INPUT,
                    "--confirm-komi: no cell of Agros in which a player met itself has a margin");
    return player;
}

// The canonical spec of a cell's game with the estimate as its komi.
static bool spec_with_komi(const SavedStats *stats, size_t cell, char spec[SPEC_MAX_LENGTH],
                           Status *status) {
    Variant variant;
    if (!variant_parse(&variant, stats->labels[cell].game, status)) return false;
    const Interval komi = cell_stats_fair_komi(&stats->stats[cell], &stats->labels[cell]);
    variant.options.agros.komi_halves = (int32_t)(2 * komi_rounded(komi.value));
    variant_format(&variant, spec);
    return true;
}

static bool has_text(const cJSON *list, const char *text) {
    const cJSON *item;
    cJSON_ArrayForEach(item, list) {
        if (strcmp(item->valuestring, text) == 0) return true;
    }
    return false;
}

// The variants; two that differed in their komi alone may have become one.
static bool fill_games(const SavedStats *stats, const char *player, cJSON *games, Status *status) {
    for (size_t i = 0; i < stats->count; i++) {
        char spec[SPEC_MAX_LENGTH];
        if (!is_candidate(stats, i) || strcmp(stats->labels[i].players[0], player) != 0) continue;
        if (!spec_with_komi(stats, i, spec, status)) return false;
        if (has_text(games, spec)) continue;
        if (!cJSON_AddItemToArray(games, cJSON_CreateString(spec)))
            return status_fail(status, EXIT_RESOURCE, "out of memory");
    }
    return cJSON_GetArraySize(games) > 0 ||
           status_fail(status, EXIT_INPUT,
                       "--player: '%s' is none who met itself in Agros and has margins", player);
}

static void put_name(const cJSON *experiment, JsonWriter *json) {
    const char *name = cJSON_GetStringValue(get(experiment, "name"));
    char text[EXPERIMENT_NAME_SIZE];
    snprintf(text, sizeof text, "%.100s-komi", name ? name : "harrow");
    json_put_text(json, "name", text);
}

// The next seed: new games, and the same config whenever it is asked for.
static void put_seed(const cJSON *experiment, JsonWriter *json) {
    const int64_t beyond = INT64_C(1) << 53;
    int64_t seed = 0;
    const cJSON *item = get(experiment, "seed");
    if (item) json_to_integer(item, &seed);
    json_put_integer(json, "seed", (seed + 1) % beyond);
}

static void put_player(const cJSON *experiment, const char *player, JsonWriter *json) {
    json_key(json, "players");
    json_begin_object(json);
    json_key(json, player);
    json_tree(json, get(get(experiment, "players"), player));
    json_end_object(json);
    json_put_text(json, "pairing", "self");
}

static void put_rest(const cJSON *experiment, JsonWriter *json) {
    static const char *const SET[] = {"name", "seed", "games", "players", "pairing"};
    const cJSON *item;
    cJSON_ArrayForEach(item, experiment) {
        bool set = json_is_comment(item);
        for (size_t i = 0; i < sizeof SET / sizeof *SET; i++)
            set = set || strcmp(item->string, SET[i]) == 0;
        if (set) continue;
        json_key(json, item->string);
        json_tree(json, item);
    }
}

static void write_config(const cJSON *experiment, const char *player, const cJSON *games,
                         FILE *stream) {
    JsonWriter json = json_writer(stream, true);
    json_begin_object(&json);
    json_put_text(&json, "//",
                  "Plays with the fair komi that another run estimated, to confirm it.");
    put_name(experiment, &json);
    put_seed(experiment, &json);
    json_key(&json, "games");
    json_tree(&json, games);
    put_player(experiment, player, &json);
    put_rest(experiment, &json);
    json_end_object(&json);
    putc('\n', stream);
}

bool komi_config_write(const SavedStats *stats, const char *player, FILE *stream, Status *status) {
    const cJSON *experiment = get(stats->tree, "experiment");
    if (!player) player = only_player(stats, status);
    if (!player) return false;
    if (!cJSON_IsObject(get(experiment, "players")) || !get(get(experiment, "players"), player))
        return status_fail(status, EXIT_INPUT, "--player: the experiment has no '%s'", player);
    cJSON *games = cJSON_CreateArray();
    bool good = games || status_fail(status, EXIT_RESOURCE, "out of memory");
    good = good && fill_games(stats, player, games, status);
    if (good) write_config(experiment, player, games, stream);
    cJSON_Delete(games);
    return good;
}
