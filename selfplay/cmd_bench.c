#include "selfplay/bench.h"
#include "selfplay/commands.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

// A rate that an entry may have, under its name in JSON and in the table.
typedef struct Rate {
    const char *key;
    const char *unit;
    double value;
} Rate;

enum { RATES = 7 };

static void list_rates(const BenchEntry *entry, Rate rates[RATES]) {
    const Rate all[RATES] = {
        {"plies_per_second", "plies/s", entry->plies_per_second},
        {"games_per_second", "games/s", entry->games_per_second},
        {"leaves_per_second", "leaves/s", entry->leaves_per_second},
        {"simulations_per_second", "simulations/s", entry->simulations_per_second},
        {"nodes_per_second", "nodes/s", entry->nodes_per_second},
        {"playouts_per_second", "playouts/s", entry->playouts_per_second},
        {"bytes_per_game", "bytes/game", entry->bytes_per_game},
    };
    memcpy(rates, all, sizeof all);
}

static void write_entry(JsonWriter *json, const BenchEntry *entry) {
    char signature[17];
    Rate rates[RATES];
    list_rates(entry, rates);
    json_begin_object(json);
    json_put_text(json, "game", entry->game);
    if (entry->player) {
        json_put_text(json, "player", entry->player);
    }
    for (int i = 0; i < RATES; i++)
        if (!isnan(rates[i].value)) {
            json_key(json, rates[i].key);
            json_number(json, rates[i].value);
        }
    json_put_number(json, "seconds", entry->seconds);
    if (entry->has_signature) {
        snprintf(signature, sizeof signature, "%016" PRIx64, entry->signature);
        json_put_text(json, "signature", signature);
    }
    json_end_object(json);
}

static void print_entry(BenchSection section, const BenchEntry *entry) {
    Rate rates[RATES];
    list_rates(entry, rates);
    const char *separator = "";
    printf("%-9s  %-32s  ", bench_section_name(section), entry->game);
    for (int i = 0; i < RATES; i++)
        if (!isnan(rates[i].value)) {
            printf("%s%.4g %s", separator, rates[i].value, rates[i].unit);
            separator = ", ";
        }
    if (entry->has_signature) printf(", %016" PRIx64, entry->signature);
    putchar('\n');
    fflush(stdout); // one line takes a second or more
}

// Measures one section over the samples of all games.
static bool run_section(BenchSection section, double seconds, JsonWriter *json, Status *status) {
    if (json) {
        json_key(json, bench_section_name(section));
        json_begin_array(json);
    }
    for (size_t g = 0; game_at(g); g++)
        for (const char *const *spec = game_at(g)->samples; *spec; spec++) {
            BenchEntry entry;
            if (!bench_measure(section, *spec, seconds, &entry, status)) return false;
            if (json)
                write_entry(json, &entry);
            else
                print_entry(section, &entry);
        }
    if (json) json_end_array(json);
    return true;
}

// The bits of the sections named, all when none is; 0 for an unknown name.
static unsigned read_sections(int count, char **names) {
    unsigned sections = 0;
    for (int i = 0; i < count; i++) {
        unsigned section = 0;
        while (section < BENCH_SECTION_COUNT &&
               strcmp(bench_section_name((BenchSection)section), names[i]) != 0)
            section++;
        if (section == BENCH_SECTION_COUNT) return 0;
        sections |= 1u << section;
    }
    return count ? sections : (1u << BENCH_SECTION_COUNT) - 1;
}

static int run(int argc, char **argv) {
    static const struct option LONG[] = {
        {"json", no_argument, NULL, 'j'}, {"seconds", required_argument, NULL, 's'}, {0}};
    int64_t seconds = 1;
    bool as_json = false, good = true;
    Status status;
    for (int code; (code = getopt_long(argc, argv, "", LONG, NULL)) != -1;) {
        if (code == 'j')
            as_json = true;
        else if (code != 's')
            return EXIT_INPUT;
        else if (!argument_integer("--seconds", optarg, 0, 3600, &seconds, &status))
            return command_fail(&status);
    }
    const unsigned sections = read_sections(argc - optind, argv + optind);
    if (!sections)
        return command_usage(&CMD_BENCH, "playouts, perft, mcts, alphabeta or records expected");
    JsonWriter json = json_writer(stdout, false);
    if (as_json) json_begin_object(&json);
    for (unsigned i = 0; good && i < BENCH_SECTION_COUNT; i++)
        if (sections >> i & 1)
            good = run_section((BenchSection)i, (double)seconds, as_json ? &json : NULL, &status);
    if (!good) return command_fail(&status);
    if (as_json) {
        json_end_object(&json);
        putchar('\n');
    }
    return command_finish(EXIT_DONE);
}

const Command CMD_BENCH = {
    .name = "bench",
    .summary = "measure playouts, perft, searches and records on this machine",
    .help =
        "usage: harrow bench [playouts|perft|mcts|alphabeta|records ...] [--seconds S] [--json]\n"
        "\n"
        "Measures each part for S seconds (default 1; 0 = one round) on one thread, and prints\n"
        "rates and signatures. A signature depends on what is computed, never on the time: it\n"
        "is the same for every compiler and processor, and changes only when behaviour does.\n"
        "A node is a ply made; a leaf of perft is counted without being made. Records are those "
        "of\n"
        "different random games, compressed and counted as a run does.\n",
    .run = run,
};
