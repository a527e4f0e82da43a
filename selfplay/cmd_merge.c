#include "core/affinity.h"
#include "selfplay/commands.h"
#include "selfplay/merge.h"
#include "selfplay/repeats.h"

#include <assert.h>

enum { MAX_THREADS = 1024 };

typedef struct MergeArguments {
    int64_t threads; // 0: as many as there may be
    bool partial;
    bool quiet;
} MergeArguments;

static bool read_argument(MergeArguments *self, int code, Status *status) {
    switch (code) {
    case 'a':
        self->partial = true;
        return true;
    case 't':
        return argument_integer("--threads", optarg, 1, MAX_THREADS, &self->threads, status);
    case 'q':
        self->quiet = true;
        return true;
    default:
        assert(false && "an option without a case");
        return true;
    }
}

static int merge(const MergeArguments *arguments, const char *out, char *const directories[],
                 int count) {
    Shards shards;
    Status status;
    int64_t repeats;
    const int64_t threads = arguments->threads ? arguments->threads : processors_available();
    const bool good = shards_open(&shards, directories, count, arguments->partial, &status) &&
                      repeats_mark(&shards.experiment, &repeats, &status);
    const int code = good ? merge_run(&shards, &(MergeOptions){.out = out,
                                                               .threads = (int)threads,
                                                               .quiet = arguments->quiet})
                          : command_fail(&status);
    shards_release(&shards);
    return code;
}

static int run(int argc, char **argv) {
    static const struct option LONG[] = {{"partial", no_argument, NULL, 'a'},
                                         {"threads", required_argument, NULL, 't'},
                                         {"quiet", no_argument, NULL, 'q'},
                                         {0}};
    MergeArguments arguments = {0};
    Status status;
    for (int code; (code = getopt_long(argc, argv, "", LONG, NULL)) != -1;)
        if (code == '?') // getopt has told
            return EXIT_INPUT;
        else if (!read_argument(&arguments, code, &status))
            return command_fail(&status);
    if (argc - optind < 2) return command_usage(&CMD_MERGE, "OUT and the DIRs of shards expected");
    const int code = merge(&arguments, argv[optind], argv + optind + 1, argc - optind - 1);
    return command_finish(code);
}

const Command CMD_MERGE = {
    .name = "merge",
    .summary = "put the shards of an experiment together as one run",
    .help =
        "usage: harrow merge OUT DIR… [--partial] [--threads N] [--quiet]\n"
        "\n"
        "Each DIR is a shard that 'harrow run CONFIG --shard I/N' has completed, on whatever\n"
        "machine. OUT becomes what one run of CONFIG would have written, to the byte: each game "
        "is\n"
        "checked by the rules, and what 'stop' says is applied in the order of the games. Shards\n"
        "of another experiment, seed or version, damaged ones, one twice and one missing are\n"
        "refused. A merge that was interrupted goes on when it is given again, and one that is\n"
        "done may be repeated.\n"
        "\n"
        "  --partial     merges what there is of the shards; those that are not complete are left\n"
        "                out, since short games finish first. With 'stop', each cell has its "
        "games\n"
        "                up to the first that is missing. OUT says of which shards it is, and may\n"
        "                be merged again when there are more\n"
        "  --threads N   that check games; default: the processors that may be used\n"
        "  --quiet       no progress\n"
        "\n"
        "Example:\n"
        "  harrow run configs/agros-players.json --shard 1/2 --out runs/one\n"
        "  harrow run configs/agros-players.json --shard 2/2 --out runs/two\n"
        "  harrow merge runs/both runs/one runs/two\n",
    .run = run,
};
