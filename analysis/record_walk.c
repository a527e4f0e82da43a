#include "analysis/record_walk.h"
#include "core/base64.h"

#include <stdlib.h>
#include <string.h>

void record_walk_init(RecordWalk *self) {
    *self = (RecordWalk){0};
}

void record_walk_release(RecordWalk *self) {
    line_release(&self->line);
    free(self->values);
    record_walk_init(self);
}

static bool decode_values(RecordWalk *self, Status *status) {
    if (!self->record->values) return true;
    // base64_decode may write whole groups of three bytes.
    const size_t needed = strlen(self->record->values) / 4 * 3 + 3;
    if (needed > self->room) {
        uint8_t *values = realloc(self->values, needed);
        if (!values) return status_fail(status, EXIT_RESOURCE, "out of memory");
        self->values = values;
        self->room = needed;
    }
    base64_decode(self->record->values, self->values); // record_read has checked the text
    return true;
}

static void note_opening(RecordWalk *self) {
    if (self->line.count == self->record->opening)
        self->opening = record_opening(&self->line, !self->record->position);
}

bool record_walk_start(RecordWalk *self, const Record *record, Status *status) {
    Variant variant;
    Position start;
    if (!variant_parse(&variant, record->game, status) ||
        !variant_position(&variant, &start, record->position, status))
        return false;
    line_release(&self->line);
    line_init(&self->line, &variant, &start);
    self->record = record;
    self->rest = record->moves;
    self->pending = false;
    self->legal_sum = 0;
    self->opening = 0;
    note_opening(self);
    return decode_values(self, status);
}

// Takes the next move string off the rest.
static bool read_move(RecordWalk *self, Status *status) {
    char name[MOVE_TEXT_SIZE];
    Move moves[GAME_MAX_MOVES];
    const Game *game = self->line.variant.game;
    const size_t length = strcspn(self->rest, " ");
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1),
             self->rest);
    self->legal = line_moves(&self->line, moves);
    self->legal_sum += self->legal;
    bool legal = game->move_parse(name, &self->move);
    if (legal) {
        int at = 0;
        while (at < self->legal && moves[at] != self->move) at++;
        legal = at < self->legal;
    }
    if (!legal)
        return status_fail(status, EXIT_INPUT, "record %lld: ply %d: '%s' is not legal",
                           (long long)self->record->id, self->line.count + 1, name);
    self->rest += length;
    if (*self->rest) self->rest++;
    return true;
}

WalkStep record_walk_next(RecordWalk *self, Status *status) {
    if (self->pending && !line_play(&self->line, self->move, status)) return WALK_FAILED;
    if (self->pending) note_opening(self);
    self->pending = false;
    if (!*self->rest) {
        if (self->line.count == self->record->plies) return WALK_END;
        status_fail(status, EXIT_INPUT, "record %lld: %d plies where %d are said to be",
                    (long long)self->record->id, self->line.count, self->record->plies);
        return WALK_FAILED;
    }
    self->pending = read_move(self, status);
    return self->pending ? WALK_PLY : WALK_FAILED;
}

int record_walk_value(const RecordWalk *self) {
    const int32_t at = self->line.count - self->record->opening;
    // read_values has counted them.
    if (!self->record->values || at < 0 || self->line.count >= self->record->plies)
        return WALK_NO_VALUE;
    return self->values[at] == RECORD_NO_VALUE ? WALK_NO_VALUE : self->values[at];
}

int record_walk_first_value(const RecordWalk *self) {
    const int value = record_walk_value(self);
    if (value == WALK_NO_VALUE) return value;
    return line_side(&self->line) == SIDE_FIRST ? value : WALK_FULL_VALUE - value;
}

GameFacts record_walk_facts(const RecordWalk *self, int64_t number) {
    GameFacts facts = record_facts(self->record);
    facts.number = number;
    facts.legal_plies = self->legal_sum;
    facts.hash = record_hash(self->record->position, self->record->moves);
    facts.opening = self->opening;
    return facts;
}
