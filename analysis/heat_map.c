#include "analysis/heat_map.h"
#include "core/agros_board.h"

#include <math.h>
#include <string.h>

int heat_map_place(const Game *game, Move move) {
    if (strcmp(game->name, "agros") == 0)
        return agros_kind(move) == AGROS_PLACE ? (int)agros_to(move) : -1;
    if (strcmp(game->name, "agon") == 0) return (int)agon_to(move);
    return (int)move;
}

const char *heat_map_subject(const Game *game) {
    if (strcmp(game->name, "agros") == 0) return "farmers placed";
    return strcmp(game->name, "agon") == 0 ? "plies that lead there" : "houses sown";
}

void heat_map_add(HeatMap *self, const Game *game, Side side, Move move, Result result) {
    const int place = heat_map_place(game, move);
    if (place < 0 || place >= HEAT_PLACES) return;
    self->plies[side][place]++;
    if (result == RESULT_NONE) return;
    self->finished[side][place]++;
    self->halves[side][place] += (int64_t)(2 * result_value(result, side));
}

void heat_map_add_end(HeatMap *self, const Game *game, const Position *end) {
    AgrosField fields[AGROS_CELLS];
    if (strcmp(game->name, "agros") != 0) return;
    const int count = agros_fields(&end->agros, fields);
    for (int i = 0; i < count; i++) {
        if (fields[i].owner < 0) continue;
        for (int place = 0; place < AGROS_CELLS; place++)
            self->controlled[fields[i].owner][place] +=
                fields[i].cells[place / AGROS_MAX_SIZE] >> (place % AGROS_MAX_SIZE) & 1;
    }
    self->ends++;
}

void heat_map_merge(HeatMap *self, const HeatMap *from) {
    for (int side = 0; side < SIDE_COUNT; side++)
        for (int place = 0; place < HEAT_PLACES; place++) {
            self->plies[side][place] += from->plies[side][place];
            self->finished[side][place] += from->finished[side][place];
            self->halves[side][place] += from->halves[side][place];
            self->controlled[side][place] += from->controlled[side][place];
        }
    self->ends += from->ends;
}

double heat_map_score(const HeatMap *self, Side side, int place) {
    const int64_t finished = self->finished[side][place];
    return finished ? (double)self->halves[side][place] / 2 / (double)finished : NAN;
}
