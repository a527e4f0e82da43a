#include "core/awale_rules.h"
#include "core/lanes.h"

#include <assert.h>

static const uint64_t ONES = 0x010101010101;  // 1 in each house
static const uint64_t HIGHS = 0x808080808080; // the high bit of each house
static const uint64_t HOUSES = 0xffffffffffff;
enum { STORE = 8 * AWALE_HOUSES, LAP = 2 * AWALE_HOUSES - 1 }; // a lap skips the house of origin

// The two words as the side to move sees them.
typedef struct Rows {
    uint64_t own;
    uint64_t opposing;
} Rows;

// The sum of all houses: the product's sixth byte, which no carry reaches.
static inline uint64_t sum_of(uint64_t houses) {
    return (houses & HOUSES) * ONES >> 40 & 255;
}

// The high bit of each house that holds `least` or more; no house holds more than 64.
static inline uint64_t holding(uint64_t row, unsigned least) {
    return ((row & HOUSES) + (HIGHS - least * ONES)) & HIGHS;
}

// The captured stones of a row when the last stone fell into its house `last`: houses of 2 or 3
// without a gap backwards from there. For a `last` beyond the row there are none.
static inline uint64_t captured(uint64_t row, unsigned last) {
    // A byte of `off` is 0 just where the house holds 2 or 3, and then alone keeps the high bit.
    const uint64_t off = ((row & HOUSES) | ONES) ^ (3 * ONES);
    const uint64_t hit = (HIGHS - off) & HIGHS;
    const uint64_t upto = last < AWALE_HOUSES ? HOUSES >> 8 * (AWALE_HOUSES - 1 - last) : 0;
    const uint64_t gaps = (hit ^ HIGHS) & upto;
    const int gap_end = gaps ? 64 - __builtin_clzll(gaps) : 0;
    return row & upto & ~UINT64_C(0) << gap_end;
}

// Sows a house, 0..5, and captures. Where that is not legal the opposing houses are all empty.
static inline Rows sow(Rows rows, unsigned house) {
    unsigned stones = (unsigned)(rows.own >> 8 * house) & 255, last = house + stones;
    rows.own &= ~(UINT64_C(255) << 8 * house);
    if (__builtin_expect(stones >= LAP, 0)) {
        const unsigned laps = stones / LAP;
        stones %= LAP;
        last = house + (stones ? stones : (unsigned)LAP); // a whole lap ends before the house
        rows.own += laps * (ONES & ~(UINT64_C(1) << 8 * house));
        rows.opposing += laps * ONES;
    }
    // One stone a byte behind the house: own houses, opposing houses, own houses again; of at most
    // 10 stones behind the sixth house, all within 16 bytes.
    const unsigned __int128 ones =
        ((unsigned __int128)0x0101010101010101 << 64) | 0x0101010101010101;
    const unsigned __int128 track = ones >> 8 * (15 - stones) >> 8 << 8 * (house + 1);
    rows.own += ((uint64_t)track & HOUSES) + (uint64_t)(track >> 96);
    rows.opposing += (uint64_t)(track >> 48) & HOUSES;
    const uint64_t taken = captured(rows.opposing, last - AWALE_HOUSES);
    rows.opposing ^= taken;
    rows.own += sum_of(taken) << STORE;
    return rows;
}

static inline bool feeds(Rows after) {
    return (after.opposing & HOUSES) != 0;
}

// Of the houses that are not empty, those whose sowing is legal, tried one by one.
static inline uint64_t tried(Rows rows, uint64_t houses) {
    for (uint64_t left = houses; left; left &= left - 1)
        if (!feeds(sow(rows, (unsigned)__builtin_ctzll(left) / 8))) houses ^= left & -left;
    return houses;
}

// The high bit of each house whose sowing is legal: any that leaves the opponent a stone.
//
// All opposing stones can only be captured where no house holds four. Within one lap each house up
// to the last gets one stone, so that they must stand in a run from the first house on, one or two
// in each, and the last stone must fall into the last house of that run. Where there are none, the
// sowing must reach the row.
static inline uint64_t legal(Rows rows) {
    const uint64_t houses = holding(rows.own, 1), filled = holding(rows.opposing, 1);
    const unsigned run = (unsigned)__builtin_popcountll(filled);
    if (holding(rows.opposing, 3) || (filled & ~(HIGHS >> 8 * (AWALE_HOUSES - run)))) {
        if (holding(rows.opposing, 4) || !holding(rows.own, LAP + 1)) return houses;
        return tried(rows, houses);
    }
    if (holding(rows.own, LAP + 1)) return tried(rows, houses);
    // The house where the last stone falls, counted from the first own one.
    const uint64_t last = (rows.own & HOUSES) + UINT64_C(0x050403020100);
    if (run == 0) return houses & holding(last, AWALE_HOUSES);
    return houses & ~(holding(last, AWALE_HOUSES + run - 1) ^ holding(last, AWALE_HOUSES + run));
}

static inline bool has_majority(uint64_t row) {
    return row >> STORE >= AWALE_MAJORITY;
}

static inline uint64_t swept(uint64_t row) {
    return (row & ~HOUSES) + (sum_of(row) << STORE);
}

// The house of the n-th high bit.
static inline unsigned nth_house(uint64_t houses, unsigned n) {
    return nth_bit64(houses, n) / 8;
}

static Rows rows_of(const AwalePosition *self) {
    return (Rows){self->row[self->side], self->row[self->side ^ 1]};
}

static bool is_over(const AwalePosition *self) {
    return has_majority(self->row[0]) || has_majority(self->row[1]) ||
           ((self->row[0] | self->row[1]) & HOUSES) == 0;
}

void awale_init(AwalePosition *self) {
    *self = (AwalePosition){{4 * ONES, 4 * ONES}, SIDE_FIRST};
}

void awale_sweep_if_stuck(AwalePosition *self) {
    const Rows rows = rows_of(self);
    if (holding(rows.opposing, 4) && holding(rows.own, 1)) return; // mostly: see legal
    if (is_over(self) || legal(rows)) return;
    self->row[0] = swept(self->row[0]);
    self->row[1] = swept(self->row[1]);
}

int awale_moves(const AwalePosition *self, Move *moves) {
    int count = 0;
    if (is_over(self)) return 0;
    for (uint64_t left = legal(rows_of(self)); left; left &= left - 1)
        moves[count++] = (Move)(AWALE_HOUSES * self->side + (unsigned)__builtin_ctzll(left) / 8);
    return count;
}

int awale_count_moves(const AwalePosition *self) {
    return is_over(self) ? 0 : __builtin_popcountll(legal(rows_of(self)));
}

Move awale_draw(const AwalePosition *self, Rng *rng) {
    const uint64_t houses = legal(rows_of(self));
    const unsigned drawn = rng_below(rng, (uint32_t)__builtin_popcountll(houses));
    return (Move)(AWALE_HOUSES * self->side + nth_house(houses, drawn));
}

// A house of three or more gets a stone whenever a sowing comes as far, so that it is not captured.
// Hence a ply captures from the others alone, three stones at most each and never all six; and two
// such houses of one's own leave one behind the ply that any answer spares, which makes it legal.
static inline bool may_end(Rows rows) {
    int weak = AWALE_HOUSES - __builtin_popcountll(holding(rows.opposing, 3));
    if (weak == AWALE_HOUSES) weak--;
    return (rows.own >> STORE) + 3 * (unsigned)weak >= AWALE_MAJORITY ||
           __builtin_popcountll(holding(rows.own, 3)) < 2;
}

int awale_ending_moves(const AwalePosition *self, Move *moves) {
    const Rows rows = rows_of(self);
    int count = 0;
    if (is_over(self) || !may_end(rows)) return 0;
    for (uint64_t left = legal(rows); left; left &= left - 1) {
        const unsigned house = (unsigned)__builtin_ctzll(left) / 8;
        const Rows after = sow(rows, house);
        if (has_majority(after.own) || !legal((Rows){after.opposing, after.own}))
            moves[count++] = (Move)(AWALE_HOUSES * self->side + house);
    }
    return count;
}

void awale_play(AwalePosition *self, Move move) {
    const Rows after = sow(rows_of(self), move % AWALE_HOUSES);
    self->row[self->side] = after.own;
    self->row[self->side ^ 1] = after.opposing;
    self->side ^= 1;
    awale_sweep_if_stuck(self);
    assert(awale_self_check(self));
}

static Result result_of(const AwalePosition *self) {
    const unsigned first = awale_store(self, SIDE_FIRST), second = awale_store(self, SIDE_SECOND);
    return first > second ? RESULT_FIRST : first < second ? RESULT_SECOND : RESULT_DRAW;
}

Outcome awale_outcome(const AwalePosition *self) {
    if (!is_over(self)) return (Outcome){RESULT_NONE, END_NONE};
    const bool empty = ((self->row[0] | self->row[1]) & HOUSES) == 0;
    return (Outcome){result_of(self), empty ? END_STUCK : END_MAJORITY};
}

Score awale_score(const AwalePosition *self) {
    return (Score){
        {2 * (int32_t)awale_store(self, SIDE_FIRST), 2 * (int32_t)awale_store(self, SIDE_SECOND)}};
}

uint64_t awale_key(const AwalePosition *self) {
    return mix64(self->row[0] ^ mix64(self->row[1] ^ self->side << 63));
}

bool awale_self_check(const AwalePosition *self) {
    const uint64_t stones =
        sum_of(self->row[0]) + sum_of(self->row[1]) + awale_store(self, 0) + awale_store(self, 1);
    AwalePosition again = *self;
    awale_sweep_if_stuck(&again);
    return stones <= AWALE_STONES && self->side < SIDE_COUNT && again.row[0] == self->row[0] &&
           again.row[1] == self->row[1];
}

// Plays on until the game is over; a house is drawn from those that are not empty until its sowing
// is legal, which makes each legal ply as likely. Returns the rows as the side to move sees them,
// with the number of plies.
static inline Rows play_out(Rows rows, Rng *rng, int32_t ply_limit, int32_t *plies, bool *over) {
    *over = false;
    for (*plies = 0; *plies < ply_limit; ++*plies) {
        uint64_t houses = holding(rows.own, 1);
        Rows after;
        do {
            if (houses == 0) {
                *over = true;
                return (Rows){swept(rows.own), swept(rows.opposing)};
            }
            const unsigned count = (unsigned)__builtin_popcountll(houses);
            const unsigned house = nth_house(houses, rng_below(rng, count));
            houses ^= UINT64_C(128) << 8 * house;
            after = sow(rows, house);
        } while (__builtin_expect(!feeds(after), 0));
        rows = (Rows){after.opposing, after.own};
        if (has_majority(after.own)) {
            ++*plies;
            *over = true;
            return rows;
        }
    }
    return rows;
}

// The rows stay in registers, and nothing is asked that a count does not need.
static uint64_t count_plies(Rows rows, int depth) {
    if (depth == 1) return (uint64_t)__builtin_popcountll(legal(rows));
    uint64_t total = 0;
    for (uint64_t left = holding(rows.own, 1); left; left &= left - 1) {
        const Rows after = sow(rows, (unsigned)__builtin_ctzll(left) / 8);
        if (feeds(after) && !has_majority(after.own))
            total += count_plies((Rows){after.opposing, after.own}, depth - 1);
    }
    return total;
}

uint64_t awale_perft(const AwalePosition *self, int depth) {
    if (depth == 0) return 1;
    return is_over(self) ? 0 : count_plies(rows_of(self), depth);
}

Playout awale_playout(AwalePosition *self, Rng *rng, int32_t ply_limit) {
    Playout playout = {RESULT_NONE, 0, 0};
    bool over = is_over(self);
    if (!over) {
        const Rows rows = play_out(rows_of(self), rng, ply_limit, &playout.plies, &over);
        self->side ^= (unsigned)playout.plies & 1;
        self->row[self->side] = rows.own;
        self->row[self->side ^ 1] = rows.opposing;
        if (!over) { // the last ply may have left no answer
            awale_sweep_if_stuck(self);
            over = is_over(self);
        }
    }
    if (over) playout.result = result_of(self);
    playout.margin = 2 * ((int32_t)awale_store(self, 0) - (int32_t)awale_store(self, 1));
    return playout;
}
