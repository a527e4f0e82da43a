// The help text of a command taken apart, for what else is made of it: manual pages, completion.
#ifndef HARROW_HELP_TEXT_H
#define HARROW_HELP_TEXT_H

#include <stdbool.h>
#include <stddef.h>

// Room for any part of a help text.
enum { HELP_TERM_SIZE = 512, HELP_PROSE_SIZE = 4096 };

// What a part of a help text is, told by its layout. Paragraphs have an empty line between them.
//
//   usage: harrow NAME FILE [--out DIR]      HELP_USAGE: a form, continued in indented lines, and
//          harrow NAME --all                 another one for each line that begins with harrow
//   Some prose.                              HELP_PROSE: a paragraph without indented lines
//   A heading:                               HELP_HEADING: what stands before indented lines
//     term   what it means, and if need be   HELP_ITEM: a term at column 2, and its text from the
//            goes on here                    column where that of the paragraph's first one stands
//   Example: harrow NAME file                HELP_EXAMPLE: a line; also "Examples:" before lines
//   Exit 0: done.                            HELP_EXIT: a paragraph
typedef enum HelpPartKind {
    HELP_END,
    HELP_USAGE,
    HELP_PROSE,
    HELP_HEADING,
    HELP_ITEM,
    HELP_EXAMPLE,
    HELP_EXIT,
} HelpPartKind;

// A part, its lines joined by blanks. `term` is a usage line from harrow on, a heading without its
// colon, the term of an item, or an example as it stands; `prose` any other text.
typedef struct HelpPart {
    HelpPartKind kind;
    char term[HELP_TERM_SIZE];
    char prose[HELP_PROSE_SIZE];
} HelpPart;

// A place in a help text; a plain value, so a copy can look ahead.
typedef struct HelpReader {
    const char *at;
    HelpPartKind list; // what the lines of the paragraph are; HELP_END between paragraphs
    size_t column;     // of the texts of its items, or of its examples
} HelpReader;

HelpReader help_reader(const char *text);

// Reads the next part; false, with kind HELP_END, behind the last.
bool help_next(HelpReader *self, HelpPart *part);

// Walks the words of usage lines and terms: copies the next one, which is a text without blanks or
// brackets, or in quotes, and moves *at behind it; false at the end. *depth, which begins with 0,
// counts the square brackets around it.
bool help_word(const char **at, int *depth, char word[HELP_TERM_SIZE]);

#endif
