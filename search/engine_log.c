#include "search/engine_log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void engine_log_init(EngineLog *self) {
    self->file = -1;
}

bool engine_log_open(EngineLog *self, const char *path, Status *status) {
    self->file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    return self->file >= 0 || status_fail(status, EXIT_RESOURCE, "%s: %s", path, strerror(errno));
}

void engine_log_close(EngineLog *self) {
    if (self->file >= 0) close(self->file);
    self->file = -1;
}

// Cut with a word, so that nobody takes what is there for all.
void engine_log_write(EngineLog *self, const char *text, size_t length) {
    static const char FULL[] = "\n[harrow] the log is full\n";
    struct stat info;
    if (self->file < 0 || fstat(self->file, &info) != 0) return;
    const off_t most = ENGINE_LOG_MOST;
    if (info.st_size >= most) return;
    if (write(self->file, text, length) < 0) return;
    if (info.st_size + (off_t)length >= most && write(self->file, FULL, sizeof FULL - 1) < 0)
        return;
}

void engine_log_note(EngineLog *self, const char *format, ...) {
    char text[STATUS_MESSAGE_SIZE + 64] = "[harrow] ";
    const size_t head = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + head, sizeof text - head - 1, format, arguments);
    va_end(arguments);
    strcat(text, "\n");
    if (self->file < 0)
        fputs(text, stderr);
    else
        engine_log_write(self, text, strlen(text));
}
