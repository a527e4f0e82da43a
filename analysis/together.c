#include "analysis/together.h"

#include "analysis/findings.h"
#include "core/record.h"
#include "core/text_reader.h"
#include "core/text_stream.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// One of the runs.
typedef struct Run {
    const char *directory;
    SavedStats stats;
    cJSON *file; // experiment.json
    int64_t seed, games_per_cell;
    int64_t offset; // what is added to the numbers of its games, so that pairs stay apart
} Run;

typedef struct Together {
    Run *runs;
    size_t count;
    Tally *tallies; // by cell
    size_t cells;
} Together;

static const cJSON *get(const cJSON *object, const char *key) {
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

static cJSON *experiment_of(const Run *run) {
    return cJSON_GetObjectItemCaseSensitive(run->file, "experiment");
}

// ---- What may be put together ----

static bool read_run(Run *self, Status *status) {
    char *path = NULL, *stats = NULL;
    bool good = asprintf(&path, "%s/experiment.json", self->directory) >= 0 &&
                asprintf(&stats, "%s/stats.json", self->directory) >= 0;
    if (!good) status_fail(status, EXIT_RESOURCE, "out of memory");
    good = good && (self->file = json_read_own(path, status)) &&
           saved_stats_read(&self->stats, stats, status);
    free(path);
    free(stats);
    if (!good) return false;
    const cJSON *experiment = experiment_of(self), *seed = get(experiment, "seed"),
                *games = get(experiment, "games_per_cell");
    return (seed && games && json_to_integer(seed, &self->seed) &&
            json_to_integer(games, &self->games_per_cell) && self->games_per_cell > 0) ||
           status_fail(status, EXIT_INPUT,
                       "%s/experiment.json: experiment with seed and games_per_cell expected",
                       self->directory);
}

static bool check_run(const Run *self, Status *status) {
    const char *reason = NULL;
    if (!self->stats.complete) reason = "the run is not complete";
    if (get(experiment_of(self), "stop")) reason = "its rule 'stop' may have ended cells early";
    for (size_t i = 0; i < self->stats.count; i++)
        if (self->stats.stats[i].repeats > 0) reason = "it has games that repeat others";
    return !reason ||
           status_fail(status, EXIT_INPUT, "%s: %s; it cannot be put together with others",
                       self->directory, reason);
}

// What two runs must have in common.
static cJSON *substance(const Run *self) {
    static const char *const FREE[] = {"name", "seed", "games_per_cell", "window", "compression"};
    cJSON *tree = cJSON_Duplicate(experiment_of(self), true);
    for (size_t i = 0; tree && i < sizeof FREE / sizeof *FREE; i++)
        cJSON_DeleteItemFromObjectCaseSensitive(tree, FREE[i]);
    return tree;
}

// The first key whose value differs, NULL if none does.
static const char *differing_key(const cJSON *one, const cJSON *other) {
    const cJSON *item;
    cJSON_ArrayForEach(item, one) {
        if (!cJSON_Compare(item, get(other, item->string), true)) return item->string;
    }
    cJSON_ArrayForEach(item, other) {
        if (!get(one, item->string)) return item->string;
    }
    return NULL;
}

static bool check_same(const Run *first, const Run *other, Status *status) {
    const char *version = "behaviour_version";
    cJSON *one = substance(first), *two = substance(other);
    const char *key = one && two ? differing_key(one, two) : NULL;
    if (!cJSON_Compare(get(first->file, version), get(other->file, version), true)) key = version;
    bool good = one && two;
    if (!good) status_fail(status, EXIT_RESOURCE, "out of memory");
    if (good && key)
        good = status_fail(status, EXIT_INPUT,
                           "%s: '%s' is another than in %s; only runs that differ in the seed can "
                           "be put together",
                           other->directory, key, first->directory);
    cJSON_Delete(one);
    cJSON_Delete(two);
    return good;
}

static bool check_seeds(const Together *self, Status *status) {
    for (size_t i = 0; i < self->count; i++)
        for (size_t j = 0; j < i; j++)
            if (self->runs[i].seed == self->runs[j].seed)
                return status_fail(status, EXIT_INPUT,
                                   "%s: seed %" PRId64 " as in %s, so these are the same games",
                                   self->runs[i].directory, self->runs[i].seed,
                                   self->runs[j].directory);
    return true;
}

static bool read_runs(Together *self, char *const directories[], Status *status) {
    int64_t offset = 0;
    for (size_t i = 0; i < self->count; i++) {
        Run *run = &self->runs[i];
        run->directory = directories[i];
        run->offset = offset;
        if (!read_run(run, status) || !check_run(run, status) ||
            !check_same(&self->runs[0], run, status))
            return false;
        offset += run->games_per_cell + run->games_per_cell % 2;
    }
    return check_seeds(self, status);
}

// ---- Their records ----

static bool check_record(const Run *run, const Record *record, int64_t number, Status *status) {
    const SavedStats *stats = &run->stats;
    if (record->cell >= 0 && record->cell < (int64_t)stats->count && number >= 0 &&
        number < run->games_per_cell) {
        const CellLabel *label = &stats->labels[record->cell];
        const int first = stats->stats[record->cell].paired && number % 2;
        if (strcmp(record->game, label->game) == 0 &&
            strcmp(record->first, label->players[first]) == 0 &&
            strcmp(record->second, label->players[1 - first]) == 0)
            return true;
    }
    return status_fail(status, EXIT_INPUT,
                       "id %" PRId64 ": cell, game or players are not those of the experiment",
                       record->id);
}

static bool take_line(Together *self, const Run *run, const TextReader *reader, Status *status) {
    Record record;
    GameFacts facts;
    cJSON *tree = json_parse(reader->line, reader->length, status);
    bool good = tree && record_read(&record, tree, status);
    const int64_t number = good ? record.id - record.cell * run->games_per_cell : 0;
    good = good && check_record(run, &record, number, status) &&
           record_replay(&record, &facts, status);
    if (good) {
        facts.number = number + run->offset;
        good = tally_add(&self->tallies[record.cell], &facts) ||
               status_fail(status, EXIT_RESOURCE, "out of memory");
    } else if (status->code == EXIT_DIFFERS)
        status->code = EXIT_INPUT;
    cJSON_Delete(tree);
    return good || status_prefix(status, "%s: line %" PRId64 ": ", reader->path, reader->number);
}

static bool take_lines(Together *self, const Run *run, TextReader *reader, Status *status) {
    int64_t games = 0, expected = 0;
    for (size_t i = 0; i < run->stats.count; i++) expected += run->stats.stats[i].games;
    for (;; games++) {
        const ReadResult result = text_reader_next(reader, status);
        if (result == READ_FAILED) return false;
        if (result == READ_END) break;
        if (!take_line(self, run, reader, status)) return false;
    }
    return games == expected ||
           status_fail(status, EXIT_INPUT, "%s: %" PRId64 " games, %" PRId64 " in stats.json",
                       reader->path, games, expected);
}

static bool take_run(Together *self, const Run *run, Status *status) {
    TextReader reader;
    char *path = NULL;
    if (asprintf(&path, "%s/games.jsonl.gz", run->directory) < 0)
        return status_fail(status, EXIT_RESOURCE, "out of memory");
    bool good = text_reader_open(&reader, path, status);
    if (good) {
        good = take_lines(self, run, &reader, status);
        text_reader_close(&reader);
    }
    free(path);
    return good;
}

static bool take_runs(Together *self, Status *status) {
    const SavedStats *first = &self->runs[0].stats;
    self->tallies = calloc(first->count + 1, sizeof *self->tallies);
    if (!self->tallies) return status_fail(status, EXIT_RESOURCE, "out of memory");
    self->cells = first->count;
    for (size_t i = 0; i < self->cells; i++) tally_init(&self->tallies[i], first->stats[i].paired);
    for (size_t i = 0; i < self->count; i++)
        if (!take_run(self, &self->runs[i], status)) return false;
    return true;
}

// ---- The result ----

static int compare_seeds(const void *left, const void *right) {
    const int64_t a = ((const Run *)left)->seed, b = ((const Run *)right)->seed;
    return (a > b) - (a < b);
}

static void write_experiment(const Together *self, const cJSON *experiment, JsonWriter *json) {
    const cJSON *item;
    int64_t games = 0;
    for (size_t i = 0; i < self->count; i++) games += self->runs[i].games_per_cell;
    json_begin_object(json);
    cJSON_ArrayForEach(item, experiment) {
        if (strcmp(item->string, "seed") == 0) {
            json_key(json, "seeds");
            json_begin_array(json);
            for (size_t i = 0; i < self->count; i++) json_integer(json, self->runs[i].seed);
            json_end_array(json);
        } else if (strcmp(item->string, "games_per_cell") == 0) {
            json_put_integer(json, "games_per_cell", games);
        } else {
            json_key(json, item->string);
            json_tree(json, item);
        }
    }
    json_end_object(json);
}

static bool find_stats(const Together *self, CellStats stats[]) {
    for (size_t i = 0; i < self->cells; i++)
        if (!cell_stats_compute(&self->tallies[i], seed_number(seed_init(0), i).low,
                                RESAMPLING_DONE, &stats[i]))
            return false;
    return true;
}

static void write_stats(const Together *self, const SavedStats *first, const cJSON *experiment,
                        const CellStats stats[], const Findings *findings, FILE *stream) {
    JsonWriter json = json_writer(stream, true);
    json_begin_object(&json);
    json_put_integer(&json, "format", 1);
    json_key(&json, "experiment");
    write_experiment(self, experiment, &json);
    json_key(&json, "reproducible");
    json_tree(&json, get(first->tree, "reproducible"));
    json_put_flag(&json, "complete", true);
    json_key(&json, "cells");
    json_begin_array(&json);
    for (size_t i = 0; i < self->cells; i++) stats_write_cell(&json, &first->labels[i], &stats[i]);
    json_end_array(&json);
    findings_write(findings, &json);
    json_end_object(&json);
}

// The text of a stats.json of all runs, which is then read like any other.
static bool derive(Together *self, SavedStats *result, Status *status) {
    const SavedStats first = self->runs[0].stats;
    const cJSON *experiment = experiment_of(&self->runs[0]);
    CellStats *stats = calloc(self->cells + 1, sizeof *stats);
    Findings findings = {0};
    TextStream text;
    bool good = stats && find_stats(self, stats) &&
                findings_init(&findings, first.labels, stats, first.specs, self->cells);
    if (!good) status_fail(status, EXIT_RESOURCE, "out of memory");
    if ((good = good && text_stream_open(&text, status))) {
        qsort(self->runs, self->count, sizeof *self->runs, compare_seeds);
        write_stats(self, &first, experiment, stats, &findings, text.stream);
        good = text_stream_close(&text, status) &&
               saved_stats_parse(result, text.text, text.size, status);
        free(text.text);
    }
    findings_release(&findings);
    free(stats);
    return good;
}

bool together_read(SavedStats *self, char *const directories[], size_t count, Status *status) {
    Together together = {.runs = calloc(count, sizeof *together.runs), .count = count};
    *self = (SavedStats){0};
    bool good = together.runs || status_fail(status, EXIT_RESOURCE, "out of memory");
    good = good && read_runs(&together, directories, status) && take_runs(&together, status) &&
           derive(&together, self, status);
    for (size_t i = 0; i < together.cells; i++) tally_release(&together.tallies[i]);
    for (size_t i = 0; together.runs && i < count; i++) {
        saved_stats_release(&together.runs[i].stats);
        cJSON_Delete(together.runs[i].file);
    }
    free(together.tallies);
    free(together.runs);
    return good;
}
