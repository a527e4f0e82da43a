#include "core/command_table.h"
#include "core/completion.h"
#include "core/man_page.h"

#include <ctype.h>
#include <string.h>

const Command *command_find(const CommandTable *self, const char *name) {
    const Command *const *command = self->commands;
    while (*command && strcmp((*command)->name, name) != 0) command++;
    return *command;
}

void command_table_print(const CommandTable *self, FILE *stream) {
    fprintf(stream,
            "usage: harrow COMMAND [OPTIONS]\n"
            "       harrow help [COMMAND]\n"
            "       harrow --version\n"
            "\n"
            "%c%s.\n"
            "\n"
            "Commands:\n",
            toupper((unsigned char)*self->summary), self->summary + 1);
    for (const Command *const *command = self->commands; *command; command++)
        fprintf(stream, "  %-9s %s\n", (*command)->name, (*command)->summary);
    fputs("\nharrow help COMMAND tells more; harrow --version tells the version.\n"
          "\n"
          "Exit 0: done; 1: what was checked does not hold; 2: bad usage or input; 3: a resource\n"
          "failed, such as memory or the disk; 130, 143: interrupted.\n",
          stream);
}

// The command of that name; NULL with a message on stderr.
static const Command *demand_command(const CommandTable *self, const char *name) {
    const Command *command = command_find(self, name);
    if (!command) fprintf(stderr, "harrow: help: unknown command '%s'; see 'harrow help'\n", name);
    return command;
}

static int print_help(const CommandTable *self, const char *name) {
    char arguments[][7] = {"harrow"}, *argv[] = {arguments[0], NULL};
    const Command *command = demand_command(self, name);
    if (!command) return EXIT_INPUT;
    if (!command->help) return command->run(1, argv);
    fputs(command->help, stdout);
    return command_finish(EXIT_DONE);
}

static int print_man_page(const CommandTable *self, const char *name) {
    Status status;
    const Command *command = name ? demand_command(self, name) : NULL;
    if (name && !command) return EXIT_INPUT;
    if (!man_page_write(self, command, stdout, &status)) return command_fail(&status);
    return command_finish(EXIT_DONE);
}

static int print_completion(const CommandTable *self, const char *name) {
    Status status;
    for (size_t i = 0; completion_shell_at(i); i++)
        if (strcmp(completion_shell_at(i), name) == 0) {
            completion_write(self, i, stdout);
            return command_finish(EXIT_DONE);
        }
    status_unknown(&status, "shell", name, completion_shell_at);
    status_prefix(&status, "help: --completion: ");
    return command_fail(&status);
}

int command_table_help(const CommandTable *self, int argc, char **argv) {
    static const struct option LONG[] = {
        {"man", no_argument, NULL, 'm'}, {"completion", required_argument, NULL, 'c'}, {0}};
    const char *shell = NULL;
    bool man = false;
    for (int code; (code = getopt_long(argc, argv, "", LONG, NULL)) != -1;)
        if (code == 'm')
            man = true;
        else if (code == 'c')
            shell = optarg;
        else
            return EXIT_INPUT; // getopt has told
    const char *name = argv[optind];
    if (optind + 1 < argc || (shell && (man || name)))
        return command_usage(command_find(self, "help"), "one command at most expected");
    if (shell) return print_completion(self, shell);
    if (man) return print_man_page(self, name);
    if (name) return print_help(self, name);
    command_table_print(self, stdout);
    return command_finish(EXIT_DONE);
}
