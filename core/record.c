#include "core/record.h"
#include "core/base64.h"

#include <string.h>

static void write_score(JsonWriter *json, const Score *score) {
    json_key(json, "score");
    json_begin_array(json);
    for (int side = 0; side < SIDE_COUNT; side++) json_number(json, score->halves[side] / 2.0);
    json_end_array(json);
}

uint8_t record_value(double value) {
    return value >= 0 && value <= 1 ? (uint8_t)(254 * value + 0.5) : RECORD_NO_VALUE;
}

void record_write(const Record *self, FILE *stream) {
    JsonWriter json = json_writer(stream, false);
    json_begin_object(&json);
    json_put_integer(&json, "id", self->id);
    json_put_integer(&json, "cell", self->cell);
    if (self->pair >= 0) json_put_integer(&json, "pair", self->pair);
    json_put_text(&json, "game", self->game);
    json_put_text(&json, "first", self->first);
    json_put_text(&json, "second", self->second);
    if (self->position) json_put_text(&json, "position", self->position);
    json_put_integer(&json, "opening", self->opening);
    json_put_text(&json, "moves", self->moves);
    json_put_integer(&json, "plies", self->plies);
    json_put_text(&json, "result", result_name(self->result));
    if (self->has_score) write_score(&json, &self->score);
    json_put_text(&json, "end", end_name(self->end));
    if (self->values) json_put_text(&json, "values", self->values);
    if (self->resigning) json_put_text(&json, "resigning", side_name(*self->resigning));
    json_end_object(&json);
    fputc('\n', stream);
}

static bool read_text(const cJSON *tree, const char *key, const char **value, Status *status) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(tree, key);
    *value = cJSON_GetStringValue(item);
    return *value || status_fail(status, EXIT_INPUT, "record: key '%s' with a text expected", key);
}

static bool read_integer(const cJSON *tree, const char *key, int64_t low, int64_t high,
                         int64_t *value, Status *status) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(tree, key);
    if (item && json_to_integer(item, value) && *value >= low && *value <= high) return true;
    return status_fail(status, EXIT_INPUT,
                       "record: key '%s' with a whole number of %lld..%lld expected", key,
                       (long long)low, (long long)high);
}

static bool read_score(const cJSON *tree, Record *self, Status *status) {
    const cJSON *score = cJSON_GetObjectItemCaseSensitive(tree, "score");
    self->has_score = score != NULL;
    if (!score) return true;
    for (int side = 0; side < SIDE_COUNT; side++) {
        const cJSON *item = cJSON_GetArrayItem(score, side);
        const double halves = cJSON_IsNumber(item) ? 2 * item->valuedouble : 0.5;
        if (!cJSON_IsArray(score) || cJSON_GetArraySize(score) != SIDE_COUNT || halves < -1e6 ||
            halves > 1e6 || halves != (double)(int32_t)halves)
            return status_fail(status, EXIT_INPUT,
                               "record: key 'score' with two multiples of 0.5 expected");
        self->score.halves[side] = (int32_t)halves;
    }
    return true;
}

static bool read_end(const cJSON *tree, Record *self, Status *status) {
    const char *result, *end;
    if (!read_text(tree, "result", &result, status) || !read_text(tree, "end", &end, status))
        return false;
    self->result = result_parse(result);
    self->end = end_parse(end);
    if (self->result == RESULT_COUNT)
        return status_fail(status, EXIT_INPUT, "record: unknown result '%.40s'", result);
    if (self->end == END_COUNT || self->end == END_NONE)
        return status_fail(status, EXIT_INPUT, "record: unknown end '%.40s'", end);
    return true;
}

static bool read_values(const cJSON *tree, Record *self, Status *status) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(tree, "values");
    self->values = cJSON_GetStringValue(item);
    return !item ||
           (self->values && base64_decode(self->values, NULL) == self->plies - self->opening) ||
           status_fail(status, EXIT_INPUT,
                       "record: key 'values' with a byte of base64 for each ply behind the opening "
                       "expected");
}

static bool read_resigning(const cJSON *tree, Record *self, Status *status) {
    static const Side SIDES[SIDE_COUNT] = {SIDE_FIRST, SIDE_SECOND};
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(tree, "resigning");
    const char *name = cJSON_GetStringValue(item);
    if (!item) return true;
    for (int side = 0; name && side < SIDE_COUNT; side++)
        if (strcmp(name, side_name(SIDES[side])) == 0) self->resigning = &SIDES[side];
    return self->resigning ||
           status_fail(status, EXIT_INPUT, "record: key 'resigning' with first or second expected");
}

bool record_read(Record *self, const cJSON *tree, Status *status) {
    const int64_t most = INT64_C(1) << 53;
    int64_t opening, plies;
    memset(self, 0, sizeof *self);
    if (!cJSON_IsObject(tree)) return status_fail(status, EXIT_INPUT, "record: not an object");
    self->pair = -1;
    if (cJSON_GetObjectItemCaseSensitive(tree, "pair") &&
        !read_integer(tree, "pair", 0, most, &self->pair, status))
        return false;
    if (cJSON_GetObjectItemCaseSensitive(tree, "position") &&
        !read_text(tree, "position", &self->position, status))
        return false;
    if (!read_integer(tree, "id", 0, most, &self->id, status) ||
        !read_integer(tree, "cell", 0, most, &self->cell, status) ||
        !read_text(tree, "game", &self->game, status) ||
        !read_text(tree, "first", &self->first, status) ||
        !read_text(tree, "second", &self->second, status) ||
        !read_text(tree, "moves", &self->moves, status) ||
        !read_integer(tree, "plies", 0, INT32_MAX, &plies, status) ||
        !read_integer(tree, "opening", 0, plies, &opening, status) ||
        !read_score(tree, self, status) || !read_end(tree, self, status) ||
        !read_resigning(tree, self, status))
        return false;
    self->plies = (int32_t)plies;
    self->opening = (int32_t)opening;
    return read_values(tree, self, status);
}

uint64_t record_hash(const char *position, const char *moves) {
    return seed_text(seed_text(seed_init(0), position ? position : ""), moves).low;
}

uint64_t record_opening(const Line *line, bool usual_start) {
    if (line->count == 0 && usual_start) return 0;
    return game_symmetry_key(line->variant.game, &line->position);
}

// Plays the moves on a line at its start, noting its opening and the legal plies on the way.
static bool replay_moves(const Record *self, Line *line, int64_t *legal_plies, uint64_t *opening,
                         Status *status) {
    if (self->opening == 0) *opening = record_opening(line, !self->position);
    const char *at = self->moves;
    while (*at) {
        const size_t length = strcspn(at, " ");
        if (length == 0)
            return status_fail(status, EXIT_DIFFERS, "ply %d: a blank too many", line->count + 1);
        char name[MOVE_TEXT_SIZE];
        snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1),
                 at);
        *legal_plies += line->variant.game->count_moves(&line->position);
        if (!line_play_text(line, name, status)) {
            if (status->code == EXIT_INPUT) status->code = EXIT_DIFFERS;
            return false;
        }
        if (line->count == self->opening) *opening = record_opening(line, !self->position);
        at += length;
        if (*at && !*++at)
            return status_fail(status, EXIT_DIFFERS, "ply %d: a blank behind the last move",
                               line->count);
    }
    return true;
}

static bool differs(Status *status, int32_t ply, const char *what, const char *record,
                    const char *replay) {
    return status_fail(status, EXIT_DIFFERS, "ply %d: %s is '%s' in the record, '%s' in the replay",
                       ply, what, record, replay);
}

static bool compare_score(const Record *self, const Line *line, Status *status) {
    const Game *game = line->variant.game;
    char ours[64], theirs[64] = "none";
    if (self->has_score != game->has_score)
        return differs(status, line->count, "score", self->has_score ? "there" : "none",
                       game->has_score ? "there" : "none");
    if (!game->has_score) return true;
    const Score score = game->score(&line->position);
    if (memcmp(&score, &self->score, sizeof score) == 0) return true;
    snprintf(ours, sizeof ours, "%g, %g", score.halves[0] / 2.0, score.halves[1] / 2.0);
    snprintf(theirs, sizeof theirs, "%g, %g", self->score.halves[0] / 2.0,
             self->score.halves[1] / 2.0);
    return differs(status, line->count, "score", theirs, ours);
}

// What stopped a game that was not over, with a result that this can have.
static Outcome stopped_as(const Record *self) {
    const bool decided = self->result == RESULT_FIRST || self->result == RESULT_SECOND;
    if ((self->end == END_RESIGN || end_is_fault(self->end)) && decided)
        return (Outcome){self->result, self->end};
    if (self->end == END_ADJUDICATED) return (Outcome){RESULT_DRAW, END_ADJUDICATED};
    return (Outcome){RESULT_NONE, END_PLY_LIMIT};
}

static bool compare(const Record *self, const Line *line, Status *status) {
    Outcome outcome = line_outcome(line);
    char plies[16], recorded[16];
    snprintf(plies, sizeof plies, "%d", line->count);
    snprintf(recorded, sizeof recorded, "%d", self->plies);
    if (line->count != self->plies)
        return differs(status, line->count, "number of plies", recorded, plies);
    // Where a limit lies, or who gave up, is the experiment's affair; that the game was not over is
    // the rules'.
    if (outcome.result == RESULT_NONE) outcome = stopped_as(self);
    if (outcome.result != self->result)
        return differs(status, line->count, "result", result_name(self->result),
                       result_name(outcome.result));
    if (outcome.end != self->end)
        return differs(status, line->count, "end", end_name(self->end), end_name(outcome.end));
    return compare_score(self, line, status);
}

bool record_replay(const Record *self, GameFacts *facts, Status *status) {
    Variant variant;
    Position start;
    if (!variant_parse(&variant, self->game, status) ||
        !variant_position(&variant, &start, self->position, status))
        return false;
    Line line;
    int64_t legal_plies = 0;
    uint64_t opening = 0;
    line_init(&line, &variant, &start);
    const bool agrees =
        replay_moves(self, &line, &legal_plies, &opening, status) && compare(self, &line, status);
    line_release(&line);
    if (agrees && facts) {
        const int64_t number = facts->number;
        *facts = record_facts(self);
        facts->number = number;
        facts->legal_plies = legal_plies;
        facts->hash = record_hash(self->position, self->moves);
        facts->opening = opening;
    }
    return agrees;
}

GameFacts record_facts(const Record *self) {
    return (GameFacts){
        .result = self->result,
        .end = self->end,
        .plies = self->plies,
        .has_score = self->has_score && end_is_by_rule(self->end),
        .margin = self->score.halves[SIDE_FIRST] - self->score.halves[SIDE_SECOND],
        .has_resigning = self->resigning != NULL,
        .resigning = self->resigning ? *self->resigning : SIDE_FIRST,
    };
}
