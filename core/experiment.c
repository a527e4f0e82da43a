#include "core/experiment.h"
#include "core/pairing.h"
#include "core/text_stream.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void experiment_release(Experiment *self) {
    opening_book_release(&self->book);
    part_release(&self->part);
    for (int32_t i = 0; i < self->cell_count; i++) free(self->cells[i].repeats);
    free(self->variants);
    free(self->players);
    free(self->cells);
    memset(self, 0, sizeof *self);
}

int64_t experiment_games(const Experiment *self) {
    return self->games_per_cell * self->cell_count;
}

int64_t experiment_part_games(const Experiment *self) {
    return part_place(&self->part, experiment_games(self));
}

bool experiment_may_stop(const Experiment *self) {
    return self->stop.kind != STOP_NEVER && (!part_is_split(&self->part) || self->part.merged);
}

int64_t experiment_cell_games(const Experiment *self, int32_t cell) {
    const int64_t first = cell * self->games_per_cell;
    return part_place(&self->part, first + self->games_per_cell) - part_place(&self->part, first);
}

GameNumber experiment_game(const Experiment *self, int64_t id) {
    return (GameNumber){(int32_t)(id / self->games_per_cell), id % self->games_per_cell};
}

bool cell_is_paired(const Cell *self) {
    return self->players[0] != self->players[1];
}

int64_t cell_unit(const Cell *self, int64_t number) {
    return cell_is_paired(self) ? number / 2 : number;
}

int64_t experiment_units(const Experiment *self, const Cell *cell) {
    return cell_unit(cell, self->games_per_cell);
}

bool experiment_is_deterministic(const Experiment *self, const Cell *cell) {
    return self->players[cell->players[0]].deterministic &&
           self->players[cell->players[1]].deterministic;
}

bool experiment_is_repeat(const Experiment *self, GameNumber game) {
    const Cell *cell = &self->cells[game.cell];
    const int64_t unit = cell_unit(cell, game.number);
    return cell->repeats && cell->repeats[unit / 8] >> unit % 8 & 1;
}

int cell_first_player(const Cell *self, int64_t number) {
    return cell_is_paired(self) && number % 2 != 0;
}

int32_t experiment_ply_limit(const Experiment *self, const Cell *cell) {
    if (self->ply_limit > 0) return self->ply_limit;
    return self->variants[cell->variant].game->default_ply_limit;
}

int32_t experiment_opening_plies(const Experiment *self, const Cell *cell) {
    const Variant *variant = &self->variants[cell->variant];
    if (self->opening_plies != OPENING_PLACEMENT) return self->opening_plies;
    return variant->game->placement_plies(&variant->options);
}

// Against the order of the players, it is the other game of a pair that has a number.
static bool is_swapped(const Cell *cell) {
    return cell->players[0] > cell->players[1];
}

void experiment_set_seeds(Experiment *self) {
    for (int32_t i = 0; i < self->cell_count; i++) {
        Cell *cell = &self->cells[i];
        char spec[SPEC_MAX_LENGTH];
        variant_format(&self->variants[cell->variant], spec);
        cell->seed = seed_text(seed_init((uint64_t)self->seed), spec);
        for (int p = 0; p < 2; p++) {
            const int32_t player = cell->players[is_swapped(cell) ? 1 - p : p];
            cell->seed = seed_text(cell->seed, self->players[player].name);
        }
    }
}

Seed experiment_seed(const Experiment *self, GameNumber game, const char *role) {
    const Cell *cell = &self->cells[game.cell];
    const bool shared = cell_is_paired(cell) && strcmp(role, "opening") == 0;
    const int64_t number = is_swapped(cell) ? game.number ^ 1 : game.number;
    return seed_text(seed_number(cell->seed, (uint64_t)(shared ? number / 2 : number)), role);
}

static void write_games(const Experiment *self, JsonWriter *json) {
    json_key(json, "games");
    json_begin_array(json);
    for (int32_t i = 0; i < self->variant_count; i++) {
        char spec[SPEC_MAX_LENGTH];
        variant_format(&self->variants[i], spec);
        json_text(json, spec);
    }
    json_end_array(json);
}

static void write_players(const Experiment *self, JsonWriter *json) {
    json_key(json, "players");
    json_begin_object(json);
    for (int32_t i = 0; i < self->player_count; i++) {
        json_key(json, self->players[i].name);
        json_text(json, self->players[i].spec);
    }
    json_end_object(json);
}

// All that the hash is made of.
static void write_substance(const Experiment *self, JsonWriter *json) {
    json_put_integer(json, "seed", self->seed);
    write_games(self, json);
    write_players(self, json);
    json_key(json, "pairing");
    pairing_write(self, json);
    json_key(json, "opening");
    json_begin_object(json);
    if (self->opening_plies == OPENING_PLACEMENT) {
        json_put_text(json, "random_plies", "placement");
    } else
        json_put_integer(json, "random_plies", self->opening_plies);
    opening_book_write(&self->book, json);
    json_end_object(json);
    if (self->ply_limit) json_put_integer(json, "ply_limit", self->ply_limit);
    adjudication_write(&self->adjudication, json);
    if (self->values) json_put_flag(json, "values", true);
    if (self->allow_repeats) json_put_flag(json, "allow_repeats", true);
    json_put_integer(json, "window", self->window);
    json_put_integer(json, "compression", self->compression);
}

void experiment_write(const Experiment *self, JsonWriter *json) {
    json_begin_object(json);
    json_put_text(json, "name", self->name);
    write_substance(self, json);
    json_put_integer(json, "games_per_cell", self->games_per_cell);
    if (self->stop.kind != STOP_NEVER) {
        json_key(json, "stop");
        stop_rule_write(&self->stop, json);
    }
    json_end_object(json);
}

bool experiment_hash(const Experiment *self, char digits[17], Status *status) {
    TextStream text;
    if (!text_stream_open(&text, status)) return false;
    JsonWriter json = json_writer(text.stream, false);
    json_begin_object(&json);
    write_substance(self, &json);
    json_end_object(&json);
    if (!text_stream_close(&text, status)) return false;
    snprintf(digits, 17, "%016" PRIx64, seed_text(seed_init(0), text.text).low);
    free(text.text);
    return true;
}
