// The processes that play one run together: rank 0 has the directory, the others play for it.
// There are two implementations, one of which is linked: ranks_alone.c for a process of its own,
// and ranks_mpi.c, in harrow-mpi, for those that a launcher of MPI has started.
#ifndef HARROW_RANKS_H
#define HARROW_RANKS_H

#include "core/status.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct Ranks {
    int number; // of this process, from 0
    int count;
    int neighbours; // processes on this machine, with this one
    bool ended;     // rank 0 has told the others to end
} Ranks;

// What messages are about, and what they hold.
typedef enum MessageKind {
    MESSAGE_EXPERIMENT = 1, // from rank 0: what is to be played, as JSON (selfplay/crew.h)
    MESSAGE_PLAY,   // from rank 0: int64_t[2], the first place and how many are to be played
    MESSAGE_DROP,   // from rank 0: int64_t, places before which nothing is wanted
    MESSAGE_END,    // from rank 0: nothing is wanted any more
    MESSAGE_HELLO,  // to rank 0: int32_t, how many threads play here, and the host's name
    MESSAGE_HUNGRY, // to rank 0: int64_t, how many places would be welcome
    MESSAGE_GAMES,  // to rank 0: finished games (selfplay/crew.h)
    MESSAGE_FAILED, // to rank 0: Status
    MESSAGE_GONE    // to rank 0: the last one, in answer to MESSAGE_END
} MessageKind;

typedef struct Message {
    int rank; // who sent it
    MessageKind kind;
    char *bytes; // the receiver's until the next one
    size_t size;
    size_t room;
} Message;

// Finds the other processes; at the start of a command, with its arguments as main got them behind
// the command's name. A process that a launcher of MPI has started together with others becomes
// harrow-mpi where it is none, and does not return. False where that cannot be had.
bool ranks_join(Ranks *self, int argc, char **argv, Status *status);
// Waits for the others to do the same, but with the exit code of an interruption, when who
// interrupted may have ended some of them: then it ends the process.
void ranks_leave(Ranks *self, int code);
// Ends all processes at once with an exit code, where some do not answer.
void ranks_abort(Ranks *self, int code);

// Sends bytes; those of rank 0 are few. By the thread that joined only, like ranks_receive. A lost
// process ends the others, so that nothing here fails.
void ranks_send(Ranks *self, int rank, MessageKind kind, const void *bytes, size_t size);
// How long to wait before the next look for messages, where the last wait was so long (0: none was)
// and these many came since: each look costs some 20 µs, which adds up where games are long.
int ranks_patience(int milliseconds, int messages);

// Takes the next message, if one is there. *message is all zeros at first; the caller frees its
// bytes at the end. Where memory is short all processes are ended.
bool ranks_receive(Ranks *self, Message *message);

#endif
