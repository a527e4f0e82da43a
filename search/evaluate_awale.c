// Awale: stones in store, what stands where, and what each side could capture now. Mobility is the
// strongest simple term after the stores (Davis, Kendall, "An investigation, using co-evolution, to
// evolve an Awari player", CEC 2002; van Rijswijck, "Learning from perfection", CG 2000); here it
// comes in by the weights of empty houses, cheaper than counting plies.
#include "core/awale_rules.h"
#include "search/evaluate_games.h"

#include <string.h>
#if defined(__SSE4_1__)
#include <immintrin.h>
#endif

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

static const uint64_t ONES = 0x010101010101;  // 1 in each house
static const uint64_t HIGHS = 0x808080808080; // the high bit of each house
static const uint64_t HOUSES = 0xffffffffffff;

static int32_t store_of(uint64_t row) {
    return (int32_t)(row >> 8 * AWALE_HOUSES);
}

// The product's sixth byte, which no carry reaches.
static int32_t stones_of(uint64_t row) {
    return (int32_t)((row & HOUSES) * ONES >> 40 & 255);
}

static int32_t weigh_houses(uint64_t row) {
    int32_t sum = 0;
    for (unsigned house = 0; house < AWALE_HOUSES; house++)
        sum += WEIGHTS[TERM_HOUSE + house * CLASSES + CLASS_OF[row >> 8 * house & 255]];
    return sum;
}

// In each house of a row the stones that are captured when the last stone falls there: of all
// houses of 1 or 2 without a gap backwards, with that stone. Runs are added up by doubling.
static uint64_t captured_from(uint64_t row) {
    const uint64_t grown = (row & HOUSES) + ONES;
    const uint64_t off = (grown | ONES) ^ (3 * ONES); // a byte is 0 just where `grown` is 2 or 3
    const uint64_t hit = ((HIGHS - off) & HIGHS) >> 7;
    uint64_t run = hit * 255, sum = grown & run;
    for (unsigned width = 8; width <= 32; width *= 2) {
        sum += sum << width & run;
        run &= run << width;
    }
    return sum;
}

// What sowing the houses would capture, without a second lap and without asking whether that is
// legal.
typedef struct Captures {
    int32_t best, sum;
} Captures;

// Where the last stones fall, both rows through, past which nothing is captured.
enum { TARGETS = 2 * AWALE_HOUSES };

#if defined(__SSE4_1__)
static Captures captures_of(uint64_t own, uint64_t captured) {
    const uint64_t last = (own & HOUSES) + UINT64_C(0x050403020100);
    const __m128i at = _mm_min_epu8(_mm_cvtsi64_si128((int64_t)last), _mm_set1_epi8(TARGETS));
    const __m128i by_target = _mm_slli_si128(_mm_cvtsi64_si128((int64_t)captured), AWALE_HOUSES);
    const __m128i stones = _mm_shuffle_epi8(by_target, at), ones = _mm_set1_epi8(-1);
    const __m128i least = _mm_minpos_epu16(_mm_cvtepu8_epi16(_mm_xor_si128(stones, ones)));
    return (Captures){.best = 255 - _mm_extract_epi16(least, 0),
                      .sum = _mm_cvtsi128_si32(_mm_sad_epu8(stones, _mm_setzero_si128()))};
}
#else
static Captures captures_of(uint64_t own, uint64_t captured) {
    Captures captures = {0, 0};
    uint8_t by_target[TARGETS + 1] = {0};
    memcpy(&by_target[AWALE_HOUSES], &captured, AWALE_HOUSES);
    for (unsigned house = 0; house < AWALE_HOUSES; house++) {
        const unsigned last = house + (unsigned)(own >> 8 * house & 255);
        const int32_t stones = by_target[last < TARGETS ? last : TARGETS];
        captures.best = stones > captures.best ? stones : captures.best;
        captures.sum += stones;
    }
    return captures;
}
#endif

// That of the best house by the first weight, those of all others by the second.
static int32_t weigh_captures(uint64_t own, uint64_t opposing, int32_t capture, int32_t attack) {
    const Captures captures = captures_of(own, captured_from(opposing));
    return 2 * (capture * captures.best + attack * (captures.sum - captures.best));
}

int32_t evaluate_awale_plain(const Position *position) {
    const Score score = awale_score(&position->awale);
    const uint64_t side = position->awale.side;
    return score.halves[side] - score.halves[side ^ 1];
}

// Written out rather than as amounts: more than a quarter of a search's time was here.
int32_t evaluate_awale_full(const Position *position) {
    const uint64_t own = position->awale.row[position->awale.side];
    const uint64_t opposing = position->awale.row[position->awale.side ^ 1];
    const int32_t ahead = 2 * (store_of(own) - store_of(opposing));
    const int32_t late = ahead * (store_of(own) + store_of(opposing)) / AWALE_STONES;
    int32_t sum = WEIGHTS[TERM_TEMPO];
    sum += WEIGHTS[TERM_STORE] * ahead + WEIGHTS[TERM_STORE_LATE] * late;
    sum += WEIGHTS[TERM_ROW] * 2 * (stones_of(own) - stones_of(opposing));
    sum += weigh_houses(own) - weigh_houses(opposing);
    sum += weigh_captures(own, opposing, WEIGHTS[TERM_CAPTURE], WEIGHTS[TERM_ATTACK]);
    sum -= weigh_captures(opposing, own, WEIGHTS[TERM_CAPTURE + 1], WEIGHTS[TERM_ATTACK + 1]);
    return sum / WEIGHT_ONE;
}
