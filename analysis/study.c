#include "analysis/study.h"
#include "analysis/record_source.h"
#include "analysis/record_walk.h"
#include "analysis/saved_stats.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The study under construction, with what one game after another uses.
typedef struct Gathering {
    Study *study;
    RecordWalk walk;
    PlyNote *notes;
    size_t room;
    Status *status; // filled when `failed`
    bool failed;
} Gathering;

// Analysis does not know players: their specs are taken as they stand.
static bool take_player(const Spec *spec, ExperimentPlayer *player, Status *status) {
    size_t length = (size_t)snprintf(player->spec, sizeof player->spec, "%s", spec->kind);
    for (size_t i = 0; i < spec->count && length < sizeof player->spec; i++)
        length += (size_t)snprintf(player->spec + length, sizeof player->spec - length, "%c%s=%s",
                                   i == 0 ? ':' : ',', spec->pairs[i].key, spec->pairs[i].value);
    (void)status;
    player->reproducible = true;
    player->deterministic = false;
    return true;
}

static bool out_of_memory(Status *status) {
    return status_fail(status, EXIT_RESOURCE, "out of memory");
}

char *study_text(const char *directory, const char *name) {
    char *path = NULL, *text = NULL;
    size_t size = 0;
    if (asprintf(&path, "%s/%s", directory, name) < 0) return NULL;
    FILE *file = fopen(path, "r");
    free(path);
    if (!file) return NULL;
    if (getdelim(&text, &size, '\0', file) < 0) {
        free(text);
        text = NULL;
    }
    fclose(file);
    return text;
}

static bool read_experiment(Study *self, Status *status) {
    char *path = NULL;
    if (asprintf(&path, "%s/experiment.json", self->directory) < 0) return out_of_memory(status);
    bool good = access(path, R_OK) == 0 ||
                status_fail(status, EXIT_INPUT,
                            "%s: no run that 'harrow run' has written: experiment.json expected",
                            self->directory);
    self->tree = good ? json_read_own(path, status) : NULL;
    if (self->tree) {
        const cJSON *config = cJSON_GetObjectItemCaseSensitive(self->tree, "experiment");
        good = (cJSON_IsObject(config) ||
                status_fail(status, EXIT_INPUT, "experiment: an object expected")) &&
               experiment_init(&self->experiment, config, take_player, status);
        if (good) experiment_set_seeds(&self->experiment);
        if (!good) status_prefix(status, "%s: ", path);
    }
    free(path);
    return self->tree && good;
}

static void init_cell(StudyCell *self, const Experiment *experiment, size_t number) {
    const Cell *cell = &experiment->cells[number];
    self->variant = &experiment->variants[cell->variant];
    variant_format(self->variant, self->game);
    self->label = (CellLabel){.cell = (int64_t)number, .game = self->game};
    for (int i = 0; i < 2; i++) self->label.players[i] = experiment->players[cell->players[i]].name;
    tally_init(&self->tally, cell_is_paired(cell));
    character_init(&self->character);
    for (int i = 0; i < OPENING_MAX_DEPTH; i++) opening_table_init(&self->openings[i]);
}

static void release_cell(StudyCell *self) {
    tally_release(&self->tally);
    character_release(&self->character);
    for (int i = 0; i < OPENING_MAX_DEPTH; i++) opening_table_release(&self->openings[i]);
    game_sample_release(&self->sample);
}

static bool init_cells(Study *self, Status *status) {
    const size_t count = (size_t)self->experiment.cell_count;
    self->cells = calloc(count, sizeof *self->cells);
    if (!self->cells) return out_of_memory(status);
    self->count = count;
    for (size_t i = 0; i < count; i++) init_cell(&self->cells[i], &self->experiment, i);
    return true;
}

// ---- One game ----

static PlyNote *note_at(Gathering *self, int32_t ply) {
    if ((size_t)ply >= self->room) {
        const size_t room = self->room ? 2 * self->room : 256;
        PlyNote *notes = realloc(self->notes, room * sizeof *notes);
        if (!notes) return NULL;
        self->notes = notes;
        self->room = room;
    }
    return &self->notes[ply];
}

// What is looked at in a position that a ply was made from, or that is the last one.
static bool look(Gathering *self, StudyCell *cell, WalkStep step) {
    const RecordWalk *walk = &self->walk;
    const Line *line = &walk->line;
    const Game *game = line->variant.game;
    if (line->count >= 1 && line->count <= OPENING_MAX_DEPTH && !walk->record->position &&
        !opening_table_add(&cell->openings[line->count - 1], line, walk->record->result))
        return false;
    if (step == WALK_END) return true;
    PlyNote *note = note_at(self, line->count);
    if (!note) return false;
    *note = character_note(game, &line->position, walk->move, walk->legal,
                           record_walk_first_value(walk));
    heat_map_add(&cell->heat, game, line_side(line), walk->move, walk->record->result);
    return true;
}

static bool add_game(Gathering *self, StudyCell *cell, const Record *record, const char *json,
                     size_t size, Status *status) {
    const int64_t number = record->id - record->cell * self->study->experiment.games_per_cell;
    WalkStep step;
    if (!record_walk_start(&self->walk, record, status)) return false;
    do {
        step = record_walk_next(&self->walk, status);
        if (step == WALK_FAILED) return false;
        if (!look(self, cell, step)) return out_of_memory(status);
    } while (step == WALK_PLY);
    const Line *line = &self->walk.line;
    if (record->result != RESULT_NONE)
        heat_map_add_end(&cell->heat, line->variant.game, &line->position);
    const GameFacts facts = record_walk_facts(&self->walk, number);
    return (tally_add(&cell->tally, &facts) &&
            character_add(&cell->character, record, line->variant.game, self->notes, line->count,
                          &line->position) &&
            game_sample_offer(&cell->sample, record, self->notes, line->count, json, size)) ||
           out_of_memory(status);
}

static bool belongs(const Study *self, const Record *record) {
    const int64_t games = self->experiment.games_per_cell;
    return record->cell < (int64_t)self->count && record->id / games == record->cell &&
           strcmp(record->game, self->cells[record->cell].game) == 0;
}

static bool take_record(void *context, const Record *record, const char *json, size_t size) {
    Gathering *self = context;
    Study *study = self->study;
    if (!belongs(study, record)) {
        self->failed = true;
        return status_fail(self->status, EXIT_INPUT, "record %lld is of no cell of the experiment",
                           (long long)record->id);
    }
    study->games++;
    study->has_values = study->has_values || record->values;
    study->openings += record->opening > 0;
    self->failed = !add_game(self, &study->cells[record->cell], record, json, size, self->status);
    return !self->failed;
}

static void tell_loss(void *context, const char *path, const char *what) {
    Gathering *self = context;
    fprintf(stderr, "harrow: %s: %s\n", path, what);
    self->study->lost++;
}

static bool gather(Study *self, Status *status) {
    Gathering gathering = {.study = self, .status = status};
    const RecordSource source = {&gathering, take_record, tell_loss};
    record_walk_init(&gathering.walk);
    bool good = record_source_read(&source, self->directory, status);
    if (good && gathering.failed) good = status_prefix(status, "%s: ", self->directory);
    record_walk_release(&gathering.walk);
    free(gathering.notes);
    return good;
}

// ---- The whole ----

// What records do not tell: which games repeat others, and what stopped a cell.
static void take_saved(StudyCell *cell, const CellStats *saved) {
    CellStats *stats = &cell->stats;
    stats->may_stop = saved->may_stop;
    stats->llr = saved->llr;
    if (saved->games + saved->repeats != stats->games) return; // of another moment
    stats->stopped = saved->stopped;
    if (saved->repeats == 0) return;
    stats->games = saved->games;
    stats->first_wins = saved->first_wins;
    stats->draws = saved->draws;
    stats->second_wins = saved->second_wins;
    stats->unfinished = saved->unfinished;
    stats->repeats = saved->repeats;
    stats->first_score = saved->first_score;
    stats->median_margin = saved->median_margin;
    stats->strength = saved->strength;
    stats->draw_rate =
        interval_of_rate(saved->draws, saved->first_wins + saved->draws + saved->second_wins);
}

static void read_saved(Study *self) {
    char *path = NULL;
    SavedStats saved = {0};
    Status ignored; // without it, or with one that is damaged, the records are enough
    if (asprintf(&path, "%s/stats.json", self->directory) < 0) return;
    if (access(path, R_OK) == 0) {
        if (saved_stats_read(&saved, path, &ignored) && saved.count == self->count)
            for (size_t i = 0; i < self->count; i++) take_saved(&self->cells[i], &saved.stats[i]);
        saved_stats_release(&saved);
    }
    free(path);
}

static bool compute(Study *self, Status *status) {
    for (size_t i = 0; i < self->count; i++) {
        StudyCell *cell = &self->cells[i];
        const Seed seed =
            experiment_seed(&self->experiment, (GameNumber){(int32_t)i, 0}, "bootstrap");
        if (!cell_stats_compute(&cell->tally, seed.low, RESAMPLING_DONE, &cell->stats))
            return out_of_memory(status);
        for (int depth = 0; depth < OPENING_MAX_DEPTH; depth++)
            opening_table_sort(&cell->openings[depth]);
    }
    read_saved(self);
    return true;
}

// What cells say together.
static bool find(Study *self, Status *status) {
    self->labels = calloc(self->count, sizeof *self->labels);
    self->stats = calloc(self->count, sizeof *self->stats);
    self->specs = calloc(self->count, sizeof *self->specs);
    if (!self->labels || !self->stats || !self->specs) return out_of_memory(status);
    for (size_t i = 0; i < self->count; i++) {
        const Cell *cell = &self->experiment.cells[i];
        self->labels[i] = self->cells[i].label;
        self->stats[i] = self->cells[i].stats;
        self->specs[i] = self->experiment.players[cell->players[0]].spec;
    }
    return findings_init(&self->findings, self->labels, self->stats, self->specs, self->count) ||
           out_of_memory(status);
}

bool study_read(Study *self, const char *directory, Status *status) {
    *self = (Study){.directory = directory};
    if (!read_experiment(self, status) || !init_cells(self, status) || !gather(self, status) ||
        !compute(self, status) || !find(self, status))
        return false;
    self->complete = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(self->tree, "complete"));
    self->log = study_text(directory, "log.jsonl");
    return self->games > 0 ||
           status_fail(status, EXIT_INPUT, "%s: no game is finished yet", directory);
}

void study_release(Study *self) {
    findings_release(&self->findings);
    free(self->labels);
    free(self->stats);
    free(self->specs);
    for (size_t i = 0; i < self->count; i++) release_cell(&self->cells[i]);
    free(self->cells);
    experiment_release(&self->experiment);
    cJSON_Delete(self->tree);
    free(self->log);
    *self = (Study){0};
}
