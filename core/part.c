#include "core/part.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool make_room(Part *self, int32_t held, Status *status) {
    self->shards = malloc((size_t)held * sizeof *self->shards);
    return self->shards || status_fail(status, EXIT_RESOURCE, "out of memory");
}

bool part_parse(Part *self, const char *text, Status *status) {
    int32_t number = 0, of = 0;
    int length = 0;
    *self = (Part){0};
    if (sscanf(text, "%" SCNd32 "/%" SCNd32 "%n", &number, &of, &length) != 2 || text[length] ||
        strspn(text, "0123456789/") != strlen(text) || strlen(text) > 15 || number < 1 ||
        number > of || of > PART_MAX_SHARDS)
        return status_fail(status, EXIT_INPUT,
                           "'%.40s': I/N expected, such as 2/3: shard I of N, with 1 <= I <= N <= "
                           "%d",
                           text, PART_MAX_SHARDS);
    if (of == 1) return true;
    if (!make_room(self, 1, status)) return false;
    self->of = of;
    self->shards[self->held++] = number - 1;
    return true;
}

// The shards of a list, ascending and from 1.
static bool read_shards(Part *self, const cJSON *list, Status *status) {
    const cJSON *item;
    const int count = cJSON_GetArraySize(list);
    if (!make_room(self, count > 0 ? count : 1, status)) return false;
    cJSON_ArrayForEach(item, list) {
        int64_t number;
        if (!json_to_integer(item, &number) || number > self->of ||
            number <= (self->held > 0 ? self->shards[self->held - 1] + 1 : 0))
            return status_fail(status, EXIT_INPUT,
                               "part.shards: ascending numbers of 1..%" PRId32 " expected",
                               self->of);
        self->shards[self->held++] = (int32_t)number - 1;
    }
    return self->held > 0 ||
           status_fail(status, EXIT_INPUT, "part.shards: a list of numbers expected");
}

bool part_read(Part *self, const cJSON *tree, Status *status) {
    int64_t of;
    *self = (Part){0};
    if (!tree) return true;
    if (!json_to_integer(cJSON_GetObjectItemCaseSensitive(tree, "of"), &of) || of < 2 ||
        of > PART_MAX_SHARDS)
        return status_fail(status, EXIT_INPUT, "part.of: a whole number of 2..%d expected",
                           PART_MAX_SHARDS);
    self->of = (int32_t)of;
    self->merged = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(tree, "merged"));
    return read_shards(self, cJSON_GetObjectItemCaseSensitive(tree, "shards"), status);
}

void part_release(Part *self) {
    free(self->shards);
    *self = (Part){0};
}

bool part_is_split(const Part *self) {
    return self->of > 1;
}

bool part_equals(const Part *self, const Part *other) {
    if (!part_is_split(self) || !part_is_split(other))
        return part_is_split(self) == part_is_split(other);
    return self->of == other->of && self->held == other->held && self->merged == other->merged &&
           memcmp(self->shards, other->shards, (size_t)self->held * sizeof *self->shards) == 0;
}

void part_write(const Part *self, JsonWriter *json) {
    json_begin_object(json);
    json_key(json, "shards");
    json_begin_array(json);
    for (int32_t i = 0; i < self->held; i++) json_integer(json, self->shards[i] + 1);
    json_end_array(json);
    json_put_integer(json, "of", self->of);
    if (self->merged) json_put_flag(json, "merged", true);
    json_end_object(json);
}

void part_format(const Part *self, char text[64]) {
    if (!part_is_split(self))
        snprintf(text, 64, "all games");
    else if (self->held == 1)
        snprintf(text, 64, "shard %" PRId32 " of %" PRId32, self->shards[0] + 1, self->of);
    else
        snprintf(text, 64, "%" PRId32 " shards of %" PRId32, self->held, self->of);
}

// How many shards of the part have lower numbers.
static int32_t shards_below(const Part *self, int32_t shard) {
    int32_t low = 0;
    for (int32_t high = self->held; low < high;) {
        const int32_t middle = low + (high - low) / 2;
        if (self->shards[middle] < shard)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int32_t shard_of(const Part *self, int64_t id) {
    return (int32_t)(id / PART_DEAL % self->of);
}

bool part_has(const Part *self, int64_t id) {
    if (!part_is_split(self)) return true;
    const int32_t shard = shard_of(self, id), below = shards_below(self, shard);
    return below < self->held && self->shards[below] == shard;
}

int64_t part_id(const Part *self, int64_t place) {
    if (!part_is_split(self)) return place;
    const int64_t deal = place / PART_DEAL, round = deal / self->held;
    return (round * self->of + self->shards[deal % self->held]) * PART_DEAL + place % PART_DEAL;
}

int64_t part_place(const Part *self, int64_t id) {
    if (!part_is_split(self)) return id;
    const int64_t round = id / PART_DEAL / self->of;
    const int64_t place = (round * self->held + shards_below(self, shard_of(self, id))) * PART_DEAL;
    return part_has(self, id) ? place + id % PART_DEAL : place;
}
