// What earlier sessions left in a directory, read back and checked.
#ifndef HARROW_RESTORE_H
#define HARROW_RESTORE_H

#include "core/interrupt.h"
#include "selfplay/writer.h"

// Games behind those in whole members, from the journal; texts are owned.
typedef struct Restored {
    FinishedGame *games;
    int64_t count;
} Restored;

// Reads the members of STORE_GAMES into the writer (counts and tallies) and the journal into
// `self`, with full checks of every record. A file that ends within a member, or is damaged behind
// what the journal says was synced, is cut back to the whole ones; that, and whatever else the
// journal cannot make good, is told on stderr. Other damage is EXIT_INPUT and says what is safe.
// The caller releases `self`, also after a failure.
//
// An interrupt is a failure, too: its code is 128 + the signal.
bool restore_read(Restored *self, Writer *writer, Interrupt *interrupt, Status *status);
void restore_release(Restored *self);

// Reads one line of games into `game`, whose text becomes `line` with its newline and stays the
// caller's, with full legality checks.
bool restore_game(const Experiment *experiment, char *line, size_t size, FinishedGame *game,
                  Status *status);

#endif
