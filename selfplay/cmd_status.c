#include "selfplay/commands.h"
#include "selfplay/duration.h"
#include "selfplay/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { HOLDER_SIZE = 256 };

// What a directory says of its run, without a lock and without a write.
typedef struct RunStatus {
    const char *directory;
    cJSON *experiment; // experiment.json
    bool complete;
    char holder[HOLDER_SIZE]; // who runs it; empty: nobody
    bool has_progress;
    ProgressLine progress;
} RunStatus;

// Another process may replace files at any time: what is not there is not known.
static char *path_of(const RunStatus *self, const char *name) {
    char *path = NULL;
    return asprintf(&path, "%s/%s", self->directory, name) < 0 ? NULL : path;
}

// Asks for the lock that store_open takes, and takes none.
static void read_holder(RunStatus *self, const char *path) {
    struct flock whole = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    const int lock = open(path, O_RDONLY | O_CLOEXEC);
    if (lock < 0) return;
    if (fcntl(lock, F_OFD_GETLK, &whole) == 0 && whole.l_type != F_UNLCK) {
        const ssize_t size = read(lock, self->holder, HOLDER_SIZE - 1);
        self->holder[size > 0 ? strcspn(self->holder, "\n") : 0] = '\0';
        if (!*self->holder) strcpy(self->holder, "a process that is just starting");
    }
    close(lock);
}

static bool read_status(RunStatus *self, Status *status) {
    char *experiment = path_of(self, STORE_EXPERIMENT), *lock = path_of(self, STORE_LOCK),
         *journal = path_of(self, STORE_JOURNAL);
    bool good = experiment && lock && journal;
    if (!good)
        status_fail(status, EXIT_RESOURCE, "out of memory");
    else if (access(experiment, F_OK) != 0)
        good = status_fail(status, EXIT_INPUT, "%s: %s", experiment, strerror(errno));
    else if ((good = (self->experiment = json_read_own(experiment, status)) != NULL)) {
        self->complete =
            cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(self->experiment, "complete"));
        read_holder(self, lock);
        self->has_progress = journal_read_progress(journal, &self->progress);
    }
    free(experiment);
    free(lock);
    free(journal);
    return good;
}

static const char *state_of(const RunStatus *self) {
    if (*self->holder) return "running";
    return self->complete ? "complete" : "stopped";
}

static void print_json(const RunStatus *self) {
    JsonWriter json = json_writer(stdout, true);
    json_begin_object(&json);
    json_put_text(&json, "state", state_of(self));
    json_key(&json, "holder");
    if (*self->holder)
        json_text(&json, self->holder);
    else
        json_null(&json);
    json_key(&json, "progress");
    if (self->has_progress)
        progress_line_write(&self->progress, &json);
    else
        json_null(&json);
    json_end_object(&json);
    putchar('\n');
}

static void print_text(const RunStatus *self) {
    printf("%s: %s", self->directory, state_of(self));
    if (*self->holder) printf(" (%s)", self->holder);
    if (!*self->holder && !self->complete) printf("; 'harrow run %s' goes on", self->directory);
    putchar('\n');
    if (!self->has_progress) return;
    progress_line_rate(&self->progress, stdout);
    const int64_t age = time(NULL) - self->progress.time;
    char text[32];
    if (age > 1) printf(", %s ago", duration_format((double)age, text));
    putchar('\n');
    progress_line_score(&self->progress, stdout);
    putchar('\n');
}

static int run(int argc, char **argv) {
    static const struct option LONG[] = {{"json", no_argument, NULL, 'j'}, {0}};
    bool json = false;
    Status status;
    for (int code; (code = getopt_long(argc, argv, "", LONG, NULL)) != -1; json = true)
        if (code == '?') return EXIT_INPUT; // getopt has told
    if (optind == argc) return command_usage(&CMD_STATUS, "DIR expected");
    for (int i = optind; i < argc; i++) {
        RunStatus found = {.directory = argv[i]};
        const bool good = read_status(&found, &status);
        if (good && json) print_json(&found);
        if (good && !json) print_text(&found);
        cJSON_Delete(found.experiment);
        if (!good) return command_fail(&status);
    }
    return command_finish(EXIT_DONE);
}

const Command CMD_STATUS = {
    .name = "status",
    .summary = "tell how far a run is, without disturbing it",
    .help =
        "usage: harrow status DIR... [--json]\n"
        "\n"
        "Tells whether a run is running (and who runs it), stopped or complete, and how far it "
        "was\n"
        "when its last game ended: games done and in all, their rate, the time that is left, the\n"
        "cell in work and its score so far with its interval. What is complete has its table:\n"
        "'harrow stats DIR'.\n"
        "\n"
        "  --json   one object for each DIR\n",
    .run = run,
};
