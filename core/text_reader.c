#include "core/text_reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_CAPACITY = 4096, MAX_LINE = 16 << 20, GZIP_WINDOW = 15 + 16 };

// What filling the block of text came to.
typedef enum Fill { FILL_MORE, FILL_END, FILL_FAILED } Fill;

static bool allocate(TextReader *self) {
    self->capacity = FIRST_CAPACITY;
    self->line = malloc(self->capacity);
    self->input = malloc(TEXT_READER_BLOCK);
    self->output = malloc(TEXT_READER_BLOCK);
    return self->line && self->input && self->output &&
           inflateInit2(&self->stream, GZIP_WINDOW) == Z_OK;
}

// Reads on until there is input or the file ends; true when there is some.
static bool read_input(TextReader *self) {
    self->stream.next_in = self->input;
    self->stream.avail_in = (uInt)fread(self->input, 1, TEXT_READER_BLOCK, self->file);
    return self->stream.avail_in > 0;
}

bool text_reader_open(TextReader *self, const char *path, Status *status) {
    const bool is_stdin = strcmp(path, "-") == 0;
    struct stat info;
    memset(self, 0, sizeof *self);
    self->path = is_stdin ? "stdin" : path;
    if (!is_stdin && stat(path, &info) == 0 && S_ISDIR(info.st_mode))
        return status_fail(status, EXIT_INPUT, "%s: is a directory, a file expected", path);
    self->file = is_stdin ? fdopen(dup(STDIN_FILENO), "rb") : fopen(path, "rb");
    if (!self->file) return status_fail(status, EXIT_INPUT, "%s: %s", self->path, strerror(errno));
    if (!allocate(self)) {
        text_reader_close(self);
        return status_fail(status, EXIT_RESOURCE, "out of memory");
    }
    read_input(self);
    self->gzip = self->stream.avail_in >= 2 && self->input[0] == 0x1f && self->input[1] == 0x8b;
    return true;
}

void text_reader_close(TextReader *self) {
    inflateEnd(&self->stream);
    if (self->file) fclose(self->file);
    free(self->line);
    free(self->input);
    free(self->output);
    *self = (TextReader){0};
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

static Fill fill_plain(TextReader *self) {
    memcpy(self->output, self->stream.next_in, self->stream.avail_in);
    self->filled = self->stream.avail_in;
    self->stream.avail_in = 0;
    return FILL_MORE;
}

// Inflates one step; the end of a member begins the next one, if there is anything behind it.
static Fill fill_gzip(TextReader *self, Status *status) {
    self->within = true;
    self->stream.next_out = self->output;
    self->stream.avail_out = TEXT_READER_BLOCK;
    const int code = inflate(&self->stream, Z_NO_FLUSH);
    self->filled = TEXT_READER_BLOCK - self->stream.avail_out;
    if (code == Z_STREAM_END) {
        self->within = false;
        inflateReset(&self->stream);
    } else if (code != Z_OK && code != Z_BUF_ERROR) {
        fail(self, status, EXIT_INPUT, self->stream.msg ? self->stream.msg : "damaged gzip data");
        return FILL_FAILED;
    }
    return FILL_MORE;
}

// Makes a new block of text, which may be empty.
static Fill fill(TextReader *self, Status *status) {
    self->at = self->filled = 0;
    if (self->stream.avail_in > 0 || read_input(self))
        return self->gzip ? fill_gzip(self, status) : fill_plain(self);
    if (ferror(self->file))
        fail(self, status, EXIT_RESOURCE, strerror(errno));
    else if (self->within)
        fail(self, status, EXIT_INPUT, "the gzip stream is cut short");
    else
        return FILL_END;
    return FILL_FAILED;
}

static ReadResult end_line(TextReader *self) {
    self->line[self->length] = '\0';
    return READ_LINE;
}

ReadResult text_reader_next(TextReader *self, Status *status) {
    self->length = 0;
    self->number++;
    for (;;) {
        while (self->at == self->filled) {
            const Fill result = fill(self, status);
            if (result == FILL_FAILED) return READ_FAILED;
            if (result == FILL_END) return self->length ? end_line(self) : READ_END;
        }
        if (self->length > MAX_LINE) {
            self->unread = true;
            return fail(self, status, EXIT_INPUT, "longer than 16 MiB");
        }
        if (!make_room(self)) return fail(self, status, EXIT_RESOURCE, "out of memory");
        const unsigned char c = self->output[self->at++];
        if (c == '\n') return end_line(self);
        if (c == '\0') {
            self->unread = true;
            return fail(self, status, EXIT_INPUT, "a NUL byte");
        }
        self->line[self->length++] = (char)c;
    }
}

bool text_reader_pass(TextReader *self) {
    Status ignored;
    if (!self->unread) return false;
    while (self->unread) {
        if (self->at < self->filled) {
            self->unread = self->output[self->at++] != '\n';
            continue;
        }
        const Fill result = fill(self, &ignored);
        if (result == FILL_FAILED) return false;
        self->unread = result != FILL_END;
    }
    return true;
}
