#include "analysis/outcomes.h"

// Half points of a verdict.
static int half_points(int verdict) {
    return VERDICT_LOSS - verdict;
}

static Outcomes outcomes_of_games(const Tally *tally) {
    return (Outcomes){
        OUTCOMES_OF_GAME,
        {tally->results[RESULT_SECOND], tally->results[RESULT_DRAW], tally->results[RESULT_FIRST]}};
}

// Adds a table of pairs; `sign` is that of player 0's points when moving second.
static void add_pairs(Outcomes *self, const int64_t pairs[VERDICT_COUNT][VERDICT_COUNT], int sign) {
    const int least = sign < 0 ? -half_points(VERDICT_WIN) : 0;
    for (int row = 0; row < VERDICT_COUNT; row++)
        for (int column = 0; column < VERDICT_COUNT; column++)
            self->counts[half_points(row) + sign * half_points(column) - least] +=
                pairs[row][column];
}

Outcomes outcomes_of_first(const Tally *tally) {
    Outcomes outcomes = {.kinds = OUTCOMES_OF_PAIR};
    if (!tally->paired) return outcomes_of_games(tally);
    add_pairs(&outcomes, tally->pairs, -1);
    return outcomes;
}

Outcomes outcomes_of_strength(const Tally *tally) {
    Outcomes outcomes = {.kinds = OUTCOMES_OF_PAIR};
    if (!tally->paired) return outcomes_of_games(tally);
    add_pairs(&outcomes, tally->pairs, 1);
    add_pairs(&outcomes, tally->faulty_pairs, 1);
    return outcomes;
}

Outcomes outcomes_reversed(const Outcomes *self) {
    Outcomes reversed = {.kinds = self->kinds};
    for (size_t i = 0; i < self->kinds; i++) reversed.counts[i] = self->counts[self->kinds - 1 - i];
    return reversed;
}

Moments outcomes_moments(const Outcomes *self) {
    return moments_of_counts(self->counts, self->kinds);
}
