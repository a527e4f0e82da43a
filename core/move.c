#include "core/move.h"

#include <string.h>

static const char *const RESULT_NAMES[RESULT_COUNT] = {
    [RESULT_NONE] = "*",
    [RESULT_FIRST] = "1-0",
    [RESULT_SECOND] = "0-1",
    [RESULT_DRAW] = "1/2-1/2",
};

static const char *const END_NAMES[END_COUNT] = {
    [END_NONE] = "",
    [END_PASSES] = "passes",
    [END_ENTHRONED] = "enthroned",
    [END_FORFEIT] = "forfeit",
    [END_STUCK] = "stuck",
    [END_REPETITION] = "repetition",
    [END_MAJORITY] = "majority",
    [END_PLY_LIMIT] = "ply-limit",
    [END_RESIGN] = "resign",
    [END_ADJUDICATED] = "adjudicated",
    [END_ILLEGAL_MOVE] = "illegal-move",
    [END_TIME] = "time",
    [END_CRASH] = "crash",
};

const char *side_name(Side side) {
    return side == SIDE_FIRST ? "first" : "second";
}

const char *result_name(Result result) {
    return RESULT_NAMES[result];
}

const char *end_name(End end) {
    return END_NAMES[end];
}

Result result_parse(const char *text) {
    unsigned i = 0;
    while (i < RESULT_COUNT && strcmp(text, RESULT_NAMES[i]) != 0) i++;
    return (Result)i;
}

End end_parse(const char *text) {
    unsigned i = 0;
    while (i < END_COUNT && strcmp(text, END_NAMES[i]) != 0) i++;
    return (End)i;
}
