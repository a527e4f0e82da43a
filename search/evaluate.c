#include "search/evaluate.h"
#include "core/agon_board.h"
#include "core/agros_rules.h"
#include "core/awale_rules.h"
#include "core/games.h"

#include <stdlib.h>

// Agros: the score as if the game ended now.
static int32_t evaluate_agros(const Position *position) {
    const Score score = agros_score(&position->agros);
    const unsigned side = position->agros.side;
    return score.halves[side] - score.halves[side ^ 1];
}

// Awale: the stores as they are.
static int32_t evaluate_awale(const Position *position) {
    const Score score = awale_score(&position->awale);
    const uint64_t side = position->awale.side;
    return score.halves[side] - score.halves[side ^ 1];
}

// How near the throne a side's pieces are, the queen counting thrice, and what returning its
// captured pieces to the outer ring will cost.
static int32_t nearness(const AgonPosition *position, unsigned side) {
    const Hexes free = position->pieces[side] & ~position->captured;
    int32_t sum = 0;
    for (int ring = 0; ring < AGON_RINGS; ring++) {
        const int32_t near = AGON_RINGS - 1 - ring;
        sum += near * (int32_t)agon_count(free & AGON_RING[ring]);
        if (free & AGON_RING[ring] & agon_bit(position->queen[side])) sum += 2 * near;
    }
    return sum - (int32_t)agon_count(position->captured & position->pieces[side]);
}

// Agon: nearness to the throne.
static int32_t evaluate_agon(const Position *position) {
    const unsigned side = position->agon.side;
    return 2 * (nearness(&position->agon, side) - nearness(&position->agon, side ^ 1));
}

Evaluator evaluator_of(const Game *game) {
    return game == &AGROS ? evaluate_agros : game == &AGON ? evaluate_agon : evaluate_awale;
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
