#include "core/line.h"

#include <stdlib.h>
#include <string.h>

void line_init(Line *self, const Variant *variant, const Position *start) {
    *self = (Line){.variant = *variant, .start = *start, .position = *start};
}

void line_release(Line *self) {
    free(self->moves);
    self->moves = NULL;
}

void line_restart(Line *self, const Position *start) {
    self->start = self->position = *start;
    self->count = 0;
}

bool line_play(Line *self, Move move, Status *status) {
    if (self->count == self->capacity) {
        const int32_t capacity = self->capacity ? 2 * self->capacity : 256;
        Move *moves = realloc(self->moves, (size_t)capacity * sizeof *moves);
        if (!moves) return status_fail(status, EXIT_RESOURCE, "out of memory");
        self->moves = moves;
        self->capacity = capacity;
    }
    self->moves[self->count++] = move;
    self->variant.game->play(&self->position, move);
    return true;
}

static bool play_word(Line *self, const char *word, size_t length, Status *status) {
    char name[64];
    Move move;
    if (length >= sizeof name) length = sizeof name - 1; // longer than any move: not legal
    memcpy(name, word, length);
    name[length] = '\0';
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

Outcome line_outcome(const Line *self) {
    return self->variant.game->outcome(&self->position);
}

int line_moves(const Line *self, Move *moves) {
    return self->variant.game->moves(&self->position, moves);
}

Side line_side(const Line *self) {
    return self->variant.game->side(&self->position);
}

void line_write(const Line *self, FILE *stream) {
    for (int32_t i = 0; i < self->count; i++) {
        char name[MOVE_TEXT_SIZE];
        self->variant.game->move_format(self->moves[i], name);
        if (i) fputc(' ', stream);
        fputs(name, stream);
    }
}
