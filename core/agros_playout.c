#include "core/agros_board.h"
#include "core/agros_rules.h"

// Uniform placements: a cell of the board is drawn until it is empty, which at most half the
// board's cells are not.
static int32_t place_farmers(AgrosPosition *self, Rng *rng, int32_t ply_limit) {
    int32_t plies = 0;
    for (; agros_in_opening(self) && plies < ply_limit; plies++) {
        unsigned cell;
        do {
            const unsigned drawn = rng_below(rng, (uint32_t)self->size * self->size);
            cell = drawn / self->size * 16 + drawn % self->size;
        } while (!agros_is_empty(self, cell));
        const unsigned side = self->side, index = self->placed[side]++;
        agros_toggle(self, side, cell);
        self->cell[side][index] = (uint8_t)cell;
        self->harvest[side][index] = 1;
        self->side = (uint8_t)agros_side_after_placement(self);
    }
    return plies;
}

// One of the side's actions: which farmer, and the bit of agros_actions; farmer = −1 is a pass.
typedef struct Choice {
    int farmer;
    unsigned action;
} Choice;

static inline Choice choose_uniformly(const AgrosPosition *self, Rng *rng) {
    uint32_t actions[AGROS_MAX_FARMERS];
    unsigned upto[AGROS_MAX_FARMERS];
    unsigned total = 0;
    const unsigned side = self->side;
    for (unsigned i = 0; i < self->farmers; i++) {
        actions[i] = agros_actions(self, side, self->cell[side][i], self->harvest[side][i]);
        total += (unsigned)__builtin_popcount(actions[i]);
        upto[i] = total;
    }
    const unsigned drawn = rng_below(rng, total + 1);
    if (drawn == total) return (Choice){-1, 0};
    unsigned farmer = 0; // counted without branches: the choice is not predictable
    for (unsigned i = 0; i < self->farmers; i++) farmer += drawn >= upto[i];
    const unsigned before = farmer ? upto[farmer - 1] : 0;
    return (Choice){(int)farmer, nth_bit(actions[farmer], drawn - before)};
}

// The n-th empty cell, row by row.
static Move nth_placement(const AgrosPosition *self, unsigned n) {
    for (unsigned y = 0;; y++) {
        const unsigned empty = (uint16_t) ~(self->lines[y] | self->lines[y] >> 16);
        const unsigned count = (unsigned)__builtin_popcount(empty);
        if (n < count) return agros_move(AGROS_PLACE, 0, 16 * y + nth_bit(empty, n));
        n -= count;
    }
}

Move agros_draw(const AgrosPosition *self, Rng *rng) {
    if (agros_in_opening(self))
        return nth_placement(self, rng_below(rng, (uint32_t)agros_count_moves(self)));
    const Choice choice = choose_uniformly(self, rng);
    if (choice.farmer < 0) return agros_move(AGROS_PASS, 0, 0);
    const unsigned cell = self->cell[self->side][choice.farmer];
    const unsigned sows = choice.action >= AGROS_SOW_SHIFT;
    const unsigned steps = self->harvest[self->side][choice.farmer] - sows;
    return agros_move(sows ? AGROS_SOWING : AGROS_HARVEST, cell,
                      agros_walk(cell, choice.action % AGROS_DIRECTIONS, steps));
}

static inline void act(AgrosPosition *self, Choice choice) {
    const unsigned side = self->side;
    uint8_t *cell = &self->cell[side][choice.farmer];
    uint8_t *harvest = &self->harvest[side][choice.farmer];
    const unsigned direction = choice.action % AGROS_DIRECTIONS;
    if (choice.action < AGROS_SOW_SHIFT) {
        const unsigned to = agros_walk(*cell, direction, *harvest);
        agros_toggle(self, side, *cell);
        agros_toggle(self, side, to);
        *cell = (uint8_t)to;
        ++*harvest;
        return;
    }
    const unsigned seeds = *harvest - 1u;
    for (unsigned step = 1; step <= seeds; step++)
        agros_toggle(self, side, agros_walk(*cell, direction, step));
    if (self->rule == AGROS_SOW) *cell = (uint8_t)agros_walk(*cell, direction, seeds);
    *harvest = 1;
}

Playout agros_playout(AgrosPosition *self, Rng *rng, int32_t ply_limit) {
    int32_t plies = place_farmers(self, rng, ply_limit);
    for (; self->passes < 2 && plies < ply_limit; plies++) {
        const Choice choice = choose_uniformly(self, rng);
        if (choice.farmer < 0)
            self->passes++;
        else {
            self->passes = 0;
            act(self, choice);
        }
        self->side ^= 1;
    }
    const Score score = agros_score(self);
    const int32_t margin = score.halves[SIDE_FIRST] - score.halves[SIDE_SECOND];
    return (Playout){self->passes < 2 ? RESULT_NONE
                     : margin > 0     ? RESULT_FIRST
                     : margin < 0     ? RESULT_SECOND
                                      : RESULT_DRAW,
                     margin, plies};
}
