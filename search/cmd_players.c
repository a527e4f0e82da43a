#include "search/commands.h"
#include "search/player.h"

#include <stdio.h>
#include <string.h>

static const char FORM[] = "A player is KIND[:key=value,...]. A value may stand in double quotes.";

// The keys of a kind that are set otherwise for a game, with a blank between.
static bool tuned_keys(const PlayerKind *kind, const Game *game, char keys[SPEC_MAX_LENGTH]) {
    PlayerSpec spec;
    Status status;
    char text[SPEC_MAX_LENGTH];
    if (!kind->tuned || !player_parse(&spec, kind->name, &status)) return false;
    spec = player_resolve(&spec, game);
    player_format(&spec, text);
    *keys = '\0';
    for (char *save, *key = strtok_r(text + strlen(kind->name), ":,", &save); key;
         key = strtok_r(NULL, ",", &save))
        if (strcmp(key, "base=plain") != 0) // there so that no more is taken from anywhere
            sprintf(keys + strlen(keys), "%s%s", *keys ? " " : "", key);
    return true;
}

// A few of them a line.
static void print_tuned(const PlayerKind *kind, const Game *game) {
    char keys[SPEC_MAX_LENGTH];
    if (!tuned_keys(kind, game, keys)) return;
    printf("  tuned for %-8s", game->name);
    int column = 20;
    for (char *save, *key = strtok_r(keys, " ", &save); key; key = strtok_r(NULL, " ", &save)) {
        if (column + (int)strlen(key) > 97) column = printf("\n%-20s", "") - 1;
        column += printf(" %s", key);
    }
    putchar('\n');
}

static int run(int argc, char **argv) {
    (void)argv;
    if (argc > 1) return command_usage(&CMD_PLAYERS, "no arguments expected");
    puts(FORM);
    for (size_t i = 0; player_kind_at(i); i++) {
        const PlayerKind *kind = player_kind_at(i);
        printf("\n%s\n  %s\n", kind->name, kind->summary);
        if (kind->options.count) putchar('\n');
        options_help(kind->options, stdout);
        for (size_t game = 0; game_at(game); game++) print_tuned(kind, game_at(game));
    }
    return command_finish(EXIT_DONE);
}

const Command CMD_PLAYERS = {
    .name = "players",
    .summary = "list the players, their keys, ranges and defaults (also 'harrow help players')",
    .run = run,
};

static SpecKind kind_at(size_t index) {
    const PlayerKind *kind = player_kind_at(index);
    return kind ? (SpecKind){kind->name, kind->summary, kind->options} : (SpecKind){0};
}

static bool note_at(size_t kind, size_t index, char term[SPEC_NOTE_SIZE],
                    char text[SPEC_MAX_LENGTH]) {
    const Game *game = game_at(index);
    if (!game || !tuned_keys(player_kind_at(kind), game, text)) return false;
    snprintf(term, SPEC_NOTE_SIZE, "tuned for %s", game->name);
    return true;
}

const SpecTable PLAYER_SPECS = {
    .word = "PLAYER",
    .command = "players",
    .form = FORM,
    .kind_at = kind_at,
    .note_at = note_at,
};
