// The openings that an experiment has been given: the keys "file", "list", "start", "order" and
// "wrap" of its "opening".
#ifndef HARROW_OPENING_BOOK_H
#define HARROW_OPENING_BOOK_H

#include "core/line.h"

enum { OPENING_BOOK_MAX = 20000, OPENING_BOOK_BYTES = 4 << 20 };

// An opening as it was given, and where.
typedef struct BookLine {
    char *text;     // a position string, or moves from the start
    int64_t number; // of the line of the file, from 1; in a list its index
} BookLine;

// Openings in the order in which they are used.
typedef struct OpeningBook {
    char *path; // of the file; NULL for a list
    BookLine *lines;
    int32_t *order; // the place of the n-th to be used among the lines
    int32_t count;  // 0: none were given
    size_t bytes;   // of all lines
    int32_t start;  // the first that is used, from 0
    bool random;    // the order is drawn, and no opening comes twice before all have come
    bool wrap;      // begins anew behind the last
} OpeningBook;

// Reads the keys of "opening" that concern a book. A file has an opening a line; blank lines and
// those that begin with '#' are none. Mistakes are EXIT_INPUT and name the JSON path, or file and
// line. The caller releases the book, also after a failure.
bool opening_book_read(OpeningBook *self, const cJSON *opening, int64_t seed, Status *status);
void opening_book_release(OpeningBook *self);

// Writes the keys, with the openings as a list, into the open object that opening_book_read would
// read again. Nothing for an empty book.
void opening_book_write(const OpeningBook *self, JsonWriter *json);

// Whether all openings can be played in a variant, in so many plies at most, and the game goes on
// behind each. The message says where the first that cannot was given.
bool opening_book_check(const OpeningBook *self, const Variant *variant, int32_t most_plies,
                        Status *status);

// Openings that lead to the same position as one before, or to a mirror image of it.
typedef struct OpeningDuplicates {
    int32_t count;
    int32_t first, second; // numbers of the first such two, from 0
} OpeningDuplicates;

// Looks for those of a book that passed opening_book_check. False when memory is short.
bool opening_book_duplicates(const OpeningBook *self, const Variant *variant,
                             OpeningDuplicates *found, Status *status);

// Whether there is an opening for each of so many units of a cell.
bool opening_book_suffices(const OpeningBook *self, int64_t units, Status *status);

// Begins a line of a variant whose start position is given with the opening of a unit, a pair of
// games or a game; without a book, at the start. *legal_plies becomes the sum of the numbers of
// legal plies.
bool opening_book_play(const OpeningBook *self, int64_t unit, const Position *start, Line *line,
                       int64_t *legal_plies, Status *status);

#endif
