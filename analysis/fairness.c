#include "analysis/fairness.h"

#include <math.h>
#include <stdbool.h>

Fairness fairness_of_score(Interval score) {
    if (isnan(score.low) || isnan(score.high)) return FAIRNESS_UNKNOWN;
    if (score.low > 0.5) return FAIRNESS_FIRST;
    if (score.high < 0.5) return FAIRNESS_SECOND;
    const bool close = score.low >= 0.5 - FAIRNESS_MARGIN && score.high <= 0.5 + FAIRNESS_MARGIN;
    return close ? FAIRNESS_FAIR : FAIRNESS_UNDECIDED;
}
