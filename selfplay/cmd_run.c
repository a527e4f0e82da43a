#include "core/affinity.h"
#include "search/player.h"
#include "selfplay/commands.h"
#include "selfplay/crew.h"
#include "selfplay/experiment_file.h"
#include "selfplay/mate.h"
#include "selfplay/opening.h"
#include "selfplay/plan.h"
#include "selfplay/repeats.h"
#include "selfplay/schema.h"
#include "selfplay/session.h"
#include "selfplay/store.h"
#include "selfplay/worker.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { PLAN_SECONDS = 4, MAX_THREADS = 1024, MAX_CORES = 10000000, MAX_SETS = 64 };

typedef struct RunArguments {
    Ranks *ranks;
    const char *config;
    const char *out;
    const char *shard; // NULL: all games
    const char *sets[MAX_SETS];
    int set_count;
    int64_t threads; // 0: as many as there may be
    int64_t cores;   // that a plan is for; 0: those here
    int64_t seconds; // that a plan may take; 0: PLAN_SECONDS
    int64_t only;    // −1: all games
    bool dry_run;
    bool extend;
    bool quiet;
    bool force;
    bool pin;
    bool schema;
} RunArguments;

// Plays one game as it was or will be played in the run, and draws its end.
static bool play_only(const Experiment *experiment, int64_t id, Status *status) {
    Worker worker;
    FinishedGame game;
    const atomic_bool never = false;
    if (id >= experiment_games(experiment))
        return status_fail(status, EXIT_INPUT,
                           "--only %" PRId64 ": an id of 0..%" PRId64 " expected", id,
                           experiment_games(experiment) - 1);
    worker_init(&worker, experiment, NULL);
    const bool played = worker_play(&worker, id, &never, &game, status) == PLAY_DONE;
    if (played) {
        worker.line.variant.game->show(&worker.line.position, NULL, stdout, false);
        printf("%s by %s after %d plies\n%.*s", result_name(game.facts.result),
               end_name(game.facts.end), game.facts.plies, (int)game.size, game.text);
        free(game.text);
    }
    worker_release(&worker);
    return played;
}

// The number that a player's spec gives to a key; 0 where it does not name it.
static int64_t number_in(const ExperimentPlayer *player, const char *key) {
    Spec spec;
    Status ignored;
    if (!spec_parse(&spec, player->spec, &ignored)) return 0;
    for (size_t i = 0; i < spec.count; i++)
        if (strcmp(spec.pairs[i].key, key) == 0) return atoll(spec.pairs[i].value);
    return 0;
}

// Threads that the busiest player uses inside a search.
static int64_t inner_threads(const Experiment *experiment) {
    int64_t most = 1;
    for (int32_t i = 0; i < experiment->player_count; i++) {
        const int64_t threads = number_in(&experiment->players[i], "threads");
        if (threads > most) most = threads;
    }
    return most;
}

static bool goes_by_the_clock(const Experiment *experiment) {
    for (int32_t i = 0; i < experiment->player_count; i++)
        if (number_in(&experiment->players[i], "movetime") > 0 ||
            number_in(&experiment->players[i], "time") > 0)
            return true;
    return false;
}

// More threads than processors take turns: only slower where work is counted, but players that go
// by the clock get less of it than they were promised.
static bool check_threads(const RunArguments *arguments, const Experiment *experiment,
                          Status *status) {
    const int64_t processors = processors_available(), inner = inner_threads(experiment),
                  threads = arguments->threads * inner, most = processors / inner;
    if (threads <= processors || arguments->force) return true;
    if (goes_by_the_clock(experiment) && most < 1)
        return status_fail(status, EXIT_INPUT,
                           "players: %" PRId64 " threads inside a search on %" PRId64
                           " processors, and players that go by the clock: they would play worse "
                           "than they do; threads=%" PRId64 " at most expected, or --force",
                           inner, processors, processors);
    if (goes_by_the_clock(experiment))
        return status_fail(status, EXIT_INPUT,
                           "--threads %" PRId64 ": with those inside searches %" PRId64
                           " threads on %" PRId64 " processors, and players that go by the clock: "
                           "they would play worse than they do; --threads %" PRId64
                           " expected, or --force",
                           arguments->threads, threads, processors, most);
    if (!arguments->quiet)
        fprintf(stderr,
                "harrow: %" PRId64 " threads on %" PRId64 " processors take turns, which gains "
                "nothing\n",
                threads, processors);
    return true;
}

// Rules that need values do nothing for players that have none.
static void tell_of_values(const RunArguments *arguments, const Experiment *experiment) {
    const Adjudication *rules = &experiment->adjudication;
    if (arguments->quiet || (rules->resign_plies == 0 && rules->draw_plies == 0)) return;
    for (int32_t i = 0; i < experiment->player_count; i++) {
        PlayerSpec spec;
        Status ignored;
        if (player_parse(&spec, experiment->players[i].spec, &ignored) && !spec.kind->values)
            fprintf(stderr,
                    "harrow: players.%s: gives its plies no value, so it does not resign or agree "
                    "to a draw\n",
                    experiment->players[i].name);
    }
}

// More games may be asked for later, so it is no mistake.
static void tell_of_stop(const RunArguments *arguments, const Experiment *experiment) {
    const StopRule *stop = &experiment->stop;
    int64_t most = 0;
    for (int32_t i = 0; i < experiment->cell_count; i++) {
        const int64_t units = experiment_units(experiment, &experiment->cells[i]);
        if (units > most) most = units;
    }
    if (!arguments->quiet && stop->kind != STOP_NEVER && stop->min_units > most)
        fprintf(stderr,
                "harrow: stop.min_units: %" PRId64 " is more than a cell has, %" PRId64
                ": the rule is never asked\n",
                stop->min_units, most);
}

static bool check_repeats(const RunArguments *arguments, Experiment *experiment, Status *status) {
    int64_t units;
    if (!repeats_mark(experiment, &units, status))
        return status_prefix(status, "%s: ", arguments->config);
    if (units > 0 && !arguments->quiet)
        fprintf(stderr,
                "harrow: %" PRId64 " openings come again for players that repeat themselves; "
                "statistics count each once\n",
                units);
    return true;
}

// Two openings of a book may be one, and then it says less than it seems to.
static bool tell_of_duplicates(const RunArguments *arguments, const Experiment *experiment,
                               Status *status) {
    for (int32_t i = 0; !arguments->quiet && i < experiment->variant_count; i++) {
        const Variant *variant = &experiment->variants[i];
        char spec[SPEC_MAX_LENGTH];
        OpeningDuplicates found;
        if (!opening_book_duplicates(&experiment->book, variant, &found, status)) return false;
        if (found.count == 0) continue;
        variant_format(variant, spec);
        fprintf(stderr,
                "harrow: opening: %d of %d openings are in %s the same as others or their mirror "
                "images, number %d as number %d\n",
                found.count, experiment->book.count, spec, found.second + 1, found.first + 1);
    }
    return true;
}

// Each shard has a directory of its own.
static void default_out(const Experiment *experiment, char *out, size_t size) {
    const Part *part = &experiment->part;
    if (part_is_split(part))
        snprintf(out, size, "runs/%s-%" PRId32 "-of-%" PRId32, experiment->name,
                 part->shards[0] + 1, part->of);
    else
        snprintf(out, size, "runs/%s", experiment->name);
}

// For how many processors a plan is, as games at a time: those of --cores, else the threads that
// can be at work here.
static int64_t plan_processors(const RunArguments *arguments, int64_t most, int64_t inner) {
    if (arguments->cores > 0) return arguments->cores > inner ? arguments->cores / inner : 1;
    return arguments->threads < most ? arguments->threads : most;
}

static int run_experiment(RunArguments *arguments, Experiment *experiment) {
    char out[EXPERIMENT_NAME_SIZE + 40];
    Status status;
    default_out(experiment, out, sizeof out);
    if (arguments->only >= 0)
        return play_only(experiment, arguments->only, &status) ? EXIT_DONE : command_fail(&status);
    const int64_t inner = inner_threads(experiment),
                  fit = crew_processors(arguments->ranks) / inner, most = fit > 1 ? fit : 1;
    const int rank_threads = (int)arguments->threads;
    if (arguments->threads == 0) arguments->threads = most;
    if (!check_threads(arguments, experiment, &status)) return command_fail(&status);
    if (arguments->pin && arguments->ranks->count > 1)
        return command_usage(&CMD_RUN, "--pin: several processes are kept apart by their launcher, "
                                       "as by 'mpirun --bind-to core'");
    if (arguments->pin && inner > 1)
        return command_usage(&CMD_RUN, "--pin keeps the threads inside a search on one processor");
    tell_of_values(arguments, experiment);
    tell_of_stop(arguments, experiment);
    if (!opening_check(experiment, &status) ||
        !tell_of_duplicates(arguments, experiment, &status) ||
        !check_repeats(arguments, experiment, &status))
        return command_fail(&status);
    if (arguments->dry_run)
        return plan_print(experiment, plan_processors(arguments, most, inner),
                          arguments->seconds > 0 ? arguments->seconds : PLAN_SECONDS);
    if (!arguments->out)
        arguments->out = experiment_file_is_directory(arguments->config) ? arguments->config : out;
    return session_run(experiment, &(SessionOptions){.out = arguments->out,
                                                     .threads = (int)arguments->threads,
                                                     .quiet = arguments->quiet,
                                                     .pin = arguments->pin,
                                                     .extend = arguments->extend,
                                                     .ranks = arguments->ranks,
                                                     .rank_threads = rank_threads,
                                                     .inner = (int)inner});
}

static bool read_argument(RunArguments *self, int code, Status *status) {
    switch (code) {
    case 'o':
        self->out = optarg;
        return *optarg || status_fail(status, EXIT_INPUT, "--out '': a directory expected");
    case 't':
        return argument_integer("--threads", optarg, 1, MAX_THREADS, &self->threads, status);
    case 's':
        if (self->set_count == MAX_SETS)
            return status_fail(status, EXIT_INPUT, "--set: more than %d", MAX_SETS);
        self->sets[self->set_count++] = optarg;
        return true;
    case 'i':
        return argument_integer("--only", optarg, 0, INT64_C(1) << 53, &self->only, status);
    case 'd':
        self->shard = optarg;
        return true;
    case 'c':
        return argument_integer("--cores", optarg, 1, MAX_CORES, &self->cores, status);
    case 'l':
        return argument_integer("--seconds", optarg, 1, 86400, &self->seconds, status);
    case 'n':
        self->dry_run = true;
        return true;
    case 'f':
        self->force = true;
        return true;
    case 'j':
        self->schema = true;
        return true;
    case 'p':
        self->pin = true;
        return true;
    case 'e':
        self->extend = true;
        return true;
    case 'q':
        self->quiet = true;
        return true;
    default:
        assert(false && "an option without a case");
        return true;
    }
}

// Rank 0 does what the command says, with the help of the others.
static int lead(int argc, char **argv, Ranks *ranks) {
    static const struct option LONG[] = {
        {"out", required_argument, NULL, 'o'},   {"threads", required_argument, NULL, 't'},
        {"set", required_argument, NULL, 's'},   {"only", required_argument, NULL, 'i'},
        {"shard", required_argument, NULL, 'd'}, {"dry-run", no_argument, NULL, 'n'},
        {"cores", required_argument, NULL, 'c'}, {"seconds", required_argument, NULL, 'l'},
        {"extend", no_argument, NULL, 'e'},      {"force", no_argument, NULL, 'f'},
        {"pin", no_argument, NULL, 'p'},         {"schema", no_argument, NULL, 'j'},
        {"quiet", no_argument, NULL, 'q'},       {0}};
    RunArguments arguments = {.ranks = ranks, .only = -1};
    Experiment experiment;
    Status status;
    for (int code; (code = getopt_long(argc, argv, "", LONG, NULL)) != -1;)
        if (code == '?') // getopt has told
            return EXIT_INPUT;
        else if (!read_argument(&arguments, code, &status))
            return command_fail(&status);
    if (arguments.schema) {
        schema_write(stdout);
        return command_finish(EXIT_DONE);
    }
    if (arguments.only >= 0 && (arguments.dry_run || arguments.extend))
        return command_usage(&CMD_RUN, "--only plays one game, without --dry-run or --extend");
    if (arguments.cores > 0 && !arguments.dry_run)
        return command_usage(&CMD_RUN, "--cores: only with --dry-run; --threads expected");
    if (arguments.seconds > 0 && !arguments.dry_run)
        return command_usage(&CMD_RUN, "--seconds: only with --dry-run");
    if (arguments.shard && arguments.extend)
        return command_usage(&CMD_RUN,
                             "--extend and --shard: with more games others are a shard's; "
                             "play new shards, or extend what is merged");
    if (optind + 1 != argc) return command_usage(&CMD_RUN, "one CONFIG.json or DIR expected");
    arguments.config = argv[optind];
    const bool good = experiment_file_read(&experiment, arguments.config, arguments.sets,
                                           arguments.set_count, arguments.shard, &status);
    const int code = good ? run_experiment(&arguments, &experiment) : command_fail(&status);
    experiment_release(&experiment);
    return good ? command_finish(code) : code;
}

static int run(int argc, char **argv) {
    Ranks ranks;
    Status status;
    int code = EXIT_DONE;
    if (!ranks_join(&ranks, argc, argv, &status)) return command_fail(&status);
    if (ranks.number == 0) {
        code = lead(argc, argv, &ranks);
        crew_dismiss(&ranks);
    } else
        mate_run(&ranks);
    ranks_leave(&ranks, code);
    return code;
}

const Command CMD_RUN = {
    .name = "run",
    .summary = "play the games of an experiment and print its table",
    .help =
        "usage: harrow run CONFIG.json|DIR [--out DIR] [--threads N] [--set key=value] [--extend]\n"
        "                  [--shard I/N] [--pin] [--force] [--only ID] [--quiet]\n"
        "                  [--dry-run [--cores K] [--seconds S]]\n"
        "       mpirun -n K harrow run …\n"
        "\n"
        "Plays all games that CONFIG.json describes, with records in DIR/games.jsonl.gz and\n"
        "statistics in DIR/stats.json, and prints a table. A run that was stopped, by Ctrl-C or\n"
        "by anything else, goes on when the same command is given again, or 'harrow run DIR', "
        "which\n"
        "needs no config; the result is the same to the byte for any number of threads,\n"
        "processes of mpirun and interruptions.\n"
        "\n"
        "  --out DIR         default runs/NAME, with the name that the config gives\n"
        "  --threads N       games played at a time, by each process where mpirun started "
        "several;\n"
        "                    default: the processors that may be used\n"
        "  --set key=value   overrides a key of the config, also inside: opening.random_plies=4\n"
        "  --extend          DIR has the same experiment with fewer games_per_cell: play more\n"
        "  --shard I/N       play the Ith of N parts, for other machines to play the others and\n"
        "                    'harrow merge' to put them together; DIR is runs/NAME-I-of-N then\n"
        "  --pin             keeps each thread on a processor of its own\n"
        "  --force           more threads than processors also where players go by the clock\n"
        "  --only ID         play that game again, draw its end and print its record; DIR is not "
        "touched\n"
        "  --dry-run         print cells, games, the estimated time and bytes, and play nothing\n"
        "  --cores K         with --dry-run: the time on K processors like these\n"
        "  --seconds S       with --dry-run: play about so long to see (default 4), at most four "
        "times\n"
        "                    as long where games are long\n"
        "  --quiet           no progress\n"
        "  --schema          only print the JSON Schema of configs, which configs/schema.json is\n"
        "\n"
        "Keys of a config (keys that begin with // are comments):\n"
        "  name              a plain file name\n"
        "  seed              0..2^53; default 1\n"
        "  games             a list of specs or of objects such as\n"
        "                    {\"game\": \"agros\", \"size\": [8, 10], \"farmers\": [3, 5]}: a "
        "grid\n"
        "  skip_invalid      true leaves out combinations of the grid that cannot be\n"
        "  players           {\"NAME\": \"SPEC\" or {\"kind\": ..., key: value}} (see 'harrow "
        "players')\n"
        "  ladder            {\"NAME\": [1, 2, 4, 8]}: that player at so many times its "
        "simulations,\n"
        "                    nodes or movetime, as players NAME@LIMIT in its place; \"pairing\":\n"
        "                    \"ladder\" lets each meet itself and the next weaker one\n"
        "  pairing           \"self\" (default): each player against itself; \"round-robin\": "
        "each two;\n"
        "                    {\"gauntlet\": \"NAME\"}: that one against each other one; or a "
        "list such\n"
        "                    as [[\"a\", \"b\"], [\"a\", \"c\"]]. Two different players meet in "
        "pairs of\n"
        "                    games with swapped seats; the same two play the same games in all "
        "forms\n"
        "  games_per_cell    games of each variant and pairing; even where games are paired\n"
        "  stop              {\"sprt\": {\"elo0\": 0, \"elo1\": 10}} or "
        "{\"first_player_halfwidth\": "
        "0.01}:\n"
        "                    a cell ends once that is decided, at games_per_cell at the latest;\n"
        "                    sprt: also alpha, beta (0.05), model (\"normalized\", \"logistic\"); "
        "both:\n"
        "                    min_units (100), the pairs or games before it is asked\n"
        "  opening           {\"random_plies\": N}: so many uniformly random plies first (default "
        "0), "
        "or\n"
        "                    \"placement\", all of Agros' opening phase; {\"file\": \"PATH\"}, "
        "from the "
        "config's\n"
        "                    folder, an opening a line, a position or moves ('#' begins a "
        "comment), or\n"
        "                    {\"list\": [...]} of such; one for each pair or game, from number "
        "\"start\" (1)\n"
        "                    on, in the \"order\" \"sequential\" or \"random\"; \"wrap\": true "
        "begins anew at the\n"
        "                    end\n"
        "  ply_limit         plies of a game at most, then it is unfinished; default: the game's\n"
        "  resign            {\"score\": 0.02, \"plies\": 6}: a side gives up when it expected no "
        "more in "
        "so\n"
        "                    many of its plies in a row; \"played_out\": a share of the games (0) "
        "in "
        "which\n"
        "                    that is only noted, to see how often it is wrong\n"
        "  draw              {\"margin\": 0.02, \"plies\": 20}: a draw when both expected one "
        "within "
        "that\n"
        "                    margin for so many plies in a row; \"after\": plies of the game first "
        "(0)\n"
        "  values            true: records tell what players thought of their plies\n"
        "  allow_repeats     true: deterministic players may repeat games, which count once\n"
        "  window            games finished ahead of the oldest unfinished one; default 4096\n"
        "  compression       zlib level of the records, 1..9; default 1\n"
        "\n"
        "Files in DIR:\n"
        "  games.jsonl.gz    the records, a game a line, in the order of their ids\n"
        "  stats.json        all statistics of these games\n"
        "  experiment.json   the config with its defaults, and what made the records\n"
        "  journal.jsonl     while the run is not complete: games that have no place yet above\n"
        "  log.jsonl         sessions: machine, threads, times\n"
        "  report.html       the page that 'harrow report' writes\n"
        "\n"
        "Examples:\n"
        "  harrow run configs/agros-balance.json --dry-run\n"
        "  harrow run configs/agros-balance.json --set games_per_cell=1000 --extend\n"
        "  harrow run runs/agros-balance --only 17\n"
        "\n"
        "Exit 0: all is played; 2: a mistake, nothing was touched; 3: something failed, such as "
        "the\n"
        "disk, and what is safe was told; 130, 143, 129: interrupted, and what is finished is "
        "saved.\n",
    .run = run,
};
