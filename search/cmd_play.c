#include "core/terminal.h"
#include "search/commands.h"
#include "search/match_record.h"
#include "search/play_typed.h"
#include "search/play_view.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Whom `hint` asks where two persons play.
static const char DEFAULT_ADVISER[] = "mcts:simulations=2000";

typedef struct PlayArguments {
    LineArguments line;
    const char *player; // NULL = two persons
    const char *seat;
    const char *clock;
    int64_t seed;
} PlayArguments;

// ---- Beginning

// Minutes, from a part of --clock that ends before *end; as milliseconds.
static bool read_time(const char *text, size_t length, double unit, double least, int32_t *time,
                      Status *status) {
    char part[24];
    double number;
    snprintf(part, sizeof part, "%.*s", (int)(length < sizeof part ? length : sizeof part - 1),
             text);
    if (!argument_number("--clock", part, least, 1440, &number, status)) return false;
    *time = (int32_t)(number * unit + 0.5);
    return true;
}

// MINUTES[/MINUTES][+SECONDS]
static bool read_clocks(const char *text, int32_t left[SIDE_COUNT], int32_t *increment,
                        Status *status) {
    const double minute = 60000, second = 1000, least = 0.001;
    const size_t times = strcspn(text, "+"), first = strcspn(text, "/+");
    *increment = 0;
    if (!read_time(text, first, minute, least, &left[SIDE_FIRST], status)) return false;
    left[SIDE_SECOND] = left[SIDE_FIRST];
    if (first < times &&
        !read_time(text + first + 1, times - first - 1, minute, least, &left[SIDE_SECOND], status))
        return false;
    return !text[times] ||
           read_time(text + times + 1, strlen(text + times + 1), second, 0, increment, status);
}

static bool read_seat(const PlayArguments *arguments, Side *person, Status *status) {
    *person = SIDE_FIRST;
    if (!arguments->seat) return true;
    if (!arguments->player)
        return status_fail(status, EXIT_INPUT, "--seat: two persons have both seats");
    *person = strcmp(arguments->seat, side_name(SIDE_SECOND)) == 0 ? SIDE_SECOND : SIDE_FIRST;
    return strcmp(arguments->seat, side_name(*person)) == 0 ||
           status_fail(status, EXIT_INPUT, "--seat '%.40s': first or second expected",
                       arguments->seat);
}

static bool seat_player(Play *self, const PlayArguments *arguments, Status *status) {
    const uint64_t seed = (uint64_t)arguments->seed;
    const char *spec = arguments->player ? arguments->player : DEFAULT_ADVISER;
    Side person;
    self->adviser_rng = rng_init(seed_text(seed_init(seed), "hint"));
    if (!read_seat(arguments, &person, status)) return false;
    if (!player_parse(&self->adviser_spec, spec, status))
        return status_prefix(status, "--player: ");
    return !arguments->player ||
           match_seat(&self->match, side_other(person), &self->adviser_spec, seed, status);
}

static bool begin(Play *self, PlayArguments *arguments, Status *status) {
    int32_t left[SIDE_COUNT], increment;
    Line line;
    if (arguments->player && strcmp(arguments->player, "person") == 0) arguments->player = NULL;
    const bool resolved = line_arguments_resolve(&arguments->line, &line, status);
    if (!resolved) {
        line_release(&line);
        return false;
    }
    match_init(&self->match, &line);
    if (arguments->clock) {
        if (!read_clocks(arguments->clock, left, &increment, status)) return false;
        match_set_clocks(&self->match, left, increment);
    }
    self->saved = line.count == 0;
    self->color = terminal_wants_color(STDOUT_FILENO);
    self->renews = terminal_can_renew(STDOUT_FILENO);
    return seat_player(self, arguments, status);
}

static void greet(const Play *self) {
    char spec[SPEC_MAX_LENGTH];
    variant_format(&self->match.line.variant, spec);
    puts(spec);
    for (int side = 0; side < SIDE_COUNT; side++)
        printf("%s%s: %s", side ? "; " : "", play_side_name(self, (Side)side),
               self->match.seats[side].name);
    puts(". 'help' tells what you can type.");
}

// ---- The match

static PlayStep let_player_move(Play *self, Status *status) {
    Match *match = &self->match;
    Seat *seat = match_seat_to_move(match);
    Decision decision;
    double seconds;
    const ThinkEnd end = play_think(self, seat->player, &seat->rng, &decision, &seconds, status);
    if (end != THINK_CHOSEN) return end == THINK_FAILED ? PLAY_FAILED : PLAY_INTERRUPTED;
    if (decision.fault == END_NONE)
        return play_make_ply(self, decision.move, &decision, seconds, status);
    match_lose(match, decision.fault);
    self->saved = false;
    return PLAY_GO_ON;
}

static PlayStep ask_person(Play *self, Status *status) {
    char prompt[PLAY_TEXT_SIZE];
    InputWait wait = {.interrupt = &self->interrupt, .deadline = match_deadline(&self->match)};
    const WordList words = play_words(self);
    play_prompt(self, prompt);
    const char *line = line_input_read(&self->input, prompt, &words, &wait);
    if (line && !self->input.cut) return play_take_line(self, line, status);
    if (line) return puts("That line is too long."), PLAY_ASK;
    if (self->input.is_terminal) putchar('\n');
    if (wait.state == INPUT_INTERRUPTED) return PLAY_INTERRUPTED;
    if (wait.state == INPUT_READY) return PLAY_QUIT;
    match_lose(&self->match, END_TIME);
    self->saved = false;
    return PLAY_GO_ON;
}

static void tell_end(Play *self) {
    play_view_turn(self);
    play_view_outcome(self);
    printf("'save FILE' keeps the game, %s'quit' ends.\n",
           self->match.declared.end == END_TIME ? "" : "'undo' goes back, ");
}

static PlayStep go_on(Play *self, Status *status) {
    for (bool told = false;;) {
        const bool over = play_is_over(self);
        const bool waits = over || !match_seat_to_move(&self->match)->player;
        if (!over) match_tick(&self->match);
        if (over && !told) tell_end(self);
        if (!over && waits) play_view_turn(self);
        told = over;
        const PlayStep step = waits ? ask_person(self, status) : let_player_move(self, status);
        if (step > PLAY_GO_ON) return step;
    }
}

// ---- The end

// What is lost otherwise.
static void tell_how_to_go_on(const Play *self) {
    if (self->match.line.count == 0) return;
    char *command = match_command(&self->match);
    if (command) fprintf(stderr, "harrow: to go on: %s\n", command);
    free(command);
}

static int finish(const Play *self, PlayStep step, const Status *status) {
    fflush(stdout);
    if (step == PLAY_FAILED) command_fail(status);
    const bool left = step == PLAY_QUIT && play_is_over(self); // with a word of saving
    if (!self->saved && !left) tell_how_to_go_on(self);
    if (step == PLAY_INTERRUPTED) return 128 + self->interrupt.signal;
    return step == PLAY_FAILED ? (int)status->code : command_finish(EXIT_DONE);
}

static int play(PlayArguments *arguments) {
    Play self = {.shown = false};
    Status status;
    int code;
    interrupt_init(&self.interrupt);
    if (begin(&self, arguments, &status)) {
        line_input_open(&self.input);
        greet(&self);
        const PlayStep step = go_on(&self, &status);
        line_input_release(&self.input);
        code = finish(&self, step, &status);
    } else {
        code = command_fail(&status);
    }
    if (self.adviser) self.adviser->release(self.adviser);
    match_release(&self.match);
    interrupt_release(&self.interrupt);
    return code;
}

// False when getopt has told what is wrong, or with the status filled.
static bool read_argument(PlayArguments *self, int code, Status *status) {
    switch (code) {
    case 'y':
        self->player = optarg;
        return true;
    case 't':
        self->seat = optarg;
        return true;
    case 'c':
        self->clock = optarg;
        return true;
    case 's':
        return argument_integer("--seed", optarg, 0, INT64_C(1) << 53, &self->seed, status);
    default:
        return line_arguments_take(&self->line, code, optarg);
    }
}

static int run(int argc, char **argv) {
    static const struct option LONG[] = {{"game", required_argument, NULL, ARGUMENT_GAME},
                                         {"position", required_argument, NULL, ARGUMENT_POSITION},
                                         {"moves", required_argument, NULL, ARGUMENT_MOVES},
                                         {"player", required_argument, NULL, 'y'},
                                         {"seat", required_argument, NULL, 't'},
                                         {"clock", required_argument, NULL, 'c'},
                                         {"seed", required_argument, NULL, 's'},
                                         {0}};
    PlayArguments arguments = {.seed = time(NULL)};
    Status status;
    for (int code; (code = getopt_long(argc, argv, "", LONG, NULL)) != -1;)
        if (!read_argument(&arguments, code, &status))
            return code == '?' ? EXIT_INPUT : command_fail(&status);
    if (optind < argc) return command_usage(&CMD_PLAY, "only options expected");
    setlocale(LC_CTYPE, ""); // names of files as the terminal writes them
    return play(&arguments);
}

const Command CMD_PLAY = {
    .name = "play",
    .summary = "play against a player, or two persons each other, in a terminal",
    .help =
        "usage: harrow play --game SPEC [--player PLAYER] [--seat first|second]\n"
        "                   [--position STR] [--moves \"m1 m2 ...\"]\n"
        "                   [--clock MINUTES[/MINUTES][+SECONDS]] [--seed N]\n"
        "\n"
        "Draws the board, asks for your plies and makes those of the player. What is special\n"
        "about a part of the game is explained when it begins.\n"
        "\n"
        "  --player PLAYER  whom you play against, such as mcts:movetime=1000 (see 'harrow\n"
        "                   players'), also another program; default 'person': two persons at\n"
        "                   one terminal\n"
        "  --seat first     you move first (default), or second\n"
        "  --position STR   begins elsewhere, as in 'harrow show'\n"
        "  --moves \"...\"    plies that were made already\n"
        "  --clock TIME     minutes for each side, or for the first and the second, and seconds\n"
        "                   added for each ply, as in 5+3 or 2.5/5; whose time is up loses\n"
        "  --seed N         of the player's choices by chance; default: another one each time\n"
        "\n"
        "A ply is typed as 'harrow show' takes it (d4, c4-c7, c4:c6, pass; a1-b2; A3). Shorter is\n"
        "enough where only one fits: c4c7, its beginning, where it leads (c7), a number (3) in\n"
        "Awale. What fits several is listed. A cell alone shows what its piece can do.\n"
        "\n"
        "  moves, board, fields   the legal plies; the board; the fields of Agros\n"
        "  hint                   what the player would do in your place\n"
        "  undo, resign           back to your last ply, also after the end; give up\n"
        "  save FILE, save! FILE  keeps the game, over or not, as a record for 'harrow replay'; "
        "only\n"
        "                         save! replaces a file\n"
        "  help, quit             what can be typed; the end, as the end of the input is\n"
        "\n"
        "Colours on a terminal unless NO_COLOR is set; signs say the same: > before what the last\n"
        "ply touched, @ before the piece asked about, * where it can go, : where it can sow to.\n"
        "Lines are edited with libedit, TAB completes; where harrow was built without it, with\n"
        "TERM=dumb and in a pipe lines are read as they come. Ctrl-C ends at once, also while the\n"
        "player thinks, and prints the command that goes on with the game.\n"
        "\n"
        "Example: harrow play --game agros:size=8,farmers=3 --player mcts:movetime=1000\n",
    .run = run,
};
