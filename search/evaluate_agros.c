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
    TERM_NEARER,                   // cells that a side comes to before the other
    TERM_EARLIER,                  // by how many steps more than one
    TERM_BEYOND,                   // cells that only one side can come to
    TERM_EVEN,                     // cells that both come to at once, for the mover
    TERM_TEMPO,                    // empty cells, for the mover
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
    [TERM_SOWINGS] = 160,
    [TERM_SEEDS] = 14,
    [TERM_NEARER] = 7,
    [TERM_EARLIER] = 11,
    [TERM_BEYOND] = -19,
    [TERM_EVEN] = 1,
    [TERM_TEMPO] = 0,
    [TERM_FARMER] =
         -51,   14,   23,
         -24,    6,    6,
         -21,   -2,  -11,
         -22,   -8,  -24,
         -27,  -24,  -36,
         -39,  -25,  -50,
         -41,  -38,  -56,
         -38,  -42,  -53,
         -22,  -47,  -82,
    // clang-format on
};

// The landing cells of a side's harvests, by the harvest after it.
typedef struct Reach {
    AgrosSet cells[AGROS_MAX_SIZE + 2];
    uint32_t heights; // those that are in use
} Reach;

static void add_landings(unsigned cell, unsigned harvest, unsigned directions, Reach *reach) {
    uint16_t rows[AGROS_MAX_SIZE] = {0};
    for (; directions; directions &= directions - 1) {
        const unsigned to = agros_walk(cell, (unsigned)__builtin_ctz(directions), harvest);
        rows[agros_row(to)] |= (uint16_t)(1u << agros_column(to));
    }
    AgrosSet landings;
    memcpy(&landings, rows, sizeof landings);
    if (reach->heights >> (harvest + 1) & 1) landings |= reach->cells[harvest + 1];
    reach->cells[harvest + 1] = landings;
    reach->heights |= 1u << (harvest + 1);
}

// Counts what a side's farmers can do, and notes where they can go.
static void count_farmers(const AgrosPosition *self, unsigned side, int32_t empty, int32_t sign,
                          int32_t *amounts, Reach *reach) {
    reach->heights = 0;
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
        if (directions) add_landings(cell, harvest, directions, reach);
    }
}

// The greatest harvest that a ply can bring into a field, 0 where none can.
static int greatest_reach(const Reach *reach, AgrosSet field) {
    for (uint32_t left = reach->heights; left;) {
        const int height = 31 - __builtin_clz(left);
        if (agros_set_any(reach->cells[height] & field)) return height;
        left ^= 1u << height;
    }
    return 0;
}

static int greatest(AgrosHarvests list) {
    return list ? agros_harvests_greatest(list) : 0;
}

// Lists and reaches are those of the mover and of the other side. Returns the field's value as the
// rules count it, from the mover's view.
static int32_t count_field(int32_t cells, int32_t size, const AgrosHarvests lists[2],
                           const int reaches[2], int32_t *amounts) {
    const int owner = lists[1] > lists[0], top = greatest(lists[owner]);
    const int32_t halves = 2 * cells;
    if (lists[0] == lists[1]) {
        const int comer = reaches[1] > reaches[0]; // where both can come, the mover is first
        if (!top) amounts[TERM_CLAIM + comer] += comer ? -halves * reaches[1] : halves * reaches[0];
        return 0;
    }
    const int32_t sign = owner ? -1 : 1, value = sign * halves * top;
    if (lists[owner ^ 1] || reaches[owner ^ 1]) return value; // contested: worth nothing yet
    amounts[TERM_SAFE + owner] += value;
    amounts[TERM_ROOM + owner] += sign * halves * (cells < size ? cells : size);
    return value;
}

// Returns the sum of the fields' values from the mover's view.
static int32_t count_fields(const AgrosPosition *self, AgrosSet empty, const Reach reach[2],
                            int32_t *amounts) {
    int32_t margin = 0;
    while (agros_set_any(empty)) {
        const AgrosSet field = agros_set_flood(agros_set_lowest(empty), empty);
        const AgrosSet around = agros_set_grow(field);
        uint16_t rows[AGROS_MAX_SIZE];
        memcpy(rows, &around, sizeof rows);
        const AgrosHarvests lists[2] = {agros_harvests_beside(self, self->side, rows),
                                        agros_harvests_beside(self, self->side ^ 1u, rows)};
        const int reaches[2] = {greatest_reach(&reach[0], field), greatest_reach(&reach[1], field)};
        margin += count_field(agros_set_count(field), self->size, lists, reaches, amounts);
        empty &= ~field;
    }
    return margin;
}

static AgrosSet farmers_of(const AgrosPosition *self, unsigned side) {
    uint16_t rows[AGROS_MAX_SIZE] = {0};
    for (unsigned i = 0; i < self->placed[side]; i++)
        rows[agros_row(self->cell[side][i])] |= (uint16_t)(1u << agros_column(self->cell[side][i]));
    AgrosSet set;
    memcpy(&set, rows, sizeof set);
    return set;
}

// The cells that a side's farmers can pass: all but the opponent's.
static AgrosSet passable_for(const AgrosPosition *self, unsigned side) {
    AgrosSet set;
    for (unsigned y = 0; y < AGROS_MAX_SIZE; y++)
        set[y] = (uint16_t) ~(self->lines[y] >> (16 * (side ^ 1)));
    return set;
}

static int32_t count_difference(AgrosSet mine, AgrosSet theirs) {
    return 2 * (agros_set_count(mine) - agros_set_count(theirs));
}

// Who is nearer to the empty cells, in steps to any of the eight neighbours, past the side's own
// pieces: the territory of evaluators of Amazons (Lieberum, "An evaluation function for the game of
// Amazons", 2005), with the distance of a king in place of the queen's.
static void count_distances(const AgrosPosition *self, AgrosSet empty, int32_t *amounts) {
    const AgrosSet passable[2] = {passable_for(self, self->side),
                                  passable_for(self, self->side ^ 1u)};
    AgrosSet near[2] = {farmers_of(self, self->side), farmers_of(self, self->side ^ 1u)};
    AgrosSet alone[2] = {{0}, {0}}; // empty cells that one side has come to, the other has not
    for (;;) {
        const AgrosSet grown[2] = {agros_set_surround(near[0]) & passable[0],
                                   agros_set_surround(near[1]) & passable[1]};
        if (!agros_set_any((grown[0] ^ near[0]) | (grown[1] ^ near[1]))) break;
        const AgrosSet fresh = empty & ~(near[0] | near[1]);
        const AgrosSet now[2] = {grown[0] & ~grown[1] & empty, grown[1] & ~grown[0] & empty};
        amounts[TERM_NEARER] += count_difference(now[0] & fresh, now[1] & fresh);
        amounts[TERM_EARLIER] += count_difference(now[0] & alone[0], now[1] & alone[1]);
        amounts[TERM_EVEN] += 2 * agros_set_count(grown[0] & grown[1] & fresh);
        for (int i = 0; i < 2; i++) {
            near[i] = grown[i];
            alone[i] = now[i];
        }
    }
    amounts[TERM_BEYOND] = count_difference(alone[0], alone[1]);
}

// Counts all terms; returns the sum of the fields' values from the mover's view.
static int32_t count_terms(const AgrosPosition *self, int32_t *amounts) {
    const AgrosSet empty = agros_empty(self);
    const int32_t cells = agros_set_count(empty);
    Reach reach[2];
    count_farmers(self, self->side, cells, 1, amounts, &reach[0]);
    count_farmers(self, self->side ^ 1u, cells, -1, amounts, &reach[1]);
    count_distances(self, empty, amounts);
    amounts[TERM_TEMPO] = cells;
    return count_fields(self, empty, reach, amounts);
}

int32_t evaluate_agros_plain(const Position *position) {
    const Score score = agros_score(&position->agros);
    const unsigned side = position->agros.side;
    return score.halves[side] - score.halves[side ^ 1];
}

int32_t evaluate_agros_full(const Position *position) {
    const AgrosPosition *self = &position->agros;
    const int32_t komi = self->side == SIDE_SECOND ? self->komi_halves : -self->komi_halves;
    // Single placements were not found to tell anything about the result.
    if (agros_in_opening(self)) return komi;
    int32_t amounts[TERM_COUNT] = {0};
    const int32_t margin = komi + count_terms(self, amounts);
    // A second pass ends the game, and wins it.
    if (self->passes && margin > 0) return EVALUATION_MAX / 2 + margin;
    return komi + weigh(amounts, WEIGHTS, TERM_COUNT);
}
