#include "core/option.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Reading a spec: the cursor walks the text while unquoted words are copied into the storage.
typedef struct SpecReader {
    const char *at;
    char *out;
    char *end;
} SpecReader;

static bool reader_put(SpecReader *self, char c, Status *status) {
    if (self->out == self->end) return status_fail(status, EXIT_INPUT, "spec is too long");
    *self->out++ = c;
    return true;
}

// Copies up to a byte of `stops`; the word is never empty.
static bool reader_plain(SpecReader *self, const char *stops, Status *status) {
    const char *start = self->at;
    while (*self->at && !strchr(stops, *self->at))
        if (!reader_put(self, *self->at++, status)) return false;
    if (self->at == start)
        return status_fail(status, EXIT_INPUT, "empty name or value before '%.20s'", start);
    return reader_put(self, '\0', status);
}

static bool reader_quoted(SpecReader *self, Status *status) {
    const char *start = self->at++;
    while (*self->at != '"') {
        if (*self->at == '\\' && (self->at[1] == '"' || self->at[1] == '\\')) self->at++;
        if (!*self->at) return status_fail(status, EXIT_INPUT, "quote is not closed: %.60s", start);
        if (!reader_put(self, *self->at++, status)) return false;
    }
    self->at++;
    if (*self->at && *self->at != ',')
        return status_fail(status, EXIT_INPUT, "',' expected after a quoted value, not '%.20s'",
                           self->at);
    return reader_put(self, '\0', status);
}

static bool reader_pair(SpecReader *self, Spec *spec, Status *status) {
    if (spec->count == SPEC_MAX_PAIRS)
        return status_fail(status, EXIT_INPUT, "more than %d keys", SPEC_MAX_PAIRS);
    const char *key = self->out;
    if (!reader_plain(self, "=,", status)) return false;
    if (*self->at != '=')
        return status_fail(status, EXIT_INPUT, "key=value expected, not '%s'", key);
    self->at++;
    for (size_t i = 0; i < spec->count; i++)
        if (strcmp(spec->pairs[i].key, key) == 0)
            return status_fail(status, EXIT_INPUT, "key '%s' is given twice", key);
    spec->pairs[spec->count].key = key;
    spec->pairs[spec->count++].value = self->out;
    return *self->at == '"' ? reader_quoted(self, status) : reader_plain(self, ",", status);
}

bool spec_parse(Spec *self, const char *text, Status *status) {
    SpecReader reader = {text, self->storage, self->storage + sizeof self->storage};
    self->count = 0;
    self->kind = reader.out;
    if (!*text) return status_fail(status, EXIT_INPUT, "empty spec");
    bool good = reader_plain(&reader, ":,=", status);
    if (good && *reader.at && *reader.at != ':')
        good = status_fail(status, EXIT_INPUT, "':' expected after '%s', not '%.20s'", self->kind,
                           reader.at);
    while (good && *reader.at) {
        reader.at++; // ':' or ','
        good = reader_pair(&reader, self, status);
    }
    return good || status_prefix(status, "'%.200s': ", text);
}

void options_preset(OptionTable self, void *values) {
    for (size_t i = 0; i < self.count; i++) {
        const Option *option = &self.options[i];
        char *place = (char *)values + option->offset;
        const double preset = option->preset;
        if (option->type == OPTION_REAL)
            memcpy(place, &preset, sizeof preset);
        else {
            const int32_t value = (int32_t)(option->type == OPTION_HALVES ? 2 * preset : preset);
            memcpy(place, &value, sizeof value);
        }
    }
}

// Writes what a value of the option may be: "8", "3..16", "sow|static".
static void describe_range(const Option *option, char *text, size_t size) {
    char low[32], high[32];
    const char *kind = option->type == OPTION_REAL     ? "a number in "
                       : option->type == OPTION_HALVES ? "a multiple of 0.5 in "
                       : option->odd                   ? "an odd number in "
                                                       : "a whole number in ";
    if (option->type == OPTION_CHOICE)
        snprintf(text, size, "one of %s", option->choices);
    else {
        snprintf(low, sizeof low, "%.10g", option->low);
        snprintf(high, sizeof high, "%.10g", option->high);
        snprintf(text, size, "%s%s..%s", kind, low, high);
    }
}

// The index of a word in "a|b|c", or −1.
static int32_t find_choice(const char *choices, const char *word) {
    const size_t length = strlen(word);
    for (int32_t index = 0; choices; index++) {
        const char *bar = strchr(choices, '|');
        const size_t size = bar ? (size_t)(bar - choices) : strlen(choices);
        if (size == length && memcmp(choices, word, size) == 0) return index;
        choices = bar ? bar + 1 : NULL;
    }
    return -1;
}

// A number spelled with digits, one point and one exponent at most; strtod also takes "nan",
// "inf", hexadecimal and leading blanks.
static bool parse_real(const char *text, double *value) {
    if (!*text || strspn(text, "0123456789+-.eE") != strlen(text)) return false;
    char *end;
    errno = 0;
    *value = strtod(text, &end);
    return *end == '\0' && errno == 0 && isfinite(*value);
}

static bool store(const Option *option, void *values, const char *text) {
    char *place = (char *)values + option->offset;
    double value;
    if (option->type == OPTION_CHOICE) {
        const int32_t index = find_choice(option->choices, text);
        memcpy(place, &index, sizeof index);
        return index >= 0;
    }
    if (!parse_real(text, &value) || value < option->low || value > option->high) return false;
    if (option->type == OPTION_REAL) {
        memcpy(place, &value, sizeof value);
        return true;
    }
    if (option->type == OPTION_HALVES) value *= 2;
    const int32_t whole = (int32_t)value;
    memcpy(place, &whole, sizeof whole);
    return (double)whole == value && (!option->odd || whole % 2 != 0);
}

static bool unknown_key(OptionTable self, const char *key, Status *status) {
    char known[256] = "";
    size_t used = 0;
    for (size_t i = 0; i < self.count && used < sizeof known; i++)
        used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "",
                                 self.options[i].key);
    return status_fail(status, EXIT_INPUT, "unknown key '%.40s'; %s%s", key,
                       self.count ? "known are " : "there are no keys", known);
}

bool options_set(OptionTable self, void *values, const char *key, const char *value, size_t *index,
                 Status *status) {
    size_t i = 0;
    while (i < self.count && strcmp(self.options[i].key, key) != 0) i++;
    if (i == self.count) return unknown_key(self, key, status);
    if (!store(&self.options[i], values, value)) {
        char range[128];
        describe_range(&self.options[i], range, sizeof range);
        return status_fail(status, EXIT_INPUT, "%s=%.40s: %s expected", key, value, range);
    }
    if (index) *index = i;
    return true;
}

bool options_apply(OptionTable self, void *values, const Spec *spec, uint64_t *given,
                   Status *status) {
    options_preset(self, values);
    *given = 0;
    for (size_t i = 0; i < spec->count; i++) {
        size_t index;
        if (!options_set(self, values, spec->pairs[i].key, spec->pairs[i].value, &index, status))
            return status_prefix(status, "%s: ", spec->kind);
        *given |= UINT64_C(1) << index;
    }
    return true;
}

static void format_choice(const char *choices, int32_t index, char text[32]) {
    for (; index > 0; index--) choices = strchr(choices, '|') + 1;
    snprintf(text, 32, "%.*s", (int)strcspn(choices, "|"), choices);
}

char *option_format(const Option *self, const void *values, char text[32]) {
    const char *place = (const char *)values + self->offset;
    double real;
    int32_t whole;
    if (self->type == OPTION_REAL) {
        memcpy(&real, place, sizeof real);
        snprintf(text, 32, "%.10g", real);
        if (strtod(text, NULL) != real) snprintf(text, 32, "%.17g", real);
        return text;
    }
    memcpy(&whole, place, sizeof whole);
    if (self->type == OPTION_CHOICE)
        format_choice(self->choices, whole, text);
    else
        snprintf(text, 32, "%.10g", self->type == OPTION_HALVES ? whole / 2.0 : whole);
    return text;
}

void options_format(OptionTable self, const char *kind, const void *values, char *text,
                    size_t size) {
    size_t used = (size_t)snprintf(text, size, "%s", kind);
    char separator = ':';
    for (size_t i = 0; i < self.count && used < size; i++) {
        const Option *option = &self.options[i];
        char value[32], preset[32];
        option_format(option, values, value);
        if (option->silent) {
            snprintf(preset, sizeof preset, "%.10g", option->preset);
            if (strcmp(value, preset) == 0) continue;
        }
        used +=
            (size_t)snprintf(text + used, size - used, "%c%s=%s", separator, option->key, value);
        separator = ',';
    }
}

void options_help(OptionTable self, FILE *stream) {
    for (size_t i = 0; i < self.count; i++) {
        const Option *option = &self.options[i];
        char range[128], preset[32];
        describe_range(option, range, sizeof range);
        if (option->type == OPTION_CHOICE)
            format_choice(option->choices, (int32_t)option->preset, preset);
        else
            snprintf(preset, sizeof preset, "%.10g", option->preset);
        fprintf(stream, "  %-12s %s; default %s\n  %-12s %s\n", option->key, range, preset, "",
                option->help);
    }
}
