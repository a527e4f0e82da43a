// Evaluators: what a position is worth to the side to move, without search.
#ifndef HARROW_EVALUATE_H
#define HARROW_EVALUATE_H

#include "core/game.h"

// Evaluations are half points of expected margin. A finished game is worth more than any
// evaluation: ±(EVALUATION_WIN + the margin), so that a search first wants to win, then by much.
enum { EVALUATION_MAX = 500000, EVALUATION_WIN = 1000000, EVALUATION_INFINITE = 2000000 };

// An evaluation of a position that is not over, from the side to move, in ±EVALUATION_MAX.
typedef int32_t (*Evaluator)(const Position *position);

// Plain: the score as if the game ended now, in Agon the nearness to the throne. Full: what may
// become of the position, with weights fitted to the results of games.
typedef enum EvaluationKind {
    EVALUATION_PLAIN,
    EVALUATION_FULL,
    EVALUATION_KIND_COUNT
} EvaluationKind;

// A game's evaluator of a kind; NULL for a game that has none.
Evaluator evaluator_of(const Game *game, EvaluationKind kind);

// The exact value of a finished game from a side's view.
int32_t evaluate_end(const Game *game, const Position *position, Outcome outcome, Side side);

// The expected score, 0..1, that an evaluation stands for: 1 and 0 for a game decided, else
// ½ + ½ · e / (|e| + scale), with the scale in half points.
double evaluation_score(int32_t evaluation, double scale);

#endif
