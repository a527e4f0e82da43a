#include "analysis/saved_forms.h"

#include "analysis/csv.h"
#include "analysis/latex.h"

#include <math.h>
#include <string.h>

// A column, and where its value is in a cell of stats.json: keys and places with dots between.
typedef struct CsvColumn {
    const char *name, *path;
} CsvColumn;

static const CsvColumn COLUMNS[] = {
    {"cell", "cell"},
    {"game", "game"},
    {"player", "players.0"},
    {"against", "players.1"},
    {"games", "games"},
    {"first_wins", "first_wins"},
    {"draws", "draws"},
    {"second_wins", "second_wins"},
    {"unfinished", "unfinished"},
    {"unique_games", "unique_games"},
    {"unique_openings", "unique_openings"},
    {"repeats", "repeats"},
    {"first_score", "first_score.value"},
    {"first_score_low", "first_score.low"},
    {"first_score_high", "first_score.high"},
    {"first_elo", "first_score.elo"},
    {"first_elo_low", "first_score.elo_low"},
    {"first_elo_high", "first_score.elo_high"},
    {"first_score_if_unfinished_first", "first_score_if_unfinished.first"},
    {"first_score_if_unfinished_second", "first_score_if_unfinished.second"},
    {"draw_rate", "draw_rate.value"},
    {"draw_rate_low", "draw_rate.low"},
    {"draw_rate_high", "draw_rate.high"},
    {"first_win_rate", "first_win_rate.value"},
    {"first_win_rate_low", "first_win_rate.low"},
    {"first_win_rate_high", "first_win_rate.high"},
    {"first_win_rate_decisive", "first_win_rate_decisive.value"},
    {"first_win_rate_decisive_low", "first_win_rate_decisive.low"},
    {"first_win_rate_decisive_high", "first_win_rate_decisive.high"},
    {"plies_mean", "plies.mean"},
    {"plies_sd", "plies.sd"},
    {"plies_min", "plies.min"},
    {"plies_median", "plies.median"},
    {"plies_max", "plies.max"},
    {"branching", "branching"},
    {"margin_mean", "margin.mean"},
    {"margin_sd", "margin.sd"},
    {"margin_median", "margin.median"},
    {"margin_q1", "margin.q1"},
    {"margin_q3", "margin.q3"},
    {"fair_komi", "fair_komi.value"},
    {"fair_komi_low", "fair_komi.low"},
    {"fair_komi_high", "fair_komi.high"},
    {"median_margin", "median_margin.value"},
    {"median_margin_low", "median_margin.low"},
    {"median_margin_high", "median_margin.high"},
    {"pairs_ww", "pairs.0.0"},
    {"pairs_wd", "pairs.0.1"},
    {"pairs_wl", "pairs.0.2"},
    {"pairs_dw", "pairs.1.0"},
    {"pairs_dd", "pairs.1.1"},
    {"pairs_dl", "pairs.1.2"},
    {"pairs_lw", "pairs.2.0"},
    {"pairs_ld", "pairs.2.1"},
    {"pairs_ll", "pairs.2.2"},
    {"unfinished_pairs", "unfinished_pairs"},
    {"strength", "strength.value"},
    {"strength_low", "strength.low"},
    {"strength_high", "strength.high"},
    {"strength_elo", "strength.elo"},
    {"strength_elo_low", "strength.elo_low"},
    {"strength_elo_high", "strength.elo_high"},
    {"nelo", "strength.nelo"},
    {"los", "strength.los"},
    {"llr", "llr"},
    {"stopped", "stopped"},
};

enum { COLUMN_COUNT = sizeof COLUMNS / sizeof *COLUMNS };

// The value at a path; NULL where there is none.
static const cJSON *find(const cJSON *item, const char *path) {
    while (item && *path) {
        char key[64];
        const size_t length = strcspn(path, ".");
        snprintf(key, sizeof key, "%.*s", (int)length, path);
        item = cJSON_IsArray(item) ? cJSON_GetArrayItem(item, key[0] - '0')
                                   : cJSON_GetObjectItemCaseSensitive(item, key);
        path += length + (path[length] == '.');
    }
    return item;
}

static void write_value(const cJSON *value, FILE *stream) {
    char text[32];
    if (cJSON_IsString(value)) csv_text(stream, value->valuestring);
    if (cJSON_IsNumber(value)) fputs(format_number(value->valuedouble, text), stream);
}

void saved_csv_head(FILE *stream) {
    fputs("experiment", stream);
    for (size_t i = 0; i < COLUMN_COUNT; i++) fprintf(stream, ",%s", COLUMNS[i].name);
    for (int end = END_NONE + 1; end < END_COUNT; end++) {
        fputs(",end_", stream);
        for (const char *at = end_name((End)end); *at; at++) putc(*at == '-' ? '_' : *at, stream);
    }
    putc('\n', stream);
}

// How many games ended in each way; those of all ways are all games.
static void write_ends(const cJSON *ends, FILE *stream) {
    for (int end = END_NONE + 1; end < END_COUNT; end++) {
        const cJSON *games = cJSON_GetObjectItemCaseSensitive(ends, end_name((End)end));
        putc(',', stream);
        if (cJSON_IsNumber(games))
            write_value(games, stream);
        else
            putc('0', stream);
    }
}

void saved_csv_rows(const SavedStats *self, FILE *stream) {
    const cJSON *cell;
    cJSON_ArrayForEach(cell, find(self->tree, "cells")) {
        write_value(find(self->tree, "experiment.name"), stream);
        for (size_t i = 0; i < COLUMN_COUNT; i++) {
            putc(',', stream);
            write_value(find(cell, COLUMNS[i].path), stream);
        }
        write_ends(find(cell, "ends"), stream);
        putc('\n', stream);
    }
}

// ---- LaTeX ----

// What is told of the cells besides the first player's score.
typedef struct LatexColumns {
    bool players, against, komi, strength;
} LatexColumns;

static LatexColumns latex_columns(const SavedStats *self) {
    LatexColumns columns = {0};
    for (size_t i = 0; i < self->count; i++) {
        const CellLabel *label = &self->labels[i];
        columns.players = columns.players ||
                          strcmp(label->players[0], self->labels[0].players[0]) != 0 ||
                          cell_label_is_match(label);
        columns.against = columns.against || cell_label_is_match(label);
        columns.komi = columns.komi || cell_label_has_komi(label);
        columns.strength = columns.strength || self->stats[i].paired;
    }
    return columns;
}

static void latex_head(const LatexColumns *columns, FILE *stream) {
    fprintf(stream,
            "%% needs \\usepackage{booktabs}\n"
            "\\begin{tabular}{l%s%srrlr%s%s}\n\\toprule\nVariant%s%s & Games & First \\%% & [95 "
            "\\%%] & "
            "Draws \\%%%s%s \\\\\n\\midrule\n",
            columns->players ? "l" : "", columns->against ? "l" : "", columns->komi ? "rl" : "",
            columns->strength ? "rl" : "", columns->players ? " & Player" : "",
            columns->against ? " & Against" : "", columns->komi ? " & Komi & [95 \\%]" : "",
            columns->strength ? " & Elo & [95 \\%]" : "");
}

static double draw_percentage(const CellStats *stats) {
    const int64_t finished = stats->first_wins + stats->draws + stats->second_wins;
    return finished > 0 ? 100 * (double)stats->draws / (double)finished : NAN;
}

static void latex_row(const LatexColumns *columns, const CellLabel *label, const CellStats *stats,
                      FILE *stream) {
    char game[CELL_GAME_TEXT_SIZE];
    cell_label_game(label, game);
    latex_text(stream, game);
    for (int seat = 0; seat < 2; seat++) {
        if (!(seat == 0 ? columns->players : columns->against)) continue;
        fputs(" & ", stream);
        latex_text(stream, label->players[seat]);
    }
    fprintf(stream, " & %lld", (long long)stats->games);
    latex_interval(stream, stats->first_score.score, 100, 1);
    fputs(" & ", stream);
    latex_number(stream, draw_percentage(stats), 1);
    if (columns->komi)
        latex_interval(stream,
                       cell_label_has_komi(label) ? cell_stats_fair_komi(stats, label)
                                                  : interval_none(),
                       1, 2);
    if (columns->strength)
        latex_interval(stream, stats->paired ? stats->strength.elo : interval_none(), 1, 0);
    fputs(" \\\\\n", stream);
}

void saved_latex(const SavedStats *self, FILE *stream) {
    const LatexColumns columns = latex_columns(self);
    latex_head(&columns, stream);
    for (size_t i = 0; i < self->count; i++)
        latex_row(&columns, &self->labels[i], &self->stats[i], stream);
    fputs("\\bottomrule\n\\end{tabular}\n", stream);
}
