#include "search/commands.h"
#include "search/player.h"

#include <stdio.h>
#include <string.h>

// The keys of a kind that are set otherwise for a game, a few a line.
static void print_tuned(const PlayerKind *kind, const Game *game) {
    PlayerSpec spec;
    Status status;
    char text[SPEC_MAX_LENGTH];
    if (!player_parse(&spec, kind->name, &status)) return;
    spec = player_resolve(&spec, game);
    player_format(&spec, text);
    const size_t kind_length = strlen(kind->name);
    printf("  tuned for %-8s", game->name);
    int column = 20;
    for (char *key = strtok(text + kind_length, ":,"); key; key = strtok(NULL, ",")) {
        if (strcmp(key, "base=plain") == 0) continue; // so that no more is taken from anywhere
        if (column + (int)strlen(key) > 97) column = printf("\n%-20s", "") - 1;
        column += printf(" %s", key);
    }
    putchar('\n');
}

static int run(int argc, char **argv) {
    (void)argv;
    if (argc > 1) return command_usage(&CMD_PLAYERS, "no arguments expected");
    puts("A player is KIND[:key=value,...]. A value may stand in double quotes.");
    for (size_t i = 0; player_kind_at(i); i++) {
        const PlayerKind *kind = player_kind_at(i);
        printf("\n%s\n  %s\n", kind->name, kind->summary);
        if (kind->options.count) putchar('\n');
        options_help(kind->options, stdout);
        for (size_t game = 0; kind->tuned && game_at(game); game++)
            print_tuned(kind, game_at(game));
    }
    return command_finish(EXIT_DONE);
}

const Command CMD_PLAYERS = {
    .name = "players",
    .summary = "list the players, their keys, ranges and defaults (also 'harrow help players')",
    .run = run,
};
