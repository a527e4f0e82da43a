#include "search/engine_guard.h"
#include "search/spawn.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FIRST_PAUSE = 10, LAST_PAUSE = 1000 }; // milliseconds

// SIGCHLD as a file to wait for, beside the socket.
static int watch_children(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigprocmask(SIG_BLOCK, &set, NULL);
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

static void forget_signals(int children) {
    struct signalfd_siginfo info;
    while (read(children, &info, sizeof info) > 0) continue;
}

// Harrow may be gone already: what follows is done all the same.
static void tell(int word) {
    if (send(ENGINE_GUARD_FILE, &word, sizeof word, MSG_NOSIGNAL) < 0) return;
}

// ---- Killing

// Whether a process is a child of this one or a member of its group.
static bool is_ours(pid_t process) {
    char path[64], text[256];
    int parent = -1, group = -1;
    snprintf(path, sizeof path, "/proc/%d/stat", process);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false; // it has ended
    const ssize_t size = read(file, text, sizeof text - 1);
    close(file);
    text[size < 0 ? 0 : size] = '\0';
    const char *name_end = strrchr(text, ')'); // the name before it may hold anything
    return name_end && sscanf(name_end, ") %*c %d %d", &parent, &group) == 2 &&
           (parent == getpid() || group == getpid());
}

// Not by a signal to the group, which would be one to this process too.
static void kill_ours(void) {
    DIR *processes = opendir("/proc");
    if (!processes) return;
    for (const struct dirent *entry; (entry = readdir(processes));) {
        const pid_t process = (pid_t)strtol(entry->d_name, NULL, 10);
        if (process > 0 && process != getpid() && is_ours(process)) kill(process, SIGKILL);
    }
    closedir(processes);
}

// Again and again, since what those had started that have left the group comes to this process only
// with their end; ever less often where somebody cannot be killed.
static void kill_all(int children) {
    struct pollfd file = {.fd = children, .events = POLLIN};
    for (int pause = 0;;) {
        pid_t ended;
        forget_signals(children);
        while ((ended = waitpid(-1, NULL, WNOHANG)) > 0) continue;
        if (ended < 0) return;
        if (poll(&file, 1, pause) > 0) continue;
        kill_ours();
        pause = pause == 0 ? FIRST_PAUSE : pause < LAST_PAUSE ? 2 * pause : LAST_PAUSE;
    }
}

// ---- Watching

// Takes who has ended off the list of processes; true once the engine itself has.
static bool has_ended(pid_t engine, int *status) {
    pid_t ended;
    while ((ended = waitpid(-1, status, WNOHANG)) > 0)
        if (ended == engine) return true;
    return false;
}

// Waits for the end of the engine, and tells how it was, or for harrow's.
static void wait_for(pid_t engine, int children) {
    struct pollfd files[] = {{.fd = ENGINE_GUARD_FILE, .events = POLLIN},
                             {.fd = children, .events = POLLIN}};
    int status;
    while (!has_ended(engine, &status)) {
        if (poll(files, 2, -1) < 0 && errno != EINTR) return;
        if (files[0].revents) return; // harrow writes nothing: it is gone, or wants no more
        forget_signals(children);
    }
    tell(WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status));
}

int engine_guard_run(char *const *command) {
    pid_t engine = 0;
    if (getpgrp() != getpid() || !command[0]) return 2; // not as harrow calls it
    close_range(ENGINE_GUARD_FILE + 1, ~0U, 0);
    fcntl(ENGINE_GUARD_FILE, F_SETFD, FD_CLOEXEC);
    const int children = watch_children();
    int error = children < 0 || prctl(PR_SET_CHILD_SUBREAPER, 1) != 0 ? errno : 0;
    if (!error) error = spawn_program(&engine, command[0], NULL, command, false);
    tell(error);
    // Else the other end would not see that the engine has closed its.
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++) close(file);
    if (error) return 127;
    wait_for(engine, children);
    kill_all(children);
    return 0;
}
