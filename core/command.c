#include "core/command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int command_fail(const Status *status) {
    fflush(stdout);
    fprintf(stderr, "harrow: %s\n", status->message);
    return (int)status->code;
}

int command_usage(const Command *self, const char *message) {
    fprintf(stderr, "harrow: %s: %s; see 'harrow help %s'\n", self->name, message, self->name);
    return EXIT_INPUT;
}

int command_finish(int code) {
    if (fflush(stdout) == 0 && !ferror(stdout)) return code;
    fprintf(stderr, "harrow: stdout: %s\n", strerror(errno));
    return EXIT_RESOURCE;
}

bool argument_integer(const char *option, const char *text, int64_t low, int64_t high,
                      int64_t *value, Status *status) {
    char *end;
    errno = 0;
    const long long number = strtoll(text, &end, 10);
    const bool plain = (*text >= '0' && *text <= '9') || *text == '-';
    if (plain && !*end && errno == 0 && number >= low && number <= high) {
        *value = number;
        return true;
    }
    return status_fail(status, EXIT_INPUT, "%s '%.40s': a whole number of %lld..%lld expected",
                       option, text, (long long)low, (long long)high);
}

bool argument_number(const char *option, const char *text, double low, double high, double *value,
                     Status *status) {
    char *end;
    const double number = strtod(text, &end);
    // strtod also takes blanks, "nan" and hexadecimal digits.
    if (*text && !text[strspn(text, "+-.0123456789eE")] && !*end && number >= low &&
        number <= high) {
        *value = number;
        return true;
    }
    return status_fail(status, EXIT_INPUT, "%s '%.40s': a number of %.10g..%.10g expected", option,
                       text, low, high);
}

bool line_arguments_take(LineArguments *self, int code, const char *text) {
    if (code == ARGUMENT_GAME)
        self->game = text;
    else if (code == ARGUMENT_POSITION)
        self->position = text;
    else if (code == ARGUMENT_MOVES)
        self->moves = text;
    else
        return false;
    return true;
}

bool line_arguments_resolve(const LineArguments *self, Line *line, Status *status) {
    Variant variant;
    Position start;
    memset(line, 0, sizeof *line);
    if (!self->game) return status_fail(status, EXIT_INPUT, "--game SPEC expected");
    if (!variant_parse(&variant, self->game, status) ||
        !variant_position(&variant, &start, self->position, status))
        return status_prefix(status, "--game %.100s: ", self->game);
    line_init(line, &variant, &start);
    if (!self->moves || line_play_text(line, self->moves, status)) return true;
    return status_prefix(status, "--moves: ");
}
