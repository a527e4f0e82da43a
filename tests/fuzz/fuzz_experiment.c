// Input: a config, and behind it assignments as of --set, with NUL bytes between.
#include "core/experiment.h"
#include "core/text_stream.h"
#include "search/player.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_VARIANTS = 5000 }; // of one grid: more are lawful, but take long

static bool is_large(const cJSON *config) {
    const cJSON *game, *games = cJSON_GetObjectItemCaseSensitive(config, "games");
    cJSON_ArrayForEach(game, games) {
        const cJSON *item;
        int64_t variants = 1;
        cJSON_ArrayForEach(item, game) {
            if (cJSON_IsArray(item)) variants *= cJSON_GetArraySize(item);
            if (variants > MOST_VARIANTS) return true;
        }
    }
    return false;
}

static char *write_experiment(const Experiment *self) {
    TextStream text;
    Status status = fuzz_status();
    FUZZ_CHECK(text_stream_open(&text, &status));
    JsonWriter json = json_writer(text.stream, true);
    experiment_write(self, &json);
    FUZZ_CHECK(text_stream_close(&text, &status));
    return text.text;
}

static void check_games(const Experiment *self) {
    const int64_t games = experiment_games(self);
    FUZZ_CHECK(games > 0 && games <= INT64_C(1) << 53);
    const GameNumber last = experiment_game(self, games - 1);
    FUZZ_CHECK(last.cell == self->cell_count - 1 && last.number == self->games_per_cell - 1);
    for (int32_t i = 0; i < self->cell_count; i++) {
        const Cell *cell = &self->cells[i];
        FUZZ_CHECK(cell->variant >= 0 && cell->variant < self->variant_count);
        FUZZ_CHECK(cell->players[0] >= 0 && cell->players[0] < self->player_count);
        FUZZ_CHECK(cell->players[1] >= 0 && cell->players[1] < self->player_count);
        FUZZ_CHECK(experiment_ply_limit(self, cell) > 0);
    }
}

// What experiment.json would hold is read as the same experiment.
static void check_experiment(const Experiment *self) {
    Experiment again;
    char hash[17], other[17];
    Status status = fuzz_status();
    char *text = write_experiment(self);
    cJSON *tree = json_parse(text, strlen(text), &status);
    FUZZ_CHECK(tree && experiment_init(&again, tree, player_read, &status));
    char *rewritten = write_experiment(&again);
    FUZZ_CHECK(strcmp(text, rewritten) == 0 && self->reproducible == again.reproducible);
    FUZZ_CHECK(experiment_hash(self, hash, &status) && experiment_hash(&again, other, &status));
    FUZZ_CHECK(strcmp(hash, other) == 0);
    check_games(self);
    experiment_release(&again);
    free(rewritten);
    cJSON_Delete(tree);
    free(text);
}

static void resolve(const cJSON *config) {
    Experiment experiment;
    Status status = fuzz_status();
    if (experiment_init(&experiment, config, player_read, &status))
        check_experiment(&experiment);
    else
        fuzz_check_refused(&status, EXIT_INPUT);
    experiment_release(&experiment);
}

// Applies the assignments behind a config of so many bytes.
static bool assign(cJSON *config, const uint8_t *data, size_t size) {
    while (size > 0) {
        char *assignment = fuzz_text(data, size);
        Status status = fuzz_status();
        const size_t length = strlen(assignment);
        const bool good = config_set(config, assignment, &status);
        if (!good) fuzz_check_refused(&status, EXIT_INPUT);
        free(assignment);
        if (!good) return false;
        data += length + (length < size);
        size -= length + (length < size);
    }
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const size_t length = size ? strnlen((const char *)data, size) : 0;
    const size_t behind = length + (length < size);
    Status status = fuzz_status();
    cJSON *config = json_parse((const char *)data, length, &status);
    if (!config)
        fuzz_check_refused(&status, EXIT_INPUT);
    else if (assign(config, data + behind, size - behind) && !is_large(config))
        resolve(config);
    cJSON_Delete(config);
    return 0;
}
