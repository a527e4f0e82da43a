#include "analysis/commands.h"
#include "analysis/report_page.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

extern char **environ;

// Lets the desktop open a page; whether it does is its own affair.
static bool open_page(const char *path, Status *status) {
    pid_t child;
    char *const arguments[] = {"xdg-open", (char *)path, NULL};
    const int failure = posix_spawnp(&child, "xdg-open", NULL, NULL, arguments, environ);
    return failure == 0 ||
           status_fail(status, EXIT_RESOURCE, "--open: xdg-open: %s; open %s in a browser",
                       strerror(failure), path);
}

static bool check_directories(char *const directories[], size_t count, Status *status) {
    for (size_t i = 0; i < count; i++) {
        struct stat info;
        if (stat(directories[i], &info) != 0)
            return status_fail(status, EXIT_INPUT, "%s: %s", directories[i], strerror(errno));
        if (!S_ISDIR(info.st_mode))
            return status_fail(status, EXIT_INPUT, "%s: the directory of a run expected",
                               directories[i]);
    }
    return true;
}

static int report(const char *out, char *const directories[], size_t count, bool open) {
    Status status;
    char *path = NULL;
    if (asprintf(&path, out ? "%s" : "%s/report.html", out ? out : directories[0]) < 0) path = NULL;
    bool good = path || status_fail(&status, EXIT_RESOURCE, "out of memory");
    good = good && check_directories(directories, count, &status) &&
           report_page_write(path, directories, count, &status);
    if (good) printf("%s\n", path);
    good = good && (!open || open_page(path, &status));
    free(path);
    return good ? command_finish(EXIT_DONE) : command_fail(&status);
}

static int run(int argc, char **argv) {
    static const struct option LONG[] = {
        {"out", required_argument, NULL, 'o'}, {"open", no_argument, NULL, 'b'}, {0}};
    const char *out = NULL;
    bool open = false;
    for (int code; (code = getopt_long(argc, argv, "", LONG, NULL)) != -1;) {
        if (code == '?') return EXIT_INPUT; // getopt has told
        if (code == 'o')
            out = optarg;
        else
            open = true;
    }
    if (optind == argc) return command_usage(&CMD_REPORT, "DIR expected");
    return report(out, argv + optind, (size_t)(argc - optind), open);
}

const Command CMD_REPORT = {
    .name = "report",
    .summary = "write a page with the findings, charts and games of a run",
    .help =
        "usage: harrow report DIR... [--out FILE] [--open]\n"
        "\n"
        "Writes DIR/report.html: the answer in words, tables, charts, what games are like, how "
        "they\n"
        "begin, and some of them to step through. The page needs no network and no other file. "
        "The\n"
        "charts are SVG files too, in DIR/figures, with the gnuplot script that draws them.\n"
        "Several runs have a section each, in the page of the first one; variants of Agros that "
        "they\n"
        "have with and without komi stand beside each other above ('harrow help stats'). A run "
        "that\n"
        "is under way or was interrupted is reported as far as it is, and marked. A page stays "
        "below\n"
        "2 MB; what it leaves out for that, of many cells or runs, it says.\n"
        "\n"
        "  --out FILE   the page, with the folder 'figures' beside it\n"
        "  --open       show it in the browser\n"
        "\n"
        "Without gnuplot (apt install gnuplot-nox) the page has no charts, but all tables.\n",
    .run = run,
};
