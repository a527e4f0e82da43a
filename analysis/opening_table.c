#include "analysis/opening_table.h"
#include "analysis/elo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void opening_table_init(OpeningTable *self) {
    *self = (OpeningTable){0};
    key_table_init(&self->places);
}

void opening_table_release(OpeningTable *self) {
    key_table_release(&self->places);
    free(self->lines);
    opening_table_init(self);
}

static void write_moves(const Line *line, char text[OPENING_TEXT_SIZE]) {
    size_t length = 0;
    text[0] = '\0';
    for (int32_t i = 0; i < line->count; i++) {
        char name[MOVE_TEXT_SIZE];
        line->variant.game->move_format(line->moves[i], name);
        const int more =
            snprintf(text + length, OPENING_TEXT_SIZE - length, "%s%s", i > 0 ? " " : "", name);
        length += (size_t)more;
        if (length >= OPENING_TEXT_SIZE) return;
    }
}

static bool make_room(OpeningTable *self) {
    if (self->count < self->capacity) return true;
    const size_t capacity = self->capacity ? 2 * self->capacity : 16;
    OpeningLine *lines = realloc(self->lines, capacity * sizeof *lines);
    if (!lines) return false;
    self->lines = lines;
    self->capacity = capacity;
    return true;
}

bool opening_table_add(OpeningTable *self, const Line *line, Result result) {
    const uint64_t key = game_symmetry_key(line->variant.game, &line->position);
    int64_t place = key_table_take(&self->places, key);
    if (place == 0 && self->count == OPENING_MAX_LINES) {
        self->others++;
        return true;
    }
    if (place == 0) {
        if (!make_room(self)) return false;
        self->lines[self->count] = (OpeningLine){0};
        write_moves(line, self->lines[self->count].moves);
        place = (int64_t)++self->count;
    }
    self->lines[place - 1].games++;
    self->lines[place - 1].results[result]++;
    return key_table_add(&self->places, key, place);
}

static int compare_lines(const void *a, const void *b) {
    const OpeningLine *x = a, *y = b;
    if (x->games != y->games) return x->games < y->games ? 1 : -1;
    return strcmp(x->moves, y->moves);
}

void opening_table_sort(OpeningTable *self) {
    if (self->count > 0) qsort(self->lines, self->count, sizeof *self->lines, compare_lines);
    key_table_release(&self->places); // they no longer hold
}

Interval opening_line_score(const OpeningLine *self) {
    const int64_t counts[OUTCOMES_OF_GAME] = {
        self->results[RESULT_SECOND], self->results[RESULT_DRAW], self->results[RESULT_FIRST]};
    const Moments moments = moments_of_counts(counts, OUTCOMES_OF_GAME);
    return moments_interval(&moments);
}
