// Another program as a process.
#ifndef HARROW_SPAWN_H
#define HARROW_SPAWN_H

#include <spawn.h>
#include <stdbool.h>
#include <sys/types.h>

// Starts a program, found by PATH, with the signals as any program has them, this process's
// environment, and files by the actions (NULL = none); if it `leads`, in a group of its own.
// Returns 0, or the errno with which it cannot be started.
int spawn_program(pid_t *child, const char *program, const posix_spawn_file_actions_t *actions,
                  char *const *words, bool leads);

#endif
