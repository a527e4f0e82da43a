#include "selfplay/results.h"
#include "core/pairing.h"
#include "core/text_stream.h"

#include <inttypes.h>
#include <stdlib.h>

bool results_init(Results *self, const Writer *writer, Resampling resampling, Status *status) {
    const Experiment *experiment = writer->experiment;
    const size_t count = (size_t)experiment->cell_count;
    *self = (Results){.experiment = experiment,
                      .labels = calloc(count, sizeof *self->labels),
                      .stats = calloc(count, sizeof *self->stats),
                      .specs = calloc(count, sizeof *self->specs),
                      .games = malloc(count * SPEC_MAX_LENGTH)};
    bool good = self->labels && self->stats && self->specs && self->games;
    for (size_t i = 0; good && i < count; i++) {
        const Cell *cell = &experiment->cells[i];
        char *game = self->games + i * SPEC_MAX_LENGTH;
        variant_format(&experiment->variants[cell->variant], game);
        self->labels[i] = (CellLabel){.cell = (int64_t)i, .game = game};
        for (int p = 0; p < 2; p++)
            self->labels[i].players[p] = experiment->players[cell->players[p]].name;
        self->specs[i] = experiment->players[cell->players[0]].spec;
        const Seed seed = experiment_seed(experiment, (GameNumber){(int32_t)i, 0}, "bootstrap");
        good = cell_stats_compute(&writer->tallies[i], seed.low, resampling, &self->stats[i]);
        self->stats[i].may_stop = experiment_may_stop(experiment);
        self->stats[i].stopped = writer->stopped[i];
        self->stats[i].llr = stop_llr(&experiment->stop, &writer->tallies[i]);
    }
    good = good && findings_init(&self->findings, self->labels, self->stats, self->specs, count);
    return good || status_fail(status, EXIT_RESOURCE, "out of memory");
}

void results_release(Results *self) {
    findings_release(&self->findings);
    free(self->labels);
    free(self->stats);
    free(self->specs);
    free(self->games);
}

static void write_stats(const Results *self, bool complete, FILE *stream) {
    JsonWriter json = json_writer(stream, true);
    json_begin_object(&json);
    json_put_integer(&json, "format", 1);
    json_key(&json, "experiment");
    experiment_write(self->experiment, &json);
    json_put_flag(&json, "reproducible", self->experiment->reproducible);
    json_put_flag(&json, "complete", complete && !part_is_split(&self->experiment->part));
    if (part_is_split(&self->experiment->part)) {
        json_key(&json, "part");
        part_write(&self->experiment->part, &json);
    }
    json_key(&json, "cells");
    json_begin_array(&json);
    for (int32_t i = 0; i < self->experiment->cell_count; i++)
        stats_write_cell(&json, &self->labels[i], &self->stats[i]);
    json_end_array(&json);
    findings_write(&self->findings, &json);
    json_end_object(&json);
    fputc('\n', stream);
}

bool results_save(const Results *self, const Store *store, bool complete, Status *status) {
    TextStream text;
    if (!text_stream_open(&text, status)) return false;
    write_stats(self, complete, text.stream);
    if (!text_stream_close(&text, status)) return false;
    const bool saved = store_replace(store, STORE_STATS, text.text, text.size, status);
    free(text.text);
    return saved;
}

// What there is of an experiment that is not all there.
static void print_extent(const Experiment *experiment, int64_t games, bool complete, FILE *stream) {
    char part[64];
    if (complete && !part_is_split(&experiment->part)) return;
    part_format(&experiment->part, part);
    if (complete)
        fprintf(stream, "Complete: %" PRId64 " games", games);
    else
        fprintf(stream, "Not complete: %" PRId64 " of %s%" PRId64 " games", games,
                experiment_may_stop(experiment) ? "at most " : "",
                experiment_part_games(experiment));
    if (part_is_split(&experiment->part)) fprintf(stream, " of %s", part);
    fprintf(stream, ".\n\n");
}

bool results_print(const Results *self, bool complete, FILE *stream, Status *status) {
    const Experiment *experiment = self->experiment;
    int64_t games = 0;
    for (int32_t i = 0; i < experiment->cell_count; i++)
        games += self->stats[i].games + self->stats[i].repeats;
    print_extent(experiment, games, complete, stream);
    return (stats_table(stream, self->labels, self->stats, (size_t)experiment->cell_count,
                        pairing_subject(experiment)) &&
            findings_print(&self->findings, stream)) ||
           status_fail(status, EXIT_RESOURCE, "out of memory");
}

bool results_publish(const Writer *writer, bool complete, Resampling resampling, Status *status) {
    Results results;
    const bool good = results_init(&results, writer, resampling, status) &&
                      results_save(&results, writer->store, complete, status) &&
                      results_print(&results, complete, stdout, status);
    results_release(&results);
    return good;
}
