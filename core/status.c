#include "core/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// What the user gave may hold line breaks and sequences that steer a terminal: the control
// characters U+0000–U+001F and U+007F–U+009F, the last of which UTF-8 spells in two bytes.
static void make_printable(char *text) {
    for (unsigned char *c = (unsigned char *)text; *c; c++) {
        if (*c < ' ' || *c == 0x7f)
            *c = '?';
        else if (*c == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0)
            c[0] = c[1] = '?';
    }
}

bool status_fail(Status *self, ExitCode code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    self->code = code;
    vsnprintf(self->message, sizeof self->message, format, arguments);
    va_end(arguments);
    make_printable(self->message);
    return false;
}

bool status_prefix(Status *self, const char *format, ...) {
    char message[STATUS_MESSAGE_SIZE];
    memcpy(message, self->message, sizeof message);
    va_list arguments;
    va_start(arguments, format);
    const int written = vsnprintf(self->message, sizeof self->message, format, arguments);
    va_end(arguments);
    if (written >= 0 && (size_t)written < sizeof self->message)
        snprintf(self->message + written, sizeof self->message - (size_t)written, "%s", message);
    make_printable(self->message);
    return false;
}

bool status_unknown(Status *self, const char *what, const char *name,
                    const char *(*name_at)(size_t index)) {
    char known[256] = "";
    size_t used = 0;
    for (size_t i = 0; name_at(i) && used < sizeof known; i++)
        used +=
            (size_t)snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "", name_at(i));
    return status_fail(self, EXIT_INPUT, "unknown %s '%.40s'; known are %s", what, name, known);
}
