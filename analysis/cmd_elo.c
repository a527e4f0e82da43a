#include "analysis/commands.h"
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
        self->sprt.model = sprt_model_parse(optarg);
        return self->sprt.model < SPRT_MODEL_COUNT ||
               status_fail(status, EXIT_INPUT, "--model '%.40s': normalized or logistic expected",
                           optarg);
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

static int run(int argc, char **argv) {
    static const struct option LONG[] = {{"penta", required_argument, NULL, 'p'},
                                         {"sprt", required_argument, NULL, 's'},
                                         {"model", required_argument, NULL, 'm'},
                                         {"json", no_argument, NULL, 'j'},
                                         {0}};
    EloArguments arguments = {.kinds = OUTCOMES_OF_GAME, .sprt = {.alpha = 0.05, .beta = 0.05}};
    Status status;
    for (int code; (code = getopt_long(argc, argv, "", LONG, NULL)) != -1;)
        if (code == '?') // getopt has told
            return EXIT_INPUT;
        else if (!read_option(&arguments, code, &status))
            return command_fail(&status);
    const bool paired = arguments.kinds == OUTCOMES_OF_PAIR;
    if (argc - optind != (paired ? 0 : OUTCOMES_OF_GAME))
        return command_usage(&CMD_ELO, "W D L expected, or --penta and nothing else");
    if (!paired && !read_games(&arguments, argv + optind, &status)) return command_fail(&status);
    if (arguments.tests && !sprt_check(&arguments.sprt, &status)) {
        status_prefix(&status, "--sprt: ");
        return command_fail(&status);
    }
    const EloAnswer found = answer(&arguments);
    if (arguments.json)
        print_json(&arguments, &found);
    else
        print_text(&arguments, &found);
    return command_finish(EXIT_DONE);
}

const Command CMD_ELO = {
    .name = "elo",
    .summary = "what wins, draws and losses are in Elo, and whether a test is decided",
    .help =
        "usage: harrow elo W D L [--sprt elo0,elo1 [--model M]] [--json]\n"
        "       harrow elo --penta LL,LD,WL+DD,WD,WW [--sprt elo0,elo1 [--model M]] [--json]\n"
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
        "Example: harrow elo --penta 12,58,100,70,20 --sprt 0,5\n",
    .run = run,
};
