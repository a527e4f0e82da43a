#include "core/member.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { GZIP_WINDOW = 15 + 16, MEMORY_LEVEL = 8, MOST_AT_ONCE = 1 << 30 };

static bool make_room(MemberText *self, size_t more) {
    if (self->size + more <= self->capacity) return true;
    size_t capacity = self->capacity ? self->capacity : 1 << 16;
    while (capacity < self->size + more) capacity *= 2;
    char *bytes = realloc(self->bytes, capacity);
    if (!bytes) return false;
    self->bytes = bytes;
    self->capacity = capacity;
    return true;
}

bool member_add(MemberText *self, const char *line, size_t size) {
    if (!make_room(self, size)) return false;
    memcpy(self->bytes + self->size, line, size);
    self->size += size;
    self->lines++;
    return true;
}

void member_clear(MemberText *self) {
    self->size = 0;
    self->lines = 0;
}

void member_release(MemberText *self) {
    free(self->bytes);
    *self = (MemberText){0};
}

unsigned char *member_compress(const MemberText *self, int level, size_t *size) {
    z_stream stream = {0};
    if (deflateInit2(&stream, level, Z_DEFLATED, GZIP_WINDOW, MEMORY_LEVEL, Z_DEFAULT_STRATEGY) !=
        Z_OK)
        return NULL;
    const uLong bound = deflateBound(&stream, self->size);
    unsigned char *bytes = malloc(bound);
    if (bytes) {
        stream.next_in = (unsigned char *)self->bytes;
        stream.avail_in = (uInt)self->size;
        stream.next_out = bytes;
        stream.avail_out = (uInt)bound;
        if (deflate(&stream, Z_FINISH) != Z_STREAM_END) {
            free(bytes);
            bytes = NULL;
        }
    }
    *size = stream.total_out;
    deflateEnd(&stream);
    return bytes;
}

bool member_reader_open(MemberReader *self, const char *path, Status *status) {
    memset(self, 0, sizeof *self);
    self->path = path;
    self->file = fopen(path, "rb");
    if (!self->file) return status_fail(status, EXIT_RESOURCE, "%s: %s", path, strerror(errno));
    if (inflateInit2(&self->stream, GZIP_WINDOW) == Z_OK) return true;
    fclose(self->file);
    return status_fail(status, EXIT_RESOURCE, "out of memory");
}

void member_reader_close(MemberReader *self) {
    inflateEnd(&self->stream);
    fclose(self->file);
}

// Fills the input when it is used up; false at the end of the file.
static bool refill(MemberReader *self) {
    if (self->stream.avail_in > 0) return true;
    self->stream.next_in = self->input;
    self->stream.avail_in = (uInt)fread(self->input, 1, sizeof self->input, self->file);
    return self->stream.avail_in > 0;
}

static MemberResult at_end_of_file(const MemberReader *self, bool within, Status *status) {
    if (!ferror(self->file)) return within ? MEMBER_CUT : MEMBER_END;
    status_fail(status, EXIT_RESOURCE, "%s", strerror(errno));
    return MEMBER_DAMAGED;
}

static MemberResult finish_member(MemberReader *self, MemberText *text, int64_t compressed) {
    self->whole += compressed;
    self->members++;
    for (size_t i = 0; i < text->size; i++) text->lines += text->bytes[i] == '\n';
    inflateReset(&self->stream);
    return MEMBER_WHOLE;
}

MemberResult member_reader_next(MemberReader *self, MemberText *text, Status *status) {
    int64_t compressed = 0;
    member_clear(text);
    for (;;) {
        if (!refill(self)) return at_end_of_file(self, compressed > 0, status);
        if (!make_room(text, sizeof self->input)) {
            status_fail(status, EXIT_RESOURCE, "out of memory");
            return MEMBER_DAMAGED;
        }
        const uInt before = self->stream.avail_in;
        self->stream.next_out = (unsigned char *)text->bytes + text->size;
        const size_t room =
            text->capacity - text->size < MOST_AT_ONCE ? text->capacity - text->size : MOST_AT_ONCE;
        self->stream.avail_out = (uInt)room;
        const int code = inflate(&self->stream, Z_NO_FLUSH);
        text->size += room - self->stream.avail_out;
        compressed += before - self->stream.avail_in;
        if (code == Z_STREAM_END) return finish_member(self, text, compressed);
        if (code == Z_OK || code == Z_BUF_ERROR) continue;
        status_fail(status, EXIT_INPUT,
                    "damaged at byte %" PRId64 " or later, in gzip member %" PRId64 ": %s",
                    self->whole, self->members + 1,
                    self->stream.msg ? self->stream.msg : "no gzip data");
        return MEMBER_DAMAGED;
    }
}

bool member_reader_resume(MemberReader *self) {
    static const unsigned char HEAD[] = {0x1f, 0x8b, 8}; // RFC 1952: gzip, deflated
    size_t found = 0;
    int64_t at = self->whole + 1;
    if (fseeko(self->file, at, SEEK_SET) != 0) return false;
    for (int c; found < sizeof HEAD && (c = getc(self->file)) != EOF; at++)
        found = c == HEAD[found] ? found + 1 : c == HEAD[0];
    if (found < sizeof HEAD) return false;
    self->whole = at - (int64_t)sizeof HEAD;
    self->stream.avail_in = 0;
    return fseeko(self->file, self->whole, SEEK_SET) == 0 && inflateReset(&self->stream) == Z_OK;
}
