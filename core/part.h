// Shards: the games of an experiment dealt out, so that several machines play it without knowing
// of each other.
#ifndef HARROW_PART_H
#define HARROW_PART_H

#include "core/json.h"
#include "core/status.h"

#include <stdint.h>

// Games are dealt like cards, two consecutive ids at a time so that pairs stay together: shard s of
// n has the ids of which ⌊id ÷ 2⌋ mod n = s. Each shard then has its share of every cell.
enum { PART_DEAL = 2, PART_MAX_SHARDS = 1 << 20 };

// Some shards of an experiment, or all of it (which is what a part of all zeros is). The games of a
// part stand in the order of their ids, and each has a place in it, from 0.
typedef struct Part {
    int32_t of;      // shards there are; 0 or 1 = the experiment is not split
    int32_t held;    // shards that belong to the part
    int32_t *shards; // their numbers from 0, ascending; owned; NULL where it is not split
    bool merged;     // put together from others, in the order of ids
} Part;

// Reads "i/n", 1 ≤ i ≤ n. The caller releases the part, also after a failure.
bool part_parse(Part *self, const char *text, Status *status);
// Reads the object that part_write writes; NULL is the whole experiment.
bool part_read(Part *self, const cJSON *tree, Status *status);
void part_release(Part *self);

// Whether the experiment is split.
bool part_is_split(const Part *self);
// Whether two parts are of the same shards.
bool part_equals(const Part *self, const Part *other);
// Writes {"shards":[i,…],"of":n}, numbers from 1, and "merged" where it is so.
void part_write(const Part *self, JsonWriter *json);
// What the part is called: "all games", "shard 2 of 3", "2 shards of 3".
void part_format(const Part *self, char text[64]);

// Whether a game belongs to the part.
bool part_has(const Part *self, int64_t id);
// The game at a place.
int64_t part_id(const Part *self, int64_t place);
// How many games of the part have lower ids: the place of one that belongs to it, else of the next.
int64_t part_place(const Part *self, int64_t id);

#endif
