// One ply ahead: the ply after which the score, as if the game ended, is best for the mover.
#include "search/players.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

typedef struct GreedyOptions {
    int32_t ties; // Ties
} GreedyOptions;

typedef struct Greedy {
    Player player;
    GreedyOptions options;
} Greedy;

// First minus second after a ply, from the mover's view; a game without scores knows only results.
static int32_t margin_after(const Line *line, Move move, Side mover) {
    const Game *game = line->variant.game;
    Position position;
    const Outcome outcome = line_outcome_after(line, move, &position);
    const int32_t sign = mover == SIDE_FIRST ? 1 : -1;
    if (!game->has_score)
        return sign * ((outcome.result == RESULT_FIRST) - (outcome.result == RESULT_SECOND));
    const Score score = game->score(&position);
    return sign * (score.halves[SIDE_FIRST] - score.halves[SIDE_SECOND]);
}

static bool choose(Player *player, const Line *line, Rng *rng, const atomic_bool *stop,
                   Decision *decision, Status *status) {
    (void)stop, (void)status;
    const Greedy *self = (const Greedy *)player;
    Move moves[GAME_MAX_MOVES], best = MOVE_NONE;
    const int count = line_moves(line, moves);
    int32_t best_margin = INT32_MIN;
    uint32_t ties = 0;
    for (int i = 0; i < count; i++) {
        const int32_t margin = margin_after(line, moves[i], line_side(line));
        if (margin < best_margin) continue;
        ties = margin == best_margin ? ties + 1 : 1;
        best_margin = margin;
        if (ties == 1 || (self->options.ties == TIES_RANDOM && rng_below(rng, ties) == 0))
            best = moves[i];
    }
    *decision = (Decision){.move = best, .value = NAN, .work = (uint64_t)count, .depth = 1};
    return true;
}

static void begin(Player *self) {
    (void)self; // it keeps nothing from ply to ply
}

static void release(Player *self) {
    free(self);
}

static Player *create(const void *options, const Variant *variant, Status *status) {
    (void)variant;
    Greedy *self = malloc(sizeof *self);
    if (!self) {
        status_fail(status, EXIT_RESOURCE, "greedy: out of memory");
        return NULL;
    }
    *self = (Greedy){{.begin = begin, .choose = choose, .release = release},
                     *(const GreedyOptions *)options};
    return &self->player;
}

static bool deterministic(const void *options) {
    const GreedyOptions *self = options;
    return self->ties == TIES_FIRST;
}

static const Option OPTIONS[] = {
    {.key = "ties",
     .type = OPTION_CHOICE,
     .offset = offsetof(GreedyOptions, ties),
     .choices = TIES_CHOICES,
     .help = TIES_HELP},
};

const PlayerKind PLAYER_GREEDY = {
    .name = "greedy",
    .summary = "one ply ahead, by the score as if the game ended",
    .options = {OPTIONS, sizeof OPTIONS / sizeof *OPTIONS},
    .create = create,
    .deterministic = deterministic,
};
