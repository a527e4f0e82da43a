// Why an operation on outside input or on a resource failed, in words for the user.
#ifndef HARROW_STATUS_H
#define HARROW_STATUS_H

#include <stdbool.h>
#include <stddef.h>

// The process exit codes that scripts rely on; libraries name the one their failure calls for.
typedef enum ExitCode {
    EXIT_DONE = 0,
    EXIT_DIFFERS = 1,  // the thing checked does not hold
    EXIT_INPUT = 2,    // bad usage or input
    EXIT_RESOURCE = 3, // disk full, out of memory, a dead engine
} ExitCode;

enum { STATUS_MESSAGE_SIZE = 512 };

// A failure: the exit code it calls for and one line of text without a final newline.
// Functions that can fail return false (or NULL) and fill the Status they were given; on success
// they leave it alone. Our own faults are asserts, never a Status.
typedef struct Status {
    ExitCode code;
    char message[STATUS_MESSAGE_SIZE];
} Status;

// Records a failure; a text that is too long is cut, and control characters become '?', also in
// status_prefix. Always returns false, so that callers can write `return status_fail(…)`.
bool status_fail(Status *self, ExitCode code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Puts where it happened ("file.json: ", "players.uct: ") before the message. Returns false.
bool status_prefix(Status *self, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Records that a name is none of those that `name_at` lists from index 0 to the first NULL, as
// "unknown WHAT 'NAME'; known are …" with EXIT_INPUT. Returns false.
bool status_unknown(Status *self, const char *what, const char *name,
                    const char *(*name_at)(size_t index));

#endif
