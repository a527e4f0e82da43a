// The records of a run, also of one under way, or of a file, also a damaged one.
#ifndef HARROW_RECORD_SOURCE_H
#define HARROW_RECORD_SOURCE_H

#include "core/record.h"

#include <stdbool.h>
#include <stddef.h>

// Who wants the records.
typedef struct RecordSource {
    void *context;
    // Takes a record, with the JSON it was read from, both for the time of the call. Returns false
    // when no more are wanted.
    bool (*take)(void *context, const Record *record, const char *json, size_t size);
    // Is told, in words, that something in a file could not be read; all else is.
    void (*lose)(void *context, const char *path, const char *what);
} RecordSource;

// Reads a run's directory, or a file, plain or gzip; "-" is stdin. Of a run the records of its
// journal follow those of its members. False where there is nothing to read, or memory is short.
bool record_source_read(const RecordSource *self, const char *path, Status *status);

#endif
