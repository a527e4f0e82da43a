// What outside engines write on stderr, kept in a file that does not grow without bound, or passed
// on to harrow's own stderr up to a bound.
#ifndef HARROW_ENGINE_LOG_H
#define HARROW_ENGINE_LOG_H

#include "core/status.h"

#include <stddef.h>
#include <stdint.h>

// Several processes and threads may write to one file at a time; each adds no more once it is this
// large, so that it may become larger by a block of each. Of one engine no more is shown on stderr,
// but for a block, than the second.
// Harrow's own lines have room beyond the first.
enum { ENGINE_LOG_MOST = 1 << 20, ENGINE_LOG_NOTES = 1 << 17, ENGINE_LOG_SHOWN = 1 << 16 };

typedef struct EngineLog {
    int file;      // STDERR_FILENO unless another was opened
    int64_t shown; // bytes, on stderr
} EngineLog;

// Until a file is opened, stderr is the log.
void engine_log_init(EngineLog *self);
// Opens the file, which may exist, to write at its end; EXIT_RESOURCE when it cannot be.
bool engine_log_open(EngineLog *self, const char *path, Status *status);
void engine_log_close(EngineLog *self);

// Writes what fits. What cannot be written is lost: a log is no reason to stop.
void engine_log_write(EngineLog *self, const char *text, size_t length);
// A line of harrow's own, also where an engine may write no more; on stderr it is shown in any
// case.
void engine_log_note(EngineLog *self, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
