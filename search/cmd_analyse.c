#include "search/commands.h"
#include "search/limits.h"
#include "search/player.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

// A choice with all that is to be said of it.
typedef struct Analysis {
    Line line;
    char player[SPEC_MAX_LENGTH];
    Decision decision;
    Report report;
    double seconds;
} Analysis;

typedef struct AnalyseArguments {
    LineArguments line;
    const char *player;
    int64_t seed;
    bool all;
    bool json;
} AnalyseArguments;

static bool analyse(const AnalyseArguments *arguments, Analysis *self, Status *status) {
    PlayerSpec spec;
    Player *player;
    if (line_outcome(&self->line).result != RESULT_NONE)
        return status_fail(status, EXIT_INPUT, "the game is over: there is nothing to analyse");
    if (!player_parse(&spec, arguments->player, status)) return status_prefix(status, "--player: ");
    spec = player_resolve(&spec, self->line.variant.game);
    player_format(&spec, self->player);
    if (!(player = player_create(&spec, &self->line.variant, status))) return false;
    Rng rng = rng_init(seed_init((uint64_t)arguments->seed));
    const int64_t begun = clock_now();
    player->begin(player);
    bool chosen = player->choose(player, &self->line, &rng, NULL, &self->decision, status);
    self->seconds = (double)(clock_now() - begun) / 1e9;
    if (chosen && self->decision.fault != END_NONE)
        chosen = status_fail(status, EXIT_RESOURCE, "--player: lost by '%s'",
                             end_name(self->decision.fault));
    if (chosen)
        player_report(player, &self->line, self->decision.move, arguments->all, &self->report);
    player->release(player);
    return chosen;
}

static const char *name_of(const Analysis *self, Move move, char name[MOVE_TEXT_SIZE]) {
    self->line.variant.game->move_format(move, name);
    return name;
}

static void print_value(const char *label, double value, bool proven) {
    if (isnan(value))
        printf("%s-\n", label);
    else
        printf("%s%.4f%s\n", label, value,
               !proven      ? ""
               : value == 1 ? ", a proven win"
               : value == 0 ? ", a proven loss"
                            : ", proven");
}

static void print_plies(const Analysis *self) {
    char name[MOVE_TEXT_SIZE];
    if (self->report.count == 0) {
        puts("\nThis player tells nothing of other plies.");
        return;
    }
    printf("\n%-10s  %7s  %12s\n", "ply", "value", "work");
    for (int i = 0; i < self->report.count; i++) {
        const RootPly *ply = &self->report.plies[i];
        char value[16] = "-";
        if (!isnan(ply->value)) snprintf(value, sizeof value, "%.4f", ply->value);
        printf("%-10s  %7s  %12" PRIu64 "%s\n", name_of(self, ply->move, name), value, ply->work,
               ply->proven ? "  proven" : "");
    }
}

static void print_analysis(const Analysis *self, bool all) {
    const Game *game = self->line.variant.game;
    char spec[SPEC_MAX_LENGTH], position[GAME_POSITION_TEXT_SIZE], name[MOVE_TEXT_SIZE];
    variant_format(&self->line.variant, spec);
    game->format(&self->line.position, position);
    printf("game       %s\nposition   %s\nplayer     %s\nbest ply   %s, for %s\n", spec, position,
           self->player, name_of(self, self->decision.move, name),
           side_name(line_side(&self->line)));
    print_value("value      ", self->decision.value, self->decision.proven);
    printf("variation ");
    int column = 10;
    for (int i = 0; i < self->report.length; i++) {
        name_of(self, self->report.variation[i], name);
        if (column + (int)strlen(name) > 98) column = printf("\n          ") - 1;
        column += printf(" %s", name);
    }
    printf("\nwork       %" PRIu64, self->decision.work);
    if (self->decision.depth) printf(", depth %d", self->decision.depth);
    printf(", %.3f s\n", self->seconds);
    if (all) print_plies(self);
}

static void write_ply(JsonWriter *json, const Analysis *self, const RootPly *ply) {
    char name[MOVE_TEXT_SIZE];
    json_begin_object(json);
    json_put_text(json, "move", name_of(self, ply->move, name));
    json_put_number(json, "value", ply->value);
    json_put_flag(json, "proven", ply->proven);
    json_put_integer(json, "work", (int64_t)ply->work);
    json_end_object(json);
}

static void write_texts(JsonWriter *json, const Analysis *self) {
    char text[GAME_POSITION_TEXT_SIZE];
    variant_format(&self->line.variant, text);
    json_put_text(json, "game", text);
    self->line.variant.game->format(&self->line.position, text);
    json_put_text(json, "position", text);
    json_put_text(json, "side", side_name(line_side(&self->line)));
    json_put_text(json, "player", self->player);
    json_put_text(json, "move", name_of(self, self->decision.move, text));
}

static void write_analysis(const Analysis *self, bool all) {
    JsonWriter json = json_writer(stdout, false);
    char name[MOVE_TEXT_SIZE];
    json_begin_object(&json);
    write_texts(&json, self);
    json_put_number(&json, "value", self->decision.value);
    json_put_flag(&json, "proven", self->decision.proven);
    json_key(&json, "variation");
    json_begin_array(&json);
    for (int i = 0; i < self->report.length; i++)
        json_text(&json, name_of(self, self->report.variation[i], name));
    json_end_array(&json);
    json_put_integer(&json, "work", (int64_t)self->decision.work);
    json_put_integer(&json, "depth", self->decision.depth);
    json_put_number(&json, "seconds", self->seconds);
    if (all) {
        json_key(&json, "plies");
        json_begin_array(&json);
        for (int i = 0; i < self->report.count; i++) write_ply(&json, self, &self->report.plies[i]);
        json_end_array(&json);
    }
    json_end_object(&json);
    putchar('\n');
}

// False when getopt has told what is wrong, or with the status filled.
static bool read_argument(AnalyseArguments *self, int code, Status *status) {
    switch (code) {
    case 'y':
        self->player = optarg;
        return true;
    case 's':
        return argument_integer("--seed", optarg, 0, INT64_C(1) << 53, &self->seed, status);
    case 'a':
        self->all = true;
        return true;
    case 'j':
        self->json = true;
        return true;
    default:
        return line_arguments_take(&self->line, code, optarg);
    }
}

static int run(int argc, char **argv) {
    static const struct option LONG[] = {{"game", required_argument, NULL, ARGUMENT_GAME},
                                         {"position", required_argument, NULL, ARGUMENT_POSITION},
                                         {"moves", required_argument, NULL, ARGUMENT_MOVES},
                                         {"player", required_argument, NULL, 'y'},
                                         {"seed", required_argument, NULL, 's'},
                                         {"all", no_argument, NULL, 'a'},
                                         {"json", no_argument, NULL, 'j'},
                                         {0}};
    AnalyseArguments arguments = {.seed = 1};
    Status status;
    for (int code; (code = getopt_long(argc, argv, "", LONG, NULL)) != -1;)
        if (!read_argument(&arguments, code, &status))
            return code == '?' ? EXIT_INPUT : command_fail(&status);
    if (optind < argc) return command_usage(&CMD_ANALYSE, "only options expected");
    if (!arguments.player) return command_usage(&CMD_ANALYSE, "--player PLAYER expected");
    Analysis analysis;
    const bool good = line_arguments_resolve(&arguments.line, &analysis.line, &status) &&
                      analyse(&arguments, &analysis, &status);
    if (good && arguments.json)
        write_analysis(&analysis, arguments.all);
    else if (good)
        print_analysis(&analysis, arguments.all);
    line_release(&analysis.line);
    return good ? command_finish(EXIT_DONE) : command_fail(&status);
}

const Command CMD_ANALYSE = {
    .name = "analyse",
    .summary = "let a player look at a position: best ply, value, variation",
    .help =
        "usage: harrow analyse --game SPEC [--position STR] [--moves \"m1 m2 ...\"] --player "
        "PLAYER\n"
        "                      [--all] [--seed N] [--json]\n"
        "\n"
        "Prints the ply that the player chooses, its value, the principal variation, and the work\n"
        "and time that it took. A value is the expected score of the side to move, 0..1; proven\n"
        "results are said to be proven. --game, --position and --moves are those of 'harrow "
        "show'.\n"
        "\n"
        "  --player PLAYER  such as mcts:simulations=5000 (see 'harrow players')\n"
        "  --all            all root plies with their values, the best first\n"
        "  --seed N         of the choice among equals and of playouts; default 1\n"
        "  --json           one object: game, position, side, player, move, value, proven,\n"
        "                   variation, work, depth, seconds and, with --all, plies\n"
        "\n"
        "Example: harrow analyse --game awale --moves \"A3 B2\" --player mcts:movetime=1000 "
        "--all\n",
    .run = run,
};
