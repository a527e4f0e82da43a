// What a leaf is worth: a playout, whole or cut short, by one of several policies.
#include "search/mcts_ngrams.h"

double mcts_reward(const Simulator *self, Result result, int32_t margin) {
    const MctsOptions *options = self->options;
    const double by_result = tree_result_value(self->tree, result, SIDE_FIRST);
    if (options->margin <= 0 || result == RESULT_NONE || !self->game->has_score) return by_result;
    const double points = margin / 2.0, magnitude = points < 0 ? -points : points;
    const double by_margin = 0.5 + 0.5 * points / (magnitude + options->scale);
    return by_result + options->margin * (by_margin - by_result);
}

// What the evaluator says, for the first player.
static double estimate(const Simulator *self, const Position *position) {
    const double value = evaluation_score(self->evaluate(position), 2 * self->options->scale);
    return self->game->side(position) == SIDE_FIRST ? value : 1 - value;
}

double mcts_end_reward(const Simulator *self, const Position *position, Result result) {
    if (!self->game->has_score) return mcts_reward(self, result, 0);
    const Score score = self->game->score(position);
    return mcts_reward(self, result, score.halves[SIDE_FIRST] - score.halves[SIDE_SECOND]);
}

// The game's own playout is much faster than one ply by ply.
static double uniform_playout(Simulator *self, Position *position, Rng *rng, int32_t limit) {
    const Playout playout = self->game->playout(position, rng, limit, &self->history);
    if (playout.result == RESULT_NONE && self->options->cutoff != MCTS_WHOLE)
        return estimate(self, position);
    return mcts_reward(self, playout.result, playout.margin);
}

// One of the plies after which the evaluator likes the mover best.
static Move greedy_ply(const Simulator *self, const Position *position, const Move *moves,
                       int count, Rng *rng) {
    const Side mover = self->game->side(position);
    Move best = MOVE_NONE;
    int32_t best_value = 0;
    uint32_t ties = 0;
    for (int i = 0; i < count; i++) {
        Position child = *position;
        self->game->play(&child, moves[i]);
        const Outcome outcome = self->game->outcome(&child);
        int32_t value;
        if (outcome.result != RESULT_NONE)
            value = evaluate_end(self->game, &child, outcome, mover);
        else
            value = self->game->side(&child) == mover ? self->evaluate(&child)
                                                      : -self->evaluate(&child);
        if (ties > 0 && value < best_value) continue;
        ties = ties > 0 && value == best_value ? ties + 1 : 1;
        best_value = value;
        if (ties == 1 || rng_below(rng, ties) == 0) best = moves[i];
    }
    return best;
}

// MAST: one of the plies that did best for this side in all simulations so far; what was never
// tried is tried first (Finnsson, Björnsson, "Simulation-based approach to general game playing",
// 2008).
static Move mast_ply(const Simulator *self, Side side, const Move *moves, int count, Rng *rng) {
    Move best = MOVE_NONE;
    float best_mean = -1;
    uint32_t ties = 0;
    for (int i = 0; i < count; i++) {
        const PlyMean *ply = &self->means[side][mcts_ply_index(moves[i])];
        const float mean = ply->visits ? ply->mean : 1;
        if (mean < best_mean) continue;
        ties = mean > best_mean ? 1 : ties + 1;
        best_mean = mean;
        if (ties == 1 || rng_below(rng, ties) == 0) best = moves[i];
    }
    return best;
}

// NST: the same by the plies before it, too.
static Move nst_ply(const Simulator *self, Side side, const Move *moves, int count, Rng *rng) {
    const NgramContext context = mcts_ngram_context(self);
    Move best = MOVE_NONE;
    float best_worth = -1;
    uint32_t ties = 0;
    for (int i = 0; i < count; i++) mcts_ngram_prefetch(self, &context, side, moves[i]);
    for (int i = 0; i < count; i++) {
        const float worth = mcts_ngram_worth(self, &context, side, moves[i]);
        if (worth < best_worth) continue;
        ties = worth > best_worth ? 1 : ties + 1;
        best_worth = worth;
        if (ties == 1 || rng_below(rng, ties) == 0) best = moves[i];
    }
    return best;
}

static bool plays_uniformly(const Simulator *self, Rng *rng) {
    return self->options->playout == POLICY_UNIFORM || rng_unit(rng) < self->options->epsilon;
}

static Move best_ply(const Simulator *self, const Position *position, const Move *moves, int count,
                     Rng *rng) {
    if (self->options->playout == POLICY_GREEDY)
        return greedy_ply(self, position, moves, count, rng);
    if (self->options->playout == POLICY_NST)
        return nst_ply(self, self->game->side(position), moves, count, rng);
    return mast_ply(self, self->game->side(position), moves, count, rng);
}

static Move policy_ply(const Simulator *self, const Position *position, Rng *rng) {
    Move moves[GAME_MAX_MOVES];
    if (plays_uniformly(self, rng)) return self->game->draw(position, rng);
    return best_ply(self, position, moves, self->game->moves(position, moves), rng);
}

static int leave_out(Move *moves, int count, Move move) {
    for (int i = 0; i < count; i++)
        if (moves[i] == move) moves[i--] = moves[--count];
    return count;
}

// What the policy plays instead of a blunder, if all are blunders the same.
static Move safer_ply(const Simulator *self, const Position *position, Move blunder, Rng *rng) {
    Move moves[GAME_MAX_MOVES];
    int count = leave_out(moves, self->game->moves(position, moves), blunder);
    while (count > 0) {
        const Move move = plays_uniformly(self, rng) ? moves[rng_below(rng, (uint32_t)count)]
                                                     : best_ply(self, position, moves, count, rng);
        if (!mcts_is_blunder(self->game, position, move)) return move;
        count = leave_out(moves, count, move);
    }
    return blunder;
}

// `sound` tells that the ply before was no blunder, so that nobody can win at once, and then the
// same of this one.
static Move playout_ply(const Simulator *self, const Position *position, bool *sound, Rng *rng) {
    if (self->options->decisive == DECISIVE_OFF) return policy_ply(self, position, rng);
    const Move win = *sound ? MOVE_NONE : mcts_winning_ply(self->game, position);
    if (win != MOVE_NONE) return win;
    const Move move = policy_ply(self, position, rng);
    if (self->options->decisive == DECISIVE_WIN) return move;
    *sound = !mcts_is_blunder(self->game, position, move);
    return *sound ? move : safer_ply(self, position, move, rng);
}

// Ply by ply, for policies that look at plies and variants that count them.
static double traced_playout(Simulator *self, Position *position, Rng *rng, int32_t limit) {
    const int32_t noted = self->history.count;
    Outcome outcome = {RESULT_NONE, END_NONE};
    bool sound = false;
    for (int32_t plies = 0; plies < limit; plies++) {
        const Side mover = self->game->side(position);
        const Move move = playout_ply(self, position, &sound, rng);
        mcts_trace(self, move, mover);
        self->game->play(position, move);
        sound = sound && self->game->side(position) != mover;
        const bool recurs = history_push(&self->history, position) >= HISTORY_DRAW;
        outcome = self->game->outcome(position);
        if (outcome.result == RESULT_NONE && recurs) outcome.result = RESULT_DRAW;
        if (outcome.result != RESULT_NONE || watch_step(&self->watch)) break;
    }
    history_rewind(&self->history, noted);
    if (outcome.result == RESULT_NONE && self->options->cutoff != MCTS_WHOLE)
        return estimate(self, position);
    return mcts_end_reward(self, position, outcome.result);
}

double mcts_playout(Simulator *self, const Position *position, Rng *rng) {
    Position end = *position;
    int32_t limit = self->options->playout_limit;
    if (self->options->cutoff != MCTS_WHOLE && self->options->cutoff < limit)
        limit = self->options->cutoff;
    if (limit == 0) return estimate(self, position);
    if (self->options->playout == POLICY_UNIFORM && !self->options->decisive && !self->trace.moves)
        return uniform_playout(self, &end, rng, limit);
    return traced_playout(self, &end, rng, limit);
}
