// The kinds that a spec can be of, a game or a player, as what is made of the help needs them.
#ifndef HARROW_SPEC_TABLE_H
#define HARROW_SPEC_TABLE_H

#include "core/option.h"

enum { SPEC_NOTE_SIZE = 64 };

// A kind with its keys.
typedef struct SpecKind {
    const char *name; // NULL: there is none
    const char *summary;
    OptionTable options;
} SpecKind;

typedef struct SpecTable {
    const char *word;    // by which usage lines mean such a spec: SPEC, PLAYER
    const char *command; // the subcommand that lists the kinds
    const char *form;    // how such a spec is written, where that command has no help; else NULL
    // The kinds in their order; one without a name beyond the last.
    SpecKind (*kind_at)(size_t index);
    // What is to be told of a kind beside its keys: a term, such as "tuned for agros", and a text.
    // False beyond the last; NULL = there is nothing.
    bool (*note_at)(size_t kind, size_t index, char term[SPEC_NOTE_SIZE],
                    char text[SPEC_MAX_LENGTH]);
} SpecTable;

#endif
