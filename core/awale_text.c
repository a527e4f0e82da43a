// Awale's texts: position strings, moves, and the board for a person in a terminal.
#include "core/awale_rules.h"

#include <string.h>

// Reads a number without leading zeros and moves on behind it.
static bool read_number(const char **at, unsigned *number) {
    const char *start = *at;
    for (*number = 0; **at >= '0' && **at <= '9' && *at - start < 3; ++*at)
        *number = 10 * *number + (unsigned)(**at - '0');
    return *at > start && (*start != '0' || *at == start + 1);
}

static bool bad_token(const char *at, const char *expected, Status *status) {
    return status_fail(status, EXIT_INPUT, "'%.20s': %s expected", at, expected);
}

// Reads six houses and the sign behind them.
static bool read_row(const char **at, char sign, uint64_t *row, unsigned *stones, Status *status) {
    for (unsigned house = 0; house < AWALE_HOUSES; house++) {
        const char *token = *at;
        unsigned number;
        if (!read_number(at, &number) || number > AWALE_STONES)
            return bad_token(token, "a number of stones", status);
        *row |= (uint64_t)number << 8 * house;
        *stones += number;
        const char wanted = house + 1 < AWALE_HOUSES ? ',' : sign;
        if (**at != wanted)
            return status_fail(status, EXIT_INPUT,
                               "'%.20s': '%c' expected after %u number%s of a row", token, wanted,
                               house + 1, house ? "s" : "");
        ++*at;
    }
    return true;
}

static bool read_store(const char **at, char sign, uint64_t *row, unsigned *stones,
                       Status *status) {
    const char *token = *at;
    unsigned number;
    if (!read_number(at, &number) || number > AWALE_STONES || **at != sign)
        return bad_token(token, sign == '-' ? "the stores as storeA-storeB" : "storeB and a blank",
                         status);
    ++*at;
    *row |= (uint64_t)number << 8 * AWALE_HOUSES;
    *stones += number;
    return true;
}

bool awale_parse(AwalePosition *self, const char *text, Status *status) {
    AwalePosition position = {0};
    unsigned stones = 0;
    const char *at = text;
    if (!read_row(&at, '/', &position.row[0], &stones, status) ||
        !read_row(&at, ' ', &position.row[1], &stones, status) ||
        !read_store(&at, '-', &position.row[0], &stones, status) ||
        !read_store(&at, ' ', &position.row[1], &stones, status))
        return false;
    if (strcmp(at, "a") != 0 && strcmp(at, "b") != 0)
        return status_fail(status, EXIT_INPUT, "SIDE '%.20s': a or b expected", at);
    if (stones > AWALE_STONES)
        return status_fail(status, EXIT_INPUT, "%u stones, at most %d expected", stones,
                           AWALE_STONES);
    position.side = *at == 'b';
    awale_sweep_if_stuck(&position);
    *self = position;
    return true;
}

void awale_format(const AwalePosition *self, char *text) {
    for (unsigned house = 0; house < 2 * AWALE_HOUSES; house++)
        text += sprintf(text, "%u%c", awale_stones(self, house),
                        house == AWALE_HOUSES - 1       ? '/'
                        : house == 2 * AWALE_HOUSES - 1 ? ' '
                                                        : ',');
    sprintf(text, "%u-%u %c", awale_store(self, SIDE_FIRST), awale_store(self, SIDE_SECOND),
            self->side ? 'b' : 'a');
}

void awale_move_format(Move move, char *text) {
    *move_text_place(text, move < AWALE_HOUSES ? 'A' : 'B', move % AWALE_HOUSES + 1) = '\0';
}

bool awale_move_parse(const char *text, Move *move) {
    if ((text[0] != 'A' && text[0] != 'B') || text[1] < '1' || text[1] > '6' || text[2])
        return false;
    *move = (Move)(AWALE_HOUSES * (text[0] == 'B') + text[1] - '1');
    return true;
}

// ANSI colours of a side's stones.
static const char *const COLOR[SIDE_COUNT] = {"\033[1;33m", "\033[1;36m"};
static const char RESET[] = "\033[0m";

static void show_labels(unsigned side, FILE *stream) {
    fputs("    ", stream);
    for (unsigned i = 0; i < AWALE_HOUSES; i++)
        fprintf(stream, "   %c%u", side ? 'B' : 'A', side ? AWALE_HOUSES - i : i + 1);
    fputc('\n', stream);
}

static void show_house(const AwalePosition *self, const Marks *marks, unsigned house, FILE *stream,
                       bool color) {
    const unsigned stones = awale_stones(self, house);
    const char *tint = color && stones ? COLOR[house / AWALE_HOUSES] : "";
    const char *mark = color ? marks_color(marks, house) : "";
    char text[16] = ".";
    if (stones) snprintf(text, sizeof text, "%u", stones);
    fprintf(stream, "|%*s%s%s%c%s%s ", 2 - (int)strlen(text), "", mark, tint,
            marks_sign(marks, house), text, *tint || *mark ? RESET : "");
}

static void show_row(const AwalePosition *self, const Marks *marks, unsigned side, FILE *stream,
                     bool color) {
    fputs("    ", stream);
    for (unsigned i = 0; i < AWALE_HOUSES; i++)
        show_house(self, marks, side ? 2 * AWALE_HOUSES - 1 - i : i, stream, color);
    fputs("|\n", stream);
}

// The rows as on a table, with the first side near the reader: stones go round to the right below
// and to the left above.
void awale_show(const AwalePosition *self, const Marks *marks, FILE *stream, bool color) {
    static const char RULE[] = "    +----+----+----+----+----+----+\n";
    show_labels(SIDE_SECOND, stream);
    fputs(RULE, stream);
    show_row(self, marks, SIDE_SECOND, stream, color);
    fputs(RULE, stream);
    show_row(self, marks, SIDE_FIRST, stream, color);
    fputs(RULE, stream);
    show_labels(SIDE_FIRST, stream);
    fprintf(stream, "\nStores: A %u, B %u", awale_store(self, SIDE_FIRST),
            awale_store(self, SIDE_SECOND));
    const Outcome outcome = awale_outcome(self);
    if (outcome.result == RESULT_NONE)
        fprintf(stream, ", %c to move", self->side ? 'B' : 'A');
    else
        fprintf(stream, ": %s, %s", result_name(outcome.result), end_name(outcome.end));
    fputs("\n\n", stream);
}
