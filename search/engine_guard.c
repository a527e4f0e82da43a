#include "search/engine_guard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

// The child is to have the signals as any program has them.
static int start(char *const *command, pid_t *child) {
    posix_spawnattr_t attributes;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    const int error = posix_spawnp(child, command[0], NULL, &attributes, command, environ);
    posix_spawnattr_destroy(&attributes);
    return error;
}

// SIGCHLD as a file to wait for, beside the socket.
static int watch_children(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigprocmask(SIG_BLOCK, &set, NULL);
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

static void kill_all(void) {
    kill(0, SIGKILL); // this process too
}

static int code_of(int status) {
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

// Waits for the child, whose exit code it returns, as long as harrow is there.
static int wait_for(pid_t child, int children) {
    struct pollfd files[] = {{.fd = ENGINE_GUARD_FILE, .events = POLLIN},
                             {.fd = children, .events = POLLIN}};
    for (int status;;) {
        struct signalfd_siginfo info;
        if (waitpid(child, &status, WNOHANG) == child) return code_of(status);
        if (poll(files, 2, -1) < 0 && errno != EINTR) kill_all();
        if (files[0].revents) kill_all(); // harrow writes nothing: it is gone
        while (read(children, &info, sizeof info) > 0) continue;
    }
}

int engine_guard_run(char *const *command) {
    pid_t child = 0;
    if (getpgrp() != getpid() || !command[0]) return 2; // it would kill who called it
    const int children = watch_children();
    fcntl(ENGINE_GUARD_FILE, F_SETFD, FD_CLOEXEC);
    const int error = children < 0 ? errno : start(command, &child);
    if (write(ENGINE_GUARD_FILE, &error, sizeof error) != sizeof error) kill_all();
    if (error) return 127;
    // Else the other end would not see that the engine has closed its.
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++) close(file);
    return wait_for(child, children);
}
