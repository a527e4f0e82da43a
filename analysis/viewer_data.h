// The games that a page carries for its viewer.
//
// The page's script knows no rules. For each ply of the chosen games the page has all that is
// drawn: the position string, fields and score, as harrow computed them. That is compact enough
// since each game is compressed on its own (gzip in base64, 2 to 15 KB), which browsers undo, and
// it cannot disagree with the rules here. Diffs would be smaller before compression, not after it.
#ifndef HARROW_VIEWER_DATA_H
#define HARROW_VIEWER_DATA_H

#include "analysis/study.h"

enum {
    VIEWER_MAX_GAMES = 120,
    VIEWER_MAX_BYTES = 1000000, // of the compressed games of a run
    VIEWER_MAX_FACTS = 100000,  // of all beside them
};

// Writes the JSON of the chosen games of the shown cells of a study, whose compressed games take
// `budget` bytes at most; games that do not fit are left out. Each cell has its longest game before
// any has its second longest. *games becomes how many there are.
bool viewer_data_write(FILE *stream, const Study *study, size_t budget, size_t *games,
                       Status *status);

#endif
