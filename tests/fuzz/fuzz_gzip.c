// Input: a byte of mode and the bytes of a file. The two readers of gzip files must agree on it.
//
//     mode 0  the bytes are the file
//     mode 1  they are its text, with a byte 0xff between gzip members
//     mode 2  the same, and the first two bytes say which byte of the file is changed, and how
//     mode 3  the same, but the file ends there
#include "core/member.h"
#include "core/text_reader.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/fuzz_store.h"

#include <stdlib.h>
#include <string.h>

typedef enum Mode { MODE_FILE, MODE_TEXT, MODE_CHANGED, MODE_CUT, MODE_COUNT } Mode;

static void add(MemberText *self, const void *bytes, size_t size) {
    if (size) FUZZ_CHECK(member_add(self, bytes, size));
}

// Reads all lines into `text`, each with a newline; false when the file was refused.
static bool read_lines(const char *path, MemberText *text) {
    TextReader reader;
    ReadResult result;
    Status status = fuzz_status();
    FUZZ_CHECK(text_reader_open(&reader, path, &status));
    while ((result = text_reader_next(&reader, &status)) == READ_LINE) {
        FUZZ_CHECK(strlen(reader.line) == reader.length && reader.number == text->lines + 1);
        FUZZ_CHECK(memchr(reader.line, '\n', reader.length) == NULL);
        if (reader.length) FUZZ_CHECK(member_add(text, reader.line, reader.length));
        FUZZ_CHECK(member_add(text, "\n", 1));
        text->lines = (int)reader.number;
    }
    if (result == READ_FAILED) fuzz_check_refused(&status, EXIT_INPUT);
    text_reader_close(&reader);
    return result == READ_END;
}

// Reads all members into `text`; how the last one ended.
static MemberResult read_members(const char *path, MemberText *text) {
    static MemberReader reader;
    MemberText member = {0};
    MemberResult result;
    Status status = fuzz_status();
    FUZZ_CHECK(member_reader_open(&reader, path, &status));
    while ((result = member_reader_next(&reader, &member, &status)) == MEMBER_WHOLE)
        add(text, member.bytes, member.size);
    if (result == MEMBER_DAMAGED) fuzz_check_refused(&status, EXIT_INPUT);
    member_reader_close(&reader);
    member_release(&member);
    return result;
}

// Whether lines are those of a text, whose last one may have no newline.
static bool is_same(const MemberText *lines, const void *text, size_t size) {
    const size_t ended = lines->size - (lines->size == size + 1);
    return ended == size && (size == 0 || memcmp(lines->bytes, text, size) == 0);
}

// Reads the file with both readers. `whole` is the text that it was made of, but in MODE_FILE.
static void check_file(const MemberText *file, Mode mode, const MemberText *whole) {
    const char *path = fuzz_file(file->bytes, file->size);
    const bool is_gzip = file->size >= 2 && memcmp(file->bytes, "\x1f\x8b", 2) == 0;
    MemberText lines = {0}, members = {0};
    const bool good = read_lines(path, &lines);
    const MemberResult result = read_members(path, &members);
    const bool has_nul = members.size && memchr(members.bytes, '\0', members.size);
    if (is_gzip) FUZZ_CHECK(good == (result == MEMBER_END && !has_nul));
    if (is_gzip && good) FUZZ_CHECK(is_same(&lines, members.bytes, members.size));
    if (!is_gzip && good) FUZZ_CHECK(is_same(&lines, file->bytes, file->size));
    if (mode == MODE_TEXT)
        FUZZ_CHECK(result == MEMBER_END && is_same(&members, whole->bytes, whole->size));
    // A change that passes did no harm; a cut that passes is one between members.
    if (mode == MODE_CHANGED && good && file->size)
        FUZZ_CHECK(is_same(&lines, whole->bytes, whole->size));
    if (mode == MODE_CUT && good && members.size)
        FUZZ_CHECK(members.size <= whole->size &&
                   memcmp(members.bytes, whole->bytes, members.size) == 0);
    member_release(&lines);
    member_release(&members);
}

// The text without the bytes that cut it.
static MemberText join(const uint8_t *text, size_t size) {
    MemberText joined = {0};
    for (size_t i = 0; i < size; i++)
        if (text[i] != 0xff) FUZZ_CHECK(member_add(&joined, (const char *)text + i, 1));
    return joined;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    MemberText file = {0};
    if (size < 3) return 0;
    const Mode mode = (Mode)(data[0] % MODE_COUNT);
    MemberText text = join(data + 3, size - 3);
    if (mode == MODE_FILE)
        add(&file, data + 3, size - 3);
    else
        fuzz_compress(&file, data + 3, size - 3);
    const size_t place = file.size ? (data[1] | (data[2] & 15u) << 8) % file.size : 0;
    if (mode == MODE_CHANGED && file.size) file.bytes[place] ^= (char)(1 << (data[2] >> 5));
    if (mode == MODE_CUT) file.size = place;
    check_file(&file, mode, &text);
    member_release(&text);
    member_release(&file);
    return 0;
}
