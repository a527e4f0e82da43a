// What outside engines write on stderr, kept in a file that does not grow without bound.
#ifndef HARROW_ENGINE_LOG_H
#define HARROW_ENGINE_LOG_H

#include "core/status.h"

#include <stddef.h>

// Several processes and threads may write to one file at a time; each adds no more once it is this
// large, so that it may become larger by a block of each.
enum { ENGINE_LOG_MOST = 1 << 20 };

typedef struct EngineLog {
    int file; // −1 = none: stderr is harrow's own
} EngineLog;

void engine_log_init(EngineLog *self);
// Opens the file, which may exist, to write at its end; EXIT_RESOURCE when it cannot be.
bool engine_log_open(EngineLog *self, const char *path, Status *status);
void engine_log_close(EngineLog *self);

// Writes what fits. What cannot be written is lost: a log is no reason to stop.
void engine_log_write(EngineLog *self, const char *text, size_t length);
// A line of harrow's own; without a file it goes to stderr.
void engine_log_note(EngineLog *self, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
