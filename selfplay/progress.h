// Progress of a run: one line that renews itself on a terminal, else a line a minute; the journal
// has it too, for `harrow status`.
#ifndef HARROW_PROGRESS_H
#define HARROW_PROGRESS_H

#include "analysis/interval.h"
#include "core/experiment.h"

#include <stdbool.h>
#include <stdint.h>

enum { PROGRESS_CELL_SIZE = 400 };

typedef struct Progress {
    const Experiment *experiment;
    bool quiet;
    bool terminal;
    bool open;     // a line on the terminal has no end yet
    int64_t begun; // monotonic nanoseconds
    int64_t shown;
    int64_t restored; // games of earlier sessions
    int64_t games;    // finished, those included
    int64_t total;    // that there will be at most
    int64_t plies;    // of this session's games
    int ranks;        // processes that play; 0 and 1: nothing is said of them
} Progress;

// What a line says. The rates are those of this session.
typedef struct ProgressLine {
    int64_t games, total;
    int64_t time;         // when that was so: seconds since 1970
    double elapsed, left; // seconds; `left` is NaN while nothing is known of it
    double games_per_second, plies_per_second;
    int64_t ranks;                 // as of Progress
    char cell[PROGRESS_CELL_SIZE]; // the one in work: its variant, and whose score follows
    Interval score;                // there, 0..1
} ProgressLine;

void progress_init(Progress *self, const Experiment *experiment, bool quiet);
// So many games of earlier sessions have been read so far: shown when it is time for a line.
void progress_read(Progress *self, int64_t games);
// Playing begins behind so many games of earlier sessions.
void progress_begin(Progress *self, int64_t restored);
// So many games will not be played.
void progress_drop(Progress *self, int64_t games);
// One more game of an earlier session is taken over.
void progress_keep(Progress *self);
// One more game of this session is finished.
void progress_add(Progress *self, int32_t plies);

// Whether it is time for another line.
bool progress_is_due(Progress *self);
// How far the run is, with what `cell` says of the cell in work and its score so far.
ProgressLine progress_line(const Progress *self, const char *cell, Interval score);
// Shows a line on stderr, in place of the last one on a terminal, and there what its width has room
// for.
void progress_show(Progress *self, const ProgressLine *line);
// Shows the last line.
void progress_end(Progress *self, const ProgressLine *line);
// Ends the line that is still open, if there is one, so that something else may be said.
void progress_close(Progress *self);

// Writes the two parts of a line, without its end: how many games and how fast; the cell in work.
void progress_line_rate(const ProgressLine *self, FILE *stream);
void progress_line_score(const ProgressLine *self, FILE *stream);
// As an object of JSON, and back; false for one that is none.
void progress_line_write(const ProgressLine *self, JsonWriter *json);
bool progress_line_read(ProgressLine *self, const cJSON *tree);

#endif
