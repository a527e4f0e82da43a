// What Agros tells a person who plays it.
#include "core/agros_board.h"
#include "core/agros_rules.h"
#include "core/game.h"

#include <stdlib.h>

enum { LISTED_CELLS = 12 }; // of a field

static const char PLACING[] =
    "Opening: each ply puts one farmer on any empty cell: type the cell, such as d4.\n"
    "Light places one, then Dark two, Light two, ..., Dark the last, so that a side\n"
    "often places twice in a row. Light moves first afterwards.\n";
static const char MOVING_SOW[] =
    "All farmers stand. One of harvest h (L3: 3) can\n"
    "  harvest  c4-c7  move exactly h cells, not over the opponent; h grows by one\n"
    "  sow      c4:c6  leave its h-1 seeds, from its own cell on, and land behind\n"
    "  pass            two passes in a row end the game\n"
    "Type a cell to see what its farmer can do.\n";
static const char MOVING_STATIC[] =
    "All farmers stand. One of harvest h (L3: 3) can\n"
    "  harvest  c4-c7  move exactly h cells, not over the opponent; h grows by one\n"
    "  sow      c4:c6  stay, and put its h-1 seeds on the cells before it, up to c6\n"
    "  pass            two passes in a row end the game\n"
    "Type a cell to see what its farmer can do.\n";
static const char PASSED[] = "The other side has passed: if you pass too, the game is over.\n";

static const char *phase(const Position *position) {
    const AgrosPosition *self = &position->agros;
    if (agros_in_opening(self)) return PLACING;
    if (self->passes) return PASSED;
    return self->rule == AGROS_SOW ? MOVING_SOW : MOVING_STATIC;
}

static MoveCells move_cells(Move move) {
    const int from = (int)agros_from(move), to = (int)agros_to(move);
    switch (agros_kind(move)) {
    case AGROS_PLACE:
        return (MoveCells){-1, to, MARK_TARGET};
    case AGROS_HARVEST:
        return (MoveCells){from, to, MARK_TARGET};
    case AGROS_SOWING:
        return (MoveCells){from, to, MARK_SOWN};
    default:
        return (MoveCells){-1, -1, MARK_NONE};
    }
}

static int sign_of(int number) {
    return (number > 0) - (number < 0);
}

// The way from one cell to another one in a straight line.
typedef struct Way {
    bool straight; // in one of the eight directions
    int steps;
    int step; // how far the number of the cell changes with each
} Way;

static Way way_between(unsigned from, unsigned to) {
    const int x = (int)agros_column(to) - (int)agros_column(from);
    const int y = (int)agros_row(to) - (int)agros_row(from);
    const int steps = abs(x) > abs(y) ? abs(x) : abs(y);
    return (Way){.straight = steps > 0 && (x == 0 || y == 0 || abs(x) == abs(y)),
                 .steps = steps,
                 .step = sign_of(x) + 16 * sign_of(y)};
}

static void mark_ply(const Position *before, Move move, Marks *marks) {
    (void)before;
    if (agros_kind(move) == AGROS_PASS) return;
    const unsigned to = agros_to(move);
    marks->of[to] = MARK_LAST;
    if (agros_kind(move) == AGROS_PLACE) return;
    const unsigned from = agros_from(move);
    marks->of[from] = MARK_LAST;
    if (agros_kind(move) != AGROS_SOWING) return;
    const Way way = way_between(from, to);
    for (int i = 1; i < way.steps; i++) marks->of[(int)from + i * way.step] = MARK_LAST;
}

static bool is_on_board(const AgrosPosition *self, unsigned cell) {
    return agros_column(cell) < self->size && agros_row(cell) < self->size;
}

static bool cell_parse(const Position *position, const char *text, unsigned *cell) {
    return agros_cell_parse(&text, cell) && !*text && is_on_board(&position->agros, *cell);
}

static const char *name_of(unsigned cell, char name[MOVE_TEXT_SIZE]) {
    agros_move_format(agros_move(AGROS_PLACE, 0, cell), name);
    return name;
}

static void cell_describe(const Position *position, unsigned cell, char text[GUIDE_TEXT_SIZE]) {
    const AgrosPosition *self = &position->agros;
    char name[MOVE_TEXT_SIZE];
    name_of(cell, name);
    if (agros_is_empty(self, cell)) {
        snprintf(text, GUIDE_TEXT_SIZE, "%s is empty", name);
        return;
    }
    const unsigned side = agros_has_piece(self, SIDE_FIRST, cell) ? SIDE_FIRST : SIDE_SECOND;
    const char *owner = AGROS_GUIDE.sides[side];
    const unsigned harvest = agros_harvest_on(self, side, cell);
    if (harvest == AGROS_SEED)
        snprintf(text, GUIDE_TEXT_SIZE, "%s holds a %s seed, which never moves", name, owner);
    else
        snprintf(text, GUIDE_TEXT_SIZE, "%s holds a %s farmer of harvest %u", name, owner, harvest);
}

// ---- Why a move is not legal

// The cell that is in the way of a farmer, or −1: for a sowing any that is not empty, for a harvest
// the opponent's, and whatever stands where it would land.
static int obstacle(const AgrosPosition *self, AgrosKind kind, unsigned from, Way way) {
    for (int i = 1; i <= way.steps; i++) {
        const unsigned cell = (unsigned)((int)from + i * way.step);
        const bool theirs = agros_has_piece(self, self->side ^ 1u, cell);
        const bool must_be_empty = kind == AGROS_SOWING || i == way.steps;
        if (theirs || (must_be_empty && !agros_is_empty(self, cell))) return (int)cell;
    }
    return -1;
}

static void object_to_way(const AgrosPosition *self, Move move, unsigned harvest, char *text) {
    const AgrosKind kind = agros_kind(move);
    const unsigned from = agros_from(move);
    const Way way = way_between(from, agros_to(move));
    const int steps = (int)harvest - (kind == AGROS_SOWING);
    char name[MOVE_TEXT_SIZE];
    if (steps == 0) {
        snprintf(text, GUIDE_TEXT_SIZE, "the farmer on %s has no seed to sow", name_of(from, name));
    } else if (!way.straight) {
        strcpy(text, "that is not straight in one of the eight directions");
    } else if (way.steps != steps) {
        snprintf(text, GUIDE_TEXT_SIZE,
                 "the farmer on %s has a harvest of %u and %s %d cell%s, not %d",
                 name_of(from, name), harvest, kind == AGROS_SOWING ? "sows" : "moves", steps,
                 steps == 1 ? "" : "s", way.steps);
    } else {
        const int cell = obstacle(self, kind, from, way);
        assert(cell >= 0);
        snprintf(text, GUIDE_TEXT_SIZE, "%s is not %s", name_of((unsigned)cell, name),
                 cell == (int)agros_to(move) || kind == AGROS_SOWING ? "empty"
                                                                     : "free of the opponent");
    }
}

static void object_to_action(const Position *position, Move move, char *text) {
    const AgrosPosition *self = &position->agros;
    const unsigned from = agros_from(move);
    const unsigned harvest =
        is_on_board(self, from) ? agros_harvest_on(self, self->side, from) : AGROS_SEED;
    char name[MOVE_TEXT_SIZE];
    if (!is_on_board(self, from) || !is_on_board(self, agros_to(move)))
        snprintf(text, GUIDE_TEXT_SIZE, "%s is not on the board",
                 name_of(is_on_board(self, from) ? agros_to(move) : from, name));
    else if (harvest == AGROS_SEED)
        cell_describe(position, from, text);
    else
        object_to_way(self, move, harvest, text);
}

static void objection(const Position *position, Move move, char text[GUIDE_TEXT_SIZE]) {
    const AgrosPosition *self = &position->agros;
    const bool places = agros_kind(move) == AGROS_PLACE;
    char name[MOVE_TEXT_SIZE];
    if (places && !is_on_board(self, agros_to(move)))
        snprintf(text, GUIDE_TEXT_SIZE, "%s is not on the board", name_of(agros_to(move), name));
    else if (places && agros_in_opening(self))
        snprintf(text, GUIDE_TEXT_SIZE, "%s is not empty", name_of(agros_to(move), name));
    else if (places)
        strcpy(text, "all farmers are placed already");
    else if (agros_in_opening(self))
        strcpy(text, "all farmers are to be placed first");
    else
        object_to_action(position, move, text);
}

// ---- Fields

static void show_field(const AgrosPosition *self, const AgrosField *field, FILE *stream) {
    char name[MOVE_TEXT_SIZE];
    int shown = 0;
    fprintf(stream, "%-6s  %5d  %5d ",
            field->owner < 0 ? "nobody" : AGROS_GUIDE.sides[field->owner], field->value,
            field->count);
    for (unsigned x = 0; x < self->size; x++)
        for (unsigned y = 0; y < self->size; y++)
            if (field->cells[y] >> x & 1 && shown++ < LISTED_CELLS)
                fprintf(stream, " %s", name_of(16 * y + x, name));
    fputs(shown > LISTED_CELLS ? " ...\n" : "\n", stream);
}

static int compare_fields(const void *a, const void *b) {
    const AgrosField *one = a, *other = b;
    if (one->value != other->value) return other->value - one->value;
    return other->count - one->count;
}

static void fields(const Position *position, FILE *stream) {
    AgrosField list[AGROS_CELLS];
    const int count = agros_fields(&position->agros, list);
    qsort(list, (size_t)count, sizeof *list, compare_fields);
    fputs("owner   value  cells\n", stream);
    for (int i = 0; i < count; i++) show_field(&position->agros, &list[i], stream);
    fputs("A field is worth its cells times the greatest harvest beside it of who controls it.\n",
          stream);
}

const Guide AGROS_GUIDE = {
    .sides = {"Light", "Dark"},
    .phase = phase,
    .move_cells = move_cells,
    .mark_ply = mark_ply,
    .cell_parse = cell_parse,
    .cell_describe = cell_describe,
    .objection = objection,
    .fields = fields,
};
