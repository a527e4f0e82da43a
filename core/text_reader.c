#include "core/text_reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_CAPACITY = 4096, MAX_LINE = 16 << 20 };

bool text_reader_open(TextReader *self, const char *path, Status *status) {
    const bool is_stdin = strcmp(path, "-") == 0;
    struct stat info;
    memset(self, 0, sizeof *self);
    self->path = is_stdin ? "stdin" : path;
    if (!is_stdin && stat(path, &info) == 0 && S_ISDIR(info.st_mode))
        return status_fail(status, EXIT_INPUT, "%s: is a directory, a file expected", path);
    errno = 0;
    self->file = is_stdin ? gzdopen(dup(STDIN_FILENO), "rb") : gzopen(path, "rb");
    if (self->file) self->line = malloc(self->capacity = FIRST_CAPACITY);
    if (self->file && self->line) return true;
    status_fail(status, errno && errno != ENOMEM ? EXIT_INPUT : EXIT_RESOURCE, "%s: %s", self->path,
                strerror(errno ? errno : ENOMEM));
    text_reader_close(self);
    return false;
}

void text_reader_close(TextReader *self) {
    if (self->file) gzclose_r(self->file);
    free(self->line);
    self->file = NULL;
    self->line = NULL;
}

static ReadResult fail(const TextReader *self, Status *status, ExitCode code, const char *what) {
    status_fail(status, code, "%s: line %lld: %s", self->path, (long long)self->number, what);
    return READ_FAILED;
}

static bool make_room(TextReader *self) {
    if (self->length + 2 < self->capacity) return true;
    char *line = realloc(self->line, 2 * self->capacity);
    if (!line) return false;
    self->line = line;
    self->capacity *= 2;
    return true;
}

// zlib calls a stream that stops in the middle of a member Z_BUF_ERROR, and only at its end.
static ReadResult at_end(TextReader *self, Status *status) {
    int code;
    const char *message = gzerror(self->file, &code);
    if (code == Z_BUF_ERROR) return fail(self, status, EXIT_INPUT, "the gzip stream is cut short");
    if (code == Z_ERRNO) return fail(self, status, EXIT_RESOURCE, strerror(errno));
    if (code != Z_OK) return fail(self, status, EXIT_INPUT, message);
    if (self->length == 0) return READ_END;
    self->line[self->length] = '\0';
    return READ_LINE;
}

ReadResult text_reader_next(TextReader *self, Status *status) {
    self->length = 0;
    self->number++;
    for (;;) {
        if (self->length > MAX_LINE) return fail(self, status, EXIT_INPUT, "longer than 16 MiB");
        if (!make_room(self)) return fail(self, status, EXIT_RESOURCE, "out of memory");
        const int c = gzgetc(self->file);
        if (c == -1) return at_end(self, status);
        if (c == '\n') break;
        if (c == '\0') return fail(self, status, EXIT_INPUT, "a NUL byte");
        self->line[self->length++] = (char)c;
    }
    self->line[self->length] = '\0';
    return READ_LINE;
}
