// Awale: stones in store, what stands where, and what each side could capture now. Mobility is the
// strongest simple term after the stores (Davis, Kendall, "An investigation, using co-evolution, to
// evolve an Awari player", CEC 2002; van Rijswijck, "Learning from perfection", CG 2000); here it
// comes in by the weights of empty houses, cheaper than counting plies.
#include "core/awale_rules.h"
#include "search/evaluate_games.h"

#include <string.h>

enum { CLASSES = 8 }; // 0, 1, 2, 3–4, 5–7, 8–11, 12–15 and more stones of a house

// Where the turn matters a term is a pair: the mover's, then the other side's. Every amount is the
// mover's less the other side's. Stones count in half points.
enum {
    TERM_STORE,                                         // stones in store
    TERM_STORE_LATE,                                    // by the share of all that are in store
    TERM_ROW,                                           // stones in the row
    TERM_HOUSE,                                         // houses by number and class
    TERM_CAPTURE = TERM_HOUSE + AWALE_HOUSES * CLASSES, // stones that the best ply captures
    TERM_ATTACK = TERM_CAPTURE + 2,                     // and those that the others would
    TERM_TEMPO = TERM_ATTACK + 2,                       // the turn
    TERM_COUNT
};

static const uint8_t CLASS_OF[AWALE_STONES + 1] = {
    0, 1, 2, 3, 3, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7,
    7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7};

// The stones that sowing a house would capture, without a second lap and without asking whether it
// is legal.
static int captured_by(const uint8_t *own, const uint8_t *opposing, int house) {
    const int last = house + own[house] - AWALE_HOUSES;
    if (own[house] == 0 || last >= AWALE_HOUSES) return 0;
    int stones = 0;
    for (int i = last; i >= 0 && (opposing[i] == 1 || opposing[i] == 2); i--)
        stones += opposing[i] + 1;
    return stones;
}

static void count_captures(const uint8_t *own, const uint8_t *opposing, int sign,
                           int32_t *amounts) {
    const int term = sign < 0;
    int best = 0, sum = 0;
    for (int house = 0; house < AWALE_HOUSES; house++) {
        const int stones = captured_by(own, opposing, house);
        if (stones > best) best = stones;
        sum += stones;
    }
    amounts[TERM_CAPTURE + term] = sign * 2 * best;
    amounts[TERM_ATTACK + term] = sign * 2 * (sum - best);
}

static void count_terms(const AwalePosition *self, int32_t *amounts) {
    const unsigned sides[2] = {(unsigned)self->side, (unsigned)self->side ^ 1};
    uint8_t houses[2][8];
    int32_t rows[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        memcpy(houses[i], &self->row[sides[i]], sizeof houses[i]);
        for (int house = 0; house < AWALE_HOUSES; house++) {
            const int stones = houses[i][house];
            rows[i] += stones;
            amounts[TERM_HOUSE + house * CLASSES + CLASS_OF[stones]] += i ? -1 : 1;
        }
    }
    const int32_t stores[2] = {houses[0][AWALE_HOUSES], houses[1][AWALE_HOUSES]};
    amounts[TERM_STORE] = 2 * (stores[0] - stores[1]);
    amounts[TERM_STORE_LATE] = 2 * (stores[0] - stores[1]) * (stores[0] + stores[1]) / AWALE_STONES;
    amounts[TERM_ROW] = 2 * (rows[0] - rows[1]);
    amounts[TERM_TEMPO] = 1;
    count_captures(houses[0], houses[1], 1, amounts);
    count_captures(houses[1], houses[0], -1, amounts);
}

// Fitted by logistic regression to the results of 5000 games of alpha-beta with few nodes, by this
// evaluator and by the plain one; then scaled to margins.
static const int16_t WEIGHTS[TERM_COUNT] = {
    // clang-format off
    [TERM_STORE] = 23,
    [TERM_STORE_LATE] = 73,
    [TERM_ROW] = 2,
    [TERM_HOUSE] =
         -121,    68,   107,   113,   105,    25,    26,   274,
         -145,    69,   128,   116,    57,   -32,    45,   199,
         -119,    76,    88,    91,    12,   -71,   112,   228,
          -93,    61,    82,    36,   -13,   -50,   116,   197,
          -66,    57,    41,    24,   -53,   -30,   123,    63,
          -14,    28,    20,   -53,  -104,    24,   265,  -128,
    [TERM_CAPTURE] = 46, 17,
    [TERM_ATTACK] = 13, 22,
    [TERM_TEMPO] = -51,
    // clang-format on
};

int32_t evaluate_awale_plain(const Position *position) {
    const Score score = awale_score(&position->awale);
    const uint64_t side = position->awale.side;
    return score.halves[side] - score.halves[side ^ 1];
}

int32_t evaluate_awale_full(const Position *position) {
    int32_t amounts[TERM_COUNT] = {0};
    count_terms(&position->awale, amounts);
    return weigh(amounts, WEIGHTS, TERM_COUNT);
}
