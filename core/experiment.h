// The experiment: what one config file describes, checked and resolved to cells and games.
#ifndef HARROW_EXPERIMENT_H
#define HARROW_EXPERIMENT_H

#include "core/adjudication.h"
#include "core/game.h"
#include "core/json.h"
#include "core/opening_book.h"
#include "core/part.h"
#include "core/rng.h"
#include "core/stop_rule.h"

enum { EXPERIMENT_NAME_SIZE = 128, EXPERIMENT_MAX_CELLS = 100000, EXPERIMENT_MAX_PLAYERS = 256 };

// Raised whenever the same config would give other records than before (see `harrow bench`).
enum { BEHAVIOUR_VERSION = 8 };

// In place of the number of random plies: the whole placement of the game.
enum { OPENING_PLACEMENT = -1 };

typedef struct ExperimentPlayer {
    char name[EXPERIMENT_NAME_SIZE];
    char spec[SPEC_MAX_LENGTH]; // canonical
    bool reproducible;          // does the same work every time
    bool deterministic;         // draws no random number
    int32_t step;               // on its strength ladder, from 0; −1 = it is on none
} ExperimentPlayer;

// Resolves a player spec for the experiment, whose folder does not know players: fills all but the
// name.
typedef bool (*PlayerReader)(const Spec *spec, ExperimentPlayer *player, Status *status);

// One variant with one pairing. The two games of a pair swap the players' seats; where a player
// meets itself there are no pairs. A unit is such a pair, or a game.
typedef struct Cell {
    int32_t variant;
    int32_t players[2];
    Seed seed; // of all its games: a function of the experiment's, the canonical game and the
               // names of the players
    uint8_t *repeats; // by unit, a bit each: its opening was had before, between players that then
                      // play the same game; NULL = none is such a one
} Cell;

typedef enum Pairing {
    PAIRING_SELF,
    PAIRING_ROUND_ROBIN, // each two players, in the order of the players
    PAIRING_GAUNTLET,    // one, who is player 0 of every cell, against each other one
    PAIRING_LIST         // as listed
} Pairing;

typedef struct Experiment {
    char name[EXPERIMENT_NAME_SIZE];
    int64_t seed; // 0..2^53
    Pairing pairing;
    int64_t games_per_cell; // at most, where a rule may stop a cell
    StopRule stop;
    Part part;        // the games that are meant here
    OpeningBook book; // where each game, or pair of games, begins
    int32_t
        opening_plies; // uniformly random plies behind that; OPENING_PLACEMENT: as many as place
    int32_t ply_limit; // 0 = the game's own default
    Adjudication adjudication;
    bool values;         // records tell what players thought of their plies
    bool allow_repeats;  // units of deterministic players that repeat others are played
    int32_t window;      // games that may be finished ahead of the oldest unfinished one
    int32_t compression; // zlib level of the records
    bool reproducible;   // no player's work depends on the clock
    Variant *variants;
    int32_t variant_count;
    ExperimentPlayer *players;
    int32_t player_count;
    Cell *cells;
    int32_t cell_count;
} Experiment;

// A game of the experiment: its cell, and its number k there. Its id is
// cell × games_per_cell + number.
typedef struct GameNumber {
    int32_t cell;
    int64_t number;
} GameNumber;

// Checks and resolves a config. Every mistake is EXIT_INPUT and names the JSON path. The caller
// releases the experiment, also after a failure.
bool experiment_init(Experiment *self, const cJSON *config, PlayerReader reader, Status *status);
void experiment_release(Experiment *self);

// Applies `a.b=value` to a config before it is resolved; the value is JSON, or else a text.
bool config_set(cJSON *config, const char *assignment, Status *status);

// Writes the resolved experiment as an object that experiment_init would read again.
void experiment_write(const Experiment *self, JsonWriter *json);
// A hash over everything but name, games_per_cell and stop; 16 hexadecimal digits.
// False when memory is short.
bool experiment_hash(const Experiment *self, char digits[17], Status *status);

// How many games there are at most, and how many of them are meant here; whether a rule may make
// those fewer, which asks for the games before, so that a shard alone has none.
int64_t experiment_games(const Experiment *self);
int64_t experiment_part_games(const Experiment *self);
bool experiment_may_stop(const Experiment *self);
// The part's games of a cell.
int64_t experiment_cell_games(const Experiment *self, int32_t cell);
GameNumber experiment_game(const Experiment *self, int64_t id);
// Sets the seeds of all cells, once all that they come from is known.
void experiment_set_seeds(Experiment *self);
bool cell_is_paired(const Cell *self);
// The unit that a game of a cell belongs to, and how many units a cell has.
int64_t cell_unit(const Cell *self, int64_t number);
int64_t experiment_units(const Experiment *self, const Cell *cell);
// Whether both players always play the same ply in the same line.
bool experiment_is_deterministic(const Experiment *self, const Cell *cell);
// Whether a game belongs to a unit that repeats another; it counts in no statistics.
bool experiment_is_repeat(const Experiment *self, GameNumber game);
int32_t experiment_ply_limit(const Experiment *self, const Cell *cell);
// The random plies of an opening.
int32_t experiment_opening_plies(const Experiment *self, const Cell *cell);

// Who makes the first ply of a game: index 0 or 1 of the cell's players.
int cell_first_player(const Cell *self, int64_t number);

// The seed of a role ("opening", "first", "second") in a game: a function of the experiment's
// seed, the canonical game, the names of the cell's players, the number and the role alone. The
// two games of a pair have the same opening. Two players play the same games whichever of them the
// cell names first: only the two of each pair change places then.
Seed experiment_seed(const Experiment *self, GameNumber game, const char *role);

#endif
