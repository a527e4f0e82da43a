// Runs a target over its corpus without libFuzzer: replay TARGET'S-CORPUS. Names each input before
// it runs it, so that the last name is that of a failure.
#include "tests/fuzz/fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

// Runs a file in memory of just its size, so that a sanitizer sees who reads beyond.
static bool run_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    fseek(file, 0, SEEK_END);
    const long size = ftell(file);
    rewind(file);
    uint8_t *data = size >= 0 ? malloc((size_t)size + (size == 0)) : NULL;
    const bool good = data && fread(data, 1, (size_t)size, file) == (size_t)size;
    fclose(file);
    if (good) LLVMFuzzerTestOneInput(data, (size_t)size);
    free(data);
    return good;
}

static int is_input(const struct dirent *entry) {
    return entry->d_name[0] != '.';
}

int main(int argc, char **argv) {
    struct dirent **entries;
    const int count = argc == 2 ? scandir(argv[1], &entries, is_input, alphasort) : 0;
    bool good = count > 0;
    for (int i = 0; i < count; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", argv[1], entries[i]->d_name);
        printf("%s\n", path);
        fflush(stdout);
        if (!run_file(path)) good = false;
        free(entries[i]);
    }
    if (count > 0) free(entries);
    printf("%s: %d inputs\n", good ? "ok" : "not ok", count);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
