#include "search/play.h"
#include "search/play_view.h"

const Game *play_game(const Play *self) {
    return self->match.line.variant.game;
}

bool play_is_over(const Play *self) {
    return match_outcome(&self->match).result != RESULT_NONE;
}

int play_legal_moves(const Play *self, Move moves[GAME_MAX_MOVES]) {
    const int count = play_is_over(self) ? 0 : line_moves(&self->match.line, moves);
    game_sort_moves(play_game(self), moves, count);
    return count;
}

PlayStep play_make_ply(Play *self, Move move, const Decision *decision, double seconds,
                       Status *status) {
    const Side side = match_side(&self->match);
    const int32_t count = self->match.line.count;
    if (!match_play(&self->match, move, status)) return PLAY_FAILED;
    self->shown = self->saved = false;
    if (self->match.line.count > count) play_view_ply(self, side, move, decision, seconds);
    return PLAY_GO_ON;
}

ThinkEnd play_think(Play *self, Player *player, Rng *rng, Decision *decision, double *seconds,
                    Status *status) {
    const Line *line = &self->match.line;
    const int64_t begun = clock_now();
    if (self->renews) printf("%s: thinking ...", play_side_name(self, line_side(line)));
    fflush(stdout);
    const ThinkEnd end = think(player, line, rng, &self->interrupt, decision, status);
    if (self->renews) fputs("\r\033[K", stdout);
    *seconds = (double)(clock_now() - begun) / 1e9;
    return end;
}
