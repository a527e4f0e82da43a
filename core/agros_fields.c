#include "core/agros_board.h"
#include "core/agros_rules.h"

typedef uint64_t SetWords __attribute__((vector_size(32)));

static inline bool set_any(AgrosSet set) {
    const SetWords words = (SetWords)set;
    return (words[0] | words[1] | words[2] | words[3]) != 0;
}

static inline int set_count(AgrosSet set) {
    const SetWords words = (SetWords)set;
    int count = 0;
    for (int i = 0; i < 4; i++) count += __builtin_popcountll(words[i]);
    return count;
}

// The set with only the lowest cell of a set that has one.
static inline AgrosSet set_lowest(AgrosSet set) {
    SetWords words = (SetWords)set, lowest = {0};
    int i = 0;
    while (!words[i]) i++;
    lowest[i] = words[i] & -words[i];
    return (AgrosSet)lowest;
}

// The cells of the set and their orthogonal neighbours; off-board ones are the caller's to remove.
static inline AgrosSet set_grow(AgrosSet set) {
    const AgrosSet none = {0};
    const AgrosSet north = __builtin_shufflevector(none, set, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24,
                                                   25, 26, 27, 28, 29, 30);
    const AgrosSet south = __builtin_shufflevector(none, set, 17, 18, 19, 20, 21, 22, 23, 24, 25,
                                                   26, 27, 28, 29, 30, 31, 0);
    return set | set << 1 | set >> 1 | north | south;
}

// The cells of `within` connected to `seed`; two steps a test, because most fields need several.
static inline AgrosSet set_flood(AgrosSet seed, AgrosSet within) {
    AgrosSet field = seed;
    for (;;) {
        const AgrosSet grown = set_grow(set_grow(field) & within) & within;
        if (!set_any(grown ^ field)) return field;
        field = grown;
    }
}

// A list of harvests as one number that compares as the rules compare such lists: four bits count
// the farmers of each harvest, the highest harvest in the highest bits. (At most 15 of a side.)
typedef uint64_t HarvestList;

static inline HarvestList one_harvest(unsigned harvest) {
    return UINT64_C(1) << (4 * (harvest - 1));
}

// The greatest harvest of a list that is not empty.
static inline int greatest_harvest(HarvestList list) {
    return (63 - __builtin_clzll(list)) / 4 + 1;
}

static inline HarvestList harvests_beside(const AgrosPosition *self, unsigned side,
                                          const uint16_t *grown) {
    HarvestList list = 0;
    for (unsigned i = 0; i < self->placed[side]; i++) {
        const unsigned cell = self->cell[side][i];
        const unsigned beside = grown[agros_row(cell)] >> agros_column(cell) & 1;
        list += (HarvestList)beside << (4 * (self->harvest[side][i] - 1));
    }
    return list;
}

// Who controls a field and its value; the count of cells is set already.
static inline void judge_field(const AgrosPosition *self, AgrosField *field) {
    uint16_t grown[AGROS_MAX_SIZE];
    const AgrosSet around = set_grow(field->cells);
    memcpy(grown, &around, sizeof grown);
    const HarvestList first = harvests_beside(self, SIDE_FIRST, grown);
    const HarvestList second = harvests_beside(self, SIDE_SECOND, grown);
    field->owner = first > second ? SIDE_FIRST : first < second ? SIDE_SECOND : -1;
    const HarvestList greater = first > second ? first : second;
    field->value = first == second ? 0 : field->count * greatest_harvest(greater);
}

// Takes the field of the lowest empty cell out of the set of those that are left.
static inline void take_field(const AgrosPosition *self, AgrosSet *empty, AgrosField *field) {
    field->cells = set_flood(set_lowest(*empty), *empty);
    field->count = set_count(field->cells);
    judge_field(self, field);
    *empty &= ~field->cells;
}

int agros_fields(const AgrosPosition *self, AgrosField *fields) {
    int count = 0;
    for (AgrosSet empty = agros_empty(self); set_any(empty); count++)
        take_field(self, &empty, &fields[count]);
    return count;
}

static HarvestList all_harvests(const AgrosPosition *self, unsigned side) {
    HarvestList list = 0;
    for (unsigned i = 0; i < self->placed[side]; i++) list += one_harvest(self->harvest[side][i]);
    return list;
}

Score agros_score(const AgrosPosition *self) {
    Score score = {{0, self->komi_halves}};
    AgrosField field;
    for (AgrosSet empty = agros_empty(self); set_any(empty);) {
        take_field(self, &empty, &field);
        if (field.owner >= 0) score.halves[field.owner] += 2 * field.value;
    }
    if (agros_in_opening(self)) return score;
    const HarvestList first = all_harvests(self, SIDE_FIRST);
    const HarvestList second = all_harvests(self, SIDE_SECOND);
    if (first != second) score.halves[first > second ? SIDE_FIRST : SIDE_SECOND]++;
    return score;
}
