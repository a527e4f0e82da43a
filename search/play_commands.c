#include "search/play_commands.h"
#include "search/match_record.h"
#include "search/play_view.h"

#include <assert.h>
#include <string.h>

enum { TOLD_PLIES = 6 };

static PlayStep tell(const char *text) {
    puts(text);
    return PLAY_ASK;
}

static PlayStep list_plies(Play *self, const char *argument, Status *status) {
    Move moves[GAME_MAX_MOVES];
    const int count = play_legal_moves(self, moves);
    (void)argument, (void)status;
    printf("%d legal %s\n", count, count == 1 ? "ply" : "plies");
    play_view_moves(self, moves, count);
    return PLAY_ASK;
}

static PlayStep show_again(Play *self, const char *argument, Status *status) {
    (void)argument, (void)status;
    self->shown = false;
    self->phase_count = 0;
    play_view_turn(self);
    return PLAY_ASK;
}

static PlayStep list_fields(Play *self, const char *argument, Status *status) {
    const Guide *guide = play_game(self)->guide;
    (void)argument, (void)status;
    if (!guide->fields) return tell("This game has no fields.");
    guide->fields(&self->match.line.position, stdout);
    return PLAY_ASK;
}

// Another player of the same kind, so that advice changes nothing in the match.
static bool call_adviser(Play *self, Status *status) {
    if (self->adviser) return true;
    self->adviser = player_create(&self->adviser_spec, &self->match.line.variant, status);
    if (self->adviser) self->adviser->begin(self->adviser);
    return self->adviser != NULL;
}

static void tell_hint(const Play *self, const Decision *decision) {
    char name[MOVE_TEXT_SIZE], value[PLAY_TEXT_SIZE];
    Report report;
    player_report(self->adviser, &self->match.line, decision->move, false, &report);
    play_game(self)->move_format(decision->move, name);
    play_value_text(decision->value, decision->proven, value);
    printf("Hint: %s, %s", name, value);
    for (int i = 1; i < report.length && i < TOLD_PLIES; i++) {
        play_game(self)->move_format(report.variation[i], name);
        printf("%s%s", i == 1 ? "; then " : " ", name);
    }
    putchar('\n');
}

static PlayStep give_hint(Play *self, const char *argument, Status *status) {
    Decision decision;
    Status failure;
    (void)argument, (void)status;
    if (play_is_over(self)) return tell("The game is over.");
    ThinkEnd end = THINK_FAILED;
    double seconds;
    if (call_adviser(self, &failure))
        end = play_think(self, self->adviser, &self->adviser_rng, &decision, &seconds, &failure);
    if (end == THINK_INTERRUPTED) return PLAY_INTERRUPTED;
    if (end == THINK_CHOSEN && decision.fault == END_NONE) {
        tell_hint(self, &decision);
        return PLAY_ASK;
    }
    printf("No hint: %s\n", end == THINK_FAILED ? failure.message : end_name(decision.fault));
    if (self->adviser) self->adviser->begin(self->adviser);
    return PLAY_ASK;
}

static PlayStep take_back(Play *self, const char *argument, Status *status) {
    const int32_t before = self->match.line.count;
    (void)argument, (void)status;
    if (!match_undo(&self->match))
        return tell(self->match.declared.end == END_TIME
                        ? "Time is not given back."
                        : "There is no ply of yours to take back.");
    const int32_t taken = before - self->match.line.count;
    self->shown = self->saved = false;
    if (taken)
        printf("%d %s taken back.\n", taken, taken == 1 ? "ply" : "plies");
    else
        puts("The resignation is taken back.");
    return PLAY_GO_ON;
}

static PlayStep resign(Play *self, const char *argument, Status *status) {
    (void)argument, (void)status;
    if (play_is_over(self)) return tell("The game is over.");
    match_lose(&self->match, END_RESIGN);
    self->saved = false;
    return PLAY_GO_ON;
}

static PlayStep save_as(Play *self, const char *path, bool replace) {
    Status failure;
    if (!*path) return tell("save FILE: a file name expected");
    if (!match_save(&self->match, path, replace, &failure)) {
        printf("Not saved: %s\n", failure.message);
        return PLAY_ASK;
    }
    self->saved = true;
    printf("Saved in %s; 'harrow replay' checks it.\n", path);
    return PLAY_ASK;
}

static PlayStep save(Play *self, const char *argument, Status *status) {
    (void)status;
    return save_as(self, argument, false);
}

static PlayStep save_over(Play *self, const char *argument, Status *status) {
    (void)status;
    return save_as(self, argument, true);
}

static PlayStep quit(Play *self, const char *argument, Status *status) {
    (void)self, (void)argument, (void)status;
    return PLAY_QUIT;
}

static PlayStep help(Play *self, const char *argument, Status *status);

static const PlayCommand COMMANDS[] = {
    {"moves", NULL, "the legal plies", false, list_plies},
    {"board", NULL, "the board again, and what this part of the game is about", false, show_again},
    {"fields", NULL, "Agros: the fields, whose they are and what they are worth", false,
     list_fields},
    {"hint", NULL, "what the player would do in your place", false, give_hint},
    {"undo", NULL, "back to your last ply; time stays used", false, take_back},
    {"resign", NULL, "give up", true, resign},
    {"save", "FILE", "keep the game as a record, also one that is not over", false, save},
    {"save!", "FILE", "the same, in place of a file that is there", true, save_over},
    {"help", NULL, "this", false, help},
    {"quit", NULL, "end; so does the end of the input", false, quit},
};

enum { COMMAND_COUNT = sizeof COMMANDS / sizeof *COMMANDS };

static_assert(WORD_LIST_MOST >= GAME_MAX_MOVES + COMMAND_COUNT, "room for all words");

const PlayCommand *play_command_at(int index) {
    return index < COMMAND_COUNT ? &COMMANDS[index] : NULL;
}

static PlayStep help(Play *self, const char *argument, Status *status) {
    (void)self, (void)argument, (void)status;
    for (int i = 0; i < COMMAND_COUNT; i++) {
        const PlayCommand *command = &COMMANDS[i];
        printf("  %-6s %-5s %s\n", command->name, command->argument ? command->argument : "",
               command->help);
    }
    puts("A ply is typed as 'moves' lists it. Shorter is enough where only one fits: d4d6,\n"
         "its beginning, or where it leads. A cell alone shows what its piece can do. Where\n"
         "lines can be edited, TAB completes, and arrows bring back what you typed before.");
    return PLAY_ASK;
}
