// Agon's texts: position strings, moves, and the board for a person in a terminal.
#include "core/agon_board.h"
#include "core/agon_rules.h"

#include <stdlib.h>
#include <string.h>

enum { PIECES = AGON_GUARDS + 1, TOKEN_SIZE = 8 };

// Row and diagonal of a cell, from 0.
static unsigned row_of(unsigned cell) {
    return cell / AGON_ROWS;
}
static unsigned diagonal_of(unsigned cell) {
    return cell % AGON_ROWS;
}

static char *write_cell(unsigned cell, char *out) {
    return move_text_place(out, (char)('a' + row_of(cell)), diagonal_of(cell) + 1);
}

void agon_cell_format(unsigned cell, char *text) {
    *write_cell(cell, text) = '\0';
}

bool agon_cell_parse(const char **at, unsigned *cell) {
    const char *c = *at;
    if (*c < 'a' || *c >= 'a' + AGON_ROWS || c[1] < '1' || c[1] > '9') return false;
    const unsigned row = (unsigned)(*c - 'a');
    unsigned diagonal = (unsigned)(c[1] - '0');
    c += 2;
    if (*c >= '0' && *c <= '9') diagonal = 10 * diagonal + (unsigned)(*c++ - '0');
    if (diagonal > AGON_ROWS) return false;
    *cell = AGON_ROWS * row + diagonal - 1;
    if (!(AGON_BOARD >> *cell & 1)) return false;
    *at = c;
    return true;
}

static const char *side_text(unsigned side) {
    return side ? "Dark" : "Light";
}

// Reads one piece of a side, such as "Gf7!".
static bool read_piece(AgonPosition *self, const char **at, unsigned side, unsigned *queens,
                       Status *status) {
    const char *token = *at;
    const int length = (int)strcspn(token, ",/ ");
    const bool is_queen = *token == 'Q';
    unsigned cell;
    if (!is_queen && *token != 'G')
        return status_fail(status, EXIT_INPUT, "'%.20s': Q or G and a cell expected", token);
    ++*at;
    const bool there = agon_cell_parse(at, &cell);
    const bool is_captured = there && **at == '!';
    *at += is_captured;
    if (!there || *at != token + length)
        return status_fail(status, EXIT_INPUT, "'%.*s': Q or G and a cell a1..k11 expected",
                           length > 20 ? 20 : length, token);
    if ((self->pieces[0] | self->pieces[1]) >> cell & 1)
        return status_fail(status, EXIT_INPUT, "'%.*s': two pieces on one cell", length, token);
    if (!is_queen && cell == AGON_THRONE)
        return status_fail(status, EXIT_INPUT, "'%.*s': no guard may be on the throne", length,
                           token);
    *queens += is_queen;
    agon_add(self, side, is_queen, is_captured, cell);
    return true;
}

static bool read_side(AgonPosition *self, const char **at, unsigned side, Status *status) {
    unsigned queens = 0, pieces = 0;
    for (;;) {
        if (!read_piece(self, at, side, &queens, status)) return false;
        pieces++;
        if (**at != ',') break;
        ++*at;
    }
    if (queens == 1 && pieces == PIECES) return true;
    return status_fail(status, EXIT_INPUT, "%s has %u queen%s and %u guard%s, 1 and 6 expected",
                       side_text(side), queens, queens == 1 ? "" : "s", pieces - queens,
                       pieces - queens == 1 ? "" : "s");
}

static bool read_sign(const char **at, char sign, Status *status) {
    if (**at != sign) return status_fail(status, EXIT_INPUT, "'%.20s': '%c' expected", *at, sign);
    ++*at;
    return true;
}

bool agon_parse(AgonPosition *self, const char *text, Status *status) {
    AgonPosition position = {0};
    const char *at = text;
    if (!read_side(&position, &at, SIDE_FIRST, status) || !read_sign(&at, '/', status) ||
        !read_side(&position, &at, SIDE_SECOND, status) || !read_sign(&at, ' ', status))
        return false;
    if (strcmp(at, "l") != 0 && strcmp(at, "d") != 0)
        return status_fail(status, EXIT_INPUT, "SIDE '%.20s': l or d expected", at);
    agon_set_side(&position, *at == 'd');
    if (agon_surrounds(&position, position.side))
        return status_fail(status, EXIT_INPUT,
                           "SIDE '%s': the guards of %s hold the throne's six cells already", at,
                           side_text(position.side));
    *self = position;
    return true;
}

static int compare_tokens(const void *a, const void *b) {
    return strcmp(a, b);
}

static char *format_side(const AgonPosition *self, unsigned side, char *out) {
    char tokens[PIECES][TOKEN_SIZE];
    size_t count = 0;
    for (Hexes left = self->pieces[side]; left; left &= left - 1) {
        const unsigned cell = agon_lowest(left);
        char *token = tokens[count++];
        *token = cell == self->queen[side] ? 'Q' : 'G';
        token = write_cell(cell, token + 1);
        if (self->captured >> cell & 1) *token++ = '!';
        *token = '\0';
    }
    qsort(tokens, count, sizeof *tokens, compare_tokens);
    for (size_t i = 0; i < count; i++) out += sprintf(out, "%s%s", i ? "," : "", tokens[i]);
    return out;
}

void agon_format(const AgonPosition *self, char *text) {
    text = format_side(self, SIDE_FIRST, text);
    *text++ = '/';
    text = format_side(self, SIDE_SECOND, text);
    sprintf(text, " %c", self->side ? 'd' : 'l');
}

void agon_move_format(Move move, char *text) {
    text = write_cell(agon_from(move), text);
    *text++ = '-';
    *write_cell(agon_to(move), text) = '\0';
}

bool agon_move_parse(const char *text, Move *move) {
    unsigned from, to;
    if (!agon_cell_parse(&text, &from) || *text++ != '-' || !agon_cell_parse(&text, &to) || *text)
        return false;
    *move = agon_move(from, to);
    return true;
}

// ANSI colours of a side's pieces.
static const char *const COLOR[SIDE_COUNT] = {"\033[1;33m", "\033[1;36m"};
static const char RESET[] = "\033[0m";

// What stands on a cell in two columns; the first one is for signs.
static void show_piece(const AgonPosition *self, unsigned side, unsigned cell, char sign,
                       FILE *stream) {
    const char piece = self->queen[side] == cell ? "Qq"[side] : "Gg"[side];
    const bool is_captured = self->captured >> cell & 1;
    if (is_captured && sign != ' ') fputc(sign, stream);
    fprintf(stream, "%c%c", is_captured ? '!' : sign, piece);
}

static void show_cell(const AgonPosition *self, const Marks *marks, unsigned cell, FILE *stream,
                      bool color) {
    const unsigned side = self->pieces[SIDE_FIRST] >> cell & 1 ? SIDE_FIRST : SIDE_SECOND;
    const bool empty = !(self->pieces[side] >> cell & 1);
    const char *mark = color ? marks_color(marks, cell) : "";
    const char *tint = color && !empty ? COLOR[side] : "";
    const char sign = marks_sign(marks, cell);
    const bool wide = sign != ' ' && self->captured >> cell & 1;
    fprintf(stream, "%s%s%s", wide ? " " : "  ", mark, tint);
    if (empty)
        fprintf(stream, "%c%c", sign, cell == AGON_THRONE ? '+' : '.');
    else
        show_piece(self, side, cell, sign, stream);
    if (*tint || *mark) fputs(RESET, stream);
}

// The hexagon with row a below. A diagonal runs from its number, below right, upwards to the left.
void agon_show(const AgonPosition *self, const Marks *marks, FILE *stream, bool color) {
    for (unsigned row = AGON_ROWS; row-- > 0;) {
        const unsigned shift = row > 5 ? row - 5 : 5 - row;
        fprintf(stream, "  %*s%c", (int)(2 * shift), "", (char)('a' + row));
        for (unsigned diagonal = 0; diagonal < AGON_ROWS; diagonal++)
            if (AGON_BOARD >> (AGON_ROWS * row + diagonal) & 1)
                show_cell(self, marks, AGON_ROWS * row + diagonal, stream, color);
        if (row < 5) fprintf(stream, "   %u", row + 7);
        fputc('\n', stream);
    }
    fprintf(stream, "  %*s", 12, "");
    for (unsigned diagonal = 1; diagonal <= 6; diagonal++) fprintf(stream, "   %u", diagonal);
    fprintf(stream,
            "\n\nLight: Q queen, G guards; Dark: q, g; ! before a captured one; + the throne\n%s "
            "to move",
            side_text(self->side));
    const Outcome outcome = agon_outcome(self);
    if (outcome.result != RESULT_NONE)
        fprintf(stream, ", but over: %s, %s", result_name(outcome.result), end_name(outcome.end));
    else if (agon_must_return(self))
        fputs(", a captured piece must return", stream);
    fputs("\n\n", stream);
}
