#include "core/base64.h"

#include <string.h>

static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void base64_encode(const uint8_t *bytes, size_t count, char *text) {
    for (size_t i = 0; i < count; i += 3) {
        const size_t left = count - i;
        const unsigned three = (unsigned)bytes[i] << 16 |
                               (left > 1 ? (unsigned)bytes[i + 1] << 8 : 0) |
                               (left > 2 ? (unsigned)bytes[i + 2] : 0);
        *text++ = DIGITS[three >> 18];
        *text++ = DIGITS[three >> 12 & 63];
        *text++ = left > 1 ? DIGITS[three >> 6 & 63] : '=';
        *text++ = left > 2 ? DIGITS[three & 63] : '=';
    }
    *text = '\0';
}

// How many bytes four characters stand for, 0 when they do not; *three becomes them.
static int decode_four(const char *text, unsigned *three) {
    int digits = 4;
    *three = 0;
    while (digits > 2 && text[digits - 1] == '=') digits--;
    for (int i = 0; i < 4; i++) {
        const char *digit = i < digits ? strchr(DIGITS, text[i]) : DIGITS;
        if (!digit || !*digit) return 0;
        *three = *three << 6 | (unsigned)(digit - DIGITS);
    }
    const unsigned unused = digits == 4 ? 0 : digits == 3 ? 0xff : 0xffff;
    return *three & unused ? 0 : digits - 1;
}

ptrdiff_t base64_decode(const char *text, uint8_t *bytes) {
    const size_t length = strlen(text);
    ptrdiff_t count = 0;
    if (length % 4 != 0) return BASE64_INVALID;
    for (size_t i = 0; i < length; i += 4) {
        unsigned three;
        const int more = decode_four(text + i, &three);
        if (more == 0 || (more < 3 && i + 4 < length)) return BASE64_INVALID;
        for (int byte = 0; bytes && byte < more && byte < 3; byte++)
            bytes[count + byte] = (uint8_t)(three >> (16 - 8 * byte));
        count += more;
    }
    return count;
}
