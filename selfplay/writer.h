// The writer: takes games in order, cuts members, keeps the journal, and tallies.
#ifndef HARROW_WRITER_H
#define HARROW_WRITER_H

#include "analysis/tally.h"
#include "selfplay/batch.h"
#include "selfplay/member.h"
#include "selfplay/store.h"

typedef struct Writer {
    const Experiment *experiment;
    Store *store;
    Tally *tallies;  // one a cell, of all games written
    int64_t written; // games in whole members, those of the member below not
    int64_t members;
    MemberText member; // the unfinished one
    FinishedGame *waiting;
    int64_t journaled; // games that the journal knew when it was last written
} Writer;

bool writer_init(Writer *self, const Experiment *experiment, Store *store, Status *status);
void writer_release(Writer *self);

// Takes the next game in order, whose text stays the caller's; a full member goes to disk.
bool writer_add(Writer *self, const FinishedGame *game, Status *status);
// Adds a game's facts to the tallies only.
bool writer_tally(Writer *self, int64_t id, const GameFacts *facts, Status *status);

// Puts everything finished so far where no crash takes it away: members synced, then the journal
// with the unfinished member and the batch's waiting games. Cheap when nothing is new.
bool writer_checkpoint(Writer *self, Batch *batch, Status *status);

#endif
