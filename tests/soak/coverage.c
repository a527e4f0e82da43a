// Whether published intervals hold what they promise: simulates experiments whose truth is known,
// and counts how often the intervals of 95 % contain it.
// Usage: coverage [SEED [EXPERIMENTS]]
//
// A game's margin is a sum of normal variates: what the first move is worth, what the players
// differ by, an opening that both games of a pair share, and chance; near zero it is a draw.
// Results are lattices (3 or 5 values a unit), whose coverage may be more than 95 %; margins are
// nearly none.
#include "analysis/ratings.h"
#include "analysis/stats.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { TRUTH_PAIRS = 4000000, DEFAULT_EXPERIMENTS = 4000 };

// What the games are like, in half points of margin.
typedef struct World {
    const char *name;
    double first, strength, opening, chance;
    double draw; // margins of at most this are draws
} World;

static const World WORLDS[] = {
    {"even", 0, 0, 160, 320, 0},
    {"favours first", 160, 80, 160, 320, 40},
    {"many draws", 40, 40, 80, 160, 160},
    {"one-sided", 320, 200, 80, 320, 40},
};

// The ranks of a median give 95.9 % for each of these by themselves; for 100 it would be 96.5 %.
static const int64_t UNITS[] = {20, 150, 400};

typedef enum Estimate {
    FIRST_SCORE,
    STRENGTH,
    DRAW_RATE,
    KOMI,
    RATING,
    ADVANTAGE,
    ESTIMATES
} Estimate;

static const char *const NAMES[ESTIMATES] = {"first score", "strength", "draw rate",
                                             "fair komi",   "rating",   "first move"};

typedef struct Truth {
    double value[ESTIMATES];
} Truth;

static double uniform(Rng *rng) {
    return (rng_below(rng, UINT32_MAX) + 0.5) / (double)UINT32_MAX;
}

// Box and Muller's method.
static double normal(Rng *rng) {
    return sqrt(-2 * log(uniform(rng))) * cos(2 * M_PI * uniform(rng));
}

// The game in which player 0 moves first, or second.
static GameFacts play(const World *world, double opening, int64_t number, Rng *rng) {
    const double strength = number % 2 ? -world->strength : world->strength;
    const double margin = round(world->first + strength + opening + world->chance * normal(rng));
    const Result result = fabs(margin) <= world->draw ? RESULT_DRAW
                          : margin > 0                ? RESULT_FIRST
                                                      : RESULT_SECOND;
    return (GameFacts){.number = number,
                       .result = result,
                       .end = END_PASSES,
                       .plies = 1,
                       .has_score = true,
                       .margin = (int32_t)margin,
                       .hash = (uint64_t)number};
}

// Adds so many units to a tally; games that are not paired are all player 0's.
static void play_units(Tally *tally, const World *world, int64_t units, Rng *rng) {
    for (int64_t unit = 0; unit < units; unit++) {
        const double opening = world->opening * normal(rng);
        for (int game = 0; game < (tally->paired ? 2 : 1); game++) {
            GameFacts facts = play(world, opening, tally->paired ? 2 * unit + game : 2 * unit, rng);
            if (!tally->paired) facts.number = unit;
            if (!tally_add(tally, &facts)) abort();
        }
    }
}

// From very many units.
static Truth find_truth(const World *world, bool paired, Rng *rng) {
    RatingMatch match = {.players = {0, 1}};
    Histogram margins;
    Truth truth;
    double first = 0, strength = 0, draws = 0;
    const int games = paired ? 2 : 1;
    histogram_init(&margins);
    for (int64_t i = 0; i < TRUTH_PAIRS; i++) {
        const double opening = world->opening * normal(rng);
        int verdict[2] = {0};
        for (int game = 0; game < games; game++) {
            const GameFacts facts = play(world, opening, game, rng);
            const double score = result_value(facts.result, SIDE_FIRST);
            first += score / games;
            strength += (game == 0 ? score : 1 - score) / games;
            draws += (facts.result == RESULT_DRAW) / (double)games;
            verdict[game] = (int)lround(2 - 2 * (game == 0 ? score : 1 - score));
            if (!histogram_add(&margins, facts.margin, 1)) abort();
        }
        match.pairs[verdict[0]][verdict[1]]++;
    }
    Ratings ratings;
    if (!ratings_init(&ratings, &match, 1, 2)) abort();
    truth = (Truth){{first / TRUTH_PAIRS, strength / TRUTH_PAIRS, draws / TRUTH_PAIRS,
                     histogram_quartile(&margins, 2) / 2, ratings.players[0].rating.value,
                     ratings.advantage.value.value}};
    ratings_release(&ratings);
    histogram_release(&margins);
    return truth;
}

static bool contains(Interval interval, double value) {
    return !(value < interval.low - 1e-12) && !(value > interval.high + 1e-12);
}

// One experiment: which intervals contain the truth.
static void try_once(const World *world, const Truth *truth, bool paired, int64_t units, Rng *rng,
                     int64_t hits[ESTIMATES]) {
    CellStats stats;
    Tally tally;
    tally_init(&tally, paired);
    play_units(&tally, world, units, rng);
    if (!cell_stats_compute(&tally, rng_below(rng, UINT32_MAX), RESAMPLING_DONE, &stats)) abort();
    tally_release(&tally);
    hits[FIRST_SCORE] += contains(stats.first_score.score, truth->value[FIRST_SCORE]);
    hits[DRAW_RATE] += contains(stats.draw_rate, truth->value[DRAW_RATE]);
    hits[KOMI] += contains(stats.median_margin, truth->value[KOMI]);
    if (!paired) return;
    RatingMatch match = {.players = {0, 1}};
    Ratings ratings;
    for (int i = 0; i < 9; i++) match.pairs[i / 3][i % 3] = stats.pairs[i / 3][i % 3];
    if (!ratings_init(&ratings, &match, 1, 2)) abort();
    hits[STRENGTH] += contains(stats.strength.score, truth->value[STRENGTH]);
    hits[RATING] += contains(ratings.players[0].rating, truth->value[RATING]);
    hits[ADVANTAGE] += contains(ratings.advantage.value, truth->value[ADVANTAGE]);
    ratings_release(&ratings);
}

static bool is_asked(Estimate estimate, bool paired) {
    return paired || estimate == FIRST_SCORE || estimate == DRAW_RATE || estimate == KOMI;
}

// Prints a line; false if an interval that is promised covers less than 94 %, or one of margins
// more than 96.5 %.
static bool print_line(const World *world, bool paired, int64_t units, int experiments,
                       const int64_t hits[ESTIMATES]) {
    bool good = true;
    printf("%-14s %-6s %5" PRId64, world->name, paired ? "pairs" : "games", units);
    for (unsigned i = 0; i < ESTIMATES; i++) {
        const double covered = 100.0 * (double)hits[i] / experiments;
        if (!is_asked((Estimate)i, paired)) {
            printf("  %11s ", "-");
            continue;
        }
        const bool bad = i <= KOMI && (covered < 94 || (i == KOMI && covered > 96.5));
        printf("  %11.2f%s", covered, bad ? "!" : " ");
        good = good && !bad;
    }
    putchar('\n');
    fflush(stdout);
    return good;
}

static bool try_world(const World *world, bool paired, int experiments, uint64_t seed) {
    bool good = true;
    const Seed root = seed_text(seed_number(seed_init(seed), paired), world->name);
    Rng rng = rng_init(root);
    const Truth truth = find_truth(world, paired, &rng);
    for (size_t i = 0; i < sizeof UNITS / sizeof *UNITS; i++) {
        int64_t hits[ESTIMATES] = {0};
        const Seed line = seed_number(root, (uint64_t)UNITS[i]);
#pragma omp parallel for schedule(dynamic) reduction(+ : hits[:ESTIMATES])
        for (int j = 0; j < experiments; j++) {
            Rng own = rng_init(seed_number(line, (uint64_t)j));
            try_once(world, &truth, paired, UNITS[i], &own, hits);
        }
        good &= print_line(world, paired, UNITS[i], experiments, hits);
    }
    return good;
}

int main(int argc, char **argv) {
    const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    const int experiments = argc > 2 ? atoi(argv[2]) : DEFAULT_EXPERIMENTS;
    bool good = true;
    printf("coverage %" PRIu64 " %d: how many of 100 intervals of 95 %% contain the truth\n\n",
           seed, experiments);
    printf("%-14s %-6s %5s", "world", "units", "");
    for (unsigned i = 0; i < ESTIMATES; i++) printf("  %11s ", NAMES[i]);
    putchar('\n');
    for (size_t i = 0; i < sizeof WORLDS / sizeof *WORLDS; i++)
        for (int paired = 0; paired < 2; paired++)
            good &= try_world(&WORLDS[i], paired, experiments, seed);
    puts(good ? "\nall as promised: 94 % at least, and of margins 96.5 % at most"
              : "\n! is not as promised: below 94 %, or of margins above 96.5 %");
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
