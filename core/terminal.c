#include "core/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool terminal_can_renew(int file) {
    const char *kind = getenv("TERM");
    return isatty(file) && !(kind && strcmp(kind, "dumb") == 0);
}

bool terminal_wants_color(int file) {
    const char *none = getenv("NO_COLOR");
    return terminal_can_renew(file) && !(none && *none);
}

int terminal_columns(int file, int fallback) {
    struct winsize size;
    return ioctl(file, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : fallback;
}
