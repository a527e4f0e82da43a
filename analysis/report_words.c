#include "analysis/report_words.h"
#include "analysis/html.h"
#include "analysis/report_findings.h"

#include <math.h>
#include <string.h>

enum { SENTENCES_OPEN = 12, DRAWS_WORTH_TELLING = 20 };

Fairness fairness_of(const CellStats *stats) {
    return fairness_of_score(stats->first_score.score);
}

static bool has_players_to_tell(const Study *study) {
    for (size_t i = 0; i < study->count; i++)
        for (int p = 0; p < 2; p++)
            if (strcmp(study->cells[i].label.players[p], study->cells[0].label.players[0]) != 0)
                return true;
    return false;
}

void report_cell_name(const Study *study, const StudyCell *cell, char name[REPORT_NAME_SIZE]) {
    char game[CELL_GAME_TEXT_SIZE];
    cell_label_game(&cell->label, game);
    const char *const *players = cell->label.players;
    if (!has_players_to_tell(study))
        snprintf(name, REPORT_NAME_SIZE, "%s", game);
    else if (cell_label_is_match(&cell->label))
        snprintf(name, REPORT_NAME_SIZE, "%s, %s – %s", game, players[0], players[1]);
    else
        snprintf(name, REPORT_NAME_SIZE, "%s, %s", game, players[0]);
}

static const char *number_word(int number) {
    static const char *const WORDS[] = {"no",    "one",   "two",  "three", "four",   "five",  "six",
                                        "seven", "eight", "nine", "ten",   "eleven", "twelve"};
    return number >= 0 && number <= 12 ? WORDS[number] : NULL;
}

static void write_game(FILE *stream, const StudyCell *cell) {
    const Game *game = cell->variant->game;
    if (strcmp(game->name, "agros") != 0) {
        fprintf(stream, "%c%s", game->name[0] - 'a' + 'A', game->name + 1);
        return;
    }
    const AgrosOptions *options = &cell->variant->options.agros;
    const char *word = number_word(options->farmers);
    fprintf(stream, "%d×%d with ", options->size, options->size);
    if (word)
        fputs(word, stream);
    else
        fprintf(stream, "%d", options->farmers);
    fprintf(stream, " farmer%s%s", options->farmers == 1 ? "" : "s",
            options->rule == AGROS_STATIC ? ", static sowing" : "");
    if (options->komi_halves) fprintf(stream, ", komi %g", options->komi_halves / 2.0);
}

static void write_percent(FILE *stream, Interval rate) {
    fputs("<b>", stream);
    html_figure(stream, 100 * rate.value, 1);
    fputs("\u00a0%</b>", stream);
    if (isnan(rate.low) && isnan(rate.high)) return;
    fputc(' ', stream);
    html_bounds(stream, rate, 100, 1);
}

// About how many games an unpaired cell needs for an interval of one point to either side.
static void write_need(FILE *stream) {
    fputs(" To see a difference of one point takes about 10\u202f000 games.", stream);
}

static void write_verdict(FILE *stream, const CellStats *stats) {
    const Interval score = stats->first_score.score;
    switch (fairness_of(stats)) {
    case FAIRNESS_UNKNOWN:
        fputs(": too few games to say anything.", stream);
        break;
    case FAIRNESS_FIRST:
        fputs(": <b>no, the first player is favoured</b>.", stream);
        break;
    case FAIRNESS_SECOND:
        fputs(": <b>no, the second player is favoured</b>.", stream);
        break;
    case FAIRNESS_FAIR:
        fprintf(stream, ": <b>yes, to within %.1f points</b>.",
                100 * fmax(score.high - 0.5, 0.5 - score.low));
        break;
    case FAIRNESS_UNDECIDED:
        fputs(": <b>not established</b>, neither that it is fair nor that it is not.", stream);
        break;
    }
}

static void write_komi(FILE *stream, const StudyCell *cell) {
    const Interval komi = cell_stats_fair_komi(&cell->stats, &cell->label);
    if (!cell_label_has_komi(&cell->label) || isnan(komi.low) || isnan(komi.high)) return;
    fputs(" Estimated fair komi: ", stream);
    html_figure(stream, komi.value, komi.value * 2 == floor(komi.value * 2) ? 1 : 2);
    fputs(" points for the second player ", stream);
    html_bounds(stream, komi, 1, 1);
    if (komi.value < 0) fputs(", so points for the first", stream);
    fputs(komi.low <= 0 && komi.high >= 0 ? ", if any are needed at all." : ".", stream);
}

static void write_rest(FILE *stream, const CellStats *stats) {
    if (stats->draw_rate.value * 100 >= DRAWS_WORTH_TELLING)
        fprintf(stream, " %.0f\u00a0%% of the games were drawn.", 100 * stats->draw_rate.value);
    if (stats->unfinished > 0) {
        fprintf(stream,
                " Were all the others won by the first player or by the second, the score would be "
                "%.1f\u00a0%% or %.1f\u00a0%%.",
                100 * stats->score_if_first, 100 * stats->score_if_second);
    }
    if (stats->stopped != STOP_NOT)
        fputs(" The run stopped early here, which biases this number.", stream);
}

static void write_player(FILE *stream, const char *name) {
    fputs("<span class=\"name\">", stream);
    html_text(stream, name);
    fputs("</span>", stream);
}

// How many games, and how many of them ended where some did not.
static void write_games(FILE *stream, const CellStats *stats) {
    html_integer(stream, stats->games);
    fprintf(stream, " game%s", stats->games == 1 ? "" : "s");
    if (stats->unfinished == 0) return;
    if (stats->unfinished == stats->games) {
        fputs(", of which none ended", stream);
        return;
    }
    fputs(", of which ", stream);
    html_integer(stream, stats->games - stats->unfinished);
    fputs(" ended,", stream);
}

// Of two players that met the first question is who is stronger; that one of them wins nearly all
// hides what moving first is worth.
static void write_match(FILE *stream, const StudyCell *cell) {
    const CellStats *stats = &cell->stats;
    const Interval strength = stats->strength.score;
    fputs("<li>", stream);
    write_game(stream, cell);
    fputs(": in ", stream);
    write_games(stream, stats);
    if (isnan(strength.value)) {
        fputs(stats->unfinished == stats->games ? ".</li>\n"
                                                : " no pair of games was finished.</li>\n",
              stream);
        return;
    }
    fputc(' ', stream);
    write_player(stream, cell->label.players[0]);
    fputs(" scored ", stream);
    write_percent(stream, strength);
    fputs(" against ", stream);
    write_player(stream, cell->label.players[1]);
    fputs(strength.low > 0.5 || strength.high < 0.5 ? "; " : ", which settles nothing; ", stream);
    fputs("who moved first scored ", stream);
    write_percent(stream, stats->first_score.score);
    fputc('.', stream);
    write_rest(stream, stats);
    fputs("</li>\n", stream);
}

static void write_balance(FILE *stream, const Study *study, const StudyCell *cell) {
    const CellStats *stats = &cell->stats;
    fputs("<li>Is ", stream);
    write_game(stream, cell);
    if (has_players_to_tell(study)) {
        fputs(" played by ", stream);
        write_player(stream, cell->label.players[0]);
    }
    fputs(" fair? With ", stream);
    write_games(stream, stats);
    if (!isnan(stats->first_score.score.value)) {
        fputs(" the first player scored ", stream);
        write_percent(stream, stats->first_score.score);
    }
    write_verdict(stream, stats);
    write_komi(stream, cell);
    write_rest(stream, stats);
    fputs("</li>\n", stream);
}

static void write_sentence(FILE *stream, const Study *study, const StudyCell *cell) {
    if (cell_label_is_match(&cell->label))
        write_match(stream, cell);
    else
        write_balance(stream, study, cell);
}

// "none of them", "1", "all": how many of so many.
static void write_part(FILE *stream, size_t part, size_t all) {
    if (part == 0)
        fputs("none", stream);
    else if (part == all)
        fputs(all == 2 ? "both" : "all", stream);
    else
        fprintf(stream, "%zu", part);
}

// How often chance would name a side if all were fair.
static void write_chance(FILE *stream, size_t told) {
    const double chance = 0.05 * (double)told;
    if (chance < 0.5)
        fprintf(stream,
                " (Were all of them fair, chance alone would name a side in %.0f of 100 such "
                "studies.)",
                100 * (1 - pow(0.95, (double)told)));
    else
        fprintf(stream, " (Were all of them fair, chance alone would name a side in about %.0f.)",
                chance);
}

// How many cells of self-play have each verdict, and whether the advantage changes.
static void write_summary(FILE *stream, const Study *study) {
    size_t counts[FAIRNESS_UNDECIDED + 1] = {0}, told = 0;
    for (size_t i = 0; i < study->count; i++) {
        if (study->cells[i].stats.games == 0 || cell_label_is_match(&study->cells[i].label))
            continue;
        counts[fairness_of(&study->cells[i].stats)]++;
        told++;
    }
    if (told < 2) return;
    const size_t open = counts[FAIRNESS_UNDECIDED] + counts[FAIRNESS_UNKNOWN];
    fprintf(stream, "<p class=\"lead\">Of %zu %s, the first player is favoured in ", told,
            has_players_to_tell(study) ? "cells of self-play" : "variants");
    write_part(stream, counts[FAIRNESS_FIRST], told);
    fputs(", the second in ", stream);
    write_part(stream, counts[FAIRNESS_SECOND], told);
    fputs("; ", stream);
    write_part(stream, counts[FAIRNESS_FAIR], told);
    fprintf(stream, " %s shown to be fair to within three points",
            counts[FAIRNESS_FAIR] > 1 ? "are" : "is");
    if (open > 0) {
        fputs(", and for ", stream);
        write_part(stream, open, told);
        fputs(" of them the games are too few to say", stream);
    }
    fputc('.', stream);
    if (counts[FAIRNESS_FIRST] + counts[FAIRNESS_SECOND] > 0) write_chance(stream, told);
    if (counts[FAIRNESS_UNDECIDED] > 0) write_need(stream);
    fputs("</p>\n", stream);
}

void report_words(FILE *stream, const Study *study) {
    report_order(stream, study);
    write_summary(stream, study);
    report_trends(stream, study);
    size_t written = 0;
    fputs("<ul class=\"answers\">\n", stream);
    for (size_t i = 0; i < study->count && written < study->shown; i++) {
        if (study->cells[i].stats.games == 0) continue;
        if (written++ == SENTENCES_OPEN)
            fputs("</ul>\n<details><summary>The others</summary>\n<ul class=\"answers\">\n",
                  stream);
        write_sentence(stream, study, &study->cells[i]);
    }
    fprintf(stream, "</ul>%s\n", written > SENTENCES_OPEN ? "</details>" : "");
    fputs("<p>All of this is about <em>these players</em>. Weak players make other games than "
          "strong ones: a finding that holds for twice and four times the thinking deserves more "
          "belief.</p>\n",
          stream);
}
