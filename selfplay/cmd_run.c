#include "core/affinity.h"
#include "search/player.h"
#include "selfplay/commands.h"
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
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_THREADS = 1024, MAX_SETS = 64 };

typedef struct RunArguments {
    const char *config;
    const char *out;
    const char *sets[MAX_SETS];
    int set_count;
    int64_t threads; // 0: as many as there may be
    int64_t only;    // −1: all games
    bool dry_run;
    bool extend;
    bool quiet;
    bool force;
    bool pin;
    bool schema;
} RunArguments;

// A relative path is meant from the config's folder, also in --set.
static bool resolve_opening_file(cJSON *config, const char *path, Status *status) {
    const cJSON *opening = cJSON_GetObjectItemCaseSensitive(config, "opening");
    cJSON *item = cJSON_GetObjectItemCaseSensitive(opening, "file");
    const char *name = cJSON_GetStringValue(item), *slash = strrchr(path, '/');
    char *resolved;
    if (!name || *name == '/' || !slash) return true;
    if (asprintf(&resolved, "%.*s/%s", (int)(slash - path), path, name) < 0)
        return status_fail(status, EXIT_RESOURCE, "out of memory");
    const bool set = cJSON_SetValuestring(item, resolved) != NULL;
    free(resolved);
    return set || status_fail(status, EXIT_RESOURCE, "out of memory");
}

static bool is_directory(const char *path) {
    struct stat facts;
    return stat(path, &facts) == 0 && S_ISDIR(facts.st_mode);
}

// The config that a run's directory was made from.
static cJSON *read_directory_config(const char *directory, Status *status) {
    char *path = NULL;
    if (asprintf(&path, "%s/" STORE_EXPERIMENT, directory) < 0) {
        status_fail(status, EXIT_RESOURCE, "out of memory");
        return NULL;
    }
    cJSON *tree = NULL;
    if (access(path, F_OK) == 0)
        tree = json_read_own(path, status);
    else
        status_fail(status, EXIT_INPUT, "%s: a directory without " STORE_EXPERIMENT, directory);
    cJSON *config = cJSON_DetachItemFromObjectCaseSensitive(tree, "experiment");
    if (tree && !config) status_fail(status, EXIT_INPUT, "%s: no experiment in it", path);
    cJSON_Delete(tree);
    free(path);
    return config;
}

static bool read_experiment(const RunArguments *arguments, Experiment *experiment, Status *status) {
    cJSON *config = is_directory(arguments->config)
                        ? read_directory_config(arguments->config, status)
                        : json_read(arguments->config, status);
    bool good = config != NULL;
    memset(experiment, 0, sizeof *experiment);
    for (int i = 0; good && i < arguments->set_count; i++)
        good = config_set(config, arguments->sets[i], status);
    if (good) good = resolve_opening_file(config, arguments->config, status);
    if (good && !experiment_init(experiment, config, player_read, status))
        good = status_prefix(status, "%s: ", arguments->config);
    cJSON_Delete(config);
    return good;
}

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
        worker.line.variant.game->show(&worker.line.position, stdout, false);
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
    if (goes_by_the_clock(experiment))
        return status_fail(status, EXIT_INPUT,
                           "--threads %" PRId64 ": with those inside searches %" PRId64
                           " threads on %" PRId64 " processors, and players that go by the clock: "
                           "they would play worse than they do; --threads %" PRId64
                           " expected, or --force",
                           arguments->threads, threads, processors, most > 1 ? most : 1);
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

static bool check_repeats(const RunArguments *arguments, Experiment *experiment, Status *status) {
    int64_t units;
    if (!repeats_mark(experiment, &units, status)) return false;
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

static int run_experiment(RunArguments *arguments, Experiment *experiment) {
    char out[EXPERIMENT_NAME_SIZE + 8];
    Status status;
    snprintf(out, sizeof out, "runs/%s", experiment->name);
    if (arguments->only >= 0)
        return play_only(experiment, arguments->only, &status) ? EXIT_DONE : command_fail(&status);
    const int64_t fit = processors_available() / inner_threads(experiment),
                  most = fit > 1 ? fit : 1;
    if (arguments->threads == 0)
        arguments->threads = most;
    else if (!check_threads(arguments, experiment, &status))
        return command_fail(&status);
    if (arguments->pin && inner_threads(experiment) > 1)
        return command_usage(&CMD_RUN, "--pin keeps the threads inside a search on one processor");
    tell_of_values(arguments, experiment);
    if (!tell_of_duplicates(arguments, experiment, &status) ||
        !check_repeats(arguments, experiment, &status))
        return command_fail(&status);
    if (arguments->dry_run)
        return plan_print(experiment, (int)arguments->threads,
                          (int)(arguments->threads < most ? arguments->threads : most));
    if (!arguments->out) arguments->out = is_directory(arguments->config) ? arguments->config : out;
    return session_run(experiment, &(SessionOptions){.out = arguments->out,
                                                     .threads = (int)arguments->threads,
                                                     .quiet = arguments->quiet,
                                                     .pin = arguments->pin,
                                                     .extend = arguments->extend});
}

static bool read_argument(RunArguments *self, int code, Status *status) {
    switch (code) {
    case 'o':
        self->out = optarg;
        return true;
    case 't':
        return argument_integer("--threads", optarg, 1, MAX_THREADS, &self->threads, status);
    case 's':
        if (self->set_count == MAX_SETS)
            return status_fail(status, EXIT_INPUT, "--set: more than %d", MAX_SETS);
        self->sets[self->set_count++] = optarg;
        return true;
    case 'i':
        return argument_integer("--only", optarg, 0, INT64_C(1) << 53, &self->only, status);
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

static int run(int argc, char **argv) {
    static const struct option LONG[] = {{"out", required_argument, NULL, 'o'},
                                         {"threads", required_argument, NULL, 't'},
                                         {"set", required_argument, NULL, 's'},
                                         {"only", required_argument, NULL, 'i'},
                                         {"dry-run", no_argument, NULL, 'n'},
                                         {"extend", no_argument, NULL, 'e'},
                                         {"force", no_argument, NULL, 'f'},
                                         {"pin", no_argument, NULL, 'p'},
                                         {"schema", no_argument, NULL, 'j'},
                                         {"quiet", no_argument, NULL, 'q'},
                                         {0}};
    RunArguments arguments = {.only = -1};
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
    if (optind + 1 != argc) return command_usage(&CMD_RUN, "one CONFIG.json or DIR expected");
    arguments.config = argv[optind];
    const bool good = read_experiment(&arguments, &experiment, &status);
    const int code = good ? run_experiment(&arguments, &experiment) : command_fail(&status);
    experiment_release(&experiment);
    return good ? command_finish(code) : code;
}

const Command CMD_RUN = {
    .name = "run",
    .summary = "play the games of an experiment and print its table",
    .help =
        "usage: harrow run CONFIG.json|DIR [--out DIR] [--threads N] [--set key=value] [--extend]\n"
        "                  [--pin] [--force] [--only ID] [--dry-run] [--quiet]\n"
        "\n"
        "Plays all games that CONFIG.json describes, with records in DIR/games.jsonl.gz and\n"
        "statistics in DIR/stats.json, and prints a table. A run that was stopped, by Ctrl-C or\n"
        "by anything else, goes on when the same command is given again, or 'harrow run DIR', "
        "which\n"
        "needs no config; the result is the same to the byte for any number of threads and\n"
        "interruptions.\n"
        "\n"
        "  --out DIR         default runs/NAME, with the name that the config gives\n"
        "  --threads N       games played at a time; default: the processors that may be used\n"
        "  --set key=value   overrides a key of the config, also inside: opening.random_plies=4\n"
        "  --extend          DIR has the same experiment with fewer games_per_cell: play more\n"
        "  --pin             keeps each thread on a processor of its own\n"
        "  --force           more threads than processors also where players go by the clock\n"
        "  --only ID         play that game again, draw its end and print its record; DIR is not "
        "touched\n"
        "  --dry-run         print cells, games and the estimated time, and play nothing\n"
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
        "                    folder, or {\"list\": [...]}: an opening a line, a position or moves "
        "('#' begins\n"
        "                    a comment), one for each pair or game, from number \"start\" (1) on, "
        "in "
        "the\n"
        "                    \"order\" \"sequential\" or \"random\"; \"wrap\": true begins anew at "
        "the "
        "end\n"
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
        "disk, and what is safe was told; 130, 143: interrupted, and what is finished is saved.\n",
    .run = run,
};
