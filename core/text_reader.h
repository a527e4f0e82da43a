// Lines of text from a plain or gzip file, or from stdin.
#ifndef HARROW_TEXT_READER_H
#define HARROW_TEXT_READER_H

#include "core/status.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <zlib.h>

enum { TEXT_READER_BLOCK = 1 << 16 };

typedef struct TextReader {
    FILE *file;
    z_stream stream;
    bool gzip;             // told by the first two bytes
    bool within;           // of a gzip member
    unsigned char *input;  // a block read from the file
    unsigned char *output; // a block of text
    size_t at;             // of the next byte in it
    size_t filled;
    const char *path; // the caller's; "stdin" for "-"
    char *line;       // the last line read, without its newline
    size_t length;
    size_t capacity;
    int64_t number; // of that line, from 1
    bool unread;    // the rest of a line that is no text
} TextReader;

typedef enum ReadResult { READ_LINE, READ_END, READ_FAILED } ReadResult;

// Opens a file, or stdin for "-". Plain text and gzip, also several members one behind the other,
// are told apart by the content. On failure nothing needs to be released.
bool text_reader_open(TextReader *self, const char *path, Status *status);
void text_reader_close(TextReader *self);

// Reads the next line into self->line; a last line without newline counts. A NUL byte, a damaged
// or cut gzip stream, anything behind a member that is no member, and a line above 16 MiB are
// failures, with the path in the message: nothing is passed over.
ReadResult text_reader_next(TextReader *self, Status *status);

// Passes over the rest of the line that failed for a NUL byte or its length, so that the next one
// can be read; false where it was for something else, or the rest cannot be read either.
bool text_reader_pass(TextReader *self);

#endif
