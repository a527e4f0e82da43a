#include "core/interrupt.h"
#include "selfplay/ranks.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// An error of MPI ends all processes (MPI_ERRORS_ARE_FATAL, the default), so that no result of a
// call is looked at.

bool ranks_join(Ranks *self, int argc, char **argv, Status *status) {
    int provided;
    MPI_Comm machine;
    (void)argc, (void)argv;
    interrupt_block(); // for the threads that MPI begins
    // Only the thread that joined talks to others.
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
    if (provided < MPI_THREAD_FUNNELED)
        return status_fail(status, EXIT_RESOURCE, "this MPI does not work beside threads");
    *self = (Ranks){0};
    MPI_Comm_rank(MPI_COMM_WORLD, &self->number);
    MPI_Comm_size(MPI_COMM_WORLD, &self->count);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Comm_size(machine, &self->neighbours);
    MPI_Comm_free(&machine);
    return true;
}

void ranks_leave(Ranks *self, int code) {
    (void)self;
    fflush(NULL);
    if (code >= 128) _exit(code);
    MPI_Finalize();
}

void ranks_abort(Ranks *self, int code) {
    (void)self;
    MPI_Abort(MPI_COMM_WORLD, code);
}

void ranks_send(Ranks *self, int rank, MessageKind kind, const void *bytes, size_t size) {
    (void)self;
    MPI_Send(bytes, (int)size, MPI_BYTE, rank, (int)kind, MPI_COMM_WORLD);
}

static void make_room(Ranks *self, Message *message, size_t size) {
    if (size <= message->room) return;
    free(message->bytes);
    message->bytes = malloc(size);
    message->room = size;
    if (message->bytes) return;
    fputs("harrow: out of memory\n", stderr);
    ranks_abort(self, EXIT_RESOURCE);
}

bool ranks_receive(Ranks *self, Message *message) {
    int there, size;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
    if (!there) return false;
    MPI_Get_count(&status, MPI_BYTE, &size);
    make_room(self, message, (size_t)size);
    MPI_Recv(message->bytes, size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    message->rank = status.MPI_SOURCE;
    message->kind = (MessageKind)status.MPI_TAG;
    message->size = (size_t)size;
    return true;
}
