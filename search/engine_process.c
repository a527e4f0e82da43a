#include "search/engine_process.h"
#include "search/engine_guard.h"
#include "search/limits.h"
#include "search/shell_words.h"
#include "search/spawn.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { GRACE_MILLISECONDS = 200, KILL_MILLISECONDS = 1000, TICK = 20 };

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

// This program again, as the guard of the command.
static int spawn_guard(pid_t *guard, const Ends *ends, char *const *words) {
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error) return error;
    for (int i = 0; !error && i <= ENGINE_GUARD_FILE; i++)
        error = posix_spawn_file_actions_adddup2(&actions, ends->files[i], i);
    if (!error) error = spawn_program(guard, "/proc/self/exe", &actions, words, true);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

static int start_guard(EngineProcess *self, char *const *command) {
    static char *const HEAD[] = {"harrow", "engine", "--guard", "--"};
    enum { HEAD_COUNT = sizeof HEAD / sizeof *HEAD };
    char *words[HEAD_COUNT + SHELL_WORDS_MOST + 1] = {0};
    Ends ends;
    memcpy(words, HEAD, sizeof HEAD);
    for (int i = 0; command[i]; i++) {
        assert(i < SHELL_WORDS_MOST);
        words[HEAD_COUNT + i] = command[i];
    }
    int error = open_files(self, &ends) && lift_ends(&ends) ? 0 : errno;
    if (!error) error = spawn_guard(&self->guard, &ends, words);
    close_ends(&ends);
    if (error) self->guard = 0;
    return error;
}

// What there is to read of the guard: the bytes of a word, 0 at the end, −1 for nothing yet.
static ssize_t read_guard(const EngineProcess *self, int *word) {
    return recv(self->guard_file, word, sizeof *word, MSG_DONTWAIT);
}

// Whether the file of the guard has something to be read, not longer than a number of milliseconds
// nor than stops are to wait.
static bool guard_speaks(const EngineProcess *self, int64_t milliseconds) {
    struct pollfd file = {.fd = self->guard_file, .events = POLLIN};
    const int64_t tick = milliseconds < TICK ? milliseconds : TICK;
    return poll(&file, 1, tick < 0 ? 0 : (int)tick) > 0;
}

// Waits for what the guard says of the start.
static EngineState hear_of_start(const EngineProcess *self, int64_t deadline,
                                 const atomic_bool *stop, int *error) {
    for (;;) {
        const bool late = deadline_passed(deadline);
        if (guard_speaks(self, late ? 0 : TICK)) {
            if (read_guard(self, error) != sizeof *error) *error = ECHILD;
            return *error ? ENGINE_ENDED : ENGINE_DONE;
        }
        if (stop_requested(stop)) return ENGINE_STOPPED;
        if (late) return ENGINE_LATE;
    }
}

EngineState engine_process_start(EngineProcess *self, char *const *command, int64_t deadline,
                                 const atomic_bool *stop, Status *status) {
    engine_process_end(self, false);
    self->used = self->at = 0;
    self->skipping = false;
    self->heard = 0;
    int error = start_guard(self, command);
    const EngineState state = error ? ENGINE_ENDED : hear_of_start(self, deadline, stop, &error);
    if (state != ENGINE_DONE) engine_process_end(self, false);
    *self->ending = '\0';
    const bool relative = *command[0] != '/' && strchr(command[0], '/');
    if (state == ENGINE_ENDED)
        status_fail(status, EXIT_RESOURCE, "cannot be started: %s%s", strerror(error),
                    relative ? " (looked for from the current directory)" : "");
    return state;
}

// ---- Ending

static void note_ending(EngineProcess *self) {
    int word;
    if (read_guard(self, &word) != sizeof word) return; // it still runs
    if (word < 0)
        snprintf(self->ending, sizeof self->ending, "killed by signal %d", -word);
    else
        snprintf(self->ending, sizeof self->ending, "ended with exit code %d", word);
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

// What it still says to us, so that it is not killed for that.
static void pass_output_over(EngineProcess *self) {
    const ssize_t size = read(self->output, self->buffer, sizeof self->buffer);
    if (size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR)) close_file(&self->output);
}

// Waits a little for the program to end by itself.
static void let_end(EngineProcess *self) {
    const int64_t until = clock_now() + GRACE_MILLISECONDS * MILLISECOND;
    for (int64_t left; (left = (until - clock_now()) / MILLISECOND) > 0;) {
        struct pollfd files[] = {{.fd = self->guard_file, .events = POLLIN},
                                 {.fd = self->output, .events = POLLIN},
                                 {.fd = self->errors, .events = POLLIN}};
        if (poll(files, 3, (int)left) < 0 && errno != EINTR) return;
        if (files[0].revents) return;
        if (files[1].revents) pass_output_over(self);
        if (files[2].revents) keep_errors(self);
    }
}

// Waits until the guard has killed all, though not for long.
static void let_kill(const EngineProcess *self) {
    const int64_t until = clock_now() + KILL_MILLISECONDS * MILLISECOND;
    for (;;) {
        int word;
        const ssize_t size = read_guard(self, &word);
        if (size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR)) return;
        const int64_t left = (until - clock_now()) / MILLISECOND;
        if (left <= 0) return;
        guard_speaks(self, left);
    }
}

// The guard ends by itself, unless somebody else has killed it or it meets what cannot be killed.
// Until it is waited for, no other group can have its number.
static void end_guard(EngineProcess *self) {
    shutdown(self->guard_file, SHUT_WR);
    let_kill(self);
    kill(-self->guard, SIGKILL);
    while (waitpid(self->guard, NULL, 0) < 0 && errno == EINTR) continue;
    self->guard = 0;
}

void engine_process_end(EngineProcess *self, bool gently) {
    close_file(&self->input);
    if (self->guard > 0 && gently) let_end(self);
    if (self->guard > 0) note_ending(self);
    close_file(&self->output);
    if (self->guard > 0) end_guard(self);
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
        self->skipping = self->buffer[sizeof self->buffer - 1] != '\n';
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
