#include "core/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool status_fail(Status *self, ExitCode code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    self->code = code;
    vsnprintf(self->message, sizeof self->message, format, arguments);
    va_end(arguments);
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
    return false;
}
