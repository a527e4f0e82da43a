// The position string `ROWS SIDE FARMERS RULE PASSES` and the move strings of Agros.
#include "core/agros_board.h"
#include "core/agros_rules.h"

#include <stdio.h>
#include <string.h>

static const char *const RULE_NAMES[AGROS_RULE_COUNT] = {"sow", "static"};

// The text from `at` up to a byte of `stops` or the end, for messages.
static int token_length(const char *at, const char *stops) {
    return (int)strcspn(at, stops);
}

// Reads a number of one or two digits without leading zero; false for anything else.
static bool read_number(const char **at, unsigned *number) {
    const char *text = *at;
    if (*text < '0' || *text > '9' || (*text == '0' && text[1] >= '0' && text[1] <= '9'))
        return false;
    *number = 0;
    for (int digits = 0; *text >= '0' && *text <= '9'; digits++, text++) {
        if (digits == 2) return false;
        *number = 10 * *number + (unsigned)(*text - '0');
    }
    *at = text;
    return true;
}

// A position string being read: the cursor and the cell that the next token of a row fills.
typedef struct BoardReader {
    AgrosPosition *position;
    const char *at;
    unsigned row;
    unsigned column;
    bool after_run; // the token before was a number of empty cells
    bool seeds;
    bool tall; // a farmer with a harvest above 1 was read
    Status *status;
} BoardReader;

static bool bad_token(const BoardReader *self, const char *token, const char *expected) {
    return status_fail(self->status, EXIT_INPUT, "row %u: unknown token '%.*s': %s expected",
                       self->row + 1, token_length(token, ",/ "), token, expected);
}

static bool read_run(BoardReader *self) {
    const char *token = self->at;
    unsigned run;
    if (!read_number(&self->at, &run) || run == 0)
        return bad_token(self, token, "a number of empty cells, l, d, L1 or D1");
    if (self->after_run) return bad_token(self, token, "one number for one run of empty cells");
    if (self->column + run > self->position->size)
        return status_fail(self->status, EXIT_INPUT, "row %u: more than %u cells at '%u'",
                           self->row + 1, self->position->size, run);
    self->column += run;
    self->after_run = true;
    return true;
}

static bool read_farmer(BoardReader *self, unsigned side, unsigned cell) {
    AgrosPosition *position = self->position;
    const char *token = self->at++;
    unsigned harvest;
    if (!read_number(&self->at, &harvest)) return bad_token(self, token, "a harvest behind L or D");
    if (harvest < 1 || harvest > position->size)
        return status_fail(self->status, EXIT_INPUT, "row %u: '%.*s': a harvest of 1..%u expected",
                           self->row + 1, token_length(token, ",/ "), token, position->size);
    if (position->placed[side] == AGROS_MAX_FARMERS)
        return status_fail(self->status, EXIT_INPUT,
                           "row %u: '%.*s' is farmer number %d of a colour", self->row + 1,
                           token_length(token, ",/ "), token, AGROS_MAX_FARMERS + 1);
    if (harvest > 1) self->tall = true;
    agros_add_farmer(position, side, cell, harvest);
    return true;
}

static bool read_piece(BoardReader *self) {
    const char letter = *self->at;
    const unsigned side = letter == 'l' || letter == 'L' ? SIDE_FIRST : SIDE_SECOND;
    const unsigned cell = 16 * self->row + self->column;
    if (self->column == self->position->size)
        return status_fail(self->status, EXIT_INPUT, "row %u: more than %u cells at '%.*s'",
                           self->row + 1, self->position->size, token_length(self->at, ",/ "),
                           self->at);
    self->column++;
    self->after_run = false;
    if (letter == 'L' || letter == 'D') return read_farmer(self, side, cell);
    agros_add_seed(self->position, side, cell);
    self->seeds = true;
    self->at++;
    return true;
}

// Reads one row up to the '/' or ' ' that ends it.
static bool read_row(BoardReader *self) {
    self->column = 0;
    self->after_run = false;
    for (;;) {
        const char *token = self->at;
        const bool piece = *token && strchr("lLdD", *token);
        if (!(piece ? read_piece(self) : read_run(self))) return false;
        if (*self->at != ',') break;
        self->at++;
    }
    if (*self->at && *self->at != '/' && *self->at != ' ')
        return bad_token(self, self->at, "',', '/' or ' '");
    if (self->column == self->position->size) return true;
    return status_fail(self->status, EXIT_INPUT, "row %u has %u cells, %u expected", self->row + 1,
                       self->column, self->position->size);
}

static bool read_rows(BoardReader *self) {
    for (self->row = self->position->size; self->row-- > 0;) {
        if (!read_row(self)) return false;
        if (self->row > 0) self->at++; // the '/', which the size was counted from
    }
    return true;
}

// The words behind the rows, each with its length.
typedef struct Tail {
    const char *word[4];
    int length[4];
} Tail;

static bool split_tail(const char *at, Tail *tail, Status *status) {
    for (int i = 0; i < 4; i++) {
        if (*at != ' ')
            return status_fail(status, EXIT_INPUT,
                               "SIDE FARMERS RULE PASSES expected behind the "
                               "rows, each after one blank");
        tail->word[i] = ++at;
        tail->length[i] = token_length(at, " ");
        at += tail->length[i];
    }
    if (!*at) return true;
    return status_fail(status, EXIT_INPUT, "nothing expected after PASSES, not '%.20s'", at);
}

static bool word_is(const Tail *tail, int i, const char *text) {
    return (size_t)tail->length[i] == strlen(text) &&
           memcmp(tail->word[i], text, strlen(text)) == 0;
}

static bool bad_word(const Tail *tail, int i, const char *name, const char *expected,
                     Status *status) {
    return status_fail(status, EXIT_INPUT, "%s '%.*s': %s expected", name, tail->length[i],
                       tail->word[i], expected);
}

static bool word_number(const Tail *tail, int i, unsigned *number) {
    const char *at = tail->word[i];
    return read_number(&at, number) && at == tail->word[i] + tail->length[i];
}

static bool read_farmer_count(const Tail *tail, AgrosPosition *position, Status *status) {
    unsigned farmers;
    if (!word_number(tail, 1, &farmers) || farmers % 2 == 0 || farmers > AGROS_MAX_FARMERS)
        return bad_word(tail, 1, "FARMERS", "an odd number of 1..15", status);
    if (2 * farmers > (unsigned)position->size * position->size)
        return status_fail(status, EXIT_INPUT, "FARMERS %u: 2 × %u do not fit on %u×%u cells",
                           farmers, farmers, position->size, position->size);
    position->farmers = (uint8_t)farmers;
    for (unsigned side = 0; side < SIDE_COUNT; side++)
        if (position->placed[side] > farmers)
            return status_fail(status, EXIT_INPUT, "%u farmers of %s, at most %u expected",
                               position->placed[side], side ? "Dark" : "Light", farmers);
    return true;
}

static bool read_tail(const Tail *tail, AgrosPosition *position, Status *status) {
    unsigned passes;
    if (!word_is(tail, 0, "l") && !word_is(tail, 0, "d"))
        return bad_word(tail, 0, "SIDE", "l or d", status);
    if (!read_farmer_count(tail, position, status)) return false;
    unsigned rule = 0;
    while (rule < AGROS_RULE_COUNT && !word_is(tail, 2, RULE_NAMES[rule])) rule++;
    if (rule == AGROS_RULE_COUNT) return bad_word(tail, 2, "RULE", "sow or static", status);
    position->rule = (uint8_t)rule;
    if (!word_number(tail, 3, &passes) || passes > 2)
        return bad_word(tail, 3, "PASSES", "0, 1 or 2", status);
    agros_set_turn(position, word_is(tail, 0, "d"), passes);
    return true;
}

// While farmers are still to be placed, only what the opening can produce is a position.
static bool check_opening(const BoardReader *reader) {
    const AgrosPosition *position = reader->position;
    const unsigned light = position->placed[SIDE_FIRST], dark = position->placed[SIDE_SECOND];
    unsigned light_expected = 0;
    if (!agros_in_opening(position)) return true;
    for (unsigned k = 0; k < light + dark; k++)
        light_expected += agros_opening_side(k) == SIDE_FIRST;
    if (reader->seeds || reader->tall || position->passes > 0)
        return status_fail(reader->status, EXIT_INPUT, "%s while only %u of %u farmers stand",
                           reader->seeds  ? "a seed"
                           : reader->tall ? "a harvest above 1"
                                          : "PASSES above 0",
                           light + dark, 2u * position->farmers);
    if (light != light_expected)
        return status_fail(reader->status, EXIT_INPUT,
                           "%u light and %u dark farmers are not of the opening order", light,
                           dark);
    if (position->side != agros_opening_side(light + dark))
        return status_fail(reader->status, EXIT_INPUT, "SIDE '%c': %s places after %u placements",
                           position->side ? 'd' : 'l', position->side ? "Light" : "Dark",
                           light + dark);
    return true;
}

// Options that were named must be those of the text; the others are taken from it.
static bool settle_option(int32_t *option, int32_t found, bool given, const char *key,
                          Status *status) {
    if (given && *option != found)
        return status_fail(status, EXIT_INPUT, "%s of the position does not agree with the game",
                           key);
    *option = found;
    return true;
}

static bool settle_options(AgrosOptions *options, const AgrosPosition *position, uint64_t given,
                           Status *status) {
    return settle_option(&options->size, position->size, given & 1, "size", status) &&
           settle_option(&options->farmers, position->farmers, given & 2, "farmers", status) &&
           settle_option(&options->rule, position->rule, given & 4, "rule", status);
}

bool agros_parse(AgrosPosition *self, AgrosOptions *options, uint64_t given, const char *text,
                 Status *status) {
    int size = 1;
    for (const char *at = text; *at && *at != ' '; at++) size += *at == '/';
    if (size < AGROS_MIN_SIZE || size > AGROS_MAX_SIZE)
        return status_fail(status, EXIT_INPUT, "'%.*s' has %d rows, %d..%d expected",
                           token_length(text, " ") > 80 ? 80 : token_length(text, " "), text, size,
                           AGROS_MIN_SIZE, AGROS_MAX_SIZE);
    AgrosPosition position;
    agros_init(&position, &(AgrosOptions){size, AGROS_MAX_FARMERS, 0, options->komi_halves});
    BoardReader reader = {.position = &position, .at = text, .status = status};
    Tail tail;
    if (!read_rows(&reader) || !split_tail(reader.at, &tail, status) ||
        !read_tail(&tail, &position, status) || !check_opening(&reader) ||
        !settle_options(options, &position, given, status))
        return false;
    *self = position;
    return true;
}

static char *format_piece(const AgrosPosition *self, unsigned cell, char *out) {
    const unsigned side = agros_has_piece(self, SIDE_FIRST, cell) ? SIDE_FIRST : SIDE_SECOND;
    const unsigned harvest = agros_harvest_on(self, side, cell);
    if (harvest == AGROS_SEED) return out + sprintf(out, "%c", "ld"[side]);
    return out + sprintf(out, "%c%u", "LD"[side], harvest);
}

static char *format_row(const AgrosPosition *self, unsigned row, char *out) {
    const char *start = out;
    for (unsigned column = 0; column < self->size;) {
        unsigned run = 0;
        if (out != start) *out++ = ',';
        while (column + run < self->size && agros_is_empty(self, 16 * row + column + run)) run++;
        out = run ? out + sprintf(out, "%u", run) : format_piece(self, 16 * row + column, out);
        column += run ? run : 1;
    }
    return out;
}

void agros_format(const AgrosPosition *self, char *text) {
    for (unsigned row = self->size; row-- > 0;) {
        text = format_row(self, row, text);
        *text++ = row ? '/' : ' ';
    }
    sprintf(text, "%c %u %s %u", "ld"[self->side], self -> farmers, RULE_NAMES[self->rule],
            self -> passes);
}

static char *write_cell(char *text, unsigned cell) {
    return move_text_place(text, (char)('a' + agros_column(cell)), agros_row(cell) + 1);
}

void agros_move_format(Move move, char *text) {
    const AgrosKind kind = agros_kind(move);
    if (kind == AGROS_PASS) {
        strcpy(text, "pass");
        return;
    }
    if (kind != AGROS_PLACE) {
        text = write_cell(text, agros_from(move));
        *text++ = kind == AGROS_HARVEST ? '-' : ':';
    }
    *write_cell(text, agros_to(move)) = '\0';
}

bool agros_cell_parse(const char **at, unsigned *cell) {
    const char letter = **at;
    unsigned row;
    if (letter < 'a' || letter >= 'a' + AGROS_MAX_SIZE) return false;
    ++*at;
    if (!read_number(at, &row) || row < 1 || row > AGROS_MAX_SIZE) return false;
    *cell = 16 * (row - 1) + (unsigned)(letter - 'a');
    return true;
}

bool agros_move_parse(const char *text, Move *move) {
    unsigned from, to;
    if (strcmp(text, "pass") == 0) {
        *move = agros_move(AGROS_PASS, 0, 0);
        return true;
    }
    if (!agros_cell_parse(&text, &from)) return false;
    if (!*text) {
        *move = agros_move(AGROS_PLACE, 0, from);
        return true;
    }
    const char sign = *text++;
    if ((sign != '-' && sign != ':') || !agros_cell_parse(&text, &to) || *text) return false;
    *move = agros_move(sign == '-' ? AGROS_HARVEST : AGROS_SOWING, from, to);
    return true;
}
