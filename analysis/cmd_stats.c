#include "analysis/commands.h"
#include "analysis/confirmation.h"
#include "analysis/findings.h"
#include "analysis/komi_config.h"
#include "analysis/rating_forms.h"
#include "analysis/saved_forms.h"
#include "analysis/saved_stats.h"
#include "analysis/together.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef enum StatsForm { FORM_TABLE, FORM_JSON, FORM_CSV, FORM_LATEX, FORM_KOMI_CONFIG } StatsForm;

// What is printed of the runs, one after another.
typedef struct StatsPrinting {
    StatsForm form;
    bool ratings;       // those of the players instead of the cells
    const char *player; // whose komi is to be confirmed; NULL: the only one's
    bool first;         // nothing is printed yet
    KomiCells komi;     // of the runs that were printed
} StatsPrinting;

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

static bool has_ratings(StatsForm form, const RatingList *ratings) {
    size_t told = 0;
    for (size_t i = 0; i < ratings->count; i++)
        told += form != FORM_TABLE || variant_ratings_told(&ratings->variants[i]);
    return told > 0;
}

static bool print_rating_list(StatsForm form, const RatingList *ratings, const char *experiment,
                              bool first) {
    if (form == FORM_LATEX) return rating_latex(ratings, stdout);
    if (form == FORM_TABLE) return rating_list_print(ratings, stdout);
    if (first) rating_csv_head(stdout);
    return rating_csv_rows(ratings, experiment, stdout);
}

static bool print_ratings(StatsForm form, const SavedStats *stats, bool first, Status *status) {
    RatingList ratings;
    bool good = rating_list_init(&ratings, stats->labels, stats->stats, stats->count);
    if (good && !has_ratings(form, &ratings)) {
        rating_list_release(&ratings);
        return status_fail(status, EXIT_INPUT, "%s: no ratings, since no %s players met in pairs",
                           saved_stats_name(stats), form == FORM_TABLE ? "three" : "two");
    }
    good = good && print_rating_list(form, &ratings, saved_stats_name(stats), first);
    rating_list_release(&ratings);
    return good || status_fail(status, EXIT_RESOURCE, "out of memory");
}

// What comes first has the names of its columns above it.
static bool print_saved(StatsPrinting *self, const SavedStats *stats, Status *status) {
    const bool first = self->first;
    self->first = false;
    if (self->ratings) return print_ratings(self->form, stats, first, status);
    switch (self->form) {
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
    case FORM_KOMI_CONFIG:
        return komi_config_write(stats, self->player, stdout, status);
    case FORM_TABLE:
        break;
    }
    return print_tables(stats, status) &&
           (komi_cells_add(&self->komi, stats->labels, stats->stats, stats->specs, stats->count) ||
            status_fail(status, EXIT_RESOURCE, "out of memory"));
}

static bool print_file(StatsPrinting *self, const char *directory, const char *path,
                       Status *status) {
    SavedStats stats;
    if (access(path, F_OK) != 0)
        return status_fail(status, EXIT_INPUT,
                           "%s: %s; 'harrow run' writes it when it ends or is interrupted", path,
                           strerror(errno));
    const bool good = saved_stats_read(&stats, path, status) && print_saved(self, &stats, status);
    if (good && !stats.complete)
        fprintf(stderr, "harrow: %s: the run is not complete; these are its games so far\n",
                directory);
    saved_stats_release(&stats);
    return good;
}

static bool print_directory(StatsPrinting *self, const char *directory, Status *status) {
    char *path = NULL;
    if (asprintf(&path, "%s/stats.json", directory) < 0)
        return status_fail(status, EXIT_RESOURCE, "out of memory");
    const bool good = print_file(self, directory, path, status);
    free(path);
    return good;
}

static bool print_each(StatsPrinting *self, char *const directories[], int count, Status *status) {
    for (int i = 0; i < count; i++) {
        if (self->form == FORM_TABLE && count > 1)
            printf("%s%s:\n\n", i > 0 ? "\n" : "", directories[i]);
        if (!print_directory(self, directories[i], status)) return false;
    }
    return true;
}

static bool print_together(StatsPrinting *self, char *const directories[], int count,
                           Status *status) {
    SavedStats stats;
    const bool good = together_read(&stats, directories, (size_t)count, status) &&
                      print_saved(self, &stats, status);
    saved_stats_release(&stats);
    return good;
}

static StatsForm form_of(int code) {
    return code == 'j'   ? FORM_JSON
           : code == 'c' ? FORM_CSV
           : code == 'l' ? FORM_LATEX
                         : FORM_KOMI_CONFIG;
}

static int run(int argc, char **argv) {
    static const struct option LONG[] = {
        {"json", no_argument, NULL, 'j'},         {"csv", no_argument, NULL, 'c'},
        {"latex", no_argument, NULL, 'l'},        {"confirm-komi", no_argument, NULL, 'k'},
        {"player", required_argument, NULL, 'p'}, {"ratings", no_argument, NULL, 'r'},
        {"together", no_argument, NULL, 't'},     {0}};
    StatsPrinting printing = {.form = FORM_TABLE, .first = true};
    bool together = false;
    Status status;
    for (int code; (code = getopt_long(argc, argv, "", LONG, NULL)) != -1;) {
        if (code == '?') return EXIT_INPUT; // getopt has told
        if (code == 't') {
            together = true;
        } else if (code == 'r') {
            printing.ratings = true;
        } else if (code == 'p') {
            printing.player = optarg;
        } else {
            if (printing.form != FORM_TABLE)
                return command_usage(&CMD_STATS, "one of --json, --csv, --latex and "
                                                 "--confirm-komi expected");
            printing.form = form_of(code);
        }
    }
    const int count = argc - optind;
    if (count == 0) return command_usage(&CMD_STATS, "DIR expected");
    if (printing.player && printing.form != FORM_KOMI_CONFIG)
        return command_usage(&CMD_STATS, "--player goes with --confirm-komi");
    if (printing.ratings && (printing.form == FORM_JSON || printing.form == FORM_KOMI_CONFIG))
        return command_usage(&CMD_STATS, "--ratings is a table, --csv or --latex; --json has them");
    if (printing.form == FORM_KOMI_CONFIG && count > 1 && !together)
        return command_usage(&CMD_STATS, "--confirm-komi is of one DIR, or of several --together");
    const bool good = (together ? print_together(&printing, argv + optind, count, &status)
                                : print_each(&printing, argv + optind, count, &status)) &&
                      (confirmations_print(&printing.komi, stdout) ||
                       status_fail(&status, EXIT_RESOURCE, "out of memory"));
    komi_cells_release(&printing.komi);
    return good ? command_finish(EXIT_DONE) : command_fail(&status);
}

const Command CMD_STATS = {
    .name = "stats",
    .summary = "print the table of a run again",
    .help =
        "usage: harrow stats DIR... [--together] [--ratings] [--json|--csv|--latex]\n"
        "       harrow stats DIR --confirm-komi [--player NAME]\n"
        "\n"
        "Prints the table that 'harrow run' printed at the end, from DIR/stats.json, of one DIR "
        "after\n"
        "another; nothing is played. Variants of Agros that are in them with and without komi "
        "stand\n"
        "beside each other at the end.\n"
        "\n"
        "  --together      all DIRs as one set of data: complete runs of one experiment with "
        "different\n"
        "                  seeds, whose records are read again and checked ply by ply\n"
        "  --ratings       only the ratings of the players who met; --csv and --latex then have a "
        "line\n"
        "                  a player of each variant\n"
        "  --json          the whole of stats.json, one object after another\n"
        "  --csv           a line a cell, for spreadsheets, R and pandas; what does not exist is "
        "empty,\n"
        "                  rates and scores are in 0..1\n"
        "  --latex         a tabular for LaTeX's package booktabs, a line a cell\n"
        "  --confirm-komi  a config for 'harrow run' that plays each variant of Agros again, with "
        "the\n"
        "                  estimated fair komi and another seed, else as it was\n"
        "  --player NAME   whose games with itself --confirm-komi is about, where several players "
        "have\n"
        "                  such games\n"
        "\n"
        "Examples:\n"
        "  harrow stats runs/seed-1 runs/seed-2 --together --csv\n"
        "  harrow stats runs/study --confirm-komi > komi.json && harrow run komi.json\n"
        "  harrow stats runs/study runs/study-komi\n",
    .run = run,
};
