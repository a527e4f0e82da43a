// Options declared once: one table gives parsing, range check, default, canonical form and help.
#ifndef HARROW_OPTION_H
#define HARROW_OPTION_H

#include "core/status.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { SPEC_MAX_PAIRS = 32, SPEC_MAX_LENGTH = 1024 };

// Room for the value of any option as a text, and for the most that OPTION_TEXT may hold.
enum { OPTION_VALUE_SIZE = 400 };

// How an option's value is written and which C type holds it.
typedef enum OptionType {
    OPTION_INTEGER, // int32_t
    OPTION_REAL,    // double
    OPTION_HALVES,  // int32_t in half points, written in points with .5 where odd
    OPTION_CHOICE,  // int32_t, index into `choices`
    OPTION_TEXT,    // char[high + 1], at most OPTION_VALUE_SIZE, without control characters
    OPTION_TYPE_COUNT
} OptionType;

// One key of a spec. Numbers are doubles here whatever their type holds, since all are small.
typedef struct Option {
    const char *key;
    OptionType type;
    size_t offset;       // of the value in the struct of values
    double low, high;    // the range allowed, in the written unit (points for OPTION_HALVES); of
                         // the bytes of OPTION_TEXT
    double preset;       // the default, in the written unit; an index for OPTION_CHOICE; a text
                         // is empty
    const char *choices; // "sow|static" for OPTION_CHOICE
    bool odd;            // only odd integers
    bool silent;         // left out of the canonical form while it is the default
    const char *help;    // one line: what it does, with the source where there is one
} Option;

typedef struct OptionTable {
    const Option *options;
    size_t count;
} OptionTable;

// How a value was written: in a spec text all look alike, JSON tells them apart.
typedef enum ValueForm { FORM_ANY, FORM_NUMBER, FORM_TEXT } ValueForm;

// A spec taken apart: `kind[:key=value,…]`. The texts live in `storage`, unquoted.
typedef struct Spec {
    const char *kind;
    size_t count;
    struct {
        const char *key;
        const char *value;
        ValueForm form;
    } pairs[SPEC_MAX_PAIRS];
    char storage[SPEC_MAX_LENGTH];
    size_t used; // bytes of the storage
} Spec;

// Takes a spec text apart. A value may stand in double quotes, with \" and \\ inside. An empty
// part, a key twice, an open quote or a text that is too long is EXIT_INPUT and names the token.
bool spec_parse(Spec *self, const char *text, Status *status);

// Builds a spec from parts: the kind, then each pair; refused as in spec_parse.
bool spec_begin(Spec *self, const char *kind, Status *status);
bool spec_add(Spec *self, const char *key, const char *value, ValueForm form, Status *status);

// Sets every option of the table to its default in the struct at `values`.
void options_preset(OptionTable self, void *values);

// Parses one value into its place; unknown keys list the known ones, a bad value, or one of another
// form than the option's, names what was expected. The index of the key is returned through `index`
// unless that is NULL.
bool options_set(OptionTable self, void *values, const char *key, const char *value, ValueForm form,
                 size_t *index, Status *status);

// Presets, then sets every pair of the spec. *given gets bit i for each option i that was named.
bool options_apply(OptionTable self, void *values, const Spec *spec, uint64_t *given,
                   Status *status);

// Takes over the values of the options whose bit is set in `given`.
void options_merge(OptionTable self, void *values, const void *from, uint64_t given);

// Writes one option's value as options_set would read it; texts without quotes.
char *option_format(const Option *self, const void *values, char text[OPTION_VALUE_SIZE]);

// Writes the canonical form `kind:key=value,…` with every key that is not silent, in the order of
// the table, and texts in quotes. The result is cut at `size`, which SPEC_MAX_LENGTH never needs.
void options_format(OptionTable self, const char *kind, const void *values, char *text,
                    size_t size);

// The same with the keys whose bit is set in `given`, and no others.
void options_format_given(OptionTable self, const char *kind, const void *values, uint64_t given,
                          char *text, size_t size);

// Writes what a value may be and what it is by default, such as "a number in 0..1; default 0.5".
void option_describe(const Option *self, char *text, size_t size);

// Writes one indented line an option: key, range or choices, default, help; at most 100 columns.
void options_help(OptionTable self, FILE *stream);

#endif
