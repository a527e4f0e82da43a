// A worker: plays one game of an experiment after another, each to one record.
#ifndef HARROW_WORKER_H
#define HARROW_WORKER_H

#include "core/experiment.h"
#include "core/record.h"
#include "search/player.h"

#include <stdatomic.h>

// A game that is over: its line of games.jsonl.gz with the newline (owned), and its facts.
typedef struct FinishedGame {
    int64_t id;
    char *text;
    size_t size;
    GameFacts facts;
} FinishedGame;

// One worker of one thread. The players of the cell in play are kept from game to game.
typedef struct Worker {
    const Experiment *experiment;
    const char *logs; // the directory where players may keep logs; NULL = none
    int32_t cell;     // that the players are for; −1 = none
    Player *players[2];
    Position start; // of that cell's games, but for an opening that is a position
    Line line;
    int64_t legal_plies;
    bool usual_start;      // of the game in play: at `start`
    int32_t opening_plies; // its plies that the experiment chose
    uint64_t opening;      // as in GameFacts
    uint8_t *values;       // of its plies behind the opening; NULL where they are not told
    int32_t value_count, value_room;
    Adjudicator adjudicator; // of the game in play
    Outcome verdict;         // its, where it has ended that game
} Worker;

typedef enum PlayResult { PLAY_DONE, PLAY_STOPPED, PLAY_FAILED } PlayResult;

void worker_init(Worker *self, const Experiment *experiment, const char *logs);
void worker_release(Worker *self);

// Plays the game of that id from its opening to its record; the result depends on nothing but the
// experiment and the id. PLAY_STOPPED soon after *stop became true; PLAY_FAILED with the status
// when memory is short or no opening can be drawn.
PlayResult worker_play(Worker *self, int64_t id, const atomic_bool *stop, FinishedGame *game,
                       Status *status);

#endif
