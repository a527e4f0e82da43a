#include "analysis/report_section.h"
#include "analysis/html.h"
#include "analysis/report_findings.h"
#include "analysis/report_games.h"
#include "analysis/report_maps.h"
#include "analysis/report_method.h"
#include "analysis/report_strength.h"
#include "analysis/report_words.h"

#include <math.h>
#include <string.h>

enum { RARE = 5 };

const char *report_run_name(const Study *study) {
    return *study->experiment.name ? study->experiment.name : study->directory;
}

int64_t report_room(const ReportPage *page) {
    return page->limit - (int64_t)ftello(page->stream);
}

// The figure of a chart; without gnuplot the tables are all there is.
static void write_chart(ReportPage *page, const Charts *charts, ChartKind kind,
                        const char *prefix) {
    FILE *stream = page->stream;
    if (!charts->svg[kind]) return;
    if ((int64_t)strlen(charts->svg[kind]) > report_room(page) - REPORT_METHOD_BYTES) {
        fputs("<p>There is no room for a chart in this page: <a href=\"", stream);
        html_text(stream, page->figures);
        fputc('/', stream);
        html_text(stream, prefix);
        fprintf(stream, "%s.svg\">%s.svg</a>.</p>\n", chart_name(kind), chart_name(kind));
        return;
    }
    fprintf(
        stream,
        "<figure>\n<div class=\"frame\" role=\"region\" tabindex=\"0\" aria-label=\"Chart: %s\">",
        chart_name(kind));
    chart_embed(stream, charts->svg[kind], kind);
    fputs("</div>\n<figcaption>", stream);
    html_text(stream, chart_caption(kind));
    fputs(" <a href=\"", stream);
    html_text(stream, page->figures);
    fputc('/', stream);
    html_text(stream, prefix);
    fprintf(stream, "%s.svg\">SVG</a></figcaption>\n</figure>\n", chart_name(kind));
}

static void write_state(FILE *stream, const Study *study) {
    const int64_t all = experiment_games(&study->experiment);
    const bool may_stop = experiment_may_stop(&study->experiment);
    if (!study->complete) {
        fputs("<p class=\"warning\"><b>Not complete.</b> This is about ", stream);
        html_integer(stream, study->games);
        fprintf(stream, " of %s", may_stop ? "at most " : "");
        html_integer(stream, all);
        fputs(" games; the cells have different numbers of them, some perhaps none. <code>harrow "
              "run</code> goes on with the rest.</p>\n",
              stream);
    }
    if (study->shown < study->count)
        fprintf(
            stream,
            "<p class=\"warning\"><b>Not all cells are here.</b> The tables have the first %zu of "
            "%zu; <code>harrow stats --csv</code> has them all.</p>\n",
            study->shown, study->count);
    if (study->lost > 0)
        fputs("<p class=\"warning\"><b>Damaged.</b> Some games could not be read and are not in "
              "these numbers; <code>harrow records</code> tells which.</p>\n",
              stream);
}

static void write_gnuplot(FILE *stream, const Charts *charts, const char *prefix) {
    if (charts->state == GNUPLOT_DONE) return;
    fputs("<p class=\"warning\"><b>No charts.</b> ", stream);
    if (charts->state == GNUPLOT_MISSING) {
        fputs("gnuplot, which draws them, is not installed here. All tables are below. For the "
              "charts too: <code>apt install gnuplot-nox</code>, then the same <code>harrow "
              "report</code> again.",
              stream);
    } else {
        fputs("gnuplot could not draw them: ", stream);
        html_text(stream, charts->message);
        fputs(". Its script is <code>", stream);
        html_text(stream, prefix);
        fputs("figures.gp</code> among the figures.", stream);
    }
    fputs("</p>\n", stream);
}

// ---- Who wins ----

static void write_favours(FILE *stream, const CellStats *stats) {
    static const char *const WORDS[] = {
        [FAIRNESS_UNKNOWN] = "<td>too few games</td>",
        [FAIRNESS_FIRST] = "<td class=\"favours-first\">first</td>",
        [FAIRNESS_SECOND] = "<td class=\"favours-second\">second</td>",
        [FAIRNESS_FAIR] = "<td>nobody: fair</td>",
        [FAIRNESS_UNDECIDED] = "<td class=\"b\">not established</td>",
    };
    fputs(WORDS[fairness_of(stats)], stream);
}

static bool has_unfinished(const Study *study) {
    for (size_t i = 0; i < study->count; i++)
        if (study->cells[i].stats.unfinished > 0) return true;
    return false;
}

// Of a rate near 0 or 1 a single game more moves the lower or upper bound past the truth.
static bool has_rare_draws(const Study *study) {
    for (size_t i = 0; i < study->shown; i++) {
        const CellStats *stats = &study->cells[i].stats;
        const int64_t decisive = stats->first_wins + stats->second_wins;
        if (stats->draws > 0 && decisive > 0 && (stats->draws < RARE || decisive < RARE))
            return true;
    }
    return false;
}

static void write_balance(FILE *stream, const Study *study) {
    static const HtmlColumn COLUMNS[] = {
        {"variant", false, NULL},
        {"games", true, NULL},
        {"first %", true, "Share of the points that the first player won: a win 1, a draw a half"},
        {"[95 %]", true, "An interval that holds the true value in 95 of 100 such studies"},
        {"favours", false, "Whom the interval puts above 50 %"},
        {"Elo", true, "The same as a difference in Elo"},
        {"wins", true, "Games won by the first player"},
        {"draws", true, NULL},
        {"losses", true, "Games won by the second player"},
        {"drawn %", true, NULL},
        {"[95 %]", true, NULL},
        {"unfinished", true, "Games that reached the limit of plies; not draws"},
    };
    const bool unfinished = has_unfinished(study);
    html_table_begin(stream, "Score of who moves first, whoever it was.", COLUMNS,
                     sizeof COLUMNS / sizeof *COLUMNS - !unfinished);
    for (size_t i = 0; i < study->shown; i++) {
        char name[REPORT_NAME_SIZE];
        const CellStats *stats = &study->cells[i].stats;
        if (stats->games == 0) continue;
        report_cell_name(study, &study->cells[i], name);
        html_row_begin(stream);
        html_name(stream, name);
        html_count(stream, stats->games);
        html_interval(stream, stats->first_score.score, 100, 1);
        write_favours(stream, stats);
        html_number(stream, stats->first_score.elo.value, 0);
        html_count(stream, stats->first_wins);
        html_count(stream, stats->draws);
        html_count(stream, stats->second_wins);
        html_interval(stream, stats->draw_rate, 100, 1);
        if (unfinished) html_count(stream, stats->unfinished);
        html_row_end(stream);
    }
    html_table_end(stream);
    if (has_rare_draws(study))
        fputs("<p class=\"legend\">Where fewer than five games were drawn, or fewer than five were "
              "not, the interval of drawn % is too short: it holds the true rate in 84 to 95 of "
              "100 such studies instead of 95.</p>\n",
              stream);
}

// ---- By how much ----

static bool has_margins(const Study *study) {
    for (size_t i = 0; i < study->count; i++)
        if (study->cells[i].stats.scored_games > 0) return true;
    return false;
}

static void write_margins(FILE *stream, const Study *study) {
    static const HtmlColumn COLUMNS[] = {
        {"variant", false, NULL},
        {"mean", true, "Mean of first − second in points"},
        {"sd", true, "Standard deviation"},
        {"lower quartile", true, "A quarter of the games is below"},
        {"median", true, NULL},
        {"upper quartile", true, "A quarter of the games is above"},
        {"fair komi", true,
         "Points for the second player that would make the game even, as estimated by the median; "
         "to be confirmed by playing with komi="},
        {"[95 %]", true, NULL},
    };
    html_table_begin(stream, "Margin, first − second, in points.", COLUMNS,
                     sizeof COLUMNS / sizeof *COLUMNS);
    for (size_t i = 0; i < study->shown; i++) {
        char name[REPORT_NAME_SIZE];
        const StudyCell *cell = &study->cells[i];
        const Spread *margin = &cell->stats.margin;
        if (cell->stats.scored_games == 0) continue;
        report_cell_name(study, cell, name);
        html_row_begin(stream);
        html_name(stream, name);
        html_number(stream, margin->mean, 2);
        html_number(stream, margin->sd, 1);
        html_number(stream, margin->q1, 1);
        html_number(stream, margin->median, 1);
        html_number(stream, margin->q3, 1);
        if (cell_label_has_komi(&cell->label))
            html_interval(stream, cell_stats_fair_komi(&cell->stats, &cell->label), 1, 2);
        else
            html_interval(stream, interval_none(), 1, 1);
        html_row_end(stream);
    }
    html_table_end(stream);
}

// ---- How long, and how it ends ----

static void write_lengths(FILE *stream, const Study *study) {
    static const HtmlColumn COLUMNS[] = {
        {"variant", false, NULL},
        {"mean", true, "Mean number of plies"},
        {"sd", true, NULL},
        {"shortest", true, NULL},
        {"median", true, NULL},
        {"longest", true, NULL},
        {"choices a ply", true, "Mean number of legal plies (branching factor)"},
        {"different games", true, NULL},
        {"different openings", true, "Of those the experiment chose; mirror images are one"},
    };
    html_table_begin(stream, "Length in plies: one action by one player each.", COLUMNS,
                     sizeof COLUMNS / sizeof *COLUMNS - (study->openings == 0));
    for (size_t i = 0; i < study->shown; i++) {
        char name[REPORT_NAME_SIZE];
        const CellStats *stats = &study->cells[i].stats;
        if (stats->games == 0) continue;
        report_cell_name(study, &study->cells[i], name);
        html_row_begin(stream);
        html_name(stream, name);
        html_number(stream, stats->plies.mean, 1);
        html_number(stream, stats->plies.sd, 1);
        html_number(stream, stats->plies.min, 0);
        html_number(stream, stats->plies.median, 1);
        html_number(stream, stats->plies.max, 0);
        html_number(stream, stats->branching, 1);
        html_count(stream, stats->unique_games);
        if (study->openings > 0) html_count(stream, stats->unique_openings);
        html_row_end(stream);
    }
    html_table_end(stream);
}

static const char *end_words(End end) {
    static const char *const WORDS[END_COUNT] = {
        [END_NONE] = "",
        [END_PASSES] = "two passes",
        [END_ENTHRONED] = "queen enthroned",
        [END_FORFEIT] = "throne forfeited",
        [END_STUCK] = "no legal ply",
        [END_REPETITION] = "repetition",
        [END_MAJORITY] = "majority of stones",
        [END_PLY_LIMIT] = "limit of plies",
        [END_RESIGN] = "resigned",
        [END_ADJUDICATED] = "draw agreed",
    };
    return WORDS[end];
}

static void write_ends(FILE *stream, const Study *study) {
    HtmlColumn columns[END_COUNT + 1] = {{"variant", false, NULL}};
    End ends[END_COUNT];
    size_t count = 0;
    for (unsigned end = END_NONE + 1; end < END_COUNT; end++) {
        int64_t games = 0;
        for (size_t i = 0; i < study->count; i++) games += study->cells[i].stats.ends[end];
        if (games == 0) continue;
        ends[count++] = (End)end;
        columns[count] = (HtmlColumn){end_words((End)end), true, NULL};
    }
    html_table_begin(stream, "How they end, in games.", columns, count + 1);
    for (size_t i = 0; i < study->shown; i++) {
        char name[REPORT_NAME_SIZE];
        if (study->cells[i].stats.games == 0) continue;
        report_cell_name(study, &study->cells[i], name);
        html_row_begin(stream);
        html_name(stream, name);
        for (size_t j = 0; j < count; j++) html_count(stream, study->cells[i].stats.ends[ends[j]]);
        html_row_end(stream);
    }
    html_table_end(stream);
}

// ---- The section ----

static void heading(FILE *stream, int number, const char *anchor, const char *title) {
    fprintf(stream, "<h2 id=\"r%d-%s\">%s</h2>\n", number, anchor, title);
}

static void write_head(FILE *stream, const Study *study, int number) {
    fprintf(stream, "<section class=\"run\" id=\"r%d\">\n<h1>", number);
    html_text(stream, report_run_name(study));
    fputs("</h1>\n<p class=\"under\">", stream);
    html_integer(stream, study->games);
    fprintf(stream, " game%s, %zu cell%s</p>\n", study->games == 1 ? "" : "s", study->count,
            study->count == 1 ? "" : "s");
}

bool report_section(ReportPage *page, const Study *study, const Charts *charts, int number,
                    const char *prefix, Status *status) {
    FILE *stream = page->stream;
    write_head(stream, study, number);
    write_state(stream, study);
    write_gnuplot(stream, charts, prefix);
    heading(stream, number, "answer", "In short");
    report_words(stream, study);
    heading(stream, number, "balance", "Who wins");
    write_chart(page, charts, CHART_FIRST, prefix);
    write_balance(stream, study);
    write_chart(page, charts, CHART_BALANCE_CURVE, prefix);
    write_chart(page, charts, CHART_DRAWS, prefix);
    write_chart(page, charts, CHART_DRAWS_CURVE, prefix);
    if (report_has_changes(study)) {
        heading(stream, number, "changes", "What it depends on");
        report_changes(stream, study);
    }
    if (has_margins(study)) {
        heading(stream, number, "margins", "By how much");
        write_chart(page, charts, CHART_MARGINS, prefix);
        write_margins(stream, study);
        write_chart(page, charts, CHART_MARGIN_SHAPES, prefix);
    }
    heading(stream, number, "lengths", "How long, and how it ends");
    write_chart(page, charts, CHART_LENGTHS, prefix);
    write_lengths(stream, study);
    write_ends(stream, study);
    if (report_has_strength(study)) {
        heading(stream, number, "strength", "Who is stronger");
        write_chart(page, charts, CHART_STRENGTH, prefix);
        write_chart(page, charts, CHART_RATINGS, prefix);
        report_ratings(stream, study);
        report_strength(stream, study);
        write_chart(page, charts, CHART_STRENGTH_CURVE, prefix);
    }
    heading(stream, number, "character", "What a game is like");
    report_character(stream, study);
    heading(stream, number, "openings", "How it begins");
    report_openings(page, study);
    if (!report_maps(page, study, prefix, status)) return false;
    heading(stream, number, "viewer", "Games to look at");
    if (!report_games(page, study, number, status)) return false;
    heading(stream, number, "method", "How this was made");
    report_method(stream, study);
    fputs("</section>\n", stream);
    return true;
}
