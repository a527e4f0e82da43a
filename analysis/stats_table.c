#include "analysis/stats.h"

#include "analysis/table_number.h"
#include "analysis/text_table.h"

#include <math.h>
#include <string.h>

enum { TABLE_WIDTH = 100 };

// Both tables begin with the same three names.
enum {
    BALANCE_GAME,
    BALANCE_PLAYER,
    BALANCE_OTHER,
    BALANCE_GAMES,
    BALANCE_DISTINCT,
    BALANCE_SCORE,
    BALANCE_BOUNDS,
    BALANCE_RESULTS,
    BALANCE_UNFINISHED,
    BALANCE_GIVEN_UP,
    BALANCE_FAULTS,
    BALANCE_PLIES,
    BALANCE_MARGIN,
    BALANCE_KOMI,
    BALANCE_KOMI_BOUNDS,
    BALANCE_FAVOURS,
    BALANCE_STOPPED,
    BALANCE_COUNT
};

static const TextColumn BALANCE_COLUMNS[BALANCE_COUNT] = {
    [BALANCE_GAME] = {"variant", true, 20},       [BALANCE_PLAYER] = {"player", true, 12},
    [BALANCE_OTHER] = {"against", true, 12},      [BALANCE_GAMES] = {"games", false, 0},
    [BALANCE_DISTINCT] = {"distinct", false, 0},  [BALANCE_SCORE] = {"first %", false, 0},
    [BALANCE_BOUNDS] = {"[95 %]", false, 0},      [BALANCE_RESULTS] = {"W/D/L", false, 0},
    [BALANCE_UNFINISHED] = {"open", false, 0},    [BALANCE_GIVEN_UP] = {"resign/draw", false, 0},
    [BALANCE_FAULTS] = {"faults", false, 0},      [BALANCE_PLIES] = {"plies", false, 0},
    [BALANCE_MARGIN] = {"margin", false, 0},      [BALANCE_KOMI] = {"komi", false, 0},
    [BALANCE_KOMI_BOUNDS] = {"[95 %]", false, 0}, [BALANCE_FAVOURS] = {"favours", false, 0},
    [BALANCE_STOPPED] = {"stopped", false, 0},
};

enum {
    MATCH_GAME,
    MATCH_PLAYER,
    MATCH_OTHER,
    MATCH_GAMES,
    MATCH_PAIRS,
    MATCH_UNFINISHED,
    MATCH_SCORE,
    MATCH_BOUNDS,
    MATCH_ELO,
    MATCH_ELO_BOUNDS,
    MATCH_AHEAD,
    MATCH_LLR,
    MATCH_STOPPED,
    MATCH_COUNT
};

static const TextColumn MATCH_COLUMNS[MATCH_COUNT] = {
    [MATCH_GAME] = {"variant", true, 16},    [MATCH_PLAYER] = {"player", true, 12},
    [MATCH_OTHER] = {"against", true, 12},   [MATCH_GAMES] = {"games", false, 0},
    [MATCH_PAIRS] = {"pairs", false, 0},     [MATCH_UNFINISHED] = {"open", false, 0},
    [MATCH_SCORE] = {"score %", false, 0},   [MATCH_BOUNDS] = {"[95 %]", false, 0},
    [MATCH_ELO] = {"Elo", false, 0},         [MATCH_ELO_BOUNDS] = {"[95 %]", false, 0},
    [MATCH_AHEAD] = {"ahead", false, 0},     [MATCH_LLR] = {"LLR", false, 0},
    [MATCH_STOPPED] = {"stopped", false, 0},
};

// The cells of one table, whose strength it tells, and how many decimals percentages need.
typedef struct Cells {
    const CellLabel *labels;
    const CellStats *stats;
    size_t count;
    int subject;
    int decimals;
} Cells;

static uint32_t bit(unsigned column) {
    return (uint32_t)1 << column;
}

static const char *player_of(const Cells *cells, size_t i) {
    return cells->labels[i].players[cells->subject];
}

static const char *other_of(const Cells *cells, size_t i) {
    return cells->labels[i].players[1 - cells->subject];
}

// The names of a cell into the first three columns, which both tables have in common.
static void set_names(TextTable *table, size_t row, const Cells *cells, size_t i) {
    char game[CELL_GAME_TEXT_SIZE];
    cell_label_game(&cells->labels[i], game);
    text_table_set(table, row, BALANCE_GAME, "%s", game);
    text_table_set(table, row, BALANCE_PLAYER, "%s", player_of(cells, i));
    text_table_set(table, row, BALANCE_OTHER, "%s", other_of(cells, i));
}

static int64_t faults_of(const CellStats *stats) {
    int64_t faults = 0;
    for (unsigned end = 0; end < END_COUNT; end++)
        if (end_is_fault((End)end)) faults += stats->ends[end];
    return faults;
}

// Whom the interval of the first player's score puts above one half.
static const char *favours(const CellStats *stats) {
    const Interval score = stats->first_score.score;
    return score.low > 0.5 ? "first" : score.high < 0.5 ? "second" : "–";
}

static const char *stop_text(const CellStats *stats) {
    return stats->stopped == STOP_NOT ? "–" : stop_reason_name(stats->stopped);
}

static void set_balance_row(TextTable *table, size_t row, const Cells *cells) {
    const CellLabel *label = &cells->labels[row];
    const CellStats *stats = &cells->stats[row];
    char number[NUMBER_TEXT_SIZE];
    set_names(table, row, cells, row);
    text_table_set(table, row, BALANCE_GAMES, "%lld", (long long)stats->games);
    text_table_set(table, row, BALANCE_DISTINCT, "%lld", (long long)stats->unique_games);
    text_table_set_interval(table, row, BALANCE_SCORE, stats->first_score.score, 100,
                            cells->decimals);
    text_table_set(table, row, BALANCE_RESULTS, "%lld/%lld/%lld", (long long)stats->first_wins,
                   (long long)stats->draws, (long long)stats->second_wins);
    text_table_set(table, row, BALANCE_UNFINISHED, "%lld", (long long)stats->unfinished);
    text_table_set(table, row, BALANCE_GIVEN_UP, "%lld/%lld", (long long)stats->ends[END_RESIGN],
                   (long long)stats->ends[END_ADJUDICATED]);
    text_table_set(table, row, BALANCE_FAULTS, "%lld", (long long)faults_of(stats));
    text_table_set(table, row, BALANCE_PLIES, "%s", number_text(number, stats->plies.mean, 1));
    text_table_set(table, row, BALANCE_MARGIN, "%s", number_text(number, stats->margin.mean, 2));
    const bool komi = cell_label_has_komi(label);
    text_table_set_interval(table, row, BALANCE_KOMI,
                            komi ? cell_stats_fair_komi(stats, label) : interval_none(), 1,
                            ALL_DECIMALS);
    text_table_set(table, row, BALANCE_FAVOURS, "%s", favours(stats));
    text_table_set(table, row, BALANCE_STOPPED, "%s", stop_text(stats));
}

// So many games were played more than once that their number says little of the game itself.
static bool repeats_itself(const CellStats *stats) {
    return 2 * stats->unique_games < stats->games;
}

static bool is_given_up(const CellStats *stats) {
    return stats->ends[END_RESIGN] > 0 || stats->ends[END_ADJUDICATED] > 0;
}

// The columns that say something in at least one row, or differ between rows.
static uint32_t balance_columns(const Cells *cells) {
    uint32_t shown = bit(BALANCE_GAME) | bit(BALANCE_GAMES) | bit(BALANCE_SCORE) |
                     bit(BALANCE_BOUNDS) | bit(BALANCE_RESULTS) | bit(BALANCE_PLIES) |
                     bit(BALANCE_FAVOURS);
    bool matches = false;
    for (size_t i = 0; i < cells->count; i++) {
        const CellLabel *label = &cells->labels[i];
        const bool differs = strcmp(label->players[0], cells->labels[0].players[0]) != 0 ||
                             strcmp(label->players[1], cells->labels[0].players[1]) != 0;
        if (differs) shown |= bit(BALANCE_PLAYER);
        matches = matches || cell_label_is_match(label);
        if (repeats_itself(&cells->stats[i])) shown |= bit(BALANCE_DISTINCT);
        if (cells->stats[i].unfinished > 0) shown |= bit(BALANCE_UNFINISHED);
        if (is_given_up(&cells->stats[i])) shown |= bit(BALANCE_GIVEN_UP);
        if (faults_of(&cells->stats[i]) > 0) shown |= bit(BALANCE_FAULTS);
        if (cells->stats[i].scored_games > 0) shown |= bit(BALANCE_MARGIN);
        if (cell_label_has_komi(label)) shown |= bit(BALANCE_KOMI) | bit(BALANCE_KOMI_BOUNDS);
        if (cells->stats[i].may_stop) shown |= bit(BALANCE_STOPPED);
    }
    if (matches && shown & bit(BALANCE_PLAYER)) shown |= bit(BALANCE_OTHER);
    return shown;
}

static void print_balance(const TextTable *table, FILE *stream, uint32_t shown) {
    const uint32_t names = bit(BALANCE_GAME) | bit(BALANCE_PLAYER) | bit(BALANCE_OTHER);
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

// Over all cells: in each they are few.
static void print_false_resignations(FILE *stream, const Cells *cells) {
    int64_t games = 0, wrong = 0;
    for (size_t i = 0; i < cells->count; i++) {
        const CellStats *stats = &cells->stats[i];
        games += stats->played_out;
        if (stats->played_out > 0)
            wrong += llround(stats->false_resignations.value * (double)stats->played_out);
    }
    if (games == 0) return;
    const Interval share = interval_of_rate(wrong, games);
    fprintf(stream,
            "false resignations: %.1f %% [%.1f, %.1f] of the %lld games played out to see were not "
            "lost.\n",
            100 * share.value, 100 * share.low, 100 * share.high, (long long)games);
}

// Over all cells, too.
static void print_repeats(FILE *stream, const Cells *cells) {
    int64_t repeats = 0;
    for (size_t i = 0; i < cells->count; i++) repeats += cells->stats[i].repeats;
    if (repeats == 0) return;
    fprintf(stream,
            "%lld more games repeat others, since their players are deterministic: recorded, not "
            "counted.\n",
            (long long)repeats);
}

// What cannot be known, and why.
static void print_unknown(FILE *stream, const Cells *cells) {
    size_t unscored = 0, unbounded = 0;
    for (size_t i = 0; i < cells->count; i++) {
        const Interval score = cells->stats[i].first_score.score;
        if (isnan(score.value))
            unscored++;
        else if (isnan(score.low))
            unbounded++;
    }
    if (unscored > 0)
        fputs("first % –: nothing was finished, so nothing is known of the score.\n", stream);
    if (unbounded > 0) fputs("[95 %] –: a single game, or pair, gives no interval.\n", stream);
}

static void print_legend(FILE *stream, const Cells *cells, uint32_t shown) {
    fprintf(stream,
            "first %%: score of who moves first; favours: whom its interval puts above 50 %%, "
            "– = undecided.\n"
            "[95 %%]: Wilson's interval at the effective number of %s.\n",
            units_of(cells));
    print_unknown(stream, cells);
    if (shown & bit(BALANCE_DISTINCT)) {
        fputs("distinct: where few, these players repeat themselves; 'opening' gives them other "
              "games.\n",
              stream);
    }
    if (shown & bit(BALANCE_UNFINISHED)) {
        fputs("open: unfinished games, which are in no score.\n", stream);
    }
    if (shown & bit(BALANCE_GIVEN_UP)) {
        fputs(
            "resign/draw: games given up, and drawn since both sides expected it: in W/D/L, not in "
            "margin.\n",
            stream);
    }
    if (shown & bit(BALANCE_FAULTS)) {
        fputs("faults: games lost by a crash, time or an illegal ply, which count for strength "
              "only.\n",
              stream);
    }
    print_repeats(stream, cells);
    print_false_resignations(stream, cells);
    if (shown & bit(BALANCE_STOPPED)) {
        fputs("stopped: early, by the experiment's rule, – = not. Estimates are biased by that, "
              "after a\n"
              "test (H0, H1) away from 50 %.\n",
              stream);
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

// The next match from a cell on; the count of cells if there is none.
static size_t next_match(const Cells *cells, size_t i) {
    while (i < cells->count && !is_match(cells, i)) i++;
    return i;
}

static Interval subject_score(const Cells *cells, size_t i) {
    const Interval score = cells->stats[i].strength.score;
    return cells->subject == 0 ? score : (Interval){1 - score.value, 1 - score.high, 1 - score.low};
}

static Interval subject_elo(const Cells *cells, size_t i) {
    const Interval elo = cells->stats[i].strength.elo;
    return cells->subject == 0 ? elo : (Interval){-elo.value, -elo.high, -elo.low};
}

static const char *ahead(Interval score) {
    return score.low > 0.5 ? "yes" : score.high < 0.5 ? "no" : "–";
}

static void set_match_row(TextTable *table, size_t row, const Cells *cells, size_t i,
                          int elo_decimals) {
    const CellStats *stats = &cells->stats[i];
    const Interval score = subject_score(cells, i);
    set_names(table, row, cells, i);
    text_table_set(table, row, MATCH_GAMES, "%lld", (long long)stats->games);
    text_table_set(table, row, MATCH_PAIRS, "%lld", (long long)stats->finished_pairs);
    text_table_set(table, row, MATCH_UNFINISHED, "%lld", (long long)stats->unfinished);
    text_table_set_interval(table, row, MATCH_SCORE, score, 100, cells->decimals);
    text_table_set_interval(table, row, MATCH_ELO, subject_elo(cells, i), 1, elo_decimals);
    text_table_set(table, row, MATCH_AHEAD, "%s", ahead(score));
    char llr[NUMBER_TEXT_SIZE];
    text_table_set(table, row, MATCH_LLR, "%s", number_text(llr, stats->llr, 2));
    text_table_set(table, row, MATCH_STOPPED, "%s", stop_text(stats));
}

// One decimal where some interval is narrower than ten Elo.
static int elo_decimals_of(const Cells *cells) {
    for (size_t i = next_match(cells, 0); i < cells->count; i = next_match(cells, i + 1)) {
        const Interval elo = subject_elo(cells, i);
        if (elo.high - elo.low < 10) return 1;
    }
    return 0;
}

// The names that differ between rows; the others are told once, in the heading.
static uint32_t differing_names(const Cells *cells) {
    const size_t first = next_match(cells, 0);
    uint32_t differing = 0;
    for (size_t i = first; i < cells->count; i = next_match(cells, i + 1)) {
        if (strcmp(cells->labels[i].game, cells->labels[first].game) != 0)
            differing |= bit(MATCH_GAME);
        if (strcmp(player_of(cells, i), player_of(cells, first)) != 0)
            differing |= bit(MATCH_PLAYER);
        if (strcmp(other_of(cells, i), other_of(cells, first)) != 0) differing |= bit(MATCH_OTHER);
    }
    return differing;
}

static uint32_t match_columns(const Cells *cells, const TextTable *table) {
    uint32_t shown = differing_names(cells) | bit(MATCH_GAMES) | bit(MATCH_PAIRS) |
                     bit(MATCH_SCORE) | bit(MATCH_BOUNDS) | bit(MATCH_ELO) | bit(MATCH_ELO_BOUNDS) |
                     bit(MATCH_AHEAD);
    for (size_t i = next_match(cells, 0); i < cells->count; i = next_match(cells, i + 1)) {
        if (cells->stats[i].unfinished > 0) shown |= bit(MATCH_UNFINISHED);
        if (!isnan(cells->stats[i].llr)) shown |= bit(MATCH_LLR);
        if (cells->stats[i].may_stop) shown |= bit(MATCH_STOPPED);
    }
    // What the table of all games tells already, or the interval does.
    static const uint32_t SPARE[] = {1u << MATCH_GAMES, 1u << MATCH_AHEAD};
    for (size_t i = 0; i < 2 && text_table_min_width(table, shown) > TABLE_WIDTH; i++)
        shown &= ~SPARE[i];
    return shown;
}

static void print_match_heading(FILE *stream, const Cells *cells, uint32_t shown) {
    enum { NAME_WIDTH = 24 }; // three names and the words between fit the table's width
    const size_t first = next_match(cells, 0);
    char game[CELL_GAME_TEXT_SIZE];
    cell_label_game(&cells->labels[first], game);
    const bool players = shown & bit(MATCH_PLAYER), others = shown & bit(MATCH_OTHER);
    fputs("Strength of ", stream);
    text_print_cut(stream, players ? "each player" : player_of(cells, first), NAME_WIDTH);
    fputs(" against ", stream);
    text_print_cut(stream,
                   !others   ? other_of(cells, first)
                   : players ? "the other"
                             : "each other one",
                   NAME_WIDTH);
    if (!(shown & bit(MATCH_GAME))) {
        fputs(" in ", stream);
        text_print_cut(stream, game, NAME_WIDTH);
    }
    fputs("\n\n", stream);
}

static void print_match_legend(FILE *stream, uint32_t shown) {
    fputs("score % and Elo: over pairs of games with seats swapped, with intervals as above.\n",
          stream);
    if (shown & bit(MATCH_AHEAD))
        fputs("ahead: whether the interval is above 50 % (yes) or below (no), – = undecided.\n",
              stream);
    if (shown & bit(MATCH_LLR))
        fputs("LLR: log-likelihood ratio of elo1 against elo0 for the player; H0, H1: which was "
              "accepted.\n",
              stream);
    if (shown & bit(MATCH_STOPPED))
        fputs("stopped: early; score and Elo are biased by that, after a test away from 50 % and "
              "0.\n",
              stream);
}

static bool print_match_table(FILE *stream, const Cells *cells, size_t matches) {
    TextTable table;
    if (!text_table_init(&table, MATCH_COLUMNS, MATCH_COUNT, matches)) return false;
    const int elo_decimals = elo_decimals_of(cells);
    size_t row = 0;
    for (size_t i = next_match(cells, 0); i < cells->count; i = next_match(cells, i + 1))
        set_match_row(&table, row++, cells, i, elo_decimals);
    const uint32_t shown = match_columns(cells, &table);
    print_match_heading(stream, cells, shown);
    text_table_print(&table, stream, shown, TABLE_WIDTH);
    print_match_legend(stream, shown);
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

bool stats_table(FILE *stream, const CellLabel labels[], const CellStats stats[], size_t count,
                 int subject) {
    const Cells cells = {labels, stats, count, subject, score_decimals(stats, count)};
    if (!print_balance_table(stream, &cells)) return false;
    size_t matches = 0;
    for (size_t i = 0; i < count; i++) matches += is_match(&cells, i);
    if (matches == 0) return true;
    fputc('\n', stream);
    return print_match_table(stream, &cells, matches);
}
