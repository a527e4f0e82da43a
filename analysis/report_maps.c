#include "analysis/report_maps.h"
#include "analysis/board_map.h"
#include "analysis/html.h"
#include "analysis/report_file.h"
#include "analysis/report_words.h"
#include "core/text_stream.h"

#include <stdlib.h>
#include <string.h>

enum { KINDS = 3, MAPS = SIDE_COUNT * KINDS, LABEL_SIZE = 256, MAPS_OPEN = 1 };

static const char *const KIND_NAMES[KINDS] = {
    [BOARD_MAP_OFTEN] = "often", [BOARD_MAP_SCORE] = "score", [BOARD_MAP_CONTROL] = "control"};

static const char *side_word(const Game *game, Side side) {
    if (strcmp(game->name, "awale") == 0) return side == SIDE_FIRST ? "A (first)" : "B (second)";
    return side == SIDE_FIRST ? "Light (first)" : "Dark (second)";
}

static void write_label(const StudyCell *cell, Side side, BoardMapKind kind,
                        char label[LABEL_SIZE]) {
    const Game *game = cell->variant->game;
    const char *who = side_word(game, side), *what = heat_map_subject(game);
    if (kind == BOARD_MAP_OFTEN)
        snprintf(label, LABEL_SIZE, "%s, %s: how often, %%", who, what);
    else if (kind == BOARD_MAP_CONTROL)
        snprintf(label, LABEL_SIZE, "%s, cells controlled at the end: %% of games", who);
    else
        snprintf(label, LABEL_SIZE, "%s, %s: score of games with it, %%, coloured against %s mean",
                 who, what, "the side’s");
}

static bool save(const StudyCell *cell, Side side, BoardMapKind kind, const char *label,
                 const char *folder, const char *prefix, Status *status) {
    TextStream text;
    char *name = NULL, *path = NULL;
    if (!text_stream_open(&text, status)) return false;
    board_map_draw(text.stream, &cell->heat, cell->variant, side, kind, label, false);
    if (!text_stream_close(&text, status)) return false;
    bool good = asprintf(&name, "map-%lld-%s-%s.svg", (long long)cell->label.cell, side_name(side),
                         KIND_NAMES[kind]) >= 0 &&
                (path = report_file_path(folder, prefix, name)) != NULL;
    if (!good)
        status_fail(status, EXIT_RESOURCE, "out of memory");
    else
        good = report_file_write(path, text.text, text.size, status);
    free(name);
    free(path);
    free(text.text);
    return good;
}

// The maps of a cell for the page, as one text; the files beside.
static bool draw_cell(ReportPage *page, const StudyCell *cell, const char *prefix, TextStream *text,
                      Status *status) {
    if (!text_stream_open(text, status)) return false;
    bool good = true;
    fputs("<div class=\"maps\">\n", text->stream);
    for (int i = 0; good && i < MAPS; i++) {
        const Side side = i / KINDS == 0 ? SIDE_FIRST : SIDE_SECOND;
        const BoardMapKind kind = (BoardMapKind)(i % KINDS);
        char label[LABEL_SIZE];
        if (!board_map_has(&cell->heat, side, kind)) continue;
        write_label(cell, side, kind, label);
        fputs("<figure>", text->stream);
        board_map_draw(text->stream, &cell->heat, cell->variant, side, kind, label, true);
        fputs("<figcaption>", text->stream);
        html_text(text->stream, label);
        fputs("</figcaption></figure>\n", text->stream);
        good = save(cell, side, kind, label, page->folder, prefix, status);
    }
    fputs("</div>\n", text->stream);
    return text_stream_close(text, status) && good;
}

static bool is_drawn(const StudyCell *cell) {
    return board_map_has(&cell->heat, SIDE_FIRST, BOARD_MAP_OFTEN) ||
           board_map_has(&cell->heat, SIDE_SECOND, BOARD_MAP_OFTEN);
}

bool report_maps(ReportPage *page, const Study *study, const char *prefix, Status *status) {
    FILE *stream = page->stream;
    size_t shown = 0, left = 0;
    int64_t budget = (report_room(page) - REPORT_METHOD_BYTES) / 3;
    if (budget > REPORT_MAX_MAP_BYTES) budget = REPORT_MAX_MAP_BYTES;
    fputs("<h3>Where on the board</h3>\n<p class=\"legend\">Gold is the first player, blue the "
          "second. Where a side’s games went better than its mean, the place has its colour, else "
          "the other’s: from one standard error away, full at four, since of many places some "
          "differ by chance. That is how games with it went, not why.</p>\n",
          stream);
    for (size_t i = 0; i < study->count; i++) {
        const StudyCell *cell = &study->cells[i];
        char name[REPORT_NAME_SIZE];
        TextStream text = {0};
        if (!is_drawn(cell)) continue;
        if (!draw_cell(page, cell, prefix, &text, status)) {
            free(text.text);
            return false;
        }
        if ((int64_t)text.size > budget) {
            left++;
        } else {
            budget -= (int64_t)text.size;
            report_cell_name(study, cell, name);
            fprintf(stream, "<details%s><summary>", shown++ < MAPS_OPEN ? " open" : "");
            html_text(stream, name);
            fputs("</summary>\n", stream);
            fputs(text.text, stream);
            fputs("</details>\n", stream);
        }
        free(text.text);
    }
    if (left > 0)
        fprintf(stream, "<p>The maps of %zu more cells are among the figures’ files.</p>\n", left);
    return true;
}
