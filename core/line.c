#include "core/line.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void line_init(Line *self, const Variant *variant, const Position *start) {
    *self = (Line){.variant = *variant, .start = *start, .position = *start};
    history_init(&self->history, variant->game);
}

void line_release(Line *self) {
    if (!self->variant.game) return; // never begun
    free(self->moves);
    self->moves = NULL;
    history_release(&self->history);
}

void line_restart(Line *self, const Position *start) {
    self->start = self->position = *start;
    self->count = 0;
    history_rewind(&self->history, 0);
}

bool line_play(Line *self, Move move, Status *status) {
    if (self->count == self->capacity) {
        const int32_t capacity = self->capacity ? 2 * self->capacity : 256;
        Move *moves = realloc(self->moves, (size_t)capacity * sizeof *moves);
        if (!moves) return status_fail(status, EXIT_RESOURCE, "out of memory");
        self->moves = moves;
        self->capacity = capacity;
    }
    if (!history_reserve(&self->history, 1, status)) return false;
    self->moves[self->count++] = move;
    history_push(&self->history, &self->position);
    self->variant.game->play(&self->position, move);
    return true;
}

void line_take_back(Line *self, int32_t plies) {
    const int32_t kept = self->count - plies;
    const Position start = self->start;
    line_restart(self, &start);
    for (Status status; self->count < kept;) { // there is room
        const bool played = line_play(self, self->moves[self->count], &status);
        assert(played), (void)played;
    }
}

static bool play_word(Line *self, const char *word, size_t length, Status *status) {
    char name[64];
    Move move;
    if (length >= sizeof name) length = sizeof name - 1; // longer than any move: not legal
    memcpy(name, word, length);
    name[length] = '\0';
    if (line_outcome(self).result != RESULT_NONE)
        return status_fail(status, EXIT_INPUT, "move '%.40s' is not legal here: the game is over",
                           name);
    return game_parse_move(self->variant.game, &self->position, name, &move, status) &&
           line_play(self, move, status);
}

bool line_play_text(Line *self, const char *moves, Status *status) {
    if (!*moves) return true;
    for (;;) {
        const size_t length = strcspn(moves, " ");
        if (!play_word(self, moves, length, status))
            return status_prefix(status, "ply %d: ", self->count + 1);
        if (!moves[length]) return true;
        moves += length + 1;
    }
}

// The history has all positions before this one.
static Outcome outcome_of(const Line *self, const Position *position, int occurrences_before) {
    const Outcome outcome = self->variant.game->outcome(position);
    if (outcome.result == RESULT_NONE && occurrences_before >= HISTORY_DRAW - 1)
        return (Outcome){RESULT_DRAW, END_REPETITION};
    return outcome;
}

static bool can_recur(const Line *self) {
    return self->count >= 2 && self->history.bytes > 0;
}

Outcome line_outcome(const Line *self) {
    const int before = can_recur(self) ? history_occurrences(&self->history, &self->position) : 0;
    return outcome_of(self, &self->position, before);
}

Outcome line_outcome_after(const Line *self, Move move, Position *position) {
    *position = self->position;
    self->variant.game->play(position, move);
    const int before = can_recur(self) ? history_occurrences(&self->history, position) : 0;
    return outcome_of(self, position, before);
}

int line_moves(const Line *self, Move *moves) {
    if (can_recur(self) && line_outcome(self).result != RESULT_NONE) return 0;
    return self->variant.game->moves(&self->position, moves);
}

Side line_side(const Line *self) {
    return self->variant.game->side(&self->position);
}

bool line_copy_history(const Line *self, History *history, int32_t more, Status *status) {
    if (!history_copy(history, &self->history, more + 1, status)) return false;
    history_push(history, &self->position);
    return true;
}

char *line_text(const Line *self, Status *status) {
    char *text = malloc((size_t)self->count * (MOVE_TEXT_SIZE + 1) + 1), *end = text;
    if (!text) {
        status_fail(status, EXIT_RESOURCE, "out of memory");
        return NULL;
    }
    for (int32_t i = 0; i < self->count; i++) {
        if (i) *end++ = ' ';
        self->variant.game->move_format(self->moves[i], end);
        end += strlen(end);
    }
    *end = '\0';
    return text;
}
