#include "analysis/comparison.h"
#include "analysis/table_number.h"
#include "analysis/trend.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE_WIDTH = 100, MOST_LINES = 10 };

#define LEVEL 0.05

enum { COLUMN_HIGHER, COLUMN_LOWER, COLUMN_DIFFERENCE, COLUMN_BOUNDS, COLUMN_P, COLUMN_COUNT };

static const TextColumn COLUMNS[COLUMN_COUNT] = {
    [COLUMN_HIGHER] = {"first % is higher in", true, 20},
    [COLUMN_LOWER] = {"than in", true, 20},
    [COLUMN_DIFFERENCE] = {"by", false, 0},
    [COLUMN_BOUNDS] = {"[95 %]", false, 0},
    [COLUMN_P] = {"p", false, 0},
};

// What distinguishes the cells, and so is told of each.
typedef struct Naming {
    const CellLabel *labels;
    bool games, players;
} Naming;

static Naming naming_of(const CellLabel labels[], size_t count) {
    Naming self = {.labels = labels};
    for (size_t i = 0; i < count; i++) {
        self.games = self.games || strcmp(labels[i].game, labels[0].game) != 0;
        for (int seat = 0; seat < 2; seat++)
            self.players =
                self.players || strcmp(labels[i].players[seat], labels[0].players[seat]) != 0;
    }
    return self;
}

// "agros 8×8/3 sow", "uct", "uct – greedy", "agros 8×8/3 sow: uct".
static void set_cell_name(TextTable *table, size_t row, size_t column, const Naming *naming,
                          size_t cell) {
    const CellLabel *label = &naming->labels[cell];
    const bool match = cell_label_is_match(label);
    char game[CELL_GAME_TEXT_SIZE] = "";
    if (naming->games) cell_label_game(label, game);
    text_table_set(table, row, column, "%s%s%s%s%s", game,
                   naming->games && naming->players ? ": " : "",
                   naming->players ? label->players[0] : "", naming->players && match ? " – " : "",
                   naming->players && match ? label->players[1] : "");
}

// The surest first; equal ones as they are in the list.
static int compare_found(const void *left, const void *right) {
    const Comparison *a = *(const Comparison *const *)left, *b = *(const Comparison *const *)right;
    if (a->p < b->p || a->p > b->p) return a->p < b->p ? -1 : 1;
    return a < b ? -1 : a > b;
}

// Lists the comparisons that differ after the correction; returns how many.
static size_t find_differences(const ComparisonList *self, const Comparison **found) {
    size_t count = 0;
    for (size_t i = 0; i < self->count; i++)
        if (self->list[i].p_holm <= LEVEL) found[count++] = &self->list[i];
    qsort(found, count, sizeof *found, compare_found);
    return count;
}

static void set_difference(TextTable *table, size_t row, const Naming *naming,
                           const Comparison *comparison) {
    char text[NUMBER_TEXT_SIZE];
    const Interval d = comparison->difference;
    const bool swapped = d.value < 0;
    const Interval by = swapped ? (Interval){-d.value, -d.high, -d.low} : d;
    set_cell_name(table, row, COLUMN_HIGHER, naming, comparison->cells[swapped]);
    set_cell_name(table, row, COLUMN_LOWER, naming, comparison->cells[!swapped]);
    text_table_set_interval(table, row, COLUMN_DIFFERENCE, by, 100, 1);
    text_table_set(table, row, COLUMN_P, "%s", probability_text(text, comparison->p_holm));
}

static bool print_differences(const Naming *naming, const Comparison *const found[], size_t count,
                              size_t tests, FILE *stream) {
    const size_t lines = count < MOST_LINES ? count : MOST_LINES;
    TextTable table;
    if (!text_table_init(&table, COLUMNS, COLUMN_COUNT, lines)) return false;
    for (size_t i = 0; i < lines; i++) set_difference(&table, i, naming, found[i]);
    text_table_print(&table, stream, (1u << COLUMN_COUNT) - 1, TABLE_WIDTH);
    text_table_release(&table);
    if (lines < count)
        fprintf(stream, "… and %zu more, in stats.json (\"comparisons\").\n", count - lines);
    fprintf(stream,
            "p: after Holm's correction for %zu comparisons; what is not here may differ, too.\n",
            tests);
    return true;
}

bool comparisons_print(const ComparisonList *self, const CellLabel labels[], size_t count,
                       FILE *stream) {
    if (count > COMPARISON_MAX_CELLS)
        fprintf(
            stream,
            "\nCells are compared with each other where there are at most %d; here are %zu, and "
            "none is.\n",
            COMPARISON_MAX_CELLS, count);
    if (self->count == 0) return true;
    const Comparison **found = malloc(self->count * sizeof *found);
    if (!found) return false;
    const size_t differences = find_differences(self, found);
    const Naming naming = naming_of(labels, count);
    bool good = true;
    fputc('\n', stream);
    if (self->tests == 0)
        fputs("Whether cells differ in first % cannot be known: there is one unit, or all gave the "
              "same score.\n",
              stream);
    else if (differences == 0)
        fprintf(stream,
                "No two cells are known to differ in first %% (%zu comparison%s, Holm's "
                "correction at 5 %%).\n",
                self->tests, self->tests == 1 ? "" : "s");
    else
        good = print_differences(&naming, found, differences, self->tests, stream);
    if (self->tests > 0 && self->tests < self->count)
        fprintf(
            stream,
            "%zu comparisons have no p: all units of a cell gave the same score, or it has one.\n",
            self->count - self->tests);
    free(found);
    return good;
}

// ---- Trends ----

enum { TREND_OVER, TREND_CELLS, TREND_ELO, TREND_BOUNDS, TREND_P, TREND_COLUMNS };

static const TextColumn COLUMNS_OF_TRENDS[TREND_COLUMNS] = {
    [TREND_OVER] = {"first player, for each", true, 22},
    [TREND_CELLS] = {"cells", false, 0},
    [TREND_ELO] = {"Elo", false, 0},
    [TREND_BOUNDS] = {"[95 %]", false, 0},
    [TREND_P] = {"p", false, 0},
};

static void set_trend(TextTable *table, size_t row, const Trend *trend) {
    static const char *const STEPS[TREND_COUNT] = {
        [TREND_SIZE] = "row of the board",
        [TREND_FARMERS] = "farmer more",
        [TREND_SIMULATIONS] = "doubling of simulations",
        [TREND_NODES] = "doubling of nodes",
        [TREND_MOVETIME] = "doubling of movetime",
    };
    char text[NUMBER_TEXT_SIZE];
    text_table_set(table, row, TREND_OVER, "%s", STEPS[trend->key]);
    text_table_set(table, row, TREND_CELLS, "%zu", trend->cells);
    text_table_set_interval(table, row, TREND_ELO, trend->slope, 400 / M_LN10, 1);
    text_table_set(table, row, TREND_P, "%s", probability_text(text, trend->p));
}

bool trends_print(const TrendList *self, FILE *stream) {
    TextTable table;
    size_t left_out = 0;
    if (self->count == 0) return true;
    if (!text_table_init(&table, COLUMNS_OF_TRENDS, TREND_COLUMNS, self->count)) return false;
    for (size_t i = 0; i < self->count; i++) {
        set_trend(&table, i, &self->list[i]);
        if (self->list[i].left_out > left_out) left_out = self->list[i].left_out;
    }
    fputc('\n', stream);
    text_table_print(&table, stream, (1u << TREND_COLUMNS) - 1, TABLE_WIDTH);
    text_table_release(&table);
    fputs(
        "Elo: what each adds to the first player's, by weighted least squares over cells that are "
        "else the\n"
        "same; p: how often chance alone would give as much.\n",
        stream);
    if (left_out > 0)
        fprintf(stream, "%zu cells are left out: all their units gave the same score.\n", left_out);
    return true;
}
