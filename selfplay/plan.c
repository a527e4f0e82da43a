#include "selfplay/plan.h"
#include "analysis/text_table.h"
#include "search/limits.h"
#include "selfplay/duration.h"
#include "selfplay/worker.h"

#include <inttypes.h>
#include <omp.h>
#include <stdlib.h>
#include <unistd.h>

// All cells together get so much time for their calibration. A cell that finishes no game in its
// share gets more, as far as the longest time allows.
static const int64_t CALIBRATION = 4000000000, LONGEST = 15000000000, TICK = 2000000;

enum { WIDTH = 100 };

// The seconds that a game takes one thread: measured, or a lower bound where none was finished.
typedef struct GameTime {
    double seconds;
    bool finished;
} GameTime;

typedef struct Plan {
    const Experiment *experiment;
    GameTime *times; // by cell
    int64_t begun;
    int64_t deadline; // of the cell at work; both threads read it, none while the other writes
    atomic_bool stop; // the cell at work has had its time
    bool done;
    Status status;
} Plan;

static bool calibrate_cell(Plan *self, Worker *worker, int32_t cell) {
    const Experiment *experiment = self->experiment;
    const int64_t begun = clock_now(), left = self->begun + LONGEST - begun;
    const int64_t share = CALIBRATION / experiment->cell_count;
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
        free(game.text);
        games++;
        if (clock_now() - begun > share) break;
    }
    const double seconds = (double)(clock_now() - begun) / 1e9;
    self->times[cell] = (GameTime){games ? seconds / (double)games : seconds, games > 0};
    return result != PLAY_FAILED;
}

static bool calibrate_cells(Plan *self) {
    Worker worker;
    bool good = true;
    worker_init(&worker, self->experiment, NULL);
    for (int32_t cell = 0; good && cell < self->experiment->cell_count; cell++)
        good = calibrate_cell(self, &worker, cell);
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

static bool print_cells(const Plan *self) {
    static const TextColumn COLUMNS[] = {
        {"cell", .name = false},  {"game", .name = true, .min_width = 20},
        {"games", .name = false}, {"one thread", .name = false},
        {"first", .name = true},  {"second", .name = true}};
    const Experiment *experiment = self->experiment;
    TextTable table;
    if (!text_table_init(&table, COLUMNS, 6, (size_t)experiment->cell_count)) return false;
    for (int32_t i = 0; i < experiment->cell_count; i++) {
        const Cell *cell = &experiment->cells[i];
        const size_t row = (size_t)i;
        char spec[SPEC_MAX_LENGTH], time[32];
        variant_format(&experiment->variants[cell->variant], spec);
        const int64_t games = experiment_cell_games(experiment, i);
        duration_format(self->times[i].seconds * (double)games, time);
        text_table_set(&table, row, 0, "%d", i);
        text_table_set(&table, row, 1, "%s", spec);
        text_table_set(&table, row, 2, "%" PRId64, games);
        text_table_set(&table, row, 3, "%s%s", self->times[i].finished ? "" : "> ", time);
        for (size_t seat = 0; seat < 2; seat++)
            text_table_set(&table, row, 4 + seat, "%s",
                           experiment->players[cell->players[seat]].name);
    }
    text_table_print(&table, stdout, 63, WIDTH);
    text_table_release(&table);
    return true;
}

static void print_total(const Plan *self, int threads, int at_once) {
    const Experiment *experiment = self->experiment;
    char text[32];
    double total = 0;
    bool finished = true;
    for (int32_t i = 0; i < experiment->cell_count; i++) {
        total += self->times[i].seconds * (double)experiment_cell_games(experiment, i);
        finished = finished && self->times[i].finished;
    }
    duration_format(total / at_once, text);
    const bool less = experiment_may_stop(experiment);
    printf("%d cell%s, %s%" PRId64 " games, %s %s with %d thread%s%s\n", experiment->cell_count,
           experiment->cell_count == 1 ? "" : "s", less ? "at most " : "",
           experiment_part_games(experiment), finished ? "about" : "more than", text, threads,
           threads == 1 ? "" : "s", less ? " if no cell stops early" : "");
}

int plan_print(const Experiment *experiment, int threads, int at_once) {
    Plan self = {.experiment = experiment,
                 .times = calloc((size_t)experiment->cell_count, sizeof *self.times),
                 .begun = clock_now()};
    bool good = self.times != NULL;
    if (!good) status_fail(&self.status, EXIT_RESOURCE, "out of memory");
    if (good) {
        printf("%s: seed %" PRId64 ", %s\n", experiment->name, experiment->seed,
               experiment->reproducible ? "reproducible" : "not reproducible");
        fflush(stdout);
        good = calibrate(&self);
    }
    if (good && !(good = print_cells(&self)))
        status_fail(&self.status, EXIT_RESOURCE, "out of memory");
    if (good) print_total(&self, threads, at_once);
    free(self.times);
    if (good) return EXIT_DONE;
    fprintf(stderr, "harrow: %s\n", self.status.message);
    return (int)self.status.code;
}
