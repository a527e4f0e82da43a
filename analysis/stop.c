#include "analysis/stop.h"
#include "analysis/outcomes.h"
#include "analysis/sprt.h"

#include <math.h>
#include <string.h>

static const char *const REASONS[STOP_REASON_COUNT] = {NULL, "H0", "H1", "halfwidth"};

const char *stop_reason_name(StopReason reason) {
    return REASONS[reason];
}

StopReason stop_reason_parse(const char *name) {
    unsigned i = STOP_NOT + 1;
    while (i < STOP_REASON_COUNT && strcmp(REASONS[i], name) != 0) i++;
    return (StopReason)i;
}

double stop_llr(const StopRule *rule, const Tally *tally) {
    if (rule->kind != STOP_SPRT) return NAN;
    Outcomes outcomes = outcomes_of_strength(tally);
    if (tally->paired && rule->subject == 1) outcomes = outcomes_reversed(&outcomes);
    return sprt_llr(&rule->sprt, outcomes.counts, outcomes.kinds);
}

static StopReason decide_by_test(const StopRule *rule, const Tally *tally) {
    const SprtDecision decision = sprt_decide(&rule->sprt, stop_llr(rule, tally));
    return decision == SPRT_H1 ? STOP_H1 : decision == SPRT_H0 ? STOP_H0 : STOP_NOT;
}

StopReason stop_decide(const StopRule *rule, const Tally *tally) {
    if (rule->kind == STOP_NEVER) return STOP_NOT;
    const Outcomes outcomes = outcomes_of_first(tally);
    const Moments moments = outcomes_moments(&outcomes);
    if (moments.units < rule->min_units) return STOP_NOT;
    if (rule->kind == STOP_SPRT) return decide_by_test(rule, tally);
    const Interval score = moments_interval(&moments);
    return score.high - score.low <= 2 * rule->halfwidth ? STOP_NARROW : STOP_NOT;
}
