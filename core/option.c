#include "core/option.h"
#include "core/json.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Appends a byte to the storage.
static bool spec_put(Spec *self, char c, Status *status) {
    if (self->used == sizeof self->storage)
        return status_fail(status, EXIT_INPUT, "spec is too long");
    self->storage[self->used++] = c;
    return true;
}

// Where the next word will stand.
static const char *spec_word(const Spec *self) {
    return self->storage + self->used;
}

static bool spec_copy(Spec *self, const char *word, Status *status) {
    do
        if (!spec_put(self, *word, status)) return false;
    while (*word++);
    return true;
}

// Opens a pair whose key is stored already; its value is what is stored next.
static bool spec_open_pair(Spec *self, const char *key, ValueForm form, Status *status) {
    for (size_t i = 0; i < self->count; i++)
        if (strcmp(self->pairs[i].key, key) == 0)
            return status_fail(status, EXIT_INPUT, "key '%s' is given twice", key);
    self->pairs[self->count].key = key;
    self->pairs[self->count].form = form;
    self->pairs[self->count++].value = spec_word(self);
    return true;
}

static bool spec_has_room(const Spec *self, Status *status) {
    return self->count < SPEC_MAX_PAIRS ||
           status_fail(status, EXIT_INPUT, "more than %d keys", SPEC_MAX_PAIRS);
}

bool spec_begin(Spec *self, const char *kind, Status *status) {
    self->count = self->used = 0;
    self->kind = self->storage;
    return spec_copy(self, kind, status);
}

bool spec_add(Spec *self, const char *key, const char *value, ValueForm form, Status *status) {
    const char *word = spec_word(self);
    return spec_has_room(self, status) && spec_copy(self, key, status) &&
           spec_open_pair(self, word, form, status) && spec_copy(self, value, status);
}

// Reading a spec text: the cursor walks it while unquoted words are copied into the storage.
typedef struct SpecReader {
    const char *at;
    Spec *spec;
} SpecReader;

// Copies up to a byte of `stops`; the word is never empty.
static bool reader_plain(SpecReader *self, const char *stops, Status *status) {
    const char *start = self->at;
    while (*self->at && !strchr(stops, *self->at))
        if (!spec_put(self->spec, *self->at++, status)) return false;
    if (self->at == start)
        return status_fail(status, EXIT_INPUT, "empty name or value before '%.20s'", start);
    return spec_put(self->spec, '\0', status);
}

static bool reader_quoted(SpecReader *self, Status *status) {
    const char *start = self->at++;
    while (*self->at != '"') {
        if (*self->at == '\\' && (self->at[1] == '"' || self->at[1] == '\\')) self->at++;
        if (!*self->at) return status_fail(status, EXIT_INPUT, "quote is not closed: %.60s", start);
        if (!spec_put(self->spec, *self->at++, status)) return false;
    }
    self->at++;
    if (*self->at && *self->at != ',')
        return status_fail(status, EXIT_INPUT, "',' expected after a quoted value, not '%.20s'",
                           self->at);
    return spec_put(self->spec, '\0', status);
}

static bool reader_pair(SpecReader *self, Status *status) {
    const char *key = spec_word(self->spec);
    if (!spec_has_room(self->spec, status)) return false;
    if (!reader_plain(self, "=,", status)) return false;
    if (*self->at != '=')
        return status_fail(status, EXIT_INPUT, "key=value expected, not '%s'", key);
    self->at++;
    if (!spec_open_pair(self->spec, key, FORM_ANY, status)) return false;
    return *self->at == '"' ? reader_quoted(self, status) : reader_plain(self, ",", status);
}

bool spec_parse(Spec *self, const char *text, Status *status) {
    SpecReader reader = {text, self};
    self->count = self->used = 0;
    self->kind = self->storage;
    if (!*text) return status_fail(status, EXIT_INPUT, "empty spec");
    bool good = reader_plain(&reader, ":,=", status);
    if (good && *reader.at && *reader.at != ':')
        good = status_fail(status, EXIT_INPUT, "':' expected after '%s', not '%.20s'", self->kind,
                           reader.at);
    while (good && *reader.at) {
        reader.at++; // ':' or ','
        good = reader_pair(&reader, status);
    }
    return good || status_prefix(status, "'%.200s': ", text);
}

static size_t text_size(const Option *option) {
    return (size_t)option->high + 1;
}

void options_preset(OptionTable self, void *values) {
    for (size_t i = 0; i < self.count; i++) {
        const Option *option = &self.options[i];
        char *place = (char *)values + option->offset;
        const double preset = option->preset;
        if (option->type == OPTION_TEXT)
            memset(place, 0, text_size(option));
        else if (option->type == OPTION_REAL)
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
                       : option->type == OPTION_TEXT   ? "a text with a number of bytes in "
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

static bool store_text(const Option *option, char *place, const char *text) {
    const size_t length = strlen(text);
    if ((double)length < option->low || (double)length > option->high) return false;
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
        if (*c < ' ' || *c == 0x7f) return false;
    memset(place, 0, text_size(option)); // equal texts are equal bytes
    memcpy(place, text, length);
    return true;
}

static bool store(const Option *option, void *values, const char *text) {
    char *place = (char *)values + option->offset;
    double value;
    if (option->type == OPTION_TEXT) return store_text(option, place, text);
    if (option->type == OPTION_CHOICE) {
        const int32_t index = find_choice(option->choices, text);
        memcpy(place, &index, sizeof index);
        return index >= 0;
    }
    if (!parse_real(text, &value) || value < option->low || value > option->high) return false;
    if (option->type == OPTION_REAL) {
        value += 0.0; // no -0, which would be another spec
        memcpy(place, &value, sizeof value);
        return true;
    }
    if (option->type == OPTION_HALVES) value *= 2;
    const int32_t whole = (int32_t)value;
    memcpy(place, &whole, sizeof whole);
    return (double)whole == value && (!option->odd || whole % 2 != 0);
}

static bool unknown_key(OptionTable self, const char *key, Status *status) {
    char known[512] = "";
    size_t used = 0;
    for (size_t i = 0; i < self.count && used < sizeof known; i++)
        used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "",
                                 self.options[i].key);
    return status_fail(status, EXIT_INPUT, "unknown key '%.40s'; %s%s", key,
                       self.count ? "known are " : "there are no keys", known);
}

static bool form_fits(const Option *option, ValueForm form) {
    const bool text = option->type == OPTION_CHOICE || option->type == OPTION_TEXT;
    return form == FORM_ANY || form == (text ? FORM_TEXT : FORM_NUMBER);
}

bool options_set(OptionTable self, void *values, const char *key, const char *value, ValueForm form,
                 size_t *index, Status *status) {
    size_t i = 0;
    while (i < self.count && strcmp(self.options[i].key, key) != 0) i++;
    if (i == self.count) return unknown_key(self, key, status);
    if (!form_fits(&self.options[i], form) || !store(&self.options[i], values, value)) {
        char range[128];
        const char *quote = form == FORM_TEXT ? "\"" : "";
        describe_range(&self.options[i], range, sizeof range);
        return status_fail(status, EXIT_INPUT, "%s=%s%.40s%s: %s expected", key, quote, value,
                           quote, range);
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
        if (!options_set(self, values, spec->pairs[i].key, spec->pairs[i].value,
                         spec->pairs[i].form, &index, status))
            return status_prefix(status, "%s: ", spec->kind);
        *given |= UINT64_C(1) << index;
    }
    return true;
}

void options_merge(OptionTable self, void *values, const void *from, uint64_t given) {
    for (size_t i = 0; i < self.count; i++) {
        const Option *option = &self.options[i];
        const size_t size = option->type == OPTION_REAL   ? sizeof(double)
                            : option->type == OPTION_TEXT ? text_size(option)
                                                          : sizeof(int32_t);
        if (given >> i & 1)
            memcpy((char *)values + option->offset, (const char *)from + option->offset, size);
    }
}

static void format_choice(const char *choices, int32_t index, char text[32]) {
    for (; index > 0; index--) choices = strchr(choices, '|') + 1;
    snprintf(text, 32, "%.*s", (int)strcspn(choices, "|"), choices);
}

char *option_format(const Option *self, const void *values, char text[OPTION_VALUE_SIZE]) {
    const char *place = (const char *)values + self->offset;
    double real;
    int32_t whole;
    if (self->type == OPTION_TEXT) return memcpy(text, place, text_size(self));
    if (self->type == OPTION_REAL) {
        memcpy(&real, place, sizeof real);
        return format_exact(real, text);
    }
    memcpy(&whole, place, sizeof whole);
    if (self->type == OPTION_CHOICE)
        format_choice(self->choices, whole, text);
    else
        snprintf(text, 32, "%.10g", self->type == OPTION_HALVES ? whole / 2.0 : whole);
    return text;
}

// The default as option_format would write it.
static void format_preset(const Option *self, char text[32]) {
    if (self->type == OPTION_TEXT)
        *text = '\0';
    else if (self->type == OPTION_CHOICE)
        format_choice(self->choices, (int32_t)self->preset, text);
    else
        snprintf(text, 32, "%.10g", self->preset);
}

void options_format(OptionTable self, const char *kind, const void *values, char *text,
                    size_t size) {
    uint64_t spoken = 0;
    for (size_t i = 0; i < self.count; i++) {
        char value[OPTION_VALUE_SIZE], preset[32];
        option_format(&self.options[i], values, value);
        format_preset(&self.options[i], preset);
        if (!self.options[i].silent || strcmp(value, preset) != 0) spoken |= UINT64_C(1) << i;
    }
    options_format_given(self, kind, values, spoken, text, size);
}

// Puts a text in the quotes in which spec_parse reads it.
static void quote(const char *text, char quoted[2 * OPTION_VALUE_SIZE + 2]) {
    *quoted++ = '"';
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') *quoted++ = '\\';
        *quoted++ = *text;
    }
    strcpy(quoted, "\"");
}

// A value as it stands in a spec.
static char *format_value(const Option *self, const void *values,
                          char text[2 * OPTION_VALUE_SIZE + 2]) {
    char plain[OPTION_VALUE_SIZE];
    if (self->type != OPTION_TEXT) return option_format(self, values, text);
    quote(option_format(self, values, plain), text);
    return text;
}

void options_format_given(OptionTable self, const char *kind, const void *values, uint64_t given,
                          char *text, size_t size) {
    size_t used = (size_t)snprintf(text, size, "%s", kind);
    char separator = ':', value[2 * OPTION_VALUE_SIZE + 2];
    for (size_t i = 0; i < self.count && used < size; i++) {
        if (!(given >> i & 1)) continue;
        used +=
            (size_t)snprintf(text + used, size - used, "%c%s=%s", separator, self.options[i].key,
                             format_value(&self.options[i], values, value));
        separator = ',';
    }
}

void option_describe(const Option *self, char *text, size_t size) {
    char preset[32];
    describe_range(self, text, size);
    format_preset(self, preset);
    const size_t used = strlen(text);
    if (*preset) snprintf(text + used, size - used, "; default %s", preset);
}

void options_help(OptionTable self, FILE *stream) {
    for (size_t i = 0; i < self.count; i++) {
        const Option *option = &self.options[i];
        char range[160];
        option_describe(option, range, sizeof range);
        fprintf(stream, "  %-12s %s\n  %-12s %s\n", option->key, range, "", option->help);
    }
}
