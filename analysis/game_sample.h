// The few games of a cell that the report shows whole.
#ifndef HARROW_GAME_SAMPLE_H
#define HARROW_GAME_SAMPLE_H

#include "analysis/character.h"

// Why a game was chosen. What is equal goes to the lower id, so that any order chooses the same.
typedef enum SampleReason {
    SAMPLE_LONGEST,
    SAMPLE_CLOSEST, // smallest margin of finished games with scores, the longer first
    SAMPLE_UPSET,   // won from where the loser expected the most
    SAMPLE_SHORTEST,
    SAMPLE_LOT, // drawn by the hash of its id
    SAMPLE_REASONS
} SampleReason;

enum { SAMPLE_MAX = 6 }; // games for each reason

typedef struct SampleGame {
    int64_t rank; // more comes first
    int64_t id;
    char *json; // the record
    size_t size;
} SampleGame;

typedef struct GameSample {
    SampleGame games[SAMPLE_REASONS][SAMPLE_MAX]; // best first; no json behind the last
} GameSample;

void game_sample_release(GameSample *self);

// "longest" and so on, for a person.
const char *sample_reason_name(SampleReason reason);

// Offers a game with the notes of its plies. False when memory is short.
bool game_sample_offer(GameSample *self, const Record *record, const PlyNote *notes, int32_t count,
                       const char *json, size_t size);

#endif
