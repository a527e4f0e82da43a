// What the fuzz targets share. A target is one function of libFuzzer's shape that reads one kind of
// outside text and checks what must hold of it, in every build; see run.sh and replay.c.
#ifndef HARROW_FUZZ_H
#define HARROW_FUZZ_H

#include "core/game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Runs one input; returns 0 and aborts where something does not hold.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Aborts with the condition and its place unless it holds; unlike assert also under NDEBUG.
#define FUZZ_CHECK(condition) fuzz_check((condition), #condition, __FILE__, __LINE__)
void fuzz_check(bool holds, const char *condition, const char *file, int line);

// The input as a text of its own, up to its first NUL byte; the caller frees it.
char *fuzz_text(const uint8_t *data, size_t size);
// Cuts a text at the first such byte and returns what is behind it: "" when there is none.
char *fuzz_cut(char *text, char at);

// A status that nobody has filled.
Status fuzz_status(void);
// Checks a status of an input that was refused: the code, and one printable line that says why.
void fuzz_check_refused(const Status *status, ExitCode code);

// Checks a position and all that follows a legal ply from it: texts that are read back as what they
// were written from, redundant state, and what the game's operations say of each other.
void fuzz_check_position(const Variant *variant, const Position *position);
// Checks that the position string is read back as an equal position; `text` receives it.
void fuzz_check_position_text(const Variant *variant, const Position *position,
                              char text[GAME_POSITION_TEXT_SIZE]);

// The same questions asked of the plain implementations in tests/plain_*.c: whether a position
// string is one, and what comes of a legal ply in it.
bool fuzz_plain_accepts(const Game *game, const char *position);
int fuzz_plain_count(const Game *game, const char *position); // of its legal plies
void fuzz_plain_play(const Game *game, const char *position, const char *move,
                     char after[GAME_POSITION_TEXT_SIZE]);

// A file in memory with these bytes, the same one at each call, and its path.
const char *fuzz_file(const void *bytes, size_t size);

#endif
