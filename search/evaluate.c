#include "search/evaluate.h"
#include "core/games.h"
#include "search/evaluate_games.h"

#include <stdlib.h>

static const struct {
    const Game *game;
    Evaluator evaluators[EVALUATION_KIND_COUNT];
} EVALUATORS[] = {
    {&AGROS, {evaluate_agros_plain, evaluate_agros_full}},
    {&AGON, {evaluate_agon_plain, evaluate_agon_full}},
    {&AWALE, {evaluate_awale_plain, evaluate_awale_full}},
};

Evaluator evaluator_of(const Game *game, EvaluationKind kind) {
    for (size_t i = 0; i < sizeof EVALUATORS / sizeof *EVALUATORS; i++)
        if (EVALUATORS[i].game == game) return EVALUATORS[i].evaluators[kind];
    return NULL;
}

int32_t evaluate_end(const Game *game, const Position *position, Outcome outcome, Side side) {
    if (outcome.result == RESULT_DRAW) return 0;
    int32_t margin = 0;
    if (game->has_score) {
        const Score score = game->score(position);
        margin = abs(score.halves[SIDE_FIRST] - score.halves[SIDE_SECOND]);
    }
    const bool won = (outcome.result == RESULT_FIRST) == (side == SIDE_FIRST);
    return won ? EVALUATION_WIN + margin : -EVALUATION_WIN - margin;
}

double evaluation_score(int32_t evaluation, double scale) {
    if (evaluation >= EVALUATION_WIN) return 1;
    if (evaluation <= -EVALUATION_WIN) return 0;
    const double magnitude = evaluation < 0 ? -(double)evaluation : evaluation;
    return 0.5 + 0.5 * evaluation / (magnitude + scale);
}
