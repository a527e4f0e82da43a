#include "search/ugi_go.h"
#include "search/ugi_words.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool read_number(const char *key, const char *word, int64_t *number, Status *status) {
    char *end;
    errno = 0;
    *number = strtoll(word, &end, 10);
    if (*word && !*end && errno == 0) return true;
    return status_fail(status, EXIT_INPUT, "go: %s '%.40s': a whole number expected", key, word);
}

bool ugi_go_parse(UgiGo *self, char *text, Status *status) {
    *self = (UgiGo){{-1, -1}, {-1, -1}, -1, -1, -1, false};
    const struct {
        const char *key;
        int64_t *number, least;
    } keys[] = {
        {"p1time", &self->time[SIDE_FIRST], 1},
        {"p2time", &self->time[SIDE_SECOND], 1},
        {"p1inc", &self->increment[SIDE_FIRST], 0},
        {"p2inc", &self->increment[SIDE_SECOND], 0},
        {"movetime", &self->movetime, 1},
        {"depth", &self->depth, 1},
        {"nodes", &self->nodes, 1},
    };
    for (const char *word; *(word = ugi_next(&text));) {
        size_t i = 0;
        const size_t count = sizeof keys / sizeof *keys;
        if (strcmp(word, "infinite") == 0) {
            self->infinite = true;
            continue;
        }
        while (i < count && strcmp(keys[i].key, word) != 0) i++;
        if (i == count)
            return status_fail(status, EXIT_INPUT,
                               "go: unknown word '%.40s'; known are p1time, p2time, p1inc, p2inc, "
                               "movetime, depth, nodes, infinite",
                               word);
        if (!read_number(word, ugi_next(&text), keys[i].number, status)) return false;
        // Clocks that have run out are told as 0 or less by some.
        if (*keys[i].number < keys[i].least) *keys[i].number = keys[i].least;
    }
    return true;
}

static int32_t clamp(int64_t number) {
    return number < 0 ? 0 : number < INT32_MAX ? (int32_t)number : INT32_MAX;
}

static int32_t own_number(const PlayerSpec *player, const char *key) {
    char text[OPTION_VALUE_SIZE];
    const char *value = player_get(player, key, text);
    return value ? (int32_t)strtol(value, NULL, 10) : 0;
}

static SearchLimits own_limits(const PlayerSpec *player) {
    const int32_t nodes = own_number(player, "nodes");
    return (SearchLimits){.time.movetime = own_number(player, "movetime"),
                          .work = nodes ? nodes : own_number(player, "simulations"),
                          .depth = own_number(player, "depth")};
}

SearchLimits ugi_go_limits(const UgiGo *self, Side side, const PlayerSpec *player) {
    char ignored[OPTION_VALUE_SIZE];
    const int64_t time = self->time[side], increment = self->increment[side];
    const bool deep = self->depth >= 0 && player_get(player, "depth", ignored);
    if (self->infinite) return (SearchLimits){0};
    if (time < 0 && self->movetime < 0 && self->nodes < 0 && !deep) return own_limits(player);
    return (SearchLimits){.time = {.movetime = clamp(self->movetime),
                                   .time = clamp(time),
                                   .increment = time < 0 ? 0 : clamp(increment)},
                          .work = clamp(self->nodes),
                          .depth = clamp(self->depth)};
}
