#include "search/play_commands.h"
#include "search/match_record.h"
#include "search/move_words.h"
#include "search/play_view.h"
#include "search/thinker.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

enum { LISTED_MOST = 24, TOLD_PLIES = 6 };

// A command; `argument` is what stands behind its name, without blanks around it.
typedef struct PlayCommand {
    const char *name;
    const char *argument; // NULL = it takes none
    const char *help;
    bool whole; // it is not to be abbreviated
    PlayStep (*run)(Play *self, const char *argument, Status *status);
} PlayCommand;

static const Game *game_of(const Play *self) {
    return self->match.line.variant.game;
}

static bool is_over(const Play *self) {
    return match_outcome(&self->match).result != RESULT_NONE;
}

static int legal_moves(const Play *self, Move *moves) {
    const int count = is_over(self) ? 0 : line_moves(&self->match.line, moves);
    game_sort_moves(game_of(self), moves, count);
    return count;
}

static PlayStep tell(const char *text) {
    puts(text);
    return PLAY_ASK;
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

// ---- The commands

static PlayStep list_plies(Play *self, const char *argument, Status *status) {
    Move moves[GAME_MAX_MOVES];
    const int count = legal_moves(self, moves);
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
    const Guide *guide = game_of(self)->guide;
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
    game_of(self)->move_format(decision->move, name);
    play_value_text(decision->value, decision->proven, value);
    printf("Hint: %s, %s", name, value);
    for (int i = 1; i < report.length && i < TOLD_PLIES; i++) {
        game_of(self)->move_format(report.variation[i], name);
        printf("%s%s", i == 1 ? "; then " : " ", name);
    }
    putchar('\n');
}

static PlayStep give_hint(Play *self, const char *argument, Status *status) {
    Decision decision;
    Status failure;
    (void)argument, (void)status;
    if (is_over(self)) return tell("The game is over.");
    ThinkEnd end = THINK_FAILED;
    fflush(stdout);
    if (call_adviser(self, &failure))
        end = think(self->adviser, &self->match.line, &self->adviser_rng, &self->interrupt,
                    &decision, &failure);
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
    if (is_over(self)) return tell("The game is over.");
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

static PlayStep help(Play *self, const char *argument, Status *status) {
    (void)self, (void)argument, (void)status;
    for (int i = 0; i < COMMAND_COUNT; i++) {
        const PlayCommand *command = &COMMANDS[i];
        printf("  %-6s %-5s %s\n", command->name, command->argument ? command->argument : "",
               command->help);
    }
    puts("A ply is typed as 'moves' lists it. Shorter is enough where only one fits: d4d6, its\n"
         "beginning, or where it leads. A cell alone shows what its piece can do. Where lines can\n"
         "be edited, TAB completes, and the arrows bring back what was typed before.");
    return PLAY_ASK;
}

WordList play_words(const Play *self) {
    Move moves[GAME_MAX_MOVES];
    WordList words = {.count = 0};
    const int count = legal_moves(self, moves);
    for (int i = 0; i < count; i++) {
        char name[MOVE_TEXT_SIZE];
        game_of(self)->move_format(moves[i], name);
        word_list_add(&words, name);
    }
    for (int i = 0; i < COMMAND_COUNT; i++) word_list_add(&words, COMMANDS[i].name);
    return words;
}

// ---- Plies

// A text as it is, in small letters, or in capitals; false for what is too long to be a move.
static bool spell(const char *text, int spelling, char spelled[MOVE_TEXT_SIZE]) {
    if (strlen(text) >= MOVE_TEXT_SIZE) return false;
    strcpy(spelled, text);
    for (char *c = spelled; *c && spelling > 0; c++)
        *c = (char)(spelling == 1 ? tolower((unsigned char)*c) : toupper((unsigned char)*c));
    return true;
}

enum { SPELLINGS = 3 };

static bool read_move(const Play *self, const char *text, Move *move) {
    char spelled[MOVE_TEXT_SIZE];
    for (int i = 0; i < SPELLINGS && spell(text, i, spelled); i++)
        if (game_of(self)->move_parse(spelled, move)) return true;
    return false;
}

static bool read_cell(const Play *self, const char *text, unsigned *cell) {
    char spelled[MOVE_TEXT_SIZE];
    for (int i = 0; i < SPELLINGS && spell(text, i, spelled); i++)
        if (game_of(self)->guide->cell_parse(&self->match.line.position, spelled, cell))
            return true;
    return false;
}

// What is legal here, and what was typed.
typedef struct Typed {
    const char *text;
    Move moves[GAME_MAX_MOVES];
    int count;
} Typed;

static bool contains(const Typed *self, Move move) {
    for (int i = 0; i < self->count; i++)
        if (self->moves[i] == move) return true;
    return false;
}

static PlayStep object(const Play *self, const Typed *typed, Move move) {
    char reason[GUIDE_TEXT_SIZE];
    game_of(self)->guide->objection(&self->match.line.position, move, reason);
    printf("%s is not legal here: %s.\n", typed->text, reason);
    return PLAY_ASK;
}

// The moves that begin on a cell or, where there are none, those from elsewhere that end there.
static MoveMatches moves_at(const Play *self, const Typed *typed, int cell) {
    const Guide *guide = game_of(self)->guide;
    MoveMatches begin = {.count = 0}, end = {.count = 0};
    for (int i = 0; i < typed->count; i++) {
        const MoveCells cells = guide->move_cells(typed->moves[i]);
        if (cells.from == cell) begin.moves[begin.count++] = typed->moves[i];
        if (cells.from >= 0 && cells.to == cell) end.moves[end.count++] = typed->moves[i];
    }
    return begin.count ? begin : end;
}

// Whether plies are made here by naming one cell.
static bool cells_are_plies(const Play *self, const Typed *typed) {
    const MoveCells cells = game_of(self)->guide->move_cells(typed->moves[0]);
    return (cells.from < 0) != (cells.to < 0);
}

// A piece is shown with what it can do; where only one can go to is a ply.
static PlayStep take_cell(Play *self, const Typed *typed, unsigned cell, Status *status) {
    const MoveMatches found = moves_at(self, typed, (int)cell);
    const MoveCells first = game_of(self)->guide->move_cells(found.count ? found.moves[0] : 0);
    Move move;
    if (found.count == 1 && (first.to < 0 || first.to == (int)cell))
        return play_make_ply(self, found.moves[0], NULL, 0, status);
    if (found.count == 0 && cells_are_plies(self, typed) && read_move(self, typed->text, &move))
        return object(self, typed, move);
    play_view_cell(self, cell, found.moves, found.count);
    return PLAY_ASK;
}

static bool abbreviates(const PlayCommand *command, const char *text) {
    return !command->whole && strncmp(command->name, text, strlen(text)) == 0;
}

static PlayStep tell_candidates(const Play *self, const char *text, const MoveMatches *plies) {
    int left = LISTED_MOST;
    printf("'%s' could be", text);
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (abbreviates(&COMMANDS[i], text)) printf(" %s", COMMANDS[i].name), left--;
    for (int i = 0; i < plies->count && left > 0; i++, left--) {
        char name[MOVE_TEXT_SIZE];
        game_of(self)->move_format(plies->moves[i], name);
        printf(" %s", name);
    }
    puts(left > 0 ? "" : " ...");
    return PLAY_ASK;
}

static PlayStep tell_nothing_fits(const Play *self, const char *text) {
    char shown[41];
    snprintf(shown, sizeof shown, "%s", text);
    for (char *c = shown; *c; c++)
        if (iscntrl((unsigned char)*c)) *c = '?';
    printf("'%s' is neither a ply nor a command; %s.\n", shown,
           is_over(self) ? "'help' lists the commands"
                         : "'moves' lists the plies, 'help' the commands");
    return PLAY_ASK;
}

static PlayStep take_short_form(Play *self, const Typed *typed, Status *status) {
    const MoveMatches plies =
        move_words_match(game_of(self), typed->moves, typed->count, typed->text);
    const PlayCommand *command = NULL;
    int count = plies.count;
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (abbreviates(&COMMANDS[i], typed->text)) {
            command = &COMMANDS[i];
            count++;
        }
    if (count == 0) return tell_nothing_fits(self, typed->text);
    if (count > 1) return tell_candidates(self, typed->text, &plies);
    if (command) return command->run(self, "", status);
    return play_make_ply(self, plies.moves[0], NULL, 0, status);
}

static PlayStep take_text(Play *self, const char *text, Status *status) {
    Typed typed = {.text = text};
    Move move;
    unsigned cell;
    typed.count = legal_moves(self, typed.moves);
    const bool is_move = read_move(self, text, &move);
    if (is_over(self) && is_move) return tell("The game is over: 'undo' goes back.");
    if (is_move && contains(&typed, move)) return play_make_ply(self, move, NULL, 0, status);
    if (typed.count && read_cell(self, text, &cell)) return take_cell(self, &typed, cell, status);
    if (is_move) return object(self, &typed, move);
    return take_short_form(self, &typed, status);
}

// ---- Lines

static const PlayCommand *find_command(const char *name, size_t length) {
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strlen(COMMANDS[i].name) == length && strncmp(COMMANDS[i].name, name, length) == 0)
            return &COMMANDS[i];
    return NULL;
}

PlayStep play_take_line(Play *self, const char *line, Status *status) {
    static const char BLANKS[] = " \t";
    char text[LINE_INPUT_SIZE];
    line += strspn(line, BLANKS);
    size_t length = strlen(line);
    while (length > 0 && strchr(BLANKS, line[length - 1])) length--;
    if (length == 0) return PLAY_ASK;
    if (length >= sizeof text) return tell("That is too long.");
    memcpy(text, line, length);
    text[length] = '\0';
    const size_t word = strcspn(text, BLANKS);
    const char *argument = text + word + strspn(text + word, BLANKS);
    const PlayCommand *command = find_command(text, word);
    if (!command) return take_text(self, text, status);
    if (*argument && !command->argument) {
        printf("'%s' takes nothing behind it.\n", command->name);
        return PLAY_ASK;
    }
    return command->run(self, argument, status);
}
