// A run as its report needs it: all of its records read once, cell by cell.
#ifndef HARROW_STUDY_H
#define HARROW_STUDY_H

#include "analysis/character.h"
#include "analysis/findings.h"
#include "analysis/game_sample.h"
#include "analysis/heat_map.h"
#include "analysis/opening_table.h"
#include "analysis/stats.h"
#include "core/experiment.h"

enum { STUDY_PLAYER_SPEC_SIZE = SPEC_MAX_LENGTH };

typedef struct StudyCell {
    CellLabel label;
    char game[SPEC_MAX_LENGTH]; // of the label
    const Variant *variant;
    Tally tally;
    CellStats stats; // once all records are read
    Character character;
    OpeningTable openings[OPENING_MAX_DEPTH]; // [d]: after d + 1 plies
    HeatMap heat;
    GameSample sample;
} StudyCell;

typedef struct Study {
    const char *directory; // the caller's
    cJSON *tree;           // experiment.json
    Experiment experiment; // its players are known by name and spec only
    StudyCell *cells;
    size_t count;
    size_t shown;      // the first cells, which the tables of a page have
    CellLabel *labels; // by cell, with the statistics and the spec of player 0: what the findings
    CellStats *stats;  // are derived from
    const char **specs;
    Findings findings;
    int64_t games;
    bool complete; // all games that the experiment asks for are there
    int64_t lost;  // messages of damage while reading
    bool has_values;
    int64_t openings; // games whose first plies the experiment chose
    char *log;        // log.jsonl, NULL: there is none
} Study;

// Reads a run's directory, also of one that is under way or was interrupted. What is damaged is
// told on stderr and counted in `lost`. The caller releases the study, also after a failure.
bool study_read(Study *self, const char *directory, Status *status);
void study_release(Study *self);

// The bytes of a text file with a NUL behind them, for the caller to free; NULL where it cannot be
// read.
char *study_text(const char *directory, const char *name);

#endif
