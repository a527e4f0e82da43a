// Agros: who will hold the fields. The score as if the game ended now says little while farmers can
// still move: whoever moved last looks rich. What tells more, by the results of games, is which
// fields are safe, how freely farmers can still sow and walk, and who is nearer to the open land.
#include "core/agros_board.h"
#include "core/agros_rules.h"
#include "core/agros_set.h"
#include "search/evaluate_games.h"

#include <string.h>

enum {
    HEIGHTS = 9, // harvests 1, 2, .., 9 or more
    FREEDOMS = 3 // farmers with no way to harvest, with one or two, with more
};

// Where the turn matters a term is a pair: the mover's, then the other side's. Every amount is the
// mover's less the other side's. Fields and cells count in half points.
enum {
    TERM_SAFE,                     // fields with no rival beside them or one ply away
    TERM_ROOM = TERM_SAFE + 2,     // their cells by the harvest that may grow there
    TERM_CLAIM = TERM_ROOM + 2,    // fields without farmers that a side can come to
    TERM_SOWINGS = TERM_CLAIM + 2, // ways to sow, by the seeds of each
    TERM_SEEDS,                    // seeds of farmers that can sow, by eighths of the empty cells
    TERM_NEARER,                   // cells by how many steps sooner a side comes to them
    TERM_BEYOND,                   // cells that only one side can come to
    TERM_FARMER,                   // empty cells for each farmer, by harvest and freedom
    TERM_COUNT = TERM_FARMER + HEIGHTS * FREEDOMS
};

// Fitted by logistic regression to the results of 8200 games of alpha-beta with few nodes, by this
// evaluator and by the plain one, at 8×8/3 to 12×12/7 with both rules; then scaled to margins.
static const int16_t WEIGHTS[TERM_COUNT] = {
    // clang-format off
    [TERM_SAFE] = 35, 36,
    [TERM_ROOM] = 5, 4,
    [TERM_CLAIM] = 19, 21,
    [TERM_SOWINGS] = 159,
    [TERM_SEEDS] = 14,
    [TERM_NEARER] = 9,
    [TERM_BEYOND] = -17,
    [TERM_FARMER] =
         -51,   14,   23,
         -24,    6,    6,
         -21,   -2,  -11,
         -22,   -8,  -24,
         -27,  -24,  -36,
         -39,  -25,  -50,
         -41,  -38,  -56,
         -38,  -43,  -53,
         -22,  -47,  -81,
    // clang-format on
};

// Where a side's farmers can land by a harvest: each of them, and all.
typedef struct Reach {
    AgrosSet each[AGROS_MAX_FARMERS];
    AgrosSet all;
} Reach;

// The cells of a row in the columns that `bits` have.
static inline AgrosSet cells_of_row(unsigned y, uint64_t bits) {
    const AgrosSet rows = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    return (AgrosSet)(rows == (AgrosSet){} + (uint16_t)y) & ((AgrosSet){} + (uint16_t)bits);
}

// Where a farmer lands by its harvests, bit d of `directions` = it may go in direction d. They end
// in three rows, and there in its own column or as far to the left or right of it.
static inline AgrosSet landings(unsigned cell, unsigned harvest, uint64_t directions) {
    const unsigned x = agros_column(cell), y = agros_row(cell), right = 2 * harvest;
    const uint64_t to[AGROS_DIRECTIONS] = {
        directions & 1,      directions >> 1 & 1, directions >> 2 & 1, directions >> 3 & 1,
        directions >> 4 & 1, directions >> 5 & 1, directions >> 6 & 1, directions >> 7 & 1};
    const uint64_t here = to[1] | to[0] << right; // bit 0 is column x - harvest
    const uint64_t above = to[7] | to[2] << harvest | to[4] << right;
    const uint64_t below = to[5] | to[3] << harvest | to[6] << right;
    return cells_of_row(y, here << x >> harvest) |
           cells_of_row(y + harvest, above << x >> harvest) |
           cells_of_row(y - harvest, below << x >> harvest);
}

// Counts what a side's farmers can do, and notes where they can go.
static void count_farmers(const AgrosPosition *self, unsigned side, int32_t empty, int32_t sign,
                          int32_t *amounts, Reach *reach) {
    AgrosSet all = {0};
    for (unsigned i = 0; i < self->placed[side]; i++) {
        const unsigned cell = self->cell[side][i], harvest = self->harvest[side][i];
        const unsigned actions = agros_actions(self, side, cell, harvest);
        const unsigned directions = actions & ((1u << AGROS_DIRECTIONS) - 1);
        const int ways = __builtin_popcount(directions), seeds = (int)harvest - 1;
        const int sowings = __builtin_popcount(actions >> AGROS_SOW_SHIFT);
        const int height = seeds < HEIGHTS ? seeds : HEIGHTS - 1;
        const int freedom = ways == 0 ? 0 : ways <= 2 ? 1 : 2;
        amounts[TERM_FARMER + height * FREEDOMS + freedom] += sign * empty;
        amounts[TERM_SOWINGS] += sign * sowings * seeds;
        amounts[TERM_SEEDS] += sowings ? sign * seeds * empty / 8 : 0;
        reach->each[i] = landings(cell, harvest, directions);
        all |= reach->each[i];
    }
    reach->all = all;
}

// The greatest harvest that a ply of a side can bring into a field, 0 where none can.
static int greatest_reach(const AgrosPosition *self, unsigned side, const Reach *reach,
                          AgrosSet field) {
    if (!agros_set_any(reach->all & field)) return 0;
    unsigned best = 0;
    for (unsigned i = 0; i < self->placed[side]; i++) {
        const unsigned harvest = self->harvest[side][i];
        if (harvest + 1 > best && agros_set_any(reach->each[i] & field)) best = harvest + 1;
    }
    return (int)best;
}

// A field with no farmers beside it. Where both can come, the mover is first.
static void count_claim(const AgrosPosition *self, AgrosSet field, const Reach reach[2],
                        int32_t *amounts) {
    const int32_t halves = 2 * agros_set_count(field);
    const int mine = greatest_reach(self, self->side, &reach[0], field);
    const int theirs = greatest_reach(self, self->side ^ 1u, &reach[1], field);
    if (theirs > mine)
        amounts[TERM_CLAIM + 1] -= halves * theirs;
    else
        amounts[TERM_CLAIM] += halves * mine;
}

// Returns the field's value as the rules count it, from the mover's view.
static int32_t count_field(const AgrosPosition *self, AgrosSet field, const Reach reach[2],
                           int32_t *amounts) {
    const AgrosSet around = agros_set_grow(field);
    uint16_t rows[AGROS_MAX_SIZE];
    memcpy(rows, &around, sizeof rows);
    const AgrosHarvests lists[2] = {agros_harvests_beside(self, self->side, rows),
                                    agros_harvests_beside(self, self->side ^ 1u, rows)};
    if (lists[0] == lists[1]) {
        if (!lists[0]) count_claim(self, field, reach, amounts);
        return 0;
    }
    const int owner = lists[1] > lists[0];
    const int32_t cells = agros_set_count(field), sign = owner ? -2 : 2;
    const int32_t value = sign * cells * agros_harvests_greatest(lists[owner]);
    const bool is_contested =
        lists[owner ^ 1] || agros_set_any(reach[owner ^ 1].all & field); // worth nothing yet
    if (!is_contested) {
        amounts[TERM_SAFE + owner] += value;
        amounts[TERM_ROOM + owner] += sign * cells * (cells < self->size ? cells : self->size);
    }
    return value;
}

static AgrosSet farmers_of(const AgrosPosition *self, unsigned side) {
    uint16_t rows[AGROS_MAX_SIZE] = {0};
    for (unsigned i = 0; i < self->placed[side]; i++)
        rows[agros_row(self->cell[side][i])] |= (uint16_t)(1u << agros_column(self->cell[side][i]));
    AgrosSet set;
    memcpy(&set, rows, sizeof set);
    return set;
}

static int32_t count_difference(AgrosSet mine, AgrosSet theirs) {
    return 2 * (agros_set_count(mine) - agros_set_count(theirs));
}

// Who is nearer to the empty cells, in steps to any of the eight neighbours, past the side's own
// pieces: the territory of evaluators of Amazons (Lieberum, "An evaluation function for the game of
// Amazons", 2005), with the distance of a king in place of the queen's.
static void count_distances(const AgrosPosition *self, AgrosSet empty, int32_t *amounts) {
    const AgrosSet pass[2] = {~agros_pieces(self, self->side ^ 1u),
                              ~agros_pieces(self, self->side)};
    AgrosSet near[2] = {farmers_of(self, self->side), farmers_of(self, self->side ^ 1u)};
    AgrosSet mine = {0}, theirs = {0}; // empty cells that one side has come to, the other has not
    for (;;) {
        const AgrosSet grown[2] = {agros_set_surround(near[0]) & pass[0],
                                   agros_set_surround(near[1]) & pass[1]};
        if (!agros_set_any((grown[0] ^ near[0]) | (grown[1] ^ near[1]))) break;
        near[0] = grown[0];
        near[1] = grown[1];
        mine = near[0] & ~near[1] & empty;
        theirs = near[1] & ~near[0] & empty;
        amounts[TERM_NEARER] += count_difference(mine, theirs);
    }
    amounts[TERM_BEYOND] = count_difference(mine, theirs);
}

// Counts all terms; returns the sum of the fields' values from the mover's view.
static int32_t count_terms(const AgrosPosition *self, int32_t *amounts) {
    AgrosSet empty = agros_empty(self);
    const int32_t cells = agros_set_count(empty);
    int32_t margin = 0;
    Reach reach[2];
    count_farmers(self, self->side, cells, 1, amounts, &reach[0]);
    count_farmers(self, self->side ^ 1u, cells, -1, amounts, &reach[1]);
    count_distances(self, empty, amounts);
    while (agros_set_any(empty)) {
        const AgrosSet field = agros_set_flood(agros_set_lowest(empty), empty);
        margin += count_field(self, field, reach, amounts);
        empty &= ~field;
    }
    return margin;
}

int32_t evaluate_agros_plain(const Position *position) {
    const Score score = agros_score(&position->agros);
    const unsigned side = position->agros.side;
    return score.halves[side] - score.halves[side ^ 1];
}

// Half a point for the greater list of all harvests.
static int32_t half_point(const AgrosPosition *self) {
    const AgrosHarvests mine = agros_harvests_all(self, self->side);
    const AgrosHarvests theirs = agros_harvests_all(self, self->side ^ 1u);
    return mine > theirs ? 1 : mine < theirs ? -1 : 0;
}

int32_t evaluate_agros_full(const Position *position) {
    const AgrosPosition *self = &position->agros;
    const int32_t komi = self->side == SIDE_SECOND ? self->komi_halves : -self->komi_halves;
    // Single placements were not found to tell anything about the result.
    if (agros_in_opening(self)) return komi;
    int32_t amounts[TERM_COUNT] = {0};
    const int32_t fields = count_terms(self, amounts);
    if (self->passes) { // the second pass ends the game
        const int32_t margin = komi + fields + half_point(self);
        if (margin > 0) return EVALUATION_MAX / 2 + margin;
    }
    return komi + weigh(amounts, WEIGHTS, TERM_COUNT);
}
