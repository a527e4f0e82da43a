#include "analysis/stats.h"

#include "analysis/bootstrap.h"
#include "analysis/outcomes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The finished pairs counted by what rates need of a pair.
typedef struct PairCounts {
    int64_t first_wins[OUTCOMES_OF_GAME]; // by the games won by those who moved first, 0..2
    int64_t draws[OUTCOMES_OF_GAME];      // by the games drawn, 0..2
} PairCounts;

// Counts of one pair that are needed more than once; row and column are Verdicts of player 0.
static int pair_first_wins(int row, int column) {
    return (row == VERDICT_WIN) + (column == VERDICT_LOSS);
}

static int pair_draws(int row, int column) {
    return (row == VERDICT_DRAW) + (column == VERDICT_DRAW);
}

static PairCounts pair_counts(const Tally *tally) {
    PairCounts counts = {0};
    for (int row = 0; row < VERDICT_COUNT; row++) {
        for (int column = 0; column < VERDICT_COUNT; column++) {
            const int64_t pairs = tally->pairs[row][column];
            counts.first_wins[pair_first_wins(row, column)] += pairs;
            counts.draws[pair_draws(row, column)] += pairs;
        }
    }
    return counts;
}

static ScoreStats score_stats(const Outcomes *outcomes) {
    const Moments moments = outcomes_moments(outcomes);
    const Interval score = moments_interval(&moments);
    return (ScoreStats){score, elo_of_interval(score)};
}

static Interval rate_over_pairs(const int64_t counts[OUTCOMES_OF_GAME]) {
    const Moments moments = moments_of_counts(counts, OUTCOMES_OF_GAME);
    return moments_interval(&moments);
}

// The first player's wins among decisive games, as the ratio R of the means of wins w and decisive
// games d of a pair; its variance is that of (w − R·d)/mean(d).
static Interval decisive_over_pairs(const Tally *tally) {
    int64_t wins = 0, decisive = 0, pairs = 0;
    for (int row = 0; row < VERDICT_COUNT; row++) {
        for (int column = 0; column < VERDICT_COUNT; column++) {
            const int64_t count = tally->pairs[row][column];
            pairs += count;
            wins += count * pair_first_wins(row, column);
            decisive += count * (2 - pair_draws(row, column));
        }
    }
    if (decisive == 0) return interval_none();

    const double ratio = (double)wins / (double)decisive;
    double squares = 0.0;
    for (int row = 0; row < VERDICT_COUNT; row++) {
        for (int column = 0; column < VERDICT_COUNT; column++) {
            const double residue =
                pair_first_wins(row, column) - ratio * (2 - pair_draws(row, column));
            squares += (double)tally->pairs[row][column] * residue * residue;
        }
    }
    const double mean = (double)decisive / (double)pairs;
    return interval_of_mean(ratio, squares / (double)pairs / (mean * mean), pairs);
}

static void stats_of_pairs(CellStats *self, const Tally *tally) {
    const PairCounts counts = pair_counts(tally);
    const Outcomes outcomes = outcomes_of_strength(tally);
    const Moments strength = outcomes_moments(&outcomes);
    for (int row = 0; row < VERDICT_COUNT; row++)
        for (int column = 0; column < VERDICT_COUNT; column++)
            self->pairs[row][column] = tally->pairs[row][column] + tally->faulty_pairs[row][column];
    memcpy(self->pentanomial, outcomes.counts, sizeof self->pentanomial);
    self->finished_pairs = strength.units;
    self->unfinished_pairs = tally->unfinished_pairs;
    self->strength = score_stats(&outcomes);
    self->nelo = elo_normalized(&strength, OUTCOMES_OF_PAIR);
    self->los = elo_superiority(&strength);
    self->draw_rate = rate_over_pairs(counts.draws);
    self->first_win_rate = rate_over_pairs(counts.first_wins);
    self->first_win_rate_decisive = decisive_over_pairs(tally);
}

static void stats_of_games(CellStats *self) {
    const int64_t finished = self->first_wins + self->draws + self->second_wins;
    self->draw_rate = interval_of_rate(self->draws, finished);
    self->first_win_rate = interval_of_rate(self->first_wins, finished);
    self->first_win_rate_decisive =
        interval_of_rate(self->first_wins, self->first_wins + self->second_wins);
}

// `unit` is what one step of the histogram is worth.
static Spread spread_of(const Histogram *histogram, double unit) {
    return (Spread){
        .mean = histogram_mean(histogram) * unit,
        .sd = histogram_sd(histogram) * unit,
        .min = histogram_min(histogram) * unit,
        .q1 = histogram_quartile(histogram, 1) * unit,
        .median = histogram_quartile(histogram, 2) * unit,
        .q3 = histogram_quartile(histogram, 3) * unit,
        .max = histogram_max(histogram) * unit,
    };
}

static Interval interval_scaled(Interval self, double unit) {
    return (Interval){self.value * unit, self.low * unit, self.high * unit};
}

// Bounds from resampled pairs. The median is over all finished games: one whose partner is missing
// or unfinished counts too, and the bounds are widened should that have moved it past them.
static bool median_over_pairs(const Tally *tally, uint64_t seed, Interval *median) {
    size_t count;
    PairMargins *list = tally_pair_margins(tally, &count);
    if (!list) return false;
    Interval resampled;
    const bool done = bootstrap_median(list, count, seed, &resampled);
    free(list);
    median->value = histogram_quartile(&tally->margins, 2);
    median->low = resampled.low > median->value ? median->value : resampled.low;
    median->high = resampled.high < median->value ? median->value : resampled.high;
    return done;
}

static bool stats_of_margins(CellStats *self, const Tally *tally, uint64_t seed,
                             Resampling resampling) {
    const double points = 0.5; // half points are counted
    Interval median = histogram_median_interval(&tally->margins);
    bool done = true;
    if (tally->paired && resampling == RESAMPLING_DONE)
        done = median_over_pairs(tally, seed, &median);
    else if (tally->paired)
        median.low = median.high = NAN;
    self->scored_games = tally->margins.total;
    self->margin = spread_of(&tally->margins, points);
    self->median_margin = interval_scaled(median, points);
    return done;
}

static void stats_of_counts(CellStats *self, const Tally *tally) {
    self->games = tally->games;
    self->first_wins = tally->results[RESULT_FIRST];
    self->draws = tally->results[RESULT_DRAW];
    self->second_wins = tally->results[RESULT_SECOND];
    self->unfinished = tally->results[RESULT_NONE];
    memcpy(self->ends, tally->ends, sizeof self->ends);
    self->played_out = tally->played_out;
    self->false_resignations = interval_of_rate(tally->false_resignations, tally->played_out);
    const int64_t unique = distinct_count(&tally->hashes);
    // Only an estimate can be more than all games.
    self->unique_games = unique < tally->games ? unique : tally->games;
    self->unique_games_error = distinct_error(&tally->hashes);
    const int64_t openings = distinct_count(&tally->openings);
    self->unique_openings = openings < tally->games ? openings : tally->games;
    self->unique_openings_error = distinct_error(&tally->openings);
    self->repeats = tally->repeats;

    const double games = (double)(self->games - tally_faults(tally));
    const double points = (double)self->first_wins + (double)self->draws / 2;
    self->score_if_first = games > 0 ? (points + (double)self->unfinished) / games : NAN;
    self->score_if_second = games > 0 ? points / games : NAN;
}

bool cell_stats_compute(const Tally *tally, uint64_t bootstrap_seed, Resampling resampling,
                        CellStats *stats) {
    const Outcomes first = outcomes_of_first(tally);
    *stats = (CellStats){.paired = tally->paired, .first_score = score_stats(&first), .llr = NAN};
    stats_of_counts(stats, tally);
    if (tally->paired)
        stats_of_pairs(stats, tally);
    else
        stats_of_games(stats);

    stats->plies = spread_of(&tally->plies, 1);
    const double plies = stats->plies.mean * (double)stats->games;
    stats->branching = plies > 0 ? (double)tally->legal_plies / plies : NAN;
    return stats_of_margins(stats, tally, bootstrap_seed, resampling);
}

Moments cell_stats_first(const CellStats *self) {
    Tally counts = {.paired = self->paired,
                    .results = {[RESULT_FIRST] = self->first_wins,
                                [RESULT_DRAW] = self->draws,
                                [RESULT_SECOND] = self->second_wins}};
    memcpy(counts.pairs, self->pairs, sizeof counts.pairs);
    const Outcomes outcomes = outcomes_of_first(&counts);
    return outcomes_moments(&outcomes);
}

Interval cell_stats_fair_komi(const CellStats *self, const CellLabel *label) {
    const double komi = cell_label_komi(label);
    const Interval margin = self->median_margin;
    return (Interval){margin.value + komi, margin.low + komi, margin.high + komi};
}
