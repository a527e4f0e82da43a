// Bytes as text (RFC 4648, section 4).
#ifndef HARROW_BASE64_H
#define HARROW_BASE64_H

#include <stddef.h>
#include <stdint.h>

// The length of the text for so many bytes.
static inline size_t base64_length(size_t count) {
    return (count + 2) / 3 * 4;
}

// Writes the text with a NUL behind it.
void base64_encode(const uint8_t *bytes, size_t count, char *text);

enum { BASE64_INVALID = -1 };

// How many bytes a text stands for; `bytes`, unless it is NULL, has room for them. BASE64_INVALID
// for what base64_encode would not have written.
ptrdiff_t base64_decode(const char *text, uint8_t *bytes);

#endif
