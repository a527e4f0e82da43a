#include "search/move_order.h"
#include "search/ply_kind.h"

#include <stdlib.h>
#include <string.h>

enum {
    HISTORY_MAX = 1 << 12,
    SCORE_FIRST = INT32_MAX,
    SCORE_CAPTURE = 1 << 24, // and what is captured
    SCORE_KILLER = 1 << 23,
    SCORE_COUNTER = 1 << 22
};

static unsigned kind_of(Move move) {
    return (move >> 16 & 3) << 8 | (move & 255);
}

void order_clear(MoveOrder *self) {
    memset(self->history, 0, sizeof self->history);
    if (!self->no_counters) memset(self->counters, 0xff, sizeof self->counters);
    self->no_counters = true;
    order_clear_killers(self);
}

void order_clear_killers(MoveOrder *self) {
    memset(self->killers, 0xff, sizeof self->killers);
}

void order_note_killer(MoveOrder *self, Move move, int ply) {
    Move *killers = self->killers[ply];
    if (killers[0] == move) return;
    killers[1] = killers[0];
    killers[0] = move;
}

// What is noted fades the faster, the more there is.
static void add_history(MoveOrder *self, Move move, Side side, int32_t bonus) {
    int32_t *history = &self->history[side][kind_of(move)];
    *history += bonus - *history * abs(bonus) / HISTORY_MAX;
}

void order_note_history(MoveOrder *self, const MoveList *list, int at, Side side, int depth) {
    const int32_t bonus = depth * depth < HISTORY_MAX / 4 ? depth * depth : HISTORY_MAX / 4;
    add_history(self, list->moves[at], side, bonus);
    for (int i = 0; i < at; i++) add_history(self, list->moves[i], side, -bonus);
}

void order_note_counter(MoveOrder *self, Move move, Side side, Move answered) {
    if (answered == MOVE_NONE) return;
    self->counters[side][kind_of(answered)] = move;
    self->no_counters = false;
}

static int32_t score_of(const MoveOrder *self, Move move, Side side, int ply, Move counter) {
    for (int i = 0; i < KILLERS; i++)
        if (move == self->killers[ply][i]) return SCORE_KILLER - i;
    if (move == counter) return SCORE_COUNTER;
    return self->history[side][kind_of(move)];
}

void order_score(const MoveOrder *self, MoveList *list, Side side, int ply, Move first,
                 Move answered) {
    const Move counter =
        answered == MOVE_NONE ? MOVE_NONE : self->counters[side][kind_of(answered)];
    for (int i = 0; i < list->count; i++) {
        const Move move = list->moves[i];
        list->scores[i] = move == first ? SCORE_FIRST : score_of(self, move, side, ply, counter);
    }
}

void order_raise_captures(MoveList *list, const Game *game, const Position *position, Move first) {
    for (int i = 0; i < list->count; i++) {
        if (list->moves[i] == first) continue;
        Position child = *position;
        game->play(&child, list->moves[i]);
        const int32_t gain = ply_gain(game, position, &child);
        if (gain > 0) list->scores[i] = SCORE_CAPTURE + gain;
    }
}

Move list_pick(MoveList *list, int at) {
    int best = at;
    for (int i = at + 1; i < list->count; i++)
        if (list->scores[i] > list->scores[best]) best = i;
    const Move move = list->moves[best];
    const int32_t score = list->scores[best];
    list->moves[best] = list->moves[at];
    list->scores[best] = list->scores[at];
    list->scores[at] = score;
    return list->moves[at] = move;
}
