#include "search/ugi_score.h"

#include <math.h>

static const double CENTI = 100;

int32_t ugi_score_of(double value, bool proven, double scale) {
    const double x = isnan(value) ? 0 : 2 * value - 1, magnitude = x < 0 ? -x : x;
    if (magnitude >= 1 && proven) return x > 0 ? UGI_SCORE_WIN : -UGI_SCORE_WIN;
    double centi = UGI_SCORE_WIN - 1;
    if (magnitude < 1) centi = CENTI * scale * magnitude / (1 - magnitude) + 0.5;
    if (centi > UGI_SCORE_WIN - 1) centi = UGI_SCORE_WIN - 1;
    return x > 0 ? (int32_t)centi : -(int32_t)centi;
}

double ugi_score_value(int32_t centipoints, double scale) {
    const double magnitude = centipoints < 0 ? -(double)centipoints : centipoints;
    if (magnitude >= UGI_SCORE_WIN) return centipoints > 0 ? 1 : 0;
    return 0.5 + 0.5 * centipoints / (magnitude + CENTI * scale);
}
