#include "analysis/findings.h"

bool findings_init(Findings *self, const CellLabel labels[], const CellStats stats[],
                   const char *const specs[], size_t count) {
    *self = (Findings){.labels = labels, .stats = stats, .count = count};
    return rating_list_init(&self->ratings, labels, stats, count) &&
           comparisons_init(&self->comparisons, stats, count) &&
           trends_find(&self->trends, labels, stats, specs, count);
}

void findings_release(Findings *self) {
    rating_list_release(&self->ratings);
    comparisons_release(&self->comparisons);
}

void findings_write(const Findings *self, JsonWriter *json) {
    json_key(json, "ratings");
    rating_list_write(&self->ratings, json);
    json_key(json, "comparisons");
    comparisons_write(&self->comparisons, self->labels, json);
    json_key(json, "trends");
    trends_write(&self->trends, json);
}

bool findings_print(const Findings *self, FILE *stream) {
    return rating_list_print(&self->ratings, stream) &&
           comparisons_print(&self->comparisons, self->labels, self->count, stream) &&
           trends_print(&self->trends, stream);
}
