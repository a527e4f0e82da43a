#include "search/move_words.h"

#include <ctype.h>
#include <string.h>

enum { FOLDED_SIZE = 64 };

static bool is_sign(char c) {
    return c == '-' || c == ':' || c == ' ';
}

// In small letters, without signs where these do not matter; what is too long fits nothing anyway.
static void fold(const char *text, bool drops_signs, char folded[FOLDED_SIZE]) {
    size_t length = 0;
    for (; *text && length < FOLDED_SIZE - 1; text++)
        if (!drops_signs || !is_sign(*text)) folded[length++] = (char)tolower((unsigned char)*text);
    folded[length] = '\0';
}

static bool equals(const char *name, const char *text) {
    return strcmp(name, text) == 0;
}

static bool begins(const char *name, const char *text) {
    return strncmp(name, text, strlen(text)) == 0;
}

// By a whole cell, or by the number of a house.
static bool ends(const char *name, const char *text) {
    const size_t all = strlen(name), length = strlen(text);
    if (length == 0 || length >= all || strcmp(name + all - length, text) != 0) return false;
    const size_t before = all - length;
    return is_sign(name[before]) || is_sign(name[before - 1]) ||
           (before == 1 && isdigit((unsigned char)text[0]));
}

// A way to fit, from the best on.
typedef struct Fit {
    bool drops_signs;
    bool (*fits)(const char *name, const char *text);
} Fit;

static const Fit FITS[] = {
    {false, equals}, {true, equals}, {false, begins}, {true, begins}, {false, ends}};

MoveMatches move_words_match(const Game *game, const Move *moves, int count, const char *text) {
    MoveMatches matches = {.count = 0};
    for (size_t i = 0; i < sizeof FITS / sizeof *FITS && matches.count == 0; i++) {
        char wanted[FOLDED_SIZE], name[MOVE_TEXT_SIZE], folded[FOLDED_SIZE];
        fold(text, FITS[i].drops_signs, wanted);
        if (!*wanted) break;
        for (int j = 0; j < count; j++) {
            game->move_format(moves[j], name);
            fold(name, FITS[i].drops_signs, folded);
            if (FITS[i].fits(folded, wanted)) matches.moves[matches.count++] = moves[j];
        }
    }
    return matches;
}
