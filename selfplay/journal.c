#include "selfplay/journal.h"
#include "core/text_reader.h"
#include "core/text_stream.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char RECORD_PREFIX[] = "{\"crc32\":\"00000000\",\"record\":";
enum { PREFIX_SIZE = sizeof RECORD_PREFIX - 1, CRC_AT = 10, CRC_DIGITS = 8 };

static uint32_t checksum(const char *record, size_t size) {
    return (uint32_t)crc32(0, (const unsigned char *)record, (uInt)size);
}

// Writes one record, given as its line with the newline.
static void write_line(FILE *stream, const char *line, size_t size) {
    fprintf(stream, "{\"crc32\":\"%08" PRIx32 "\",\"record\":", checksum(line, size - 1));
    fwrite(line, 1, size - 1, stream);
    fputs("}\n", stream);
}

static void write_member(FILE *stream, const MemberText *member) {
    const char *end = member->bytes + member->size;
    for (const char *line = member->bytes; line < end;) {
        const char *next = (const char *)memchr(line, '\n', (size_t)(end - line)) + 1;
        write_line(stream, line, (size_t)(next - line));
        line = next;
    }
}

bool journal_write(const Store *store, int64_t members, const MemberText *member,
                   const FinishedGame *waiting, int64_t count, Status *status) {
    TextStream text;
    if (!text_stream_open(&text, status)) return false;
    fprintf(text.stream, "{\"journal\":1,\"members\":%" PRId64 ",\"bytes\":%" PRId64 "}\n", members,
            store->games_bytes);
    if (member->lines > 0) write_member(text.stream, member);
    for (int64_t i = 0; i < count; i++) write_line(text.stream, waiting[i].text, waiting[i].size);
    if (!text_stream_close(&text, status)) return false;
    const bool written = store_replace(store, STORE_JOURNAL, text.text, text.size, status);
    free(text.text);
    return written;
}

// A line holds when it is a record of the right checksum.
static bool line_holds(const char *line, size_t length) {
    uint32_t crc;
    char digits[CRC_DIGITS + 1];
    if (length <= PREFIX_SIZE || memcmp(line, RECORD_PREFIX, CRC_AT) != 0 ||
        memcmp(line + CRC_AT + CRC_DIGITS, RECORD_PREFIX + CRC_AT + CRC_DIGITS,
               PREFIX_SIZE - CRC_AT - CRC_DIGITS) != 0 ||
        line[length - 1] != '}')
        return false;
    memcpy(digits, line + CRC_AT, CRC_DIGITS);
    digits[CRC_DIGITS] = '\0';
    crc = (uint32_t)strtoul(digits, NULL, 16);
    return checksum(line + PREFIX_SIZE, length - PREFIX_SIZE - 1) == crc;
}

static bool keep_line(Journal *self, const char *line, size_t length, Status *status) {
    const size_t size = length - PREFIX_SIZE; // without the last brace, with a newline
    char *text = malloc(size + 1);
    JournalGame *games = realloc(self->games, (size_t)(self->count + 1) * sizeof *games);
    if (games) self->games = games;
    if (!text || !games) {
        free(text);
        return status_fail(status, EXIT_RESOURCE, "out of memory");
    }
    memcpy(text, line + PREFIX_SIZE, size - 1);
    text[size - 1] = '\n';
    text[size] = '\0';
    self->games[self->count++] = (JournalGame){text, size};
    return true;
}

static bool read_head(Journal *self, const TextReader *reader, Status *status) {
    cJSON *head = json_parse(reader->line, reader->length, status);
    const bool good =
        head &&
        json_to_integer(cJSON_GetObjectItemCaseSensitive(head, "members"), &self->members) &&
        json_to_integer(cJSON_GetObjectItemCaseSensitive(head, "bytes"), &self->bytes);
    cJSON_Delete(head);
    return good || status_fail(status, EXIT_INPUT, "%s: line 1: the head of a journal expected",
                               reader->path);
}

static bool read_lines(Journal *self, TextReader *reader, Status *status) {
    ReadResult result = text_reader_next(reader, status);
    if (result == READ_LINE && !read_head(self, reader, status)) return false;
    while (result == READ_LINE && (result = text_reader_next(reader, status)) == READ_LINE) {
        if (!line_holds(reader->line, reader->length))
            self->damaged++;
        else if (!keep_line(self, reader->line, reader->length, status))
            return false;
    }
    return result == READ_END;
}

bool journal_read(Journal *self, const Store *store, Status *status) {
    TextReader reader;
    *self = (Journal){0};
    if (!store_has(store, STORE_JOURNAL)) return true;
    char *path = store_path(store, STORE_JOURNAL);
    if (!path) return status_fail(status, EXIT_RESOURCE, "out of memory");
    bool good = text_reader_open(&reader, path, status);
    if (good) {
        good = read_lines(self, &reader, status);
        text_reader_close(&reader);
    }
    free(path);
    return good;
}

void journal_release(Journal *self) {
    for (int64_t i = 0; i < self->count; i++) free(self->games[i].text);
    free(self->games);
}
