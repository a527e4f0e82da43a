#include "analysis/viewer_data.h"
#include "analysis/html.h"
#include "analysis/record_walk.h"
#include "analysis/report_words.h"
#include "core/agros_board.h"
#include "core/base64.h"
#include "core/member.h"
#include "core/text_stream.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A game that is shown, and why.
typedef struct Chosen {
    const StudyCell *cell;
    const SampleGame *game;
    unsigned reasons; // bit r: SampleReason r
    char *data;       // compressed, in base64
} Chosen;

typedef struct Choice {
    Chosen games[VIEWER_MAX_GAMES];
    size_t count;
} Choice;

// ---- One game, ply by ply ----

// The columns of a game's JSON, each a list with an entry for a position or for a ply.
typedef enum Column {
    COLUMN_POSITIONS,
    COLUMN_SIDES,  // to move, 0 or 1
    COLUMN_VALUES, // what the first player may expect, 0..1, or null
    COLUMN_SCORES, // [first, second] in points
    COLUMN_FIELDS, // [owner (0, 1, −1), value, [cells]] of each field; a cell is row × size +
                   // column
    COLUMN_COUNT
} Column;

static const char *const COLUMNS[COLUMN_COUNT] = {"positions", "sides", "values", "scores",
                                                  "fields"};

typedef struct Columns {
    TextStream texts[COLUMN_COUNT];
    JsonWriter json[COLUMN_COUNT];
    int open;
} Columns;

static bool columns_open(Columns *self, Status *status) {
    *self = (Columns){0};
    while (self->open < COLUMN_COUNT) {
        if (!text_stream_open(&self->texts[self->open], status)) return false;
        self->json[self->open] = json_writer(self->texts[self->open].stream, false);
        json_begin_array(&self->json[self->open]);
        self->open++;
    }
    return true;
}

static bool columns_close(Columns *self, Status *status) {
    bool good = true;
    for (int i = 0; i < self->open; i++) {
        json_end_array(&self->json[i]);
        good = text_stream_close(&self->texts[i], status) && good;
    }
    return good;
}

static void write_fields(JsonWriter *json, const AgrosPosition *position) {
    AgrosField fields[AGROS_CELLS];
    const int count = agros_fields(position, fields);
    json_begin_array(json);
    for (int i = 0; i < count; i++) {
        json_begin_array(json);
        json_integer(json, fields[i].owner);
        json_integer(json, fields[i].value);
        json_begin_array(json);
        for (unsigned y = 0; y < position->size; y++)
            for (unsigned x = 0; x < position->size; x++)
                if (fields[i].cells[y] >> x & 1) json_integer(json, y * position->size + x);
        json_end_array(json);
        json_end_array(json);
    }
    json_end_array(json);
}

static void add_position(Columns *self, const RecordWalk *walk) {
    char text[GAME_POSITION_TEXT_SIZE];
    const Line *line = &walk->line;
    const Game *game = line->variant.game;
    game->format(&line->position, text);
    json_text(&self->json[COLUMN_POSITIONS], text);
    json_integer(&self->json[COLUMN_SIDES], line_side(line));
    const int value = record_walk_first_value(walk);
    json_number(&self->json[COLUMN_VALUES],
                value == WALK_NO_VALUE ? NAN
                                       : floor(1000.0 * value / WALK_FULL_VALUE + 0.5) / 1000);
    if (game->has_score) {
        const Score score = game->score(&line->position);
        JsonWriter *json = &self->json[COLUMN_SCORES];
        json_begin_array(json);
        for (int side = 0; side < SIDE_COUNT; side++) json_number(json, score.halves[side] / 2.0);
        json_end_array(json);
    }
    if (strcmp(game->name, "agros") == 0)
        write_fields(&self->json[COLUMN_FIELDS], &line->position.agros);
}

static bool walk_positions(Columns *columns, const Record *record, Status *status) {
    RecordWalk walk;
    WalkStep step = WALK_FAILED;
    record_walk_init(&walk);
    bool more = record_walk_start(&walk, record, status);
    while (more) {
        step = record_walk_next(&walk, status);
        if (step != WALK_FAILED) add_position(columns, &walk);
        more = step == WALK_PLY;
    }
    record_walk_release(&walk);
    return step == WALK_END;
}

// The JSON of a game, for the caller to free.
static char *game_json(const Record *record, Status *status) {
    Columns columns;
    TextStream text = {0};
    bool good = columns_open(&columns, status);
    good = good && walk_positions(&columns, record, status);
    good = columns_close(&columns, status) && good && text_stream_open(&text, status);
    if (good) {
        fputc('{', text.stream);
        for (int i = 0; i < COLUMN_COUNT; i++)
            if (strcmp(columns.texts[i].text, "[]") != 0) // of another game's
                fprintf(text.stream, "\"%s\":%s,", COLUMNS[i], columns.texts[i].text);
        JsonWriter json = json_writer(text.stream, false);
        fputs("\"moves\":", text.stream);
        json_text(&json, record->moves);
        fputc('}', text.stream);
        good = text_stream_close(&text, status);
    }
    for (int i = 0; i < columns.open; i++) free(columns.texts[i].text);
    return good ? text.text : NULL;
}

static char *pack(const char *json, Status *status) {
    MemberText text = {0};
    size_t size = 0;
    unsigned char *packed = NULL;
    char *base64 = NULL;
    if (member_add(&text, json, strlen(json))) packed = member_compress(&text, 9, &size);
    if (packed) base64 = malloc(base64_length(size) + 1);
    if (base64)
        base64_encode(packed, size, base64);
    else
        status_fail(status, EXIT_RESOURCE, "out of memory");
    member_release(&text);
    free(packed);
    return base64;
}

// Reads a record that was read before.
static cJSON *reread(const SampleGame *game, Record *record, Status *status) {
    cJSON *tree = json_parse(game->json, game->size, status);
    if (tree && record_read(record, tree, status)) return tree;
    cJSON_Delete(tree);
    return NULL;
}

static char *game_data(const SampleGame *game, Status *status) {
    Record record;
    cJSON *tree = reread(game, &record, status);
    char *json = tree ? game_json(&record, status) : NULL;
    char *data = json ? pack(json, status) : NULL;
    free(json);
    cJSON_Delete(tree);
    return data;
}

// ---- The choice ----

static bool choose(Choice *self, const StudyCell *cell, SampleReason reason, int place,
                   size_t *budget, Status *status) {
    const SampleGame *game = &cell->sample.games[reason][place];
    if (!game->json) return true;
    for (size_t i = 0; i < self->count; i++)
        if (self->games[i].game->id == game->id) {
            self->games[i].reasons |= 1u << reason;
            return true;
        }
    if (self->count == VIEWER_MAX_GAMES) return true;
    char *data = game_data(game, status);
    if (!data) return false;
    const size_t size = strlen(data);
    if (size > *budget) {
        free(data);
        return true;
    }
    *budget -= size;
    self->games[self->count++] = (Chosen){cell, game, 1u << reason, data};
    return true;
}

static bool choose_all(Choice *self, const Study *study, size_t *budget, Status *status) {
    for (int place = 0; place < SAMPLE_MAX; place++)
        for (int reason = 0; reason < SAMPLE_REASONS; reason++)
            for (size_t i = 0; i < study->shown; i++)
                if (!choose(self, &study->cells[i], (SampleReason)reason, place, budget, status))
                    return false;
    return true;
}

static int compare_chosen(const void *a, const void *b) {
    const Chosen *x = a, *y = b;
    return (x->game->id > y->game->id) - (x->game->id < y->game->id);
}

static void write_cells(JsonWriter *json, const Study *study) {
    json_key(json, "cells");
    json_begin_array(json);
    for (size_t i = 0; i < study->shown; i++) {
        char name[REPORT_NAME_SIZE];
        report_cell_name(study, &study->cells[i], name);
        json_begin_object(json);
        json_put_text(json, "name", name);
        json_put_text(json, "kind", study->cells[i].variant->game->name);
        json_end_object(json);
    }
    json_end_array(json);
}

static void write_facts(JsonWriter *json, const Record *record) {
    json_put_integer(json, "id", record->id);
    json_put_integer(json, "cell", record->cell);
    json_put_text(json, "first", record->first);
    json_put_text(json, "second", record->second);
    json_put_integer(json, "opening", record->opening);
    json_put_integer(json, "plies", record->plies);
    json_put_text(json, "result", result_name(record->result));
    json_put_text(json, "end", end_name(record->end));
    if (!record->has_score) return;
    json_key(json, "score");
    json_begin_array(json);
    for (int side = 0; side < SIDE_COUNT; side++)
        json_number(json, record->score.halves[side] / 2.0);
    json_end_array(json);
}

static bool write_chosen(JsonWriter *json, const Chosen *chosen, Status *status) {
    Record record;
    cJSON *tree = reread(chosen->game, &record, status);
    if (!tree) return false;
    json_begin_object(json);
    write_facts(json, &record);
    json_key(json, "reasons");
    json_begin_array(json);
    for (int reason = 0; reason < SAMPLE_REASONS; reason++)
        if (chosen->reasons >> reason & 1)
            json_text(json, sample_reason_name((SampleReason)reason));
    json_end_array(json);
    json_put_text(json, "data", chosen->data);
    json_end_object(json);
    cJSON_Delete(tree);
    return true;
}

static bool write_choice(FILE *stream, const Study *study, Choice *choice, Status *status) {
    TextStream text;
    if (!text_stream_open(&text, status)) return false;
    JsonWriter json = json_writer(text.stream, false);
    bool good = true;
    json_begin_object(&json);
    write_cells(&json, study);
    json_key(&json, "games");
    json_begin_array(&json);
    if (choice->count > 1)
        qsort(choice->games, choice->count, sizeof *choice->games, compare_chosen);
    for (size_t i = 0; good && i < choice->count; i++)
        good = write_chosen(&json, &choice->games[i], status);
    json_end_array(&json);
    json_end_object(&json);
    if (!text_stream_close(&text, status)) return false;
    if (good) html_json(stream, text.text);
    free(text.text);
    return good;
}

bool viewer_data_write(FILE *stream, const Study *study, size_t budget, size_t *games,
                       Status *status) {
    Choice *choice = calloc(1, sizeof *choice);
    if (!choice) return status_fail(status, EXIT_RESOURCE, "out of memory");
    const bool good =
        choose_all(choice, study, &budget, status) && write_choice(stream, study, choice, status);
    *games = choice->count;
    for (size_t i = 0; i < choice->count; i++) free(choice->games[i].data);
    free(choice);
    return good;
}
