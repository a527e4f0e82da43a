#include "core/completion.h"
#include "core/completion_text.h"
#include "core/help_text.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

enum { MAX_OPTIONS = 64, OPTION_NAME_SIZE = 32 };

static const struct {
    const char *name, *head, *script;
} SHELLS[] = {
    {"bash", "", COMPLETION_BASH},
    {"zsh", "#compdef harrow\n", COMPLETION_ZSH},
};

// The names of options that have a line already.
typedef struct SeenOptions {
    char names[MAX_OPTIONS][OPTION_NAME_SIZE];
    size_t count;
} SeenOptions;

static bool is_option(const char *word) {
    return strncmp(word, "--", 2) == 0 && word[2] != '\0';
}

static bool see(SeenOptions *self, const char *name) {
    for (size_t i = 0; i < self->count; i++)
        if (strcmp(self->names[i], name) == 0) return false;
    assert(self->count < MAX_OPTIONS);
    snprintf(self->names[self->count++], OPTION_NAME_SIZE, "%s", name);
    return true;
}

// A bracket, another option or an alternative behind an option means that it has no argument.
static bool has_argument(const char *behind) {
    return behind[0] == ' ' && behind[1] && !strchr("[|", behind[1]) && !is_option(behind + 1);
}

// Shells take two tabs in a row for one.
static const char *field(const char *text) {
    return text && *text ? text : "-";
}

// What the help says of an option; empty where only the usage names it.
static void describe_option(const char *help, const char *name, HelpPart *item) {
    const size_t length = strlen(name);
    for (HelpReader reader = help_reader(help); help_next(&reader, item);)
        if (item->kind == HELP_ITEM && strncmp(item->term, name, length) == 0 &&
            strchr(" ", item->term[length]))
            return;
}

// Options of which one excludes the other stand in one word: --json|--csv.
static void put_options(const Command *command, const char *help, char *word, const char *argument,
                        SeenOptions *seen, FILE *stream) {
    HelpPart item;
    for (char *save, *name = strtok_r(word, "|", &save); name; name = strtok_r(NULL, "|", &save)) {
        if (!is_option(name) || !see(seen, name)) continue;
        describe_option(help, name, &item);
        fprintf(stream, "option\t%s\t%s\t%s\t%s\n", command->name, name, field(argument),
                field(item.prose));
    }
}

// A word of a usage line that is no option; "FILE..." is any number of FILE.
static void put_operand(const Command *command, char *word, FILE *stream) {
    char *dots = strstr(word, "...");
    if (dots) *dots = '\0';
    if (isalpha((unsigned char)*word) && strcmp(word, "harrow") != 0 &&
        strcmp(word, command->name) != 0)
        fprintf(stream, "operand\t%s\t%s\n", command->name, word);
}

// The options and operands that a usage line or the term of an item names.
static void put_words(const Command *command, const char *help, const HelpPart *part,
                      SeenOptions *seen, FILE *stream) {
    const char *at = part->term;
    char word[HELP_TERM_SIZE], argument[HELP_TERM_SIZE];
    for (int depth = 0; help_word(&at, &depth, word);) {
        *argument = '\0';
        if (is_option(word)) {
            if (has_argument(at)) help_word(&at, &depth, argument);
            put_options(command, help, word, argument, seen, stream);
        } else if (part->kind == HELP_USAGE)
            put_operand(command, word, stream);
    }
}

static void put_command(const Command *command, FILE *stream) {
    SeenOptions seen = {.count = 0};
    HelpPart part;
    bool config = false;
    fprintf(stream, "command\t%s\t%s\n", command->name, command->summary);
    if (!command->help) return;
    for (HelpReader reader = help_reader(command->help); help_next(&reader, &part);) {
        if (part.kind == HELP_HEADING) config = strncmp(part.term, "Keys of a config", 16) == 0;
        if (part.kind == HELP_USAGE || (part.kind == HELP_ITEM && is_option(part.term)))
            put_words(command, command->help, &part, &seen, stream);
        else if (part.kind == HELP_ITEM && config)
            fprintf(stream, "config\t%s\t%s\n", part.term, part.prose);
    }
}

static void put_specs(const SpecTable *table, FILE *stream) {
    for (size_t i = 0; table->kind_at(i).name; i++) {
        const SpecKind kind = table->kind_at(i);
        fprintf(stream, "kind\t%s\t%s\t%s\n", table->word, kind.name, kind.summary);
        for (size_t k = 0; k < kind.options.count; k++) {
            const Option *option = &kind.options.options[k];
            fprintf(stream, "key\t%s\t%s\t%s\t%s\t%s\n", table->word, kind.name, option->key,
                    field(option->choices), option->help);
        }
    }
}

const char *completion_shell_at(size_t index) {
    return index < sizeof SHELLS / sizeof *SHELLS ? SHELLS[index].name : NULL;
}

void completion_write(const CommandTable *table, size_t shell, FILE *stream) {
    fprintf(stream,
            "%s# Completes command lines of harrow %s; made by 'harrow help --completion %s'.\n"
            "_harrow_table() {\n    cat <<'END'\n",
            SHELLS[shell].head, table->version, SHELLS[shell].name);
    for (const Command *const *command = table->commands; *command; command++)
        put_command(*command, stream);
    for (const SpecTable *const *specs = table->specs; *specs; specs++) put_specs(*specs, stream);
    fprintf(stream, "END\n}\n\n%s", SHELLS[shell].script);
}
