// A game under way between persons and players: who sits where, clocks, and how it stands.
#ifndef HARROW_MATCH_H
#define HARROW_MATCH_H

#include "search/game_clock.h"
#include "search/player.h"

typedef struct Seat {
    Player *player;             // NULL = a person
    char name[SPEC_MAX_LENGTH]; // "person", or the player's canonical spec
    SearchLimits limits;        // the player's own, beside the clock
    Rng rng;
    GameClock clock;
} Seat;

typedef struct Match {
    Line line;
    bool usual_start; // the line begins at the game's start
    Seat seats[SIDE_COUNT];
    bool has_clocks;
    bool ticking;     // the clock of the side to move runs
    Outcome declared; // by resignation, time or a player's fault; END_NONE = the rules decide
} Match;

// Begins with a line, which from then on belongs to the match, two persons and no clocks.
void match_init(Match *self, const Line *line);
void match_release(Match *self);

// Puts a player on a seat. False with the status filled where there can be none.
bool match_seat(Match *self, Side side, const PlayerSpec *spec, uint64_t seed, Status *status);
// Gives both sides clocks, with so many milliseconds left.
void match_set_clocks(Match *self, const int32_t left[SIDE_COUNT], int32_t increment);

Outcome match_outcome(const Match *self);
Side match_side(const Match *self);
// Who is to move.
Seat *match_seat_to_move(Match *self);

// Starts the clock of the side to move unless it runs, and tells its player of it.
void match_tick(Match *self);
// When the side to move has lost on time; 0 = never.
int64_t match_deadline(const Match *self);
// What a side has left on its clock, in nanoseconds.
int64_t match_time_left(const Match *self, Side side);

// Plays a legal ply and stops the clock; what comes too late loses instead. False when memory is
// short.
bool match_play(Match *self, Move move, Status *status);
// The side to move loses by resignation, time or a fault.
void match_lose(Match *self, End end);
// Takes back a resignation, or all plies from the last one that a person made on; time that has
// been used stays so. False where there is nothing to take back.
bool match_undo(Match *self);

#endif
