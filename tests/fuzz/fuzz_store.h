// What the targets share that read the files of an experiment's directory.
#ifndef HARROW_FUZZ_STORE_H
#define HARROW_FUZZ_STORE_H

#include "core/member.h"
#include "selfplay/store.h"

#include <stdint.h>

// A directory of the process's own, which is removed at its end; the same one at each call.
Store fuzz_store(void);
// Makes a file of these bytes, or none when there are none.
void fuzz_store_write(const Store *store, const char *name, const void *bytes, size_t size);
// Removes all files of an experiment.
void fuzz_store_clear(const Store *store);

// The experiment of a config that is good.
Experiment fuzz_experiment(const char *config);

// Compresses a text to gzip members, with a byte 0xff between them; adds them to the bytes of
// `file`.
void fuzz_compress(MemberText *file, const uint8_t *text, size_t size);

// The lines of a journal: behind '#' stands the inner object of a head and behind ' ' that of a
// record, which are framed with their checksums; other lines are written as they are.
typedef struct FuzzJournal {
    char *text; // the caller's to free
    size_t size;
    int64_t lines;
    int64_t records; // framed
} FuzzJournal;

FuzzJournal fuzz_journal(const char *input);

#endif
