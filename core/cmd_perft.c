#include "core/commands.h"
#include "core/perft.h"

#include <inttypes.h>
#include <string.h>

enum { MAX_THREADS = 1024, MAX_HASH = 1 << 20 };

// Counts below all root moves, in the order of their move strings.
typedef struct Division {
    Move moves[GAME_MAX_MOVES];
    uint64_t counts[GAME_MAX_MOVES];
    int count;
    uint64_t total;
} Division;

static bool divide(const Line *line, int depth, int threads, PerftTable *table, Division *division,
                   Status *status) {
    division->total = 0;
    division->count = line_moves(line, division->moves);
    game_sort_moves(line->variant.game, division->moves, division->count);
    if (!perft_divide(line, depth, division->moves, division->count, division->counts, threads,
                      table, status))
        return false;
    for (int i = 0; i < division->count; i++) division->total += division->counts[i];
    return true;
}

static void print_division(const Game *game, const Division *division) {
    for (int i = 0; i < division->count; i++) {
        char name[MOVE_TEXT_SIZE];
        game->move_format(division->moves[i], name);
        printf("%s %" PRIu64 "\n", name, division->counts[i]);
    }
    printf("total %" PRIu64 "\n", division->total);
}

typedef struct PerftArguments {
    LineArguments line;
    int64_t depth, threads, hash;
    bool by_move;
} PerftArguments;

// Counts and prints; false with the status filled.
static bool count(const PerftArguments *arguments, const Line *line, Status *status) {
    const int depth = (int)arguments->depth;
    Division division;
    PerftTable *table = NULL;
    if (arguments->hash && !perft_may_share(line, depth))
        return status_fail(status, EXIT_INPUT,
                           "--hash: less than 8 plies in all expected, since a position may then "
                           "occur for the third time");
    if (arguments->hash && !(table = perft_table_new((size_t)arguments->hash)))
        return status_fail(status, EXIT_RESOURCE, "--hash: out of memory");
    bool good = true;
    for (int d = arguments->by_move ? depth : 1; good && d <= depth; d++) {
        good = divide(line, d, (int)arguments->threads, table, &division, status);
        if (good && arguments->by_move)
            print_division(line->variant.game, &division);
        else if (good)
            printf("%d %" PRIu64 "\n", d, division.total);
        fflush(stdout); // deep counts take long: show each as it is known
    }
    perft_table_free(table);
    return good;
}

static int run(int argc, char **argv) {
    static const struct option LONG[] = {{"game", required_argument, NULL, ARGUMENT_GAME},
                                         {"position", required_argument, NULL, ARGUMENT_POSITION},
                                         {"moves", required_argument, NULL, ARGUMENT_MOVES},
                                         {"depth", required_argument, NULL, 'd'},
                                         {"divide", no_argument, NULL, 'v'},
                                         {"threads", required_argument, NULL, 't'},
                                         {"hash", required_argument, NULL, 'h'},
                                         {0}};
    PerftArguments arguments = {.threads = 1};
    bool good = true;
    Status status;
    Line line;
    for (int code; good && (code = getopt_long(argc, argv, "", LONG, NULL)) != -1;) {
        if (code == 'd')
            good =
                argument_integer("--depth", optarg, 1, PERFT_MAX_DEPTH, &arguments.depth, &status);
        else if (code == 't')
            good =
                argument_integer("--threads", optarg, 1, MAX_THREADS, &arguments.threads, &status);
        else if (code == 'h')
            good = argument_integer("--hash", optarg, 1, MAX_HASH, &arguments.hash, &status);
        else if (code == 'v')
            arguments.by_move = true;
        else if (!line_arguments_take(&arguments.line, code, optarg))
            return EXIT_INPUT;
    }
    if (!good) return command_fail(&status);
    if (optind < argc) return command_usage(&CMD_PERFT, "only options expected");
    if (arguments.depth == 0) return command_usage(&CMD_PERFT, "--depth D expected");
    good = line_arguments_resolve(&arguments.line, &line, &status) &&
           count(&arguments, &line, &status);
    line_release(&line);
    return good ? command_finish(EXIT_DONE) : command_fail(&status);
}

const Command CMD_PERFT = {
    .name = "perft",
    .summary = "count the legal sequences of plies, the test of rules",
    .help =
        "usage: harrow perft --game SPEC [--position STR] [--moves \"m1 m2 ...\"] --depth D\n"
        "                    [--divide] [--threads N] [--hash MIB]\n"
        "\n"
        "Prints a line 'd count' for each depth 1..D: how many sequences of exactly d legal\n"
        "plies there are. A finished game has no continuation. --game, --position and --moves\n"
        "are those of 'harrow show'.\n"
        "\n"
        "  --divide      a line 'move count' for each legal move at depth D, then 'total count'\n"
        "  --threads N   count below the root moves in parallel; default 1\n"
        "  --hash MIB    memory for counts of positions that are reached in several ways; refused\n"
        "                for Agon from 8 plies on, where a third occurrence may end the game\n"
        "\n"
        "Example: harrow perft --game awale --depth 8 --divide\n",
    .run = run,
};
