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

// The parent of a process; −1 where there is no such process any more.
static pid_t parent_of(pid_t process) {
    char path[64], text[256];
    int parent = -1;
    snprintf(path, sizeof path, "/proc/%d/stat", process);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return -1;
    const ssize_t size = read(file, text, sizeof text - 1);
    close(file);
    text[size < 0 ? 0 : size] = '\0';
    const char *name_end = strrchr(text, ')'); // the name before it may hold anything
    return name_end && sscanf(name_end, ") %*c %d", &parent) == 1 ? parent : -1;
}

static void kill_children(void) {
    DIR *processes = opendir("/proc");
    if (!processes) return;
    for (const struct dirent *entry; (entry = readdir(processes));) {
        const pid_t process = (pid_t)strtol(entry->d_name, NULL, 10);
        if (process > 0 && parent_of(process) == getpid()) kill(process, SIGKILL);
    }
    closedir(processes);
}

// Most are members of the engine's group. Others are looked for when those have ended, again and
// again, since what they had started comes to this process with their end.
static void kill_all(pid_t engine, int children) {
    struct pollfd file = {.fd = children, .events = POLLIN};
    int pause = FIRST_PAUSE;
    kill(-engine, SIGKILL);
    for (;;) {
        pid_t ended;
        forget_signals(children);
        while ((ended = waitpid(-1, NULL, WNOHANG)) > 0) continue;
        if (ended < 0) return;
        if (poll(&file, 1, pause) > 0) continue;
        kill_children();
        pause = pause < LAST_PAUSE / 2 ? 2 * pause : LAST_PAUSE;
    }
}

// ---- Watching

// Takes orphans that have ended off the list of processes; true once the engine itself has ended,
// which stays there, so that its group is nobody else's.
static bool has_ended(pid_t engine, siginfo_t *info) {
    for (;;) {
        info->si_pid = 0;
        if (waitid(P_ALL, 0, info, WEXITED | WNOHANG | WNOWAIT) != 0 || info->si_pid == 0)
            return false;
        if (info->si_pid == engine) return true;
        waitpid(info->si_pid, NULL, 0);
    }
}

// Waits for the end of the engine, and tells how it was, or for harrow's.
static void wait_for(pid_t engine, int children) {
    struct pollfd files[] = {{.fd = ENGINE_GUARD_FILE, .events = POLLIN},
                             {.fd = children, .events = POLLIN}};
    siginfo_t info;
    while (!has_ended(engine, &info)) {
        if (poll(files, 2, -1) < 0 && errno != EINTR) return;
        if (files[0].revents) return; // harrow writes nothing: it is gone, or wants no more
        forget_signals(children);
    }
    tell(info.si_code == CLD_EXITED ? info.si_status : -info.si_status);
}

int engine_guard_run(char *const *command) {
    pid_t engine = 0;
    if (getpgrp() != getpid() || !command[0]) return 2; // not as harrow calls it
    close_range(ENGINE_GUARD_FILE + 1, ~0U, 0);
    fcntl(ENGINE_GUARD_FILE, F_SETFD, FD_CLOEXEC);
    const int children = watch_children();
    int error = children < 0 || prctl(PR_SET_CHILD_SUBREAPER, 1) != 0 ? errno : 0;
    if (!error) error = spawn_leader(&engine, command[0], NULL, command);
    tell(error ? -error : engine);
    // Else the other end would not see that the engine has closed its.
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++) close(file);
    if (error) return 127;
    wait_for(engine, children);
    kill_all(engine, children);
    return 0;
}
