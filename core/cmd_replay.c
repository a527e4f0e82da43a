#include "core/commands.h"
#include "core/record.h"
#include "core/text_reader.h"

#include <inttypes.h>
#include <stdlib.h>

// What was replayed so far, and how often it differed.
typedef struct Replay {
    int64_t games;
    int64_t plies;
    int64_t differences;
} Replay;

// Replays one line. A difference is printed and counted; other failures end the command.
static bool replay_line(Replay *self, const TextReader *reader, Status *status) {
    Record record;
    cJSON *tree = json_parse(reader->line, reader->length, status);
    bool good = tree && record_read(&record, tree, status);
    if (good) {
        self->games++;
        self->plies += record.plies;
        good = record_replay(&record, NULL, status);
        if (!good) status_prefix(status, "id %" PRId64 ": ", record.id);
    }
    cJSON_Delete(tree);
    if (good) return true;
    status_prefix(status, "%s: line %" PRId64 ": ", reader->path, reader->number);
    if (status->code != EXIT_DIFFERS) return false;
    printf("%s\n", status->message);
    self->differences++;
    return true;
}

static bool replay_file(Replay *self, const char *path, Status *status) {
    TextReader reader;
    ReadResult result;
    if (!text_reader_open(&reader, path, status)) return false;
    while ((result = text_reader_next(&reader, status)) == READ_LINE)
        if (!replay_line(self, &reader, status)) {
            result = READ_FAILED;
            break;
        }
    text_reader_close(&reader);
    return result == READ_END;
}

static int run(int argc, char **argv) {
    static const struct option LONG[] = {{0}};
    Replay replay = {0};
    Status status;
    if (getopt_long(argc, argv, "", LONG, NULL) != -1) return EXIT_INPUT;
    if (optind == argc) return command_usage(&CMD_REPLAY, "FILE expected");
    for (int i = optind; i < argc; i++)
        if (!replay_file(&replay, argv[i], &status)) return command_fail(&status);
    printf("%" PRId64 " games, %" PRId64 " plies, ", replay.games, replay.plies);
    if (replay.differences == 0)
        puts("all agree");
    else
        printf("%" PRId64 " differ\n", replay.differences);
    return command_finish(replay.differences ? EXIT_DIFFERS : EXIT_DONE);
}

const Command CMD_REPLAY = {
    .name = "replay",
    .summary = "play game records again with full legality checks",
    .help = "usage: harrow replay FILE...\n"
            "\n"
            "Plays every record of the files again and compares plies, result, score and end with\n"
            "what the record says. FILE is one game a line, plain or gzip; '-' is stdin.\n"
            "\n"
            "Exit 0: 'N games, N plies, all agree'. Exit 1: each difference is a line that names\n"
            "file, line, id and ply. Exit 2: a file or a line cannot be read.\n",
    .run = run,
};
