// Sets of cells of Agros: growing, flooding, and lists of harvests that compare as the rules say.
#ifndef HARROW_AGROS_SET_H
#define HARROW_AGROS_SET_H

#include "core/agros_board.h"

static inline bool agros_set_any(AgrosSet set) {
    return lanes_any((Lanes64)set);
}

static inline int agros_set_count(AgrosSet set) {
    const Lanes64 words = (Lanes64)set;
    int count = 0;
    for (int i = 0; i < 4; i++) count += __builtin_popcountll(words[i]);
    return count;
}

// The set with only the lowest cell of a set that has one.
static inline AgrosSet agros_set_lowest(AgrosSet set) {
    Lanes64 words = (Lanes64)set, lowest = {0};
    int i = 0;
    while (!words[i]) i++;
    lowest[i] = words[i] & -words[i];
    return (AgrosSet)lowest;
}

// The set moved by one row each way; what leaves the 16 rows is gone.
static inline AgrosSet agros_set_north(AgrosSet set) {
    const AgrosSet none = {0};
    return __builtin_shufflevector(none, set, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
                                   29, 30);
}
static inline AgrosSet agros_set_south(AgrosSet set) {
    const AgrosSet none = {0};
    return __builtin_shufflevector(none, set, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29,
                                   30, 31, 0);
}

// The cells of the set and their orthogonal neighbours; off-board ones are the caller's to remove.
static inline AgrosSet agros_set_grow(AgrosSet set) {
    return set | set << 1 | set >> 1 | agros_set_north(set) | agros_set_south(set);
}

// The same with all eight neighbours.
static inline AgrosSet agros_set_surround(AgrosSet set) {
    const AgrosSet wide = set | set << 1 | set >> 1;
    return wide | agros_set_north(wide) | agros_set_south(wide);
}

// The cells of `within` connected to `seed`; two steps a test, because most fields need several.
static inline AgrosSet agros_set_flood(AgrosSet seed, AgrosSet within) {
    AgrosSet field = seed;
    for (;;) {
        const AgrosSet grown = agros_set_grow(agros_set_grow(field) & within) & within;
        if (!agros_set_any(grown ^ field)) return field;
        field = grown;
    }
}

// A list of harvests as one number that compares as the rules compare such lists: four bits count
// the farmers of each harvest, the highest harvest in the highest bits. (At most 15 of a side.)
typedef uint64_t AgrosHarvests;

static inline AgrosHarvests agros_harvests_one(unsigned harvest) {
    return UINT64_C(1) << (4 * (harvest - 1));
}

// The greatest harvest of a list that is not empty.
static inline int agros_harvests_greatest(AgrosHarvests list) {
    return (63 - __builtin_clzll(list)) / 4 + 1;
}

// Those of a side's farmers on a set of cells, given as its rows.
static inline AgrosHarvests agros_harvests_beside(const AgrosPosition *self, unsigned side,
                                                  const uint16_t *rows) {
    AgrosHarvests list = 0;
    for (unsigned i = 0; i < self->placed[side]; i++) {
        const unsigned cell = self->cell[side][i];
        const unsigned beside = rows[agros_row(cell)] >> agros_column(cell) & 1;
        list += (AgrosHarvests)beside << (4 * (self->harvest[side][i] - 1));
    }
    return list;
}

// Those of all of a side's farmers.
static inline AgrosHarvests agros_harvests_all(const AgrosPosition *self, unsigned side) {
    AgrosHarvests list = 0;
    for (unsigned i = 0; i < self->placed[side]; i++)
        list += agros_harvests_one(self->harvest[side][i]);
    return list;
}

#endif
