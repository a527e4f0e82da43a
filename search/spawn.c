#include "search/spawn.h"

#include <signal.h>

extern char **environ;

static int set_attributes(posix_spawnattr_t *attributes, bool leads) {
    const int flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    int error = posix_spawnattr_setsigmask(attributes, &none);
    if (!error) error = posix_spawnattr_setsigdefault(attributes, &all);
    if (!error) error = posix_spawnattr_setpgroup(attributes, 0);
    if (!error)
        error = posix_spawnattr_setflags(attributes,
                                         (short)(leads ? flags | POSIX_SPAWN_SETPGROUP : flags));
    return error;
}

int spawn_program(pid_t *child, const char *program, const posix_spawn_file_actions_t *actions,
                  char *const *words, bool leads) {
    posix_spawnattr_t attributes;
    int error = posix_spawnattr_init(&attributes);
    if (error) return error;
    error = set_attributes(&attributes, leads);
    if (!error) error = posix_spawnp(child, program, actions, &attributes, words, environ);
    posix_spawnattr_destroy(&attributes);
    return error;
}
