// Variants of Agros that were played again with another komi, beside what they were without it:
// whether the estimate of the fair komi holds.
#ifndef HARROW_CONFIRMATION_H
#define HARROW_CONFIRMATION_H

#include "analysis/stats.h"

// One cell of Agros in which a player met itself. The texts are its own.
typedef struct KomiCell {
    char *game;   // canonical spec without the komi
    char *player; // its canonical spec, or where that is not known its name
    double komi;
    int64_t games;
    Interval first; // the first player's score
    Interval fair;  // the fair komi as these games have it
} KomiCell;

// The cells of one run after another.
typedef struct KomiCells {
    KomiCell *list;
    size_t count, room;
} KomiCells;

// A cell, and a later one of the same game and player with another komi, or with the same one where
// that is the estimate.
typedef struct Confirmation {
    const KomiCell *before, *after;
} Confirmation;

// Adds what of a run can be confirmed or confirms; specs[i] is the spec of cell i's player 0, NULL:
// not known. False when memory is short. The caller releases the cells, also after a failure.
bool komi_cells_add(KomiCells *self, const CellLabel labels[], const CellStats stats[],
                    const char *const specs[], size_t count);
void komi_cells_release(KomiCells *self);

// A walk through the confirmations, begun with {0}.
typedef struct ConfirmationWalk {
    size_t next;
    Confirmation found;
    bool new_before; // `before` is another cell than that of the confirmation before
} ConfirmationWalk;

// Goes to the next confirmation, each later cell with the first one that it can be compared with;
// false behind the last.
bool komi_cells_next(const KomiCells *self, ConfirmationWalk *walk);

// The sentence of what the games with the komi say, without a stop: plain text.
const char *confirmation_verdict(const Confirmation *self);

// Prints, behind a blank line, a table with both beside each other; nothing where there is no
// confirmation. At most 100 columns. False when memory is short.
bool confirmations_print(const KomiCells *self, FILE *stream);

#endif
