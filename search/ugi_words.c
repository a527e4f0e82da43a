#include "search/ugi_words.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static const char BLANKS[] = " \t\r\n";

char *ugi_next(char **text) {
    char *word = *text + strspn(*text, BLANKS);
    char *end = word + strcspn(word, BLANKS);
    *text = *end ? end + 1 : end;
    *end = '\0';
    return word;
}

bool ugi_take(char **text, const char *word) {
    const char *start = *text + strspn(*text, BLANKS);
    const size_t length = strcspn(start, BLANKS);
    if (length != strlen(word) || memcmp(start, word, length) != 0) return false;
    *text += (size_t)(start - *text) + length;
    return true;
}

char *ugi_trim(char *text) {
    text += strspn(text, BLANKS);
    size_t length = strlen(text);
    while (length > 0 && strchr(BLANKS, text[length - 1])) length--;
    text[length] = '\0';
    return text;
}

char *ugi_until(char **text, const char *word) {
    for (char *at = *text; *(at += strspn(at, BLANKS));) {
        const size_t length = strcspn(at, BLANKS);
        if (length == strlen(word) && memcmp(at, word, length) == 0) {
            char *before = *text;
            *text = at + length;
            *at = '\0';
            return ugi_trim(before);
        }
        at += length;
    }
    return NULL;
}
