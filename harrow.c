// The front door: a table of subcommands, no logic.
#include "analysis/commands.h"
#include "core/commands.h"
#include "core/processor.h"
#include "search/commands.h"
#include "selfplay/commands.h"

#include <string.h>

static const Command *const COMMANDS[] = {
    &CMD_GAMES,  &CMD_PLAYERS, &CMD_SHOW, &CMD_PERFT, &CMD_REPLAY, &CMD_ANALYSE,
    &CMD_PLAY,   &CMD_ENGINE,  &CMD_RUN,  &CMD_MERGE, &CMD_STATUS, &CMD_STATS,
    &CMD_REPORT, &CMD_RECORDS, &CMD_ELO,  &CMD_SPRT,  &CMD_BENCH,
};

enum { COMMAND_COUNT = sizeof COMMANDS / sizeof *COMMANDS };

static const Command *find_command(const char *name) {
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(COMMANDS[i]->name, name) == 0) return COMMANDS[i];
    return NULL;
}

static void print_commands(FILE *stream) {
    fputs("usage: harrow COMMAND [OPTIONS]\n\n"
          "Self-play research on games of sowing and enclosure.\n\n",
          stream);
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        fprintf(stream, "  %-9s %s\n", COMMANDS[i]->name, COMMANDS[i]->summary);
    fputs("\nharrow help COMMAND tells more; harrow --version tells the version.\n"
          "\n"
          "Exit 0: done; 1: what was checked does not hold; 2: bad usage or input; 3: a resource\n"
          "failed, such as memory or the disk; 130, 143: interrupted.\n",
          stream);
}

static int help(int argc, char **argv) {
    if (argc < 2) {
        print_commands(stdout);
        return command_finish(EXIT_DONE);
    }
    const Command *command = find_command(argv[1]);
    if (!command) {
        fprintf(stderr, "harrow: help: unknown command '%s'; see 'harrow help'\n", argv[1]);
        return EXIT_INPUT;
    }
    if (!command->help) return command->run(1, argv);
    fputs(command->help, stdout);
    return command_finish(EXIT_DONE);
}

int main(int argc, char **argv) {
    const char *lacking = processor_lacks();
    if (lacking) {
        fprintf(stderr,
                "harrow: this processor lacks %s, for which harrow was built; build it here, or "
                "anywhere with 'cmake --preset portable'\n",
                lacking);
        return EXIT_RESOURCE;
    }
    if (argc < 2) {
        print_commands(stderr);
        return EXIT_INPUT;
    }
    const char *name = argv[1];
    if (strcmp(name, "--version") == 0) {
        puts("harrow " HARROW_VERSION);
        return command_finish(EXIT_DONE);
    }
    if (strcmp(name, "help") == 0 || strcmp(name, "--help") == 0) return help(argc - 1, argv + 1);
    const Command *command = find_command(name);
    if (!command) {
        fprintf(stderr, "harrow: unknown command '%s'; see 'harrow help'\n", name);
        return EXIT_INPUT;
    }
    for (int i = 2; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0) return help(2, argv);
    argv[1] = "harrow";
    return command->run(argc - 1, argv + 1);
}
