// The writer: takes games in order, cuts members, keeps the journal, tallies, and stops cells.
#ifndef HARROW_WRITER_H
#define HARROW_WRITER_H

#include "analysis/stop.h"
#include "analysis/tally.h"
#include "core/member.h"
#include "selfplay/batch.h"
#include "selfplay/progress.h"
#include "selfplay/store.h"

typedef struct Writer {
    const Experiment *experiment;
    Store *store;
    Tally *tallies;      // one a cell, of all games written
    StopReason *stopped; // one a cell: why it ended before its last game, if it did
    int64_t next;        // the place (core/part.h) of the game that comes next in order
    int64_t written;     // games in whole members, those of the member below not
    int64_t members;
    MemberText member; // the unfinished one
    FinishedGame *waiting;
    int64_t journaled;      // games that the journal knew when it was last written
    int64_t journaled_next; // and the one that came next then; −1: no journal of this session
    Progress *reading;      // shows how far earlier sessions are read; NULL: nobody looks
} Writer;

bool writer_init(Writer *self, const Experiment *experiment, Store *store, Status *status);
void writer_release(Writer *self);

// Takes the next game in order, whose text stays the caller's; a full member goes to disk. Where
// it is the last one that its cell's rule wants, `next` is in the next cell. So it is where a rule
// must be asked and the game behind is not in the part: its games begin with those of a cell then.
bool writer_add(Writer *self, const FinishedGame *game, Status *status);
// The same for a game that is in a whole member already, which the caller counts.
bool writer_count(Writer *self, int64_t id, const GameFacts *facts, Status *status);
// Whether all games are in whole members.
bool writer_is_complete(const Writer *self);
// Adds the facts of a game that is not the next one to the tallies only.
bool writer_tally(Writer *self, int64_t id, const GameFacts *facts, Status *status);

// Puts everything finished so far where no crash takes it away: members synced, then the journal
// with the unfinished member and the batch's waiting games (NULL: none wait). Cheap when nothing is
// new.
bool writer_checkpoint(Writer *self, Batch *batch, const ProgressLine *progress, Status *status);

// What the cell in work, or the last one, is called, and whose score so far follows: that of who
// moves first, or of player 0 where two meet.
Interval writer_score(const Writer *self, char cell[PROGRESS_CELL_SIZE]);

#endif
