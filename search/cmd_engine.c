#include "search/commands.h"
#include "search/engine_guard.h"
#include "search/ugi_engine.h"
#include "search/ugi_input.h"

#include <stdlib.h>
#include <string.h>

typedef struct EngineArguments {
    const char *game;
    const char *player;
    int64_t seed; // −1 = by chance
} EngineArguments;

// Until `quit` or the end of the input, whatever is in it.
static void converse(UgiEngine *engine, FILE *stream) {
    UgiInput input;
    UgiRead read;
    ugi_input_init(&input, stream);
    while ((read = ugi_input_next(&input)) != UGI_END) {
        if (read == UGI_LONG)
            puts("info string a line is too long, and passed over");
        else if (read == UGI_ODD)
            puts("info string a line with a control character is passed over");
        else if (!ugi_engine_command(engine, input.line))
            break;
    }
    if (read == UGI_END) ugi_engine_finish(engine);
    ugi_input_release(&input);
}

static int run(int argc, char **argv) {
    static const struct option LONG[] = {{"game", required_argument, NULL, 'g'},
                                         {"player", required_argument, NULL, 'y'},
                                         {"seed", required_argument, NULL, 's'},
                                         {"guard", no_argument, NULL, 'w'},
                                         {0}};
    EngineArguments arguments = {.game = "agros", .seed = -1};
    Status status;
    for (int code; (code = getopt_long(argc, argv, "", LONG, NULL)) != -1;) {
        if (code == 'g')
            arguments.game = optarg;
        else if (code == 'y')
            arguments.player = optarg;
        else if (code == 'w') // harrow itself asks for it
            return engine_guard_run(argv + optind + (argv[optind] && !strcmp(argv[optind], "--")));
        else if (code != 's')
            return EXIT_INPUT;
        else if (!argument_integer("--seed", optarg, 0, INT64_C(1) << 53, &arguments.seed, &status))
            return command_fail(&status);
    }
    if (optind < argc) return command_usage(&CMD_ENGINE, "only options expected");
    if (!arguments.player) return command_usage(&CMD_ENGINE, "--player PLAYER expected");
    UgiEngine engine;
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); // who waits for a line gets it
    const bool good = ugi_engine_init(&engine, arguments.game, arguments.player, &status);
    if (good && arguments.seed >= 0) ugi_engine_seed(&engine, (uint64_t)arguments.seed);
    if (good) converse(&engine, stdin);
    ugi_engine_release(&engine);
    return good ? command_finish(EXIT_DONE) : command_fail(&status);
}

const Command CMD_ENGINE = {
    .name = "engine",
    .summary = "play as an engine: the Universal Game Interface on stdin and stdout",
    .help =
        "usage: harrow engine [--game SPEC] --player PLAYER [--seed N]\n"
        "\n"
        "Speaks the Universal Game Interface (UGI): a line a command, a line an answer.\n"
        "\n"
        "  --game SPEC      the game, until the option Game names another; default agros\n"
        "  --player PLAYER  such as mcts:simulations=5000 (see 'harrow players'); its limits are\n"
        "                   those of a 'go' that names none\n"
        "  --seed N         of all choices by chance; default: another one each game\n"
        "\n"
        "Commands on stdin:\n"
        "  ugi                            id, options, ugiok\n"
        "  setoption name X value Y       Game is a game spec; Seed; Hash (MiB), Threads and the\n"
        "                                 player's other keys\n"
        "  isready                        readyok, at once also while it searches\n"
        "  uginewgame                     forgets the game before\n"
        "  position startpos|fen STR [moves M...]\n"
        "                                 STR as in 'harrow show', blanks and commas included\n"
        "  go [p1time MS p2time MS [p1inc MS] [p2inc MS]] [movetime MS] [depth N] [nodes N]\n"
        "     [infinite]                  info lines, then bestmove M; nodes are simulations to a\n"
        "                                 player that makes such\n"
        "  stop                           bestmove of what was found so far\n"
        "  query p1turn|gameover|result   response true|false or p1win|p2win|draw|none\n"
        "  query legal                    response and all legal plies (an extension)\n"
        "  quit                           ends it, as the end of the input does\n"
        "\n"
        "A side may have several plies in a row, as in the opening of Agros: ask p1turn. What is\n"
        "wrong with a command is told by 'info string'; it then changes nothing. 'score cp' is in\n"
        "hundredths of a point for the side to move, by the player's key 'scale'; 100000 is won.\n"
        "\n"
        "Example: (echo position startpos moves A3 B2; echo go nodes 100000; sleep 1) |\n"
        "             harrow engine --game awale --player alphabeta\n",
    .run = run,
};
