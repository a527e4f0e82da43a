#include "search/ugi_options.h"

#include <string.h>
#include <strings.h>

// The names that match runners know; capitals do not count, so that another one must make way.
static const struct {
    const char *key, *name;
} NAMES[] = {{"tt", "Hash"}, {"memory", "Hash"}, {"threads", "Threads"}, {"hash", "HashMove"}};

// What `go` tells, and what has done its work once the other keys have their values.
static const char *const UNTOLD[] = {"time", "inc", "base"};

static bool is_untold(const char *key) {
    for (size_t i = 0; i < sizeof UNTOLD / sizeof *UNTOLD; i++)
        if (strcmp(UNTOLD[i], key) == 0) return true;
    return false;
}

static const char *name_of(const char *key) {
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (strcmp(NAMES[i].key, key) == 0) return NAMES[i].name;
    return key;
}

static void write_choices(const char *choices, FILE *stream) {
    for (const char *at = choices;; at++) {
        const int length = (int)strcspn(at, "|");
        fprintf(stream, " var %.*s", length, at);
        at += length;
        if (!*at) return;
    }
}

static void write_option(const Option *option, const void *values, FILE *stream) {
    char value[OPTION_VALUE_SIZE];
    option_format(option, values, value);
    fprintf(stream, "option name %s type ", name_of(option->key));
    if (option->type == OPTION_CHOICE) {
        fprintf(stream, "combo default %s", value);
        write_choices(option->choices, stream);
    } else if (option->type == OPTION_INTEGER)
        fprintf(stream, "spin default %s min %.10g max %.10g", value, option->low, option->high);
    else // numbers that are not whole have no type of their own
        fprintf(stream, "string default %s", value);
    fputc('\n', stream);
}

void ugi_options_write(const PlayerSpec *resolved, FILE *stream) {
    const OptionTable table = resolved->kind->options;
    for (size_t i = 0; i < table.count; i++)
        if (!is_untold(table.options[i].key))
            write_option(&table.options[i], resolved->options, stream);
}

bool ugi_option_is(const char *name, const char *other) {
    return strcasecmp(name, other) == 0;
}

bool ugi_option_set(PlayerSpec *player, const char *name, const char *value, Status *status) {
    const OptionTable table = player->kind->options;
    for (size_t i = 0; i < table.count; i++) {
        const char *key = table.options[i].key;
        if (!is_untold(key) && ugi_option_is(name, name_of(key)))
            return player_set(player, key, value, status);
    }
    return status_fail(status, EXIT_INPUT, "no option has the name '%.40s'", name);
}
