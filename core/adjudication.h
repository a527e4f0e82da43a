// Games that end before their rules say so: the keys "resign" and "draw" of a config.
#ifndef HARROW_ADJUDICATION_H
#define HARROW_ADJUDICATION_H

#include "core/json.h"
#include "core/move.h"

// Values are expected scores of who has just chosen a ply, 0..1, as players give them.
typedef struct Adjudication {
    int32_t resign_plies; // of a side in a row with a value of resign_score or less; 0 = never
    double resign_score;
    double played_out;  // share of the games, 0..1, in which resignations are only noted
    int32_t draw_plies; // of both sides in a row within draw_margin of ½; 0 = never
    int32_t draw_after; // plies of the game before they count
    double draw_margin;
} Adjudication;

// Reads the two keys of a config. Mistakes are EXIT_INPUT and name the JSON path.
bool adjudication_read(Adjudication *self, const cJSON *config, Status *status);
// Writes the keys that it would read again into the open object; nothing where there is no rule.
void adjudication_write(const Adjudication *self, JsonWriter *json);

// The watch over one game.
typedef struct Adjudicator {
    const Adjudication *rules;
    bool plays_out;
    bool has_resigned; // in a game that is played out: somebody would have
    Side resigned;     // who
    int32_t hopeless[SIDE_COUNT];
    int32_t level;
} Adjudicator;

Adjudicator adjudicator_begin(const Adjudication *rules, bool plays_out);

// Takes the value of the ply that a side is about to make, which is the game's `ply`-th, from 1;
// NaN, it has none, changes nothing. The outcome is END_RESIGN or END_ADJUDICATED, or none while
// the game goes on.
Outcome adjudicator_add(Adjudicator *self, Side side, double value, int32_t ply);

#endif
