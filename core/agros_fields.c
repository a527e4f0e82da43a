#include "core/agros_board.h"
#include "core/agros_rules.h"
#include "core/agros_set.h"

// Who controls a field and its value; the count of cells is set already.
static inline void judge_field(const AgrosPosition *self, AgrosField *field) {
    uint16_t grown[AGROS_MAX_SIZE];
    const AgrosSet around = agros_set_grow(field->cells);
    memcpy(grown, &around, sizeof grown);
    const AgrosHarvests first = agros_harvests_beside(self, SIDE_FIRST, grown);
    const AgrosHarvests second = agros_harvests_beside(self, SIDE_SECOND, grown);
    field->owner = first > second ? SIDE_FIRST : first < second ? SIDE_SECOND : -1;
    const AgrosHarvests greater = first > second ? first : second;
    field->value = first == second ? 0 : field->count * agros_harvests_greatest(greater);
}

// Takes the field of the lowest empty cell out of the set of those that are left.
static inline void take_field(const AgrosPosition *self, AgrosSet *empty, AgrosField *field) {
    field->cells = agros_set_flood(agros_set_lowest(*empty), *empty);
    field->count = agros_set_count(field->cells);
    judge_field(self, field);
    *empty &= ~field->cells;
}

int agros_fields(const AgrosPosition *self, AgrosField *fields) {
    int count = 0;
    for (AgrosSet empty = agros_empty(self); agros_set_any(empty); count++)
        take_field(self, &empty, &fields[count]);
    return count;
}

Score agros_score(const AgrosPosition *self) {
    Score score = {{0, self->komi_halves}};
    AgrosField field;
    for (AgrosSet empty = agros_empty(self); agros_set_any(empty);) {
        take_field(self, &empty, &field);
        if (field.owner >= 0) score.halves[field.owner] += 2 * field.value;
    }
    if (agros_in_opening(self)) return score;
    const AgrosHarvests first = agros_harvests_all(self, SIDE_FIRST);
    const AgrosHarvests second = agros_harvests_all(self, SIDE_SECOND);
    if (first != second) score.halves[first > second ? SIDE_FIRST : SIDE_SECOND]++;
    return score;
}
