#include "core/commands.h"
#include "core/perft.h"

#include <inttypes.h>
#include <string.h>

enum { MAX_THREADS = 1024 };

// Counts below all root moves, in the order of their move strings.
typedef struct Division {
    Move moves[GAME_MAX_MOVES];
    uint64_t counts[GAME_MAX_MOVES];
    int count;
} Division;

static uint64_t divide(const Line *line, int depth, int threads, Division *division) {
    const Game *game = line->variant.game;
    uint64_t total = 0;
    division->count = line_moves(line, division->moves);
    game_sort_moves(game, division->moves, division->count);
    perft_divide(game, &line->position, depth, division->moves, division->count, division->counts,
                 threads);
    for (int i = 0; i < division->count; i++) total += division->counts[i];
    return total;
}

static void print_division(const Game *game, const Division *division, uint64_t total) {
    for (int i = 0; i < division->count; i++) {
        char name[MOVE_TEXT_SIZE];
        game->move_format(division->moves[i], name);
        printf("%s %" PRIu64 "\n", name, division->counts[i]);
    }
    printf("total %" PRIu64 "\n", total);
}

static int run(int argc, char **argv) {
    static const struct option LONG[] = {{"game", required_argument, NULL, ARGUMENT_GAME},
                                         {"position", required_argument, NULL, ARGUMENT_POSITION},
                                         {"moves", required_argument, NULL, ARGUMENT_MOVES},
                                         {"depth", required_argument, NULL, 'd'},
                                         {"divide", no_argument, NULL, 'v'},
                                         {"threads", required_argument, NULL, 't'},
                                         {0}};
    LineArguments arguments = {0};
    int64_t depth = 0, threads = 1;
    bool by_move = false, good = true;
    Status status;
    Line line;
    for (int code; good && (code = getopt_long(argc, argv, "", LONG, NULL)) != -1;) {
        if (code == 'd')
            good = argument_integer("--depth", optarg, 1, PERFT_MAX_DEPTH, &depth, &status);
        else if (code == 't')
            good = argument_integer("--threads", optarg, 1, MAX_THREADS, &threads, &status);
        else if (code == 'v')
            by_move = true;
        else if (!line_arguments_take(&arguments, code, optarg))
            return EXIT_INPUT;
    }
    if (!good) return command_fail(&status);
    if (optind < argc) return command_usage(&CMD_PERFT, "only options expected");
    if (depth == 0) return command_usage(&CMD_PERFT, "--depth D expected");
    if (!line_arguments_resolve(&arguments, &line, &status)) {
        line_release(&line);
        return command_fail(&status);
    }
    Division division;
    for (int d = by_move ? (int)depth : 1; d <= depth; d++) {
        const uint64_t total = divide(&line, d, (int)threads, &division);
        if (by_move)
            print_division(line.variant.game, &division, total);
        else
            printf("%d %" PRIu64 "\n", d, total);
        fflush(stdout); // deep counts take long: show each as it is known
    }
    line_release(&line);
    return command_finish(EXIT_DONE);
}

const Command CMD_PERFT = {
    .name = "perft",
    .summary = "count the legal sequences of plies, the test of rules",
    .help =
        "usage: harrow perft --game SPEC [--position STR] [--moves \"m1 m2 ...\"] --depth D\n"
        "                    [--divide] [--threads N]\n"
        "\n"
        "Prints a line 'd count' for each depth 1..D: how many sequences of exactly d legal\n"
        "plies there are. A finished game has no continuation.\n"
        "\n"
        "  --divide      a line 'move count' for each legal move at depth D, then 'total count'\n"
        "  --threads N   count below the root moves in parallel; default 1\n",
    .run = run,
};
