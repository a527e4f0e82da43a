// The front door: a table of subcommands, no logic.
#include "analysis/commands.h"
#include "core/command_table.h"
#include "core/commands.h"
#include "core/processor.h"
#include "search/commands.h"
#include "selfplay/commands.h"

#include <signal.h>
#include <string.h>

static int help(int argc, char **argv);

static const Command CMD_HELP = {
    .name = "help",
    .summary = "explain a command; print its manual page, or completion for a shell",
    .help =
        "usage: harrow help [COMMAND]\n"
        "       harrow help --man [COMMAND]\n"
        "       harrow help --completion bash|zsh\n"
        "\n"
        "Explains a command, or without one lists them all; 'harrow COMMAND --help' is the same.\n"
        "\n"
        "  --man                   the manual page instead, for the macros man(7); without "
        "COMMAND\n"
        "                          that of harrow itself\n"
        "  --completion bash|zsh   a script with which the shell completes commands, options, "
        "files,\n"
        "                          and the keys of games, players and configs\n"
        "\n"
        "Examples:\n"
        "  harrow help --man run | man -l -\n"
        "  source <(harrow help --completion bash)\n",
    .run = help,
};

static const Command *const COMMANDS[] = {
    &CMD_GAMES,  &CMD_PLAYERS, &CMD_SHOW,  &CMD_PERFT,  &CMD_REPLAY, &CMD_ANALYSE, &CMD_PLAY,
    &CMD_ENGINE, &CMD_RUN,     &CMD_MERGE, &CMD_STATUS, &CMD_STATS,  &CMD_REPORT,  &CMD_RECORDS,
    &CMD_ELO,    &CMD_SPRT,    &CMD_BENCH, &CMD_HELP,   NULL,
};

static const SpecTable *const SPECS[] = {&GAME_SPECS, &PLAYER_SPECS, NULL};

static const CommandTable TABLE = {
    .summary = HARROW_SUMMARY,
    .version = HARROW_VERSION,
    .date = HARROW_DATE,
    .commands = COMMANDS,
    .specs = SPECS,
};

static int help(int argc, char **argv) {
    return command_table_help(&TABLE, argc, argv);
}

int main(int argc, char **argv) {
    signal(SIGCHLD, SIG_DFL); // whoever called may have it ignored: nobody could wait for children
    const char *lacking = processor_lacks();
    if (lacking) {
        fprintf(stderr,
                "harrow: this processor lacks %s, for which harrow was built; build it here, or "
                "anywhere with 'cmake --preset portable'\n",
                lacking);
        return EXIT_RESOURCE;
    }
    if (argc < 2) {
        command_table_print(&TABLE, stderr);
        return EXIT_INPUT;
    }
    const char *name = argv[1];
    if (strcmp(name, "--version") == 0) {
        puts("harrow " HARROW_VERSION);
        return command_finish(EXIT_DONE);
    }
    const Command *command = strcmp(name, "--help") == 0 ? &CMD_HELP : command_find(&TABLE, name);
    if (!command) {
        fprintf(stderr, "harrow: unknown command '%s'; see 'harrow help'\n", name);
        return EXIT_INPUT;
    }
    for (int i = 2; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0) return help(2, (char *[]){argv[0], argv[1], NULL});
    argv[1] = "harrow";
    return command->run(argc - 1, argv + 1);
}
