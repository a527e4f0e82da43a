#include "core/frame.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { PREFIX_SIZE = 64, CRC_DIGITS = 8 };

static const char BEFORE_CRC[] = "{\"crc32\":\"";

static uint32_t checksum(const char *bytes, size_t size) {
    return (uint32_t)crc32(0, (const unsigned char *)bytes, (uInt)size);
}

void frame_write(FILE *stream, const char *key, const char *object, size_t size) {
    fprintf(stream, "%s%08" PRIx32 "\",\"%s\":%.*s}\n", BEFORE_CRC, checksum(object, size), key,
            (int)size, object);
}

const char *frame_open(const char *key, const char *line, size_t length, size_t *size) {
    char behind_crc[PREFIX_SIZE], digits[CRC_DIGITS + 1] = "";
    const size_t crc_at = sizeof BEFORE_CRC - 1;
    const size_t behind = (size_t)snprintf(behind_crc, sizeof behind_crc, "\",\"%s\":", key);
    const size_t before = crc_at + CRC_DIGITS + behind;
    if (length <= before || memcmp(line, BEFORE_CRC, crc_at) != 0 ||
        memcmp(line + crc_at + CRC_DIGITS, behind_crc, behind) != 0 || line[length - 1] != '}')
        return NULL;
    memcpy(digits, line + crc_at, CRC_DIGITS);
    *size = length - before - 1;
    return checksum(line + before, *size) == (uint32_t)strtoul(digits, NULL, 16) ? line + before
                                                                                 : NULL;
}
