#include "selfplay/worker.h"
#include "core/base64.h"
#include "core/text_stream.h"
#include "selfplay/opening.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

void worker_init(Worker *self, const Experiment *experiment, const char *logs) {
    *self = (Worker){.experiment = experiment, .logs = logs, .cell = -1};
}

static void release_players(Worker *self) {
    for (int i = 0; i < 2; i++)
        if (self->players[i]) self->players[i]->release(self->players[i]);
    self->players[0] = self->players[1] = NULL;
    line_release(&self->line);
    self->cell = -1;
}

void worker_release(Worker *self) {
    release_players(self);
    free(self->values);
}

// The log of a player that has one: one file for each, whichever worker or seat it has.
static bool open_log(const Worker *self, Player *player, const char *name, Status *status) {
    char file[EXPERIMENT_NAME_SIZE], path[PATH_MAX];
    if (!player->log || !self->logs) return true;
    snprintf(file, sizeof file, "%s", name);
    for (char *c = file; *c; c++)
        if (*c == '/') *c = '_';
    if (snprintf(path, sizeof path, "%s/engine-%s.log", self->logs, file) >= (int)sizeof path)
        return status_fail(status, EXIT_RESOURCE, "%.100s: the path is too long", self->logs);
    return player->log(player, path, status);
}

// Each seat has a player of its own, also where a player meets itself: they share no memory.
static bool enter_cell(Worker *self, int32_t index, Status *status) {
    if (self->cell == index) return true;
    release_players(self);
    const Cell *cell = &self->experiment->cells[index];
    Variant variant = self->experiment->variants[cell->variant];
    if (!variant_position(&variant, &self->start, NULL, status)) return false;
    line_init(&self->line, &variant, &self->start);
    self->cell = index;
    for (int i = 0; i < 2; i++) {
        const ExperimentPlayer *player = &self->experiment->players[cell->players[i]];
        PlayerSpec spec;
        if (!player_parse(&spec, player->spec, status) ||
            !(self->players[i] = player_create(&spec, &variant, status)) ||
            !open_log(self, self->players[i], player->name, status))
            return false;
    }
    return true;
}

static bool play_ply(Worker *self, Move move, Status *status) {
    self->legal_plies += self->line.variant.game->count_moves(&self->line.position);
    return line_play(&self->line, move, status);
}

// Keeps the value of a ply, where the experiment asks for it.
static bool keep_value(Worker *self, double value, Status *status) {
    if (!self->experiment->values) return true;
    if (self->value_count == self->value_room) {
        const int32_t room = 2 * self->value_room + 64;
        uint8_t *values = realloc(self->values, (size_t)room);
        if (!values) return status_fail(status, EXIT_RESOURCE, "out of memory");
        self->values = values;
        self->value_room = room;
    }
    self->values[self->value_count++] = record_value(value);
    return true;
}

static void begin_adjudication(Worker *self, GameNumber number) {
    const Adjudication *rules = &self->experiment->adjudication;
    Rng rng = rng_init(experiment_seed(self->experiment, number, "resign"));
    self->adjudicator = adjudicator_begin(rules, rng_unit(&rng) < rules->played_out);
    self->verdict = (Outcome){RESULT_NONE, END_NONE};
}

// The players play on until the game is over, given up or at its limit of plies.
static PlayResult play_out(Worker *self, GameNumber number, int32_t ply_limit,
                           const atomic_bool *stop, Status *status) {
    const Cell *cell = &self->experiment->cells[number.cell];
    const int first = cell_first_player(cell, number.number);
    Player *seats[SIDE_COUNT] = {self->players[first], self->players[1 - first]};
    Rng rngs[SIDE_COUNT] = {rng_init(experiment_seed(self->experiment, number, "first")),
                            rng_init(experiment_seed(self->experiment, number, "second"))};
    for (int side = 0; side < SIDE_COUNT; side++) seats[side]->begin(seats[side]);
    begin_adjudication(self, number);
    self->value_count = 0;
    while (self->line.count < ply_limit && self->verdict.result == RESULT_NONE &&
           line_outcome(&self->line).result == RESULT_NONE) {
        const Side side = line_side(&self->line);
        Decision decision;
        const bool chosen =
            seats[side]->choose(seats[side], &self->line, &rngs[side], stop, &decision, status);
        if (atomic_load_explicit(stop, memory_order_relaxed)) return PLAY_STOPPED;
        if (!chosen) return PLAY_FAILED;
        if (decision.fault != END_NONE) {
            self->verdict = (Outcome){result_of_loss(side), decision.fault};
            break;
        }
        self->verdict =
            adjudicator_add(&self->adjudicator, side, decision.value, self->line.count + 1);
        if (self->verdict.end == END_RESIGN) break;
        if (!play_ply(self, decision.move, status) || !keep_value(self, decision.value, status))
            return PLAY_FAILED;
    }
    return PLAY_DONE;
}

// The texts of a record.
typedef struct RecordTexts {
    char game[SPEC_MAX_LENGTH];
    char position[GAME_POSITION_TEXT_SIZE]; // "": the usual start
    char *moves, *values;                   // owned; values NULL where they are not told
} RecordTexts;

static Record make_record(const Worker *self, int64_t id, GameNumber number,
                          const RecordTexts *texts) {
    const Experiment *experiment = self->experiment;
    const Cell *cell = &experiment->cells[number.cell];
    const Game *game = self->line.variant.game;
    const int first = cell_first_player(cell, number.number);
    Outcome outcome = line_outcome(&self->line);
    if (outcome.result == RESULT_NONE) outcome = self->verdict;
    if (outcome.result == RESULT_NONE) outcome.end = END_PLY_LIMIT;
    const Adjudicator *adjudicator = &self->adjudicator;
    Record record = {.id = id,
                     .cell = number.cell,
                     .pair = cell_is_paired(cell) ? cell_unit(cell, number.number) : -1,
                     .game = texts->game,
                     .first = experiment->players[cell->players[first]].name,
                     .second = experiment->players[cell->players[1 - first]].name,
                     .position = *texts->position ? texts->position : NULL,
                     .opening = self->opening_plies,
                     .moves = texts->moves,
                     .plies = self->line.count,
                     .result = outcome.result,
                     .end = outcome.end,
                     .has_score = game->has_score,
                     .values = texts->values,
                     .resigning = adjudicator->has_resigned ? &adjudicator->resigned : NULL};
    if (game->has_score) record.score = game->score(&self->line.position);
    return record;
}

static bool make_values(const Worker *self, char **values, Status *status) {
    if (!self->experiment->values) return true;
    *values = malloc(base64_length((size_t)self->value_count) + 1);
    if (!*values) return status_fail(status, EXIT_RESOURCE, "out of memory");
    base64_encode(self->values, (size_t)self->value_count, *values);
    return true;
}

static bool write_game(const Record *record, FinishedGame *game, Status *status) {
    TextStream text;
    if (!text_stream_open(&text, status)) return false;
    record_write(record, text.stream);
    const bool good = text_stream_close(&text, status);
    game->text = text.text;
    game->size = text.size;
    return good;
}

static bool finish_game(const Worker *self, int64_t id, GameNumber number, FinishedGame *game,
                        Status *status) {
    const Game *rules = self->line.variant.game;
    RecordTexts texts = {.moves = NULL};
    if (!self->usual_start) rules->format(&self->line.start, texts.position);
    variant_format(&self->line.variant, texts.game);
    texts.moves = line_text(&self->line, status);
    bool good = texts.moves && make_values(self, &texts.values, status);
    if (good) {
        const Record record = make_record(self, id, number, &texts);
        good = write_game(&record, game, status);
        game->id = id;
        game->facts = record_facts(&record);
        game->facts.number = number.number;
        game->facts.legal_plies = self->legal_plies;
        game->facts.hash = record_hash(record.position, record.moves);
        game->facts.opening = self->opening;
    }
    free(texts.moves);
    free(texts.values);
    return good;
}

PlayResult worker_play(Worker *self, int64_t id, const atomic_bool *stop, FinishedGame *game,
                       Status *status) {
    const GameNumber number = experiment_game(self->experiment, id);
    if (!enter_cell(self, number.cell, status)) return PLAY_FAILED;
    if (!opening_play(&self->line, &self->start, self->experiment, number, &self->legal_plies,
                      status))
        return PLAY_FAILED;
    self->opening_plies = self->line.count;
    self->usual_start = self->line.variant.game->equal(&self->line.start, &self->start);
    self->opening = record_opening(&self->line, self->usual_start);
    const int32_t limit =
        experiment_ply_limit(self->experiment, &self->experiment->cells[number.cell]);
    const PlayResult result = play_out(self, number, limit, stop, status);
    if (result != PLAY_DONE) return result;
    return finish_game(self, id, number, game, status) ? PLAY_DONE : PLAY_FAILED;
}
