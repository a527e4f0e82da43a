#include "analysis/commands.h"
#include "analysis/planning.h"
#include "analysis/table_number.h"

#include <math.h>
#include <string.h>

typedef struct SprtArguments {
    Sprt sprt;
    bool planned; // hypotheses are given
    bool has_elo;
    double elo; // the true difference
    Assumption assumption;
    size_t kinds; // OUTCOMES_OF_PAIR or OUTCOMES_OF_GAME
    bool json;
} SprtArguments;

// Without a true difference, plans are shown for five.
enum { DEFAULT_DIFFERENCES = 5 };

static bool read_hypotheses(SprtArguments *self, const char *text, Status *status) {
    char first[40];
    const size_t length = strcspn(text, ",");
    self->planned = true;
    if (!text[length] || length >= sizeof first)
        return status_fail(status, EXIT_INPUT, "--plan '%.60s': elo0,elo1 expected", text);
    snprintf(first, sizeof first, "%.*s", (int)length, text);
    return argument_number("--plan elo0", first, -1000, 1000, &self->sprt.elo0, status) &&
           argument_number("--plan elo1", text + length + 1, -1000, 1000, &self->sprt.elo1, status);
}

static bool read_option(SprtArguments *self, int code, Status *status) {
    switch (code) {
    case 'p':
        return read_hypotheses(self, optarg, status);
    case 'm':
        return sprt_model_read(&self->sprt.model, optarg, status);
    case 'e':
        self->has_elo = true;
        return argument_number("--elo", optarg, -1000, 1000, &self->elo, status);
    case 'a':
        return argument_number("--alpha", optarg, 0, 0.5, &self->sprt.alpha, status);
    case 'b':
        return argument_number("--beta", optarg, 0, 0.5, &self->sprt.beta, status);
    case 'd':
        return argument_number("--draws", optarg, 0, 1, &self->assumption.draws, status);
    case 'c':
        return argument_number("--correlation", optarg, -1, 1, &self->assumption.correlation,
                               status);
    case 'u':
        self->kinds = OUTCOMES_OF_GAME;
        return true;
    default:
        self->json = true;
        return true;
    }
}

static int difference_count(const SprtArguments *self) {
    return self->has_elo ? 1 : DEFAULT_DIFFERENCES;
}

// The one that is given, or from one below elo0 to one above elo1, with the middle.
static double difference(const SprtArguments *self, int i) {
    static const double PLACES[DEFAULT_DIFFERENCES] = {-1, 0, 0.5, 1, 2};
    return self->has_elo ? self->elo
                         : self->sprt.elo0 + PLACES[i] * (self->sprt.elo1 - self->sprt.elo0);
}

static SprtPlan plan_at(const SprtArguments *self, int i) {
    return plan_sprt(&self->sprt, &self->assumption, self->kinds, difference(self, i));
}

// Normalized Elo asks for nothing of the games.
static bool check_assumptions(const SprtArguments *self, Status *status) {
    for (int i = 0; self->sprt.model == SPRT_LOGISTIC && i < difference_count(self); i++) {
        Assumption at = self->assumption;
        at.score = 1 / (1 + pow(10, -difference(self, i) / 400));
        if (!assumption_check(&at, status)) return false;
        if (!(assumption_variance(&at, self->kinds) > 0))
            return status_fail(
                status, EXIT_INPUT,
                "--draws %g, --correlation %g: games that all end alike take no test", at.draws,
                at.correlation);
    }
    return true;
}

static void print_json(const SprtArguments *self) {
    const bool paired = self->kinds == OUTCOMES_OF_PAIR;
    JsonWriter json = json_writer(stdout, true);
    json_begin_object(&json);
    json_put_text(&json, "model", sprt_model_name(self->sprt.model));
    json_put_number(&json, "elo0", self->sprt.elo0);
    json_put_number(&json, "elo1", self->sprt.elo1);
    json_put_number(&json, "alpha", self->sprt.alpha);
    json_put_number(&json, "beta", self->sprt.beta);
    json_put_number(&json, "draws", self->assumption.draws);
    json_put_number(&json, "correlation", self->assumption.correlation);
    json_key(&json, "plans");
    json_begin_array(&json);
    for (int i = 0; i < difference_count(self); i++) {
        const SprtPlan plan = plan_at(self, i);
        json_begin_object(&json);
        json_put_number(&json, "elo", difference(self, i));
        json_put_number(&json, "accept_h1", plan.acceptance);
        if (paired) json_put_number(&json, "pairs", plan.units);
        json_put_number(&json, "games", paired ? 2 * plan.units : plan.units);
        json_end_object(&json);
    }
    json_end_array(&json);
    json_end_object(&json);
    putchar('\n');
}

static void print_head(const SprtArguments *self) {
    printf("H0: %g, H1: %g, %s Elo; wrong at most: H1 %g %%, H0 %g %%\n", self->sprt.elo0,
           self->sprt.elo1, sprt_model_name(self->sprt.model), 100 * self->sprt.alpha,
           100 * self->sprt.beta);
    if (self->sprt.model == SPRT_LOGISTIC)
        printf("assumed: draws %g %%, correlation in pairs %g\n", 100 * self->assumption.draws,
               self->assumption.correlation);
    putchar('\n');
}

static bool print_text(const SprtArguments *self) {
    static const TextColumn COLUMNS[] = {{"true Elo", false, 0},
                                         {"H1 accepted %", false, 0},
                                         {"pairs", false, 0},
                                         {"games", false, 0}};
    const bool paired = self->kinds == OUTCOMES_OF_PAIR;
    TextTable table;
    if (!text_table_init(&table, COLUMNS, 4, (size_t)difference_count(self))) return false;
    for (int i = 0; i < difference_count(self); i++) {
        const SprtPlan plan = plan_at(self, i);
        const size_t row = (size_t)i;
        char text[NUMBER_TEXT_SIZE];
        text_table_set(&table, row, 0, "%g", difference(self, i));
        text_table_set(&table, row, 1, "%s", number_text(text, 100 * plan.acceptance, 1));
        text_table_set(&table, row, 2, "%.0f", ceil(plan.units));
        text_table_set(&table, row, 3, "%.0f", ceil(plan.units) * (paired ? 2 : 1));
    }
    print_head(self);
    text_table_print(&table, stdout, paired ? 15 : 11, 100);
    puts("On average: a single test may well take twice as many.");
    text_table_release(&table);
    return true;
}

static int plan(const SprtArguments *self) {
    Status status;
    if (!sprt_check(&self->sprt, &status)) {
        status_prefix(&status, "--plan: ");
        return command_fail(&status);
    }
    if (!check_assumptions(self, &status)) return command_fail(&status);
    if (self->json)
        print_json(self);
    else if (!print_text(self)) {
        status_fail(&status, EXIT_RESOURCE, "out of memory");
        return command_fail(&status);
    }
    return command_finish(EXIT_DONE);
}

static int run(int argc, char **argv) {
    static const struct option LONG[] = {{"plan", required_argument, NULL, 'p'},
                                         {"model", required_argument, NULL, 'm'},
                                         {"elo", required_argument, NULL, 'e'},
                                         {"alpha", required_argument, NULL, 'a'},
                                         {"beta", required_argument, NULL, 'b'},
                                         {"draws", required_argument, NULL, 'd'},
                                         {"correlation", required_argument, NULL, 'c'},
                                         {"unpaired", no_argument, NULL, 'u'},
                                         {"json", no_argument, NULL, 'j'},
                                         {0}};
    SprtArguments arguments = {.sprt = {.alpha = 0.05, .beta = 0.05}, .kinds = OUTCOMES_OF_PAIR};
    Status status;
    for (int code; (code = getopt_long(argc, argv, "", LONG, NULL)) != -1;)
        if (code == '?') // getopt has told
            return EXIT_INPUT;
        else if (!read_option(&arguments, code, &status))
            return command_fail(&status);
    if (!arguments.planned || optind < argc)
        return command_usage(&CMD_SPRT, "--plan elo0,elo1 and nothing but options expected");
    return plan(&arguments);
}

const Command CMD_SPRT = {
    .name = "sprt",
    .summary = "how long a sequential test takes, and how often it is right",
    .help =
        "usage: harrow sprt --plan elo0,elo1 [--model normalized|logistic] [--elo TRUE] [OPTIONS]\n"
        "\n"
        "What to expect of a sequential test (the key 'stop' of an experiment, --sprt of 'harrow\n"
        "elo') before it is played: the mean number of pairs of games until it ends, and how "
        "often\n"
        "it then accepts H1, that the difference is elo1, rather than H0, that it is elo0.\n"
        "\n"
        "  --model M         of all Elo: normalized (default), with which a test takes as many "
        "pairs\n"
        "                    whatever the share of draws, or logistic\n"
        "  --elo TRUE        the true difference; otherwise five are shown, from one below elo0 "
        "to\n"
        "                    one above elo1\n"
        "  --alpha A         how often H1 is accepted at elo0 (default 0.05)\n"
        "  --beta B          how often H0 is accepted at elo1 (default 0.05)\n"
        "  --draws D         the share of drawn games, 0..1 (default 0); for logistic only\n"
        "  --correlation R   of the scores of the two games of a pair, -1..1 (default 0); for "
        "logistic\n"
        "                    only\n"
        "  --unpaired        the test is of single games\n"
        "  --json            one object\n"
        "\n"
        "The numbers are those of Wald (1947) with Siegmund's correction (1985). They leave out "
        "that\n"
        "an experiment's rule is asked from 'min_units' on only.\n"
        "\n"
        "Example: harrow sprt --plan 0,5 --elo 3\n",
    .run = run,
};
