// Expected scores as the protocol tells them, in centipoints.
#ifndef HARROW_UGI_SCORE_H
#define HARROW_UGI_SCORE_H

#include <stdbool.h>
#include <stdint.h>

// What stands for a game that is won; less any other number of centipoints.
enum { UGI_SCORE_WIN = 100000 };

// The centipoints for an expected score of 0..1 and back: the evaluation that stands for it
// (search/evaluate.h), with the scale in points, the number of them that is given out as 3/4. Only
// 0 and 1 that are `proven` are lost and won; an expected score that is not known, NaN, counts as
// ½.
int32_t ugi_score_of(double value, bool proven, double scale);
double ugi_score_value(int32_t centipoints, double scale);

#endif
