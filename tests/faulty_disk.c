// A disk that is full for a while, for tests: LD_PRELOAD this with FAULTY_DISK="FIRST COUNT", and
// of the writes to files, counted from 1, the FIRST and the COUNT − 1 after it fail with ENOSPC.
// Before the first failure of a large one half of it is written, as a disk does that fills up.
// Standard streams are left alone.
#define _GNU_SOURCE
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MANY = 4096 };

ssize_t write(int file, const void *bytes, size_t size) {
    static atomic_long calls;
    static atomic_bool torn;
    const char *plan = getenv("FAULTY_DISK");
    long first, count;
    if (plan && file > STDERR_FILENO && sscanf(plan, "%ld %ld", &first, &count) == 2) {
        const long call = atomic_fetch_add(&calls, 1) + 1;
        const int fails = call >= first && call - first < count;
        if (fails && size > MANY && !atomic_exchange(&torn, 1)) {
            atomic_fetch_sub(&calls, 1);
            return syscall(SYS_write, file, bytes, size / 2);
        }
        if (fails) {
            errno = ENOSPC;
            return -1;
        }
    }
    return syscall(SYS_write, file, bytes, size);
}
