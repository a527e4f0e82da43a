// What Awale tells a person who plays it.
#include "core/awale_rules.h"
#include "core/game.h"

static const char SOWING[] =
    "Type a house of your own row, such as A3, or its number alone: its stones go one\n"
    "by one into the houses that follow: A1 to A6, B1 to B6, A1 again. A last stone\n"
    "that makes 2 or 3 in the other row captures them, and so on backwards. The other\n"
    "row must keep a stone. 25 stones win.\n";
static const char FEEDING[] = "The other row is empty: only a sowing that reaches it is legal.\n";

static bool is_starving(const AwalePosition *self) {
    const unsigned first = self->side == SIDE_FIRST ? AWALE_HOUSES : 0;
    for (unsigned house = first; house < first + AWALE_HOUSES; house++)
        if (awale_stones(self, house)) return false;
    return true;
}

static const char *phase(const Position *position) {
    return is_starving(&position->awale) ? FEEDING : SOWING;
}

static MoveCells move_cells(Move move) {
    return (MoveCells){(int)move, -1, MARK_NONE};
}

// All houses whose stones have changed.
static void mark_ply(const Position *before, Move move, Marks *marks) {
    AwalePosition after = before->awale;
    awale_play(&after, move);
    for (unsigned house = 0; house < 2 * AWALE_HOUSES; house++)
        if (awale_stones(&after, house) != awale_stones(&before->awale, house))
            marks->of[house] = MARK_LAST;
}

// Also the number of a house alone, of the row of the side to move.
static bool cell_parse(const Position *position, const char *text, unsigned *cell) {
    const char house[] = {position->awale.side ? 'B' : 'A', text[0], '\0'};
    return awale_move_parse(text[0] && !text[1] ? house : text, cell);
}

static void cell_describe(const Position *position, unsigned cell, char text[GUIDE_TEXT_SIZE]) {
    char name[MOVE_TEXT_SIZE];
    awale_move_format(cell, name);
    const unsigned stones = awale_stones(&position->awale, cell);
    if (stones)
        snprintf(text, GUIDE_TEXT_SIZE, "%s has %u stone%s", name, stones, stones == 1 ? "" : "s");
    else
        snprintf(text, GUIDE_TEXT_SIZE, "%s is empty", name);
}

static void objection(const Position *position, Move move, char text[GUIDE_TEXT_SIZE]) {
    const AwalePosition *self = &position->awale;
    char name[MOVE_TEXT_SIZE];
    awale_move_format(move, name);
    if (move / AWALE_HOUSES != self->side)
        snprintf(text, GUIDE_TEXT_SIZE, "%s is a house of the other row", name);
    else if (awale_stones(self, move) == 0)
        snprintf(text, GUIDE_TEXT_SIZE, "%s is empty", name);
    else if (is_starving(self))
        strcpy(text, "the other row is empty, and this does not reach it");
    else
        strcpy(text, "it would take all stones of the other row");
}

const Guide AWALE_GUIDE = {
    .sides = {"A", "B"},
    .phase = phase,
    .move_cells = move_cells,
    .mark_ply = mark_ply,
    .cell_parse = cell_parse,
    .cell_describe = cell_describe,
    .objection = objection,
};
