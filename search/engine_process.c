#include "search/engine_process.h"
#include "search/engine_guard.h"
#include "search/limits.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { MOST_WORDS = 80, GRACE_MILLISECONDS = 200, START_MILLISECONDS = 10000, TICK = 20 };

static const int64_t MILLISECOND = 1000000;
static const uint64_t MOST_HEARD = 16 << 20; // bytes in answer to one thing told

static void close_file(int *file) {
    if (*file >= 0) close(*file);
    *file = -1;
}

void engine_process_init(EngineProcess *self, EngineLog *log) {
    memset(self, 0, sizeof *self);
    self->guard_file = self->input = self->output = self->errors = -1;
    self->log = log;
}

bool engine_process_is_running(const EngineProcess *self) {
    return self->guard > 0;
}

// ---- Starting

// The ends that the guard gets, in the order of its files: stdin, stdout, stderr, its socket.
typedef struct Ends {
    int files[ENGINE_GUARD_FILE + 1];
} Ends;

static void close_ends(Ends *self) {
    for (int i = 0; i <= ENGINE_GUARD_FILE; i++) close_file(&self->files[i]);
}

// Makes a pipe; our end never blocks.
static bool make_pipe(int *own, int *other, bool written_by_us) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    *own = ends[written_by_us];
    *other = ends[!written_by_us];
    return fcntl(*own, F_SETFL, O_NONBLOCK) == 0;
}

static bool open_files(EngineProcess *self, Ends *ends) {
    int pair[2];
    for (int i = 0; i <= ENGINE_GUARD_FILE; i++) ends->files[i] = -1;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return false;
    self->guard_file = pair[0];
    ends->files[ENGINE_GUARD_FILE] = pair[1];
    return make_pipe(&self->input, &ends->files[STDIN_FILENO], true) &&
           make_pipe(&self->output, &ends->files[STDOUT_FILENO], false) &&
           make_pipe(&self->errors, &ends->files[STDERR_FILENO], false);
}

// Moves the ends beyond the numbers that they will have, so that none takes another one's place.
static bool lift_ends(Ends *self) {
    for (int i = 0; i <= ENGINE_GUARD_FILE; i++) {
        if (self->files[i] < 0 || self->files[i] > ENGINE_GUARD_FILE) continue;
        const int lifted = fcntl(self->files[i], F_DUPFD_CLOEXEC, ENGINE_GUARD_FILE + 1);
        close_file(&self->files[i]);
        self->files[i] = lifted;
        if (lifted < 0) return false;
    }
    return true;
}

// This program again, as the guard of the command, in a group of its own.
static int spawn_guard(pid_t *guard, const Ends *ends, char *const *words) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawn_file_actions_init(&actions);
    for (int i = 0; i <= ENGINE_GUARD_FILE; i++)
        if (ends->files[i] >= 0) posix_spawn_file_actions_adddup2(&actions, ends->files[i], i);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                              POSIX_SPAWN_SETSIGDEF);
    const int error = posix_spawn(guard, "/proc/self/exe", &actions, &attributes, words, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

// What the guard says of the start: 0, or an errno.
static int hear_guard(const EngineProcess *self) {
    struct pollfd file = {.fd = self->guard_file, .events = POLLIN};
    int error;
    if (poll(&file, 1, START_MILLISECONDS) <= 0) return ETIMEDOUT;
    return read(self->guard_file, &error, sizeof error) == sizeof error ? error : ECHILD;
}

static int start_guard(EngineProcess *self, char *const *command) {
    char *words[MOST_WORDS] = {"harrow", "engine", "--guard", "--"};
    Ends ends;
    int count = 4;
    while (*command && count < MOST_WORDS - 1) words[count++] = *command++;
    int error = open_files(self, &ends) && lift_ends(&ends) ? 0 : errno;
    if (!error) error = spawn_guard(&self->guard, &ends, words);
    close_ends(&ends);
    if (error) self->guard = 0;
    return error ? error : hear_guard(self);
}

bool engine_process_start(EngineProcess *self, char *const *command, Status *status) {
    engine_process_end(self, false);
    self->used = self->at = 0;
    self->skipping = false;
    self->heard = 0;
    *self->ending = '\0';
    const int error = start_guard(self, command);
    if (!error) return true;
    engine_process_end(self, false);
    const bool relative = *command[0] != '/' && strchr(command[0], '/');
    return status_fail(status, EXIT_RESOURCE, "cannot be started: %s%s", strerror(error),
                       relative ? " (looked for from the current directory)" : "");
}

// ---- Ending

static void note_ending(EngineProcess *self, int status) {
    if (!WIFEXITED(status)) return; // killed by us
    const int code = WEXITSTATUS(status);
    if (code > 128)
        snprintf(self->ending, sizeof self->ending, "killed by signal %d", code - 128);
    else
        snprintf(self->ending, sizeof self->ending, "ended with exit code %d", code);
}

// What the program has said on stderr so far.
static void keep_errors(EngineProcess *self) {
    char text[4096];
    for (int blocks = 0; self->errors >= 0 && blocks < 64; blocks++) {
        const ssize_t size = read(self->errors, text, sizeof text);
        if (size == 0) close_file(&self->errors);
        if (size <= 0) return;
        engine_log_write(self->log, text, (size_t)size);
    }
}

// Waits a little for the guard to end by itself, and leaves it to be waited for: until then no
// other group can have its number.
static void let_end(EngineProcess *self) {
    const int64_t until = clock_now() + GRACE_MILLISECONDS * MILLISECOND;
    siginfo_t info = {.si_pid = 0};
    while (waitid(P_PID, (id_t)self->guard, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == 0 && clock_now() < until) {
        keep_errors(self);
        nanosleep(&(struct timespec){.tv_nsec = MILLISECOND}, NULL);
    }
}

static void end_guard(EngineProcess *self, bool gently) {
    int status = 0;
    if (gently) let_end(self);
    kill(-self->guard, SIGKILL);
    while (waitpid(self->guard, &status, 0) < 0 && errno == EINTR) continue;
    note_ending(self, status);
    self->guard = 0;
}

void engine_process_end(EngineProcess *self, bool gently) {
    close_file(&self->input);
    close_file(&self->output);
    if (self->guard > 0) end_guard(self, gently);
    keep_errors(self);
    close_file(&self->errors);
    close_file(&self->guard_file);
}

const char *engine_process_ending(const EngineProcess *self) {
    return self->ending;
}

// ---- Talking

// Reads what there is of the output; false at its end.
static bool read_output(EngineProcess *self) {
    if (self->used == sizeof self->buffer) { // a line that nobody would write, or that nobody reads
        self->used = self->at = 0;
        self->skipping = true;
    }
    const ssize_t size =
        read(self->output, self->buffer + self->used, sizeof self->buffer - self->used);
    if (size < 0) return errno == EAGAIN || errno == EINTR;
    self->used += (size_t)size;
    self->heard += (uint64_t)size;
    return size > 0;
}

// Waits until there is something to read or, with `write`, room to be told more, but not beyond the
// deadline nor longer than stops are to wait. False at the end of the output, or of the program
// where something that it has started still holds its output open.
static bool wait_a_little(EngineProcess *self, bool write, int64_t deadline) {
    struct pollfd files[] = {{.fd = self->output, .events = POLLIN},
                             {.fd = self->errors, .events = POLLIN},
                             {.fd = write ? self->input : -1, .events = POLLOUT},
                             {.fd = self->guard_file, .events = POLLIN}};
    int64_t left = (deadline - clock_now() + MILLISECOND - 1) / MILLISECOND;
    left = left < 0 ? 0 : left < TICK ? left : TICK;
    if (poll(files, 4, (int)left) <= 0) return true;
    if (files[1].revents) keep_errors(self);
    return files[0].revents ? read_output(self) : !files[3].revents;
}

// Without the signal that a program which has ended would be answered by.
static ssize_t write_quietly(int file, const char *text, size_t length) {
    sigset_t broken, before;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &broken, &before);
    const ssize_t size = write(file, text, length);
    const int error = errno;
    if (size < 0 && error == EPIPE) sigtimedwait(&broken, NULL, &(struct timespec){0});
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return size;
}

// Whether waiting has to end, and why.
static EngineState state_of(const EngineProcess *self, const atomic_bool *stop) {
    return stop_requested(stop)       ? ENGINE_STOPPED
           : self->heard > MOST_HEARD ? ENGINE_FLOOD
                                      : ENGINE_DONE;
}

EngineState engine_process_tell(EngineProcess *self, const char *text, size_t length,
                                int64_t deadline, const atomic_bool *stop) {
    EngineState state = ENGINE_DONE;
    self->heard = 0;
    while (state == ENGINE_DONE) {
        const ssize_t size = write_quietly(self->input, text, length);
        if (size < 0 && errno != EAGAIN && errno != EINTR) return ENGINE_ENDED;
        if (size > 0) {
            text += size;
            length -= (size_t)size;
        }
        if (length == 0) return ENGINE_DONE;
        state = state_of(self, stop);
        if (state != ENGINE_DONE) break;
        if (deadline_passed(deadline)) return ENGINE_LATE;
        if (!wait_a_little(self, true, deadline)) return ENGINE_ENDED;
    }
    return state;
}

// Takes the next whole line out of the buffer.
static char *next_line(EngineProcess *self) {
    for (;;) {
        char *line = self->buffer + self->at;
        char *end = memchr(line, '\n', self->used - self->at);
        if (!end) return NULL;
        self->at = (size_t)(end + 1 - self->buffer);
        if (self->skipping) {
            self->skipping = false;
            continue;
        }
        *end = '\0';
        return line;
    }
}

static void make_room(EngineProcess *self) {
    memmove(self->buffer, self->buffer + self->at, self->used - self->at);
    self->used -= self->at;
    self->at = 0;
}

EngineState engine_process_hear(EngineProcess *self, char **line, int64_t deadline,
                                const atomic_bool *stop) {
    for (;;) {
        if ((*line = next_line(self))) return ENGINE_DONE;
        make_room(self);
        const EngineState state = state_of(self, stop);
        if (state != ENGINE_DONE) return state;
        if (deadline_passed(deadline)) {
            // What came in time may have had to wait for us, but only once.
            if (self->overdue == deadline) return ENGINE_LATE;
            self->overdue = deadline;
        }
        if (!wait_a_little(self, false, deadline)) return ENGINE_ENDED;
    }
}
