#include "analysis/report_method.h"
#include "analysis/html.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_OF_EXPERIMENT = 20000 };

static const cJSON *get(const cJSON *object, const char *key) {
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

static void begin(FILE *stream, const char *term) {
    fprintf(stream, "<dt>%s</dt><dd>", term);
}

static void end(FILE *stream) {
    fputs("</dd>\n", stream);
}

static void write_games(FILE *stream, const Study *study) {
    int64_t unique = 0, openings = 0, unfinished = 0, repeats = 0;
    for (size_t i = 0; i < study->count; i++) {
        unique += study->cells[i].stats.unique_games;
        openings += study->cells[i].stats.unique_openings;
        unfinished += study->cells[i].stats.unfinished;
        repeats += study->cells[i].stats.repeats;
    }
    begin(stream, "Games");
    html_integer(stream, study->games);
    fputs(", of which ", stream);
    html_integer(stream, unique);
    fputs(" are different from all others of their cell; ", stream);
    html_integer(stream, unfinished);
    fputs(" unfinished, which count in no rate", stream);
    if (repeats > 0) {
        fputs("; ", stream);
        html_integer(stream, repeats);
        fputs(" repeat another, since the players draw no lots, and are left out", stream);
    }
    fputc('.', stream);
    end(stream);
    begin(stream, "Openings");
    if (study->openings == 0) {
        fputs("All games began from the start position; the players chose every ply.", stream);
    } else {
        html_integer(stream, study->openings);
        fputs(" games began with plies that the experiment chose: ", stream);
        html_integer(stream, openings);
        fputs(" different openings, mirror images counted once, summed over cells.", stream);
    }
    end(stream);
}

static void write_players(FILE *stream, const Study *study) {
    begin(stream, "Players");
    for (int32_t i = 0; i < study->experiment.player_count; i++) {
        const ExperimentPlayer *player = &study->experiment.players[i];
        if (i > 0) fputs("<br>", stream);
        fputs("<b>", stream);
        html_text(stream, player->name);
        fputs("</b>: <code>", stream);
        html_text(stream, player->spec);
        fputs("</code>", stream);
    }
    end(stream);
}

static void write_version(FILE *stream, const Study *study) {
    const cJSON *version = get(study->tree, "behaviour_version"), *hash = get(study->tree, "hash");
    char number[32];
    begin(stream, "Seed and version");
    fprintf(stream, "Seed %s", format_number((double)study->experiment.seed, number));
    if (cJSON_IsNumber(version))
        fprintf(stream, ", behaviour version %s", format_number(version->valuedouble, number));
    if (cJSON_IsString(hash)) {
        fputs(", experiment ", stream);
        html_text(stream, hash->valuestring);
    }
    fputs(cJSON_IsFalse(get(study->tree, "reproducible"))
              ? ". The players depend on the clock or on threads: the games cannot be had again."
              : ". The same experiment gives the same games again, to the byte.",
          stream);
    end(stream);
}

static void write_text_of(FILE *stream, const cJSON *event, const char *before, const char *key) {
    const char *text = cJSON_GetStringValue(get(event, key));
    if (!text) return;
    fputs(before, stream);
    html_text(stream, text);
}

// The sessions of log.jsonl: the last one, and how many there were.
static void write_machine(FILE *stream, const Study *study) {
    cJSON *last = NULL, *first = NULL;
    int sessions = 0;
    for (const char *line = study->log; line && *line;) {
        Status ignored;
        const size_t length = strcspn(line, "\n");
        cJSON *event = json_parse(line, length, &ignored);
        const char *name = cJSON_GetStringValue(get(event, "event"));
        sessions += name && strcmp(name, "begin") == 0;
        if (event && !first) {
            first = event;
        } else {
            if (last != first) cJSON_Delete(last);
            last = event;
        }
        line += length + (line[length] == '\n');
    }
    if (!last) last = first;
    if (first) {
        begin(stream, "Machine");
        write_text_of(stream, first, "", "processor");
        const cJSON *threads = get(first, "threads");
        if (cJSON_IsNumber(threads))
            fprintf(stream, ", %d thread%s", threads->valueint, threads->valueint == 1 ? "" : "s");
        write_text_of(stream, first, ", compiler ", "compiler");
        write_text_of(stream, first, ", ", "instructions");
        write_text_of(stream, first, "; begun ", "time");
        if (last != first) write_text_of(stream, last, ", last heard of ", "time");
        fprintf(stream, ", in %d session%s.", sessions, sessions == 1 ? "" : "s");
        end(stream);
    }
    if (last != first) cJSON_Delete(last);
    cJSON_Delete(first);
}

static void write_config(FILE *stream, const Study *study) {
    char *text = cJSON_Print(get(study->tree, "experiment"));
    if (!text) return;
    if (strlen(text) > MOST_OF_EXPERIMENT) {
        fputs("<p>The experiment is in <code>experiment.json</code>.</p>\n", stream);
        cJSON_free(text);
        return;
    }
    fputs("<details><summary>The experiment</summary>\n<pre class=\"scroll\" tabindex=\"0\">",
          stream);
    for (char *c = text; *c; c++) {
        const char one[2] = {*c, '\0'};
        if (*c == '\n')
            fputc('\n', stream);
        else
            html_text(stream, one);
    }
    fputs("</pre></details>\n", stream);
    cJSON_free(text);
}

void report_method(FILE *stream, const Study *study) {
    fputs("<dl class=\"method\">\n", stream);
    write_games(stream, study);
    write_players(stream, study);
    write_version(stream, study);
    write_machine(stream, study);
    fputs("<dt>Intervals of scores</dt><dd>Wilson’s interval of 95 % at the effective number of "
          "units, with Student’s t; the unit is the pair of games where two players swap seats "
          "from one opening, else the game. Elo is −400·log<sub>10</sub>(1/score − 1) of the score "
          "and its bounds. Rates of single games: Wilson’s interval.</dd>\n"
          "<dt>Fair komi</dt><dd>The median margin of the finished games, plus the komi they were "
          "played with; its interval is the narrowest symmetric one from order statistics, for "
          "pairs that of 10\u202f000 resamples of whole pairs. An estimate, to be confirmed by "
          "playing with it.</dd>\n"
          "<dt>Other means</dt><dd>Mean ± Student’s t times the standard error, over games.</dd>\n"
          "<dt>Many variants</dt><dd>Each interval stands for itself: of twenty fair variants one "
          "will be named unfair by chance.</dd>\n</dl>\n",
          stream);
    write_config(stream, study);
}
