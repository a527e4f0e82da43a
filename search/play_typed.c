#include "search/play_typed.h"
#include "search/move_words.h"
#include "search/play_commands.h"
#include "search/play_view.h"

#include <ctype.h>
#include <string.h>

enum { LISTED_MOST = 24 };

WordList play_words(const Play *self) {
    Move moves[GAME_MAX_MOVES];
    WordList words = {.count = 0};
    const int count = play_legal_moves(self, moves);
    for (int i = 0; i < count; i++) {
        char name[MOVE_TEXT_SIZE];
        play_game(self)->move_format(moves[i], name);
        word_list_add(&words, name);
    }
    const PlayCommand *command;
    for (int i = 0; (command = play_command_at(i)); i++) word_list_add(&words, command->name);
    return words;
}

static PlayStep tell(const char *text) {
    puts(text);
    return PLAY_ASK;
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
        if (play_game(self)->move_parse(spelled, move)) return true;
    return false;
}

static bool read_cell(const Play *self, const char *text, unsigned *cell) {
    char spelled[MOVE_TEXT_SIZE];
    for (int i = 0; i < SPELLINGS && spell(text, i, spelled); i++)
        if (play_game(self)->guide->cell_parse(&self->match.line.position, spelled, cell))
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
    play_game(self)->guide->objection(&self->match.line.position, move, reason);
    printf("%s is not legal here: %s.\n", typed->text, reason);
    return PLAY_ASK;
}

// The moves that begin on a cell or, where there are none, those from elsewhere that end there.
static MoveMatches moves_at(const Play *self, const Typed *typed, int cell) {
    const Guide *guide = play_game(self)->guide;
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
    const MoveCells cells = play_game(self)->guide->move_cells(typed->moves[0]);
    return (cells.from < 0) != (cells.to < 0);
}

// A piece is shown with what it can do; where only one can go to is a ply.
static PlayStep take_cell(Play *self, const Typed *typed, unsigned cell, Status *status) {
    const MoveMatches found = moves_at(self, typed, (int)cell);
    const MoveCells first = play_game(self)->guide->move_cells(found.count ? found.moves[0] : 0);
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
    const PlayCommand *command;
    int left = LISTED_MOST;
    printf("'%s' could be", text);
    for (int i = 0; (command = play_command_at(i)); i++)
        if (abbreviates(command, text)) {
            printf(" %s", command->name);
            left--;
        }
    for (int i = 0; i < plies->count && left > 0; i++, left--) {
        char name[MOVE_TEXT_SIZE];
        play_game(self)->move_format(plies->moves[i], name);
        printf(" %s", name);
    }
    puts(left > 0 ? "." : " ...");
    return PLAY_ASK;
}

static PlayStep tell_nothing_fits(const Play *self, const char *text) {
    char shown[41];
    snprintf(shown, sizeof shown, "%s", text);
    for (char *c = shown; *c; c++)
        if (iscntrl((unsigned char)*c)) *c = '?';
    printf("'%s' is no ply and no command; see %s'help'.\n", shown,
           play_is_over(self) ? "" : "'moves' and ");
    return PLAY_ASK;
}

static PlayStep take_short_form(Play *self, const Typed *typed, Status *status) {
    const MoveMatches plies =
        move_words_match(play_game(self), typed->moves, typed->count, typed->text);
    const PlayCommand *command = NULL, *other;
    int count = plies.count;
    for (int i = 0; (other = play_command_at(i)); i++)
        if (abbreviates(other, typed->text)) {
            command = other;
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
    typed.count = play_legal_moves(self, typed.moves);
    const bool is_move = read_move(self, text, &move);
    if (play_is_over(self) && is_move) return tell("The game is over: 'undo' goes back.");
    if (is_move && contains(&typed, move)) return play_make_ply(self, move, NULL, 0, status);
    if (typed.count && read_cell(self, text, &cell)) return take_cell(self, &typed, cell, status);
    if (is_move) return object(self, &typed, move);
    return take_short_form(self, &typed, status);
}

// ---- Lines

static const PlayCommand *find_command(const char *name, size_t length) {
    const PlayCommand *command;
    for (int i = 0; (command = play_command_at(i)); i++)
        if (strlen(command->name) == length && strncmp(command->name, name, length) == 0) break;
    return command;
}

PlayStep play_take_line(Play *self, const char *line, Status *status) {
    static const char BLANKS[] = " \t";
    char text[LINE_INPUT_SIZE];
    line += strspn(line, BLANKS);
    size_t length = strlen(line);
    while (length > 0 && strchr(BLANKS, line[length - 1])) length--;
    if (length == 0) return PLAY_ASK;
    if (length >= sizeof text) return tell("That line is too long.");
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
