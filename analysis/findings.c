#include "analysis/findings.h"

bool findings_init(Findings *self, const CellLabel labels[], const CellStats stats[],
                   size_t count) {
    *self = (Findings){0};
    return rating_list_init(&self->ratings, labels, stats, count);
}

void findings_release(Findings *self) {
    rating_list_release(&self->ratings);
}

void findings_write(const Findings *self, JsonWriter *json) {
    json_key(json, "ratings");
    rating_list_write(&self->ratings, json);
}

bool findings_print(const Findings *self, FILE *stream) {
    return rating_list_print(&self->ratings, stream);
}
