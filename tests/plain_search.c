#include "tests/plain_search.h"
#include "search/evaluate.h"

#include <stdlib.h>

enum { TO_THE_END = -1 };

// How far to look, and the plies that may still be made for it.
typedef struct PlainLimits {
    int depth; // or TO_THE_END
    uint64_t budget;
    bool exhausted;
} PlainLimits;

static int32_t for_side(int32_t value_for_first, Side side) {
    return side == SIDE_FIRST ? value_for_first : -value_for_first;
}

int32_t plain_end_value(const Game *game, const Position *position, Outcome outcome) {
    int32_t margin = 0;
    if (game->has_score) {
        const Score score = game->score(position);
        margin = score.halves[SIDE_FIRST] - score.halves[SIDE_SECOND];
    }
    switch (outcome.result) {
    case RESULT_FIRST:
        return EVALUATION_WIN + abs(margin);
    case RESULT_SECOND:
        return -EVALUATION_WIN - abs(margin);
    default:
        return 0;
    }
}

static int32_t leaf_value(const Game *game, const Position *position) {
    return for_side(evaluator_of(game, EVALUATION_FULL)(position), game->side(position));
}

// The value of a position `ply` plies from the root; *height becomes the plies of the longest way.
static int32_t value_at(const Game *game, const Position *position, int ply, PlainLimits *limits,
                        int *height) {
    Move moves[GAME_MAX_MOVES];
    const Outcome outcome = game->outcome(position);
    *height = 0;
    if (outcome.result != RESULT_NONE) return plain_end_value(game, position, outcome);
    if (ply == limits->depth) return leaf_value(game, position);

    const int count = game->moves(position, moves);
    const Side side = game->side(position);
    int32_t best = -EVALUATION_INFINITE;
    for (int i = 0; i < count && !limits->exhausted; i++) {
        Position child = *position;
        int below;
        limits->exhausted = limits->budget-- == 0;
        game->play(&child, moves[i]);
        const int32_t value = for_side(value_at(game, &child, ply + 1, limits, &below), side);
        if (value > best) best = value;
        if (below + 1 > *height) *height = below + 1;
    }
    return for_side(best, side);
}

static bool fill_root(const Game *game, const Position *position, PlainLimits *limits,
                      PlainRoot *root) {
    root->count = game->moves(position, root->moves);
    root->side = game->side(position);
    root->best = -EVALUATION_INFINITE;
    root->height = 0;
    for (int i = 0; i < root->count && !limits->exhausted; i++) {
        Position child = *position;
        int below;
        game->play(&child, root->moves[i]);
        root->values[i] = value_at(game, &child, 1, limits, &below);
        const int32_t value = for_side(root->values[i], root->side);
        if (value > root->best) root->best = value;
        if (below + 1 > root->height) root->height = below + 1;
    }
    return !limits->exhausted;
}

void plain_search(const Game *game, const Position *position, int depth, PlainRoot *root) {
    PlainLimits limits = {.depth = depth, .budget = UINT64_MAX};
    fill_root(game, position, &limits, root);
}

bool plain_solve(const Game *game, const Position *position, uint64_t budget, PlainRoot *root) {
    PlainLimits limits = {.depth = TO_THE_END, .budget = budget};
    return fill_root(game, position, &limits, root);
}

int32_t plain_value_of(const PlainRoot *root, Move move, Side side) {
    int i = 0;
    while (root->moves[i] != move) i++;
    return for_side(root->values[i], side);
}
