#include "core/perft.h"

uint64_t perft_count(const Game *game, const Position *position, int depth) {
    if (depth == 0) return 1;
    if (depth == 1) return (uint64_t)game->count_moves(position);
    Move moves[GAME_MAX_MOVES];
    const int count = game->moves(position, moves);
    uint64_t total = 0;
    for (int i = 0; i < count; i++) {
        Position child = *position;
        game->play(&child, moves[i]);
        total += perft_count(game, &child, depth - 1);
    }
    return total;
}

void perft_divide(const Game *game, const Position *position, int depth, const Move *moves,
                  int count, uint64_t *counts, int threads) {
#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (int i = 0; i < count; i++) {
        Position child = *position;
        game->play(&child, moves[i]);
        counts[i] = perft_count(game, &child, depth - 1);
    }
}
