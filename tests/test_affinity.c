// The processors that a process may use: quotas of control groups, as files under a folder of ours.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/affinity.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static char root[] = "/tmp/harrow-cgroup-XXXXXX";

static void write_file(const char *group, const char *name, const char *text) {
    char path[256];
    for (size_t i = 1; i <= strlen(group); i++) {
        if (group[i] != '/' && group[i] != '\0') continue;
        snprintf(path, sizeof path, "%s%.*s", root, (int)i, group);
        mkdir(path, 0777);
    }
    snprintf(path, sizeof path, "%s%s/%s", root, group, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static int set_up(void **state) {
    (void)state;
    return mkdtemp(root) ? 0 : 1;
}

static int tear_down(void **state) {
    (void)state;
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", root);
    return system(command);
}

static void assert_quota(const char *line, double quota) {
    const double found = cgroup_quota(line, root);
    if (fabs(found - quota) > 1e-9) fail_msg("%s: %g is not %g", line, found, quota);
}

static void version_2(void **state) {
    (void)state;
    write_file("/slice/job", "cpu.max", "150000 100000\n");
    write_file("/slice/free", "cpu.max", "max 100000\n");
    write_file("/tight", "cpu.max", "50000 100000\n");
    write_file("/tight/wide", "cpu.max", "800000 100000\n");
    assert_quota("0::/slice/job\n", 1.5);
    assert_quota("0::/slice/free\n", 0);
    assert_quota("0::/slice\n", 0);
    assert_quota("0::/tight/wide\n", 0.5); // that of the group above
    assert_quota("0::/nowhere\n", 0);
    write_file("/", "cpu.max", "300000 100000\n"); // a container sees its own group as the root
    assert_quota("0::/\n", 3);
    assert_quota("0::/slice/free\n", 3);
}

static void version_1(void **state) {
    (void)state;
    write_file("/cpu/job", "cpu.cfs_quota_us", "200000\n");
    write_file("/cpu/job", "cpu.cfs_period_us", "50000\n");
    write_file("/cpu/free", "cpu.cfs_quota_us", "-1\n");
    write_file("/cpu/free", "cpu.cfs_period_us", "50000\n");
    assert_quota("4:cpu,cpuacct:/job\n", 4);
    assert_quota("4:cpuacct,cpu:/job\n", 4);
    assert_quota("1:cpu:/free\n", 0);
    assert_quota("3:cpuset:/job\n", 0);
    assert_quota("4:memory:/job\n", 0);
}

static void what_is_no_line(void **state) {
    (void)state;
    char line[6000] = "0::";
    memset(line + 3, 'x', sizeof line - 4);
    assert_quota(line, 0);
    assert_quota("", 0);
    assert_quota("0:", 0);
}

static void a_thread_stays_where_it_is_pinned(void **state) {
    (void)state;
    cpu_set_t before, after;
    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    const int count = CPU_COUNT(&before);
    assert_in_range(processors_available(), 1, count);
    for (int number = 0; number < count + 2; number++) {
        processor_pin(number);
        assert_int_equal(sched_getaffinity(0, sizeof after, &after), 0);
        assert_int_equal(CPU_COUNT(&after), 1);
        int place = 0;
        for (size_t i = 0; !CPU_ISSET(i, &after); i++) place += CPU_ISSET(i, &before) != 0;
        assert_int_equal(place, number % count);
        assert_int_equal(sched_setaffinity(0, sizeof before, &before), 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(version_2),
        cmocka_unit_test(version_1),
        cmocka_unit_test(what_is_no_line),
        cmocka_unit_test(a_thread_stays_where_it_is_pinned),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
