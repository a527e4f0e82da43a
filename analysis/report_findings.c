#include "analysis/report_findings.h"
#include "analysis/html.h"
#include "analysis/report_words.h"
#include "analysis/table_number.h"

#include <math.h>
#include <stdlib.h>

enum { MATRIX_MAX_PLAYERS = 24, MOST_DIFFERENCES = 30, MOST_ORDERS = 6 };

#define LEVEL 0.05

static void write_probability(FILE *stream, double p) {
    char text[NUMBER_TEXT_SIZE];
    html_words_right(stream, probability_text(text, p));
}

// ---- Ratings ----

static void caption_of(char *text, size_t size, const char *format, const VariantRatings *variant) {
    char game[CELL_GAME_TEXT_SIZE];
    cell_label_game(&(CellLabel){.game = variant->game}, game);
    snprintf(text, size, format, game);
}

static void write_rating(FILE *stream, const VariantRatings *variant, size_t player, bool groups) {
    const PlayerRating *rating = &variant->ratings.players[player];
    html_row_begin(stream);
    html_name(stream, variant->names[player]);
    html_interval(stream, rating->rating, 1, 0);
    html_number(stream, rating->error, 0);
    html_count(stream, rating->games);
    html_number(stream, 100 * rating->score, 1);
    if (groups) html_count(stream, rating->place.group + 1);
    html_row_end(stream);
}

static void write_ratings_of(FILE *stream, const VariantRatings *variant, const size_t *order) {
    static const HtmlColumn COLUMNS[] = {
        {"player", false, NULL},
        {"rating", true, "Elo; the mean is 0. A dash: won or lost all, which has no finite rating"},
        {"[95 %]", true, NULL},
        {"SE", true, "Standard error, over pairs of games"},
        {"games", true, "In finished pairs"},
        {"score %", true, "Of all these games"},
        {"group", true, "Who met, also by way of others; ratings of two groups cannot be compared"},
    };
    const Ratings *ratings = &variant->ratings;
    const bool groups = ratings->group_count > 1;
    char caption[CELL_GAME_TEXT_SIZE + 64];
    caption_of(caption, sizeof caption, "Ratings in %s, the best first.", variant);
    html_table_begin(stream, caption, COLUMNS, sizeof COLUMNS / sizeof *COLUMNS - !groups);
    for (size_t i = 0; i < ratings->player_count; i++)
        write_rating(stream, variant, order[i], groups);
    html_table_end(stream);
}

static void write_first_move(FILE *stream, const VariantRatings *variant) {
    const Advantage *advantage = &variant->ratings.advantage;
    char text[NUMBER_TEXT_SIZE];
    if (!advantage->fitted) {
        fputs("<p>What the first move is worth cannot be told from these games; the ratings are "
              "without it.</p>\n",
              stream);
        return;
    }
    fputs("<p>To move first is worth <b>", stream);
    html_figure(stream, advantage->value.value, 0);
    fputs(" Elo</b> ", stream);
    html_bounds(stream, advantage->value, 1, 0);
    fprintf(stream, " here; that it is worth nothing is %s (p = ",
            advantage->p < LEVEL ? "not what these games say" : "well possible");
    html_text(stream, probability_text(text, advantage->p));
    fputs(" of the likelihood-ratio test).</p>\n", stream);
}

static void write_superiority(FILE *stream, const VariantRatings *variant, const size_t *order) {
    const Ratings *ratings = &variant->ratings;
    const size_t count = ratings->player_count;
    HtmlColumn columns[MATRIX_MAX_PLAYERS + 1] = {{"better than", false, NULL}};
    char caption[CELL_GAME_TEXT_SIZE + 128];
    if (count > MATRIX_MAX_PLAYERS) {
        fputs("<p>How probably each is better than each other is in <code>ratings</code> of "
              "<code>stats.json</code>.</p>\n",
              stream);
        return;
    }
    caption_of(caption, sizeof caption,
               "How probably the row’s player is better than the column’s in %s, %%.", variant);
    for (size_t i = 0; i < count; i++)
        columns[i + 1] = (HtmlColumn){variant->names[order[i]], true, NULL};
    html_table_begin(stream, caption, columns, count + 1);
    for (size_t i = 0; i < count; i++) {
        html_row_begin(stream);
        html_name(stream, variant->names[order[i]]);
        for (size_t j = 0; j < count; j++)
            html_number(stream, 100 * ratings->superiority[order[i] * count + order[j]], 1);
        html_row_end(stream);
    }
    html_table_end(stream);
}

// Whether it is all but sure that one player is better than another: by the ratings, or since one
// of them won or lost everything.
static bool is_ahead(const VariantRatings *variant, size_t one, size_t other) {
    const Ratings *ratings = &variant->ratings;
    const double p = ratings->superiority[one * ratings->player_count + other];
    const Interval a = ratings->players[one].rating, b = ratings->players[other].rating;
    if (!isnan(p)) return p >= 1 - LEVEL / 2;
    return (isnan(a.high) && a.low > b.high) || (isnan(b.low) && b.high < a.low);
}

// Returns whether each player is known to be better than the next.
static bool write_order(FILE *stream, const VariantRatings *variant, const size_t *order) {
    char game[CELL_GAME_TEXT_SIZE];
    bool sure = true;
    cell_label_game(&(CellLabel){.game = variant->game}, game);
    fputs("<p class=\"lead\">From the strongest, in ", stream);
    html_text(stream, game);
    fputs(": ", stream);
    for (size_t i = 0; i < variant->ratings.player_count; i++) {
        const bool ahead = i > 0 && is_ahead(variant, order[i - 1], order[i]);
        if (i > 0) fputs(ahead ? ", " : " ≈ ", stream);
        sure = sure && (i == 0 || ahead);
        fputs("<span class=\"name\">", stream);
        html_text(stream, variant->names[order[i]]);
        fputs("</span>", stream);
    }
    fputs(".</p>\n", stream);
    return sure;
}

void report_order(FILE *stream, const Study *study) {
    const RatingList *list = &study->findings.ratings;
    bool sure = true;
    for (size_t i = 0; i < list->count && i < MOST_ORDERS; i++) {
        const VariantRatings *variant = &list->variants[i];
        if (!variant_ratings_told(variant) || variant->ratings.group_count > 1) continue;
        size_t *order = variant_ratings_order(variant);
        if (order && !write_order(stream, variant, order)) sure = false;
        free(order);
    }
    if (!sure)
        fputs("<p>Of two with ≈ between them it is not established who is stronger.</p>\n", stream);
}

void report_ratings(FILE *stream, const Study *study) {
    const RatingList *list = &study->findings.ratings;
    size_t shown = 0;
    for (size_t i = 0; i < list->count && shown < study->shown; i++) {
        const VariantRatings *variant = &list->variants[i];
        if (!variant_ratings_told(variant)) continue;
        size_t *order = variant_ratings_order(variant);
        if (!order) return; // the page goes without
        write_ratings_of(stream, variant, order);
        write_first_move(stream, variant);
        write_superiority(stream, variant, order);
        free(order);
        shown += variant->ratings.player_count;
    }
    if (shown > 0)
        fputs("<p class=\"legend\">Ratings by the model of Bradley and Terry with an advantage of "
              "the first move; intervals and errors are over pairs of games. Who won or lost "
              "everything has no finite rating, at most a bound.</p>\n",
              stream);
}

// ---- Cells against each other ----

static const Comparison *strongest_of(const ComparisonList *list, const Comparison *after) {
    const Comparison *found = NULL;
    for (size_t i = 0; i < list->count; i++) {
        const Comparison *one = &list->list[i];
        if (!(one->p_holm <= LEVEL)) continue;
        if (after && (one->p < after->p || (!(one->p > after->p) && one <= after))) continue;
        if (!found || one->p < found->p) found = one;
    }
    return found;
}

static size_t count_differences(const ComparisonList *list) {
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++) count += list->list[i].p_holm <= LEVEL;
    return count;
}

static void write_difference(FILE *stream, const Study *study, const Comparison *found) {
    const bool swapped = found->difference.value < 0;
    const Interval d = found->difference;
    for (int i = 0; i < 2; i++) {
        char name[REPORT_NAME_SIZE];
        report_cell_name(study, &study->cells[found->cells[i ^ swapped]], name);
        if (i == 0) {
            html_row_begin(stream);
            html_name(stream, name);
        } else {
            html_words(stream, name);
        }
    }
    html_interval(stream, swapped ? (Interval){-d.value, -d.high, -d.low} : d, 100, 1);
    write_probability(stream, found->p_holm);
    html_row_end(stream);
}

static void write_differences(FILE *stream, const Study *study, size_t count) {
    static const HtmlColumn COLUMNS[] = {
        {"first % is higher in", false, NULL},
        {"than in", false, NULL},
        {"by", true, "Points of the first player’s score"},
        {"[95 %]", true, NULL},
        {"p", true, "How often chance alone would give any of the comparisons as much"},
    };
    const ComparisonList *list = &study->findings.comparisons;
    char caption[128];
    snprintf(caption, sizeof caption, "Cells that differ, after Holm’s correction for %zu %s.",
             list->tests, list->tests == 1 ? "comparison" : "comparisons");
    html_table_begin(stream, caption, COLUMNS, sizeof COLUMNS / sizeof *COLUMNS);
    const Comparison *found = NULL;
    for (size_t i = 0; i < count && i < MOST_DIFFERENCES; i++) {
        found = strongest_of(list, found);
        write_difference(stream, study, found);
    }
    html_table_end(stream);
    if (count > MOST_DIFFERENCES)
        fprintf(stream,
                "<p>… and %zu more, in <code>stats.json</code> (<code>comparisons</code>).</p>\n",
                count - MOST_DIFFERENCES);
}

static void write_comparisons(FILE *stream, const Study *study) {
    const ComparisonList *list = &study->findings.comparisons;
    const size_t count = count_differences(list);
    if (study->count > COMPARISON_MAX_CELLS)
        fprintf(stream,
                "<p>Cells are compared with each other where there are at most %d; here are %zu, "
                "and none is compared.</p>\n",
                COMPARISON_MAX_CELLS, study->count);
    else if (list->tests == 0)
        fputs("<p>Whether cells differ cannot be known: there are too few games, or all of a cell "
              "ended alike.</p>\n",
              stream);
    else if (count == 0)
        fprintf(
            stream,
            "<p><b>No two cells are known to differ</b> in the first player’s score (%zu "
            "comparison%s, Holm’s correction at 5 %%). They may differ by less than these games "
            "can show.</p>\n",
            list->tests, list->tests == 1 ? "" : "s");
    else
        write_differences(stream, study, count);
}

// ---- Trends ----

static const char *step_words(TrendKey key) {
    static const char *const WORDS[TREND_COUNT] = {
        [TREND_SIZE] = "row more of the board",          [TREND_FARMERS] = "farmer more",
        [TREND_SIMULATIONS] = "doubling of simulations", [TREND_NODES] = "doubling of nodes",
        [TREND_MOVETIME] = "doubling of the time a ply",
    };
    return WORDS[key];
}

static void write_trend_sentence(FILE *stream, const Trend *trend) {
    const double elo = 400 / M_LN10;
    const Interval slope = trend->slope;
    if (isnan(slope.low) || isnan(slope.high)) return;
    fprintf(stream, "<li>With each %s the first player’s advantage ", step_words(trend->key));
    if (slope.low > 0 || slope.high < 0) {
        fprintf(stream, "<b>%s</b> by ", slope.low > 0 ? "grows" : "shrinks");
        html_figure(stream, fabs(slope.value) * elo, 1);
        fputs(" Elo ", stream);
    } else {
        fputs("is <b>not known to change</b>: by ", stream);
        html_figure(stream, slope.value * elo, 1);
        fputs(" Elo ", stream);
    }
    html_bounds(stream, slope.high < 0 ? (Interval){-slope.value, -slope.high, -slope.low} : slope,
                elo, 1);
    fprintf(stream, ", over %zu cells.</li>\n", trend->cells);
}

static void write_trends(FILE *stream, const TrendList *list) {
    static const HtmlColumn COLUMNS[] = {
        {"for each", false, NULL},
        {"cells", true, "Cells that are equal but for this"},
        {"Elo", true, "What the first player gains"},
        {"[95 %]", true, NULL},
        {"p", true, "How often chance alone would give as much"},
    };
    if (list->count == 0) return;
    html_table_begin(stream, "How the first player’s advantage changes.", COLUMNS,
                     sizeof COLUMNS / sizeof *COLUMNS);
    for (size_t i = 0; i < list->count; i++) {
        const Trend *trend = &list->list[i];
        html_row_begin(stream);
        html_name(stream, step_words(trend->key));
        html_count(stream, (int64_t)trend->cells);
        html_interval(stream, trend->slope, 400 / M_LN10, 1);
        write_probability(stream, trend->p);
        html_row_end(stream);
    }
    html_table_end(stream);
    fputs("<p class=\"legend\">By weighted least squares of the log-odds of the score, over cells "
          "that are else the same.</p>\n",
          stream);
}

bool report_has_changes(const Study *study) {
    return study->count > 1;
}

void report_changes(FILE *stream, const Study *study) {
    write_trends(stream, &study->findings.trends);
    write_comparisons(stream, study);
}

void report_trends(FILE *stream, const Study *study) {
    const TrendList *trends = &study->findings.trends;
    if (trends->count == 0) return;
    fputs("<ul class=\"answers\">\n", stream);
    for (size_t i = 0; i < trends->count; i++) write_trend_sentence(stream, &trends->list[i]);
    fputs("</ul>\n", stream);
}
