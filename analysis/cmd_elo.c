#include "analysis/commands.h"
#include "analysis/planning.h"
#include "analysis/sprt.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

typedef struct EloArguments {
    int64_t counts[OUTCOMES_OF_PAIR];
    size_t kinds; // OUTCOMES_OF_GAME or OUTCOMES_OF_PAIR
    bool json;
    bool tests;
    Sprt sprt;
    double halfwidth; // to be planned for; 0: counts are given
    Assumption assumption;
} EloArguments;

// What the counts say.
typedef struct EloAnswer {
    Moments moments;
    Interval score, elo;
    Interval customary; // Elo of score ± z·SE
    double nelo, superiority, llr;
} EloAnswer;

// A list of so many counts with commas between; *end is behind it.
static bool read_counts(const char *text, size_t kinds, int64_t counts[], Status *status) {
    const char *at = text;
    for (size_t i = 0; i < kinds; i++) {
        char part[24];
        const size_t length = strcspn(at, ",");
        snprintf(part, sizeof part, "%.*s", (int)(length < sizeof part ? length : sizeof part - 1),
                 at);
        if (!argument_integer("count", part, 0, INT64_C(1) << 40, &counts[i], status)) return false;
        at += length;
        if ((*at == ',') != (i + 1 < kinds))
            return status_fail(status, EXIT_INPUT,
                               "'%.60s': %zu counts with commas between expected", text, kinds);
        at += *at == ',';
    }
    return true;
}

static bool read_sprt(EloArguments *self, const char *text, Status *status) {
    int length = 0;
    self->tests = sscanf(text, "%lf,%lf%n", &self->sprt.elo0, &self->sprt.elo1, &length) == 2 &&
                  !text[length] && isfinite(self->sprt.elo0) && isfinite(self->sprt.elo1);
    return self->tests ||
           status_fail(status, EXIT_INPUT, "--sprt '%.60s': elo0,elo1 expected", text);
}

static bool read_option(EloArguments *self, int code, Status *status) {
    switch (code) {
    case 'p':
        self->kinds = OUTCOMES_OF_PAIR;
        return read_counts(optarg, OUTCOMES_OF_PAIR, self->counts, status) ||
               status_prefix(status, "--penta: ");
    case 's':
        return read_sprt(self, optarg, status);
    case 'm':
        return sprt_model_read(&self->sprt.model, optarg, status);
    case 'w':
        return argument_number("--plan", optarg, PLANNING_LEAST_HALFWIDTH, 0.5, &self->halfwidth,
                               status);
    case 'a':
        return argument_number("--score", optarg, 0, 1, &self->assumption.score, status);
    case 'd':
        return argument_number("--draws", optarg, 0, 1, &self->assumption.draws, status);
    case 'c':
        return argument_number("--correlation", optarg, -1, 1, &self->assumption.correlation,
                               status);
    default:
        self->json = true;
        return true;
    }
}

// W D L, in the order of a person; counts are from the worst outcome on.
static bool read_games(EloArguments *self, char **words, Status *status) {
    static const char *const NAMES[OUTCOMES_OF_GAME] = {"W", "D", "L"};
    for (int i = 0; i < OUTCOMES_OF_GAME; i++)
        if (!argument_integer(NAMES[i], words[i], 0, INT64_C(1) << 40,
                              &self->counts[OUTCOMES_OF_GAME - 1 - i], status))
            return false;
    return true;
}

static EloAnswer answer(const EloArguments *self) {
    const Moments moments = moments_of_counts(self->counts, self->kinds);
    const double reach = INTERVAL_Z * moments.error;
    EloAnswer answer = {.moments = moments,
                        .score = moments_interval(&moments),
                        .nelo = elo_normalized(&moments, self->kinds),
                        .superiority = elo_superiority(&moments),
                        .llr = NAN};
    answer.elo = elo_of_interval(answer.score);
    answer.customary =
        elo_of_interval((Interval){moments.mean, moments.mean - reach, moments.mean + reach});
    if (self->tests) answer.llr = sprt_llr(&self->sprt, self->counts, self->kinds);
    return answer;
}

static const char *decision_name(const EloArguments *self, double llr) {
    const SprtDecision decision = sprt_decide(&self->sprt, llr);
    return decision == SPRT_H1 ? "H1" : decision == SPRT_H0 ? "H0" : NULL;
}

static void write_test(JsonWriter *json, const EloArguments *self, double llr) {
    const char *decision = decision_name(self, llr);
    json_put_number(json, "llr", llr);
    json_put_number(json, "lower", sprt_lower(&self->sprt));
    json_put_number(json, "upper", sprt_upper(&self->sprt));
    json_key(json, "decision");
    if (decision)
        json_text(json, decision);
    else
        json_null(json);
}

static void print_json(const EloArguments *self, const EloAnswer *answer) {
    JsonWriter json = json_writer(stdout, true);
    json_begin_object(&json);
    json_key(&json, self->kinds == OUTCOMES_OF_PAIR ? "pairs" : "games");
    json_integer(&json, answer->moments.units);
    json_put_number(&json, "score", answer->score.value);
    json_put_number(&json, "low", answer->score.low);
    json_put_number(&json, "high", answer->score.high);
    json_put_number(&json, "elo", answer->elo.value);
    json_put_number(&json, "elo_low", answer->elo.low);
    json_put_number(&json, "elo_high", answer->elo.high);
    json_put_number(&json, "elo_z_low", answer->customary.low);
    json_put_number(&json, "elo_z_high", answer->customary.high);
    json_put_number(&json, "nelo", answer->nelo);
    json_put_number(&json, "los", answer->superiority);
    if (self->tests) write_test(&json, self, answer->llr);
    json_end_object(&json);
    putchar('\n');
}

// A number with so many decimals; "–" for one that does not exist.
static const char *decimal(double value, int decimals, char text[32]) {
    if (isnan(value)) return "–";
    snprintf(text, 32, "%.*f", decimals, value);
    return text;
}

static void print_interval(const char *name, Interval interval, double factor, int decimals,
                           const char *remark) {
    char value[32], low[32], high[32];
    printf("%-8s %s  [%s, %s]%s\n", name, decimal(factor * interval.value, decimals, value),
           decimal(factor * interval.low, decimals, low),
           decimal(factor * interval.high, decimals, high), remark);
}

static void print_test(const EloArguments *self, double llr) {
    const char *decision = decision_name(self, llr);
    printf("LLR      %.4f  (%.4f, %.4f)  %s Elo, H0: %g, H1: %g: %s\n", llr,
           sprt_lower(&self->sprt), sprt_upper(&self->sprt), sprt_model_name(self->sprt.model),
           self->sprt.elo0, self->sprt.elo1, decision ? decision : "undecided");
}

static void print_text(const EloArguments *self, const EloAnswer *answer) {
    char text[32];
    const bool paired = self->kinds == OUTCOMES_OF_PAIR;
    printf("%-8s %" PRId64 "\n", paired ? "pairs" : "games", answer->moments.units);
    print_interval("score %", answer->score, 100, 2,
                   "  95 %: Wilson's at the effective number, as in all of harrow's tables");
    print_interval("Elo", answer->elo, 1, 2, "");
    print_interval("  ± z·SE", answer->customary, 1, 2, "  as Fishtest has it");
    printf("nElo     %s\n", decimal(answer->nelo, 2, text));
    printf("LOS %%    %s\n", decimal(100 * answer->superiority, 2, text));
    if (self->tests) print_test(self, answer->llr);
}

static void print_plan_json(const EloArguments *self, int64_t games, int64_t pairs) {
    JsonWriter json = json_writer(stdout, true);
    json_begin_object(&json);
    json_put_number(&json, "halfwidth", self->halfwidth);
    json_put_number(&json, "score", self->assumption.score);
    json_put_number(&json, "draws", self->assumption.draws);
    json_put_number(&json, "correlation", self->assumption.correlation);
    json_put_integer(&json, "games", games);
    json_put_integer(&json, "pairs", pairs);
    json_end_object(&json);
    putchar('\n');
}

static void print_plan_text(const EloArguments *self, int64_t games, int64_t pairs) {
    const double score = self->assumption.score,
                 elo = self->halfwidth / (score * (1 - score)) * 400 / M_LN10;
    printf("wanted   score ± %g %%, about ± %.1f Elo (95 %%, as in all of harrow's tables)\n"
           "assumed  score %g %%, draws %g %%, correlation in pairs %g\n"
           "games    %" PRId64 "  where each has its own opening\n"
           "pairs    %" PRId64 "  with swapped seats, so %" PRId64 " games\n",
           100 * self->halfwidth, elo, 100 * score, 100 * self->assumption.draws,
           self->assumption.correlation, games, pairs, 2 * pairs);
}

static int plan(const EloArguments *self) {
    Status status;
    if (!assumption_check(&self->assumption, &status)) return command_fail(&status);
    const int64_t games = plan_units(&self->assumption, OUTCOMES_OF_GAME, self->halfwidth),
                  pairs = plan_units(&self->assumption, OUTCOMES_OF_PAIR, self->halfwidth);
    if (self->json)
        print_plan_json(self, games, pairs);
    else
        print_plan_text(self, games, pairs);
    return command_finish(EXIT_DONE);
}

// Tells what was played; the words are W, D and L, none where pairs were given.
static int evaluate(EloArguments *self, int count, char **words) {
    const bool paired = self->kinds == OUTCOMES_OF_PAIR;
    Status status;
    if (count != (paired ? 0 : OUTCOMES_OF_GAME))
        return command_usage(&CMD_ELO, "W D L expected, or --penta and nothing else");
    if (!paired && !read_games(self, words, &status)) return command_fail(&status);
    if (self->tests && !sprt_check(&self->sprt, &status)) {
        status_prefix(&status, "--sprt: ");
        return command_fail(&status);
    }
    const EloAnswer found = answer(self);
    if (self->json)
        print_json(self, &found);
    else
        print_text(self, &found);
    return command_finish(EXIT_DONE);
}

static int run(int argc, char **argv) {
    static const struct option LONG[] = {{"penta", required_argument, NULL, 'p'},
                                         {"sprt", required_argument, NULL, 's'},
                                         {"model", required_argument, NULL, 'm'},
                                         {"json", no_argument, NULL, 'j'},
                                         {"plan", required_argument, NULL, 'w'},
                                         {"score", required_argument, NULL, 'a'},
                                         {"draws", required_argument, NULL, 'd'},
                                         {"correlation", required_argument, NULL, 'c'},
                                         {0}};
    EloArguments arguments = {.kinds = OUTCOMES_OF_GAME,
                              .sprt = {.alpha = 0.05, .beta = 0.05},
                              .assumption = {.score = 0.5}};
    Status status;
    for (int code; (code = getopt_long(argc, argv, "", LONG, NULL)) != -1;)
        if (code == '?') // getopt has told
            return EXIT_INPUT;
        else if (!read_option(&arguments, code, &status))
            return command_fail(&status);
    if (arguments.halfwidth == 0) return evaluate(&arguments, argc - optind, argv + optind);
    if (optind == argc && arguments.kinds == OUTCOMES_OF_GAME && !arguments.tests)
        return plan(&arguments);
    return command_usage(&CMD_ELO, "--plan goes without counts and without --sprt");
}

const Command CMD_ELO = {
    .name = "elo",
    .summary = "what wins, draws and losses are in Elo, and whether a test is decided",
    .help =
        "usage: harrow elo W D L [--sprt elo0,elo1 [--model normalized|logistic]] [--json]\n"
        "       harrow elo --penta LL,LD,WL+DD,WD,WW [--sprt elo0,elo1 [--model "
        "normalized|logistic]]\n"
        "                  [--json]\n"
        "       harrow elo --plan HALFWIDTH [--score S] [--draws D] [--correlation R] [--json]\n"
        "\n"
        "Score, Elo, normalized Elo and likelihood of superiority of W wins, D draws and L "
        "losses,\n"
        "or of pairs of games with swapped seats, counted by what the two games gave together.\n"
        "What does not exist (the Elo of 100 %) is –, in JSON null.\n"
        "\n"
        "  --sprt elo0,elo1  the log-likelihood ratio of a difference of elo1 against elo0, and "
        "the\n"
        "                    bounds at which that is decided with error rates of 5 %\n"
        "  --model M         of elo0 and elo1: normalized (default) or logistic\n"
        "  --json            one object\n"
        "\n"
        "Before anything is played, how many games or pairs it takes to know the score to within\n"
        "HALFWIDTH, 0.01 = one per cent, if the games are like this:\n"
        "\n"
        "  --score S         the score, 0..1 (default 0.5)\n"
        "  --draws D         the share of drawn games, 0..1 (default 0, which takes the most "
        "games)\n"
        "  --correlation R   of the scores of the two games of a pair, -1..1 (default 0); for "
        "strength\n"
        "                    it is below 0 where openings favour a side\n"
        "\n"
        "Examples: harrow elo --penta 12,58,100,70,20 --sprt 0,5\n"
        "          harrow elo --plan 0.01 --draws 0.3\n",
    .run = run,
};
