#include "analysis/report_strength.h"
#include "analysis/doubling.h"
#include "analysis/html.h"
#include "analysis/report_words.h"

#include <math.h>
#include <string.h>

enum { CROSS_MAX_PLAYERS = 24 };

static bool is_match(const StudyCell *cell) {
    return cell_label_is_match(&cell->label) && cell->stats.games > 0;
}

bool report_has_strength(const Study *study) {
    for (size_t i = 0; i < study->count; i++)
        if (is_match(&study->cells[i])) return true;
    return false;
}

static void write_matches(FILE *stream, const Study *study) {
    static const HtmlColumn COLUMNS[] = {
        {"variant", false, NULL},
        {"player", false, NULL},
        {"against", false, NULL},
        {"pairs", true, "Pairs of games from one opening with the seats swapped"},
        {"score %", true, "Of the player, over pairs"},
        {"[95 %]", true, NULL},
        {"Elo", true, NULL},
        {"[95 %]", true, "A dash is a bound that does not exist: who wins all has no Elo"},
        {"ahead", false, "Whether the interval is above 50 % or below"},
    };
    html_table_begin(stream, "Strength, over pairs of games with the seats swapped.", COLUMNS,
                     sizeof COLUMNS / sizeof *COLUMNS);
    for (size_t i = 0; i < study->shown; i++) {
        const StudyCell *cell = &study->cells[i];
        const ScoreStats *strength = &cell->stats.strength;
        if (!is_match(cell)) continue;
        char game[CELL_GAME_TEXT_SIZE];
        cell_label_game(&cell->label, game);
        html_row_begin(stream);
        html_name(stream, game);
        html_words(stream, cell->label.players[0]);
        html_words(stream, cell->label.players[1]);
        html_count(stream, cell->stats.finished_pairs);
        html_interval(stream, strength->score, 100, 1);
        html_interval(stream, strength->elo, 1, 0);
        html_words(stream, strength->score.low > 0.5    ? "yes"
                           : strength->score.high < 0.5 ? "no"
                                                        : "undecided");
        html_row_end(stream);
    }
    html_table_end(stream);
}

// The score of one player against another in a variant; none where they did not meet.
static Interval score_between(const Study *study, int32_t variant, int32_t row, int32_t column) {
    const Experiment *experiment = &study->experiment;
    for (size_t i = 0; i < study->count; i++) {
        const Cell *cell = &experiment->cells[i];
        const Interval score = study->cells[i].stats.strength.score;
        if (cell->variant != variant || row == column) continue;
        if (cell->players[0] == row && cell->players[1] == column) return score;
        if (cell->players[0] == column && cell->players[1] == row)
            return (Interval){1 - score.value, 1 - score.high, 1 - score.low};
    }
    return interval_none();
}

static int matches_of(const Study *study, int32_t variant) {
    int matches = 0;
    for (size_t i = 0; i < study->count; i++)
        matches += study->experiment.cells[i].variant == variant && is_match(&study->cells[i]);
    return matches;
}

static void write_cross(FILE *stream, const Study *study, int32_t variant) {
    const Experiment *experiment = &study->experiment;
    HtmlColumn columns[CROSS_MAX_PLAYERS + 1] = {{"score % of", false, NULL}};
    char spec[SPEC_MAX_LENGTH], caption[CELL_GAME_TEXT_SIZE + 128], game[CELL_GAME_TEXT_SIZE];
    const int32_t players = experiment->player_count;
    variant_format(&experiment->variants[variant], spec);
    cell_label_game(&(CellLabel){.game = spec}, game);
    snprintf(caption, sizeof caption, "Cross table of %s: the row's score against the column, %%.",
             game);
    for (int32_t p = 0; p < players; p++)
        columns[p + 1] = (HtmlColumn){experiment->players[p].name, true, NULL};
    html_table_begin(stream, caption, columns, (size_t)players + 1);
    for (int32_t row = 0; row < players; row++) {
        html_row_begin(stream);
        html_name(stream, experiment->players[row].name);
        for (int32_t column = 0; column < players; column++)
            html_number(stream, 100 * score_between(study, variant, row, column).value, 1);
        html_row_end(stream);
    }
    html_table_end(stream);
}

// What thinking twice as much is worth; false where that is not known.
static bool write_doubling(FILE *stream, const Study *study, int32_t variant) {
    const Doubling doubling = doubling_of_variant(study, variant);
    char spec[SPEC_MAX_LENGTH], game[CELL_GAME_TEXT_SIZE];
    if (!doubling.key) return false;
    variant_format(&study->experiment.variants[variant], spec);
    cell_label_game(&(CellLabel){.game = spec}, game);
    fputs("<p>In ", stream);
    html_text(stream, game);
    fprintf(stream, " each doubling of %s is worth <b>", doubling.key);
    html_figure(stream, doubling.elo.value, 0);
    fputs(" Elo</b> ", stream);
    html_bounds(stream, doubling.elo, 1, 0);
    fprintf(stream, ", from %g to %g in %zu match%s", doubling.least, doubling.most,
            doubling.matches, doubling.matches == 1 ? "" : "es");
    if (doubling.left_out > 0)
        fprintf(stream, "; %zu more, won altogether, would make it more", doubling.left_out);
    fputs(".</p>\n", stream);
    return true;
}

static void write_doublings(FILE *stream, const Study *study) {
    bool told = false;
    for (int32_t i = 0; i < study->experiment.variant_count && (size_t)i < study->shown; i++)
        told |= write_doubling(stream, study, i);
    if (told)
        fputs(
            "<p class=\"legend\">That is the strategic depth of the game for these players: where "
            "it stays large as they get stronger, there is still much to find.</p>\n",
            stream);
}

void report_strength(FILE *stream, const Study *study) {
    write_doublings(stream, study);
    write_matches(stream, study);
    const int32_t players = study->experiment.player_count;
    if (players < 3 || players > CROSS_MAX_PLAYERS) return;
    size_t rows = 0;
    for (int32_t variant = 0; variant < study->experiment.variant_count && rows < study->shown;
         variant++) {
        if (matches_of(study, variant) < 2) continue;
        write_cross(stream, study, variant);
        rows += (size_t)players;
    }
}
