// The directory of one experiment: who holds it, and writes that a crash cannot tear.
#ifndef HARROW_STORE_H
#define HARROW_STORE_H

#include "core/experiment.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define STORE_GAMES "games.jsonl.gz"
#define STORE_JOURNAL "journal.jsonl"
#define STORE_EXPERIMENT "experiment.json"
#define STORE_STATS "stats.json"
#define STORE_LOG "log.jsonl"
#define STORE_LOCK "lock"
#define STORE_PREVIOUS "previous.jsonl.gz" // the records before --extend, until they are taken over

typedef struct Store {
    char *path; // as the user named it, for messages
    int directory;
    int lock;
    bool made_lock;      // the lock's file was not there before
    int games;           // STORE_GAMES, open for writing at games_bytes
    int64_t games_bytes; // whole members
} Store;

// Opens a directory, making it and its parents where they are missing, and locks it. A directory
// that another process holds, and a non-empty one that is no experiment's, are EXIT_INPUT; one that
// cannot be written is EXIT_RESOURCE. The caller closes the store, also after a failure.
bool store_open(Store *self, const char *path, Status *status);
void store_close(Store *self);
// Closes a directory that was refused, leaving nothing in it that was not there.
void store_refuse(Store *self);

bool store_has(const Store *self, const char *name);
// The path of a file, for messages and for reading; the caller frees it. NULL: memory is short.
char *store_path(const Store *self, const char *name);

// Replaces a file as a whole: another file is written, synced and renamed over it.
bool store_replace(const Store *self, const char *name, const char *bytes, size_t size,
                   Status *status);
// Removes a file and what a crash left of its replacement. That survives a power failure once
// something is replaced or renamed, or the games are opened.
bool store_remove(const Store *self, const char *name, Status *status);
bool store_rename(const Store *self, const char *from, const char *to, Status *status);
// Makes sure that what is in a file survives a power failure.
bool store_sync(const Store *self, const char *name, Status *status);
// Appends lines to a file that only informs (STORE_LOG).
bool store_append(const Store *self, const char *name, const char *bytes, size_t size,
                  Status *status);

// Opens STORE_GAMES and cuts it to `bytes`, the length of its whole members.
bool store_open_games(Store *self, int64_t bytes, Status *status);
// Appends a whole member. On failure the file is cut back to what it was.
bool store_append_member(Store *self, const void *bytes, size_t size, Status *status);
// Makes sure that all members appended since store_open_games survive a power failure.
bool store_sync_games(const Store *self, Status *status);

#endif
