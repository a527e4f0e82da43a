#include "search/ply_kind.h"
#include "core/agon_board.h"
#include "core/agros_rules.h"
#include "core/awale_rules.h"
#include "core/games.h"

static int32_t agon_gain(const AgonPosition *before, const AgonPosition *after) {
    const Hexes enemies = before->pieces[before->side ^ 1];
    return (int32_t)agon_count(enemies & after->captured & ~before->captured);
}

// Without the stones that a side without a legal ply sweeps: that ends the game.
static int32_t awale_gain(const AwalePosition *before, const AwalePosition *after) {
    const unsigned side = (unsigned)before->side;
    return (int32_t)awale_store(after, side) - (int32_t)awale_store(before, side);
}

int32_t ply_gain(const Game *game, const Position *before, const Position *after) {
    if (game == &AGON) return agon_gain(&before->agon, &after->agon);
    if (game == &AWALE) return awale_gain(&before->awale, &after->awale);
    return 0;
}

bool game_has_captures(const Game *game) {
    return game == &AGON || game == &AWALE;
}

Move pass_of(const Game *game, const Position *position) {
    if (game != &AGROS || agros_in_opening(&position->agros)) return MOVE_NONE;
    return agros_move(AGROS_PASS, 0, 0);
}
