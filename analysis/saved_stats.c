#include "analysis/saved_stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Of one entry of a table, so that no sum is beyond 64 bits.
static const int64_t MOST_PAIRS = INT64_C(1) << 40;

// The cell that is being read. The first mistake fills the status, and `good` is false from then
// on.
typedef struct Reader {
    const cJSON *cell;
    size_t number;
    Status *status;
    bool good;
} Reader;

static const cJSON *get(const cJSON *object, const char *key) {
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

static void refuse(Reader *self, const char *group, const char *key, const char *expected) {
    if (!self->good) return;
    self->good = false;
    status_fail(self->status, EXIT_INPUT, "cells[%zu].%s%s%s: %s expected", self->number, group,
                *group ? "." : "", key, expected);
}

static int64_t to_count(Reader *self, const cJSON *item, const char *key) {
    int64_t count;
    if (item && json_to_integer(item, &count) && count >= 0) return count;
    refuse(self, "", key, "a count");
    return 0;
}

static int64_t read_count(Reader *self, const char *key) {
    return to_count(self, get(self->cell, key), key);
}

// A number of a group such as "strength"; NaN for null.
static double read_number(Reader *self, const char *group, const char *key) {
    const cJSON *item = get(get(self->cell, group), key);
    if (cJSON_IsNumber(item)) return item->valuedouble;
    if (!cJSON_IsNull(item)) refuse(self, group, key, "a number or null");
    return NAN;
}

static Interval read_interval(Reader *self, const char *group) {
    return (Interval){read_number(self, group, "value"), read_number(self, group, "low"),
                      read_number(self, group, "high")};
}

static ScoreStats read_score(Reader *self, const char *group) {
    const Interval elo = {read_number(self, group, "elo"), read_number(self, group, "elo_low"),
                          read_number(self, group, "elo_high")};
    return (ScoreStats){read_interval(self, group), elo};
}

// A text that will stand in a line of the table.
static const char *to_line(Reader *self, const cJSON *item, const char *key) {
    const char *text = cJSON_GetStringValue(item);
    const char *c = text ? text : "\n";
    while ((unsigned char)*c >= ' ' && *c != 0x7f) c++;
    if (!*c) return text;
    refuse(self, "", key, "a text without control characters");
    return "";
}

static CellLabel read_label(Reader *self) {
    const cJSON *players = get(self->cell, "players");
    CellLabel label = {.cell = (int64_t)self->number};
    label.game = to_line(self, get(self->cell, "game"), "game");
    for (int i = 0; i < 2; i++)
        label.players[i] = to_line(self, cJSON_GetArrayItem(players, i), "players");
    return label;
}

static void read_margin(Reader *self, const CellLabel *label, CellStats *stats) {
    stats->margin.mean = get(self->cell, "margin") ? read_number(self, "margin", "mean") : NAN;
    stats->scored_games = !isnan(stats->margin.mean);
    if (!cell_label_has_komi(label)) return;
    const double komi = cell_label_komi(label);
    const Interval fair = read_interval(self, "fair_komi");
    stats->median_margin = (Interval){fair.value - komi, fair.low - komi, fair.high - komi};
}

// Ratings are derived from these tables again, whatever the file says of ratings.
static void read_pairs(Reader *self, CellStats *stats) {
    const cJSON *pairs = get(self->cell, "pairs");
    stats->paired = pairs != NULL;
    if (!stats->paired) return;
    for (int row = 0; row < VERDICT_COUNT; row++)
        for (int column = 0; column < VERDICT_COUNT; column++) {
            const cJSON *item = cJSON_GetArrayItem(cJSON_GetArrayItem(pairs, row), column);
            stats->pairs[row][column] = to_count(self, item, "pairs");
            if (stats->pairs[row][column] > MOST_PAIRS)
                refuse(self, "", "pairs", "counts of at most 2^40");
            stats->finished_pairs += stats->pairs[row][column];
        }
    stats->unfinished_pairs = read_count(self, "unfinished_pairs");
    stats->strength = read_score(self, "strength");
}

// Counts that are not there are 0.
static void read_ends(Reader *self, CellStats *stats) {
    const cJSON *item, *ends = get(self->cell, "ends");
    if (!cJSON_IsObject(ends)) {
        refuse(self, "", "ends", "an object");
        return;
    }
    cJSON_ArrayForEach(item, ends) {
        const End end = end_parse(item->string);
        if (end == END_COUNT)
            refuse(self, "ends", item->string, "an end that this harrow knows");
        else
            stats->ends[end] = to_count(self, item, "ends");
    }
    if (get(self->cell, "repeats")) stats->repeats = read_count(self, "repeats");
    if (!get(self->cell, "played_out")) return;
    stats->played_out = read_count(self, "played_out");
    stats->false_resignations = read_interval(self, "false_resignations");
}

static void read_stop(Reader *self, CellStats *stats) {
    const cJSON *stopped = get(self->cell, "stopped"), *llr = get(self->cell, "llr");
    stats->may_stop = stopped != NULL;
    stats->llr = cJSON_IsNumber(llr) ? llr->valuedouble : NAN;
    if (!cJSON_IsString(stopped)) return;
    stats->stopped = stop_reason_parse(stopped->valuestring);
    if (stats->stopped < STOP_REASON_COUNT) return;
    refuse(self, "", "stopped", "null or the reason of a stop");
    stats->stopped = STOP_NOT;
}

static CellStats read_cell(Reader *self, const CellLabel *label) {
    CellStats stats = {.games = read_count(self, "games"),
                       .first_wins = read_count(self, "first_wins"),
                       .draws = read_count(self, "draws"),
                       .second_wins = read_count(self, "second_wins"),
                       .unfinished = read_count(self, "unfinished"),
                       .unique_games = read_count(self, "unique_games"),
                       .first_score = read_score(self, "first_score"),
                       .plies.mean = read_number(self, "plies", "mean")};
    read_margin(self, label, &stats);
    read_pairs(self, &stats);
    read_stop(self, &stats);
    read_ends(self, &stats);
    return stats;
}

// The spec of the cell's player 0, as the experiment has it.
static const char *find_spec(const SavedStats *self, const CellLabel *label) {
    const cJSON *players = get(get(self->tree, "experiment"), "players");
    return cJSON_GetStringValue(get(players, label->players[0]));
}

static bool read_cells(SavedStats *self, const cJSON *cells, Status *status) {
    const size_t count = (size_t)cJSON_GetArraySize(cells);
    self->labels = calloc(count + 1, sizeof *self->labels);
    self->stats = calloc(count + 1, sizeof *self->stats);
    self->specs = calloc(count + 1, sizeof *self->specs);
    if (!self->labels || !self->stats || !self->specs)
        return status_fail(status, EXIT_RESOURCE, "out of memory");
    Reader reader = {.status = status, .good = true};
    cJSON_ArrayForEach(reader.cell, cells) {
        self->labels[reader.number] = read_label(&reader);
        self->stats[reader.number] = read_cell(&reader, &self->labels[reader.number]);
        if (!reader.good) return false;
        self->specs[reader.number] = find_spec(self, &self->labels[reader.number]);
        self->count = ++reader.number;
    }
    return true;
}

static bool read_tree(SavedStats *self, Status *status) {
    int64_t format;
    const cJSON *item = get(self->tree, "format"), *cells = get(self->tree, "cells");
    if (!item || !json_to_integer(item, &format) || format != 1)
        return status_fail(status, EXIT_INPUT, "format: 1 expected");
    if (!cJSON_IsArray(cells)) return status_fail(status, EXIT_INPUT, "cells: a list expected");
    self->complete = cJSON_IsTrue(get(self->tree, "complete"));
    self->subject = get(get(get(self->tree, "experiment"), "pairing"), "gauntlet") != NULL;
    return read_cells(self, cells, status);
}

bool saved_stats_read(SavedStats *self, const char *path, Status *status) {
    *self = (SavedStats){.tree = json_read_own(path, status)};
    return self->tree && (read_tree(self, status) || status_prefix(status, "%s: ", path));
}

bool saved_stats_parse(SavedStats *self, const char *text, size_t size, Status *status) {
    *self = (SavedStats){.tree = json_parse_own(text, size, status)};
    return self->tree && read_tree(self, status);
}

void saved_stats_release(SavedStats *self) {
    free(self->labels);
    free(self->stats);
    free(self->specs);
    cJSON_Delete(self->tree);
}

const char *saved_stats_name(const SavedStats *self) {
    const char *name = cJSON_GetStringValue(get(get(self->tree, "experiment"), "name"));
    return name ? name : "";
}
