// Players: what chooses a ply, made from a spec such as `mcts:simulations=2000,c=1.0`.
#ifndef HARROW_PLAYER_H
#define HARROW_PLAYER_H

#include "core/experiment.h"
#include "core/line.h"
#include "core/option.h"
#include "core/rng.h"
#include "search/limits.h"
#include "search/report.h"

#include <stdatomic.h>
#include <stdbool.h>

enum { PLAYER_OPTIONS_SIZE = 512 };

// What a player chose and why.
typedef struct Decision {
    Move move;
    double value;  // expected score of the side to move, 0..1; NaN when the player has none
    uint64_t work; // simulations of a tree search, plies made by an alpha-beta search
    int32_t depth; // plies looked ahead in full; 0 where that means nothing
    bool proven;   // the value is that of perfect play, not an estimate
    End fault;     // not END_NONE: the player has lost the game by this, and there is no ply
} Decision;

// Who is told of a search while it goes on.
typedef struct Listener Listener;
struct Listener {
    // What was found so far, by the thread that searches, which goes on afterwards. The report has
    // the ply and its variation. Of several threads the work may be that of one.
    void (*hear)(Listener *self, const Decision *so_far, const Report *report);
};

typedef struct Player Player;
typedef struct PlayerKind PlayerKind;

// A player of one kind, bound to one variant. One thread at a time may use it.
struct Player {
    // Forgets all earlier games, so that the next one is as if the player were new.
    void (*begin)(Player *self);
    // Chooses a legal ply for the side to move of a line that is not over. All randomness comes
    // from `rng`. Returns false, with the decision unusable, soon after *stop becomes true (NULL =
    // never), or with the status filled when memory is short.
    bool (*choose)(Player *self, const Line *line, Rng *rng, const atomic_bool *stop,
                   Decision *decision, Status *status);
    void (*release)(Player *self);
    // Tells more of the last `choose`, given its line again; with `all`, the values of all root
    // plies, even where that takes further search. NULL for a player that has nothing to tell.
    void (*report)(Player *self, const Line *line, bool all, Report *report);
    // Puts limits in the place of all that its options set, for the choices to come; to be called
    // after each `begin`. NULL for a player that has none.
    void (*limit)(Player *self, const SearchLimits *limits);
    // Tells of each search from now on while it goes on; a listener of NULL ends that. When it
    // tells depends on the work alone, and nothing else depends on who listens. NULL for a player
    // that has nothing to tell on the way.
    void (*listen)(Player *self, Listener *listener);
    // Keeps what there is to be told of troubles in a file from now on. NULL for a player that has
    // none to tell of.
    bool (*log)(Player *self, const char *path, Status *status);
};

// What a game is best played with. It names base=plain, so that no more is taken from anywhere.
typedef struct TunedSpec {
    const Game *game;
    const char *spec;
} TunedSpec;

// Where `given` is named, `dropped` is not taken from what is tuned.
typedef struct TunedException {
    const char *given, *dropped;
} TunedException;

// A kind of player: one line in the table of players.
struct PlayerKind {
    const char *name;
    const char *summary;
    OptionTable options;
    // Settles what depends on several options, once all are read; names what does not fit together.
    // NULL = nothing to do.
    bool (*settle)(void *options, Status *status);
    // Makes a player; `options` is the kind's own struct and outlives the call only. NULL and
    // status when memory is short or the options do not fit together.
    Player *(*create)(const void *options, const Variant *variant, Status *status);
    // Whether its decisions have a value.
    bool values;
    // Another program makes its choices.
    bool outside;
    // The same work every time, whatever the machine does; NULL = always.
    bool (*reproducible)(const void *options);
    // Whether it draws no random number: the same line, the same ply. NULL = never.
    bool (*deterministic)(const void *options);
    // What the ladder found best for each game, ended by NULLs; keys that are not given are taken
    // from it, unless the option `base`, which such a kind has, is not BASE_TUNED. NULL = none.
    const TunedSpec *tuned;
    // Keys that do not fit to what is tuned, ended by NULLs; NULL = none.
    const TunedException *exceptions;
};

// A player spec read: kind, options, and which of them were named (bit i: option i). The others
// stand at the table's defaults until a game is known.
typedef struct PlayerSpec {
    const PlayerKind *kind;
    uint64_t given;
    _Alignas(8) unsigned char options[PLAYER_OPTIONS_SIZE];
} PlayerSpec;

// The kinds in the order of `harrow help players`; NULL beyond the last.
const PlayerKind *player_kind_at(size_t index);

// Reads a player spec, or one already taken apart.
bool player_parse(PlayerSpec *self, const char *text, Status *status);
bool player_from_spec(PlayerSpec *self, const Spec *spec, Status *status);
// The canonical spec: the keys that were named, in the order of the table. `text` has room for
// SPEC_MAX_LENGTH bytes.
void player_format(const PlayerSpec *self, char *text);
// The same player for one game, without reference to what is tuned: every key is named that differs
// from the table's default.
PlayerSpec player_resolve(const PlayerSpec *self, const Game *game);
// Sets one key more, which is named from then on, and checks that all keys fit together. After a
// failure nothing has changed.
bool player_set(PlayerSpec *self, const char *key, const char *value, Status *status);
// The value of a key as a spec would have it; NULL where the kind has no such key.
const char *player_get(const PlayerSpec *self, const char *key, char text[OPTION_VALUE_SIZE]);
// Settles what depends on several options; of a resolved spec.
bool player_settle(PlayerSpec *self, Status *status);
// The same without any limit of work or depth, for a player whose limits are set from outside.
PlayerSpec player_unlimited(const PlayerSpec *self);
Player *player_create(const PlayerSpec *self, const Variant *variant, Status *status);
bool player_is_reproducible(const PlayerSpec *self);
bool player_is_deterministic(const PlayerSpec *self);
// The PlayerReader of experiments.
bool player_read(const Spec *spec, ExperimentPlayer *player, Status *status);

// A report of any player's last choice; at least its ply is in it.
void player_report(Player *self, const Line *line, Move chosen, bool all, Report *report);

#endif
