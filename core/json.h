// JSON, carefully: one checked reader on top of cJSON and one writer that never prints a NaN.
#ifndef HARROW_JSON_H
#define HARROW_JSON_H

#include "core/status.h"

#include <cjson/cJSON.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
    JSON_MAX_DEPTH = 32,
    JSON_MAX_BYTES = 16 << 20,    // of one text that is read
    JSON_OWN_MAX_BYTES = 1 << 30, // of a file that harrow wrote
};

// Parses exactly one JSON text (RFC 8259) of `size` bytes, white space around it allowed. Refused,
// with line and column: text after the end, invalid UTF-8, a NUL byte or \u0000, an unpaired
// surrogate, a number that is not finite as a double, an integer (no fraction, no exponent) beyond
// ±2^53, a spelling that the grammar does not allow (01, +1, 1., single quotes, trailing commas),
// a key twice in one object, nesting deeper than JSON_MAX_DEPTH, more than JSON_MAX_BYTES.
// Returns a tree that the caller frees with cJSON_Delete, or NULL with the status filled
// (EXIT_INPUT, EXIT_RESOURCE when memory is short).
cJSON *json_parse(const char *text, size_t size, Status *status);

// The same for a text of harrow's own, which may have JSON_OWN_MAX_BYTES.
cJSON *json_parse_own(const char *text, size_t size, Status *status);

// Reads and parses a whole file; messages begin with the path. A file that cannot be opened or
// read is EXIT_INPUT.
cJSON *json_read(const char *path, Status *status);
// The same for a file of harrow's own, which may have JSON_OWN_MAX_BYTES.
cJSON *json_read_own(const char *path, Status *status);

// True for valid UTF-8, which alone can stand in a JSON text.
bool json_is_text(const char *text);

// True if `item` is a number without a fraction within ±2^53; then *value is it.
bool json_to_integer(const cJSON *item, int64_t *value);

// Keys that begin with "//" are comments.
bool json_is_comment(const cJSON *item);

// A writer of one JSON text onto a stream; it puts commas and, when `pretty`, line breaks and
// indentation of two blanks. The caller checks the stream for errors at the end.
typedef struct JsonWriter {
    FILE *stream;
    bool pretty;
    bool after_key;
    unsigned depth;
    uint64_t filled; // bit d: the container at depth d has an element already
} JsonWriter;

JsonWriter json_writer(FILE *stream, bool pretty);
void json_begin_object(JsonWriter *self);
void json_end_object(JsonWriter *self);
void json_begin_array(JsonWriter *self);
void json_end_array(JsonWriter *self);
// The key of the next value; inside an object only.
void json_key(JsonWriter *self, const char *key);
// A valid UTF-8 text, escaped as RFC 8259 asks ('"', '\\' and control characters only).
void json_text(JsonWriter *self, const char *text);
void json_integer(JsonWriter *self, int64_t value);
// An integral value of magnitude up to 2^53 is printed plainly, any other with 10 significant
// digits (%.10g); NaN and infinities become null: a bound that does not exist.
void json_number(JsonWriter *self, double value);
void json_flag(JsonWriter *self, bool value);
void json_null(JsonWriter *self);
// A key and its value.
void json_put_text(JsonWriter *self, const char *key, const char *text);
void json_put_integer(JsonWriter *self, const char *key, int64_t value);
void json_put_number(JsonWriter *self, const char *key, double value);
void json_put_flag(JsonWriter *self, const char *key, bool value);
// A parsed tree, in its own order.
void json_tree(JsonWriter *self, const cJSON *tree);
// The same as a text of one line, for messages; the caller frees it. NULL: memory is short.
char *json_line(const cJSON *tree);

// The one function that prints numbers for people and files: as json_number, but "null" for a
// value that does not exist. `text` has room for at least 32 bytes. Returns text.
char *format_number(double value, char text[32]);
// For options, which must be read again as they were: as few digits as that takes, ten at least
// tried. The value is finite.
char *format_exact(double value, char text[32]);

#endif
