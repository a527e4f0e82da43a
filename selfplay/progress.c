#include "selfplay/progress.h"
#include "analysis/text_table.h"
#include "core/terminal.h"
#include "core/text_stream.h"
#include "search/limits.h"
#include "selfplay/duration.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const int64_t SECOND = 1000000000;

enum { PLAIN_WIDTH = 100 }; // of a terminal that does not tell

void progress_init(Progress *self, const Experiment *experiment, bool quiet) {
    *self = (Progress){.experiment = experiment,
                       .quiet = quiet,
                       .terminal = terminal_can_renew(STDERR_FILENO),
                       .shown = clock_now(),
                       .total = experiment_part_games(experiment)};
}

void progress_read(Progress *self, int64_t games) {
    if (!progress_is_due(self)) return;
    fprintf(stderr, "%s%" PRId64 " games of earlier sessions read%s",
            self->terminal ? "\r\033[K" : "harrow: ", games, self->terminal ? "" : "\n");
    self->open = self->terminal;
    fflush(stderr);
}

void progress_begin(Progress *self, int64_t restored) {
    self->begun = self->shown = clock_now();
    self->restored = self->games = restored;
}

void progress_drop(Progress *self, int64_t games) {
    self->total -= games;
}

void progress_keep(Progress *self) {
    self->games++;
    self->restored++;
}

void progress_add(Progress *self, int32_t plies) {
    self->games++;
    self->plies += plies;
}

bool progress_is_due(Progress *self) {
    const int64_t interval = self->terminal ? SECOND : 60 * SECOND;
    const int64_t passed = clock_now() - self->shown;
    if (self->quiet || passed < interval) return false;
    self->shown += passed - passed % interval; // who was halted does not make up for it
    return true;
}

ProgressLine progress_line(const Progress *self, const char *cell, Interval score) {
    const int64_t fresh = self->games - self->restored, left = self->total - self->games;
    const double elapsed = (double)(clock_now() - self->begun) / 1e9 + 1e-9;
    ProgressLine line = {.games = self->games,
                         .total = self->total,
                         .time = time(NULL),
                         .elapsed = elapsed,
                         .left = NAN,
                         .games_per_second = (double)fresh / elapsed,
                         .plies_per_second = (double)self->plies / elapsed,
                         .ranks = self->ranks,
                         .score = score};
    if (left <= 0)
        line.left = 0;
    else if (fresh > 0)
        line.left = (double)left / line.games_per_second;
    snprintf(line.cell, sizeof line.cell, "%s", cell);
    return line;
}

static int percent_of(const ProgressLine *self) {
    return self->games < self->total ? (int)(100 * self->games / self->total) : 100;
}

// Three digits, so that a line keeps its length.
static char *rate_format(double rate, char text[32]) {
    if (rate >= 999.5e3)
        snprintf(text, 32, "%.3gM", rate / 1e6);
    else if (rate >= 999.5)
        snprintf(text, 32, "%.3gk", rate / 1e3);
    else
        snprintf(text, 32, "%.3g", rate);
    return text;
}

void progress_line_rate(const ProgressLine *self, FILE *stream) {
    char games[32], plies[32], elapsed[32], left[32], ranks[32] = "";
    if (self->ranks > 1) snprintf(ranks, sizeof ranks, " by %" PRId64 " ranks", self->ranks);
    fprintf(stream, "%" PRId64 "/%" PRId64 " games, %d %%, %s games/s%s, %s plies/s, %s, ETA %s",
            self->games, self->total, percent_of(self), rate_format(self->games_per_second, games),
            ranks, rate_format(self->plies_per_second, plies),
            duration_format(self->elapsed, elapsed), duration_format(self->left, left));
}

// Empty where nothing is known of it.
static void score_format(const ProgressLine *self, char text[PROGRESS_CELL_SIZE]) {
    text[0] = '\0';
    if (!isnan(self->score.low))
        snprintf(text, PROGRESS_CELL_SIZE, "%.1f %% [%.1f, %.1f]", 100 * self->score.value,
                 100 * self->score.low, 100 * self->score.high);
}

void progress_line_score(const ProgressLine *self, FILE *stream) {
    char score[PROGRESS_CELL_SIZE];
    score_format(self, score);
    fprintf(stream, "%s%s%s", self->cell, *score ? " " : "", score);
}

// ---- On a terminal ----

// What a line is made of, from left to right.
typedef enum Piece {
    PIECE_GAMES,
    PIECE_PERCENT,
    PIECE_GAME_RATE,
    PIECE_PLY_RATE,
    PIECE_ELAPSED,
    PIECE_LEFT,
    PIECE_CELL,
    PIECE_SCORE,
    PIECE_COUNT
} Piece;

// Where there is no room for all, the first of these are there.
static const Piece BY_WORTH[PIECE_COUNT] = {PIECE_GAMES,   PIECE_LEFT,     PIECE_GAME_RATE,
                                            PIECE_SCORE,   PIECE_PLY_RATE, PIECE_CELL,
                                            PIECE_PERCENT, PIECE_ELAPSED};

// A piece; `width` is what it gets of the line.
typedef struct PieceText {
    char text[PROGRESS_CELL_SIZE];
    size_t width;
} PieceText;

static void fill_pieces(const ProgressLine *line, PieceText pieces[PIECE_COUNT]) {
    char room[32];
    snprintf(pieces[PIECE_GAMES].text, PROGRESS_CELL_SIZE, "%" PRId64 "/%" PRId64, line->games,
             line->total);
    snprintf(pieces[PIECE_PERCENT].text, PROGRESS_CELL_SIZE, "%d %%", percent_of(line));
    snprintf(pieces[PIECE_GAME_RATE].text, PROGRESS_CELL_SIZE, "%s games/s",
             rate_format(line->games_per_second, room));
    snprintf(pieces[PIECE_PLY_RATE].text, PROGRESS_CELL_SIZE, "%s plies/s",
             rate_format(line->plies_per_second, room));
    duration_format(line->elapsed, pieces[PIECE_ELAPSED].text);
    snprintf(pieces[PIECE_LEFT].text, PROGRESS_CELL_SIZE, "ETA %s",
             duration_format(line->left, room));
    memcpy(pieces[PIECE_CELL].text, line->cell, PROGRESS_CELL_SIZE);
    score_format(line, pieces[PIECE_SCORE].text);
}

// The least that a piece is cut down to: the cell to a few characters; and without the games there
// is no line.
static size_t least_width(const PieceText pieces[PIECE_COUNT], Piece piece) {
    enum { CELL_LEAST = 6 };
    if (piece == PIECE_GAMES) return 1;
    return piece == PIECE_CELL ? CELL_LEAST : strlen(pieces[piece].text);
}

static void fit_pieces(PieceText pieces[PIECE_COUNT], size_t room) {
    for (size_t i = 0; i < PIECE_COUNT; i++) {
        PieceText *piece = &pieces[BY_WORTH[i]];
        const size_t gap = i > 0 ? strlen(", ") : 0;
        size_t width = strlen(piece->text);
        if (width + gap > room)
            width = least_width(pieces, BY_WORTH[i]) + gap <= room ? room - gap : 0;
        if (width == 0) continue;
        piece->width = width;
        room -= width + gap;
    }
}

// A line that came to the edge could not be taken back, also with the ^C that a terminal shows.
static size_t terminal_width(void) {
    const size_t edge = strlen("^C") + 1;
    const size_t columns = (size_t)terminal_columns(STDERR_FILENO, 0);
    return columns > edge ? columns - edge : PLAIN_WIDTH;
}

static void write_renewed(const ProgressLine *line, FILE *stream) {
    PieceText pieces[PIECE_COUNT] = {0};
    fill_pieces(line, pieces);
    fit_pieces(pieces, terminal_width());
    fputs("\r\033[K", stream);
    for (unsigned i = 0; i < PIECE_COUNT; i++) {
        if (pieces[i].width == 0) continue;
        if (i > 0) fputs(i == PIECE_SCORE && pieces[PIECE_CELL].width > 0 ? " " : ", ", stream);
        text_print_cut(stream, pieces[i].text, pieces[i].width);
    }
}

static void write_plain(const ProgressLine *line, FILE *stream) {
    fputs("harrow: ", stream);
    progress_line_rate(line, stream);
    fputs(", ", stream);
    progress_line_score(line, stream);
    fputc('\n', stream);
}

// Each line is written at once, since others may write to the same stream.
void progress_show(Progress *self, const ProgressLine *line) {
    TextStream text;
    Status ignored;
    if (self->quiet || !text_stream_open(&text, &ignored)) return;
    if (self->terminal)
        write_renewed(line, text.stream);
    else
        write_plain(line, text.stream);
    if (!text_stream_close(&text, &ignored)) return;
    self->open = self->terminal;
    fputs(text.text, stderr);
    fflush(stderr);
    free(text.text);
}

void progress_end(Progress *self, const ProgressLine *line) {
    progress_show(self, line);
    progress_close(self);
}

void progress_close(Progress *self) {
    if (self->open) fputc('\n', stderr);
    self->open = false;
}

// ---- In the journal ----

void progress_line_write(const ProgressLine *self, JsonWriter *json) {
    json_begin_object(json);
    json_put_integer(json, "games", self->games);
    json_put_integer(json, "total", self->total);
    json_put_integer(json, "time", self->time);
    json_put_number(json, "elapsed", self->elapsed);
    json_put_number(json, "left", self->left);
    json_put_number(json, "games_per_second", self->games_per_second);
    json_put_number(json, "plies_per_second", self->plies_per_second);
    if (self->ranks > 1) json_put_integer(json, "ranks", self->ranks);
    json_put_text(json, "cell", self->cell);
    json_put_number(json, "score", self->score.value);
    json_put_number(json, "low", self->score.low);
    json_put_number(json, "high", self->score.high);
    json_end_object(json);
}

// NaN for null, and for what is not there.
static double number_at(const cJSON *tree, const char *key) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(tree, key);
    return cJSON_IsNumber(item) ? item->valuedouble : NAN;
}

bool progress_line_read(ProgressLine *self, const cJSON *tree) {
    const cJSON *cell = cJSON_GetObjectItemCaseSensitive(tree, "cell");
    *self = (ProgressLine){
        .elapsed = number_at(tree, "elapsed"),
        .left = number_at(tree, "left"),
        .games_per_second = number_at(tree, "games_per_second"),
        .plies_per_second = number_at(tree, "plies_per_second"),
        .score = {number_at(tree, "score"), number_at(tree, "low"), number_at(tree, "high")}};
    if (!cJSON_IsString(cell) || isnan(self->elapsed) || isnan(self->games_per_second) ||
        isnan(self->plies_per_second))
        return false;
    snprintf(self->cell, sizeof self->cell, "%s", cell->valuestring);
    json_to_integer(cJSON_GetObjectItemCaseSensitive(tree, "ranks"), &self->ranks);
    return json_to_integer(cJSON_GetObjectItemCaseSensitive(tree, "games"), &self->games) &&
           json_to_integer(cJSON_GetObjectItemCaseSensitive(tree, "total"), &self->total) &&
           json_to_integer(cJSON_GetObjectItemCaseSensitive(tree, "time"), &self->time) &&
           self->games >= 0 && self->total > 0;
}
