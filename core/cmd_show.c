#include "core/commands.h"
#include "core/terminal.h"

#include <unistd.h>

static void write_legal(const Line *line, JsonWriter *json) {
    Move moves[GAME_MAX_MOVES];
    const Game *game = line->variant.game;
    const int count = line_moves(line, moves);
    game_sort_moves(game, moves, count);
    json_key(json, "legal");
    json_begin_array(json);
    for (int i = 0; i < count; i++) {
        char name[MOVE_TEXT_SIZE];
        game->move_format(moves[i], name);
        json_text(json, name);
    }
    json_end_array(json);
}

static void write_outcome(const Line *line, JsonWriter *json) {
    const Game *game = line->variant.game;
    const Outcome outcome = line_outcome(line);
    if (outcome.result != RESULT_NONE) {
        json_put_text(json, "result", result_name(outcome.result));
        json_put_text(json, "end", end_name(outcome.end));
    }
    if (!game->has_score) return;
    const Score score = game->score(&line->position);
    json_key(json, "score");
    json_begin_array(json);
    for (int side = 0; side < SIDE_COUNT; side++) json_number(json, score.halves[side] / 2.0);
    json_end_array(json);
}

static void show_json(const Line *line) {
    const Game *game = line->variant.game;
    char spec[SPEC_MAX_LENGTH], position[GAME_POSITION_TEXT_SIZE];
    JsonWriter json = json_writer(stdout, false);
    variant_format(&line->variant, spec);
    game->format(&line->position, position);
    json_begin_object(&json);
    json_put_text(&json, "game", spec);
    json_put_text(&json, "position", position);
    json_put_text(&json, "side", side_name(line_side(line)));
    json_put_flag(&json, "over", line_outcome(line).result != RESULT_NONE);
    write_legal(line, &json);
    write_outcome(line, &json);
    game->show_json(&line->position, &json);
    json_end_object(&json);
    putchar('\n');
}

static void show_board(const Line *line) {
    const Game *game = line->variant.game;
    Move moves[GAME_MAX_MOVES];
    char spec[SPEC_MAX_LENGTH], position[GAME_POSITION_TEXT_SIZE], last[MOVE_TEXT_SIZE];
    const int count = line_moves(line, moves);
    variant_format(&line->variant, spec);
    game->format(&line->position, position);
    printf("%s", spec);
    if (line->count > 0) {
        game->move_format(line->moves[line->count - 1], last);
        printf(", after ply %d: %s", line->count, last);
    }
    printf("\n\n");
    game->show(&line->position, NULL, stdout, terminal_wants_color(STDOUT_FILENO));
    const Outcome outcome = line_outcome(line);
    if (outcome.end == END_REPETITION) // the board cannot tell
        printf("Over: %s, %s\n", result_name(outcome.result), end_name(outcome.end));
    printf("%d legal %s\n%s\n", count, count == 1 ? "ply" : "plies", position);
}

static int run(int argc, char **argv) {
    static const struct option LONG[] = {{"game", required_argument, NULL, ARGUMENT_GAME},
                                         {"position", required_argument, NULL, ARGUMENT_POSITION},
                                         {"moves", required_argument, NULL, ARGUMENT_MOVES},
                                         {"json", no_argument, NULL, 'j'},
                                         {0}};
    LineArguments arguments = {0};
    bool json = false;
    Status status;
    Line line;
    for (int code; (code = getopt_long(argc, argv, "", LONG, NULL)) != -1;) {
        if (code == 'j')
            json = true;
        else if (!line_arguments_take(&arguments, code, optarg))
            return EXIT_INPUT;
    }
    if (optind < argc) return command_usage(&CMD_SHOW, "only options expected");
    const bool good = line_arguments_resolve(&arguments, &line, &status);
    if (good && json)
        show_json(&line);
    else if (good)
        show_board(&line);
    line_release(&line);
    return good ? command_finish(EXIT_DONE) : command_fail(&status);
}

const Command CMD_SHOW = {
    .name = "show",
    .summary = "draw a position: the board, fields, score",
    .help = "usage: harrow show --game SPEC [--position STR] [--moves \"m1 m2 ...\"] [--json]\n"
            "\n"
            "Draws the position after the moves, from STR or else from the start. Colours on a\n"
            "terminal unless NO_COLOR is set.\n"
            "\n"
            "  --game SPEC      the game, such as agros:size=8,farmers=3 (see 'harrow games')\n"
            "  --position STR   a position string; keys that SPEC leaves out are taken from it\n"
            "  --moves \"...\"    move strings with a blank between\n"
            "  --json           one object: game, position, side, over, legal, result, end, score\n"
            "                   and, for Agros, fields\n"
            "\n"
            "Example: harrow show --game agros:size=8,farmers=3 --moves \"d4 e5 a1\"\n",
    .run = run,
};
