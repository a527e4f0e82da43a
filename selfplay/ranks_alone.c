#include "selfplay/ranks.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// How many processes a launcher of MPI says there are; 1 where there is none. Open MPI's mpirun and
// the launchers that speak PMI (MPICH, Slurm's srun --mpi=pmi2) tell it so. PMIx tells it only when
// asked, but Slurm in its own variables; those that were inherited of a step around another
// launcher do not count.
static long launched_processes(void) {
    static const char SLURM[] = "slurm.";
    const char *value = getenv("OMPI_COMM_WORLD_SIZE");
    if (!value) value = getenv("PMI_SIZE");
    if (!value && !getenv("PMIX_RANK")) return 1;
    const char *space = getenv("PMIX_NAMESPACE");
    if (!value && space && strncmp(space, SLURM, sizeof SLURM - 1) == 0)
        value = getenv("SLURM_STEP_NUM_TASKS");
    return value ? strtol(value, NULL, 10) : 2;
}

// Becomes the program beside this one that has MPI.
static bool become_mpi(int argc, char **argv, Status *status) {
    char self[PATH_MAX] = "", other[PATH_MAX + 16];
    char **arguments = calloc((size_t)argc + 2, sizeof *arguments);
    if (!arguments) return status_fail(status, EXIT_RESOURCE, "out of memory");
    if (readlink("/proc/self/exe", self, sizeof self - 1) < 0) self[0] = '\0';
    snprintf(other, sizeof other, "%s/harrow-mpi", dirname(self));
    arguments[0] = other;
    arguments[1] = "run";
    for (int i = 1; i < argc; i++) arguments[i + 1] = argv[i];
    execv(other, arguments);
    free(arguments);
    return status_fail(status, EXIT_RESOURCE,
                       "several processes were started by a launcher of MPI, but %.200s: %s; build "
                       "harrow where Open MPI is installed, or start one process",
                       other, strerror(errno));
}

bool ranks_join(Ranks *self, int argc, char **argv, Status *status) {
    *self = (Ranks){.number = 0, .count = 1, .neighbours = 1};
    return launched_processes() == 1 || become_mpi(argc, argv, status);
}

void ranks_leave(Ranks *self, int code) {
    (void)self, (void)code;
}

void ranks_abort(Ranks *self, int code) {
    (void)self;
    exit(code);
}

void ranks_send(Ranks *self, int rank, MessageKind kind, const void *bytes, size_t size) {
    (void)self, (void)rank, (void)kind, (void)bytes, (void)size;
}

bool ranks_receive(Ranks *self, Message *message) {
    (void)self, (void)message;
    return false;
}
