// What Agon tells a person who plays it.
#include "core/agon_board.h"
#include "core/agon_rules.h"

static const char STEPPING[] =
    "A ply is one step to an empty neighbouring cell of the same ring or the next\n"
    "one inward, such as a1-b2; only a queen may enter the throne, f6. Enemies that\n"
    "stand directly between two of your pieces are captured. Who holds the six cells\n"
    "around the throne with the own queen on it wins; without her there, that loses.\n"
    "Type a cell to see what its piece can do.\n";
static const char RETURNING_GUARD[] =
    "A guard of yours is captured (!): this ply returns it to any empty cell of the\n"
    "outer ring, from its cell to the new one, as in c4-a2.\n";
static const char RETURNING_QUEEN[] =
    "Your queen is captured (!): this ply returns her to any empty cell of the board,\n"
    "from her cell to the new one, as in c4-f6.\n";

static const char *phase(const Position *position) {
    const AgonPosition *self = &position->agon;
    if (!agon_must_return(self)) return STEPPING;
    return self->captured >> self->queen[self->side] & 1 ? RETURNING_QUEEN : RETURNING_GUARD;
}

static MoveCells move_cells(Move move) {
    return (MoveCells){(int)agon_from(move), (int)agon_to(move), MARK_TARGET};
}

static void mark_ply(const Position *before, Move move, Marks *marks) {
    (void)before; // a captured piece has a sign of its own
    marks->of[agon_from(move)] = marks->of[agon_to(move)] = MARK_LAST;
}

static bool cell_parse(const Position *position, const char *text, unsigned *cell) {
    (void)position;
    return agon_cell_parse(&text, cell) && !*text;
}

static void cell_describe(const Position *position, unsigned cell, char text[GUIDE_TEXT_SIZE]) {
    const AgonPosition *self = &position->agon;
    const bool light = self->pieces[SIDE_FIRST] >> cell & 1;
    const unsigned side = light ? SIDE_FIRST : SIDE_SECOND;
    char name[MOVE_TEXT_SIZE];
    agon_cell_format(cell, name);
    if (!(self->pieces[side] >> cell & 1))
        snprintf(text, GUIDE_TEXT_SIZE, "%s is empty", name);
    else
        snprintf(text, GUIDE_TEXT_SIZE, "%s holds %s %s%s %s", name,
                 self->queen[side] == cell ? "the" : "a",
                 self->captured >> cell & 1 ? "captured " : "", AGON_GUIDE.sides[side],
                 self->queen[side] == cell ? "queen" : "guard");
}

static bool is_step(unsigned from, unsigned to) {
    for (int i = 0; i < AGON_DIRECTIONS; i++)
        if (agon_shift(agon_bit(from), AGON_STEP[i]) == agon_bit(to)) return true;
    return false;
}

static unsigned ring_of(unsigned cell) {
    unsigned ring = 0;
    while (!(AGON_RING[ring] >> cell & 1)) ring++;
    return ring;
}

static const char *object_to_return(const AgonPosition *self, unsigned from) {
    const unsigned queen = self->queen[self->side];
    if (self->captured >> queen & 1 && from != queen) return "the captured queen must return first";
    if (!(self->captured >> from & 1)) return "a captured guard must return first";
    return "a guard returns to the outer ring";
}

static const char *object_to_step(const AgonPosition *self, unsigned from, unsigned to) {
    if (!is_step(from, to)) return "a step goes to a neighbouring cell";
    if (ring_of(to) > ring_of(from)) return "a step never goes outward";
    if (to == AGON_THRONE && from != self->queen[self->side])
        return "only a queen may enter the throne";
    return "a step may not go between two enemies";
}

static void objection(const Position *position, Move move, char text[GUIDE_TEXT_SIZE]) {
    const AgonPosition *self = &position->agon;
    const unsigned from = agon_from(move), to = agon_to(move);
    if (!(self->pieces[self->side] >> from & 1))
        cell_describe(position, from, text);
    else if ((self->pieces[0] | self->pieces[1]) >> to & 1)
        cell_describe(position, to, text);
    else
        strcpy(text, agon_must_return(self) ? object_to_return(self, from)
                                            : object_to_step(self, from, to));
}

const Guide AGON_GUIDE = {
    .sides = {"Light", "Dark"},
    .phase = phase,
    .move_cells = move_cells,
    .mark_ply = mark_ply,
    .cell_parse = cell_parse,
    .cell_describe = cell_describe,
    .objection = objection,
};
