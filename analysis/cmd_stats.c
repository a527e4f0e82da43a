#include "analysis/commands.h"
#include "analysis/findings.h"
#include "analysis/saved_stats.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void print_json(const SavedStats *stats) {
    JsonWriter json = json_writer(stdout, true);
    json_tree(&json, stats->tree);
    putchar('\n');
}

static bool print_tables(const SavedStats *stats, Status *status) {
    Findings findings;
    const bool good =
        findings_init(&findings, stats->labels, stats->stats, stats->specs, stats->count) &&
        stats_table(stdout, stats->labels, stats->stats, stats->count, stats->subject) &&
        findings_print(&findings, stdout);
    findings_release(&findings);
    return good || status_fail(status, EXIT_RESOURCE, "out of memory");
}

static bool print_saved(const SavedStats *stats, bool json, Status *status) {
    if (!json) return print_tables(stats, status);
    print_json(stats);
    return true;
}

static bool print_file(const char *directory, const char *path, bool json, Status *status) {
    SavedStats stats;
    if (access(path, F_OK) != 0)
        return status_fail(status, EXIT_INPUT,
                           "%s: %s; 'harrow run' writes it when it ends or is interrupted", path,
                           strerror(errno));
    const bool good = saved_stats_read(&stats, path, status) && print_saved(&stats, json, status);
    if (good && !stats.complete)
        fprintf(stderr, "harrow: %s: the run is not complete; these are its games so far\n",
                directory);
    saved_stats_release(&stats);
    return good;
}

static bool print_directory(const char *directory, bool json, Status *status) {
    char *path = NULL;
    if (asprintf(&path, "%s/stats.json", directory) < 0)
        return status_fail(status, EXIT_RESOURCE, "out of memory");
    const bool good = print_file(directory, path, json, status);
    free(path);
    return good;
}

static int run(int argc, char **argv) {
    static const struct option LONG[] = {{"json", no_argument, NULL, 'j'}, {0}};
    bool json = false;
    Status status;
    for (int code; (code = getopt_long(argc, argv, "", LONG, NULL)) != -1; json = true)
        if (code == '?') return EXIT_INPUT; // getopt has told
    if (optind == argc) return command_usage(&CMD_STATS, "DIR expected");
    const int first = optind;
    for (int i = first; i < argc; i++) {
        if (!json && argc - first > 1) printf("%s%s:\n\n", i > first ? "\n" : "", argv[i]);
        if (!print_directory(argv[i], json, &status)) return command_fail(&status);
    }
    return command_finish(EXIT_DONE);
}

const Command CMD_STATS = {
    .name = "stats",
    .summary = "print the table of a run again",
    .help =
        "usage: harrow stats DIR... [--json]\n"
        "\n"
        "Prints the table that 'harrow run' printed at the end, from DIR/stats.json; nothing is\n"
        "played.\n"
        "\n"
        "  --json   the whole of stats.json, one object after another\n",
    .run = run,
};
