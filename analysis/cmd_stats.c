#include "analysis/commands.h"
#include "analysis/findings.h"
#include "analysis/saved_forms.h"
#include "analysis/saved_stats.h"
#include "analysis/together.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef enum StatsForm { FORM_TABLE, FORM_JSON, FORM_CSV, FORM_LATEX } StatsForm;

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

// What is `first` has the names of its columns above it.
static bool print_saved(const SavedStats *stats, StatsForm form, bool first, Status *status) {
    switch (form) {
    case FORM_JSON:
        print_json(stats);
        return true;
    case FORM_CSV:
        if (first) saved_csv_head(stdout);
        saved_csv_rows(stats, stdout);
        return true;
    case FORM_LATEX:
        saved_latex(stats, stdout);
        return true;
    case FORM_TABLE:
        break;
    }
    return print_tables(stats, status);
}

static bool print_file(const char *directory, const char *path, StatsForm form, bool first,
                       Status *status) {
    SavedStats stats;
    if (access(path, F_OK) != 0)
        return status_fail(status, EXIT_INPUT,
                           "%s: %s; 'harrow run' writes it when it ends or is interrupted", path,
                           strerror(errno));
    const bool good =
        saved_stats_read(&stats, path, status) && print_saved(&stats, form, first, status);
    if (good && !stats.complete)
        fprintf(stderr, "harrow: %s: the run is not complete; these are its games so far\n",
                directory);
    saved_stats_release(&stats);
    return good;
}

static bool print_directory(const char *directory, StatsForm form, bool first, Status *status) {
    char *path = NULL;
    if (asprintf(&path, "%s/stats.json", directory) < 0)
        return status_fail(status, EXIT_RESOURCE, "out of memory");
    const bool good = print_file(directory, path, form, first, status);
    free(path);
    return good;
}

static bool print_each(char *const directories[], int count, StatsForm form, Status *status) {
    for (int i = 0; i < count; i++) {
        if (form == FORM_TABLE && count > 1) printf("%s%s:\n\n", i > 0 ? "\n" : "", directories[i]);
        if (!print_directory(directories[i], form, i == 0, status)) return false;
    }
    return true;
}

static bool print_together(char *const directories[], int count, StatsForm form, Status *status) {
    SavedStats stats;
    const bool good = together_read(&stats, directories, (size_t)count, status) &&
                      print_saved(&stats, form, true, status);
    saved_stats_release(&stats);
    return good;
}

static int run(int argc, char **argv) {
    static const struct option LONG[] = {{"json", no_argument, NULL, 'j'},
                                         {"csv", no_argument, NULL, 'c'},
                                         {"latex", no_argument, NULL, 'l'},
                                         {"together", no_argument, NULL, 't'},
                                         {0}};
    StatsForm form = FORM_TABLE;
    bool together = false;
    Status status;
    for (int code; (code = getopt_long(argc, argv, "", LONG, NULL)) != -1;) {
        if (code == '?') return EXIT_INPUT; // getopt has told
        if (code == 't') {
            together = true;
            continue;
        }
        if (form != FORM_TABLE)
            return command_usage(&CMD_STATS, "one of --json, --csv and --latex expected");
        form = code == 'j' ? FORM_JSON : code == 'c' ? FORM_CSV : FORM_LATEX;
    }
    if (optind == argc) return command_usage(&CMD_STATS, "DIR expected");
    const bool good = together ? print_together(argv + optind, argc - optind, form, &status)
                               : print_each(argv + optind, argc - optind, form, &status);
    return good ? command_finish(EXIT_DONE) : command_fail(&status);
}

const Command CMD_STATS = {
    .name = "stats",
    .summary = "print the table of a run again",
    .help =
        "usage: harrow stats DIR... [--together] [--json|--csv|--latex]\n"
        "\n"
        "Prints the table that 'harrow run' printed at the end, from DIR/stats.json, of one DIR "
        "after\n"
        "another; nothing is played.\n"
        "\n"
        "  --together  all DIRs as one set of data: complete runs of one experiment with "
        "different\n"
        "              seeds, whose records are read again and checked ply by ply\n"
        "  --json      the whole of stats.json, one object after another\n"
        "  --csv       a line a cell, for spreadsheets, R and pandas; what does not exist is "
        "empty,\n"
        "              rates and scores are in 0..1\n"
        "  --latex     a tabular for LaTeX's package booktabs, a line a cell\n"
        "\n"
        "Example: harrow stats runs/seed-1 runs/seed-2 --together --csv\n",
    .run = run,
};
