#include "tests/plain_agon.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A cell of the board by its coordinates, or one that lies beyond its edge.
typedef struct Place {
    int row;
    int diagonal;
} Place;

enum {
    DIRECTIONS = 6,
    AXES = 3,
    PIECES = PLAIN_AGON_GUARDS + 1,
    CENTRE = 6, // row and diagonal of the throne
    OUTER_RING = 5,
    OUTER_CELLS = 30,
    TOKEN_SIZE = 6, // "Gk10!" with its NUL
};

// The first three are one of each axis; the others are their opposites.
static const Place directions[DIRECTIONS] = {
    {0, 1}, {1, 0}, {1, 1}, {0, -1}, {-1, 0}, {-1, -1},
};

static Place place_beside(Place from, Place direction) {
    return (Place){from.row + direction.row, from.diagonal + direction.diagonal};
}

static Place place_behind(Place from, Place direction) {
    return (Place){from.row - direction.row, from.diagonal - direction.diagonal};
}

// 0 for the throne, 5 for the edge, more beyond it.
static int ring_of(Place place) {
    const int row = place.row - CENTRE;
    const int diagonal = place.diagonal - CENTRE;
    int ring = abs(row);
    if (abs(diagonal) > ring) ring = abs(diagonal);
    if (abs(row - diagonal) > ring) ring = abs(row - diagonal);
    return ring;
}

static bool is_on_board(Place place) {
    return ring_of(place) <= OUTER_RING;
}

static bool is_throne(Place place) {
    return ring_of(place) == 0;
}

static PlainAgonCell cell_at(const PlainAgon *self, Place place) {
    return self->cell[place.row][place.diagonal];
}

static void put_cell(PlainAgon *self, Place place, PlainAgonCell cell) {
    self->cell[place.row][place.diagonal] = cell;
}

static bool is_empty(const PlainAgon *self, Place place) {
    return is_on_board(place) && cell_at(self, place).owner == PLAIN_AGON_NOBODY;
}

// Is there a piece of this side here, captured or not?
static bool is_held_by(const PlainAgon *self, Place place, PlainAgonColor color) {
    return is_on_board(place) && cell_at(self, place).owner == color;
}

static PlainAgonColor opponent(PlainAgonColor color) {
    return color == PLAIN_AGON_LIGHT ? PLAIN_AGON_DARK : PLAIN_AGON_LIGHT;
}

// Adds the present position to the past.
static void remember(PlainAgon *self) {
    if (self->count == self->room) {
        self->room = self->room == 0 ? 16 : 2 * self->room;
        self->past = realloc(self->past, (size_t)self->room * sizeof self->past[0]);
        if (self->past == NULL) abort();
    }
    plain_agon_format(self, self->past[self->count++]);
}

// The cells of the outer ring in their order: from a1 through the corners a6, f11, k11, k6, f1.
static void list_outer_cells(Place cells[OUTER_CELLS]) {
    static const Place way[] = {{0, 1}, {1, 1}, {1, 0}, {0, -1}, {-1, -1}, {-1, 0}};
    Place place = {1, 1};
    for (int i = 0; i < OUTER_CELLS; i++) {
        cells[i] = place;
        place = place_beside(place, way[i / OUTER_RING]);
    }
}

static void put_start(PlainAgon *self) {
    static const int light_guards[] = {4, 9, 13, 17, 21, 26};
    static const int dark_guards[] = {2, 6, 11, 19, 24, 28};
    const PlainAgonCell light_queen = {PLAIN_AGON_LIGHT, true, false};
    const PlainAgonCell light_guard = {PLAIN_AGON_LIGHT, false, false};
    const PlainAgonCell dark_queen = {PLAIN_AGON_DARK, true, false};
    const PlainAgonCell dark_guard = {PLAIN_AGON_DARK, false, false};
    Place outer[OUTER_CELLS];
    list_outer_cells(outer);
    put_cell(self, outer[0], light_queen);
    put_cell(self, outer[15], dark_queen);
    for (int i = 0; i < PLAIN_AGON_GUARDS; i++) {
        put_cell(self, outer[light_guards[i]], light_guard);
        put_cell(self, outer[dark_guards[i]], dark_guard);
    }
}

void plain_agon_init(PlainAgon *self) {
    *self = (PlainAgon){.side = PLAIN_AGON_LIGHT};
    put_start(self);
    remember(self);
}

void plain_agon_copy(PlainAgon *self, const PlainAgon *other) {
    *self = *other;
    const size_t size = (size_t)other->room * sizeof other->past[0];
    self->past = malloc(size);
    if (self->past == NULL) abort();
    memcpy(self->past, other->past, (size_t)other->count * sizeof other->past[0]);
}

void plain_agon_release(PlainAgon *self) {
    free(self->past);
    *self = (PlainAgon){0};
}

// Do the guards of this side hold all six cells around the throne?
static bool surrounds_throne(const PlainAgon *self, PlainAgonColor color) {
    const Place throne = {CENTRE, CENTRE};
    for (int d = 0; d < DIRECTIONS; d++) {
        const PlainAgonCell cell = cell_at(self, place_beside(throne, directions[d]));
        if (cell.owner != color || cell.queen) return false;
    }
    return true;
}

// Only queens enter the throne.
static bool sits_on_throne(const PlainAgon *self, PlainAgonColor color) {
    return is_held_by(self, (Place){CENTRE, CENTRE}, color);
}

int plain_agon_occurrences(const PlainAgon *self) {
    int occurrences = 0;
    for (int i = 0; i < self->count; i++) {
        if (strcmp(self->past[i], self->past[self->count - 1]) == 0) occurrences++;
    }
    return occurrences;
}

// Do pieces of this side hold two opposite neighbours of the cell?
static bool is_between(const PlainAgon *self, Place place, PlainAgonColor color) {
    for (int axis = 0; axis < AXES; axis++) {
        if (is_held_by(self, place_beside(place, directions[axis]), color) &&
            is_held_by(self, place_behind(place, directions[axis]), color)) {
            return true;
        }
    }
    return false;
}

// May the piece here step to a neighbouring cell? The cell that it leaves becomes empty, but that
// cannot matter to whether enemies hold both sides of the cell that it goes to.
static bool can_step(const PlainAgon *self, Place from, Place to) {
    if (!is_empty(self, to)) return false;
    if (ring_of(to) > ring_of(from)) return false;
    if (is_throne(to) && !cell_at(self, from).queen) return false;
    return !is_between(self, to, opponent(self->side));
}

// A queen returns to any empty cell, a guard to the edge.
static bool can_return(const PlainAgon *self, Place from, Place to) {
    return is_empty(self, to) && (cell_at(self, from).queen || ring_of(to) == OUTER_RING);
}

// Writes a cell such as "c4"; returns where the text ends.
static char *write_place(char *text, Place place) {
    *text++ = (char)('a' + place.row - 1);
    if (place.diagonal >= 10) *text++ = (char)('0' + place.diagonal / 10);
    *text++ = (char)('0' + place.diagonal % 10);
    *text = '\0';
    return text;
}

static void write_move(char *text, Place from, Place to) {
    text = write_place(text, from);
    *text++ = '-';
    write_place(text, to);
}

static void add_move(PlainAgonMoves *moves, Place from, Place to) {
    assert(moves->count < PLAIN_AGON_MAX_MOVES);
    write_move(moves->text[moves->count++], from, to);
}

// Some cells of the board.
typedef struct Places {
    int count;
    Place place[PLAIN_AGON_LINES * PLAIN_AGON_LINES];
} Places;

static void list_board(Places *board) {
    board->count = 0;
    for (int row = 1; row <= PLAIN_AGON_LINES; row++) {
        for (int diagonal = 1; diagonal <= PLAIN_AGON_LINES; diagonal++) {
            const Place place = {row, diagonal};
            if (is_on_board(place)) board->place[board->count++] = place;
        }
    }
}

// The captured pieces one of which must return now: the queen alone, else guards, else none.
static void list_returning(const PlainAgon *self, Places *returning) {
    Places board;
    list_board(&board);
    returning->count = 0;
    for (int i = 0; i < board.count; i++) {
        const PlainAgonCell cell = cell_at(self, board.place[i]);
        if (cell.owner != self->side || !cell.captured) continue;
        if (cell.queen) {
            returning->count = 1;
            returning->place[0] = board.place[i];
            return;
        }
        returning->place[returning->count++] = board.place[i];
    }
}

static void add_returns(const PlainAgon *self, PlainAgonMoves *moves, const Places *returning) {
    Places board;
    list_board(&board);
    for (int i = 0; i < returning->count; i++) {
        for (int j = 0; j < board.count; j++) {
            const Place from = returning->place[i];
            const Place to = board.place[j];
            if (can_return(self, from, to)) add_move(moves, from, to);
        }
    }
}

static void add_steps(const PlainAgon *self, PlainAgonMoves *moves) {
    Places board;
    list_board(&board);
    for (int i = 0; i < board.count; i++) {
        const Place from = board.place[i];
        if (!is_held_by(self, from, self->side)) continue;
        for (int d = 0; d < DIRECTIONS; d++) {
            const Place to = place_beside(from, directions[d]);
            if (can_step(self, from, to)) add_move(moves, from, to);
        }
    }
}

// What the side to move could do if the game were not over by another rule.
static void possible_moves(const PlainAgon *self, PlainAgonMoves *moves) {
    Places returning;
    list_returning(self, &returning);
    moves->count = 0;
    if (returning.count > 0) {
        add_returns(self, moves, &returning);
    } else {
        add_steps(self, moves);
    }
}

const char *plain_agon_end(const PlainAgon *self) {
    const PlainAgonColor mover = opponent(self->side);
    if (surrounds_throne(self, mover)) return sits_on_throne(self, mover) ? "enthroned" : "forfeit";
    if (plain_agon_occurrences(self) >= 3) return "repetition";
    PlainAgonMoves moves;
    possible_moves(self, &moves);
    return moves.count == 0 ? "stuck" : "";
}

bool plain_agon_is_over(const PlainAgon *self) {
    return strcmp(plain_agon_end(self), "") != 0;
}

static const char *won_by(PlainAgonColor color) {
    return color == PLAIN_AGON_LIGHT ? "1-0" : "0-1";
}

const char *plain_agon_result(const PlainAgon *self) {
    const char *end = plain_agon_end(self);
    if (strcmp(end, "enthroned") == 0) return won_by(opponent(self->side));
    if (strcmp(end, "forfeit") == 0) return won_by(self->side);
    if (strcmp(end, "repetition") == 0) return "1/2-1/2";
    if (strcmp(end, "stuck") == 0) return won_by(opponent(self->side));
    return "*";
}

static int compare_texts(const void *a, const void *b) {
    return strcmp(a, b);
}

void plain_agon_moves(const PlainAgon *self, PlainAgonMoves *moves) {
    moves->count = 0;
    if (plain_agon_is_over(self)) return;
    possible_moves(self, moves);
    qsort(moves->text, (size_t)moves->count, sizeof moves->text[0], compare_texts);
}

bool plain_agon_is_legal(const PlainAgon *self, const char *move) {
    PlainAgonMoves moves;
    plain_agon_moves(self, &moves);
    for (int i = 0; i < moves.count; i++) {
        if (strcmp(moves.text[i], move) == 0) return true;
    }
    return false;
}

// Marks the enemies between the piece that has come here and another piece of its side. The mark
// of one that is captured already stays as it is.
static void capture_from(PlainAgon *self, Place here) {
    const PlainAgonColor enemy = opponent(self->side);
    for (int d = 0; d < DIRECTIONS; d++) {
        const Place next = place_beside(here, directions[d]);
        const Place behind = place_beside(next, directions[d]);
        if (is_held_by(self, next, enemy) && is_held_by(self, behind, self->side)) {
            self->cell[next.row][next.diagonal].captured = true;
        }
    }
}

// Reads a cell such as "c4" of a move that is known to be right; returns where it ends.
static const char *read_known_place(const char *text, Place *place) {
    char *end = NULL;
    place->row = text[0] - 'a' + 1;
    place->diagonal = (int)strtol(text + 1, &end, 10);
    return end;
}

static void read_known_move(const char *move, Place *from, Place *to) {
    const char *sign = read_known_place(move, from);
    read_known_place(sign + 1, to);
}

void plain_agon_play(PlainAgon *self, const char *move) {
    assert(plain_agon_is_legal(self, move));
    Place from;
    Place to;
    read_known_move(move, &from, &to);
    PlainAgonCell piece = cell_at(self, from);
    piece.captured = false; // a captured piece that moves is one that returns
    put_cell(self, from, (PlainAgonCell){PLAIN_AGON_NOBODY, false, false});
    put_cell(self, to, piece);
    capture_from(self, to);
    self->side = opponent(self->side);
    remember(self);
}

// Writes the pieces of one side in the order of their texts; returns where the text ends.
static char *write_pieces(const PlainAgon *self, PlainAgonColor color, char *text) {
    char tokens[PIECES][TOKEN_SIZE];
    int count = 0;
    Places board;
    list_board(&board);
    for (int i = 0; i < board.count; i++) {
        const PlainAgonCell cell = cell_at(self, board.place[i]);
        if (cell.owner != color) continue;
        assert(count < PIECES);
        char *token = tokens[count++];
        *token++ = cell.queen ? 'Q' : 'G';
        token = write_place(token, board.place[i]);
        if (cell.captured) strcpy(token, "!");
    }
    qsort(tokens, (size_t)count, sizeof tokens[0], compare_texts);
    for (int i = 0; i < count; i++) text += sprintf(text, "%s%s", i > 0 ? "," : "", tokens[i]);
    return text;
}

void plain_agon_format(const PlainAgon *self, char *text) {
    text = write_pieces(self, PLAIN_AGON_LIGHT, text);
    *text++ = '/';
    text = write_pieces(self, PLAIN_AGON_DARK, text);
    strcpy(text, self->side == PLAIN_AGON_LIGHT ? " l" : " d");
}

// The readers below return false unless what they look for comes next; then they go behind it.

static bool read_text(const char **at, const char *text) {
    const size_t length = strlen(text);
    if (strncmp(*at, text, length) != 0) return false;
    *at += length;
    return true;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// A number without leading zeros; nothing in a position string needs more than two digits.
static bool read_number(const char **at, int *number) {
    if (!is_digit((*at)[0])) return false;
    *number = *(*at)++ - '0';
    if (*number > 0 && is_digit((*at)[0])) *number = 10 * *number + (*(*at)++ - '0');
    return !is_digit((*at)[0]);
}

// A cell of the board.
static bool read_place(const char **at, Place *place) {
    if (**at < 'a' || **at > 'k') return false;
    place->row = *(*at)++ - 'a' + 1;
    return read_number(at, &place->diagonal) && is_on_board(*place);
}

// A piece onto a cell where it may stand and no other does.
static bool read_piece(const char **at, PlainAgon *self, PlainAgonColor color, bool *queen) {
    Place place;
    *queen = **at == 'Q';
    if (!read_text(at, "Q") && !read_text(at, "G")) return false;
    if (!read_place(at, &place)) return false;
    const bool captured = read_text(at, "!");
    if (!is_empty(self, place)) return false;
    if (is_throne(place) && !*queen) return false;
    put_cell(self, place, (PlainAgonCell){color, *queen, captured});
    return true;
}

// All pieces of one side, in any order.
static bool read_pieces(const char **at, PlainAgon *self, PlainAgonColor color) {
    int queens = 0;
    int guards = 0;
    do {
        bool queen;
        if (!read_piece(at, self, color, &queen)) return false;
        if (queen) {
            queens++;
        } else {
            guards++;
        }
    } while (read_text(at, ","));
    return queens == 1 && guards == PLAIN_AGON_GUARDS;
}

static bool read_side(const char **at, PlainAgonColor *side) {
    *side = **at == 'l' ? PLAIN_AGON_LIGHT : PLAIN_AGON_DARK;
    return read_text(at, "l") || read_text(at, "d");
}

static bool read_position(PlainAgon *self, const char *text) {
    return read_pieces(&text, self, PLAIN_AGON_LIGHT) && read_text(&text, "/") &&
           read_pieces(&text, self, PLAIN_AGON_DARK) && read_text(&text, " ") &&
           read_side(&text, &self->side) && *text == '\0' &&
           !surrounds_throne(self, self->side); // that ended the game before the last ply
}

bool plain_agon_parse(PlainAgon *self, const char *text) {
    PlainAgon read = {0};
    if (!read_position(&read, text)) return false;
    remember(&read);
    plain_agon_release(self);
    *self = read;
    return true;
}

// Up to five turns by 60 degrees around the throne; in the second half of the symmetries, rows and
// diagonals are exchanged before.
static Place place_image(Place place, int symmetry) {
    int row = place.row - CENTRE;
    int diagonal = place.diagonal - CENTRE;
    if (symmetry >= DIRECTIONS) {
        const int exchanged = row;
        row = diagonal;
        diagonal = exchanged;
    }
    for (int turn = 0; turn < symmetry % DIRECTIONS; turn++) {
        // (row, diagonal) goes from (0, 1) to (1, 1) and from (1, 0) to (0, -1).
        const int turned = diagonal - row;
        row = diagonal;
        diagonal = turned;
    }
    return (Place){CENTRE + row, CENTRE + diagonal};
}

bool plain_agon_mirror(const char *text, int symmetry, char *image) {
    PlainAgon read = {0};
    if (!read_position(&read, text)) return false;
    PlainAgon mirrored = {.side = read.side};
    Places board;
    list_board(&board);
    for (int i = 0; i < board.count; i++) {
        const Place place = board.place[i];
        put_cell(&mirrored, place_image(place, symmetry), cell_at(&read, place));
    }
    plain_agon_format(&mirrored, image);
    return true;
}

void plain_agon_mirror_move(const char *move, int symmetry, char *image) {
    Place from;
    Place to;
    read_known_move(move, &from, &to);
    write_move(image, place_image(from, symmetry), place_image(to, symmetry));
}
