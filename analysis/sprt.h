// The generalized sequential probability ratio test of a score: trinomial for games, pentanomial
// for pairs (Van den Bergh, "Comments on normalized Elo" and "A practical introduction to the
// GSPRT", as Fishtest uses them).
#ifndef HARROW_SPRT_H
#define HARROW_SPRT_H

#include "analysis/elo.h"
#include "core/stop_rule.h"

#include <stddef.h>
#include <stdint.h>

typedef enum SprtDecision { SPRT_UNDECIDED, SPRT_H0, SPRT_H1 } SprtDecision;

// The log-likelihood ratio of H1 against H0 for counts[0..outcomes−1] of units, as
// moments_of_counts has them; outcomes that did not occur count 1e-3 units. Always finite; the test
// passes sprt_check. Where nearly all outcomes are the same draw, no distribution near them has the
// normalized difference, and the ratio is that of normally distributed scores.
double sprt_llr(const Sprt *self, const int64_t counts[], size_t outcomes);

// Where the test ends: ln(β/(1 − α)) for H0, ln((1 − β)/α) for H1 (Wald 1945).
double sprt_lower(const Sprt *self);
double sprt_upper(const Sprt *self);

SprtDecision sprt_decide(const Sprt *self, double llr);

#endif
