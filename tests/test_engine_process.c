// Programs beside harrow, and the guard that leaves nothing of them behind.
//
// As an engine's process is started by this program again, it is the guard too where it is asked to
// be. All that a command starts holds its stdout or stderr: their end tells that nothing is left.
#include "search/engine_guard.h"
#include "search/engine_process.h"
#include "search/limits.h"

#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { PATIENCE = 30000 }; // milliseconds

static int64_t soon(void) {
    return clock_now() + PATIENCE * INT64_C(1000000);
}

// ---- The guard alone

typedef struct Guard {
    pid_t process;
    int socket, output; // of the command
} Guard;

// Lets a guard run a command of the shell; without a `peer` harrow is gone before it has begun.
static Guard guard_start(const char *command, bool peer) {
    int sockets[2], outputs[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets), 0);
    assert_int_equal(pipe2(outputs, O_CLOEXEC), 0);
    if (!peer) close(sockets[0]);
    Guard guard = {fork(), peer ? sockets[0] : -1, outputs[0]};
    if (guard.process == 0) {
        char *words[] = {"sh", "-c", strdup(command), NULL};
        const int socket = fcntl(sockets[1], F_DUPFD, 20), output = fcntl(outputs[1], F_DUPFD, 20);
        setpgid(0, 0);
        dup2(socket, ENGINE_GUARD_FILE);
        dup2(output, STDOUT_FILENO);
        _exit(engine_guard_run(words));
    }
    close(sockets[1]);
    close(outputs[1]);
    return guard;
}

static int guard_word(const Guard *self) {
    int word = 0;
    assert_int_equal(recv(self->socket, &word, sizeof word, MSG_WAITALL), sizeof word);
    return word;
}

// All that there is on a file until nobody holds it any more.
static size_t read_all(int file, char *text, size_t size) {
    size_t used = 0;
    for (ssize_t got = 1; got > 0; used += (size_t)got) {
        struct pollfd readable = {.fd = file, .events = POLLIN};
        assert_int_equal(poll(&readable, 1, PATIENCE), 1);
        got = read(file, text + used, size - 1 - used);
        assert_true(got >= 0);
    }
    text[used] = '\0';
    return used;
}

// Nothing is left of it, and nothing was said but a text.
static void guard_end(Guard *self, const char *said) {
    char text[4096];
    int status;
    read_all(self->output, text, sizeof text);
    assert_string_equal(text, said);
    assert_int_equal(waitpid(self->process, &status, 0), self->process);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    if (self->socket >= 0) close(self->socket);
    close(self->output);
}

static void the_end_of_a_command_is_told(void **state) {
    (void)state;
    static const struct {
        const char *command;
        int word;
    } CASES[] = {{"exit 0", 0}, {"exit 129", 129}, {"exit 255", 255}, {"kill -SEGV $$", -SIGSEGV}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Guard guard = guard_start(CASES[i].command, true);
        assert_int_equal(guard_word(&guard), 0);
        assert_int_equal(guard_word(&guard), CASES[i].word);
        guard_end(&guard, "");
    }
}

static void what_a_command_leaves_behind_is_killed(void **state) {
    (void)state;
    static const char *const LEAVES[] = {"sleep 1000 &", "setsid sleep 1000 &",
                                         "setsid sh -c 'setsid sleep 1000 & sleep 1000 & wait' &"};
    for (size_t i = 0; i < sizeof LEAVES / sizeof *LEAVES; i++) {
        Guard guard = guard_start(LEAVES[i], true);
        assert_int_equal(guard_word(&guard), 0);
        assert_int_equal(guard_word(&guard), 0);
        guard_end(&guard, "");
    }
}

static void all_are_killed_with_harrow(void **state) {
    (void)state;
    Guard guard =
        guard_start("setsid sh -c 'sleep 1000 & setsid sleep 1000 & echo; wait' & sleep 1000 "
                    "& exec setsid sleep 1000",
                    true);
    char line;
    assert_int_equal(guard_word(&guard), 0);
    assert_int_equal(read(guard.output, &line, 1), 1); // the last of them is started now
    close(guard.socket);
    guard.socket = -1;
    guard_end(&guard, "");
}

static void harrow_may_be_gone_before(void **state) {
    (void)state;
    Guard guard = guard_start("setsid sleep 1000 & sleep 1000", false);
    guard_end(&guard, "");
}

static void a_command_has_no_other_file(void **state) {
    (void)state;
    int pair[2];
    assert_int_equal(pipe(pair), 0); // which are inherited
    Guard guard =
        guard_start("for i in 3 4 5 6 7 8 9; do [ ! -e /proc/self/fd/$i ] || echo $i; done", true);
    close(pair[0]);
    close(pair[1]);
    assert_int_equal(guard_word(&guard), 0);
    assert_int_equal(guard_word(&guard), 0);
    guard_end(&guard, "");
}

// ---- The process

static void start(EngineProcess *process, EngineLog *log, const char *command) {
    char *words[] = {"sh", "-c", strdup(command), NULL};
    Status status;
    engine_process_init(process, log);
    assert_int_equal(engine_process_start(process, words, soon(), NULL, &status), ENGINE_DONE);
    free(words[2]);
}

static void assert_hears(EngineProcess *process, const char *expected) {
    char *line;
    assert_int_equal(engine_process_hear(process, &line, soon(), NULL), ENGINE_DONE);
    assert_string_equal(line, expected);
}

// While it is told something longer than a pipe it fills our buffer to the last byte.
static void a_full_buffer_of_whole_lines_hides_no_other(void **state) {
    (void)state;
    static const char *const FILLS[] = {"yes 1234567 | head -c 65536",
                                        "head -c 65536 /dev/zero; echo"};
    EngineLog log;
    engine_log_init(&log);
    const size_t length = 1 << 20;
    char *text = malloc(length), command[200];
    memset(text, 'x', length);
    text[length - 1] = '\n';
    for (size_t i = 0; i < sizeof FILLS / sizeof *FILLS; i++) {
        EngineProcess process;
        snprintf(command, sizeof command, "%s; echo good; read line; echo better", FILLS[i]);
        start(&process, &log, command);
        assert_int_equal(engine_process_tell(&process, text, length, soon(), NULL), ENGINE_DONE);
        assert_hears(&process, "good");
        assert_hears(&process, "better");
        engine_process_end(&process, true);
        assert_string_equal(engine_process_ending(&process), "ended with exit code 0");
    }
    free(text);
}

// It ends by itself, not by what it says to nobody.
static void it_may_speak_until_its_end(void **state) {
    (void)state;
    EngineProcess process;
    EngineLog log;
    engine_log_init(&log);
    start(&process, &log, "read line; yes | head -c 300000; exit 5");
    engine_process_end(&process, true);
    assert_string_equal(engine_process_ending(&process), "ended with exit code 5");
}

static void a_start_that_nobody_waits_for(void **state) {
    (void)state;
    EngineProcess process;
    EngineLog log;
    Status status;
    atomic_bool stop = true;
    char *words[] = {"no/such/program", NULL};
    engine_log_init(&log);
    engine_process_init(&process, &log);
    assert_int_equal(engine_process_start(&process, words, soon(), NULL, &status), ENGINE_ENDED);
    assert_string_equal(status.message,
                        "cannot be started: No such file or directory (looked for from the "
                        "current directory)");
    // The guard may be quicker.
    const EngineState state_of_stop = engine_process_start(&process, words, soon(), &stop, &status);
    assert_true(state_of_stop == ENGINE_STOPPED || state_of_stop == ENGINE_ENDED);
    const EngineState state_of_late = engine_process_start(&process, words, 1, NULL, &status);
    assert_true(state_of_late == ENGINE_LATE || state_of_late == ENGINE_ENDED);
    assert_false(engine_process_is_running(&process));
}

int main(int argc, char **argv) {
    if (argc > 4 && strcmp(argv[2], "--guard") == 0) return engine_guard_run(argv + 4);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_end_of_a_command_is_told),
        cmocka_unit_test(what_a_command_leaves_behind_is_killed),
        cmocka_unit_test(all_are_killed_with_harrow),
        cmocka_unit_test(harrow_may_be_gone_before),
        cmocka_unit_test(a_command_has_no_other_file),
        cmocka_unit_test(a_full_buffer_of_whole_lines_hides_no_other),
        cmocka_unit_test(it_may_speak_until_its_end),
        cmocka_unit_test(a_start_that_nobody_waits_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
