#include "analysis/cell_label.h"

#include "core/option.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool cell_label_is_match(const CellLabel *self) {
    return strcmp(self->players[0], self->players[1]) != 0;
}

bool cell_label_has_komi(const CellLabel *self) {
    const size_t length = strcspn(self->game, ":");
    return length == strlen("agros") && strncmp(self->game, "agros", length) == 0;
}

// The value of a key, NULL if the spec does not name it.
static const char *spec_value(const Spec *spec, const char *key) {
    for (size_t i = 0; i < spec->count; i++) {
        if (strcmp(spec->pairs[i].key, key) == 0) return spec->pairs[i].value;
    }
    return NULL;
}

double cell_label_komi(const CellLabel *self) {
    Spec spec;
    Status status;
    if (!cell_label_has_komi(self) || !spec_parse(&spec, self->game, &status)) return 0;
    const char *komi = spec_value(&spec, "komi");
    return komi ? strtod(komi, NULL) : 0;
}

// Appends to `text` and returns the new length; what is too long is cut.
__attribute__((format(printf, 3, 4))) static size_t append(char text[CELL_GAME_TEXT_SIZE],
                                                           size_t length, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int added = vsnprintf(text + length, CELL_GAME_TEXT_SIZE - length, format, arguments);
    va_end(arguments);
    const size_t whole = length + (added > 0 ? (size_t)added : 0);
    return whole < CELL_GAME_TEXT_SIZE ? whole : CELL_GAME_TEXT_SIZE - 1;
}

static bool is_one_of(const char *key, const char *const names[3]) {
    for (size_t i = 0; i < 3; i++) {
        if (strcmp(key, names[i]) == 0) return true;
    }
    return false;
}

// False if the spec does not name size, farmers and rule.
static bool agros_short(const Spec *spec, char text[CELL_GAME_TEXT_SIZE]) {
    static const char *const NAMED[3] = {"size", "farmers", "rule"};
    const char *size = spec_value(spec, NAMED[0]);
    const char *farmers = spec_value(spec, NAMED[1]);
    const char *rule = spec_value(spec, NAMED[2]);
    if (!size || !farmers || !rule) return false;
    size_t length = append(text, 0, "agros %s×%s/%s %s", size, size, farmers, rule);
    for (size_t i = 0; i < spec->count; i++) {
        const char *key = spec->pairs[i].key;
        if (is_one_of(key, NAMED)) continue;
        length = append(text, length, " %s %s", key, spec->pairs[i].value);
    }
    return true;
}

void cell_label_game(const CellLabel *self, char text[CELL_GAME_TEXT_SIZE]) {
    Spec spec;
    Status status;
    const bool agros = cell_label_has_komi(self) && spec_parse(&spec, self->game, &status);
    if (!agros || !agros_short(&spec, text)) append(text, 0, "%s", self->game);
    // A cut may have left the first bytes of a character.
    size_t length = strlen(text);
    if (length + 1 < CELL_GAME_TEXT_SIZE) return;
    while (length > 0 && (text[length - 1] & 0xc0) == 0x80) text[--length] = '\0';
    if (length > 0 && (text[length - 1] & 0x80)) text[--length] = '\0';
}
