#include "core/history.h"

#include <stdlib.h>

enum { MIN_SLOTS = 1024 };

void history_init(History *self, const Game *game) {
    *self = (History){.game = game, .bytes = game->recurring_bytes};
}

void history_release(History *self) {
    free(self->positions);
    free(self->slot_of);
    free(self->slots);
    if (self->game) history_init(self, self->game);
}

// Slots for so many positions: at most half of them are ever in use.
static size_t slots_for(int32_t positions) {
    size_t slots = MIN_SLOTS;
    while (slots < 2 * (size_t)positions + 2) slots *= 2;
    return slots;
}

static bool out_of_memory(Status *status) {
    return status_fail(status, EXIT_RESOURCE, "out of memory");
}

// Puts all positions into the table anew.
static void rebuild(History *self, uint32_t mask) {
    const int32_t count = self->count;
    memset(self->slots, 0, ((size_t)self->mask + 1) * sizeof *self->slots);
    self->mask = mask;
    self->count = 0;
    self->twice = 0;
    for (int32_t i = 0; i < count; i++) {
        const unsigned char *position = self->positions + self->bytes * (size_t)i;
        const uint64_t key = self->game->key((const Position *)position);
        history_note(self, position, key, self->bytes);
    }
}

void history_grow(History *self) {
    rebuild(self, 2 * self->mask + 1);
}

// The table alone may be lost when memory is short; the stack never is.
bool history_reserve(History *self, int32_t more, Status *status) {
    if (self->bytes == 0 || self->count + more <= self->capacity) return true;
    int32_t capacity = self->capacity ? self->capacity : MIN_SLOTS / 4;
    while (capacity < self->count + more) capacity *= 2;
    if (self->count + more > HISTORY_MAX_POSITIONS)
        return status_fail(status, EXIT_RESOURCE, "a line of more than %d plies",
                           HISTORY_MAX_POSITIONS);
    unsigned char *positions = realloc(self->positions, (size_t)capacity * self->bytes);
    if (positions) self->positions = positions;
    uint32_t *slot_of = realloc(self->slot_of, (size_t)capacity * sizeof *slot_of);
    if (slot_of) self->slot_of = slot_of;
    // All slots beyond those in use are 0, so that growing needs no memory.
    uint64_t *slots = calloc(slots_for(capacity), sizeof *slots);
    if (!positions || !slot_of || !slots) {
        free(slots);
        return out_of_memory(status);
    }
    const uint32_t mask = self->slots ? self->mask : MIN_SLOTS - 1;
    if (self->slots) memcpy(slots, self->slots, ((size_t)mask + 1) * sizeof *slots);
    free(self->slots);
    self->slots = slots;
    self->mask = mask;
    self->capacity = capacity;
    return true;
}

bool history_start(History *self, const Position *start, int32_t more, Status *status) {
    history_rewind(self, 0);
    if (!history_reserve(self, more + 1, status)) return false;
    history_push(self, start);
    return true;
}

bool history_copy(History *self, const History *from, int32_t more, Status *status) {
    if (from->bytes == 0) return true;
    history_rewind(self, 0);
    if (!history_reserve(self, from->count + more, status)) return false;
    if (from->count == 0) return true;
    memcpy(self->positions, from->positions, (size_t)from->count * from->bytes);
    self->count = from->count;
    rebuild(self, (uint32_t)slots_for(from->count) - 1);
    return true;
}

// Takes the last position out.
static void pop(History *self) {
    uint64_t *slot = &self->slots[self->slot_of[--self->count]];
    const int occurrences = (int)(*slot >> 24 & 255);
    if (occurrences == HISTORY_DRAW - 1) self->twice ^= mix64(*slot >> 32);
    *slot = occurrences == 1 ? 0 : *slot - (UINT64_C(1) << 24);
}

void history_rewind(History *self, int32_t count) {
    while (self->count > count) pop(self);
    // One very long playout must not leave a table too large for the cache behind.
    if (self->slots && self->mask + 1 > 8 * slots_for(count))
        rebuild(self, (uint32_t)slots_for(count) - 1);
}

int history_occurrences(const History *self, const Position *position) {
    if (self->bytes == 0) return 0;
    const uint64_t key = self->game->key(position);
    uint64_t slot;
    for (uint32_t at = (uint32_t)key & self->mask; (slot = self->slots[at]) != 0;
         at = (at + 1) & self->mask) {
        const size_t index = slot & ((1u << 24) - 1);
        if ((slot ^ key) >> 32 == 0 &&
            memcmp(self->positions + self->bytes * index, position, self->bytes) == 0)
            return (int)(slot >> 24 & 255);
    }
    return 0;
}
