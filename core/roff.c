#include "core/roff.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

// Of the source; escapes make some a little longer.
enum { LINE_LENGTH = 70 };

// A byte of a text, which is plain in the middle of a word only.
static void put_byte(char byte, const char *hyphen, FILE *stream) {
    static const struct {
        char byte;
        const char *escape;
    } ESCAPES[] = {{'\\', "\\e"}, {'\'', "\\(aq"}, {'`', "\\(ga"}, {'^', "\\(ha"}, {'~', "\\(ti"}};
    if (byte == '-') {
        fputs(hyphen, stream);
        return;
    }
    for (size_t i = 0; i < sizeof ESCAPES / sizeof *ESCAPES; i++)
        if (ESCAPES[i].byte == byte) {
            fputs(ESCAPES[i].escape, stream);
            return;
        }
    putc(byte, stream);
}

static void put_bytes(const char *text, size_t length, const char *hyphen, FILE *stream) {
    for (size_t i = 0; i < length; i++) put_byte(text[i], hyphen, stream);
}

// Whether a word is one of a language, such as "log-likelihood" with what may stand behind it.
static bool is_prose(const char *word, size_t length) {
    while (length > 0 && strchr(".,;:()", word[length - 1])) length--;
    if (length == 0 || *word == '-' || word[length - 1] == '-') return false;
    for (size_t i = 0; i < length; i++)
        if (!isalpha((unsigned char)word[i]) && word[i] != '-') return false;
    return true;
}

// A point at the start of a line would be a request.
static void begin_line(const char *text, FILE *stream) {
    if (*text == '.') fputs("\\&", stream);
}

void roff_text(const char *text, FILE *stream) {
    size_t column = 0;
    while (*text) {
        const size_t length = strcspn(text, " ");
        if (column > 0 && column + 1 + length > LINE_LENGTH) {
            putc('\n', stream);
            column = 0;
        }
        if (column > 0) column++, putc(' ', stream);
        if (column == 0) begin_line(text, stream);
        put_bytes(text, length, is_prose(text, length) ? "-" : "\\-", stream);
        column += length;
        text += length + strspn(text + length, " ");
    }
}

void roff_code(const char *text, FILE *stream) {
    begin_line(text, stream);
    put_bytes(text, strlen(text), "\\-", stream);
}

static void put_styled(char font, const char *text, size_t length, FILE *stream) {
    fprintf(stream, "\\f%c", font);
    put_bytes(text, length, "\\-", stream);
    fputs("\\fR", stream);
}

void roff_term(const char *text, FILE *stream) {
    static const char WORD[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    begin_line(text, stream);
    while (*text) {
        const size_t length = strspn(text, WORD);
        if (length == 0)
            put_byte(*text++, "\\-", stream);
        else if (strncmp(text, "--", 2) == 0)
            put_styled('B', text, length, stream);
        else if (isupper((unsigned char)*text))
            put_styled('I', text, length, stream);
        else
            put_bytes(text, length, "\\-", stream);
        text += length;
    }
}
