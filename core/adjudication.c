#include "core/adjudication.h"

#include <math.h>
#include <string.h>

enum { MOST_PLIES = 1000000 };

// A key of a group and the place for its value; `plies` where it is a whole number.
typedef struct Field {
    const char *key;
    double low, high;
    double *real;
    int32_t *plies;
} Field;

static bool read_field(const Field *field, const cJSON *item, const char *group, Status *status) {
    int64_t number;
    if (field->plies) {
        if (!json_to_integer(item, &number) || (double)number < field->low ||
            (double)number > field->high)
            return status_fail(status, EXIT_INPUT, "%s.%s: a whole number of %.10g..%.10g expected",
                               group, field->key, field->low, field->high);
        *field->plies = (int32_t)number;
        return true;
    }
    if (!cJSON_IsNumber(item) || item->valuedouble < field->low || item->valuedouble > field->high)
        return status_fail(status, EXIT_INPUT, "%s.%s: a number of %.10g..%.10g expected", group,
                           field->key, field->low, field->high);
    *field->real = item->valuedouble;
    return true;
}

// Reads an object of three fields, of which the first two must be there.
static bool read_group(const cJSON *config, const char *group, const Field fields[3],
                       Status *status) {
    const cJSON *object = cJSON_GetObjectItemCaseSensitive(config, group), *item;
    if (!object) return true;
    if (!cJSON_IsObject(object))
        return status_fail(status, EXIT_INPUT, "%s: an object expected", group);
    cJSON_ArrayForEach(item, object) {
        int i = 0;
        if (json_is_comment(item)) continue;
        while (i < 3 && strcmp(fields[i].key, item->string) != 0) i++;
        if (i == 3)
            return status_fail(status, EXIT_INPUT, "%s.%s: unknown key", group, item->string);
        if (!read_field(&fields[i], item, group, status)) return false;
    }
    for (int i = 0; i < 2; i++)
        if (!cJSON_GetObjectItemCaseSensitive(object, fields[i].key))
            return status_fail(status, EXIT_INPUT, "%s: %s and %s expected", group, fields[0].key,
                               fields[1].key);
    return true;
}

bool adjudication_read(Adjudication *self, const cJSON *config, Status *status) {
    *self = (Adjudication){0};
    const Field resign[] = {{"score", 0, 0.49, &self->resign_score, NULL},
                            {"plies", 1, MOST_PLIES, NULL, &self->resign_plies},
                            {"played_out", 0, 1, &self->played_out, NULL}};
    const Field draw[] = {{"margin", 0, 0.49, &self->draw_margin, NULL},
                          {"plies", 2, MOST_PLIES, NULL, &self->draw_plies},
                          {"after", 0, MOST_PLIES, NULL, &self->draw_after}};
    return read_group(config, "resign", resign, status) && read_group(config, "draw", draw, status);
}

void adjudication_write(const Adjudication *self, JsonWriter *json) {
    if (self->resign_plies > 0) {
        json_key(json, "resign");
        json_begin_object(json);
        json_put_number(json, "score", self->resign_score);
        json_put_number(json, "plies", self->resign_plies);
        json_put_number(json, "played_out", self->played_out);
        json_end_object(json);
    }
    if (self->draw_plies > 0) {
        json_key(json, "draw");
        json_begin_object(json);
        json_put_number(json, "margin", self->draw_margin);
        json_put_number(json, "plies", self->draw_plies);
        json_put_number(json, "after", self->draw_after);
        json_end_object(json);
    }
}

Adjudicator adjudicator_begin(const Adjudication *rules, bool plays_out) {
    return (Adjudicator){.rules = rules, .plays_out = plays_out};
}

static Outcome resignation_of(Side side) {
    return (Outcome){result_of_loss(side), END_RESIGN};
}

// Whether a side gives up with this ply.
static bool resigns(Adjudicator *self, Side side, double value) {
    const Adjudication *rules = self->rules;
    const bool hopeless = value <= rules->resign_score; // false for NaN
    self->hopeless[side] = hopeless ? self->hopeless[side] + 1 : 0;
    return rules->resign_plies > 0 && self->hopeless[side] >= rules->resign_plies;
}

// Whether all agree on a draw with this ply.
static bool is_level(Adjudicator *self, double value, int32_t ply) {
    const Adjudication *rules = self->rules;
    const bool level = fabs(value - 0.5) <= rules->draw_margin && ply > rules->draw_after;
    self->level = level ? self->level + 1 : 0;
    return rules->draw_plies > 0 && self->level >= rules->draw_plies;
}

Outcome adjudicator_add(Adjudicator *self, Side side, double value, int32_t ply) {
    if (isnan(value)) return (Outcome){RESULT_NONE, END_NONE}; // such as a forced ply: says nothing
    if (resigns(self, side, value) && !self->has_resigned) {
        if (!self->plays_out) return resignation_of(side);
        self->has_resigned = true;
        self->resigned = side;
    }
    if (is_level(self, value, ply) && !self->has_resigned)
        return (Outcome){RESULT_DRAW, END_ADJUDICATED};
    return (Outcome){RESULT_NONE, END_NONE};
}
