// The journal: finished games that have no place in a member yet, a checksum a line.
#ifndef HARROW_JOURNAL_H
#define HARROW_JOURNAL_H

#include "core/member.h"
#include "selfplay/progress.h"
#include "selfplay/store.h"
#include "selfplay/worker.h"

// STORE_JOURNAL is one JSON object a line. First a head
//
//     {"crc32":"xxxxxxxx","head":{"journal":1,"members":M,"bytes":B,"games":G,"progress":{…}}}
//
// which says that STORE_GAMES has at least M members of B bytes, which are synced, that G lines
// follow, and how far the run was (progress_line_write); then for each game, by id,
//
//     {"crc32":"xxxxxxxx","record":RECORD}
//
// with the CRC-32 (zlib) in hexadecimal of the bytes of the inner object. The file is always
// replaced as a whole.

// A game of the journal; the text is owned.
typedef struct JournalGame {
    char *text; // the line of STORE_GAMES, with its newline
    size_t size;
} JournalGame;

typedef struct Journal {
    int64_t members;
    int64_t bytes; // INT64_MAX where no head tells
    JournalGame *games;
    int64_t count;
    int64_t damaged; // lines whose checksum does not hold; they are left out
    int64_t missing; // lines that the head promises and that are not there
} Journal;

// Replaces the journal by the lines of an unfinished member and games that wait behind it.
bool journal_write(const Store *store, int64_t members, const MemberText *member,
                   const FinishedGame *waiting, int64_t count, const ProgressLine *progress,
                   Status *status);

// Reads how far a run was from the head of a journal, which another process may be about to
// replace; false where it says nothing.
bool journal_read_progress(const char *path, ProgressLine *progress);

// Reads the journal back; no file is a journal without games, an empty one is damaged. The caller
// releases it, also after a failure.
bool journal_read(Journal *self, const Store *store, Status *status);
void journal_release(Journal *self);

#endif
