#include "analysis/report_komi.h"
#include "analysis/fairness.h"
#include "analysis/html.h"

enum { MOST_CONFIRMATIONS = 60 };

static void write_score(FILE *stream, const KomiCell *cell) {
    fputs("<b>", stream);
    html_figure(stream, 100 * cell->first.value, 1);
    fputs("\u00a0%</b> ", stream);
    html_bounds(stream, cell->first, 100, 1);
}

static void write_komi(FILE *stream, double komi) {
    html_figure(stream, komi, komi * 2 == (double)(int64_t)komi * 2 ? 0 : 1);
}

static void write_with_komi(FILE *stream, double komi) {
    if (komi < 0 || komi > 0) {
        fputs("with komi <b>", stream);
        write_komi(stream, komi);
        fputs("</b>", stream);
    } else {
        fputs("without komi", stream);
    }
}

static void write_sentence(FILE *stream, const Confirmation *found) {
    char game[CELL_GAME_TEXT_SIZE];
    const bool same =
        !(found->before->komi < found->after->komi) && !(found->before->komi > found->after->komi);
    cell_label_game(&(CellLabel){.game = found->before->game}, game);
    fputs("<li><b>", stream);
    html_text(stream, game);
    fputs("</b>: ", stream);
    write_with_komi(stream, found->before->komi);
    fputs(" the first player scored ", stream);
    write_score(stream, found->before);
    fputs(same ? ", again " : ", ", stream);
    write_with_komi(stream, found->after->komi);
    fputs(" it scored ", stream);
    write_score(stream, found->after);
    fputs(". Now ", stream);
    html_text(stream, confirmation_verdict(found));
    fputs(".</li>\n", stream);
}

static void write_row(FILE *stream, const KomiCell *cell) {
    char game[CELL_GAME_TEXT_SIZE];
    cell_label_game(&(CellLabel){.game = cell->game}, game);
    html_row_begin(stream);
    html_name(stream, game);
    fputs("<td class=\"n\">", stream);
    write_komi(stream, cell->komi);
    fputs("</td>", stream);
    html_count(stream, cell->games);
    html_interval(stream, cell->first, 100, 1);
    html_interval(stream, cell->fair, 1, 2);
    html_row_end(stream);
}

static void write_table(FILE *stream, const KomiCells *cells) {
    static const HtmlColumn COLUMNS[] = {
        {"variant", false, NULL},
        {"komi", true, "Points that were added to the second player’s score"},
        {"games", true, NULL},
        {"first %", true, "Score of who moves first"},
        {"[95 %]", true, "Does it hold 50 %?"},
        {"fair komi", true, "As the games of the row estimate it, whatever they were played with"},
        {"[95 %]", true, NULL},
    };
    size_t shown = 0;
    html_table_begin(stream, "Each variant as it was, and played again with komi.", COLUMNS,
                     sizeof COLUMNS / sizeof *COLUMNS);
    for (ConfirmationWalk walk = {0}; shown < MOST_CONFIRMATIONS && komi_cells_next(cells, &walk);
         shown++) {
        if (walk.new_before) write_row(stream, walk.found.before);
        write_row(stream, walk.found.after);
    }
    html_table_end(stream);
}

// What became of all the komi that were tried.
static void write_summary(FILE *stream, const KomiCells *cells) {
    size_t counts[FAIRNESS_UNDECIDED + 1] = {0}, all = 0;
    for (ConfirmationWalk walk = {0}; komi_cells_next(cells, &walk); all++)
        counts[fairness_of_score(walk.found.after->first)]++;
    if (all < 2) return;
    fprintf(stream, "<p class=\"lead\">Of %zu komi that were played, ", all);
    if (counts[FAIRNESS_FAIR] == 0)
        fputs("none is known to be", stream);
    else
        fprintf(stream, "%zu %s", counts[FAIRNESS_FAIR], counts[FAIRNESS_FAIR] == 1 ? "is" : "are");
    fprintf(
        stream,
        " fair to within three points, against %zu nothing speaks as yet, and with %zu one side "
        "is still favoured.",
        counts[FAIRNESS_UNDECIDED] + counts[FAIRNESS_UNKNOWN],
        counts[FAIRNESS_FIRST] + counts[FAIRNESS_SECOND]);
    if (counts[FAIRNESS_UNDECIDED] > 0)
        fputs(" To know a score to within three points takes about 1\u202f100 games.", stream);
    fputs("</p>\n", stream);
}

void report_komi(FILE *stream, const KomiCells *cells) {
    size_t shown = 0;
    for (ConfirmationWalk walk = {0}; komi_cells_next(cells, &walk); shown++) {
        if (shown == 0) {
            fputs("<section class=\"run\" id=\"komi\">\n<h1>Does komi make it fair?</h1>\n",
                  stream);
            write_summary(stream, cells);
            fputs("<ul class=\"answers\">\n", stream);
        }
        if (shown < MOST_CONFIRMATIONS) write_sentence(stream, &walk.found);
    }
    if (shown == 0) return;
    fputs("</ul>\n", stream);
    if (shown > MOST_CONFIRMATIONS)
        fprintf(stream, "<p>The other %zu are in <code>harrow stats</code>.</p>\n",
                shown - MOST_CONFIRMATIONS);
    write_table(stream, cells);
    fputs("<p class=\"legend\">The fair komi of a row is what its own games estimate. Players that "
          "know the komi may play otherwise, so that an estimate from games without it need not "
          "hold: that is why it is played. An interval that holds 50 % is no proof of fairness; "
          "how wide it is says how far from fair the game may still be.</p>\n</section>\n",
          stream);
}
