#include "selfplay/journal.h"
#include "core/text_stream.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// The frame of a line before the inner object, with zeros for the checksum.
static const char HEAD_PREFIX[] = "{\"crc32\":\"00000000\",\"head\":";
static const char RECORD_PREFIX[] = "{\"crc32\":\"00000000\",\"record\":";
enum { CRC_AT = 10, CRC_DIGITS = 8, CRC_END = CRC_AT + CRC_DIGITS };

static uint32_t checksum(const char *bytes, size_t size) {
    return (uint32_t)crc32(0, (const unsigned char *)bytes, (uInt)size);
}

// Writes one line: the frame with the checksum of the inner object, and that.
static void write_frame(FILE *stream, const char *prefix, const char *inner, size_t size) {
    fprintf(stream, "%.*s%08" PRIx32 "%s%.*s}\n", CRC_AT, prefix, checksum(inner, size),
            prefix + CRC_END, (int)size, inner);
}

// Writes one record, given as its line with the newline.
static void write_line(FILE *stream, const char *line, size_t size) {
    write_frame(stream, RECORD_PREFIX, line, size - 1);
}

static void write_integer(JsonWriter *json, const char *key, int64_t value) {
    json_key(json, key);
    json_integer(json, value);
}

static bool write_head(FILE *stream, int64_t members, int64_t bytes, int64_t games,
                       const ProgressLine *progress, Status *status) {
    TextStream head;
    if (!text_stream_open(&head, status)) return false;
    JsonWriter json = json_writer(head.stream, false);
    json_begin_object(&json);
    write_integer(&json, "journal", 1);
    write_integer(&json, "members", members);
    write_integer(&json, "bytes", bytes);
    write_integer(&json, "games", games);
    json_key(&json, "progress");
    progress_line_write(progress, &json);
    json_end_object(&json);
    if (!text_stream_close(&head, status)) return false;
    write_frame(stream, HEAD_PREFIX, head.text, head.size);
    free(head.text);
    return true;
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
                   const FinishedGame *waiting, int64_t count, const ProgressLine *progress,
                   Status *status) {
    TextStream text;
    if (!text_stream_open(&text, status)) return false;
    const bool begun = write_head(text.stream, members, store->games_bytes, member->lines + count,
                                  progress, status);
    if (member->lines > 0) write_member(text.stream, member);
    for (int64_t i = 0; i < count; i++) write_line(text.stream, waiting[i].text, waiting[i].size);
    if (!text_stream_close(&text, status)) return false;
    const bool written = begun && store_replace(store, STORE_JOURNAL, text.text, text.size, status);
    free(text.text);
    return written;
}

// Whether a line is a frame of this kind whose checksum holds.
static bool frame_holds(const char *prefix, const char *line, size_t length) {
    const size_t before = strlen(prefix);
    char digits[CRC_DIGITS + 1] = "";
    if (length <= before || memcmp(line, prefix, CRC_AT) != 0 ||
        memcmp(line + CRC_END, prefix + CRC_END, before - CRC_END) != 0 || line[length - 1] != '}')
        return false;
    memcpy(digits, line + CRC_AT, CRC_DIGITS);
    const uint32_t crc = (uint32_t)strtoul(digits, NULL, 16);
    return checksum(line + before, length - before - 1) == crc;
}

static bool keep_record(Journal *self, const char *line, size_t length, Status *status) {
    const size_t before = strlen(RECORD_PREFIX), size = length - before; // brace becomes newline
    char *text = malloc(size + 1);
    JournalGame *games = realloc(self->games, (size_t)(self->count + 1) * sizeof *games);
    if (games) self->games = games;
    if (!text || !games) {
        free(text);
        return status_fail(status, EXIT_RESOURCE, "out of memory");
    }
    memcpy(text, line + before, size - 1);
    text[size - 1] = '\n';
    text[size] = '\0';
    self->games[self->count++] = (JournalGame){text, size};
    return true;
}

// The head's numbers; its checksum holds, so that they are there.
static void read_head(Journal *self, const char *line, size_t length, int64_t *games) {
    const size_t before = strlen(HEAD_PREFIX);
    Status ignored;
    cJSON *head = json_parse(line + before, length - before - 1, &ignored);
    json_to_integer(cJSON_GetObjectItemCaseSensitive(head, "members"), &self->members);
    json_to_integer(cJSON_GetObjectItemCaseSensitive(head, "bytes"), &self->bytes);
    json_to_integer(cJSON_GetObjectItemCaseSensitive(head, "games"), games);
    cJSON_Delete(head);
}

static bool read_lines(Journal *self, FILE *file, Status *status) {
    char *line = NULL;
    size_t capacity = 0;
    int64_t games = 0;
    bool good = true, first = true;
    for (ssize_t length; good && (length = getline(&line, &capacity, file)) > 0; first = false) {
        if (line[length - 1] == '\n') length--;
        if (first && frame_holds(HEAD_PREFIX, line, (size_t)length))
            read_head(self, line, (size_t)length, &games);
        else if (frame_holds(RECORD_PREFIX, line, (size_t)length))
            good = keep_record(self, line, (size_t)length, status);
        else
            self->damaged++;
    }
    free(line);
    if (first) self->damaged++;
    if (self->count + self->damaged < games) self->missing = games - self->count - self->damaged;
    return good;
}

bool journal_read(Journal *self, const Store *store, Status *status) {
    *self = (Journal){0};
    if (!store_has(store, STORE_JOURNAL)) return true;
    char *path = store_path(store, STORE_JOURNAL);
    FILE *file = path ? fopen(path, "r") : NULL;
    if (!file) {
        status_fail(status, EXIT_RESOURCE, "%s: %s", path ? path : STORE_JOURNAL, strerror(errno));
        free(path);
        return false;
    }
    bool good = read_lines(self, file, status);
    if (good && ferror(file))
        good = status_fail(status, EXIT_RESOURCE, "%s: %s", path, strerror(errno));
    fclose(file);
    free(path);
    return good;
}

bool journal_read_progress(const char *path, ProgressLine *progress) {
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t capacity = 0;
    Status ignored;
    cJSON *tree = NULL;
    const ssize_t length = file ? getline(&line, &capacity, file) : 0;
    if (length > 1 && frame_holds(HEAD_PREFIX, line, (size_t)length - 1))
        tree = json_parse(line, (size_t)length, &ignored);
    const cJSON *head = cJSON_GetObjectItemCaseSensitive(tree, "head");
    const bool good =
        progress_line_read(progress, cJSON_GetObjectItemCaseSensitive(head, "progress"));
    cJSON_Delete(tree);
    free(line);
    if (file) fclose(file);
    return good;
}

void journal_release(Journal *self) {
    for (int64_t i = 0; i < self->count; i++) free(self->games[i].text);
    free(self->games);
}
