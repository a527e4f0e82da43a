#include "core/pairing.h"

#include <stdlib.h>
#include <string.h>

static bool refuse(const cJSON *item, const char *path, const char *reason, Status *status) {
    char *text = json_line(item);
    status_fail(status, EXIT_INPUT, "%s: %.60s: %s", path, text ? text : "", reason);
    free(text);
    return false;
}

static bool make_room(Experiment *self, int64_t pairings, Status *status) {
    const int64_t cells = pairings * self->variant_count;
    if (cells > EXPERIMENT_MAX_CELLS)
        return status_fail(status, EXIT_INPUT, "games: %lld cells, at most %d expected",
                           (long long)cells, EXPERIMENT_MAX_CELLS);
    self->cells = calloc((size_t)cells, sizeof *self->cells);
    return self->cells || status_fail(status, EXIT_RESOURCE, "out of memory");
}

// Adds a cell of the first variant.
static void add_pairing(Experiment *self, int32_t player, int32_t other) {
    self->cells[self->cell_count++] = (Cell){.players = {player, other}};
}

// The other variants get the cells of the first.
static void repeat_pairings(Experiment *self) {
    const int32_t pairings = self->cell_count;
    for (int32_t variant = 1; variant < self->variant_count; variant++)
        for (int32_t i = 0; i < pairings; i++) {
            Cell cell = self->cells[i];
            cell.variant = variant;
            self->cells[self->cell_count++] = cell;
        }
}

static bool make_self(Experiment *self, Status *status) {
    self->pairing = PAIRING_SELF;
    if (!make_room(self, self->player_count, status)) return false;
    for (int32_t i = 0; i < self->player_count; i++) add_pairing(self, i, i);
    return true;
}

static bool make_round_robin(Experiment *self, Status *status) {
    const int64_t players = self->player_count;
    self->pairing = PAIRING_ROUND_ROBIN;
    if (players < 2)
        return status_fail(status, EXIT_INPUT, "pairing: round-robin needs two players or more");
    if (!make_room(self, players * (players - 1) / 2, status)) return false;
    for (int32_t i = 0; i < players; i++)
        for (int32_t j = i + 1; j < players; j++) add_pairing(self, i, j);
    return true;
}

// On each strength ladder everybody meets himself, and who stands a step below.
static bool make_ladder(Experiment *self, Status *status) {
    self->pairing = PAIRING_LIST;
    if (!make_room(self, 2 * (int64_t)self->player_count, status)) return false;
    for (int32_t i = 0; i < self->player_count; i++) {
        if (self->players[i].step < 0) continue;
        if (self->players[i].step > 0) add_pairing(self, i, i - 1);
        add_pairing(self, i, i);
    }
    return self->cell_count > 0 ||
           status_fail(status, EXIT_INPUT, "pairing: \"ladder\" needs the key 'ladder'");
}

static bool find_player(const Experiment *self, const cJSON *item, const char *path,
                        int32_t *player, Status *status) {
    if (!cJSON_IsString(item)) return refuse(item, path, "the name of a player expected", status);
    for (*player = 0; *player < self->player_count; ++*player)
        if (strcmp(self->players[*player].name, item->valuestring) == 0) return true;
    return refuse(item, path, "is none of 'players'", status);
}

// The value under "gauntlet"; NULL with the status filled if there is none, or another key.
static const cJSON *gauntlet_item(const cJSON *pairing, Status *status) {
    const cJSON *item, *found = NULL;
    cJSON_ArrayForEach(item, pairing) {
        if (strcmp(item->string, "gauntlet") == 0)
            found = item;
        else if (!json_is_comment(item)) {
            status_fail(status, EXIT_INPUT, "pairing.%s: unknown key", item->string);
            return NULL;
        }
    }
    if (!found) status_fail(status, EXIT_INPUT, "pairing.gauntlet: the name of a player expected");
    return found;
}

static bool make_gauntlet(Experiment *self, const cJSON *pairing, Status *status) {
    const cJSON *item = gauntlet_item(pairing, status);
    int32_t player;
    self->pairing = PAIRING_GAUNTLET;
    if (!item || !find_player(self, item, "pairing.gauntlet", &player, status)) return false;
    if (self->player_count < 2)
        return refuse(item, "pairing.gauntlet", "a gauntlet needs two players or more", status);
    if (!make_room(self, self->player_count - 1, status)) return false;
    for (int32_t i = 0; i < self->player_count; i++)
        if (i != player) add_pairing(self, player, i);
    return true;
}

// Reads one entry of the list. `seen` tells for each two players, the lower index × player_count +
// the higher one, the number of the entry that has them, from 1; 0 = none.
static bool read_entry(Experiment *self, const cJSON *entry, int32_t number, int32_t *seen,
                       Status *status) {
    char path[40], reason[64];
    int32_t players[2];
    snprintf(path, sizeof path, "pairing[%d]", number);
    if (!cJSON_IsArray(entry) || cJSON_GetArraySize(entry) != 2)
        return refuse(entry, path, "a list of two names expected", status);
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "pairing[%d][%d]", number, i);
        if (!find_player(self, cJSON_GetArrayItem(entry, i), path, &players[i], status))
            return false;
    }
    const bool swapped = players[0] > players[1];
    int32_t *there = &seen[players[swapped] * self->player_count + players[!swapped]];
    snprintf(path, sizeof path, "pairing[%d]", number);
    snprintf(reason, sizeof reason, "the same two as in pairing[%d]", *there - 1);
    if (*there) return refuse(entry, path, reason, status);
    *there = number + 1;
    add_pairing(self, players[0], players[1]);
    return true;
}

static bool make_list(Experiment *self, const cJSON *pairing, Status *status) {
    const size_t players = (size_t)self->player_count;
    self->pairing = PAIRING_LIST;
    if (!pairing->child) return status_fail(status, EXIT_INPUT, "pairing: an empty list");
    if (!make_room(self, cJSON_GetArraySize(pairing), status)) return false;
    int32_t *seen = calloc(players * players, sizeof *seen);
    bool good = seen || status_fail(status, EXIT_RESOURCE, "out of memory");
    int32_t number = 0;
    for (const cJSON *entry = pairing->child; good && entry; entry = entry->next)
        good = read_entry(self, entry, number++, seen, status);
    free(seen);
    return good;
}

static bool make_pairings(Experiment *self, const cJSON *pairing, Status *status) {
    const char *text = pairing ? cJSON_GetStringValue(pairing) : "self";
    if (text && strcmp(text, "self") == 0) return make_self(self, status);
    if (text && strcmp(text, "round-robin") == 0) return make_round_robin(self, status);
    if (text && strcmp(text, "ladder") == 0) return make_ladder(self, status);
    if (cJSON_IsObject(pairing)) return make_gauntlet(self, pairing, status);
    if (cJSON_IsArray(pairing)) return make_list(self, pairing, status);
    return refuse(pairing, "pairing",
                  "\"self\", \"round-robin\", \"ladder\", {\"gauntlet\": NAME} or a list of "
                  "two-name lists expected",
                  status);
}

bool pairing_read(Experiment *self, const cJSON *pairing, Status *status) {
    if (!make_pairings(self, pairing, status)) return false;
    repeat_pairings(self);
    return true;
}

static void write_gauntlet(const Experiment *self, JsonWriter *json) {
    json_begin_object(json);
    json_put_text(json, "gauntlet", self->players[self->cells[0].players[0]].name);
    json_end_object(json);
}

static void write_list(const Experiment *self, JsonWriter *json) {
    json_begin_array(json);
    for (int32_t i = 0; i < self->cell_count / self->variant_count; i++) {
        json_begin_array(json);
        for (int seat = 0; seat < 2; seat++)
            json_text(json, self->players[self->cells[i].players[seat]].name);
        json_end_array(json);
    }
    json_end_array(json);
}

int pairing_subject(const Experiment *self) {
    return self->pairing == PAIRING_GAUNTLET;
}

void pairing_write(const Experiment *self, JsonWriter *json) {
    switch (self->pairing) {
    case PAIRING_SELF:
        json_text(json, "self");
        break;
    case PAIRING_ROUND_ROBIN:
        json_text(json, "round-robin");
        break;
    case PAIRING_GAUNTLET:
        write_gauntlet(self, json);
        break;
    case PAIRING_LIST:
        write_list(self, json);
        break;
    }
}
