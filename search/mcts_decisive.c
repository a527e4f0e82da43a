// Decisive plies win at once, anti-decisive ones keep the opponent from it (Teytaud, Teytaud, "On
// the huge benefit of decisive moves in Monte-Carlo tree search algorithms", 2010).
#include "search/mcts.h"

Move mcts_winning_ply(const Game *game, const Position *position) {
    Move moves[GAME_MAX_MOVES];
    const Side mover = game->side(position);
    const int count = game->ending_moves(position, moves);
    for (int i = 0; i < count; i++) {
        Position child = *position;
        game->play(&child, moves[i]);
        const Result result = game->outcome(&child).result;
        if (result != RESULT_NONE && result_value(result, mover) == 1) return moves[i];
    }
    return MOVE_NONE;
}

bool mcts_is_blunder(const Game *game, const Position *position, Move move) {
    const Side mover = game->side(position);
    Position child = *position;
    game->play(&child, move);
    const Result result = game->outcome(&child).result;
    if (result != RESULT_NONE) return result_value(result, mover) == 0;
    return game->side(&child) != mover && mcts_winning_ply(game, &child) != MOVE_NONE;
}

// A position that is about to recur for the last time is a draw, whatever could follow.
static bool draws_by_recurrence(const Simulator *self, const Position *position, Move move) {
    Position child = *position;
    if (self->game->recurring_bytes == 0) return false;
    self->game->play(&child, move);
    return history_occurrences(&self->history, &child) >= HISTORY_DRAW - 1;
}

static int keep_safe(const Simulator *self, const Position *position, Move *moves, int count) {
    int safe = 0;
    for (int i = 0; i < count; i++) {
        if (mcts_is_blunder(self->game, position, moves[i]) &&
            !draws_by_recurrence(self, position, moves[i]))
            continue;
        const Move move = moves[safe]; // swapped, so that none is lost when none is safe
        moves[safe++] = moves[i];
        moves[i] = move;
    }
    return safe > 0 ? safe : count;
}

int mcts_keep_decisive(const Simulator *self, const Position *position, Move *moves, int count) {
    if (self->options->decisive == DECISIVE_OFF) return count;
    const Move win = mcts_winning_ply(self->game, position);
    if (win != MOVE_NONE) {
        moves[0] = win;
        return 1;
    }
    if (self->options->decisive == DECISIVE_WIN) return count;
    return keep_safe(self, position, moves, count);
}
