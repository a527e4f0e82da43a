// A program that runs beside harrow and is spoken to in lines, whatever it may do.
//
// It is the child of a guard (search/engine_guard.h), which leaves nothing behind. Nothing here
// waits longer than it is told, and no memory grows with what the program writes. One thread at a
// time may use it.
#ifndef HARROW_ENGINE_PROCESS_H
#define HARROW_ENGINE_PROCESS_H

#include "search/engine_log.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { ENGINE_LINE_SIZE = 1 << 16 };

// What came of telling it something, or of waiting for a line.
typedef enum EngineState {
    ENGINE_DONE,
    ENGINE_LATE,    // not until the deadline
    ENGINE_ENDED,   // the program has closed its output, and what came last was no whole line
    ENGINE_STOPPED, // nobody waits any more
    ENGINE_FLOOD,   // more bytes than anybody would send since the last thing that it was told
} EngineState;

typedef struct EngineProcess {
    pid_t guard;                           // 0 = there is none
    int guard_file, input, output, errors; // −1 = none
    EngineLog *log;                        // the caller's
    char buffer[ENGINE_LINE_SIZE];         // of output: looked at as far as `at`
    size_t used, at;
    bool skipping;   // of a line that is too long
    uint64_t heard;  // bytes since it was told something
    int64_t overdue; // the deadline behind which it was read once more
    char ending[64];
} EngineProcess;

void engine_process_init(EngineProcess *self, EngineLog *log);

// Starts a command of SHELL_WORDS_MOST words at most, until a deadline of the monotonic clock.
// ENGINE_ENDED where it cannot be, with EXIT_RESOURCE and the reason; it runs only if ENGINE_DONE.
EngineState engine_process_start(EngineProcess *self, char *const *command, int64_t deadline,
                                 const atomic_bool *stop, Status *status);
bool engine_process_is_running(const EngineProcess *self);

// Kills it and all that it has started, `gently` after a little time in which it may end by itself,
// and waits for that. Does nothing when none is running.
void engine_process_end(EngineProcess *self, bool gently);
// How the last one ended by itself, as in "killed by signal 11"; "" when it did not.
const char *engine_process_ending(const EngineProcess *self);

// Tells it a text, which it has to read before a deadline of the monotonic clock.
EngineState engine_process_tell(EngineProcess *self, const char *text, size_t length,
                                int64_t deadline, const atomic_bool *stop);

// Hears the next line, without its end, until a deadline of the monotonic clock. *line is good
// until the next call. What is longer than ENGINE_LINE_SIZE is passed over.
EngineState engine_process_hear(EngineProcess *self, char **line, int64_t deadline,
                                const atomic_bool *stop);

#endif
