#include "core/strength_ladder.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LIMIT = 1000000000 };

static const char *const LIMITS[] = {"simulations", "nodes", "movetime"};

static bool check_factors(const cJSON *factors, Status *status) {
    const int count = cJSON_IsArray(factors) ? cJSON_GetArraySize(factors) : 0;
    int64_t last = 0, factor;
    if (count < 1 || count > STRENGTH_LADDER_MAX_STEPS)
        return status_fail(status, EXIT_INPUT, "ladder.%s: a list of 1..%d factors expected",
                           factors->string, STRENGTH_LADDER_MAX_STEPS);
    const cJSON *item;
    cJSON_ArrayForEach(item, factors) {
        if (!json_to_integer(item, &factor) || factor <= last ||
            factor > STRENGTH_LADDER_MAX_FACTOR)
            return status_fail(status, EXIT_INPUT,
                               "ladder.%s: whole numbers of 1..%d expected, each greater than the "
                               "one before",
                               factors->string, STRENGTH_LADDER_MAX_FACTOR);
        last = factor;
    }
    return true;
}

bool strength_ladder_check(const cJSON *ladder, const cJSON *players, Status *status) {
    if (!ladder) return true;
    if (!cJSON_IsObject(ladder))
        return status_fail(status, EXIT_INPUT, "ladder: an object of players expected");
    const cJSON *factors;
    cJSON_ArrayForEach(factors, ladder) {
        if (json_is_comment(factors)) continue;
        if (!cJSON_GetObjectItemCaseSensitive(players, factors->string))
            return status_fail(status, EXIT_INPUT, "ladder.%s: is none of 'players'",
                               factors->string);
        if (!check_factors(factors, status)) return false;
    }
    return true;
}

int strength_ladder_steps(const cJSON *ladder, const char *player) {
    const cJSON *factors = cJSON_GetObjectItemCaseSensitive(ladder, player);
    return factors ? cJSON_GetArraySize(factors) : 1;
}

static bool is_limit(const char *key) {
    for (size_t i = 0; i < sizeof LIMITS / sizeof *LIMITS; i++)
        if (strcmp(key, LIMITS[i]) == 0) return true;
    return false;
}

// The index of the one limit among the pairs of a spec; −1 when there is none, or another one.
static int find_limit(const Spec *spec) {
    int found = -1;
    for (size_t i = 0; i < spec->count; i++) {
        if (!is_limit(spec->pairs[i].key) || strcmp(spec->pairs[i].value, "0") == 0) continue;
        if (found >= 0) return -1;
        found = (int)i;
    }
    return found;
}

// The product of a limit as it was written and a factor; false for what is no number or too large.
static bool multiply(const char *text, int64_t factor, int64_t *limit) {
    char *end;
    const long long number = strtoll(text, &end, 10);
    if (*end || number < 1 || number > MAX_LIMIT) return false;
    *limit = number * factor;
    return *limit <= MAX_LIMIT;
}

bool strength_ladder_step(const cJSON *ladder, const char *player, int step, const Spec *spec,
                          Spec *made, int64_t *limit, Status *status) {
    const cJSON *factors = cJSON_GetObjectItemCaseSensitive(ladder, player);
    const int at = find_limit(spec);
    int64_t factor = 1;
    char value[32];
    json_to_integer(cJSON_GetArrayItem(factors, step), &factor);
    if (at < 0)
        return status_fail(status, EXIT_INPUT,
                           "one of simulations, nodes and movetime expected, for a ladder");
    if (!multiply(spec->pairs[at].value, factor, limit))
        return status_fail(status, EXIT_INPUT, "%s=%.20s times %" PRId64 ": at most %d expected",
                           spec->pairs[at].key, spec->pairs[at].value, factor, MAX_LIMIT);
    snprintf(value, sizeof value, "%" PRId64, *limit);
    bool good = spec_begin(made, spec->kind, status);
    for (size_t i = 0; good && i < spec->count; i++)
        good = spec_add(made, spec->pairs[i].key, (int)i == at ? value : spec->pairs[i].value,
                        spec->pairs[i].form, status);
    return good;
}
