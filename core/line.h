// A line of play: where a game began, the plies made since, and where it stands now.
#ifndef HARROW_LINE_H
#define HARROW_LINE_H

#include "core/history.h"

// Rules that look back (recurrence) have all they need here; a Position alone never does.
typedef struct Line {
    Variant variant;
    Position start;
    Position position;
    Move *moves;
    int32_t count;
    int32_t capacity;
    History history; // of all positions before the current one
} Line;

// Begins a line; nothing is allocated before the first ply.
void line_init(Line *self, const Variant *variant, const Position *start);
void line_release(Line *self);
// Goes back to the start position and keeps the memory.
void line_restart(Line *self, const Position *start);
// Takes back the last plies of those that there are.
void line_take_back(Line *self, int32_t plies);

// Plays a legal ply. Fails only when memory is short.
bool line_play(Line *self, Move move, Status *status);
// Plays move strings joined by single blanks; "" is none. A failure names the ply, from 1.
bool line_play_text(Line *self, const char *moves, Status *status);

// As the game's operations on the current position, but mindful of the line. line_moves gives no
// ply once the line's outcome is decided.
Outcome line_outcome(const Line *self);
int line_moves(const Line *self, Move *moves);
Side line_side(const Line *self);
// The outcome that a legal ply would lead to; *position becomes the position behind it.
Outcome line_outcome_after(const Line *self, Move move, Position *position);

// Makes `history` that of the line with the current position, with room for `more` positions.
bool line_copy_history(const Line *self, History *history, int32_t more, Status *status);

// The plies as move strings joined by blanks, which the caller frees; NULL when memory is short.
char *line_text(const Line *self, Status *status);

#endif
