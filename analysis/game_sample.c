#include "analysis/game_sample.h"
#include "analysis/record_walk.h"
#include "core/rng.h"

#include <stdlib.h>
#include <string.h>

void game_sample_release(GameSample *self) {
    for (int reason = 0; reason < SAMPLE_REASONS; reason++)
        for (int i = 0; i < SAMPLE_MAX; i++) free(self->games[reason][i].json);
    *self = (GameSample){0};
}

const char *sample_reason_name(SampleReason reason) {
    static const char *const NAMES[SAMPLE_REASONS] = {"longest", "closest", "biggest upset",
                                                      "shortest", "drawn by lot"};
    return NAMES[reason];
}

static bool is_before(const SampleGame *a, const SampleGame *b) {
    return !b->json || a->rank > b->rank || (a->rank == b->rank && a->id < b->id);
}

// Takes the game into a list at its place, and the last one out.
static bool insert(SampleGame list[SAMPLE_MAX], SampleGame game, const char *json) {
    int at = SAMPLE_MAX;
    while (at > 0 && is_before(&game, &list[at - 1])) at--;
    if (at == SAMPLE_MAX) return true;
    game.json = malloc(game.size + 1);
    if (!game.json) return false;
    memcpy(game.json, json, game.size);
    game.json[game.size] = '\0';
    free(list[SAMPLE_MAX - 1].json);
    memmove(&list[at + 1], &list[at], (size_t)(SAMPLE_MAX - 1 - at) * sizeof *list);
    list[at] = game;
    return true;
}

// The most that the loser expected, or −1.
static int64_t upset(const Record *record, const PlyNote *notes, int32_t count) {
    int64_t most = -1;
    if (record->result != RESULT_FIRST && record->result != RESULT_SECOND) return most;
    for (int32_t i = 0; i < count; i++) {
        const int first = notes[i].first_value;
        const int loser = record->result == RESULT_SECOND ? first : WALK_FULL_VALUE - first;
        if (first != WALK_NO_VALUE && loser > most) most = loser;
    }
    return most;
}

bool game_sample_offer(GameSample *self, const Record *record, const PlyNote *notes, int32_t count,
                       const char *json, size_t size) {
    const GameFacts facts = record_facts(record);
    const int64_t most = upset(record, notes, count);
    const int64_t lot = (int64_t)(mix64((uint64_t)record->id) >> 1);
    SampleGame game = {.id = record->id, .size = size};
    game.rank = record->plies;
    bool good = insert(self->games[SAMPLE_LONGEST], game, json);
    game.rank = -(int64_t)record->plies;
    good =
        good && (record->result == RESULT_NONE || insert(self->games[SAMPLE_SHORTEST], game, json));
    game.rank = -((int64_t)abs(facts.margin) << 32) + record->plies;
    good = good && (!facts.has_score || insert(self->games[SAMPLE_CLOSEST], game, json));
    game.rank = most;
    good = good && (most < 0 || insert(self->games[SAMPLE_UPSET], game, json));
    game.rank = lot;
    return good && insert(self->games[SAMPLE_LOT], game, json);
}
