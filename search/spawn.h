// Another program as a process.
#ifndef HARROW_SPAWN_H
#define HARROW_SPAWN_H

#include <spawn.h>
#include <sys/types.h>

// Starts a program, found by PATH, as the leader of a group of its own, with the signals as any
// program has them, this process's environment, and files by the actions (NULL = none). Returns 0,
// or the errno with which it cannot be started.
int spawn_leader(pid_t *child, const char *program, const posix_spawn_file_actions_t *actions,
                 char *const *words);

#endif
