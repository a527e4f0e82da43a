// A line of a journal that tells whether it is whole:
//
//     {"crc32":"xxxxxxxx","KEY":OBJECT}
//
// with the CRC-32 (zlib) in hexadecimal of the bytes of the object.
#ifndef HARROW_FRAME_H
#define HARROW_FRAME_H

#include <stddef.h>
#include <stdio.h>

// Writes a frame with its newline.
void frame_write(FILE *stream, const char *key, const char *object, size_t size);

// The object in a line (without newline) that is a whole frame of this key, and its size; NULL for
// any other line.
const char *frame_open(const char *key, const char *line, size_t length, size_t *size);

#endif
