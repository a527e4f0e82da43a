#include "analysis/gnuplot.h"
#include "analysis/text_table.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { NOT_FOUND = 127 }; // the exit code of who could not begin a program

static int spawn(const char *folder, const char *script, int errors, pid_t *child) {
    char *const arguments[] = {"gnuplot", "-d", (char *)script, NULL};
    posix_spawn_file_actions_t actions;
    int failure = posix_spawn_file_actions_init(&actions);
    if (failure) return failure;
    failure = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    if (!failure) failure = posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    if (!failure) failure = posix_spawn_file_actions_adddup2(&actions, errors, 2);
    if (!failure) failure = posix_spawn_file_actions_addchdir_np(&actions, folder);
    if (!failure) failure = posix_spawnp(child, "gnuplot", &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}

// Its exit code, −1 for a violent end.
static int wait_for(pid_t child) {
    int code;
    while (waitpid(child, &code, 0) < 0)
        if (errno != EINTR) return -1;
    return WIFEXITED(code) ? WEXITSTATUS(code) : -1;
}

// The first line that says something.
static void read_message(FILE *errors, char message[STATUS_MESSAGE_SIZE]) {
    char line[STATUS_MESSAGE_SIZE];
    rewind(errors);
    while (fgets(line, sizeof line, errors)) {
        line[strcspn(line, "\n")] = '\0';
        // It shows the place first, by the line and a caret.
        if (!strstr(line, " line ")) continue;
        memcpy(message, line, sizeof line);
        return;
    }
}

GnuplotState gnuplot_run(const char *folder, const char *script,
                         char message[STATUS_MESSAGE_SIZE]) {
    pid_t child;
    FILE *errors = tmpfile();
    snprintf(message, STATUS_MESSAGE_SIZE, "it failed");
    if (!errors) return GNUPLOT_FAILED;
    const int failure = spawn(folder, script, fileno(errors), &child);
    const int code = failure ? -1 : wait_for(child);
    if (code != 0) read_message(errors, message);
    fclose(errors);
    if (failure == ENOENT || code == NOT_FOUND) return GNUPLOT_MISSING;
    if (failure) snprintf(message, STATUS_MESSAGE_SIZE, "%s", strerror(failure));
    return code == 0 ? GNUPLOT_DONE : GNUPLOT_FAILED;
}

void gnuplot_string(FILE *stream, const char *text, size_t width) {
    char safe[1024];
    size_t length = 0;
    for (; *text && length + 4 < sizeof safe; text++) {
        const unsigned char c = (unsigned char)*text;
        if (strchr("'\"`", c)) {
            memcpy(safe + length, "’", sizeof "’" - 1);
            length += sizeof "’" - 1;
        } else {
            safe[length++] = (char)(c == '\\' ? '/' : c < ' ' || c == 0x7f ? ' ' : c);
        }
    }
    safe[length] = '\0';
    fputc('"', stream);
    text_print_cut(stream, safe, width);
    fputc('"', stream);
}

void gnuplot_number(FILE *stream, double value) {
    if (isfinite(value))
        fprintf(stream, " %.10g", value);
    else
        fputs(" NaN", stream);
}
