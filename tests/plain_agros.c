#include "tests/plain_agros.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A cell of the board by its coordinates, or one that lies beyond its edge.
typedef struct Place {
    int row;
    int column;
} Place;

enum { DIRECTIONS = 8 };

// The first four are the orthogonal ones.
static const Place directions[DIRECTIONS] = {
    {1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1},
};

enum { ORTHOGONAL_DIRECTIONS = 4 };

static Place place_beside(Place from, Place direction, int distance) {
    return (Place){from.row + distance * direction.row, from.column + distance * direction.column};
}

static bool is_on_board(const PlainAgros *self, Place place) {
    return place.row >= 0 && place.row < self->size && place.column >= 0 &&
           place.column < self->size;
}

static PlainCell cell_at(const PlainAgros *self, Place place) {
    return self->cell[place.row][place.column];
}

static bool is_empty(const PlainAgros *self, Place place) {
    return is_on_board(self, place) && cell_at(self, place).owner == PLAIN_NOBODY;
}

static void put_nothing(PlainAgros *self, Place place) {
    self->cell[place.row][place.column] = (PlainCell){PLAIN_NOBODY, false, 0};
}

static void put_seed(PlainAgros *self, Place place, PlainColor owner) {
    self->cell[place.row][place.column] = (PlainCell){owner, false, 0};
}

static void put_farmer(PlainAgros *self, Place place, PlainColor owner, int harvest) {
    self->cell[place.row][place.column] = (PlainCell){owner, true, harvest};
}

static PlainColor opponent(PlainColor color) {
    return color == PLAIN_LIGHT ? PLAIN_DARK : PLAIN_LIGHT;
}

static int count_farmers(const PlainAgros *self, PlainColor color) {
    int count = 0;
    for (int row = 0; row < self->size; row++) {
        for (int column = 0; column < self->size; column++) {
            const PlainCell cell = self->cell[row][column];
            if (cell.farmer && cell.owner == color) count++;
        }
    }
    return count;
}

static int count_all_farmers(const PlainAgros *self) {
    return count_farmers(self, PLAIN_LIGHT) + count_farmers(self, PLAIN_DARK);
}

static bool is_opening(const PlainAgros *self) {
    return count_all_farmers(self) < 2 * self->farmers;
}

// Who places the next farmer when `placed` stand: Light, then Dark, Dark, Light, Light, Dark, …
static PlainColor opening_side(int placed) {
    const int turn = (placed + 1) / 2;
    return turn % 2 == 0 ? PLAIN_LIGHT : PLAIN_DARK;
}

PlainAgros plain_start(int size, int farmers, bool is_static, int komi_halves) {
    return (PlainAgros){
        .size = size,
        .farmers = farmers,
        .is_static = is_static,
        .komi_halves = komi_halves,
        .side = PLAIN_LIGHT,
    };
}

bool plain_is_over(const PlainAgros *self) {
    return self->passes == 2;
}

const char *plain_result(const PlainAgros *self) {
    if (!plain_is_over(self)) return "*";
    const PlainScore score = plain_score(self);
    if (score.light > score.dark) return "1-0";
    if (score.light < score.dark) return "0-1";
    return "1/2-1/2";
}

// Harvests of one side in descending order; the elements behind the last are 0.
typedef struct Harvests {
    int value[PLAIN_MAX_FARMERS + 1];
} Harvests;

static void harvests_add(Harvests *self, int harvest) {
    int i = 0;
    while (self->value[i] >= harvest) i++;
    for (; harvest > 0; i++) {
        const int pushed = self->value[i];
        self->value[i] = harvest;
        harvest = pushed;
    }
}

// Whose list is greater at the first difference.
static PlainColor greater_harvests(const Harvests *light, const Harvests *dark) {
    for (int i = 0; i < PLAIN_MAX_FARMERS; i++) {
        if (light->value[i] > dark->value[i]) return PLAIN_LIGHT;
        if (light->value[i] < dark->value[i]) return PLAIN_DARK;
    }
    return PLAIN_NOBODY;
}

// Gives the empty cells connected to this one the number of their field; returns how many they are.
static int fill_field(const PlainAgros *self, PlainFields *fields, Place place, int number) {
    if (!is_empty(self, place) || fields->number[place.row][place.column] == number) return 0;
    fields->number[place.row][place.column] = number;
    int cells = 1;
    for (int d = 0; d < ORTHOGONAL_DIRECTIONS; d++) {
        cells += fill_field(self, fields, place_beside(place, directions[d], 1), number);
    }
    return cells;
}

static bool touches_field(const PlainAgros *self, const PlainFields *fields, Place place,
                          int number) {
    for (int d = 0; d < ORTHOGONAL_DIRECTIONS; d++) {
        const Place beside = place_beside(place, directions[d], 1);
        if (is_on_board(self, beside) && fields->number[beside.row][beside.column] == number) {
            return true;
        }
    }
    return false;
}

// The harvests of one side's farmers beside a field.
static Harvests harvests_beside(const PlainAgros *self, const PlainFields *fields, int number,
                                PlainColor color) {
    Harvests harvests = {0};
    for (int row = 0; row < self->size; row++) {
        for (int column = 0; column < self->size; column++) {
            const PlainCell cell = self->cell[row][column];
            if (!cell.farmer || cell.owner != color) continue;
            if (touches_field(self, fields, (Place){row, column}, number)) {
                harvests_add(&harvests, cell.harvest);
            }
        }
    }
    return harvests;
}

static void judge_field(const PlainAgros *self, PlainFields *fields, int number) {
    PlainField *field = &fields->field[number];
    const Harvests light = harvests_beside(self, fields, number, PLAIN_LIGHT);
    const Harvests dark = harvests_beside(self, fields, number, PLAIN_DARK);
    field->owner = greater_harvests(&light, &dark);
    field->value = 0;
    if (field->owner == PLAIN_LIGHT) field->value = field->cells * light.value[0];
    if (field->owner == PLAIN_DARK) field->value = field->cells * dark.value[0];
}

void plain_fields(const PlainAgros *self, PlainFields *fields) {
    fields->count = 0;
    for (int row = 0; row < PLAIN_MAX_SIZE; row++) {
        for (int column = 0; column < PLAIN_MAX_SIZE; column++) fields->number[row][column] = -1;
    }
    for (int row = 0; row < self->size; row++) {
        for (int column = 0; column < self->size; column++) {
            const Place place = {row, column};
            if (!is_empty(self, place) || fields->number[row][column] != -1) continue;
            const int number = fields->count++;
            fields->field[number].cells = fill_field(self, fields, place, number);
            judge_field(self, fields, number);
        }
    }
}

// Who has the greater farmers on the whole board.
static PlainColor greater_farmers(const PlainAgros *self) {
    Harvests light = {0};
    Harvests dark = {0};
    for (int row = 0; row < self->size; row++) {
        for (int column = 0; column < self->size; column++) {
            const PlainCell cell = self->cell[row][column];
            if (!cell.farmer) continue;
            harvests_add(cell.owner == PLAIN_LIGHT ? &light : &dark, cell.harvest);
        }
    }
    return greater_harvests(&light, &dark);
}

PlainScore plain_score(const PlainAgros *self) {
    PlainScore score = {0, self->komi_halves};
    PlainFields fields;
    plain_fields(self, &fields);
    for (int i = 0; i < fields.count; i++) {
        if (fields.field[i].owner == PLAIN_LIGHT) score.light += 2 * fields.field[i].value;
        if (fields.field[i].owner == PLAIN_DARK) score.dark += 2 * fields.field[i].value;
    }
    if (!is_opening(self)) {
        const PlainColor greater = greater_farmers(self);
        if (greater == PLAIN_LIGHT) score.light++;
        if (greater == PLAIN_DARK) score.dark++;
    }
    return score;
}

// May the farmer here go exactly as far as its harvest, over nothing but empty cells and its own
// pieces, onto an empty cell?
static bool can_harvest(const PlainAgros *self, Place from, Place direction) {
    const int harvest = cell_at(self, from).harvest;
    for (int i = 1; i < harvest; i++) {
        const Place passed = place_beside(from, direction, i);
        if (!is_on_board(self, passed)) return false;
        if (cell_at(self, passed).owner == opponent(self->side)) return false;
    }
    return is_empty(self, place_beside(from, direction, harvest));
}

// Are there seeds to sow and are all the cells empty that they, or the farmer, come to stand on?
static bool can_sow(const PlainAgros *self, Place from, Place direction) {
    const int seeds = cell_at(self, from).harvest - 1;
    if (seeds < 1) return false;
    for (int i = 1; i <= seeds; i++) {
        if (!is_empty(self, place_beside(from, direction, i))) return false;
    }
    return true;
}

// Writes a cell such as "c4"; returns where the text ends.
static char *write_place(char *text, Place place) {
    const int number = place.row + 1;
    *text++ = (char)('a' + place.column);
    if (number >= 10) *text++ = (char)('0' + number / 10);
    *text++ = (char)('0' + number % 10);
    *text = '\0';
    return text;
}

static void add_placement(PlainMoves *moves, Place to) {
    write_place(moves->text[moves->count++], to);
}

static void add_movement(PlainMoves *moves, Place from, char sign, Place to) {
    char *text = write_place(moves->text[moves->count++], from);
    *text++ = sign;
    write_place(text, to);
}

static void add_farmer_moves(const PlainAgros *self, PlainMoves *moves, Place from) {
    const int harvest = cell_at(self, from).harvest;
    for (int d = 0; d < DIRECTIONS; d++) {
        if (can_harvest(self, from, directions[d])) {
            add_movement(moves, from, '-', place_beside(from, directions[d], harvest));
        }
        if (can_sow(self, from, directions[d])) {
            add_movement(moves, from, ':', place_beside(from, directions[d], harvest - 1));
        }
    }
}

static void add_opening_moves(const PlainAgros *self, PlainMoves *moves) {
    for (int row = 0; row < self->size; row++) {
        for (int column = 0; column < self->size; column++) {
            const Place place = {row, column};
            if (is_empty(self, place)) add_placement(moves, place);
        }
    }
}

static void add_later_moves(const PlainAgros *self, PlainMoves *moves) {
    for (int row = 0; row < self->size; row++) {
        for (int column = 0; column < self->size; column++) {
            const Place place = {row, column};
            const PlainCell cell = cell_at(self, place);
            if (cell.farmer && cell.owner == self->side) add_farmer_moves(self, moves, place);
        }
    }
    strcpy(moves->text[moves->count++], "pass");
}

static int compare_texts(const void *a, const void *b) {
    return strcmp(a, b);
}

void plain_moves(const PlainAgros *self, PlainMoves *moves) {
    moves->count = 0;
    if (plain_is_over(self)) return;
    if (is_opening(self)) {
        add_opening_moves(self, moves);
    } else {
        add_later_moves(self, moves);
    }
    qsort(moves->text, (size_t)moves->count, sizeof moves->text[0], compare_texts);
}

bool plain_is_legal(const PlainAgros *self, const char *move) {
    PlainMoves moves;
    plain_moves(self, &moves);
    for (int i = 0; i < moves.count; i++) {
        if (strcmp(moves.text[i], move) == 0) return true;
    }
    return false;
}

static int sign_of(int number) {
    return (number > 0) - (number < 0);
}

static void play_placement(PlainAgros *self, Place to) {
    put_farmer(self, to, self->side, 1);
    const int placed = count_all_farmers(self);
    self->side = is_opening(self) ? opening_side(placed) : PLAIN_LIGHT;
}

static void play_harvest(PlainAgros *self, Place from, Place to) {
    const int harvest = cell_at(self, from).harvest;
    put_nothing(self, from);
    put_farmer(self, to, self->side, harvest + 1);
}

static void play_sowing(PlainAgros *self, Place from, Place to) {
    const int seeds = cell_at(self, from).harvest - 1;
    const Place direction = {sign_of(to.row - from.row), sign_of(to.column - from.column)};
    for (int i = 0; i <= seeds; i++) {
        put_seed(self, place_beside(from, direction, i), self->side);
    }
    put_farmer(self, self->is_static ? from : to, self->side, 1);
}

// Reads a cell such as "c4" of a move that is known to be right; returns where it ends.
static const char *read_place(const char *text, Place *place) {
    char *end = NULL;
    place->column = text[0] - 'a';
    place->row = (int)strtol(text + 1, &end, 10) - 1;
    return end;
}

void plain_play(PlainAgros *self, const char *move) {
    assert(plain_is_legal(self, move));
    if (strcmp(move, "pass") == 0) {
        self->passes++;
        self->side = opponent(self->side);
        return;
    }
    Place from;
    Place to;
    const char *sign = read_place(move, &from);
    if (*sign == '\0') {
        play_placement(self, from);
        return;
    }
    read_place(sign + 1, &to);
    if (*sign == '-') play_harvest(self, from, to);
    if (*sign == ':') play_sowing(self, from, to);
    self->passes = 0;
    self->side = opponent(self->side);
}

static char *write_row(const PlainAgros *self, int row, char *text) {
    int empty = 0;
    const char *comma = "";
    for (int column = 0; column < self->size; column++) {
        const PlainCell cell = self->cell[row][column];
        if (cell.owner == PLAIN_NOBODY) {
            empty++;
            continue;
        }
        if (empty > 0) {
            text += sprintf(text, "%s%d", comma, empty);
            comma = ",";
            empty = 0;
        }
        if (cell.farmer) {
            text +=
                sprintf(text, "%s%c%d", comma, cell.owner == PLAIN_LIGHT ? 'L' : 'D', cell.harvest);
        } else {
            text += sprintf(text, "%s%c", comma, cell.owner == PLAIN_LIGHT ? 'l' : 'd');
        }
        comma = ",";
    }
    if (empty > 0) text += sprintf(text, "%s%d", comma, empty);
    return text;
}

void plain_format(const PlainAgros *self, char *text) {
    for (int row = self->size - 1; row >= 0; row--) {
        text = write_row(self, row, text);
        if (row > 0) *text++ = '/';
    }
    sprintf(text, " %c %d %s %d", self->side == PLAIN_LIGHT ? 'l' : 'd', self->farmers,
            self->is_static ? "static" : "sow", self->passes);
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

static bool read_piece(const char **at, PlainCell *cell) {
    const char letter = **at;
    cell->owner = letter == 'l' || letter == 'L' ? PLAIN_LIGHT : PLAIN_DARK;
    if (read_text(at, "l") || read_text(at, "d")) return true;
    if (!read_text(at, "L") && !read_text(at, "D")) return false;
    cell->farmer = true;
    return read_number(at, &cell->harvest) && cell->harvest >= 1;
}

// Reads one row up to the '/' or blank behind it into cells that are empty so far.
static bool read_row(const char **at, PlainCell cells[PLAIN_MAX_SIZE], int *width) {
    bool after_number = false;
    *width = 0;
    do {
        if (*width >= PLAIN_MAX_SIZE) return false;
        if (is_digit(**at)) {
            int empty;
            if (after_number || !read_number(at, &empty) || empty == 0) return false;
            *width += empty;
            after_number = true;
        } else {
            if (!read_piece(at, &cells[*width])) return false;
            *width += 1;
            after_number = false;
        }
    } while (read_text(at, ","));
    return *width <= PLAIN_MAX_SIZE;
}

// Reads all rows, the highest first, and finds the size of the board.
static bool read_rows(const char **at, PlainAgros *self) {
    PlainCell rows[PLAIN_MAX_SIZE][PLAIN_MAX_SIZE] = {0};
    int width[PLAIN_MAX_SIZE];
    int count = 0;
    do {
        if (count == PLAIN_MAX_SIZE) return false;
        if (!read_row(at, rows[count], &width[count])) return false;
        count++;
    } while (read_text(at, "/"));
    if (count < PLAIN_MIN_SIZE) return false;
    self->size = count;
    for (int i = 0; i < count; i++) {
        if (width[i] != count) return false;
        memcpy(self->cell[count - 1 - i], rows[i], sizeof rows[i]);
    }
    return true;
}

static bool read_side(const char **at, PlainColor *side) {
    *side = **at == 'l' ? PLAIN_LIGHT : PLAIN_DARK;
    return read_text(at, "l") || read_text(at, "d");
}

static bool read_rule(const char **at, bool *is_static) {
    *is_static = read_text(at, "static");
    return *is_static || read_text(at, "sow");
}

static bool read_position(PlainAgros *self, const char *text) {
    return read_rows(&text, self) && read_text(&text, " ") && read_side(&text, &self->side) &&
           read_text(&text, " ") && read_number(&text, &self->farmers) && read_text(&text, " ") &&
           read_rule(&text, &self->is_static) && read_text(&text, " ") &&
           read_number(&text, &self->passes) && *text == '\0';
}

static bool has_allowed_farmers(const PlainAgros *self) {
    return self->farmers >= 1 && self->farmers <= PLAIN_MAX_FARMERS && self->farmers % 2 == 1 &&
           2 * self->farmers <= self->size * self->size &&
           count_farmers(self, PLAIN_LIGHT) <= self->farmers &&
           count_farmers(self, PLAIN_DARK) <= self->farmers;
}

// No harvest above the limit, and no seeds unless they are allowed.
static bool has_allowed_pieces(const PlainAgros *self, int max_harvest, bool seeds) {
    for (int row = 0; row < self->size; row++) {
        for (int column = 0; column < self->size; column++) {
            const PlainCell cell = self->cell[row][column];
            if (cell.farmer && cell.harvest > max_harvest) return false;
            if (!cell.farmer && cell.owner != PLAIN_NOBODY && !seeds) return false;
        }
    }
    return true;
}

// Do the farmers stand there that the order of the opening gives, and is it the right one's turn?
static bool follows_opening(const PlainAgros *self) {
    const int placed = count_all_farmers(self);
    int light = 0;
    for (int i = 0; i < placed; i++) {
        if (opening_side(i) == PLAIN_LIGHT) light++;
    }
    return count_farmers(self, PLAIN_LIGHT) == light && self->side == opening_side(placed) &&
           self->passes == 0 && has_allowed_pieces(self, 1, false);
}

bool plain_parse(PlainAgros *self, const char *text) {
    PlainAgros read = {.komi_halves = self->komi_halves};
    if (!read_position(&read, text)) return false;
    if (!has_allowed_farmers(&read) || !has_allowed_pieces(&read, read.size, true)) return false;
    if (read.passes > 2) return false;
    if (is_opening(&read) && !follows_opening(&read)) return false;
    *self = read;
    return true;
}
