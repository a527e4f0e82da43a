#include "selfplay/duration.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

char *duration_format(double seconds, char text[32]) {
    if (isnan(seconds) || seconds > 1e9) {
        snprintf(text, 32, "?");
        return text;
    }
    const int64_t whole = (int64_t)seconds;
    const int minutes = (int)(whole / 60 % 60), rest = (int)(whole % 60);
    if (whole >= 3600)
        snprintf(text, 32, "%" PRId64 ":%02d:%02d", whole / 3600, minutes, rest);
    else
        snprintf(text, 32, "%d:%02d", minutes, rest);
    return text;
}
