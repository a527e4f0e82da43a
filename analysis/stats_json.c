#include "analysis/stats.h"

static void write_bounds(JsonWriter *json, Interval interval) {
    json_put_number(json, "value", interval.value);
    json_put_number(json, "low", interval.low);
    json_put_number(json, "high", interval.high);
}

static void write_interval(JsonWriter *json, const char *key, Interval interval) {
    json_key(json, key);
    json_begin_object(json);
    write_bounds(json, interval);
    json_end_object(json);
}

// Leaves the object open for more keys.
static void begin_score(JsonWriter *json, const char *key, const ScoreStats *score) {
    json_key(json, key);
    json_begin_object(json);
    write_bounds(json, score->score);
    json_put_number(json, "elo", score->elo.value);
    json_put_number(json, "elo_low", score->elo.low);
    json_put_number(json, "elo_high", score->elo.high);
}

static void write_label(JsonWriter *json, const CellLabel *label) {
    json_put_integer(json, "cell", label->cell);
    json_put_text(json, "game", label->game);
    json_key(json, "players");
    json_begin_array(json);
    for (size_t i = 0; i < 2; i++) json_text(json, label->players[i]);
    json_end_array(json);
}

static void write_counts(JsonWriter *json, const CellStats *stats) {
    json_put_integer(json, "games", stats->games);
    json_put_integer(json, "first_wins", stats->first_wins);
    json_put_integer(json, "draws", stats->draws);
    json_put_integer(json, "second_wins", stats->second_wins);
    json_put_integer(json, "unfinished", stats->unfinished);
    json_put_integer(json, "unique_games", stats->unique_games);
    if (stats->unique_games_error > 0)
        json_put_number(json, "unique_games_error", stats->unique_games_error);
    json_put_integer(json, "unique_openings", stats->unique_openings);
    if (stats->unique_openings_error > 0)
        json_put_number(json, "unique_openings_error", stats->unique_openings_error);
    if (stats->repeats > 0) json_put_integer(json, "repeats", stats->repeats);
}

static void write_balance(JsonWriter *json, const CellStats *stats) {
    begin_score(json, "first_score", &stats->first_score);
    json_end_object(json);
    if (stats->unfinished > 0) {
        json_key(json, "first_score_if_unfinished");
        json_begin_object(json);
        json_put_number(json, "first", stats->score_if_first);
        json_put_number(json, "second", stats->score_if_second);
        json_end_object(json);
    }
    write_interval(json, "draw_rate", stats->draw_rate);
    write_interval(json, "first_win_rate", stats->first_win_rate);
    write_interval(json, "first_win_rate_decisive", stats->first_win_rate_decisive);
}

static void write_plies(JsonWriter *json, const CellStats *stats) {
    json_key(json, "plies");
    json_begin_object(json);
    json_put_number(json, "mean", stats->plies.mean);
    json_put_number(json, "sd", stats->plies.sd);
    json_put_number(json, "min", stats->plies.min);
    json_put_number(json, "median", stats->plies.median);
    json_put_number(json, "max", stats->plies.max);
    json_end_object(json);
    json_put_number(json, "branching", stats->branching);
}

static void write_ends(JsonWriter *json, const CellStats *stats) {
    json_key(json, "ends");
    json_begin_object(json);
    for (unsigned end = END_NONE + 1; end < END_COUNT; end++) {
        if (stats->ends[end] > 0) json_put_integer(json, end_name((End)end), stats->ends[end]);
    }
    json_end_object(json);
}

// Only where resignations were put to the test.
static void write_resignations(JsonWriter *json, const CellStats *stats) {
    if (stats->played_out == 0) return;
    json_put_integer(json, "played_out", stats->played_out);
    write_interval(json, "false_resignations", stats->false_resignations);
}

static void write_margin(JsonWriter *json, const CellLabel *label, const CellStats *stats) {
    const bool komi = cell_label_has_komi(label);
    if (!komi && stats->scored_games == 0) return;
    json_key(json, "margin");
    json_begin_object(json);
    json_put_number(json, "mean", stats->margin.mean);
    json_put_number(json, "sd", stats->margin.sd);
    json_put_number(json, "median", stats->margin.median);
    json_put_number(json, "q1", stats->margin.q1);
    json_put_number(json, "q3", stats->margin.q3);
    json_end_object(json);
    if (komi)
        write_interval(json, "fair_komi", cell_stats_fair_komi(stats, label));
    else
        write_interval(json, "median_margin", stats->median_margin);
}

static void write_integers(JsonWriter *json, const int64_t values[], size_t count) {
    json_begin_array(json);
    for (size_t i = 0; i < count; i++) json_integer(json, values[i]);
    json_end_array(json);
}

static void write_pairs(JsonWriter *json, const CellStats *stats) {
    if (!stats->paired) return;
    json_key(json, "pairs");
    json_begin_array(json);
    for (size_t row = 0; row < VERDICT_COUNT; row++) {
        write_integers(json, stats->pairs[row], VERDICT_COUNT);
    }
    json_end_array(json);
    json_key(json, "pentanomial");
    write_integers(json, stats->pentanomial, OUTCOMES_OF_PAIR);
    json_put_integer(json, "unfinished_pairs", stats->unfinished_pairs);
    begin_score(json, "strength", &stats->strength);
    json_put_number(json, "nelo", stats->nelo);
    json_put_number(json, "los", stats->los);
    json_end_object(json);
}

// The ratio stands in all paired cells, the reason only where there is a rule.
static void write_stop(JsonWriter *json, const CellStats *stats) {
    if (stats->paired || stats->may_stop) json_put_number(json, "llr", stats->llr);
    if (!stats->may_stop) return;
    json_key(json, "stopped");
    if (stats->stopped == STOP_NOT)
        json_null(json);
    else
        json_text(json, stop_reason_name(stats->stopped));
}

void stats_write_cell(JsonWriter *json, const CellLabel *label, const CellStats *stats) {
    json_begin_object(json);
    write_label(json, label);
    write_counts(json, stats);
    write_balance(json, stats);
    write_plies(json, stats);
    write_ends(json, stats);
    write_resignations(json, stats);
    write_margin(json, label, stats);
    write_pairs(json, stats);
    write_stop(json, stats);
    json_end_object(json);
}
