#include "analysis/report_games.h"
#include "analysis/html.h"
#include "analysis/report_words.h"
#include "analysis/viewer_data.h"

#include <math.h>
#include <string.h>

enum {
    OPENING_ROWS = 8,
    OPENING_MIN_GAMES = 2,
    OPENING_WORTH = 5,
    OPENING_CELLS = 40,
    OPENINGS_OPEN = 1,
    OPENING_BYTES = 40000 // at most, of a cell
};

// ---- What a game is like ----

static bool has_game(const Study *study, const Game *game) {
    for (size_t i = 0; i < study->count; i++)
        if (study->cells[i].variant->game == game && study->cells[i].character.games > 0)
            return true;
    return false;
}

static double first_special(const StudyCell *cell) {
    return histogram_quartile(&cell->character.first_special, 2);
}

// The share of a kind in a third of the games, NaN where there is no ply.
static double share_of(const Character *self, int third, int kind) {
    int64_t all = 0;
    for (int i = 0; i < CHARACTER_KINDS; i++) all += self->kinds[third][i];
    return all ? 100 * (double)self->kinds[third][kind] / (double)all : NAN;
}

static void write_thirds(FILE *stream, const Character *character, int kind) {
    fputs("<td class=\"n\">", stream);
    for (int third = 0; third < CHARACTER_THIRDS; third++) {
        if (third > 0) fputs(" · ", stream);
        html_figure(stream, share_of(character, third, kind), 0);
    }
    fputs("</td>", stream);
}

static void write_kinds_of(FILE *stream, const Study *study, const Game *game) {
    HtmlColumn columns[1 + CHARACTER_KINDS] = {{"variant", false, NULL}};
    int count = 0;
    for (; count < CHARACTER_KINDS && character_kind_name(game, count); count++)
        columns[count + 1] = (HtmlColumn){character_kind_name(game, count), true, NULL};
    html_table_begin(stream,
                     "What is done when: share of the plies, %, in the first third of a game · the "
                     "middle · the last third.",
                     columns, (size_t)count + 1);
    for (size_t i = 0; i < study->shown; i++) {
        char name[REPORT_NAME_SIZE];
        const StudyCell *cell = &study->cells[i];
        if (cell->variant->game != game || cell->character.games == 0) continue;
        report_cell_name(study, cell, name);
        html_row_begin(stream);
        html_name(stream, name);
        for (int kind = 0; kind < count; kind++) write_thirds(stream, &cell->character, kind);
        html_row_end(stream);
    }
    html_table_end(stream);
}

// A quantity as it is shown.
typedef struct Shown {
    CharacterQuantity quantity;
    double factor;
    int decimals;
    HtmlColumn column;
} Shown;

static const Shown PLAIN[] = {
    {CHARACTER_FORCED, 100, 1, {"forced %", true, "Plies without a choice"}},
    {CHARACTER_BOARD_LEADS,
     1,
     2,
     {"lead changes on the board", true,
      "How often a game the leader by points, as if it ended there, changes"}},
    {CHARACTER_TALLEST, 1, 2, {"tallest farmer", true, "Its harvest at the end"}},
    {CHARACTER_CONTROLLED,
     100,
     1,
     {"controlled %", true, "Empty cells that somebody controls at the end"}},
};

static const Shown COURSE[] = {
    {CHARACTER_DRAMA,
     1,
     3,
     {"drama", true,
      "Browne: mean of √(E(loser) − E(winner)) over the plies at which the "
      "winner is behind"}},
    {CHARACTER_DRAMA_MAX, 1, 3, {"largest drama", true, "The largest of these roots"}},
    {CHARACTER_BEHIND,
     100,
     1,
     {"behind, points", true,
      "Ludii’s drama: how many points in 100 the winner expected less than the loser, mean over "
      "all "
      "plies, 0 where ahead"}},
    {CHARACTER_LEAD_CHANGES,
     100,
     1,
     {"lead changes %", true,
      "Browne: plies at which another than before is ahead; who is level is not ahead"}},
    {CHARACTER_DECISION,
     100,
     1,
     {"decision time %", true, "Share of the game until the winner is ahead for good"}},
    {CHARACTER_THRESHOLD,
     100,
     1,
     {"threshold %", true,
      "Ludii’s decisiveness threshold: the most that the loser ever expected"}},
    {CHARACTER_DECISIVENESS,
     100,
     1,
     {"decided part %", true,
      "Ludii’s decisiveness moves: share of the game from where the winner first expects more than "
      "the threshold"}},
};

enum { PLAIN_COUNT = sizeof PLAIN / sizeof *PLAIN, COURSE_COUNT = sizeof COURSE / sizeof *COURSE };

static HtmlColumn fill_column(const Game *game) {
    if (strcmp(game->name, "agros") == 0)
        return (HtmlColumn){"board full %", true, "Cells with a piece at the end"};
    if (strcmp(game->name, "agon") == 0)
        return (HtmlColumn){"captures", true, "Plies that capture, a game"};
    return (HtmlColumn){"stones captured %", true, "Out of play at the end"};
}

static double fill_factor(const StudyCell *cell) {
    return strcmp(cell->variant->game->name, "agon") == 0 ? 1 : 100;
}

// Whether any cell of a game has a quantity.
static bool has_quantity(const Study *study, const Game *game, CharacterQuantity quantity) {
    for (size_t i = 0; i < study->count; i++)
        if (study->cells[i].variant->game == game &&
            study->cells[i].character.quantities[quantity].games > 0)
            return true;
    return false;
}

static void write_plain_row(FILE *stream, const Study *study, const StudyCell *cell,
                            const Shown *const *shown, size_t count) {
    char name[REPORT_NAME_SIZE];
    const Quantity *quantities = cell->character.quantities;
    report_cell_name(study, cell, name);
    html_row_begin(stream);
    html_name(stream, name);
    html_number(stream, first_special(cell), 1);
    html_count(stream, cell->character.without_special);
    html_number(stream, quantity_mean(&quantities[CHARACTER_FILL]).value * fill_factor(cell), 1);
    for (size_t j = 0; j < count; j++)
        html_number(stream, quantity_mean(&quantities[shown[j]->quantity]).value * shown[j]->factor,
                    shown[j]->decimals);
    html_row_end(stream);
}

static void write_plain_of(FILE *stream, const Study *study, const Game *game) {
    HtmlColumn columns[PLAIN_COUNT + 4] = {
        {"variant", false, NULL},
        {strcmp(game->name, "agros") == 0 ? "first sow" : "first capture", true,
         "Plies before it, median of the games with one"},
        {"without", true, "Games that have none"},
        fill_column(game)};
    const Shown *shown[PLAIN_COUNT];
    size_t count = 0;
    for (size_t i = 0; i < PLAIN_COUNT; i++) {
        if (!has_quantity(study, game, PLAIN[i].quantity)) continue;
        columns[count + 4] = PLAIN[i].column;
        shown[count++] = &PLAIN[i];
    }
    html_table_begin(stream, "On the board, means over games.", columns, count + 4);
    for (size_t i = 0; i < study->shown; i++)
        if (study->cells[i].variant->game == game && study->cells[i].character.games > 0)
            write_plain_row(stream, study, &study->cells[i], shown, count);
    html_table_end(stream);
}

// The mean and how far its interval goes to either side.
static void write_mean(FILE *stream, const Quantity *quantity, const Shown *shown) {
    const Interval mean = quantity_mean(quantity);
    fputs("<td class=\"n\">", stream);
    html_figure(stream, mean.value * shown->factor, shown->decimals);
    fputs(" <span class=\"b\">± ", stream);
    html_figure(stream, (mean.high - mean.value) * shown->factor, shown->decimals);
    fputs("</span></td>", stream);
}

static void write_course(FILE *stream, const Study *study) {
    HtmlColumn columns[COURSE_COUNT + 2] = {{"variant", false, NULL},
                                            {"games", true, "Games with a winner and values"}};
    for (size_t i = 0; i < COURSE_COUNT; i++) columns[i + 2] = COURSE[i].column;
    html_table_begin(stream,
                     "How exciting, by what the players expected at each ply; ± is the interval of "
                     "95 %.",
                     columns, COURSE_COUNT + 2);
    for (size_t i = 0; i < study->shown; i++) {
        char name[REPORT_NAME_SIZE];
        const StudyCell *cell = &study->cells[i];
        const Quantity *quantities = cell->character.quantities;
        if (quantities[CHARACTER_DRAMA].games == 0) continue;
        report_cell_name(study, cell, name);
        html_row_begin(stream);
        html_name(stream, name);
        html_count(stream, quantities[CHARACTER_DRAMA].games);
        for (size_t j = 0; j < COURSE_COUNT; j++)
            write_mean(stream, &quantities[COURSE[j].quantity], &COURSE[j]);
        html_row_end(stream);
    }
    html_table_end(stream);
    fputs(
        "<p class=\"legend\">E is the expected score, 0 to 1, that a player told of the plies it "
        "made, for the one who won in the end and the one who lost. Drama and lead changes follow "
        "Cameron Browne, <cite>Automatic Generation and Evaluation of Recombination Games</cite> "
        "(2008): a game has drama where the winner was behind, the more the further behind. "
        "Behind, threshold and decided part are the metrics <em>Drama</em>, <em>Decisiveness "
        "Threshold</em> and <em>Decisiveness Moves</em> of <cite>Ludii</cite>; decision time is "
        "harrow’s own. All depend on how well the players judge.</p>\n",
        stream);
}

void report_character(FILE *stream, const Study *study) {
    const Game *game;
    for (size_t i = 0; (game = game_at(i)) != NULL; i++) {
        if (!has_game(study, game)) continue;
        write_plain_of(stream, study, game);
        write_kinds_of(stream, study, game);
    }
    if (study->has_values)
        write_course(stream, study);
    else
        fputs("<p>Drama, lead changes and decisiveness need to know what the players thought: "
              "<code>\"values\": true</code> in the experiment keeps that.</p>\n",
              stream);
}

// ---- How it begins ----

static void write_lines(FILE *stream, const StudyCell *cell, int depth) {
    static const HtmlColumn COLUMNS[] = {
        {"begins with", false, "One of its mirror images and rotations"},
        {"games", true, NULL},
        {"share %", true, NULL},
        {"first %", true, "Score of the first player"},
        {"[95 %]", true, NULL},
        {"W / D / L", true, "Of the first player"},
    };
    const OpeningTable *table = &cell->openings[depth];
    char caption[128];
    int64_t games = table->others;
    for (size_t i = 0; i < table->count; i++) games += table->lines[i].games;
    snprintf(caption, sizeof caption, "After %d pl%s: %zu%s different, mirror images counted once.",
             depth + 1, depth == 0 ? "y" : "ies", table->count, table->others ? " and more" : "");
    html_table_begin(stream, caption, COLUMNS, sizeof COLUMNS / sizeof *COLUMNS);
    for (size_t i = 0; i < table->count && i < OPENING_ROWS; i++) {
        const OpeningLine *line = &table->lines[i];
        if (line->games < OPENING_MIN_GAMES) break;
        html_row_begin(stream);
        html_name(stream, line->moves);
        html_count(stream, line->games);
        html_number(stream, 100 * (double)line->games / (double)games, 1);
        html_interval(stream, opening_line_score(line), 100, 1);
        fprintf(stream, "<td class=\"n\">%lld / %lld / %lld</td>",
                (long long)line->results[RESULT_FIRST], (long long)line->results[RESULT_DRAW],
                (long long)line->results[RESULT_SECOND]);
        html_row_end(stream);
    }
    html_table_end(stream);
}

// Whether the lines of a depth come up more than once, so that they say something.
static bool is_worth(const OpeningTable *table) {
    return table->count > 0 && table->lines[0].games >= OPENING_WORTH;
}

void report_openings(const ReportPage *page, const Study *study) {
    FILE *stream = page->stream;
    if (study->openings > 0)
        fputs("<p>The experiment chose the first plies of these games, so their frequency says "
              "nothing of the players; the score does.</p>\n",
              stream);
    size_t shown = 0;
    for (size_t i = 0; i < study->shown && shown < OPENING_CELLS; i++) {
        if (report_room(page) < OPENING_BYTES + REPORT_METHOD_BYTES) break;
        char name[REPORT_NAME_SIZE];
        const StudyCell *cell = &study->cells[i];
        if (!is_worth(&cell->openings[0])) continue;
        report_cell_name(study, cell, name);
        fprintf(stream, "<details%s><summary>", shown++ < OPENINGS_OPEN ? " open" : "");
        html_text(stream, name);
        fputs("</summary>\n", stream);
        for (int depth = 0; depth < OPENING_MAX_DEPTH; depth++)
            if (is_worth(&cell->openings[depth])) write_lines(stream, cell, depth);
        fputs("</details>\n", stream);
    }
    if (shown == 0) fputs("<p>No beginning came up five times.</p>\n", stream);
}

// ---- Games to look at ----

static size_t room_for_games(const ReportPage *page) {
    const int64_t room = report_room(page) - REPORT_METHOD_BYTES - VIEWER_MAX_FACTS;
    return room < 0 ? 0 : room < VIEWER_MAX_BYTES ? (size_t)room : VIEWER_MAX_BYTES;
}

bool report_games(ReportPage *page, const Study *study, int number, Status *status) {
    FILE *stream = page->stream;
    size_t games;
    fprintf(stream, "<script type=\"application/json\" id=\"r%d-games\">", number);
    if (!viewer_data_write(stream, study, room_for_games(page), &games, status)) return false;
    fputs("</script>\n", stream);
    if (games == 0) {
        fputs("<p>There is no room for games in this page.</p>\n", stream);
        return true;
    }
    fprintf(stream,
            "<p>%zu of the games are here to be looked at: of each cell the longest, the shortest, "
            "%s%sand some drawn by lot.</p>\n",
            games, study->cells[0].variant->game->has_score ? "the closest, " : "",
            study->has_values ? "the biggest upset (won from where the loser expected the most), "
                              : "");
    fprintf(stream,
            "<div class=\"viewer\" data-run=\"r%d\"><p>Looking at games needs JavaScript. "
            "<code>harrow records</code> lists them, and <code>harrow show</code> draws "
            "positions.</p></div>\n",
            number);
    return true;
}
