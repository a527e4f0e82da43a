#include "analysis/doubling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const KEYS[] = {"simulations", "nodes", "movetime"};
enum { KEY_COUNT = sizeof KEYS / sizeof *KEYS };

#define Z 1.959963984540054

// The values of a key in two specs that are equal but for it; false for others.
static bool limits_of(const char *const specs[2], const char *key, double limits[2]) {
    Spec parsed[2];
    Status ignored;
    bool found = false;
    for (int i = 0; i < 2; i++)
        if (!spec_parse(&parsed[i], specs[i], &ignored)) return false;
    if (strcmp(parsed[0].kind, parsed[1].kind) != 0 || parsed[0].count != parsed[1].count)
        return false;
    for (size_t j = 0; j < parsed[0].count; j++) {
        const char *one = parsed[0].pairs[j].value, *other = parsed[1].pairs[j].value;
        if (strcmp(parsed[0].pairs[j].key, parsed[1].pairs[j].key) != 0) return false;
        if (strcmp(parsed[0].pairs[j].key, key) == 0) {
            limits[0] = strtod(one, NULL);
            limits[1] = strtod(other, NULL);
            found = true;
        } else if (strcmp(one, other) != 0) {
            return false;
        }
    }
    return found && limits[0] > 0 && limits[1] > 0 && isfinite(limits[0]) && isfinite(limits[1]);
}

// Sums of the line's squares and products.
typedef struct Sums {
    double xx, xy;
} Sums;

static void add_match(Doubling *self, Sums *sums, const Interval *elo, const double limits[2]) {
    const double x = log2(limits[0] / limits[1]);
    const double error = (elo->high - elo->low) / (2 * Z);
    if (isnan(elo->value) || !(error > 0)) {
        self->left_out++;
        return;
    }
    sums->xx += x * x / (error * error);
    sums->xy += x * elo->value / (error * error);
    self->matches++;
    for (int i = 0; i < 2; i++) {
        self->least = fmin(self->least, limits[i]);
        self->most = fmax(self->most, limits[i]);
    }
}

static Doubling doubling_by(const Study *study, int32_t variant, const char *key) {
    const Experiment *experiment = &study->experiment;
    Doubling self = {.key = key, .least = INFINITY, .elo = interval_none()};
    Sums sums = {0};
    for (size_t i = 0; i < study->count; i++) {
        const Cell *cell = &experiment->cells[i];
        const char *const specs[2] = {experiment->players[cell->players[0]].spec,
                                      experiment->players[cell->players[1]].spec};
        double limits[2];
        if (cell->variant != variant || study->stats[i].finished_pairs == 0 ||
            !limits_of(specs, key, limits) || !(limits[0] < limits[1] || limits[0] > limits[1]))
            continue;
        add_match(&self, &sums, &study->stats[i].strength.elo, limits);
    }
    if (self.matches == 0) return (Doubling){.elo = interval_none(), .left_out = self.left_out};
    const double value = sums.xy / sums.xx, half = Z / sqrt(sums.xx);
    self.elo = (Interval){value, value - half, value + half};
    return self;
}

Doubling doubling_of_variant(const Study *study, int32_t variant) {
    Doubling self = {0};
    for (int i = 0; i < KEY_COUNT && !self.key; i++) self = doubling_by(study, variant, KEYS[i]);
    return self;
}
