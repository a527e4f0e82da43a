// Conditions on game records: `first=uct and result=0-1 and plies>120`.
//
//     condition  = term { "or" term }
//     term       = factor { "and" factor }
//     factor     = "not" factor | "(" condition ")" | field operator value
//     operator   = "=" | "!=" | "<" | "<=" | ">" | ">=" | "~" (contains)
//     value      = characters up to a blank or ")", or a text in double quotes
#ifndef HARROW_RECORD_FILTER_H
#define HARROW_RECORD_FILTER_H

#include "core/record.h"

enum { RECORD_FILTER_NODES = 256, RECORD_FIELD_TEXT_SIZE = 32 };

// What can be asked of a record; fields that a record does not have (pair, score) fulfil nothing.
typedef enum RecordField {
    FIELD_ID,
    FIELD_CELL,
    FIELD_PAIR,
    FIELD_GAME,
    FIELD_FIRST,
    FIELD_SECOND,
    FIELD_WINNER, // the name of a player; empty where nobody won
    FIELD_POSITION,
    FIELD_OPENING,
    FIELD_PLIES,
    FIELD_RESULT,
    FIELD_END,
    FIELD_SCORE_FIRST,
    FIELD_SCORE_SECOND,
    FIELD_MARGIN, // first − second in points
    FIELD_MOVES,
    FIELD_RESIGNING, // "first" or "second"; empty where nobody would have resigned
    FIELD_COUNT
} RecordField;

// "id", "score_first" and so on.
const char *record_field_name(RecordField field);

// The value of a field as a text: the record's own, or made in `room`. NULL where there is none.
const char *record_field_text(const Record *record, RecordField field,
                              char room[RECORD_FIELD_TEXT_SIZE]);

typedef enum FilterOperator {
    FILTER_EQUAL,
    FILTER_UNEQUAL,
    FILTER_LESS,
    FILTER_AT_MOST,
    FILTER_MORE,
    FILTER_AT_LEAST,
    FILTER_CONTAINS,
    FILTER_NOT,
    FILTER_AND,
    FILTER_OR
} FilterOperator;

// A comparison, or what joins others.
typedef struct FilterNode {
    FilterOperator relation;
    RecordField field;
    double number;       // what numeric fields are compared with
    const char *text;    // what others are
    int16_t left, right; // nodes that are joined; `not` has a left one
} FilterNode;

// A condition that has been read; with no text it holds for all records.
typedef struct RecordFilter {
    FilterNode nodes[RECORD_FILTER_NODES];
    int16_t count;
    int16_t root; // −1: none
    char *words;  // the values
} RecordFilter;

// Reads a condition; NULL is one that always holds. Mistakes are EXIT_INPUT and show the place. The
// caller releases the filter, also after a failure.
bool record_filter_init(RecordFilter *self, const char *text, Status *status);
void record_filter_release(RecordFilter *self);

bool record_filter_holds(const RecordFilter *self, const Record *record);

#endif
