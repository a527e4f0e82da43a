#include "analysis/confirmation.h"
#include "analysis/fairness.h"
#include "analysis/komi_config.h"
#include "analysis/table_number.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE_WIDTH = 100 };

static char *game_without_komi(const CellLabel *label) {
    char spec[SPEC_MAX_LENGTH];
    Variant variant;
    Status ignored;
    if (!variant_parse(&variant, label->game, &ignored)) return strdup(label->game);
    variant.options.agros.komi_halves = 0;
    variant_format(&variant, spec);
    return strdup(spec);
}

static bool make_room(KomiCells *self) {
    if (self->count < self->room) return true;
    const size_t room = self->room ? 2 * self->room : 16;
    KomiCell *list = realloc(self->list, room * sizeof *list);
    if (!list) return false;
    self->list = list;
    self->room = room;
    return true;
}

static bool add_cell(KomiCells *self, const CellLabel *label, const CellStats *stats,
                     const char *spec) {
    if (!make_room(self)) return false;
    KomiCell *cell = &self->list[self->count++];
    *cell = (KomiCell){.game = game_without_komi(label),
                       .player = strdup(spec ? spec : label->players[0]),
                       .komi = cell_label_komi(label),
                       .games = stats->games,
                       .first = stats->first_score.score,
                       .fair = cell_stats_fair_komi(stats, label)};
    return cell->game && cell->player;
}

bool komi_cells_add(KomiCells *self, const CellLabel labels[], const CellStats stats[],
                    const char *const specs[], size_t count) {
    bool good = true;
    for (size_t i = 0; good && i < count; i++)
        if (cell_label_has_komi(&labels[i]) && !cell_label_is_match(&labels[i]) &&
            stats[i].games > 0)
            good = add_cell(self, &labels[i], &stats[i], specs[i]);
    return good;
}

void komi_cells_release(KomiCells *self) {
    for (size_t i = 0; i < self->count; i++) {
        free(self->list[i].game);
        free(self->list[i].player);
    }
    free(self->list);
}

static bool is_equal(double a, double b) {
    return !(a < b) && !(a > b);
}

static bool confirms(const KomiCell *before, const KomiCell *after) {
    return strcmp(before->game, after->game) == 0 && strcmp(before->player, after->player) == 0 &&
           (!is_equal(before->komi, after->komi) ||
            is_equal(after->komi, komi_rounded(before->fair.value)));
}

// The first cell that a later one can be compared with; NULL: none.
static const KomiCell *before_of(const KomiCells *self, size_t after) {
    size_t i = 0;
    while (i < after && !confirms(&self->list[i], &self->list[after])) i++;
    return i < after ? &self->list[i] : NULL;
}

bool komi_cells_next(const KomiCells *self, ConfirmationWalk *walk) {
    while (walk->next < self->count) {
        const size_t after = walk->next++;
        const KomiCell *before = before_of(self, after);
        if (!before) continue;
        walk->new_before = before != walk->found.before;
        walk->found = (Confirmation){before, &self->list[after]};
        return true;
    }
    return false;
}

const char *confirmation_verdict(const Confirmation *self) {
    const Fairness before = fairness_of_score(self->before->first),
                   after = fairness_of_score(self->after->first);
    if (after == FAIRNESS_SECOND && before == FAIRNESS_FIRST)
        return "50 % is above the interval: too much, the fair komi is between the two";
    if (after == FAIRNESS_FIRST && before == FAIRNESS_SECOND)
        return "50 % is below the interval: too little, the fair komi is between the two";
    switch (after) {
    case FAIRNESS_FIRST:
        return "50 % is below the interval: too little, the first player is favoured";
    case FAIRNESS_SECOND:
        return "50 % is above the interval: too much, the second player is favoured";
    case FAIRNESS_FAIR:
        return "50 % is in the interval, which is narrow: confirmed";
    case FAIRNESS_UNDECIDED:
        return "50 % is in the interval, which is still wide: nothing speaks against this komi";
    case FAIRNESS_UNKNOWN:
        break;
    }
    return "too few games to say anything";
}

// ---- The table ----

enum {
    COLUMN_GAME,
    COLUMN_ESTIMATE,
    COLUMN_ESTIMATE_BOUNDS,
    COLUMN_KOMI,
    COLUMN_GAMES,
    COLUMN_FIRST,
    COLUMN_BOUNDS,
    COLUMN_EVEN,
    COLUMN_COUNT
};

static const TextColumn COLUMNS[COLUMN_COUNT] = {
    [COLUMN_GAME] = {"variant", true, 15},
    [COLUMN_ESTIMATE] = {"fair komi", false, 0},
    [COLUMN_ESTIMATE_BOUNDS] = {"[95 %]", false, 0},
    [COLUMN_KOMI] = {"komi", false, 0},
    [COLUMN_GAMES] = {"games", false, 0},
    [COLUMN_FIRST] = {"first %", false, 0},
    [COLUMN_BOUNDS] = {"[95 %]", false, 0},
    [COLUMN_EVEN] = {"50 % is", true, 8},
};

static const char *place_of_even(Interval first) {
    if (isnan(first.low) || isnan(first.high)) return "–";
    return first.low > 0.5 ? "below it" : first.high < 0.5 ? "above it" : "in it";
}

static void set_cell(TextTable *table, size_t row, const KomiCell *cell) {
    char game[CELL_GAME_TEXT_SIZE], text[NUMBER_TEXT_SIZE];
    cell_label_game(&(CellLabel){.game = cell->game}, game);
    text_table_set(table, row, COLUMN_GAME, "%s", game);
    text_table_set_interval(table, row, COLUMN_ESTIMATE, cell->fair, 1, ALL_DECIMALS);
    text_table_set(table, row, COLUMN_KOMI, "%s", number_text(text, cell->komi, ALL_DECIMALS));
    text_table_set(table, row, COLUMN_GAMES, "%" PRId64, cell->games);
    text_table_set_interval(table, row, COLUMN_FIRST, cell->first, 100, 1);
    text_table_set(table, row, COLUMN_EVEN, "%s", place_of_even(cell->first));
}

static size_t count_rows(const KomiCells *self) {
    size_t rows = 0;
    for (ConfirmationWalk walk = {0}; komi_cells_next(self, &walk);) rows += 1 + walk.new_before;
    return rows;
}

bool confirmations_print(const KomiCells *self, FILE *stream) {
    const size_t rows = count_rows(self);
    size_t row = 0;
    TextTable table;
    if (rows == 0) return true;
    if (!text_table_init(&table, COLUMNS, COLUMN_COUNT, rows)) return false;
    for (ConfirmationWalk walk = {0}; komi_cells_next(self, &walk);) {
        if (walk.new_before) set_cell(&table, row++, walk.found.before);
        set_cell(&table, row++, walk.found.after);
    }
    fputs("\nWith and without komi\n\n", stream);
    text_table_print(&table, stream, (1u << COLUMN_COUNT) - 1, TABLE_WIDTH);
    text_table_release(&table);
    fputs(
        "Each variant as it was, then played again with komi for the second player. fair komi: as "
        "the\n"
        "games of the line estimate it, whatever they were played with. The interval holds 50 % in "
        "95 of\n"
        "100 studies of a fair game; one that is wide holds it for games that are not quite fair, "
        "too.\n"
        "Players that know the komi may play otherwise, so a fair one can be less than the "
        "estimate.\n",
        stream);
    return true;
}
