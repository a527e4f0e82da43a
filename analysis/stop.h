// The decision to stop a cell before its last game.
#ifndef HARROW_STOP_H
#define HARROW_STOP_H

#include "analysis/tally.h"
#include "core/stop_rule.h"

typedef enum StopReason { STOP_NOT, STOP_H0, STOP_H1, STOP_NARROW, STOP_REASON_COUNT } StopReason;

// Whether the rule ends a cell behind the games of the tally, which must be its first ones in
// order, with a whole pair at the end: then all who play an experiment stop at the same game.
StopReason stop_decide(const StopRule *rule, const Tally *tally);

// The log-likelihood ratio of a rule that is a test, over finished units; NaN for others.
double stop_llr(const StopRule *rule, const Tally *tally);

// "H0", "H1" or "halfwidth"; NULL for STOP_NOT.
const char *stop_reason_name(StopReason reason);
// The reason of a name; STOP_REASON_COUNT for none.
StopReason stop_reason_parse(const char *name);

#endif
