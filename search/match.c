#include "search/match.h"

#include <stdlib.h>
#include <string.h>

static const int64_t MILLISECOND = 1000000;

static bool is_usual_start(const Line *line) {
    Position usual;
    memset(&usual, 0, sizeof usual);
    line->variant.game->init(&usual, &line->variant.options);
    return line->variant.game->equal(&usual, &line->start);
}

void match_init(Match *self, const Line *line) {
    memset(self, 0, sizeof *self);
    self->line = *line;
    self->usual_start = is_usual_start(line);
    for (int side = 0; side < SIDE_COUNT; side++) strcpy(self->seats[side].name, "person");
}

void match_release(Match *self) {
    for (int side = 0; side < SIDE_COUNT; side++)
        if (self->seats[side].player) self->seats[side].player->release(self->seats[side].player);
    line_release(&self->line);
}

static int32_t own_limit(const PlayerSpec *spec, const char *key) {
    char text[OPTION_VALUE_SIZE];
    const char *value = player_get(spec, key, text);
    return value ? (int32_t)strtol(value, NULL, 10) : 0;
}

bool match_seat(Match *self, Side side, const PlayerSpec *spec, uint64_t seed, Status *status) {
    Seat *seat = &self->seats[side];
    seat->player = player_create(spec, &self->line.variant, status);
    if (!seat->player) return false;
    seat->player->begin(seat->player);
    player_format(spec, seat->name);
    seat->rng = rng_init(seed_init(seed));
    const int32_t nodes = own_limit(spec, "nodes");
    seat->limits = (SearchLimits){.time.movetime = own_limit(spec, "movetime"),
                                  .work = nodes ? nodes : own_limit(spec, "simulations"),
                                  .depth = own_limit(spec, "depth")};
    return true;
}

void match_set_clocks(Match *self, const int32_t left[SIDE_COUNT], int32_t increment) {
    self->has_clocks = true;
    for (int side = 0; side < SIDE_COUNT; side++)
        game_clock_set(&self->seats[side].clock,
                       &(TimeLimits){.time = left[side], .increment = increment});
}

Outcome match_outcome(const Match *self) {
    return self->declared.end != END_NONE ? self->declared : line_outcome(&self->line);
}

Side match_side(const Match *self) {
    return line_side(&self->line);
}

Seat *match_seat_to_move(Match *self) {
    return &self->seats[match_side(self)];
}

// A player that takes limits shares out what its clock has left; another one has to see to itself.
static void limit_player(Seat *seat) {
    const int64_t left = seat->clock.left / MILLISECOND;
    SearchLimits limits = seat->limits;
    if (!seat->player || !seat->player->limit) return;
    limits.time.time = left > 1 ? (int32_t)left : 1;
    limits.time.increment = seat->clock.limits.increment;
    seat->player->limit(seat->player, &limits);
}

void match_tick(Match *self) {
    Seat *seat = match_seat_to_move(self);
    if (!self->has_clocks || self->ticking) return;
    self->ticking = true;
    limit_player(seat);
    game_clock_start(&seat->clock, &self->line);
}

int64_t match_deadline(const Match *self) {
    const GameClock *clock = &self->seats[match_side(self)].clock;
    return self->ticking ? clock->begun + clock->left : 0;
}

int64_t match_time_left(const Match *self, Side side) {
    const GameClock *clock = &self->seats[side].clock;
    const bool runs = self->ticking && side == match_side(self);
    return clock->left - (runs ? clock_now() - clock->begun : 0);
}

bool match_play(Match *self, Move move, Status *status) {
    if (deadline_passed(match_deadline(self))) {
        match_lose(self, END_TIME);
        return true;
    }
    if (self->ticking) game_clock_stop(&match_seat_to_move(self)->clock);
    self->ticking = false;
    return line_play(&self->line, move, status);
}

// Without the increment, since no ply was made.
static void stop_clock(Match *self) {
    const Side side = match_side(self);
    self->seats[side].clock.left = match_time_left(self, side);
    self->ticking = false;
}

void match_lose(Match *self, End end) {
    self->declared = (Outcome){result_of_loss(match_side(self)), end};
    stop_clock(self);
}

// How many plies there were before the last one that a person made; −1 = there is none.
static int32_t before_last_decision(const Match *self) {
    const Game *game = self->line.variant.game;
    Position position = self->line.start;
    int32_t last = -1;
    for (int32_t i = 0; i < self->line.count; i++) {
        if (!self->seats[game->side(&position)].player) last = i;
        game->play(&position, self->line.moves[i]);
    }
    return last;
}

// After a fault a player, such as an outside engine, is of use only from a new beginning.
static void begin_anew(Match *self) {
    for (int side = 0; side < SIDE_COUNT; side++)
        if (self->seats[side].player) self->seats[side].player->begin(self->seats[side].player);
}

bool match_undo(Match *self) {
    const End declared = self->declared.end;
    const int32_t kept = before_last_decision(self);
    if (declared == END_RESIGN) {
        self->declared = (Outcome){RESULT_NONE, END_NONE};
        return true;
    }
    if (declared == END_TIME || kept < 0) return false;
    if (end_is_fault(declared)) begin_anew(self);
    stop_clock(self);
    self->declared = (Outcome){RESULT_NONE, END_NONE};
    line_take_back(&self->line, self->line.count - kept);
    return true;
}
