#include "core/json.h"
#include "core/text_stream.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// cJSON is lenient: it takes 1e400, 01, a key twice, text after the end, bad UTF-8, and cuts a
// string at \u0000. So the text is first scanned strictly; cJSON only builds the tree.

enum {
    TOKEN_SIZE = 64,
    TOKEN_SHOWN = 32,
    CJSON_NUMBER_LENGTH = 63, // cJSON cuts longer numbers
    INTEGER_DIGITS = 16,      // of 2^53
};

static const double INTEGER_LIMIT = 9007199254740992.0; // 2^53
static const char INTEGER_LIMIT_TEXT[] = "9007199254740992";
static const char WORD_CHARACTERS[] =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    "+-._";
static const char HEXADECIMAL[] = "0123456789abcdefABCDEF";
static const char BYTE_ORDER_MARK[] = "\xEF\xBB\xBF";

typedef struct Scanner {
    char *text; // `size` bytes and a NUL, so that looking ahead needs no bounds
    size_t size;
    size_t offset;
    unsigned depth;
    size_t keys;         // seen so far
    size_t repeated_key; // which key, counted from 1, is known to be a repetition; 0: none is
    Status *status;
} Scanner;

typedef struct Token {
    char text[TOKEN_SIZE];
} Token;

// ---- UTF-8

static bool is_continuation(char byte) {
    return ((unsigned char)byte & 0xC0) == 0x80;
}

static unsigned utf8_length(unsigned char lead) {
    if (lead < 0x80) return 1;
    if (lead >= 0xC2 && lead <= 0xDF) return 2;
    if (lead >= 0xE0 && lead <= 0xEF) return 3;
    if (lead >= 0xF0 && lead <= 0xF4) return 4;
    return 0;
}

// Returns the length of the character at the start of a text that ends in NUL, 0 if it is invalid.
static unsigned utf8_decode(const char *text, uint32_t *code) {
    static const unsigned char LEAD_MASK[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    static const uint32_t MINIMUM[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned length = utf8_length((unsigned char)text[0]);
    uint32_t value = (unsigned char)text[0] & LEAD_MASK[length];
    for (unsigned i = 1; i < length; i++) {
        if (!is_continuation(text[i])) return 0;
        value = value << 6 | ((unsigned char)text[i] & 0x3F);
    }
    const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
    if (value < MINIMUM[length] || surrogate || value > 0x10FFFF) return 0;
    *code = value;
    return length;
}

bool json_is_text(const char *text) {
    uint32_t code;
    while (*text) {
        const unsigned length = utf8_decode(text, &code);
        if (length == 0) return false;
        text += length;
    }
    return true;
}

// ---- Failures

// Columns count characters, not bytes.
static bool fail_in(const char *text, size_t offset, Status *status, const char *message) {
    size_t line = 1, column = 1;
    for (size_t i = 0; i < offset; i++) {
        if (text[i] == '\n') {
            line++;
            column = 1;
        } else if (!is_continuation(text[i])) {
            column++;
        }
    }
    return status_fail(status, EXIT_INPUT, "line %zu column %zu: %s", line, column, message);
}

static bool fail_at(const Scanner *self, size_t offset, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool fail_at(const Scanner *self, size_t offset, const char *format, ...) {
    char message[STATUS_MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return fail_in(self->text, offset, self->status, message);
}

static bool fail_memory(Status *status) {
    return status_fail(status, EXIT_RESOURCE, "out of memory");
}

// ---- Naming what was found

static Token quote(const char *text, size_t length) {
    Token token;
    const char *more = length > TOKEN_SHOWN ? "…" : "";
    int shown = length > TOKEN_SHOWN ? TOKEN_SHOWN : (int)length;
    while (*more && is_continuation(text[shown])) shown--;
    snprintf(token.text, sizeof token.text, "'%.*s%s'", shown, text, more);
    return token;
}

static Token name_character(const char *text) {
    Token token;
    uint32_t code = 0;
    if (utf8_decode(text, &code) == 0)
        snprintf(token.text, sizeof token.text, "invalid UTF-8 (byte 0x%02X)",
                 (unsigned)(unsigned char)text[0]);
    else if (code == 0)
        snprintf(token.text, sizeof token.text, "a NUL byte");
    else if (code == '\'')
        snprintf(token.text, sizeof token.text, "a single quote");
    else if (code > ' ' && code < 0x7F)
        snprintf(token.text, sizeof token.text, "'%c'", (char)code);
    else
        snprintf(token.text, sizeof token.text, "the character U+%04X", (unsigned)code);
    return token;
}

static Token name_token(const Scanner *self, size_t offset) {
    if (offset >= self->size) return (Token){"the end of the text"};
    const size_t word = strspn(self->text + offset, WORD_CHARACTERS);
    return word > 0 ? quote(self->text + offset, word) : name_character(self->text + offset);
}

static bool fail_expected(const Scanner *self, size_t offset, const char *expected) {
    const Token found = name_token(self, offset);
    return fail_at(self, offset, "expected %s but found %s", expected, found.text);
}

// ---- Strings

static char peek(const Scanner *self) {
    return self->text[self->offset];
}

// Returns the UTF-16 unit that four hexadecimal digits spell, -1 if they are not four.
static long parse_unit(const char *text) {
    char digits[5] = "";
    if (strspn(text, HEXADECIMAL) < 4) return -1;
    memcpy(digits, text, 4);
    return strtol(digits, NULL, 16);
}

static bool followed_by_low_surrogate(const char *escape) {
    if (escape[6] != '\\' || escape[7] != 'u') return false;
    const long low = parse_unit(escape + 8);
    return low >= 0xDC00 && low <= 0xDFFF;
}

static bool scan_unicode_escape(Scanner *self) {
    const size_t start = self->offset;
    const char *escape = self->text + start;
    const long unit = parse_unit(escape + 2);
    if (unit < 0) return fail_expected(self, start + 2, "four hexadecimal digits after \\u");
    if (unit == 0) return fail_at(self, start, "expected text without NUL but found \\u0000");
    const bool surrogate = unit >= 0xD800 && unit <= 0xDFFF;
    const bool paired = surrogate && unit < 0xDC00 && followed_by_low_surrogate(escape);
    if (surrogate && !paired)
        return fail_at(self, start, "expected a surrogate pair but found the unpaired %.6s",
                       escape);
    self->offset += paired ? 12 : 6;
    return true;
}

static bool scan_escape(Scanner *self) {
    const char kind = self->text[self->offset + 1];
    if (kind == 'u') return scan_unicode_escape(self);
    if (kind == '\0' || !strchr("\"\\/bfnrt", kind))
        return fail_expected(self, self->offset + 1,
                             "one of \" \\ / b f n r t u after a backslash");
    self->offset += 2;
    return true;
}

static bool scan_character(Scanner *self) {
    uint32_t code = 0;
    if (peek(self) == '\\') return scan_escape(self);
    const unsigned length = utf8_decode(self->text + self->offset, &code);
    if (length == 0) return fail_expected(self, self->offset, "UTF-8 text");
    if (code == 0) return fail_expected(self, self->offset, "text without NUL");
    if (code < ' ') return fail_expected(self, self->offset, "control characters escaped");
    self->offset += length;
    return true;
}

static bool scan_string(Scanner *self) {
    const size_t start = self->offset++;
    while (self->offset < self->size && peek(self) != '"')
        if (!scan_character(self)) return false;
    if (self->offset == self->size)
        return fail_at(self, start, "expected a string but found no '\"' that closes it");
    self->offset++;
    return true;
}

// ---- Numbers and literals

static size_t count_digits(const char *text) {
    return strspn(text, "0123456789");
}

// Returns the length of the integer part with its sign, 0 if it is malformed.
static size_t integer_length(const char *text) {
    const size_t sign = text[0] == '-';
    const size_t digits = count_digits(text + sign);
    const bool leading_zero = digits > 1 && text[sign] == '0';
    return digits == 0 || leading_zero ? 0 : sign + digits;
}

// Returns the length of the number at the start of the text, 0 if it is malformed.
static size_t number_length(const char *text) {
    size_t length = integer_length(text);
    if (length > 0 && text[length] == '.') {
        const size_t digits = count_digits(text + length + 1);
        length = digits == 0 ? 0 : length + 1 + digits;
    }
    if (length > 0 && (text[length] == 'e' || text[length] == 'E')) {
        const size_t sign = text[length + 1] == '+' || text[length + 1] == '-';
        const size_t digits = count_digits(text + length + 1 + sign);
        length = digits == 0 ? 0 : length + 1 + sign + digits;
    }
    return length;
}

// Compares the digits, because 2^53 + 1 as a double is 2^53.
static bool beyond_limit(const char *integer, size_t length) {
    const size_t sign = integer[0] == '-';
    const size_t digits = length - sign;
    if (digits != INTEGER_DIGITS) return digits > INTEGER_DIGITS;
    return memcmp(integer + sign, INTEGER_LIMIT_TEXT, INTEGER_DIGITS) > 0;
}

// Respells a number that cJSON would cut: 17 digits give the same double, blanks keep the offsets.
static void shorten_number(char *number, size_t length, double value) {
    char text[CJSON_NUMBER_LENGTH + 1];
    const int written = snprintf(text, sizeof text, "%.17g", value);
    memset(number, ' ', length);
    memcpy(number, text, (size_t)written);
}

static bool scan_number(Scanner *self) {
    char *number = self->text + self->offset;
    const size_t length = number_length(number);
    if (length == 0 || length != strspn(number, WORD_CHARACTERS))
        return fail_expected(self, self->offset, "a number as JSON spells it");
    if (length == integer_length(number) && beyond_limit(number, length))
        return fail_expected(self, self->offset, "an integer within ±2^53");
    const double value = strtod(number, NULL);
    if (!isfinite(value)) return fail_expected(self, self->offset, "a number that fits a double");
    if (length > CJSON_NUMBER_LENGTH) shorten_number(number, length, value);
    self->offset += length;
    return true;
}

static bool scan_literal(Scanner *self) {
    static const char *const LITERALS[] = {"true", "false", "null"};
    const char *word = self->text + self->offset;
    const size_t length = strspn(word, WORD_CHARACTERS);
    for (size_t i = 0; i < sizeof LITERALS / sizeof LITERALS[0]; i++) {
        if (length != strlen(LITERALS[i]) || memcmp(word, LITERALS[i], length) != 0) continue;
        self->offset += length;
        return true;
    }
    return fail_expected(self, self->offset, "a value");
}

// ---- Structure

static bool scan_value(Scanner *self);

static void skip_blanks(Scanner *self) {
    self->offset += strspn(self->text + self->offset, " \t\r\n");
}

// Steps over `wanted` if it is what follows the blanks.
static bool take(Scanner *self, char wanted) {
    skip_blanks(self);
    const bool found = peek(self) == wanted;
    self->offset += found;
    return found;
}

static bool scan_key(Scanner *self) {
    skip_blanks(self);
    const size_t start = self->offset;
    if (peek(self) != '"') return fail_expected(self, start, "a key in double quotes");
    if (!scan_string(self)) return false;
    if (++self->keys != self->repeated_key) return true;
    const Token key = quote(self->text + start + 1, self->offset - start - 2);
    return fail_at(self, start, "expected each key once but found %s again in its object",
                   key.text);
}

static bool scan_members(Scanner *self) {
    do {
        if (!scan_key(self)) return false;
        if (!take(self, ':')) return fail_expected(self, self->offset, "':' after the key");
        if (!scan_value(self)) return false;
    } while (take(self, ','));
    return take(self, '}') || fail_expected(self, self->offset, "',' or '}'");
}

static bool scan_elements(Scanner *self) {
    do {
        if (!scan_value(self)) return false;
    } while (take(self, ','));
    return take(self, ']') || fail_expected(self, self->offset, "',' or ']'");
}

static bool scan_container(Scanner *self) {
    const bool object = peek(self) == '{';
    if (self->depth == JSON_MAX_DEPTH)
        return fail_at(self, self->offset, "expected nesting of at most %d levels but found '%c'",
                       JSON_MAX_DEPTH, peek(self));
    self->depth++;
    self->offset++;
    const bool valid =
        object ? take(self, '}') || scan_members(self) : take(self, ']') || scan_elements(self);
    self->depth--;
    return valid;
}

static bool scan_value(Scanner *self) {
    skip_blanks(self);
    const char first = peek(self);
    if (first == '{' || first == '[') return scan_container(self);
    if (first == '"') return scan_string(self);
    if (first == '-' || (first >= '0' && first <= '9')) return scan_number(self);
    return scan_literal(self);
}

static bool scan_text(Scanner *self) {
    if (strncmp(self->text, BYTE_ORDER_MARK, strlen(BYTE_ORDER_MARK)) == 0)
        return fail_at(self, 0, "expected a value but found a byte order mark (BOM); remove it");
    skip_blanks(self);
    if (self->offset == self->size)
        return fail_at(self, self->offset, "expected a value but the text is empty");
    if (!scan_value(self)) return false;
    skip_blanks(self);
    return self->offset == self->size || fail_expected(self, self->offset, "the end of the text");
}

// ---- Keys that repeat

typedef struct Member {
    const cJSON *item;
    size_t order;
} Member;

static int compare_members(const void *a, const void *b) {
    const Member *left = a, *right = b;
    const int keys = strcmp(left->item->string, right->item->string);
    return keys != 0 ? keys : (left->order > right->order) - (left->order < right->order);
}

static const cJSON *earliest_repeat(const Member *sorted, size_t count) {
    const Member *earliest = NULL;
    for (size_t i = 1; i < count; i++) {
        if (strcmp(sorted[i - 1].item->string, sorted[i].item->string) != 0) continue;
        if (!earliest || sorted[i].order < earliest->order) earliest = &sorted[i];
    }
    return earliest ? earliest->item : NULL;
}

// Sets *repeat to the first member whose key came before. Returns false if memory is short.
static bool find_repeat_in(const cJSON *object, const cJSON **repeat) {
    const size_t size = (size_t)cJSON_GetArraySize(object);
    if (size < 2) return true;
    Member *members = calloc(size, sizeof *members);
    if (!members) return false;
    size_t count = 0;
    for (const cJSON *item = object->child; item; item = item->next, count++)
        members[count] = (Member){item, count};
    qsort(members, count, sizeof *members, compare_members);
    *repeat = earliest_repeat(members, count);
    free(members);
    return true;
}

static bool find_repeat(const cJSON *tree, const cJSON **repeat) {
    if (cJSON_IsObject(tree) && !find_repeat_in(tree, repeat)) return false;
    for (const cJSON *item = tree->child; item && !*repeat; item = item->next)
        if (!find_repeat(item, repeat)) return false;
    return true;
}

// Counts the keys up to the one of `target`, in the order of the text.
static bool count_keys(const cJSON *tree, const cJSON *target, size_t *keys) {
    for (const cJSON *item = tree->child; item; item = item->next) {
        *keys += cJSON_IsObject(tree) ? 1 : 0;
        if (item == target || count_keys(item, target, keys)) return true;
    }
    return false;
}

static bool check_keys(Scanner *scanner, const cJSON *tree) {
    const cJSON *repeat = NULL;
    if (!find_repeat(tree, &repeat)) return fail_memory(scanner->status);
    if (!repeat) return true;
    // The tree knows no lines and columns, so a second scan stops at the key.
    Scanner again = {.text = scanner->text, .size = scanner->size, .status = scanner->status};
    count_keys(tree, repeat, &again.repeated_key);
    return scan_text(&again);
}

// ---- Reading

static cJSON *parse_copy(Scanner *scanner) {
    if (!scan_text(scanner)) return NULL;
    cJSON *tree = cJSON_ParseWithLengthOpts(scanner->text, scanner->size + 1, NULL, true);
    if (!tree) {
        // The scan admits nothing that cJSON refuses.
        fail_memory(scanner->status);
        return NULL;
    }
    if (check_keys(scanner, tree)) return tree;
    cJSON_Delete(tree);
    return NULL;
}

static cJSON *parse_text(const char *text, size_t size, Status *status) {
    char *copy = malloc(size + 1);
    if (!copy) {
        fail_memory(status);
        return NULL;
    }
    if (size > 0) memcpy(copy, text, size);
    copy[size] = '\0';
    cJSON *tree = parse_copy(&(Scanner){.text = copy, .size = size, .status = status});
    free(copy);
    return tree;
}

cJSON *json_parse(const char *text, size_t size, Status *status) {
    if (size > JSON_MAX_BYTES) {
        char message[TOKEN_SIZE];
        snprintf(message, sizeof message, "the text goes on beyond %d bytes", JSON_MAX_BYTES);
        fail_in(text, JSON_MAX_BYTES, status, message);
        return NULL;
    }
    return parse_text(text, size, status);
}

cJSON *json_parse_own(const char *text, size_t size, Status *status) {
    if (size <= JSON_OWN_MAX_BYTES) return parse_text(text, size, status);
    status_fail(status, EXIT_INPUT, "more than %d bytes", JSON_OWN_MAX_BYTES);
    return NULL;
}

static bool check_file(int file, off_t most, struct stat *facts, Status *status) {
    if (fstat(file, facts) != 0) return status_fail(status, EXIT_INPUT, "%s", strerror(errno));
    if (S_ISDIR(facts->st_mode))
        return status_fail(status, EXIT_INPUT, "expected a file but found a directory");
    if (!S_ISREG(facts->st_mode)) return status_fail(status, EXIT_INPUT, "not a regular file");
    return facts->st_size <= most ||
           status_fail(status, EXIT_INPUT, "the file is larger than %lld bytes", (long long)most);
}

// Reads less than `room` bytes; the file may grow meanwhile.
static bool read_bytes(int file, char *text, size_t room, size_t *size, Status *status) {
    *size = 0;
    while (*size < room) {
        const ssize_t count = read(file, text + *size, room - *size);
        if (count == 0) return true;
        if (count > 0)
            *size += (size_t)count;
        else if (errno != EINTR)
            return status_fail(status, EXIT_INPUT, "%s", strerror(errno));
    }
    return status_fail(status, EXIT_INPUT, "the file grew while it was read");
}

static cJSON *read_file(int file, off_t most, Status *status) {
    struct stat facts;
    if (!check_file(file, most, &facts, status)) return NULL;
    const size_t room = (size_t)facts.st_size + 1;
    char *text = malloc(room);
    if (!text) {
        fail_memory(status);
        return NULL;
    }
    size_t size;
    cJSON *tree =
        read_bytes(file, text, room, &size, status) ? parse_text(text, size, status) : NULL;
    free(text);
    return tree;
}

static cJSON *read_path(const char *path, off_t most, Status *status) {
    cJSON *tree = NULL;
    // Without O_NONBLOCK, opening a named pipe would wait for a writer.
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) {
        status_fail(status, EXIT_INPUT, "%s", strerror(errno));
    } else {
        tree = read_file(file, most, status);
        close(file);
    }
    if (!tree) status_prefix(status, "%s: ", path);
    return tree;
}

cJSON *json_read(const char *path, Status *status) {
    return read_path(path, JSON_MAX_BYTES, status);
}

cJSON *json_read_own(const char *path, Status *status) {
    return read_path(path, JSON_OWN_MAX_BYTES, status);
}

static bool is_integer(double value) {
    return fabs(value) <= INTEGER_LIMIT && trunc(value) == value;
}

bool json_to_integer(const cJSON *item, int64_t *value) {
    if (!cJSON_IsNumber(item) || !is_integer(item->valuedouble)) return false;
    *value = (int64_t)item->valuedouble;
    return true;
}

bool json_is_comment(const cJSON *item) {
    return strncmp(item->string, "//", 2) == 0;
}

// ---- Writing

JsonWriter json_writer(FILE *stream, bool pretty) {
    return (JsonWriter){.stream = stream, .pretty = pretty};
}

static void break_line(const JsonWriter *self) {
    if (self->pretty) fprintf(self->stream, "\n%*s", (int)(2 * self->depth), "");
}

static uint64_t depth_bit(const JsonWriter *self) {
    return UINT64_C(1) << self->depth;
}

static void begin_element(JsonWriter *self) {
    if (self->depth == 0) return;
    if (self->filled & depth_bit(self)) fputc(',', self->stream);
    self->filled |= depth_bit(self);
    break_line(self);
}

static void begin_value(JsonWriter *self) {
    if (!self->after_key) begin_element(self);
    self->after_key = false;
}

static void begin_container(JsonWriter *self, char bracket) {
    begin_value(self);
    fputc(bracket, self->stream);
    self->depth++;
    assert(self->depth < 64);
    self->filled &= ~depth_bit(self);
}

static void end_container(JsonWriter *self, char bracket) {
    assert(self->depth > 0 && !self->after_key);
    const bool filled = self->filled & depth_bit(self);
    self->depth--;
    if (filled) break_line(self);
    fputc(bracket, self->stream);
}

void json_begin_object(JsonWriter *self) {
    begin_container(self, '{');
}

void json_end_object(JsonWriter *self) {
    end_container(self, '}');
}

void json_begin_array(JsonWriter *self) {
    begin_container(self, '[');
}

void json_end_array(JsonWriter *self) {
    end_container(self, ']');
}

static bool needs_escape(char character) {
    return (unsigned char)character < ' ' || character == '"' || character == '\\';
}

static void write_escape(FILE *stream, char character) {
    static const char PLAIN[] = "\"\\\b\f\n\r\t";
    static const char ESCAPED[] = "\"\\bfnrt";
    const char *found = strchr(PLAIN, character);
    if (found)
        fprintf(stream, "\\%c", ESCAPED[found - PLAIN]);
    else
        fprintf(stream, "\\u%04x", (unsigned)(unsigned char)character);
}

static void write_string(FILE *stream, const char *text) {
    fputc('"', stream);
    while (*text) {
        size_t plain = 0;
        while (text[plain] && !needs_escape(text[plain])) plain++;
        fwrite(text, 1, plain, stream);
        text += plain;
        if (*text) write_escape(stream, *text++);
    }
    fputc('"', stream);
}

void json_key(JsonWriter *self, const char *key) {
    assert(self->depth > 0 && !self->after_key);
    begin_element(self);
    write_string(self->stream, key);
    fputs(self->pretty ? ": " : ":", self->stream);
    self->after_key = true;
}

void json_text(JsonWriter *self, const char *text) {
    begin_value(self);
    write_string(self->stream, text);
}

static void write_word(JsonWriter *self, const char *word) {
    begin_value(self);
    fputs(word, self->stream);
}

// Records have many; printf takes most of its time to find out what it is to do.
static char *format_integer(int64_t value, char text[32]) {
    char digits[24];
    int count = 0;
    uint64_t left = value < 0 ? -(uint64_t)value : (uint64_t)value;
    char *end = text;
    do digits[count++] = (char)('0' + left % 10);
    while (left /= 10);
    if (value < 0) *end++ = '-';
    while (count > 0) *end++ = digits[--count];
    *end = '\0';
    return text;
}

void json_integer(JsonWriter *self, int64_t value) {
    char text[32];
    write_word(self, format_integer(value, text));
}

void json_number(JsonWriter *self, double value) {
    char text[32];
    write_word(self, format_number(value, text));
}

void json_flag(JsonWriter *self, bool value) {
    write_word(self, value ? "true" : "false");
}

void json_null(JsonWriter *self) {
    write_word(self, "null");
}

static void write_children(JsonWriter *self, const cJSON *tree) {
    for (const cJSON *item = tree->child; item; item = item->next) {
        if (cJSON_IsObject(tree)) json_key(self, item->string);
        json_tree(self, item);
    }
}

void json_tree(JsonWriter *self, const cJSON *tree) {
    if (cJSON_IsObject(tree) || cJSON_IsArray(tree)) {
        begin_container(self, cJSON_IsObject(tree) ? '{' : '[');
        write_children(self, tree);
        end_container(self, cJSON_IsObject(tree) ? '}' : ']');
    } else if (cJSON_IsString(tree)) {
        json_text(self, tree->valuestring);
    } else if (cJSON_IsNumber(tree)) {
        json_number(self, tree->valuedouble);
    } else if (cJSON_IsBool(tree)) {
        json_flag(self, cJSON_IsTrue(tree));
    } else {
        json_null(self);
    }
}

char *json_line(const cJSON *tree) {
    TextStream text;
    Status ignored;
    if (!text_stream_open(&text, &ignored)) return NULL;
    JsonWriter json = json_writer(text.stream, false);
    json_tree(&json, tree);
    return text_stream_close(&text, &ignored) ? text.text : NULL;
}

char *format_number(double value, char text[32]) {
    if (!isfinite(value))
        snprintf(text, 32, "null");
    else if (is_integer(value))
        format_integer((int64_t)value, text); // which has no -0
    else
        snprintf(text, 32, "%.10g", value);
    return text;
}

char *format_exact(double value, char text[32]) {
    int digits = 10;
    do snprintf(text, 32, "%.*g", digits, value);
    while (strtod(text, NULL) != value && digits++ < 17);
    return text;
}

void json_put_text(JsonWriter *self, const char *key, const char *text) {
    json_key(self, key);
    json_text(self, text);
}

void json_put_integer(JsonWriter *self, const char *key, int64_t value) {
    json_key(self, key);
    json_integer(self, value);
}

void json_put_number(JsonWriter *self, const char *key, double value) {
    json_key(self, key);
    json_number(self, value);
}

void json_put_flag(JsonWriter *self, const char *key, bool value) {
    json_key(self, key);
    json_flag(self, value);
}
