#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void fuzz_check(bool holds, const char *condition, const char *file, int line) {
    if (holds) return;
    fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, condition);
    abort();
}

char *fuzz_text(const uint8_t *data, size_t size) {
    // strndup would be given the size too, but its room is not always exactly the text's.
    const size_t length = size ? strnlen((const char *)data, size) : 0;
    char *text = malloc(length + 1);
    FUZZ_CHECK(text != NULL);
    if (length) memcpy(text, data, length);
    text[length] = '\0';
    return text;
}

char *fuzz_cut(char *text, char at) {
    char *end = strchr(text, at);
    if (!end) return text + strlen(text);
    *end = '\0';
    return end + 1;
}

Status fuzz_status(void) {
    return (Status){.code = EXIT_DONE};
}

void fuzz_check_refused(const Status *status, ExitCode code) {
    FUZZ_CHECK(status->code == code);
    FUZZ_CHECK(status->message[0] != '\0');
    for (const char *c = status->message; *c; c++)
        FUZZ_CHECK((unsigned char)*c >= ' ' && *c != 0x7f && strncmp(c, "\xc2\x9b", 2) != 0);
}

const char *fuzz_file(const void *bytes, size_t size) {
    static char path[64];
    static int file = -1;
    if (file < 0) file = memfd_create("fuzz", 0);
    FUZZ_CHECK(file >= 0 && ftruncate(file, 0) == 0);
    if (size) FUZZ_CHECK(pwrite(file, bytes, size, 0) == (ssize_t)size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    return path;
}
