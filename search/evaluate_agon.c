// Agon: how far the pieces have come, what stands around the throne, and what can be captured.
#include "core/agon_board.h"
#include "core/agon_rules.h"
#include "search/evaluate_games.h"

// Where the queen is while her guards surround the throne: on it, beside it, elsewhere. Six guards
// without her on it lose at once, so that five are a danger.
enum { QUEEN_PLACES = 3 };

// Where the turn matters a term is a pair: the mover's, then the other side's. Every amount is the
// mover's less the other side's.
enum {
    TERM_GUARDS,                               // free guards by ring, from 1 on
    TERM_QUEEN = TERM_GUARDS + AGON_RINGS - 1, // the free queen by ring
    TERM_CAPTIVES = TERM_QUEEN + AGON_RINGS,   // captured guards: one, two, three or more
    TERM_CAPTIVE_QUEEN = TERM_CAPTIVES + 3,
    TERM_SIEGE, // guards around the throne, 0..6, by the place of their queen
    TERM_GUARD_DANGER = TERM_SIEGE + (AGON_GUARDS + 1) * QUEEN_PLACES, // guards a step can capture
    TERM_QUEEN_DANGER = TERM_GUARD_DANGER + 2,                         // a queen likewise
    TERM_MOBILITY = TERM_QUEEN_DANGER + 2,                             // steps
    TERM_TEMPO = TERM_MOBILITY + 2,                                    // the turn
    TERM_COUNT
};

// Where a side's pieces stand.
static void count_pieces(const AgonPosition *self, unsigned side, int32_t sign, int32_t *amounts) {
    const Hexes queen = agon_bit(self->queen[side]);
    const Hexes guards = self->pieces[side] & ~queen, free = guards & ~self->captured;
    for (int ring = 1; ring < AGON_RINGS; ring++)
        amounts[TERM_GUARDS + ring - 1] += sign * (int32_t)agon_count(free & AGON_RING[ring]);
    const int captives = (int)agon_count(guards & self->captured);
    if (captives) amounts[TERM_CAPTIVES + (captives < 3 ? captives : 3) - 1] += sign;
    int place = 0;
    while (!(AGON_RING[place] & queen)) place++;
    if (self->captured & queen)
        amounts[TERM_CAPTIVE_QUEEN] += sign;
    else
        amounts[TERM_QUEEN + place] += sign;
    const int around = (int)agon_count(guards & AGON_RING[1]);
    if (place >= QUEEN_PLACES) place = QUEEN_PLACES - 1;
    amounts[TERM_SIEGE + place * (AGON_GUARDS + 1) + around] += sign;
}

// The cells that a side can step to.
static Hexes cells_of(const AgonSteps *steps) {
    Hexes cells = steps->enthrones ? AGON_RING[0] : 0;
    for (int i = 0; i < AGON_DIRECTIONS; i++) cells |= agon_shift(steps->from[i], AGON_STEP[i]);
    return cells;
}

// What a side can do, and which of the opponent's free pieces it can capture by a step.
static void count_actions(const AgonPosition *self, unsigned side, int32_t sign, int32_t *amounts) {
    AgonPosition turned = *self;
    turned.side = (uint8_t)side;
    const int term = sign < 0;
    const AgonSteps steps = agon_steps(&turned);
    amounts[TERM_MOBILITY + term] = sign * (int32_t)steps.count;
    const Hexes own = self->pieces[side], coming = cells_of(&steps);
    Hexes danger = 0;
    for (int i = 0; i < AGON_DIRECTIONS; i++)
        danger |= agon_shift(own, AGON_STEP[i]) & agon_shift(coming, -AGON_STEP[i]);
    danger &= self->pieces[side ^ 1] & ~self->captured;
    const Hexes queen = danger & agon_bit(self->queen[side ^ 1]);
    amounts[TERM_GUARD_DANGER + term] = sign * (int32_t)agon_count(danger & ~queen);
    amounts[TERM_QUEEN_DANGER + term] = queen ? sign : 0;
}

static void count_terms(const AgonPosition *self, int32_t *amounts) {
    count_pieces(self, self->side, 1, amounts);
    count_pieces(self, self->side ^ 1u, -1, amounts);
    count_actions(self, self->side, 1, amounts);
    count_actions(self, self->side ^ 1u, -1, amounts);
    amounts[TERM_TEMPO] = 1;
}

// Fitted by logistic regression to the 455 decided ones of 2151 games of alpha-beta with few nodes,
// by this evaluator and by the plain one. A win is no number of points here, so 40 half points are
// e times the odds. Six guards around the throne end the game; three captives, and four guards
// without their queen near, were never seen and are set as their neighbours.
static const int16_t WEIGHTS[TERM_COUNT] = {
    // clang-format off
    [TERM_GUARDS] = 106, 50, 65, -180, -185,
    [TERM_QUEEN] = 109, 585, -237, -1046, -1009, -1580,
    [TERM_CAPTIVES] = -523, -1732, -1732,
    [TERM_CAPTIVE_QUEEN] = -524,
    [TERM_SIEGE] =
          372,   637,   285,  -574,   109,  2281,     0,
          322,   670,   208,  -427,  -489, -1144,     0,
        -1679,   -89,   389, -1492, -1600, -1712,     0,
    [TERM_GUARD_DANGER] = 370, 300,
    [TERM_QUEEN_DANGER] = 127, 149,
    [TERM_MOBILITY] = 93, 88,
    [TERM_TEMPO] = 20,
    // clang-format on
};

// How near the throne a side's pieces are, the queen counting thrice, and what returning its
// captured pieces to the outer ring will cost.
static int32_t nearness(const AgonPosition *position, unsigned side) {
    const Hexes free = position->pieces[side] & ~position->captured;
    int32_t sum = 0;
    for (int ring = 0; ring < AGON_RINGS; ring++) {
        const int32_t near = AGON_RINGS - 1 - ring;
        sum += near * (int32_t)agon_count(free & AGON_RING[ring]);
        if (free & AGON_RING[ring] & agon_bit(position->queen[side])) sum += 2 * near;
    }
    return sum - (int32_t)agon_count(position->captured & position->pieces[side]);
}

int32_t evaluate_agon_plain(const Position *position) {
    const unsigned side = position->agon.side;
    return 2 * (nearness(&position->agon, side) - nearness(&position->agon, side ^ 1));
}

int32_t evaluate_agon_full(const Position *position) {
    int32_t amounts[TERM_COUNT] = {0};
    count_terms(&position->agon, amounts);
    return weigh(amounts, WEIGHTS, TERM_COUNT);
}
