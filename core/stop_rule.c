#include "core/stop_rule.h"

#include <string.h>

enum { DEFAULT_MIN_UNITS = 100 };

static const char *const MODELS[SPRT_MODEL_COUNT] = {"normalized", "logistic"};

const char *sprt_model_name(SprtModel model) {
    return MODELS[model];
}

SprtModel sprt_model_parse(const char *name) {
    unsigned i = 0;
    while (i < SPRT_MODEL_COUNT && strcmp(MODELS[i], name) != 0) i++;
    return (SprtModel)i;
}

bool sprt_model_read(SprtModel *model, const char *name, Status *status) {
    *model = sprt_model_parse(name);
    return *model < SPRT_MODEL_COUNT ||
           status_fail(status, EXIT_INPUT, "--model '%.40s': normalized or logistic expected",
                       name);
}

bool sprt_check(const Sprt *self, Status *status) {
    // Beyond that no distribution of outcomes may have the normalized difference.
    const double most = self->model == SPRT_NORMALIZED ? 200 : 1000;
    if (!(self->elo0 < self->elo1))
        return status_fail(status, EXIT_INPUT, "elo0 is %.10g, elo1 is %.10g: elo0 < elo1 expected",
                           self->elo0, self->elo1);
    if (self->elo0 < -most || self->elo1 > most)
        return status_fail(status, EXIT_INPUT, "elo0 and elo1 of -%g..%g expected for model=%s",
                           most, most, sprt_model_name(self->model));
    if (!(self->alpha > 0 && self->alpha < 0.5 && self->beta > 0 && self->beta < 0.5))
        return status_fail(status, EXIT_INPUT, "alpha and beta above 0 and below 0.5 expected");
    return true;
}

static bool read_real(const cJSON *item, const char *path, double *value, Status *status) {
    if (!cJSON_IsNumber(item))
        return status_fail(status, EXIT_INPUT, "%s%s: a number expected", path, item->string);
    *value = item->valuedouble;
    return true;
}

static bool read_model(const cJSON *item, SprtModel *model, Status *status) {
    const char *name = cJSON_GetStringValue(item);
    *model = name ? sprt_model_parse(name) : SPRT_MODEL_COUNT;
    return *model < SPRT_MODEL_COUNT ||
           status_fail(status, EXIT_INPUT,
                       "stop.sprt.model: \"normalized\" or \"logistic\" expected");
}

static bool read_sprt_key(Sprt *self, const cJSON *item, Status *status) {
    static const char PATH[] = "stop.sprt.";
    if (json_is_comment(item)) return true;
    if (strcmp(item->string, "model") == 0) return read_model(item, &self->model, status);
    if (strcmp(item->string, "elo0") == 0) return read_real(item, PATH, &self->elo0, status);
    if (strcmp(item->string, "elo1") == 0) return read_real(item, PATH, &self->elo1, status);
    if (strcmp(item->string, "alpha") == 0) return read_real(item, PATH, &self->alpha, status);
    if (strcmp(item->string, "beta") == 0) return read_real(item, PATH, &self->beta, status);
    return status_fail(status, EXIT_INPUT, "%s%s: unknown key", PATH, item->string);
}

static bool read_sprt(StopRule *self, const cJSON *sprt, Status *status) {
    const cJSON *item;
    self->kind = STOP_SPRT;
    self->sprt = (Sprt){.model = SPRT_NORMALIZED, .alpha = 0.05, .beta = 0.05};
    if (!cJSON_IsObject(sprt))
        return status_fail(status, EXIT_INPUT, "stop.sprt: an object with elo0 and elo1 expected");
    cJSON_ArrayForEach(item, sprt) {
        if (!read_sprt_key(&self->sprt, item, status)) return false;
    }
    if (!cJSON_GetObjectItemCaseSensitive(sprt, "elo0") ||
        !cJSON_GetObjectItemCaseSensitive(sprt, "elo1"))
        return status_fail(status, EXIT_INPUT, "stop.sprt: elo0 and elo1 expected");
    return sprt_check(&self->sprt, status) || status_prefix(status, "stop.sprt: ");
}

static bool read_halfwidth(StopRule *self, const cJSON *item, Status *status) {
    self->kind = STOP_HALFWIDTH;
    if (!read_real(item, "stop.", &self->halfwidth, status)) return false;
    return (self->halfwidth > 0 && self->halfwidth < 0.5) ||
           status_fail(status, EXIT_INPUT,
                       "stop.first_player_halfwidth: a number above 0 and below 0.5 expected");
}

static bool read_min_units(StopRule *self, const cJSON *item, Status *status) {
    return (json_to_integer(item, &self->min_units) && self->min_units >= 2) ||
           status_fail(status, EXIT_INPUT, "stop.min_units: a whole number of 2 or more expected");
}

static bool read_key(StopRule *self, const cJSON *item, Status *status) {
    const StopKind before = self->kind;
    if (json_is_comment(item)) return true;
    if (strcmp(item->string, "min_units") == 0) return read_min_units(self, item, status);
    if (strcmp(item->string, "sprt") == 0) {
        if (!read_sprt(self, item, status)) return false;
    } else if (strcmp(item->string, "first_player_halfwidth") == 0) {
        if (!read_halfwidth(self, item, status)) return false;
    } else
        return status_fail(status, EXIT_INPUT, "stop.%s: unknown key", item->string);
    return before == STOP_NEVER ||
           status_fail(status, EXIT_INPUT,
                       "stop: either sprt or first_player_halfwidth expected, not both");
}

bool stop_rule_read(StopRule *self, const cJSON *stop, Status *status) {
    const cJSON *item;
    *self = (StopRule){.kind = STOP_NEVER, .min_units = DEFAULT_MIN_UNITS};
    if (!stop) return true;
    if (!cJSON_IsObject(stop)) return status_fail(status, EXIT_INPUT, "stop: an object expected");
    cJSON_ArrayForEach(item, stop) {
        if (!read_key(self, item, status)) return false;
    }
    return self->kind != STOP_NEVER ||
           status_fail(status, EXIT_INPUT, "stop: sprt or first_player_halfwidth expected");
}

void stop_rule_write(const StopRule *self, JsonWriter *json) {
    json_begin_object(json);
    if (self->kind == STOP_SPRT) {
        json_key(json, "sprt");
        json_begin_object(json);
        json_put_number(json, "elo0", self->sprt.elo0);
        json_put_number(json, "elo1", self->sprt.elo1);
        json_put_number(json, "alpha", self->sprt.alpha);
        json_put_number(json, "beta", self->sprt.beta);
        json_put_text(json, "model", sprt_model_name(self->sprt.model));
        json_end_object(json);
    } else
        json_put_number(json, "first_player_halfwidth", self->halfwidth);
    json_put_integer(json, "min_units", self->min_units);
    json_end_object(json);
}
