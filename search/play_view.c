#include "search/play_view.h"
#include "core/terminal.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

enum { PLAIN_COLUMNS = 80, WIDEST_COLUMNS = 100 };

const char *play_side_name(const Play *self, Side side) {
    return play_game(self)->guide->sides[side];
}

static int columns(void) {
    const int wide = terminal_columns(STDOUT_FILENO, PLAIN_COLUMNS) - 1;
    return wide < WIDEST_COLUMNS ? wide : WIDEST_COLUMNS;
}

// ---- Boards

// The last plies of one side, since it can have several in a row.
static Marks last_plies(const Line *line) {
    const Game *game = line->variant.game;
    Marks marks = {0};
    Position position = line->start;
    Side side = SIDE_COUNT;
    for (int32_t i = 0; i < line->count; i++) {
        if (game->side(&position) != side) memset(&marks, 0, sizeof marks);
        side = game->side(&position);
        game->guide->mark_ply(&position, line->moves[i], &marks);
        game->play(&position, line->moves[i]);
    }
    return marks;
}

static void show_board(const Play *self, const Marks *marks) {
    putchar('\n');
    play_game(self)->show(&self->match.line.position, marks, stdout, self->color);
}

static bool is_new(Play *self, const char *phase) {
    for (int i = 0; i < self->phase_count; i++)
        if (self->phases[i] == phase) return false;
    if (self->phase_count < PLAY_PHASES_MOST) self->phases[self->phase_count++] = phase;
    return true;
}

void play_view_turn(Play *self) {
    const Line *line = &self->match.line;
    const Marks marks = last_plies(line);
    if (!self->shown) show_board(self, &marks);
    self->shown = true;
    if (play_is_over(self)) return;
    const char *phase = play_game(self)->guide->phase(&line->position);
    if (is_new(self, phase)) fputs(phase, stdout);
}

static void list_moves(const Play *self, const Move *moves, int count) {
    WordList list = {.count = 0};
    for (int i = 0; i < count; i++) {
        char name[MOVE_TEXT_SIZE];
        play_game(self)->move_format(moves[i], name);
        word_list_add(&list, name);
    }
    word_list_print(&list, stdout, columns());
}

// Marks the other ends of moves that begin or end on a cell. True where one of them sows.
static bool mark_other_ends(const Guide *guide, unsigned cell, const Move *moves, int count,
                            Marks *marks) {
    bool sows = false;
    for (int i = 0; i < count; i++) {
        const MoveCells cells = guide->move_cells(moves[i]);
        const int other = cells.to == (int)cell ? cells.from : cells.to;
        if (other >= 0) marks->of[other] = (uint8_t)cells.mark;
        sows = sows || cells.mark == MARK_SOWN;
    }
    return sows;
}

void play_view_cell(const Play *self, unsigned cell, const Move *moves, int count) {
    const Guide *guide = play_game(self)->guide;
    Marks marks = {0};
    char text[GUIDE_TEXT_SIZE];
    const bool sows = mark_other_ends(guide, cell, moves, count, &marks);
    const bool begins = count > 0 && guide->move_cells(moves[0]).from == (int)cell;
    marks.of[cell] = MARK_CHOSEN;
    if (count > 0) show_board(self, &marks);
    guide->cell_describe(&self->match.line.position, cell, text);
    printf("%s%s\n", text, count == 0 ? "; there is no legal ply from or to it" : "");
    if (count == 0) return;
    printf("@ it, * %s%s%s:\n", begins ? "where a ply leads" : "what can go there",
           sows ? ", : " : "",
           !sows    ? ""
           : begins ? "where a sowing ends"
                    : "by sowing");
    list_moves(self, moves, count);
}

// ---- Plies

void play_value_text(double value, bool proven, char text[PLAY_TEXT_SIZE]) {
    static const struct {
        double least;
        const char *words;
    } SCALE[] = {{0.95, "winning"},     {0.8, "well ahead"},  {0.65, "ahead"},
                 {0.55, "a bit ahead"}, {0.45, "about even"}, {0.35, "a bit behind"},
                 {0.2, "behind"},       {0.05, "far behind"}, {-1, "losing"}};
    int i = 0;
    while (value < SCALE[i].least) i++;
    if (isnan(value))
        strcpy(text, "no opinion");
    else if (proven && (value == 0 || value == 1))
        snprintf(text, PLAY_TEXT_SIZE, "a proven %s", value == 1 ? "win" : "loss");
    else
        snprintf(text, PLAY_TEXT_SIZE, "%s%s (%.0f %%)", proven ? "proven, " : "", SCALE[i].words,
                 100 * value);
}

void play_view_ply(const Play *self, Side side, Move move, const Decision *decision,
                   double seconds) {
    const char *player = self->match.seats[side].name;
    char name[MOVE_TEXT_SIZE], value[PLAY_TEXT_SIZE] = "";
    play_game(self)->move_format(move, name);
    printf("%d. %s: %s", self->match.line.count, play_side_name(self, side), name);
    if (decision) {
        printf("  [%.*s, %.1f s", (int)strcspn(player, ":"), player, seconds);
        if (!isnan(decision->value)) {
            play_value_text(decision->value, decision->proven, value);
            printf(": %s", value);
        }
        putchar(']');
    }
    putchar('\n');
}

// The moves that begin where a given one does; houses are no pieces and stand in one line.
static int moves_beside(const Guide *guide, const Move *moves, int count, MoveCells first,
                        Move *beside) {
    int found = 0;
    for (int i = 0; i < count; i++) {
        const MoveCells cells = guide->move_cells(moves[i]);
        if (cells.from == first.from || (cells.to < 0 && first.to < 0 && first.from >= 0))
            beside[found++] = moves[i];
    }
    return found;
}

void play_view_moves(const Play *self, const Move *moves, int count) {
    const Guide *guide = play_game(self)->guide;
    for (int i = 0; i < count; i++) {
        Move beside[GAME_MAX_MOVES];
        const int found = moves_beside(guide, moves, count, guide->move_cells(moves[i]), beside);
        if (beside[0] == moves[i]) list_moves(self, beside, found); // else it was listed
    }
}

// ---- The end

// Why it is over; %s stands for who lost, or whose turn it would be.
static const char *const REASONS[END_COUNT] = {
    [END_PASSES] = "two passes in a row",
    [END_ENTHRONED] = "the queen is on the throne, with her six guards around it",
    [END_FORFEIT] = "%s's six guards are around the throne without their queen, which loses",
    [END_STUCK] = "%s has no legal ply",
    [END_REPETITION] = "the same position for the third time",
    [END_MAJORITY] = "more than half of the stones",
    [END_RESIGN] = "%s resigns",
    [END_ILLEGAL_MOVE] = "%s made a ply that is not legal",
    [END_TIME] = "%s's time is up",
    [END_CRASH] = "%s's engine failed",
};

void play_view_outcome(const Play *self) {
    const Match *match = &self->match;
    const Game *game = play_game(self);
    const Outcome outcome = match_outcome(match);
    const Side winner = outcome.result == RESULT_FIRST ? SIDE_FIRST : SIDE_SECOND;
    const bool decided = outcome.result != RESULT_DRAW;
    const bool lost = decided && outcome.end != END_STUCK; // which may as well win, in Awale
    if (decided)
        printf("\n%s wins", play_side_name(self, winner));
    else
        printf("\nA draw");
    if (game->has_score && end_is_by_rule(outcome.end)) {
        const Score score = game->score(&match->line.position);
        printf(", %g to %g", score.halves[decided ? winner : SIDE_FIRST] / 2.0,
               score.halves[decided ? side_other(winner) : SIDE_SECOND] / 2.0);
    }
    printf(" (%s): ", result_name(outcome.result));
    const char *reason = REASONS[outcome.end], *who = strstr(reason, "%s");
    const Side named = lost ? side_other(winner) : match_side(match);
    if (who)
        printf("%.*s%s%s", (int)(who - reason), reason, play_side_name(self, named), who + 2);
    else
        fputs(reason, stdout);
    printf(", after %d %s.\n", match->line.count, match->line.count == 1 ? "ply" : "plies");
}

// ---- Asking

static void clock_text(int64_t nanoseconds, char text[16]) {
    const int64_t tenths = nanoseconds > 0 ? nanoseconds / 100000000 : 0, minutes = tenths / 600;
    if (tenths < 200)
        snprintf(text, 16, "0:%02d.%d", (int)(tenths / 10), (int)(tenths % 10));
    else
        snprintf(text, 16, "%d:%02d", (int)(minutes % 10000), (int)(tenths % 600 / 10));
}

void play_prompt(const Play *self, char text[PLAY_TEXT_SIZE]) {
    const Side side = match_side(&self->match);
    char left[16];
    if (play_is_over(self)) {
        strcpy(text, "over> ");
    } else if (self->match.has_clocks) {
        clock_text(match_time_left(&self->match, side), left);
        snprintf(text, PLAY_TEXT_SIZE, "%s %s> ", play_side_name(self, side), left);
    } else {
        snprintf(text, PLAY_TEXT_SIZE, "%s> ", play_side_name(self, side));
    }
}
