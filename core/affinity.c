#include "core/affinity.h"

#include <math.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PATH_SIZE = 4096 };

// The first line of a file; false when there is none.
static bool read_line(const char *directory, const char *name, char *line, int size) {
    char path[PATH_SIZE + 64];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "r");
    const bool there = file && fgets(line, size, file);
    if (file) fclose(file);
    return there;
}

// Of one group; 0: none.
static double quota_of(const char *directory, bool unified) {
    char line[64], period_line[64];
    double quota = 0, period = 0;
    if (unified) {
        // "max 100000" is no quota, and no number.
        if (!read_line(directory, "cpu.max", line, sizeof line) ||
            sscanf(line, "%lf %lf", &quota, &period) != 2)
            return 0;
    } else if (!read_line(directory, "cpu.cfs_quota_us", line, sizeof line) ||
               !read_line(directory, "cpu.cfs_period_us", period_line, sizeof period_line) ||
               sscanf(line, "%lf", &quota) != 1 || sscanf(period_line, "%lf", &period) != 1)
        return 0;
    return quota > 0 && period > 0 ? quota / period : 0;
}

static double least_quota(double one, double other) {
    if (one <= 0 || other <= 0) return one > other ? one : other;
    return one < other ? one : other;
}

// Whether a list such as "cpu,cpuacct" has the word.
static bool has_word(const char *list, size_t length, const char *word) {
    const size_t size = strlen(word);
    for (const char *at = list; at + size <= list + length; at++) {
        const bool begins = at == list || at[-1] == ',';
        if (begins && strncmp(at, word, size) == 0 &&
            (at + size == list + length || at[size] == ','))
            return true;
    }
    return false;
}

double cgroup_quota(const char *line, const char *root) {
    char directory[PATH_SIZE];
    const char *controllers = strchr(line, ':');
    const char *path = controllers ? strchr(controllers + 1, ':') : NULL;
    if (!path) return 0;
    const size_t length = (size_t)(path - controllers - 1);
    const bool unified = length == 0;
    if (!unified && !has_word(controllers + 1, length, "cpu")) return 0;
    const int base = snprintf(directory, sizeof directory, "%s%s", root, unified ? "" : "/cpu");
    const int size = snprintf(directory + base, sizeof directory - (size_t)base, "%.*s",
                              (int)strcspn(path + 1, "\n"), path + 1);
    if (base + size >= PATH_SIZE) return 0;
    double quota = quota_of(directory, unified);
    for (char *slash; (slash = strrchr(directory + base, '/'));) {
        *slash = '\0';
        quota = least_quota(quota, quota_of(directory, unified));
    }
    return quota;
}

static double quota_of_process(void) {
    char line[PATH_SIZE];
    double quota = 0;
    FILE *file = fopen("/proc/self/cgroup", "r");
    while (file && fgets(line, sizeof line, file))
        quota = least_quota(quota, cgroup_quota(line, "/sys/fs/cgroup"));
    if (file) fclose(file);
    return quota;
}

int processors_available(void) {
    cpu_set_t set;
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    int count = online > 1 ? (int)online : 1;
    if (sched_getaffinity(0, sizeof set, &set) == 0) count = CPU_COUNT(&set);
    const double quota = ceil(quota_of_process());
    return quota >= 1 && quota < count ? (int)quota : count;
}

void processor_pin(int number) {
    cpu_set_t set, one;
    if (sched_getaffinity(0, sizeof set, &set) != 0 || CPU_COUNT(&set) == 0) return;
    int left = number % CPU_COUNT(&set);
    size_t processor = 0;
    while (!CPU_ISSET(processor, &set) || left-- > 0) processor++;
    CPU_ZERO(&one);
    CPU_SET(processor, &one);
    sched_setaffinity(0, sizeof one, &one);
}
