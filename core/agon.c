#include "core/agon_board.h"
#include "core/agon_rules.h"

#include <assert.h>

void agon_add(AgonPosition *self, unsigned side, bool is_queen, bool is_captured, unsigned cell) {
    self->pieces[side] |= agon_bit(cell);
    if (is_captured) self->captured |= agon_bit(cell);
    if (is_queen) self->queen[side] = (uint8_t)cell;
    self->key ^= agon_piece_key(side, is_queen, is_captured, cell);
}

void agon_set_side(AgonPosition *self, unsigned side) {
    if (self->side != side) self->key ^= AGON_SIDE_KEY;
    self->side = (uint8_t)side;
}

void agon_init(AgonPosition *self) {
    Status ignored;
    agon_parse(self, "Ga5,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l", &ignored);
}

// The one who moved last may have ended the game by it.
static bool is_decided(const AgonPosition *self) {
    return agon_surrounds(self, self->side ^ 1u);
}

static int step_moves(const AgonPosition *self, Move *moves) {
    const AgonSteps steps = agon_steps(self);
    int count = 0;
    for (int i = 0; i < AGON_DIRECTIONS; i++)
        for (Hexes left = steps.from[i]; left; left &= left - 1) {
            const unsigned from = agon_lowest(left);
            moves[count++] = agon_move(from, from + (unsigned)AGON_STEP[i]);
        }
    if (steps.enthrones) moves[count++] = agon_move(self->queen[self->side], AGON_THRONE);
    return count;
}

static int return_moves(const AgonPosition *self, Move *moves) {
    const AgonReturns returns = agon_returns(self);
    int count = 0;
    for (Hexes pieces = returns.pieces; pieces; pieces &= pieces - 1)
        for (Hexes cells = returns.cells; cells; cells &= cells - 1)
            moves[count++] = agon_move(agon_lowest(pieces), agon_lowest(cells));
    return count;
}

int agon_moves(const AgonPosition *self, Move *moves) {
    if (is_decided(self)) return 0;
    return agon_must_return(self) ? return_moves(self, moves) : step_moves(self, moves);
}

int agon_count_moves(const AgonPosition *self) {
    if (is_decided(self)) return 0;
    if (!agon_must_return(self)) return (int)agon_steps(self).count;
    const AgonReturns returns = agon_returns(self);
    return (int)(agon_count(returns.pieces) * agon_count(returns.cells));
}

// Whether a ply may leave the other side no answer. It takes at most seven cells from them: the one
// where the piece lands, and those directly between it and others, which are its neighbours.
// Somebody with a piece to return always can.
static bool may_block(const AgonPosition *self) {
    AgonPosition other = *self;
    other.side ^= 1;
    if (agon_must_return(&other)) return false;
    const AgonSteps steps = agon_steps(&other);
    Hexes cells = steps.enthrones ? AGON_RING[0] : 0;
    for (int i = 0; i < AGON_DIRECTIONS; i++) cells |= agon_shift(steps.from[i], AGON_STEP[i]);
    return agon_count(cells) <= 1 + AGON_DIRECTIONS;
}

// Whether a ply does. The key, which takes most of the time of a ply, is not asked for.
static bool blocks(const AgonPosition *self, Move move) {
    AgonPosition other = *self;
    const unsigned side = self->side, to = agon_to(move);
    other.pieces[side] ^= agon_bit(agon_from(move)) | agon_bit(to);
    if (agon_captures(other.pieces[side], other.pieces[side ^ 1], to)) return false;
    other.side ^= 1;
    return agon_steps(&other).count == 0;
}

int agon_ending_moves(const AgonPosition *self, Move *moves) {
    if (is_decided(self)) return 0;
    const unsigned queen = self->queen[self->side];
    const Hexes missing = AGON_RING[1] & ~(self->pieces[self->side] & ~agon_bit(queen));
    const bool surrounds = agon_count(missing) == 1, stuck = may_block(self);
    if (!surrounds && !stuck) return 0;
    int kept = 0;
    const int count = agon_moves(self, moves);
    for (int i = 0; i < count; i++) {
        const bool closes =
            surrounds && agon_bit(agon_to(moves[i])) == missing && agon_from(moves[i]) != queen;
        if (closes || (stuck && blocks(self, moves[i]))) moves[kept++] = moves[i];
    }
    return kept;
}

void agon_play(AgonPosition *self, Move move) {
    agon_act(self, agon_from(move), agon_to(move));
    assert(agon_self_check(self));
}

static Result win_of(unsigned side) {
    return side == SIDE_FIRST ? RESULT_FIRST : RESULT_SECOND;
}

Outcome agon_outcome(const AgonPosition *self) {
    const unsigned mover = self->side ^ 1u;
    if (is_decided(self)) {
        const bool enthroned = self->queen[mover] == AGON_THRONE;
        return enthroned ? (Outcome){win_of(mover), END_ENTHRONED}
                         : (Outcome){win_of(self->side), END_FORFEIT};
    }
    if (agon_count_moves(self) == 0) return (Outcome){win_of(mover), END_STUCK};
    return (Outcome){RESULT_NONE, END_NONE};
}

// Where a cell goes. The three axes of the hexagon, on which the coordinates of a cell add up to 0,
// change places in each way, and all of them their direction.
static unsigned image_of_cell(int symmetry, unsigned cell) {
    static const uint8_t AXES[AGON_SYMMETRIES / 2][2] = {{0, 1}, {0, 2}, {1, 0},
                                                         {1, 2}, {2, 0}, {2, 1}};
    enum { CENTRE = AGON_ROWS / 2 };
    const int row = (int)(cell / AGON_ROWS) - CENTRE, diagonal = (int)(cell % AGON_ROWS) - CENTRE;
    const int along[3] = {row, -diagonal, diagonal - row};
    const int sign = symmetry < AGON_SYMMETRIES / 2 ? 1 : -1;
    const uint8_t *axes = AXES[symmetry % (AGON_SYMMETRIES / 2)];
    return (unsigned)((CENTRE + sign * along[axes[0]]) * AGON_ROWS + CENTRE -
                      sign * along[axes[1]]);
}

// Puts the pieces on an empty board.
void agon_image(const AgonPosition *self, int symmetry, AgonPosition *image) {
    *image = (AgonPosition){0};
    for (unsigned side = 0; side < SIDE_COUNT; side++)
        for (Hexes left = self->pieces[side]; left; left &= left - 1) {
            const unsigned cell = agon_lowest(left);
            agon_add(image, side, cell == self->queen[side], self->captured >> cell & 1,
                     image_of_cell(symmetry, cell));
        }
    agon_set_side(image, self->side);
}

bool agon_self_check(const AgonPosition *self) {
    AgonPosition copy;
    for (unsigned side = 0; side < SIDE_COUNT; side++)
        if (agon_count(self->pieces[side]) != AGON_GUARDS + 1 ||
            !(self->pieces[side] >> self->queen[side] & 1))
            return false;
    if ((self->pieces[0] & self->pieces[1]) || (self->pieces[0] | self->pieces[1]) & ~AGON_BOARD)
        return false;
    agon_image(self, 0, &copy);
    return memcmp(&copy, self, sizeof copy) == 0;
}

// One of the legal plies, each as likely; false when there is none.
static inline bool draw_ply(const AgonPosition *self, Rng *rng, unsigned *from, unsigned *to) {
    if (__builtin_expect(agon_must_return(self), 0)) {
        const AgonReturns returns = agon_returns(self);
        const unsigned cells = agon_count(returns.cells);
        const unsigned drawn = rng_below(rng, agon_count(returns.pieces) * cells);
        *from = agon_nth(returns.pieces, drawn / cells);
        *to = agon_nth(returns.cells, drawn % cells);
        return true;
    }
    const AgonSteps steps = agon_steps(self);
    if (steps.count == 0) return false;
    unsigned drawn = rng_below(rng, steps.count), upto[AGON_DIRECTIONS], direction = 0;
    for (unsigned i = 0, total = 0; i < AGON_DIRECTIONS; i++)
        upto[i] = total += agon_count(steps.from[i]);
    for (unsigned i = 0; i < AGON_DIRECTIONS; i++) direction += drawn >= upto[i];
    if (direction == AGON_DIRECTIONS) { // all others are counted before it
        *from = self->queen[self->side];
        *to = AGON_THRONE;
        return true;
    }
    if (direction > 0) drawn -= upto[direction - 1];
    *from = agon_nth(steps.from[direction], drawn);
    *to = *from + (unsigned)AGON_STEP[direction];
    return true;
}

Move agon_draw(const AgonPosition *self, Rng *rng) {
    unsigned from = 0, to = 0;
    draw_ply(self, rng, &from, &to);
    return agon_move(from, to);
}

// When can a position recur? A step inward lowers the sum of the rings of all pieces, a capture
// adds a mark; steps along a ring leave the sum, and without captures the marks, as they are. Only
// a return undoes either: it takes a mark away and brings a piece outward. So between two
// occurrences of a position lie steps along rings alone, or a return. Hence, for instance, no
// position recurs within three plies, and the third occurrence comes eight plies after the first at
// the earliest.
Playout agon_playout(AgonPosition *self, Rng *rng, int32_t ply_limit, History *history) {
    const int32_t noted = history->count;
    int32_t plies = 0;
    bool drawn = false;
    while (plies < ply_limit && !drawn && !is_decided(self)) {
        unsigned from, to;
        if (!draw_ply(self, rng, &from, &to)) break;
        agon_act(self, from, to);
        plies++;
        drawn = history_note(history, self, self->key, sizeof *self) >= HISTORY_DRAW;
    }
    history_rewind(history, noted);
    const Result result = agon_outcome(self).result;
    return (Playout){result == RESULT_NONE && drawn ? RESULT_DRAW : result, 0, plies};
}
