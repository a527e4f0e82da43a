#include "search/player.h"
#include "search/players.h"

#include <assert.h>
#include <string.h>

static const PlayerKind *const KINDS[] = {&PLAYER_RANDOM, &PLAYER_GREEDY, &PLAYER_MCTS,
                                          &PLAYER_ALPHABETA, &PLAYER_ENGINE};

const PlayerKind *player_kind_at(size_t index) {
    return index < sizeof KINDS / sizeof *KINDS ? KINDS[index] : NULL;
}

static const char *kind_name_at(size_t index) {
    return player_kind_at(index) ? player_kind_at(index)->name : NULL;
}

static size_t index_of(OptionTable table, const char *key) {
    size_t i = 0;
    while (i < table.count && strcmp(table.options[i].key, key) != 0) i++;
    assert(i < table.count);
    return i;
}

static uint64_t bit_of(OptionTable table, const char *key) {
    return UINT64_C(1) << index_of(table, key);
}

static bool is_tuned(const PlayerSpec *self) {
    const OptionTable table = self->kind->options;
    int32_t base;
    if (!self->kind->tuned) return false;
    memcpy(&base, self->options + table.options[index_of(table, "base")].offset, sizeof base);
    return base == BASE_TUNED;
}

bool player_from_spec(PlayerSpec *self, const Spec *spec, Status *status) {
    size_t i = 0;
    memset(self, 0, sizeof *self);
    while (player_kind_at(i) && strcmp(player_kind_at(i)->name, spec->kind) != 0) i++;
    self->kind = player_kind_at(i);
    if (!self->kind) return status_unknown(status, "player", spec->kind, kind_name_at);
    if (!options_apply(self->kind->options, self->options, spec, &self->given, status))
        return false;
    // What is meant without it: one player, one canonical spec.
    if (is_tuned(self)) self->given &= ~bit_of(self->kind->options, "base");
    PlayerSpec trial = *self; // which is settled when the game is known
    return player_settle(&trial, status) || status_prefix(status, "%s: ", spec->kind);
}

bool player_settle(PlayerSpec *self, Status *status) {
    return !self->kind->settle || self->kind->settle(self->options, status);
}

bool player_set(PlayerSpec *self, const char *key, const char *value, Status *status) {
    PlayerSpec changed = *self;
    size_t index;
    if (!options_set(self->kind->options, changed.options, key, value, FORM_ANY, &index, status))
        return false;
    changed.given |= UINT64_C(1) << index;
    if (is_tuned(&changed)) changed.given &= ~bit_of(self->kind->options, "base");
    PlayerSpec trial = changed;
    if (!player_settle(&trial, status)) return false;
    *self = changed;
    return true;
}

const char *player_get(const PlayerSpec *self, const char *key, char text[OPTION_VALUE_SIZE]) {
    const OptionTable table = self->kind->options;
    for (size_t i = 0; i < table.count; i++)
        if (strcmp(table.options[i].key, key) == 0)
            return option_format(&table.options[i], self->options, text);
    return NULL;
}

PlayerSpec player_unlimited(const PlayerSpec *self) {
    static const char *const KEYS[] = {"simulations", "nodes", "depth", "time", "inc"};
    PlayerSpec unlimited = *self;
    Status ignored; // a kind may lack the key
    const OptionTable table = self->kind->options;
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++)
        options_set(table, unlimited.options, KEYS[i], "0", FORM_ANY, NULL, &ignored);
    // Else there would be defaults.
    options_set(table, unlimited.options, "movetime", "1", FORM_ANY, NULL, &ignored);
    return unlimited;
}

bool player_parse(PlayerSpec *self, const char *text, Status *status) {
    Spec spec;
    return spec_parse(&spec, text, status) && player_from_spec(self, &spec, status);
}

void player_format(const PlayerSpec *self, char *text) {
    options_format_given(self->kind->options, self->kind->name, self->options, self->given, text,
                         SPEC_MAX_LENGTH);
}

// The keys that are taken from what is tuned.
static uint64_t inherited(const PlayerSpec *self, const PlayerSpec *tuned) {
    const OptionTable table = self->kind->options;
    uint64_t keys = tuned->given & ~self->given;
    for (const TunedException *e = self->kind->exceptions; e && e->given; e++)
        if (self->given & bit_of(table, e->given)) keys &= ~bit_of(table, e->dropped);
    return keys;
}

PlayerSpec player_resolve(const PlayerSpec *self, const Game *game) {
    PlayerSpec resolved = *self, tuned;
    Status status;
    if (!is_tuned(self)) return resolved;
    const TunedSpec *best = self->kind->tuned;
    while (best->game && best->game != game) best++;
    if (!best->game) return resolved;
    const bool read = player_parse(&tuned, best->spec, &status);
    assert(read), (void)read;
    const uint64_t keys = inherited(self, &tuned);
    options_merge(self->kind->options, resolved.options, tuned.options, keys);
    resolved.given |= keys;
    return resolved;
}

Player *player_create(const PlayerSpec *self, const Variant *variant, Status *status) {
    PlayerSpec resolved = player_resolve(self, variant->game);
    if (!player_settle(&resolved, status)) return NULL;
    return self->kind->create(resolved.options, variant, status);
}

bool player_is_reproducible(const PlayerSpec *self) {
    return !self->kind->reproducible || self->kind->reproducible(self->options);
}

bool player_is_deterministic(const PlayerSpec *self) {
    return self->kind->deterministic && self->kind->deterministic(self->options);
}

bool player_read(const Spec *spec, ExperimentPlayer *player, Status *status) {
    PlayerSpec read;
    if (!player_from_spec(&read, spec, status)) return false;
    player_format(&read, player->spec);
    player->reproducible = player_is_reproducible(&read);
    player->deterministic = player_is_deterministic(&read);
    return true;
}

void player_report(Player *self, const Line *line, Move chosen, bool all, Report *report) {
    report->count = 0;
    report->variation[0] = chosen;
    report->length = 1;
    if (self->report) self->report(self, line, all, report);
}
