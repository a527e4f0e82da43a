#include "analysis/record_filter.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 64 };

static const struct {
    const char *name;
    bool numeric;
} FIELDS[FIELD_COUNT] = {
    [FIELD_ID] = {"id", true},
    [FIELD_CELL] = {"cell", true},
    [FIELD_PAIR] = {"pair", true},
    [FIELD_GAME] = {"game", false},
    [FIELD_FIRST] = {"first", false},
    [FIELD_SECOND] = {"second", false},
    [FIELD_WINNER] = {"winner", false},
    [FIELD_POSITION] = {"position", false},
    [FIELD_OPENING] = {"opening", true},
    [FIELD_PLIES] = {"plies", true},
    [FIELD_RESULT] = {"result", false},
    [FIELD_END] = {"end", false},
    [FIELD_SCORE_FIRST] = {"score_first", true},
    [FIELD_SCORE_SECOND] = {"score_second", true},
    [FIELD_MARGIN] = {"margin", true},
    [FIELD_MOVES] = {"moves", false},
    [FIELD_RESIGNING] = {"resigning", false},
};

const char *record_field_name(RecordField field) {
    return FIELDS[field].name;
}

// NaN where the record has no such number.
static double number_of(const Record *record, RecordField field) {
    const int32_t *halves = record->score.halves;
    switch (field) {
    case FIELD_ID:
        return (double)record->id;
    case FIELD_CELL:
        return (double)record->cell;
    case FIELD_PAIR:
        return record->pair >= 0 ? (double)record->pair : NAN;
    case FIELD_OPENING:
        return record->opening;
    case FIELD_PLIES:
        return record->plies;
    case FIELD_SCORE_FIRST:
        return record->has_score ? halves[SIDE_FIRST] / 2.0 : NAN;
    case FIELD_SCORE_SECOND:
        return record->has_score ? halves[SIDE_SECOND] / 2.0 : NAN;
    case FIELD_MARGIN:
        return record->has_score ? (halves[SIDE_FIRST] - halves[SIDE_SECOND]) / 2.0 : NAN;
    default:
        return NAN;
    }
}

static const char *winner_of(const Record *record) {
    if (record->result == RESULT_FIRST) return record->first;
    return record->result == RESULT_SECOND ? record->second : "";
}

static const char *text_of(const Record *record, RecordField field) {
    switch (field) {
    case FIELD_GAME:
        return record->game;
    case FIELD_FIRST:
        return record->first;
    case FIELD_SECOND:
        return record->second;
    case FIELD_WINNER:
        return winner_of(record);
    case FIELD_POSITION:
        return record->position;
    case FIELD_RESULT:
        return result_name(record->result);
    case FIELD_END:
        return end_name(record->end);
    case FIELD_MOVES:
        return record->moves;
    case FIELD_RESIGNING:
        return record->resigning ? side_name(*record->resigning) : "";
    default:
        return NULL;
    }
}

const char *record_field_text(const Record *record, RecordField field,
                              char room[RECORD_FIELD_TEXT_SIZE]) {
    if (!FIELDS[field].numeric) return text_of(record, field);
    const double number = number_of(record, field);
    return isnan(number) ? NULL : format_number(number, room);
}

// ---- Reading ----

typedef struct Parser {
    RecordFilter *filter;
    const char *at;
    char *word; // where the next value goes
    int depth;
    Status *status;
} Parser;

static int16_t refuse(Parser *self, const char *expected) {
    status_fail(self->status, EXIT_INPUT, "at '%.40s': %s expected", self->at, expected);
    return -1;
}

static void skip_blanks(Parser *self) {
    while (*self->at == ' ' || *self->at == '\t' || *self->at == '\n') self->at++;
}

static bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || c == '_';
}

// Passes over a word such as "and", if it comes next.
static bool take_word(Parser *self, const char *word) {
    const size_t length = strlen(word);
    skip_blanks(self);
    if (strncmp(self->at, word, length) != 0 || is_name(self->at[length])) return false;
    self->at += length;
    return true;
}

static int16_t add_node(Parser *self, FilterNode node) {
    if (self->filter->count == RECORD_FILTER_NODES) return refuse(self, "a shorter condition");
    self->filter->nodes[self->filter->count] = node;
    return self->filter->count++;
}

static RecordField read_field(Parser *self) {
    for (unsigned field = 0; field < FIELD_COUNT; field++)
        if (take_word(self, FIELDS[field].name)) return (RecordField)field;
    return FIELD_COUNT;
}

static bool read_operator(Parser *self, FilterOperator *relation) {
    static const char *const SIGNS[] = {
        [FILTER_EQUAL] = "=",    [FILTER_UNEQUAL] = "!=", [FILTER_LESS] = "<",
        [FILTER_AT_MOST] = "<=", [FILTER_MORE] = ">",     [FILTER_AT_LEAST] = ">=",
        [FILTER_CONTAINS] = "~"};
    static const FilterOperator ORDER[] = {FILTER_UNEQUAL, FILTER_AT_MOST, FILTER_AT_LEAST,
                                           FILTER_EQUAL,   FILTER_LESS,    FILTER_MORE,
                                           FILTER_CONTAINS}; // longer signs first
    skip_blanks(self);
    for (size_t i = 0; i < sizeof ORDER / sizeof *ORDER; i++) {
        const char *sign = SIGNS[ORDER[i]];
        if (strncmp(self->at, sign, strlen(sign)) != 0) continue;
        self->at += strlen(sign);
        *relation = ORDER[i];
        return true;
    }
    return false;
}

// Copies a value to where words are; NULL when a quote is not closed or there is no value.
static const char *read_value(Parser *self) {
    const char *const word = self->word;
    skip_blanks(self);
    const char *end = self->at;
    if (*end == '"') {
        const char *start = ++end;
        end = strchr(start, '"');
        if (!end) return NULL;
        memcpy(self->word, start, (size_t)(end - start));
        self->word += end++ - start;
    } else {
        while (*end && *end != ')' && *end != ' ' && *end != '\t' && *end != '\n') end++;
        if (end == self->at || *self->at == '=') return NULL;
        memcpy(self->word, self->at, (size_t)(end - self->at));
        self->word += end - self->at;
    }
    *self->word++ = '\0';
    self->at = end;
    return word;
}

// A result or an end that no game has would only be a slip.
static bool is_possible(RecordField field, const char *text) {
    if (field == FIELD_RESULT) return result_parse(text) != RESULT_COUNT;
    return field != FIELD_END || end_parse(text) != END_COUNT;
}

static int16_t read_comparison(Parser *self) {
    FilterNode node = {.field = read_field(self)};
    if (node.field == FIELD_COUNT)
        return refuse(self, "a field such as plies, first, result (see 'harrow help records')");
    if (!read_operator(self, &node.relation)) return refuse(self, "= != < <= > >= or ~");
    const bool numeric = FIELDS[node.field].numeric;
    if (!numeric && node.relation >= FILTER_LESS && node.relation <= FILTER_AT_LEAST)
        return refuse(self, "for a field with a text: = != or ~ before the value");
    if (numeric && node.relation == FILTER_CONTAINS)
        return refuse(self, "for a field with a number: = != < <= > or >= before the value");
    const char *start = self->at;
    char *end;
    node.text = read_value(self);
    if (!node.text) return refuse(self, "a value");
    if (node.relation != FILTER_CONTAINS && !is_possible(node.field, node.text)) {
        self->at = start;
        return refuse(self, node.field == FIELD_RESULT ? "1-0, 1/2-1/2, 0-1 or *"
                                                       : "an end such as passes or ply-limit");
    }
    node.number = numeric ? strtod(node.text, &end) : 0;
    if (!numeric || (*node.text && !*end && isfinite(node.number))) return add_node(self, node);
    self->at = start;
    return refuse(self, "a number");
}

static int16_t read_condition(Parser *self);

static int16_t read_factor(Parser *self) {
    if (self->depth > MAX_DEPTH) return refuse(self, "a condition that is less deep");
    if (take_word(self, "not")) {
        self->depth++;
        const int16_t left = read_factor(self);
        self->depth--;
        return left < 0 ? left : add_node(self, (FilterNode){.relation = FILTER_NOT, .left = left});
    }
    skip_blanks(self);
    if (*self->at != '(') return read_comparison(self);
    self->at++;
    self->depth++;
    const int16_t inner = read_condition(self);
    self->depth--;
    skip_blanks(self);
    if (inner >= 0 && *self->at != ')') return refuse(self, "')'");
    self->at += inner >= 0;
    return inner;
}

// Factors or terms with "and" or "or" between them.
static int16_t read_joined(Parser *self, const char *word, FilterOperator relation,
                           int16_t (*read_part)(Parser *)) {
    int16_t left = read_part(self);
    while (left >= 0 && take_word(self, word)) {
        const int16_t right = read_part(self);
        left =
            right < 0
                ? right
                : add_node(self, (FilterNode){.relation = relation, .left = left, .right = right});
    }
    return left;
}

static int16_t read_term(Parser *self) {
    return read_joined(self, "and", FILTER_AND, read_factor);
}

static int16_t read_condition(Parser *self) {
    return read_joined(self, "or", FILTER_OR, read_term);
}

bool record_filter_init(RecordFilter *self, const char *text, Status *status) {
    self->count = 0;
    self->root = -1;
    self->words = NULL;
    if (!text) return true;
    // Each value is shorter than what it was read from.
    self->words = malloc(strlen(text) + RECORD_FILTER_NODES + 1);
    if (!self->words) return status_fail(status, EXIT_RESOURCE, "out of memory");
    Parser parser = {.filter = self, .at = text, .word = self->words, .status = status};
    self->root = read_condition(&parser);
    if (self->root < 0) return false;
    skip_blanks(&parser);
    if (*parser.at) refuse(&parser, "and, or, or the end");
    return !*parser.at;
}

void record_filter_release(RecordFilter *self) {
    free(self->words);
    self->words = NULL;
}

// ---- Asking ----

static bool compare_numbers(FilterOperator relation, double one, double other) {
    if (isnan(one)) return false;
    switch (relation) {
    case FILTER_EQUAL:
        return one == other;
    case FILTER_UNEQUAL:
        return one != other;
    case FILTER_LESS:
        return one < other;
    case FILTER_AT_MOST:
        return one <= other;
    case FILTER_MORE:
        return one > other;
    default:
        return one >= other;
    }
}

static bool compare_texts(FilterOperator relation, const char *one, const char *other) {
    if (!one) return false;
    if (relation == FILTER_CONTAINS) return strstr(one, other) != NULL;
    return (strcmp(one, other) == 0) == (relation == FILTER_EQUAL);
}

static bool node_holds(const RecordFilter *self, int16_t index, const Record *record) {
    const FilterNode *node = &self->nodes[index];
    switch (node->relation) {
    case FILTER_NOT:
        return !node_holds(self, node->left, record);
    case FILTER_AND:
        return node_holds(self, node->left, record) && node_holds(self, node->right, record);
    case FILTER_OR:
        return node_holds(self, node->left, record) || node_holds(self, node->right, record);
    default:
        if (FIELDS[node->field].numeric)
            return compare_numbers(node->relation, number_of(record, node->field), node->number);
        return compare_texts(node->relation, text_of(record, node->field), node->text);
    }
}

bool record_filter_holds(const RecordFilter *self, const Record *record) {
    return self->root < 0 || node_holds(self, self->root, record);
}
