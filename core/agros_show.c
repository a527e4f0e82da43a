// The board of Agros for a person in a terminal, and its fields as JSON.
#include "core/agros_board.h"
#include "core/agros_rules.h"

#include <stdio.h>

// ANSI colours of a side: pieces in bold, fields as a tinted ground.
static const char *const PIECE_COLOR[SIDE_COUNT] = {"\033[1;33m", "\033[1;36m"};
static const char *const FIELD_COLOR[SIDE_COUNT] = {"\033[33m", "\033[36m"};
static const char RESET[] = "\033[0m";
// How an empty cell is drawn by who controls its field.
static const char *const FIELD_SIGN[SIDE_COUNT] = {"+", "-"};

// Whose field each cell belongs to: a Side, or −1.
typedef struct Owners {
    int8_t of[AGROS_CELLS];
} Owners;

static bool field_has(const AgrosField *field, unsigned cell) {
    return field->cells[agros_row(cell)] >> agros_column(cell) & 1;
}

static void mark_owners(const AgrosField *fields, int count, Owners *owners) {
    memset(owners, -1, sizeof *owners);
    for (int i = 0; i < count; i++)
        for (unsigned cell = 0; cell < AGROS_CELLS; cell++)
            if (field_has(&fields[i], cell)) owners->of[cell] = (int8_t)fields[i].owner;
}

// What stands on a cell, and its colour.
static const char *name_cell(const AgrosPosition *self, const Owners *owners, unsigned cell,
                             char text[16]) {
    const int owner = owners->of[cell];
    if (agros_is_empty(self, cell)) {
        strcpy(text, owner < 0 ? "." : FIELD_SIGN[owner]);
        return owner < 0 ? "" : FIELD_COLOR[owner];
    }
    const unsigned side = agros_has_piece(self, SIDE_FIRST, cell) ? SIDE_FIRST : SIDE_SECOND;
    const unsigned harvest = agros_harvest_on(self, side, cell);
    if (harvest == AGROS_SEED)
        snprintf(text, 16, "%c", "ld"[side]);
    else
        snprintf(text, 16, "%c%u", "LD"[side], harvest);
    return PIECE_COLOR[side];
}

// Three columns, and one more where there are marks, which stand close before the piece.
static void show_cell(const AgrosPosition *self, const Owners *owners, const Marks *marks,
                      unsigned cell, FILE *stream, bool color) {
    char text[16];
    const char *tint = name_cell(self, owners, cell, text);
    const char *mark = color ? marks_color(marks, cell) : "";
    if (!color) tint = "";
    const int blanks = 3 - (int)strlen(text);
    fprintf(stream, "%*s%s%s", blanks, "", mark, tint);
    if (marks) fputc(marks_sign(marks, cell), stream);
    fprintf(stream, "%s%s", text, *tint || *mark ? RESET : "");
}

static void show_columns(const AgrosPosition *self, const Marks *marks, FILE *stream) {
    fputs("   ", stream);
    for (unsigned x = 0; x < self->size; x++)
        fprintf(stream, "%*c", marks ? 4 : 3, (char)('a' + x));
    fputc('\n', stream);
}

static void show_status(const AgrosPosition *self, FILE *stream) {
    const Score score = agros_score(self);
    const Outcome outcome = agros_outcome(self);
    const char *mover = self->side ? "Dark (D)" : "Light (L)";
    fprintf(stream, "Light %g, Dark %g", score.halves[SIDE_FIRST] / 2.0,
            score.halves[SIDE_SECOND] / 2.0);
    if (self->komi_halves) fprintf(stream, " (komi %g included)", self->komi_halves / 2.0);
    if (outcome.result != RESULT_NONE)
        fprintf(stream, "; the game is over: %s\n", result_name(outcome.result));
    else if (agros_in_opening(self))
        fprintf(stream, " as if it ended now; %s places farmer %u of %u\n", mover,
                self->placed[self->side] + 1u, self->farmers);
    else
        fprintf(stream, " as if it ended now; %s to move%s\n", mover,
                self->passes ? " after a pass" : "");
}

static void show_fields(const AgrosField *fields, int count, FILE *stream) {
    int totals[SIDE_COUNT] = {0}, cells[SIDE_COUNT + 1] = {0};
    for (int i = 0; i < count; i++) {
        cells[fields[i].owner < 0 ? SIDE_COUNT : fields[i].owner] += fields[i].count;
        if (fields[i].owner >= 0) totals[fields[i].owner]++;
    }
    fprintf(
        stream, "%d field%s: Light controls %d (+, %d cells), Dark %d (-, %d), nobody %d (., %d)\n",
        count, count == 1 ? "" : "s", totals[SIDE_FIRST], cells[SIDE_FIRST], totals[SIDE_SECOND],
        cells[SIDE_SECOND], count - totals[SIDE_FIRST] - totals[SIDE_SECOND], cells[SIDE_COUNT]);
}

void agros_show(const AgrosPosition *self, const Marks *marks, FILE *stream, bool color) {
    AgrosField fields[AGROS_CELLS];
    const int count = agros_fields(self, fields);
    Owners owners;
    mark_owners(fields, count, &owners);
    show_columns(self, marks, stream);
    for (unsigned y = self->size; y-- > 0;) {
        fprintf(stream, "%3u", y + 1);
        for (unsigned x = 0; x < self->size; x++)
            show_cell(self, &owners, marks, 16 * y + x, stream, color);
        fprintf(stream, "  %u\n", y + 1);
    }
    show_columns(self, marks, stream);
    show_fields(fields, count, stream);
    show_status(self, stream);
}

static void write_field(const AgrosPosition *self, const AgrosField *field, JsonWriter *json) {
    json_begin_object(json);
    json_key(json, "cells");
    json_begin_array(json);
    for (unsigned x = 0; x < self->size; x++)
        for (unsigned y = 0; y < self->size; y++)
            if (field_has(field, 16 * y + x)) {
                char text[MOVE_TEXT_SIZE];
                agros_move_format(agros_move(AGROS_PLACE, 0, 16 * y + x), text);
                json_text(json, text);
            }
    json_end_array(json);
    json_key(json, "owner");
    if (field->owner < 0)
        json_null(json);
    else
        json_text(json, side_name((Side)field->owner));
    json_put_integer(json, "value", field->value);
    json_end_object(json);
}

void agros_show_json(const AgrosPosition *self, JsonWriter *json) {
    AgrosField fields[AGROS_CELLS];
    const int count = agros_fields(self, fields);
    json_key(json, "fields");
    json_begin_array(json);
    for (int i = 0; i < count; i++) write_field(self, &fields[i], json);
    json_end_array(json);
}
