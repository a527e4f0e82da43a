#include "core/agros_board.h"
#include "core/agros_rules.h"

#include <string.h>

void agros_init(AgrosPosition *self, const AgrosOptions *options) {
    memset(self, 0, sizeof *self);
    memset(self->lines, 0xff, sizeof self->lines);
    self->size = (uint8_t)options->size;
    self->farmers = (uint8_t)options->farmers;
    self->rule = (uint8_t)options->rule;
    self->komi_halves = (int16_t)options->komi_halves;
    for (unsigned y = 0; y < self->size; y++)
        for (unsigned x = 0; x < self->size; x++)
            for (unsigned side = 0; side < SIDE_COUNT; side++) agros_toggle(self, side, 16 * y + x);
    self->key = agros_turn_key(self->side, self->passes);
}

Side agros_opening_side(unsigned placed) {
    return (placed + 1) / 2 % 2 ? SIDE_SECOND : SIDE_FIRST;
}

bool agros_in_opening(const AgrosPosition *self) {
    return self->placed[SIDE_FIRST] + self->placed[SIDE_SECOND] < 2 * self->farmers;
}

Side agros_side_after_placement(const AgrosPosition *self) {
    if (!agros_in_opening(self)) return SIDE_FIRST;
    return agros_opening_side(self->placed[SIDE_FIRST] + self->placed[SIDE_SECOND]);
}

void agros_add_seed(AgrosPosition *self, unsigned side, unsigned cell) {
    agros_toggle(self, side, cell);
    self->key ^= agros_piece_key(side, AGROS_SEED, cell);
}

void agros_add_farmer(AgrosPosition *self, unsigned side, unsigned cell, unsigned harvest) {
    const unsigned index = self->placed[side]++;
    agros_toggle(self, side, cell);
    self->cell[side][index] = (uint8_t)cell;
    self->harvest[side][index] = (uint8_t)harvest;
    self->key ^= agros_piece_key(side, harvest, cell);
}

void agros_set_turn(AgrosPosition *self, unsigned side, unsigned passes) {
    self->key ^= agros_turn_key(self->side, self->passes) ^ agros_turn_key(side, passes);
    self->side = (uint8_t)side;
    self->passes = (uint8_t)passes;
}

unsigned agros_harvest_on(const AgrosPosition *self, unsigned side, unsigned cell) {
    for (unsigned i = 0; i < self->placed[side]; i++)
        if (self->cell[side][i] == cell) return self->harvest[side][i];
    return AGROS_SEED;
}

static int placements(const AgrosPosition *self, Move *moves) {
    int count = 0;
    for (unsigned y = 0; y < self->size; y++)
        for (unsigned x = 0; x < self->size; x++)
            if (agros_is_empty(self, 16 * y + x))
                moves[count++] = agros_move(AGROS_PLACE, 0, 16 * y + x);
    return count;
}

int agros_moves(const AgrosPosition *self, Move *moves) {
    if (self->passes == 2) return 0;
    if (agros_in_opening(self)) return placements(self, moves);
    int count = 0;
    for (unsigned i = 0; i < self->farmers; i++) {
        const unsigned cell = self->cell[self->side][i], harvest = self->harvest[self->side][i];
        unsigned actions = agros_actions(self, self->side, cell, harvest);
        for (; actions; actions &= actions - 1) {
            const unsigned action = (unsigned)__builtin_ctz(actions);
            const unsigned sows = action >= AGROS_SOW_SHIFT;
            moves[count++] =
                agros_move(sows ? AGROS_SOWING : AGROS_HARVEST, cell,
                           agros_walk(cell, action % AGROS_DIRECTIONS, harvest - sows));
        }
    }
    moves[count++] = agros_move(AGROS_PASS, 0, 0);
    return count;
}

int agros_count_moves(const AgrosPosition *self) {
    if (self->passes == 2) return 0;
    if (agros_in_opening(self))
        return self->size * self->size - self->placed[SIDE_FIRST] - self->placed[SIDE_SECOND];
    int count = 1;
    for (unsigned i = 0; i < self->farmers; i++)
        count += __builtin_popcount(agros_actions(self, self->side, self->cell[self->side][i],
                                                  self->harvest[self->side][i]));
    return count;
}

// Whoever passes after a pass ends the game; nothing else does.
int agros_ending_moves(const AgrosPosition *self, Move *moves) {
    moves[0] = agros_move(AGROS_PASS, 0, 0);
    return self->passes == 1;
}

static unsigned farmer_on(const AgrosPosition *self, unsigned cell) {
    unsigned i = 0;
    while (self->cell[self->side][i] != cell) i++;
    assert(i < self->farmers);
    return i;
}

// Takes the keys of one farmer's old stack out and puts those of the new one in.
static void set_farmer(AgrosPosition *self, unsigned index, unsigned cell, unsigned harvest) {
    const unsigned side = self->side;
    self->key ^= agros_piece_key(side, self->harvest[side][index], self->cell[side][index]) ^
                 agros_piece_key(side, harvest, cell);
    self->cell[side][index] = (uint8_t)cell;
    self->harvest[side][index] = (uint8_t)harvest;
}

static void play_harvest(AgrosPosition *self, unsigned from, unsigned to) {
    const unsigned index = farmer_on(self, from);
    agros_toggle(self, self->side, from);
    agros_toggle(self, self->side, to);
    set_farmer(self, index, to, self->harvest[self->side][index] + 1u);
}

// The direction of the straight line from one cell to another.
static unsigned direction_to(unsigned from, unsigned to) {
    const int dx = (int)agros_column(to) - (int)agros_column(from);
    const int dy = (int)agros_row(to) - (int)agros_row(from);
    const unsigned axis = dy == 0 ? 0 : dx == 0 ? 1 : dx == dy ? 2 : 3;
    return 2 * axis + ((dx ? dx : dy) < 0);
}

static void play_sowing(AgrosPosition *self, unsigned from, unsigned to) {
    const unsigned index = farmer_on(self, from), direction = direction_to(from, to);
    const unsigned side = self->side, seeds = self->harvest[side][index] - 1u;
    const bool stays = self->rule == AGROS_STATIC;
    assert(to == agros_walk(from, direction, seeds));
    for (unsigned step = 1; step <= seeds; step++)
        agros_toggle(self, side, agros_walk(from, direction, step));
    for (unsigned step = stays; step < seeds + stays; step++)
        self->key ^= agros_piece_key(side, AGROS_SEED, agros_walk(from, direction, step));
    set_farmer(self, index, stays ? from : to, 1);
}

void agros_play(AgrosPosition *self, Move move) {
    unsigned next = side_other((Side)self->side), passes = 0;
    switch (agros_kind(move)) {
    case AGROS_PLACE:
        agros_add_farmer(self, self->side, agros_to(move), 1);
        next = agros_side_after_placement(self);
        break;
    case AGROS_HARVEST:
        play_harvest(self, agros_from(move), agros_to(move));
        break;
    case AGROS_SOWING:
        play_sowing(self, agros_from(move), agros_to(move));
        break;
    case AGROS_PASS:
        passes = self->passes + 1u;
        break;
    }
    agros_set_turn(self, next, passes);
    assert(agros_self_check(self));
}

Outcome agros_outcome(const AgrosPosition *self) {
    if (self->passes < 2) return (Outcome){RESULT_NONE, END_NONE};
    const Score score = agros_score(self);
    const int32_t margin = score.halves[SIDE_FIRST] - score.halves[SIDE_SECOND];
    return (Outcome){margin > 0   ? RESULT_FIRST
                     : margin < 0 ? RESULT_SECOND
                                  : RESULT_DRAW,
                     END_PASSES};
}

// Where a cell goes when rows, columns, or both by the diagonal, change places.
static unsigned image_of_cell(const AgrosPosition *self, int symmetry, unsigned cell) {
    const unsigned last = self->size - 1u, x = agros_column(cell), y = agros_row(cell);
    const unsigned column = symmetry & 1 ? last - x : x, row = symmetry & 2 ? last - y : y;
    return symmetry & 4 ? 16 * column + row : 16 * row + column;
}

// Puts the pieces on an empty board: seeds are those that are no farmers.
void agros_image(const AgrosPosition *self, int symmetry, AgrosPosition *image) {
    agros_init(image, &(AgrosOptions){self->size, self->farmers, self->rule, self->komi_halves});
    for (unsigned side = 0; side < SIDE_COUNT; side++)
        for (unsigned i = 0; i < self->placed[side]; i++)
            agros_add_farmer(image, side, image_of_cell(self, symmetry, self->cell[side][i]),
                             self->harvest[side][i]);
    for (unsigned y = 0; y < self->size; y++)
        for (unsigned x = 0; x < self->size; x++) {
            const unsigned cell = 16 * y + x, to = image_of_cell(self, symmetry, cell);
            if (agros_is_empty(self, cell) || !agros_is_empty(image, to)) continue;
            agros_add_seed(image, !agros_has_piece(self, SIDE_FIRST, cell), to);
        }
    agros_set_turn(image, self->side, self->passes);
}

bool agros_self_check(const AgrosPosition *self) {
    AgrosPosition copy;
    agros_image(self, 0, &copy);
    for (unsigned side = 0; side < SIDE_COUNT; side++)
        for (unsigned i = 0; i < self->placed[side]; i++)
            if (self->harvest[side][i] < 1 || self->harvest[side][i] > self->size) return false;
    return memcmp(copy.lines, self->lines, sizeof copy.lines) == 0 && copy.key == self->key;
}

// Farmers may be listed in another order.
static bool same_farmers(const AgrosPosition *a, const AgrosPosition *b, unsigned side) {
    uint8_t harvest[AGROS_CELLS] = {0};
    if (a->placed[side] != b->placed[side]) return false;
    for (unsigned i = 0; i < a->placed[side]; i++) harvest[a->cell[side][i]] = a->harvest[side][i];
    for (unsigned i = 0; i < b->placed[side]; i++)
        if (harvest[b->cell[side][i]] != b->harvest[side][i]) return false;
    return true;
}

bool agros_equal(const AgrosPosition *a, const AgrosPosition *b) {
    return a->key == b->key && a->size == b->size && a->farmers == b->farmers &&
           a->rule == b->rule && a->komi_halves == b->komi_halves && a->side == b->side &&
           a->passes == b->passes && memcmp(a->lines, b->lines, sizeof a->lines) == 0 &&
           same_farmers(a, b, SIDE_FIRST) && same_farmers(a, b, SIDE_SECOND);
}
