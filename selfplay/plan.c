#include "selfplay/plan.h"
#include "analysis/text_table.h"
#include "core/member.h"
#include "search/limits.h"
#include "selfplay/duration.h"
#include "selfplay/worker.h"

#include <inttypes.h>
#include <omp.h>
#include <stdlib.h>
#include <unistd.h>

static const int64_t SECOND = 1000000000, TICK = 2000000;

// A cell that finishes no game in its share of the calibration gets more, as far as so many times
// the whole allows.
enum { LONGEST = 4 };

enum { WIDTH = 100 };

// What a game costs: seconds of one thread and bytes of compressed records; measured, or lower
// bounds where none was finished.
typedef struct GameCost {
    double seconds;
    double bytes;
    bool finished;
} GameCost;

typedef struct Plan {
    const Experiment *experiment;
    GameCost *costs;     // by cell
    int64_t calibration; // nanoseconds
    int64_t begun;
    int64_t deadline; // of the cell at work; both threads read it, none while the other writes
    atomic_bool stop; // the cell at work has had its time
    bool done;
    Status status;
} Plan;

// The compressed bytes of a game in a member of so many.
static bool measure_bytes(Plan *self, const MemberText *games, double *bytes) {
    size_t size = 0;
    unsigned char *member = member_compress(games, self->experiment->compression, &size);
    if (!member) return status_fail(&self->status, EXIT_RESOURCE, "out of memory");
    free(member);
    *bytes = games->lines > 0 ? (double)size / games->lines : 0;
    return true;
}

static bool calibrate_cell(Plan *self, Worker *worker, int32_t cell, MemberText *member) {
    const Experiment *experiment = self->experiment;
    const int64_t begun = clock_now(), left = self->begun + LONGEST * self->calibration - begun;
    const int64_t share = self->calibration / experiment->cell_count;
    const int64_t longest = left / (experiment->cell_count - cell);
#pragma omp critical(plan)
    {
        self->deadline = begun + (longest > share ? longest : share);
        atomic_store(&self->stop, false);
    }
    int64_t games = 0;
    PlayResult result = PLAY_DONE;
    while (games < experiment->games_per_cell) {
        FinishedGame game;
        const int64_t id = cell * experiment->games_per_cell + games;
        result = worker_play(worker, id, &self->stop, &game, &self->status);
        if (result != PLAY_DONE) break;
        const bool added =
            member->lines == MEMBER_GAMES || member_add(member, game.text, game.size);
        free(game.text);
        if (!added) return status_fail(&self->status, EXIT_RESOURCE, "out of memory");
        games++;
        if (clock_now() - begun > share) break;
    }
    const double seconds = (double)(clock_now() - begun) / 1e9;
    self->costs[cell] =
        (GameCost){.seconds = games ? seconds / (double)games : seconds, .finished = games > 0};
    return result != PLAY_FAILED && measure_bytes(self, member, &self->costs[cell].bytes);
}

static bool calibrate_cells(Plan *self) {
    Worker worker;
    MemberText member = {0};
    bool good = true;
    worker_init(&worker, self->experiment, NULL);
    for (int32_t cell = 0; good && cell < self->experiment->cell_count; cell++) {
        member_clear(&member);
        good = calibrate_cell(self, &worker, cell, &member);
    }
    member_release(&member);
    worker_release(&worker);
    return good;
}

// Tells the player that is at work when the time of its cell is over.
static void watch(Plan *self) {
    for (bool done = false; !done;) {
        const struct timespec tick = {.tv_nsec = TICK};
        nanosleep(&tick, NULL);
#pragma omp critical(plan)
        {
            done = self->done;
            if (deadline_passed(self->deadline)) atomic_store(&self->stop, true);
        }
    }
}

static bool calibrate(Plan *self) {
    bool good = true;
    omp_set_dynamic(0);
#pragma omp parallel num_threads(2)
    {
        if (omp_get_num_threads() == 2 && omp_get_thread_num() == 1)
            watch(self);
        else if (omp_get_num_threads() == 2) {
            good = calibrate_cells(self);
#pragma omp critical(plan)
            self->done = true;
        } else
            good = status_fail(&self->status, EXIT_RESOURCE, "two threads cannot be had");
    }
    return good;
}

// As of a progress line; of more than four days only the hours.
static void time_format(double seconds, char text[32]) {
    enum { HOUR = 3600, HOURS = 100 };
    if (seconds < HOURS * HOUR)
        duration_format(seconds, text);
    else
        snprintf(text, 32, "%.0f h", seconds / HOUR);
}

// Bytes with three digits and a unit, as "1.23 GB".
static void bytes_format(double bytes, char text[32]) {
    static const char *const UNITS[] = {"B", "kB", "MB", "GB", "TB", "PB"};
    size_t unit = 0;
    for (; bytes >= 999.5 && unit + 1 < sizeof UNITS / sizeof *UNITS; unit++) bytes /= 1000;
    snprintf(text, 32, "%.3g %s", bytes, UNITS[unit]);
}

static bool print_cells(const Plan *self) {
    static const TextColumn COLUMNS[] = {
        {"cell", .name = false},    {"game", .name = true, .min_width = 20},
        {"games", .name = false},   {"one thread", .name = false},
        {"records", .name = false}, {"first", .name = true},
        {"second", .name = true}};
    const Experiment *experiment = self->experiment;
    TextTable table;
    if (!text_table_init(&table, COLUMNS, 7, (size_t)experiment->cell_count)) return false;
    for (int32_t i = 0; i < experiment->cell_count; i++) {
        const Cell *cell = &experiment->cells[i];
        const size_t row = (size_t)i;
        char spec[SPEC_MAX_LENGTH], time[32], bytes[32];
        variant_format(&experiment->variants[cell->variant], spec);
        const int64_t games = experiment_cell_games(experiment, i);
        const char *bound = self->costs[i].finished ? "" : "> ";
        time_format(self->costs[i].seconds * (double)games, time);
        bytes_format(self->costs[i].bytes * (double)games, bytes);
        text_table_set(&table, row, 0, "%d", i);
        text_table_set(&table, row, 1, "%s", spec);
        text_table_set(&table, row, 2, "%" PRId64, games);
        text_table_set(&table, row, 3, "%s%s", bound, time);
        text_table_set(&table, row, 4, "%s%s", bound, bytes);
        for (size_t seat = 0; seat < 2; seat++)
            text_table_set(&table, row, 5 + seat, "%s",
                           experiment->players[cell->players[seat]].name);
    }
    text_table_print(&table, stdout, 127, WIDTH);
    text_table_release(&table);
    return true;
}

static void print_total(const Plan *self, int64_t processors) {
    const Experiment *experiment = self->experiment;
    char time[32], size[32];
    double seconds = 0, bytes = 0;
    bool finished = true;
    for (int32_t i = 0; i < experiment->cell_count; i++) {
        const double games = (double)experiment_cell_games(experiment, i);
        seconds += self->costs[i].seconds * games;
        bytes += self->costs[i].bytes * games;
        finished = finished && self->costs[i].finished;
    }
    time_format(seconds / (double)processors, time);
    bytes_format(bytes, size);
    const bool less = experiment_may_stop(experiment);
    printf("%d cell%s, %s%" PRId64 " games, %s %s on %" PRId64 " processor%s, %s%s of records%s\n",
           experiment->cell_count, experiment->cell_count == 1 ? "" : "s", less ? "at most " : "",
           experiment_part_games(experiment), finished ? "about" : "more than", time, processors,
           processors == 1 ? "" : "s", finished ? "" : "more than ", size,
           less ? " if no cell stops early" : "");
}

int plan_print(const Experiment *experiment, int64_t processors, int64_t seconds) {
    Plan self = {.experiment = experiment,
                 .costs = calloc((size_t)experiment->cell_count, sizeof *self.costs),
                 .calibration = seconds * SECOND,
                 .begun = clock_now()};
    bool good = self.costs != NULL;
    if (!good) status_fail(&self.status, EXIT_RESOURCE, "out of memory");
    if (good) {
        printf("%s: seed %" PRId64 ", %s\n", experiment->name, experiment->seed,
               experiment->reproducible ? "reproducible" : "not reproducible");
        fflush(stdout);
        good = calibrate(&self);
    }
    if (good && !(good = print_cells(&self)))
        status_fail(&self.status, EXIT_RESOURCE, "out of memory");
    if (good) print_total(&self, processors);
    free(self.costs);
    if (good) return EXIT_DONE;
    fprintf(stderr, "harrow: %s\n", self.status.message);
    return (int)self.status.code;
}
