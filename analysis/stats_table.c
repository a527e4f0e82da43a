#include "analysis/stats.h"

#include "analysis/text_table.h"

#include <math.h>
#include <string.h>

enum { TABLE_WIDTH = 100, NUMBER_TEXT_SIZE = 32, ALL_DECIMALS = -1 };

enum {
    BALANCE_GAME,
    BALANCE_PLAYERS,
    BALANCE_GAMES,
    BALANCE_SCORE,
    BALANCE_BOUNDS,
    BALANCE_RESULTS,
    BALANCE_UNFINISHED,
    BALANCE_PLIES,
    BALANCE_MARGIN,
    BALANCE_KOMI,
    BALANCE_KOMI_BOUNDS,
    BALANCE_FAVOURS,
    BALANCE_COUNT
};

static const TextColumn BALANCE_COLUMNS[BALANCE_COUNT] = {
    [BALANCE_GAME] = {"variant", true, 22},       [BALANCE_PLAYERS] = {"players", true, 12},
    [BALANCE_GAMES] = {"games", false, 0},        [BALANCE_SCORE] = {"first %", false, 0},
    [BALANCE_BOUNDS] = {"[95 %]", false, 0},      [BALANCE_RESULTS] = {"W/D/L", false, 0},
    [BALANCE_UNFINISHED] = {"open", false, 0},    [BALANCE_PLIES] = {"plies", false, 0},
    [BALANCE_MARGIN] = {"margin", false, 0},      [BALANCE_KOMI] = {"komi", false, 0},
    [BALANCE_KOMI_BOUNDS] = {"[95 %]", false, 0}, [BALANCE_FAVOURS] = {"favours", false, 0},
};

enum {
    MATCH_GAME,
    MATCH_PLAYERS,
    MATCH_PAIRS,
    MATCH_SCORE,
    MATCH_BOUNDS,
    MATCH_ELO,
    MATCH_ELO_BOUNDS,
    MATCH_COUNT
};

static const TextColumn MATCH_COLUMNS[MATCH_COUNT] = {
    [MATCH_GAME] = {"variant", true, 22},      [MATCH_PLAYERS] = {"player 0 – player 1", true, 12},
    [MATCH_PAIRS] = {"pairs", false, 0},       [MATCH_SCORE] = {"score %", false, 0},
    [MATCH_BOUNDS] = {"[95 %]", false, 0},     [MATCH_ELO] = {"Elo", false, 0},
    [MATCH_ELO_BOUNDS] = {"[95 %]", false, 0},
};

// The cells of one table, and how many decimals their percentages need.
typedef struct Cells {
    const CellLabel *labels;
    const CellStats *stats;
    size_t count;
    int decimals;
} Cells;

static uint32_t bit(unsigned column) {
    return (uint32_t)1 << column;
}

// "–" for a number that does not exist.
static const char *number_text(char text[NUMBER_TEXT_SIZE], double value, int decimals) {
    if (isnan(value)) return "–";
    if (decimals == ALL_DECIMALS) return format_number(value, text);
    // What rounds to zero has no sign.
    const bool zero = fabs(value) < 0.5 * pow(10, -decimals);
    snprintf(text, NUMBER_TEXT_SIZE, "%.*f", decimals, zero ? 0.0 : value);
    return text;
}

// An estimate and its bounds, times a factor, into two neighbouring cells of a table.
static void set_interval(TextTable *table, size_t row, size_t column, Interval interval,
                         double factor, int decimals) {
    char value[NUMBER_TEXT_SIZE], low[NUMBER_TEXT_SIZE], high[NUMBER_TEXT_SIZE];
    text_table_set(table, row, column, "%s", number_text(value, interval.value * factor, decimals));
    if (isnan(interval.low) && isnan(interval.high)) {
        text_table_set(table, row, column + 1, "–");
        return;
    }
    text_table_set(table, row, column + 1, "[%s, %s]",
                   number_text(low, interval.low * factor, decimals),
                   number_text(high, interval.high * factor, decimals));
}

static void set_names(TextTable *table, size_t row, const CellLabel *label) {
    char game[CELL_GAME_TEXT_SIZE];
    cell_label_game(label, game);
    text_table_set(table, row, BALANCE_GAME, "%s", game);
    text_table_set(table, row, BALANCE_PLAYERS, "%s – %s", label->players[0], label->players[1]);
}

// Whom the interval of the first player's score puts above one half.
static const char *favours(const CellStats *stats) {
    const Interval score = stats->first_score.score;
    return score.low > 0.5 ? "first" : score.high < 0.5 ? "second" : "–";
}

static void set_balance_row(TextTable *table, size_t row, const Cells *cells) {
    const CellLabel *label = &cells->labels[row];
    const CellStats *stats = &cells->stats[row];
    char number[NUMBER_TEXT_SIZE];
    set_names(table, row, label);
    text_table_set(table, row, BALANCE_GAMES, "%lld", (long long)stats->games);
    set_interval(table, row, BALANCE_SCORE, stats->first_score.score, 100, cells->decimals);
    text_table_set(table, row, BALANCE_RESULTS, "%lld/%lld/%lld", (long long)stats->first_wins,
                   (long long)stats->draws, (long long)stats->second_wins);
    text_table_set(table, row, BALANCE_UNFINISHED, "%lld", (long long)stats->unfinished);
    text_table_set(table, row, BALANCE_PLIES, "%s", number_text(number, stats->plies.mean, 1));
    text_table_set(table, row, BALANCE_MARGIN, "%s", number_text(number, stats->margin.mean, 2));
    const bool komi = cell_label_has_komi(label);
    set_interval(table, row, BALANCE_KOMI,
                 komi ? cell_stats_fair_komi(stats, label) : interval_none(), 1, ALL_DECIMALS);
    text_table_set(table, row, BALANCE_FAVOURS, "%s", favours(stats));
}

// The columns that say something in at least one row, or differ between rows.
static uint32_t balance_columns(const Cells *cells) {
    uint32_t shown = bit(BALANCE_GAME) | bit(BALANCE_GAMES) | bit(BALANCE_SCORE) |
                     bit(BALANCE_BOUNDS) | bit(BALANCE_RESULTS) | bit(BALANCE_PLIES) |
                     bit(BALANCE_FAVOURS);
    for (size_t i = 0; i < cells->count; i++) {
        const CellLabel *label = &cells->labels[i];
        const bool differs = strcmp(label->players[0], cells->labels[0].players[0]) != 0 ||
                             strcmp(label->players[1], cells->labels[0].players[1]) != 0;
        if (differs) shown |= bit(BALANCE_PLAYERS);
        if (cells->stats[i].unfinished > 0) shown |= bit(BALANCE_UNFINISHED);
        if (cells->stats[i].scored_games > 0) shown |= bit(BALANCE_MARGIN);
        if (cell_label_has_komi(label)) shown |= bit(BALANCE_KOMI) | bit(BALANCE_KOMI_BOUNDS);
    }
    return shown;
}

static void print_balance(const TextTable *table, FILE *stream, uint32_t shown) {
    const uint32_t names = bit(BALANCE_GAME) | bit(BALANCE_PLAYERS);
    const uint32_t shape =
        bit(BALANCE_PLIES) | bit(BALANCE_MARGIN) | bit(BALANCE_KOMI) | bit(BALANCE_KOMI_BOUNDS);
    if (text_table_min_width(table, shown) <= TABLE_WIDTH) {
        text_table_print(table, stream, shown, TABLE_WIDTH);
        return;
    }
    text_table_print(table, stream, shown & ~shape, TABLE_WIDTH);
    fputc('\n', stream);
    text_table_print(table, stream, shown & (names | shape), TABLE_WIDTH);
}

static const char *units_of(const Cells *cells) {
    size_t paired = 0;
    for (size_t i = 0; i < cells->count; i++) paired += cells->stats[i].paired;
    if (paired == 0) return "games";
    return paired == cells->count ? "pairs of games" : "games, or pairs where games are paired";
}

static void print_legend(FILE *stream, const Cells *cells, uint32_t shown) {
    fprintf(stream,
            "first %%: score of who moves first; favours: whom its interval puts above 50 %%, "
            "– = undecided.\n"
            "[95 %%]: Wilson's interval at the effective number of %s.\n",
            units_of(cells));
    if (shown & bit(BALANCE_UNFINISHED)) {
        fputs("open: unfinished games, which are in no score.\n", stream);
    }
    if (shown & bit(BALANCE_KOMI)) {
        fputs("komi: the fair komi as estimated by the median margin, to be confirmed by playing "
              "with it.\n",
              stream);
    }
}

static bool print_balance_table(FILE *stream, const Cells *cells) {
    TextTable table;
    if (!text_table_init(&table, BALANCE_COLUMNS, BALANCE_COUNT, cells->count)) return false;
    for (size_t row = 0; row < cells->count; row++) set_balance_row(&table, row, cells);
    const uint32_t shown = balance_columns(cells);
    print_balance(&table, stream, shown);
    print_legend(stream, cells, shown);
    text_table_release(&table);
    return true;
}

static bool is_match(const Cells *cells, size_t i) {
    return cells->stats[i].paired && cell_label_is_match(&cells->labels[i]);
}

static bool print_match_table(FILE *stream, const Cells *cells, size_t matches) {
    TextTable table;
    if (!text_table_init(&table, MATCH_COLUMNS, MATCH_COUNT, matches)) return false;
    size_t row = 0;
    for (size_t i = 0; i < cells->count; i++) {
        if (!is_match(cells, i)) continue;
        const CellStats *stats = &cells->stats[i];
        set_names(&table, row, &cells->labels[i]);
        text_table_set(&table, row, MATCH_PAIRS, "%lld", (long long)stats->finished_pairs);
        set_interval(&table, row, MATCH_SCORE, stats->strength.score, 100, cells->decimals);
        set_interval(&table, row, MATCH_ELO, stats->strength.elo, 1, 1);
        row++;
    }
    text_table_print(&table, stream, bit(MATCH_COUNT) - 1, TABLE_WIDTH);
    fprintf(stream, "score %% and Elo of player 0 against player 1, over pairs of games with seats "
                    "swapped.\n");
    text_table_release(&table);
    return true;
}

// Two decimals where some interval is narrower than one per cent.
static int score_decimals(const CellStats stats[], size_t count) {
    for (size_t i = 0; i < count; i++) {
        const Interval score = stats[i].first_score.score;
        if (score.high - score.low < 0.01) return 2;
    }
    return 1;
}

bool stats_table(FILE *stream, const CellLabel labels[], const CellStats stats[], size_t count) {
    const Cells cells = {labels, stats, count, score_decimals(stats, count)};
    if (!print_balance_table(stream, &cells)) return false;
    size_t matches = 0;
    for (size_t i = 0; i < count; i++) matches += is_match(&cells, i);
    if (matches == 0) return true;
    fputc('\n', stream);
    return print_match_table(stream, &cells, matches);
}
