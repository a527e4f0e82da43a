// The processors that this process may use.
#ifndef HARROW_AFFINITY_H
#define HARROW_AFFINITY_H

// How many: those of its affinity, and no more than its control groups have quota for (rounded
// up); at least 1.
int processors_available(void);

// Keeps the calling thread on one of them, by number from 0 and round again; nothing changes where
// that cannot be had.
void processor_pin(int number);

// The quota that a line of /proc/self/cgroup stands for, in processors, with the files of control
// groups below `root`, /sys/fs/cgroup: the least of the group's and those it is in (cpu.max of
// version 2, cpu.cfs_quota_us and cpu.cfs_period_us of version 1). 0: no quota.
double cgroup_quota(const char *line, const char *root);

#endif
