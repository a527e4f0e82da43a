#include "analysis/distinct.h"

#include "core/rng.h"

#include <math.h>
#include <stdlib.h>

enum { DISTINCT_START = 16, REGISTERS = 1 << DISTINCT_REGISTER_BITS };

void distinct_init(Distinct *self) {
    *self = (Distinct){0};
}

void distinct_release(Distinct *self) {
    free(self->slots);
    free(self->registers);
    distinct_init(self);
}

static size_t distinct_find(const Distinct *self, uint64_t key) {
    size_t at = (size_t)key & (self->capacity - 1);
    while (self->slots[at] != 0 && self->slots[at] != key) at = (at + 1) & (self->capacity - 1);
    return at;
}

static bool distinct_grow(Distinct *self) {
    Distinct grown = *self;
    grown.capacity = self->capacity ? 2 * self->capacity : DISTINCT_START;
    grown.slots = calloc(grown.capacity, sizeof *grown.slots);
    if (!grown.slots) return false;
    for (size_t i = 0; i < self->capacity; i++) {
        if (self->slots[i] != 0)
            grown.slots[distinct_find(&grown, self->slots[i])] = self->slots[i];
    }
    free(self->slots);
    *self = grown;
    return true;
}

// The upper bits choose the register; it keeps the largest position of the first 1 in the rest.
static void registers_note(uint8_t registers[REGISTERS], uint64_t key) {
    const size_t index = (size_t)(key >> (64 - DISTINCT_REGISTER_BITS));
    const uint64_t rest = key << DISTINCT_REGISTER_BITS;
    const int rank = rest ? __builtin_clzll(rest) + 1 : 64 - DISTINCT_REGISTER_BITS + 1;
    if (registers[index] < rank) registers[index] = (uint8_t)rank;
}

// Turns the exact set into registers, as if they had been fed from the start.
static bool distinct_condense(Distinct *self) {
    uint8_t *registers = calloc(REGISTERS, 1);
    if (!registers) return false;
    for (size_t i = 0; i < self->capacity; i++) {
        if (self->slots[i] != 0) registers_note(registers, self->slots[i]);
    }
    if (self->has_zero) registers_note(registers, 0);
    distinct_release(self);
    self->registers = registers;
    return true;
}

static bool distinct_insert(Distinct *self, uint64_t key) {
    if (4 * (self->count + 1) > 3 * self->capacity && !distinct_grow(self)) return false;
    uint64_t *slot = &self->slots[distinct_find(self, key)];
    if (*slot != key) self->count++;
    *slot = key;
    return true;
}

static bool distinct_add_key(Distinct *self, uint64_t key) {
    if (self->registers) {
        registers_note(self->registers, key);
        return true;
    }
    if (key == 0)
        self->has_zero = true;
    else if (!distinct_insert(self, key))
        return false;
    return distinct_count(self) <= DISTINCT_EXACT_MAX || distinct_condense(self);
}

bool distinct_add(Distinct *self, uint64_t hash) {
    // Mixing is a bijection: it loses nothing, and makes poor hashes fit for the estimate.
    return distinct_add_key(self, mix64(hash));
}

static bool distinct_merge_registers(Distinct *self, const uint8_t from[REGISTERS]) {
    if (!self->registers && !distinct_condense(self)) return false;
    for (size_t i = 0; i < REGISTERS; i++) {
        if (self->registers[i] < from[i]) self->registers[i] = from[i];
    }
    return true;
}

bool distinct_merge(Distinct *self, const Distinct *from) {
    if (from->registers) return distinct_merge_registers(self, from->registers);
    if (from->has_zero && !distinct_add_key(self, 0)) return false;
    for (size_t i = 0; i < from->capacity; i++) {
        // Not in the order of memory: sorted by hash, keys pile up in one region of a smaller
        // table.
        const uint64_t key = from->slots[(i * 0x9e3779b97f4a7c15u) & (from->capacity - 1)];
        if (key != 0 && !distinct_add_key(self, key)) return false;
    }
    return true;
}

// Without the corrections for small sets, which are exact here, and for short hashes.
static int64_t registers_estimate(const uint8_t registers[REGISTERS]) {
    double sum = 0.0;
    for (size_t i = 0; i < REGISTERS; i++) sum += ldexp(1.0, -registers[i]);
    const double alpha = 0.7213 / (1 + 1.079 / REGISTERS);
    return llround(alpha * REGISTERS * REGISTERS / sum);
}

int64_t distinct_count(const Distinct *self) {
    if (!self->registers) return (int64_t)self->count + self->has_zero;
    const int64_t estimate = registers_estimate(self->registers);
    return estimate > DISTINCT_EXACT_MAX ? estimate : DISTINCT_EXACT_MAX + 1;
}

double distinct_error(const Distinct *self) {
    return self->registers ? 1.04 / sqrt((double)(1 << DISTINCT_REGISTER_BITS)) : 0;
}
