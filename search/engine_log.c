#include "search/engine_log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void engine_log_init(EngineLog *self) {
    *self = (EngineLog){.file = STDERR_FILENO};
}

static bool is_shown(const EngineLog *self) {
    return self->file == STDERR_FILENO;
}

bool engine_log_open(EngineLog *self, const char *path, Status *status) {
    const int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (file < 0) return status_fail(status, EXIT_RESOURCE, "%s: %s", path, strerror(errno));
    self->file = file;
    return true;
}

void engine_log_close(EngineLog *self) {
    if (!is_shown(self)) close(self->file);
    engine_log_init(self);
}

// How much there is of a log, and how much may be; −1 where that cannot be told.
static int64_t size_of(const EngineLog *self, int64_t *most) {
    struct stat info;
    *most = is_shown(self) ? ENGINE_LOG_SHOWN : ENGINE_LOG_MOST;
    if (is_shown(self)) return self->shown;
    return fstat(self->file, &info) == 0 ? info.st_size : -1;
}

// Cut with a word, so that nobody takes what is there for all.
void engine_log_write(EngineLog *self, const char *text, size_t length) {
    static const char FULL[] = "\n[harrow] what follows is left out\n";
    int64_t most;
    const int64_t size = size_of(self, &most);
    if (size < 0 || size >= most) return;
    if (is_shown(self)) self->shown += (int64_t)length;
    if (write(self->file, text, length) < 0) return;
    if (size + (int64_t)length >= most && write(self->file, FULL, sizeof FULL - 1) < 0) return;
}

void engine_log_note(EngineLog *self, const char *format, ...) {
    char text[STATUS_MESSAGE_SIZE + 64] = "[harrow] ";
    const size_t head = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + head, sizeof text - head - 1, format, arguments);
    va_end(arguments);
    strcat(text, "\n");
    int64_t most;
    const int64_t size = size_of(self, &most);
    if (is_shown(self))
        fputs(text, stderr);
    else if (size >= 0 && size < most)
        engine_log_write(self, text, strlen(text));
    else if (size >= most && size < most + ENGINE_LOG_NOTES &&
             write(self->file, text, strlen(text)) < 0)
        return;
}
