#include "tests/plain_awale.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static PlainAwalePlayer opponent(PlainAwalePlayer player) {
    return player == PLAIN_AWALE_A ? PLAIN_AWALE_B : PLAIN_AWALE_A;
}

PlainAwale plain_awale_start(void) {
    return (PlainAwale){
        .house = {{4, 4, 4, 4, 4, 4}, {4, 4, 4, 4, 4, 4}},
        .store = {0, 0},
        .side = PLAIN_AWALE_A,
    };
}

static int stones_in_row(const PlainAwale *self, PlainAwalePlayer player) {
    int stones = 0;
    for (int i = 0; i < PLAIN_AWALE_HOUSES; i++) stones += self->house[player][i];
    return stones;
}

static bool has_majority(const PlainAwale *self) {
    return self->store[PLAIN_AWALE_A] >= PLAIN_AWALE_MAJORITY ||
           self->store[PLAIN_AWALE_B] >= PLAIN_AWALE_MAJORITY;
}

// A house of the board.
typedef struct House {
    PlainAwalePlayer row;
    int column;
} House;

// A1..A6, B1..B6, A1...
static House next_house(House house) {
    if (house.column < PLAIN_AWALE_HOUSES - 1) return (House){house.row, house.column + 1};
    return (House){opponent(house.row), 0};
}

// Drops the stones of the house, one in each that follows, never in the house itself; returns
// where the last one falls.
static House sow(PlainAwale *self, House origin) {
    int stones = self->house[origin.row][origin.column];
    self->house[origin.row][origin.column] = 0;
    House house = origin;
    while (stones > 0) {
        house = next_house(house);
        if (house.row == origin.row && house.column == origin.column) continue;
        self->house[house.row][house.column]++;
        stones--;
    }
    return house;
}

// Takes twos and threes from the opposing row, from where the last stone fell backwards. What
// comes before its first house is the mover's own row.
static void capture(PlainAwale *self, House last) {
    if (last.row == self->side) return;
    for (int i = last.column; i >= 0; i--) {
        const int stones = self->house[last.row][i];
        if (stones != 2 && stones != 3) return;
        self->house[last.row][i] = 0;
        self->store[self->side] += stones;
    }
}

// Sows from a house of the side to move and captures, legal or not. The side stays.
static void try_house(PlainAwale *self, int column) {
    const House last = sow(self, (House){self->side, column});
    capture(self, last);
}

// Would the opponent have a stone to play with?
static bool is_legal_house(const PlainAwale *self, int column) {
    if (self->house[self->side][column] == 0) return false;
    PlainAwale tried = *self;
    try_house(&tried, column);
    return stones_in_row(&tried, opponent(self->side)) > 0;
}

static bool has_legal_house(const PlainAwale *self) {
    for (int i = 0; i < PLAIN_AWALE_HOUSES; i++) {
        if (is_legal_house(self, i)) return true;
    }
    return false;
}

// Each player stores what lies in their own row.
static void sweep(PlainAwale *self) {
    for (int player = 0; player < 2; player++) {
        for (int i = 0; i < PLAIN_AWALE_HOUSES; i++) {
            self->store[player] += self->house[player][i];
            self->house[player][i] = 0;
        }
    }
}

static void sweep_if_stuck(PlainAwale *self) {
    if (!has_majority(self) && !has_legal_house(self)) sweep(self);
}

bool plain_awale_is_over(const PlainAwale *self) {
    return has_majority(self) || !has_legal_house(self);
}

const char *plain_awale_result(const PlainAwale *self) {
    if (!plain_awale_is_over(self)) return "*";
    if (self->store[PLAIN_AWALE_A] > self->store[PLAIN_AWALE_B]) return "1-0";
    if (self->store[PLAIN_AWALE_A] < self->store[PLAIN_AWALE_B]) return "0-1";
    return "1/2-1/2";
}

const char *plain_awale_end(const PlainAwale *self) {
    if (!plain_awale_is_over(self)) return "";
    // A ply leaves the opponent a stone, so it takes a sweep to empty both rows.
    const bool swept =
        stones_in_row(self, PLAIN_AWALE_A) == 0 && stones_in_row(self, PLAIN_AWALE_B) == 0;
    return has_majority(self) && !swept ? "majority" : "stuck";
}

static void write_move(char *move, PlainAwalePlayer player, int column) {
    move[0] = player == PLAIN_AWALE_A ? 'A' : 'B';
    move[1] = (char)('1' + column);
    move[2] = '\0';
}

void plain_awale_moves(const PlainAwale *self, PlainAwaleMoves *moves) {
    moves->count = 0;
    if (plain_awale_is_over(self)) return;
    for (int i = 0; i < PLAIN_AWALE_HOUSES; i++) {
        if (is_legal_house(self, i)) write_move(moves->text[moves->count++], self->side, i);
    }
}

bool plain_awale_is_legal(const PlainAwale *self, const char *move) {
    PlainAwaleMoves moves;
    plain_awale_moves(self, &moves);
    for (int i = 0; i < moves.count; i++) {
        if (strcmp(moves.text[i], move) == 0) return true;
    }
    return false;
}

void plain_awale_play(PlainAwale *self, const char *move) {
    assert(plain_awale_is_legal(self, move));
    try_house(self, move[1] - '1');
    self->side = opponent(self->side);
    sweep_if_stuck(self);
}

static char *write_row(const PlainAwale *self, PlainAwalePlayer player, char *text) {
    for (int i = 0; i < PLAIN_AWALE_HOUSES; i++) {
        text += sprintf(text, "%s%d", i > 0 ? "," : "", self->house[player][i]);
    }
    return text;
}

void plain_awale_format(const PlainAwale *self, char *text) {
    text = write_row(self, PLAIN_AWALE_A, text);
    *text++ = '/';
    text = write_row(self, PLAIN_AWALE_B, text);
    sprintf(text, " %d-%d %c", self->store[PLAIN_AWALE_A], self->store[PLAIN_AWALE_B],
            self->side == PLAIN_AWALE_A ? 'a' : 'b');
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

static bool read_row(const char **at, int row[PLAIN_AWALE_HOUSES]) {
    for (int i = 0; i < PLAIN_AWALE_HOUSES; i++) {
        if (i > 0 && !read_text(at, ",")) return false;
        if (!read_number(at, &row[i])) return false;
    }
    return true;
}

static bool read_side(const char **at, PlainAwalePlayer *side) {
    *side = **at == 'a' ? PLAIN_AWALE_A : PLAIN_AWALE_B;
    return read_text(at, "a") || read_text(at, "b");
}

static bool read_position(PlainAwale *self, const char *text) {
    return read_row(&text, self->house[PLAIN_AWALE_A]) && read_text(&text, "/") &&
           read_row(&text, self->house[PLAIN_AWALE_B]) && read_text(&text, " ") &&
           read_number(&text, &self->store[PLAIN_AWALE_A]) && read_text(&text, "-") &&
           read_number(&text, &self->store[PLAIN_AWALE_B]) && read_text(&text, " ") &&
           read_side(&text, &self->side) && *text == '\0';
}

static int all_stones(const PlainAwale *self) {
    return stones_in_row(self, PLAIN_AWALE_A) + stones_in_row(self, PLAIN_AWALE_B) +
           self->store[PLAIN_AWALE_A] + self->store[PLAIN_AWALE_B];
}

bool plain_awale_parse(PlainAwale *self, const char *text) {
    PlainAwale read = {0};
    if (!read_position(&read, text)) return false;
    if (all_stones(&read) > PLAIN_AWALE_STONES) return false;
    sweep_if_stuck(&read);
    *self = read;
    return true;
}

PlainAwale plain_awale_half_turn(const PlainAwale *self) {
    PlainAwale turned;
    for (int i = 0; i < PLAIN_AWALE_HOUSES; i++) {
        turned.house[PLAIN_AWALE_A][i] = self->house[PLAIN_AWALE_B][i];
        turned.house[PLAIN_AWALE_B][i] = self->house[PLAIN_AWALE_A][i];
    }
    turned.store[PLAIN_AWALE_A] = self->store[PLAIN_AWALE_B];
    turned.store[PLAIN_AWALE_B] = self->store[PLAIN_AWALE_A];
    turned.side = opponent(self->side);
    return turned;
}

void plain_awale_half_turn_move(const char *move, char *image) {
    write_move(image, move[0] == 'A' ? PLAIN_AWALE_B : PLAIN_AWALE_A, move[1] - '1');
}
