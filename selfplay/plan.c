#include "selfplay/plan.h"
#include "search/limits.h"
#include "selfplay/duration.h"
#include "selfplay/worker.h"

#include <inttypes.h>
#include <stdlib.h>

// A cell gets its share of the calibration, but one game at least while there is time at all.
static const int64_t CALIBRATION = 4000000000, LONGEST = 30000000000;

// Seconds a game of a cell takes one thread; negative when no game could be finished in time.
static double time_cell(Worker *worker, const Experiment *experiment, int32_t cell, int64_t share,
                        int64_t deadline, Status *status) {
    const atomic_bool never = false;
    const int64_t begun = clock_now();
    int64_t games = 0;
    while (clock_now() < deadline && games < experiment->games_per_cell) {
        FinishedGame game;
        const int64_t id = cell * experiment->games_per_cell + games;
        if (worker_play(worker, id, &never, &game, status) == PLAY_FAILED) return -2;
        free(game.text);
        games++;
        if (clock_now() - begun > share) break;
    }
    return games ? (double)(clock_now() - begun) / 1e9 / (double)games : -1;
}

static void print_cell(const Experiment *experiment, int32_t index, double seconds) {
    const Cell *cell = &experiment->cells[index];
    char spec[SPEC_MAX_LENGTH], time[32] = "?";
    variant_format(&experiment->variants[cell->variant], spec);
    if (seconds >= 0) duration_format(seconds * (double)experiment->games_per_cell, time);
    printf("%5d  %-40s %12" PRId64 "  %12s  %s%s%s\n", index, spec, experiment->games_per_cell,
           time, experiment->players[cell->players[0]].name, cell_is_paired(cell) ? " - " : "",
           cell_is_paired(cell) ? experiment->players[cell->players[1]].name : "");
}

int plan_print(const Experiment *experiment, int threads) {
    Worker worker;
    Status status;
    const int64_t deadline = clock_now() + LONGEST;
    double total = 0;
    bool whole = true;
    worker_init(&worker, experiment);
    printf("%s: seed %" PRId64 ", %s\n%5s  %-40s %12s  %12s  %s\n", experiment->name,
           experiment->seed, experiment->reproducible ? "reproducible" : "not reproducible", "cell",
           "game", "games", "one thread", "players");
    for (int32_t i = 0; i < experiment->cell_count; i++) {
        const double seconds = time_cell(&worker, experiment, i,
                                         CALIBRATION / experiment->cell_count, deadline, &status);
        if (seconds == -2) {
            worker_release(&worker);
            fprintf(stderr, "harrow: %s\n", status.message);
            return (int)status.code;
        }
        print_cell(experiment, i, seconds);
        if (seconds < 0)
            whole = false;
        else
            total += seconds * (double)experiment->games_per_cell;
    }
    worker_release(&worker);
    char text[32];
    duration_format(total / threads, text);
    printf("%d cells, %" PRId64 " games, about %s with %d threads%s\n", experiment->cell_count,
           experiment_games(experiment), text, threads,
           whole ? "" : ", cells without a time not counted");
    return EXIT_DONE;
}
