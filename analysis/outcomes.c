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

// Over the table of pairs; `sign` is that of player 0's points when moving second.
static Outcomes outcomes_of_pairs(const Tally *tally, int sign) {
    Outcomes outcomes = {.kinds = OUTCOMES_OF_PAIR};
    const int least = sign < 0 ? -half_points(VERDICT_WIN) : 0;
    for (int row = 0; row < VERDICT_COUNT; row++)
        for (int column = 0; column < VERDICT_COUNT; column++)
            outcomes.counts[half_points(row) + sign * half_points(column) - least] +=
                tally->pairs[row][column];
    return outcomes;
}

Outcomes outcomes_of_first(const Tally *tally) {
    return tally->paired ? outcomes_of_pairs(tally, -1) : outcomes_of_games(tally);
}

Outcomes outcomes_of_strength(const Tally *tally) {
    return tally->paired ? outcomes_of_pairs(tally, 1) : outcomes_of_games(tally);
}

Outcomes outcomes_reversed(const Outcomes *self) {
    Outcomes reversed = {.kinds = self->kinds};
    for (size_t i = 0; i < self->kinds; i++) reversed.counts[i] = self->counts[self->kinds - 1 - i];
    return reversed;
}

Moments outcomes_moments(const Outcomes *self) {
    return moments_of_counts(self->counts, self->kinds);
}
