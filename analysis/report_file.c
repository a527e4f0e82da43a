#include "analysis/report_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *report_file_path(const char *folder, const char *prefix, const char *name) {
    char *path = NULL;
    return asprintf(&path, "%s/%s%s", folder, prefix, name) < 0 ? NULL : path;
}

static bool write_all(const char *path, const char *text, size_t size) {
    FILE *file = fopen(path, "w");
    if (!file) return false;
    bool good =
        fwrite(text, 1, size, file) == size && fflush(file) == 0 && fsync(fileno(file)) == 0;
    const int reason = errno;
    if (fclose(file) != 0) return false;
    errno = reason;
    return good;
}

bool report_file_write(const char *path, const char *text, size_t size, Status *status) {
    char *beside = NULL;
    if (asprintf(&beside, "%s.new", path) < 0)
        return status_fail(status, EXIT_RESOURCE, "out of memory");
    const bool good = write_all(beside, text, size) && rename(beside, path) == 0;
    if (!good) {
        status_fail(status, EXIT_RESOURCE, "%s: %s", path, strerror(errno));
        unlink(beside);
    }
    free(beside);
    return good;
}
