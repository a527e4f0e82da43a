#include "core/commands.h"

static int run(int argc, char **argv) {
    (void)argv;
    if (argc > 1) return command_usage(&CMD_GAMES, "no arguments expected");
    for (size_t i = 0; game_at(i); i++) {
        const Game *game = game_at(i);
        Variant variant = {.game = game};
        char text[SPEC_MAX_LENGTH];
        options_preset(game->options, &variant.options);
        variant_format(&variant, text);
        printf("%s%s\n  %s\n%s", i ? "\n" : "", text, game->summary,
               game->options.count ? "\n" : "");
        options_help(game->options, stdout);
    }
    return command_finish(EXIT_DONE);
}

const Command CMD_GAMES = {
    .name = "games",
    .summary = "list the games, their keys, ranges and defaults",
    .help = "usage: harrow games\n"
            "\n"
            "Lists each game with all its keys as a canonical spec, and what each key means.\n"
            "A spec is GAME[:key=value,...]; keys are optional and may come in any order.\n",
    .run = run,
};

static SpecKind kind_at(size_t index) {
    const Game *game = game_at(index);
    return game ? (SpecKind){game->name, game->summary, game->options} : (SpecKind){0};
}

const SpecTable GAME_SPECS = {.word = "SPEC", .command = "games", .kind_at = kind_at};
