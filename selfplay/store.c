#include "selfplay/store.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail(const Store *self, const char *name, Status *status) {
    return status_fail(status, EXIT_RESOURCE, "%s/%s: %s", self->path, name, strerror(errno));
}

static bool write_all(int file, const char *bytes, size_t size) {
    while (size > 0) {
        const ssize_t written = write(file, bytes, size);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

// Writes, syncs, and closes; errno tells of the first thing that went wrong.
static bool write_file(int file, const char *bytes, size_t size) {
    if (file < 0) return false;
    const bool good = write_all(file, bytes, size) && fsync(file) == 0;
    const int error = errno;
    if (close(file) != 0 && good) return false;
    errno = error;
    return good;
}

static bool sync_file(int file) {
    return write_file(file, NULL, 0);
}

// Makes sure that the entry of a path in the directory above survives a power failure, where that
// directory may be read.
static bool sync_above(const char *path) {
    char above[PATH_MAX];
    snprintf(above, sizeof above, "%s", path);
    const int directory = open(dirname(above), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return (directory < 0 && errno == EACCES) || sync_file(directory);
}

// Makes a directory and those above it.
static bool make_directories(const char *path, Status *status) {
    char partial[PATH_MAX];
    if (strlen(path) >= sizeof partial)
        return status_fail(status, EXIT_INPUT, "--out: the path is too long");
    for (size_t i = 1; i <= strlen(path); i++) {
        if (path[i] != '/' && path[i] != '\0') continue;
        snprintf(partial, sizeof partial, "%.*s", (int)i, path);
        if (mkdir(partial, 0777) == 0 ? !sync_above(partial) : errno != EEXIST)
            return status_fail(status, errno == ENOTDIR ? EXIT_INPUT : EXIT_RESOURCE, "%s: %s",
                               partial, strerror(errno));
    }
    return true;
}

// An experiment's directory has experiment.json; one that is only just being made has the lock at
// most.
static bool check_content(const Store *self, Status *status) {
    if (store_has(self, STORE_EXPERIMENT)) return true;
    DIR *listing = opendir(self->path);
    if (!listing) return fail(self, "", status);
    bool good = true;
    for (struct dirent *entry; good && (entry = readdir(listing));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
            strcmp(entry->d_name, STORE_LOCK) != 0 &&
            strcmp(entry->d_name, STORE_EXPERIMENT ".tmp") != 0)
            good = status_fail(status, EXIT_INPUT,
                               "%s: is not empty and has no " STORE_EXPERIMENT
                               "; another --out expected (found %.80s)",
                               self->path, entry->d_name);
    closedir(listing);
    return good;
}

static bool lock_store(Store *self, Status *status) {
    char holder[256] = "", host[64] = "";
    const bool there = store_has(self, STORE_LOCK);
    self->lock = openat(self->directory, STORE_LOCK, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (self->lock < 0) return fail(self, STORE_LOCK, status);
    // Of the open file, not of the process, so that who only asks takes nothing (cmd_status.c).
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(self->lock, F_OFD_SETLK, &whole) != 0) {
        const ssize_t size = read(self->lock, holder, sizeof holder - 1);
        if (size > 0) holder[strcspn(holder, "\n")] = '\0';
        return status_fail(status, EXIT_INPUT, "%s: is held by another harrow: %s", self->path,
                           size > 0 ? holder : "just starting");
    }
    self->made_lock = !there; // and held: another's is never removed
    gethostname(host, sizeof host - 1);
    const int size = snprintf(holder, sizeof holder, "process %ld on %s\n", (long)getpid(), host);
    if (ftruncate(self->lock, 0) != 0 || pwrite(self->lock, holder, (size_t)size, 0) != size)
        return fail(self, STORE_LOCK, status);
    return true;
}

bool store_open(Store *self, const char *path, Status *status) {
    *self = (Store){.path = strdup(path), .directory = -1, .lock = -1, .games = -1};
    if (!self->path) return status_fail(status, EXIT_RESOURCE, "out of memory");
    if (!make_directories(path, status)) return false;
    self->directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (self->directory < 0)
        return status_fail(status, errno == ENOTDIR ? EXIT_INPUT : EXIT_RESOURCE, "%s: %s", path,
                           strerror(errno));
    return check_content(self, status) && lock_store(self, status);
}

void store_close(Store *self) {
    if (self->games >= 0) close(self->games);
    if (self->lock >= 0) close(self->lock); // which unlocks
    if (self->directory >= 0) close(self->directory);
    free(self->path);
}

void store_refuse(Store *self) {
    if (self->made_lock && self->lock >= 0) unlinkat(self->directory, STORE_LOCK, 0);
    store_close(self);
}

bool store_has(const Store *self, const char *name) {
    return faccessat(self->directory, name, F_OK, 0) == 0;
}

char *store_path(const Store *self, const char *name) {
    char *path = NULL;
    return asprintf(&path, "%s/%s", self->path, name) < 0 ? NULL : path;
}

static void name_temporary(const char *name, char temporary[64]) {
    snprintf(temporary, 64, "%s.tmp", name);
}

bool store_replace(const Store *self, const char *name, const char *bytes, size_t size,
                   Status *status) {
    char temporary[64];
    name_temporary(name, temporary);
    const int file =
        openat(self->directory, temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (write_file(file, bytes, size) && store_rename(self, temporary, name, status)) return true;
    fail(self, name, status);
    unlinkat(self->directory, temporary, 0);
    return false;
}

bool store_remove(const Store *self, const char *name, Status *status) {
    char temporary[64];
    name_temporary(name, temporary);
    unlinkat(self->directory, temporary, 0); // where a crash left one
    if (unlinkat(self->directory, name, 0) == 0 || errno == ENOENT) return true;
    return fail(self, name, status);
}

bool store_rename(const Store *self, const char *from, const char *to, Status *status) {
    if (renameat(self->directory, from, self->directory, to) == 0 && fsync(self->directory) == 0)
        return true;
    return fail(self, to, status);
}

bool store_append(const Store *self, const char *name, const char *bytes, size_t size,
                  Status *status) {
    const int file = openat(self->directory, name, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    char last = '\n';
    if (file >= 0 && lseek(file, -1, SEEK_END) >= 0 && read(file, &last, 1) == 1 && last != '\n')
        write_all(file, "\n", 1); // behind what a failure left of a line
    return write_file(file, bytes, size) || fail(self, name, status);
}

bool store_open_games(Store *self, int64_t bytes, Status *status) {
    self->games = openat(self->directory, STORE_GAMES, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    self->games_bytes = bytes;
    struct stat info;
    return (self->games >= 0 && fstat(self->games, &info) == 0 &&
            (info.st_size == bytes || ftruncate(self->games, bytes) == 0) &&
            lseek(self->games, bytes, SEEK_SET) == bytes && fsync(self->directory) == 0) ||
           fail(self, STORE_GAMES, status);
}

bool store_append_member(Store *self, const void *bytes, size_t size, Status *status) {
    if (write_all(self->games, bytes, size)) {
        self->games_bytes += (int64_t)size;
        return true;
    }
    fail(self, STORE_GAMES, status);
    if (ftruncate(self->games, self->games_bytes) == 0)
        lseek(self->games, self->games_bytes, SEEK_SET);
    return false;
}

bool store_sync(const Store *self, const char *name, Status *status) {
    return sync_file(openat(self->directory, name, O_RDONLY | O_CLOEXEC)) ||
           fail(self, name, status);
}

bool store_sync_games(const Store *self, Status *status) {
    return self->games < 0 || fdatasync(self->games) == 0 || fail(self, STORE_GAMES, status);
}
