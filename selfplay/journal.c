#include "selfplay/journal.h"
#include "core/frame.h"
#include "core/text_stream.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// Writes one record, given as its line with the newline.
static void write_line(FILE *stream, const char *line, size_t size) {
    frame_write(stream, "record", line, size - 1);
}

static bool write_head(FILE *stream, int64_t members, int64_t bytes, int64_t games,
                       const ProgressLine *progress, Status *status) {
    TextStream head;
    if (!text_stream_open(&head, status)) return false;
    JsonWriter json = json_writer(head.stream, false);
    json_begin_object(&json);
    json_put_integer(&json, "journal", 1);
    json_put_integer(&json, "members", members);
    json_put_integer(&json, "bytes", bytes);
    json_put_integer(&json, "games", games);
    json_key(&json, "progress");
    progress_line_write(progress, &json);
    json_end_object(&json);
    if (!text_stream_close(&head, status)) return false;
    frame_write(stream, "head", head.text, head.size);
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

// Takes a record over as the line of STORE_GAMES.
static bool keep_record(Journal *self, const char *record, size_t size, Status *status) {
    char *text = malloc(size + 2);
    JournalGame *games = realloc(self->games, (size_t)(self->count + 1) * sizeof *games);
    if (games) self->games = games;
    if (!text || !games) {
        free(text);
        return status_fail(status, EXIT_RESOURCE, "out of memory");
    }
    memcpy(text, record, size);
    text[size] = '\n';
    text[size + 1] = '\0';
    self->games[self->count++] = (JournalGame){text, size + 1};
    return true;
}

// The head's numbers; its checksum holds, so that they are there.
static void read_head(Journal *self, const char *text, size_t size, int64_t *games) {
    Status ignored;
    cJSON *head = json_parse(text, size, &ignored);
    json_to_integer(cJSON_GetObjectItemCaseSensitive(head, "members"), &self->members);
    json_to_integer(cJSON_GetObjectItemCaseSensitive(head, "bytes"), &self->bytes);
    json_to_integer(cJSON_GetObjectItemCaseSensitive(head, "games"), games);
    cJSON_Delete(head);
}

static bool read_lines(Journal *self, FILE *file, Status *status) {
    char *line = NULL;
    size_t capacity = 0, size;
    int64_t games = 0;
    bool good = true, first = true;
    for (ssize_t length; good && (length = getline(&line, &capacity, file)) > 0; first = false) {
        const char *object;
        if (line[length - 1] == '\n') length--;
        if (first && (object = frame_open("head", line, (size_t)length, &size)))
            read_head(self, object, size, &games);
        else if ((object = frame_open("record", line, (size_t)length, &size)))
            good = keep_record(self, object, size, status);
        else
            self->damaged++;
    }
    free(line);
    if (first) self->damaged++;
    if (self->count + self->damaged < games) self->missing = games - self->count - self->damaged;
    return good;
}

bool journal_read(Journal *self, const Store *store, Status *status) {
    *self = (Journal){.bytes = INT64_MAX};
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
    size_t size;
    const char *head = length > 1 ? frame_open("head", line, (size_t)length - 1, &size) : NULL;
    if (head) tree = json_parse(head, size, &ignored);
    const bool good =
        progress_line_read(progress, cJSON_GetObjectItemCaseSensitive(tree, "progress"));
    cJSON_Delete(tree);
    free(line);
    if (file) fclose(file);
    return good;
}

void journal_release(Journal *self) {
    for (int64_t i = 0; i < self->count; i++) free(self->games[i].text);
    free(self->games);
}
