#include "search/player.h"
#include "search/players.h"

#include "core/game.h"

#include <assert.h>
#include <string.h>

static const PlayerKind *const KINDS[] = {&PLAYER_RANDOM, &PLAYER_GREEDY, &PLAYER_MCTS,
                                          &PLAYER_ALPHABETA};

const PlayerKind *player_kind_at(size_t index) {
    return index < sizeof KINDS / sizeof *KINDS ? KINDS[index] : NULL;
}

static const char *kind_name_at(size_t index) {
    return player_kind_at(index) ? player_kind_at(index)->name : NULL;
}

static uint64_t bit_of(OptionTable table, const char *key) {
    for (size_t i = 0; i < table.count; i++)
        if (strcmp(table.options[i].key, key) == 0) return UINT64_C(1) << i;
    return 0;
}

// base=tuned is what is meant without it: one player, one canonical spec.
static void forget_default_base(PlayerSpec *self) {
    const PlayerKind *kind = self->kind;
    if (kind->tuned && kind->tuned(self->options, game_at(0)))
        self->given &= ~bit_of(kind->options, "base");
}

bool player_from_spec(PlayerSpec *self, const Spec *spec, Status *status) {
    size_t i = 0;
    memset(self, 0, sizeof *self);
    while (player_kind_at(i) && strcmp(player_kind_at(i)->name, spec->kind) != 0) i++;
    self->kind = player_kind_at(i);
    if (!self->kind) return status_unknown(status, "player", spec->kind, kind_name_at);
    if (!options_apply(self->kind->options, self->options, spec, &self->given, status))
        return false;
    forget_default_base(self);
    PlayerSpec trial = *self; // which is settled when the game is known
    return !self->kind->settle || self->kind->settle(trial.options, status) ||
           status_prefix(status, "%s: ", spec->kind);
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
    const char *text = self->kind->tuned ? self->kind->tuned(self->options, game) : NULL;
    PlayerSpec resolved = *self, tuned;
    Status status;
    if (!text) return resolved;
    const bool read = player_parse(&tuned, text, &status);
    assert(read), (void)read;
    const uint64_t keys = inherited(self, &tuned);
    options_merge(self->kind->options, resolved.options, tuned.options, keys);
    resolved.given |= keys;
    return resolved;
}

Player *player_create(const PlayerSpec *self, const Variant *variant, Status *status) {
    PlayerSpec resolved = player_resolve(self, variant->game);
    if (self->kind->settle && !self->kind->settle(resolved.options, status)) return NULL;
    return self->kind->create(resolved.options, variant, status);
}

bool player_is_reproducible(const PlayerSpec *self) {
    return !self->kind->reproducible || self->kind->reproducible(self->options);
}

void player_report(Player *self, const Line *line, Move chosen, bool all, Report *report) {
    report->count = 0;
    report->variation[0] = chosen;
    report->length = 1;
    if (self->report) self->report(self, line, all, report);
}
