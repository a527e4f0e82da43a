#include "search/commands.h"
#include "search/player.h"

static int run(int argc, char **argv) {
    (void)argv;
    if (argc > 1) return command_usage(&CMD_PLAYERS, "no arguments expected");
    puts("A player is KIND[:key=value,...]. A value may stand in double quotes.");
    for (size_t i = 0; player_kind_at(i); i++) {
        const PlayerKind *kind = player_kind_at(i);
        printf("\n%s\n  %s\n", kind->name, kind->summary);
        if (kind->options.count) putchar('\n');
        options_help(kind->options, stdout);
    }
    return command_finish(EXIT_DONE);
}

const Command CMD_PLAYERS = {
    .name = "players",
    .summary = "list the players, their keys, ranges and defaults (also 'harrow help players')",
    .run = run,
};
