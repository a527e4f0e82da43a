// gzip members: a run of game lines compressed on its own, and the reading of a file of members.
#ifndef HARROW_MEMBER_H
#define HARROW_MEMBER_H

#include "core/status.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <zlib.h>

enum { MEMBER_GAMES = 256 }; // lines of a member; the last one of a file may have fewer

// A growing text of lines.
typedef struct MemberText {
    char *bytes;
    size_t size;
    size_t capacity;
    int lines;
} MemberText;

bool member_add(MemberText *self, const char *line, size_t size);
void member_clear(MemberText *self);
void member_release(MemberText *self);

// Compresses the text to one gzip member, the same bytes from the same text, level and zlib.
// The caller frees the result; NULL when memory is short.
unsigned char *member_compress(const MemberText *self, int level, size_t *size);

// Reads a file of members one by one.
typedef struct MemberReader {
    FILE *file;
    const char *path; // the caller's
    z_stream stream;
    unsigned char input[65536];
    int64_t whole; // bytes up to the end of the last whole member
    int64_t members;
} MemberReader;

typedef enum MemberResult {
    MEMBER_WHOLE,
    MEMBER_END,    // the file ends behind a whole member
    MEMBER_CUT,    // the file ends within a member
    MEMBER_DAMAGED // status filled: EXIT_INPUT, or EXIT_RESOURCE when it could not be read
} MemberResult;

bool member_reader_open(MemberReader *self, const char *path, Status *status);
void member_reader_close(MemberReader *self);
// Reads the next member into `text`, which is cleared first. Messages leave the path to the caller.
// With MEMBER_CUT the text is what could be read, perhaps with half a line at its end.
MemberResult member_reader_next(MemberReader *self, MemberText *text, Status *status);

// After MEMBER_DAMAGED: goes to the next place behind the member's beginning where another may
// begin, which then counts as the end of the whole ones; false when there is none.
bool member_reader_resume(MemberReader *self);

#endif
