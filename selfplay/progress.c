#include "selfplay/progress.h"
#include "analysis/text_table.h"
#include "core/text_stream.h"
#include "search/limits.h"
#include "selfplay/duration.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static const int64_t SECOND = 1000000000;

enum { PLAIN_WIDTH = 100, MOST_WIDTH = 1000 };

void progress_init(Progress *self, const Experiment *experiment, int64_t restored, bool quiet) {
    *self = (Progress){.experiment = experiment,
                       .quiet = quiet,
                       .terminal = isatty(STDERR_FILENO),
                       .begun = clock_now(),
                       .shown = clock_now(),
                       .restored = restored,
                       .games = restored,
                       .total = experiment_games(experiment)};
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
    if (self->quiet || clock_now() - self->shown < interval) return false;
    self->shown += interval;
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

void progress_line_rate(const ProgressLine *self, FILE *stream) {
    enum { NOBODY_WAITS = 1000000000 };
    char elapsed[32], left[32];
    duration_format(self->elapsed, elapsed);
    duration_format(isnan(self->left) ? NOBODY_WAITS : self->left, left);
    fprintf(stream, "%" PRId64 "/%" PRId64 " games, %d %%, %.4g games/s, %.4g plies/s, %s, ETA %s",
            self->games, self->total, percent_of(self), self->games_per_second,
            self->plies_per_second, elapsed, left);
}

void progress_line_score(const ProgressLine *self, FILE *stream) {
    fputs(self->cell, stream);
    if (!isnan(self->score.low))
        fprintf(stream, " %.1f %% [%.1f, %.1f]", 100 * self->score.value, 100 * self->score.low,
                100 * self->score.high);
}

static size_t terminal_width(void) {
    struct winsize window;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &window) != 0 || window.ws_col < 2) return PLAIN_WIDTH;
    return window.ws_col - 1u;
}

void progress_show(const Progress *self, const ProgressLine *line) {
    TextStream text;
    Status ignored;
    if (self->quiet || !text_stream_open(&text, &ignored)) return;
    progress_line_rate(line, text.stream);
    fputs(", ", text.stream);
    progress_line_score(line, text.stream);
    if (!text_stream_close(&text, &ignored)) return;
    fputs(self->terminal ? "\r\033[K" : "harrow: ", stderr);
    text_print_cut(stderr, text.text, self->terminal ? terminal_width() : MOST_WIDTH);
    if (!self->terminal) fputc('\n', stderr);
    fflush(stderr);
    free(text.text);
}

void progress_end(const Progress *self, const ProgressLine *line) {
    progress_show(self, line);
    if (self->terminal && !self->quiet) fputc('\n', stderr);
}

void progress_line_write(const ProgressLine *self, JsonWriter *json) {
    json_begin_object(json);
    json_key(json, "games");
    json_integer(json, self->games);
    json_key(json, "total");
    json_integer(json, self->total);
    json_key(json, "time");
    json_integer(json, self->time);
    json_put_number(json, "elapsed", self->elapsed);
    json_put_number(json, "left", self->left);
    json_put_number(json, "games_per_second", self->games_per_second);
    json_put_number(json, "plies_per_second", self->plies_per_second);
    json_key(json, "cell");
    json_text(json, self->cell);
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
    return json_to_integer(cJSON_GetObjectItemCaseSensitive(tree, "games"), &self->games) &&
           json_to_integer(cJSON_GetObjectItemCaseSensitive(tree, "total"), &self->total) &&
           json_to_integer(cJSON_GetObjectItemCaseSensitive(tree, "time"), &self->time) &&
           self->games >= 0 && self->total > 0;
}
