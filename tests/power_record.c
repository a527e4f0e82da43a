// Writes down what a process does to files, so that power_cut.c can tell what a power failure
// leaves: LD_PRELOAD this with POWER_RECORD=DIR. What is done below DIR/now is appended to DIR/log,
// an operation a line,
//
//     open PATH               which makes the file if it was not there
//     truncate SIZE PATH
//     write OFFSET SIZE AT PATH
//     mkdir PATH
//     rename PATH PATH        in one directory
//     unlink PATH
//     sync PATH               of a file or of a directory
//
// with paths from DIR/now on, and the bytes of a write in DIR/data from AT on. An operation is
// written down while no other begins. Syncs are only written down, so that nobody waits for a disk.
// With POWER_HASTE=N the clock runs N times as fast, so that a short run saves often.
//
// Only what harrow calls is here; the test compares what was written down with the files themselves
// and so notices what is missing.
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const int64_t SECOND = 1000000000;

static struct {
    pthread_mutex_t mutex;
    char root[PATH_MAX];
    int log; // −1: nothing is written down
    int data;
    int haste;
    int64_t begun;
} recorder = {.mutex = PTHREAD_MUTEX_INITIALIZER, .log = -1, .haste = 1};

static int64_t nanoseconds(void) {
    struct timespec now;
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
    return now.tv_sec * SECOND + now.tv_nsec;
}

static struct timespec moment(int64_t time) {
    return (struct timespec){time / SECOND, time % SECOND};
}

static int open_beside(const char *record, const char *name) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", record, name);
    const long file =
        syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (file < 0) abort();
    return (int)file;
}

__attribute__((constructor)) static void start(void) {
    const char *record = getenv("POWER_RECORD"), *haste = getenv("POWER_HASTE");
    if (!record) return;
    if (haste) recorder.haste = atoi(haste);
    recorder.begun = nanoseconds();
    snprintf(recorder.root, sizeof recorder.root, "%s/now", record);
    recorder.data = open_beside(record, "data");
    recorder.log = open_beside(record, "log");
}

static void begin(void) {
    pthread_mutex_lock(&recorder.mutex);
}

static void end(void) {
    const int error = errno;
    pthread_mutex_unlock(&recorder.mutex);
    errno = error;
}

// The path of an open file, or of a name beneath an open directory; false where it is not below
// the root. The root itself has an empty path.
static bool find(int file, const char *name, char path[PATH_MAX]) {
    char link[64], whole[2 * PATH_MAX] = "";
    const size_t root = strlen(recorder.root);
    if (recorder.log < 0) return false;
    if (!name || *name != '/') {
        snprintf(link, sizeof link, file == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", file);
        if (readlink(link, whole, PATH_MAX) < 0) abort();
        if (name) strcat(whole, "/");
    }
    if (name) strncat(whole, name, PATH_MAX - 1);
    if (strncmp(whole, recorder.root, root) != 0 || (whole[root] && whole[root] != '/'))
        return false;
    snprintf(path, PATH_MAX, "%s", whole + root + (whole[root] == '/'));
    return true;
}

__attribute__((format(printf, 1, 2))) static void note(const char *format, ...) {
    va_list values;
    va_start(values, format);
    if (vdprintf(recorder.log, format, values) < 0) abort();
    va_end(values);
}

static void note_write(int file, const void *bytes, ssize_t size, off_t offset) {
    char path[PATH_MAX];
    if (size <= 0 || !find(file, NULL, path)) return;
    const off_t at = lseek(recorder.data, 0, SEEK_END);
    if (syscall(SYS_write, recorder.data, bytes, size) != size) abort();
    if (offset < 0) offset = lseek(file, 0, SEEK_CUR) - size;
    note("write %ld %zd %ld %s\n", (long)offset, size, (long)at, path);
}

int openat(int directory, const char *name, int flags, ...) {
    char path[PATH_MAX];
    va_list values;
    va_start(values, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(values, mode_t) : 0;
    va_end(values);
    begin();
    const int file = (int)syscall(SYS_openat, directory, name, flags, mode);
    if (file >= 0 && (flags & O_CREAT) && find(file, NULL, path)) note("open %s\n", path);
    if (file >= 0 && (flags & O_TRUNC) && find(file, NULL, path)) note("truncate 0 %s\n", path);
    end();
    return file;
}

ssize_t write(int file, const void *bytes, size_t size) {
    begin();
    const ssize_t written = syscall(SYS_write, file, bytes, size);
    note_write(file, bytes, written, -1);
    end();
    return written;
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) {
    begin();
    const ssize_t written = syscall(SYS_pwrite64, file, bytes, size, offset);
    note_write(file, bytes, written, offset);
    end();
    return written;
}

int ftruncate(int file, off_t size) {
    char path[PATH_MAX];
    begin();
    const int result = (int)syscall(SYS_ftruncate, file, size);
    if (result == 0 && find(file, NULL, path)) note("truncate %ld %s\n", (long)size, path);
    end();
    return result;
}

int mkdir(const char *name, mode_t mode) {
    char path[PATH_MAX];
    begin();
    const int result = (int)syscall(SYS_mkdirat, AT_FDCWD, name, mode);
    if (result == 0 && find(AT_FDCWD, name, path)) note("mkdir %s\n", path);
    end();
    return result;
}

int renameat(int from, const char *name, int to, const char *other) {
    char path[PATH_MAX], target[PATH_MAX];
    begin();
    const int result = (int)syscall(SYS_renameat, from, name, to, other);
    if (result == 0 && find(from, name, path) && find(to, other, target))
        note("rename %s %s\n", path, target);
    end();
    return result;
}

int unlinkat(int directory, const char *name, int flags) {
    char path[PATH_MAX];
    begin();
    const int result = (int)syscall(SYS_unlinkat, directory, name, flags);
    if (result == 0 && find(directory, name, path)) note("unlink %s\n", path);
    end();
    return result;
}

int fsync(int file) {
    char path[PATH_MAX];
    begin();
    if (find(file, NULL, path)) note("sync %s\n", path);
    end();
    return 0;
}

int fdatasync(int file) {
    return fsync(file);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    const int result = (int)syscall(SYS_clock_gettime, clock, time);
    const int64_t passed = nanoseconds() - recorder.begun;
    if (clock == CLOCK_MONOTONIC) *time = moment(recorder.begun + passed * recorder.haste);
    return result;
}

// Of a condition that goes by the same clock.
int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                           const struct timespec *until) {
    const int64_t passed = until->tv_sec * SECOND + until->tv_nsec - recorder.begun;
    const struct timespec real = moment(recorder.begun + passed / recorder.haste);
    return pthread_cond_clockwait(condition, mutex, CLOCK_MONOTONIC, &real);
}
