// Input: a byte of mode and the bytes of a file. The two readers of gzip files must agree on it.
//
//     mode 0  the bytes are the file
//     mode 1  they are its text, cut into gzip members behind each byte 0xff
//     mode 2  the same, and the first two bytes say which byte of the file is changed, and how
//     mode 3  the same, but the file ends there
#include "core/text_reader.h"
#include "selfplay/member.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

typedef enum Mode { MODE_FILE, MODE_TEXT, MODE_CHANGED, MODE_CUT, MODE_COUNT } Mode;

static void add(MemberText *self, const void *bytes, size_t size) {
    if (size) FUZZ_CHECK(member_add(self, bytes, size));
}

// Compresses the text to the members of a file.
static void compress_text(MemberText *file, const uint8_t *text, size_t size) {
    while (size > 0) {
        const uint8_t *cut = memchr(text, 0xff, size);
        const size_t length = cut ? (size_t)(cut - text) + 1 : size;
        size_t compressed;
        MemberText member = {0};
        add(&member, text, length);
        unsigned char *bytes = member_compress(&member, 1, &compressed);
        FUZZ_CHECK(bytes != NULL);
        add(file, bytes, compressed);
        free(bytes);
        member_release(&member);
        text += length;
        size -= length;
    }
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

// Reads the file with both readers. `whole` is the text that it was made of, NULL for a file that
// was not made of one.
static void check_file(const MemberText *file, Mode mode, const uint8_t *whole, size_t size) {
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
        FUZZ_CHECK(result == MEMBER_END && members.size == size &&
                   (size == 0 || memcmp(members.bytes, whole, size) == 0));
    // A change that passes did no harm; a cut that passes is one between members.
    if (mode == MODE_CHANGED && good && size) FUZZ_CHECK(is_same(&lines, whole, size));
    if (mode == MODE_CUT && good && members.size)
        FUZZ_CHECK(members.size <= size && memcmp(members.bytes, whole, members.size) == 0);
    member_release(&lines);
    member_release(&members);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    MemberText file = {0};
    if (size < 3) return 0;
    const Mode mode = (Mode)(data[0] % MODE_COUNT);
    const uint8_t *text = data + 3;
    size -= 3;
    if (mode == MODE_FILE)
        add(&file, text, size);
    else
        compress_text(&file, text, size);
    const size_t place = file.size ? (data[1] | (data[2] & 15u) << 8) % file.size : 0;
    if (mode == MODE_CHANGED && file.size) file.bytes[place] ^= (char)(1 << (data[2] >> 5));
    if (mode == MODE_CUT) file.size = place;
    check_file(&file, mode, text, size);
    member_release(&file);
    return 0;
}
