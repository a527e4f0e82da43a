#include "analysis/report_komi.h"
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

static void write_sentence(FILE *stream, const Confirmation *found) {
    char game[CELL_GAME_TEXT_SIZE];
    cell_label_game(&(CellLabel){.game = found->before->game}, game);
    fputs("<li><b>", stream);
    html_text(stream, game);
    fputs("</b>: with komi ", stream);
    write_komi(stream, found->before->komi);
    fputs(" the first player scored ", stream);
    write_score(stream, found->before);
    fputs(", with komi <b>", stream);
    write_komi(stream, found->after->komi);
    fputs("</b> ", stream);
    write_score(stream, found->after);
    fputs(". ", stream);
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
    Confirmation found;
    size_t shown = 0;
    html_table_begin(stream, "Each variant as it was, and played again with komi.", COLUMNS,
                     sizeof COLUMNS / sizeof *COLUMNS);
    for (size_t i = 0; i < cells->count && shown < MOST_CONFIRMATIONS; i++) {
        if (!komi_cells_confirmation(cells, i, &found)) continue;
        write_row(stream, found.before);
        write_row(stream, found.after);
        shown++;
    }
    html_table_end(stream);
}

void report_komi(FILE *stream, const KomiCells *cells) {
    Confirmation found;
    size_t shown = 0;
    if (!komi_cells_any(cells)) return;
    fputs("<section class=\"run\" id=\"komi\">\n<h1>Does komi make it fair?</h1>\n"
          "<ul class=\"answers\">\n",
          stream);
    for (size_t i = 0; i < cells->count; i++)
        if (komi_cells_confirmation(cells, i, &found) && shown++ < MOST_CONFIRMATIONS)
            write_sentence(stream, &found);
    fputs("</ul>\n", stream);
    if (shown > MOST_CONFIRMATIONS)
        fprintf(stream, "<p>The other %zu are in <code>harrow stats</code>.</p>\n",
                shown - MOST_CONFIRMATIONS);
    write_table(stream, cells);
    fputs("<p class=\"legend\">The second games are new ones with another seed, so they confirm or "
          "refute what the first ones estimated.</p>\n</section>\n",
          stream);
}
