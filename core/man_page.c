#include "core/man_page.h"
#include "core/help_text.h"
#include "core/roff.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// A page in the making.
typedef struct ManPage {
    const CommandTable *table;
    const Command *command; // NULL: the page of harrow itself
    const char *front;      // what `harrow help` prints
    FILE *stream;
    char section[HELP_TERM_SIZE]; // the open one
    bool fresh;                   // nothing stands in it yet
    bool verbatim;                // lines are left as they are
} ManPage;

// The first one of a section needs nothing.
static void begin_paragraph(ManPage *self) {
    if (!self->fresh) fputs(".PP\n", self->stream);
    self->fresh = false;
}

// Examples are printed line by line.
static void set_verbatim(ManPage *self, bool verbatim) {
    if (verbatim && !self->verbatim) {
        begin_paragraph(self);
        fputs(".nf\n", self->stream);
    } else if (self->verbatim && !verbatim)
        fputs(".fi\n", self->stream);
    self->verbatim = verbatim;
}

static void open_section(ManPage *self, const char *title) {
    if (strcmp(self->section, title) == 0) return;
    snprintf(self->section, sizeof self->section, "%s", title);
    fputs(".SH ", self->stream);
    roff_text(title, self->stream);
    putc('\n', self->stream);
    self->fresh = true;
}

static void put_paragraph(ManPage *self, const char *text) {
    begin_paragraph(self);
    roff_text(text, self->stream);
    putc('\n', self->stream);
}

static void put_item(ManPage *self, const char *term, const char *text) {
    fputs(".TP\n", self->stream);
    self->fresh = false;
    if (strncmp(term, "--", 2) == 0)
        roff_term(term, self->stream);
    else {
        fputs("\\fB", self->stream);
        roff_code(term, self->stream);
        fputs("\\fR", self->stream);
    }
    putc('\n', self->stream);
    roff_text(text, self->stream);
    putc('\n', self->stream);
}

// "harrow", or "harrow-run" with the hyphen of a command line.
static void put_name(const ManPage *self, const char *hyphen) {
    fputs("harrow", self->stream);
    if (self->command) fprintf(self->stream, "%s%s", hyphen, self->command->name);
}

static void put_head(ManPage *self) {
    fputs(".TH HARROW", self->stream);
    if (self->command) {
        fputs("\\-", self->stream);
        for (const char *c = self->command->name; *c; c++)
            putc(toupper((unsigned char)*c), self->stream);
    }
    // .nh, .ad l: what is to be copied is neither hyphenated nor stretched.
    fprintf(self->stream, " 1 %s \"harrow %s\" \"harrow\"\n.nh\n.ad l\n", self->table->date,
            self->table->version);
    open_section(self, "NAME");
    put_name(self, "\\-");
    fputs(" \\- ", self->stream);
    roff_text(self->command ? self->command->summary : self->table->summary, self->stream);
    putc('\n', self->stream);
}

// The name of the command in bold, then the rest of a usage line, which begins with it.
static void put_usage(ManPage *self, const char *usage) {
    char name[64];
    const int length = snprintf(name, sizeof name, "harrow%s%s", self->command ? " " : "",
                                self->command ? self->command->name : "");
    open_section(self, "SYNOPSIS");
    begin_paragraph(self);
    fprintf(self->stream, "\\fB%s\\fR", name);
    if (strncmp(usage, name, (size_t)length) == 0) roff_term(usage + length, self->stream);
    putc('\n', self->stream);
}

static void put_example(ManPage *self, const char *line) {
    open_section(self, "EXAMPLES");
    set_verbatim(self, true);
    roff_code(line, self->stream);
    putc('\n', self->stream);
}

// A heading is a section of its own, named by what stands before its parentheses.
static void put_heading(ManPage *self, const char *heading) {
    char title[HELP_TERM_SIZE];
    const size_t length = strcspn(heading, "(");
    snprintf(title, sizeof title, "%.*s", (int)length, heading);
    for (char *c = title; *c; c++) *c = (char)toupper((unsigned char)*c);
    if (length > 0 && heading[length] && title[length - 1] == ' ') title[length - 1] = '\0';
    open_section(self, title);
    if (heading[length]) put_paragraph(self, heading + length);
}

// Prose is of the description until there are options; behind them it is notes, unless it leads to
// further options.
static void put_prose(ManPage *self, const HelpPart *part, HelpReader ahead) {
    HelpPart next;
    const bool introduces = help_next(&ahead, &next) && strncmp(next.term, "--", 2) == 0;
    if (strcmp(self->section, "SYNOPSIS") == 0) open_section(self, "DESCRIPTION");
    if (strcmp(self->section, "DESCRIPTION") != 0)
        open_section(self, introduces ? "OPTIONS" : "NOTES");
    put_paragraph(self, part->prose);
}

static void put_help_item(ManPage *self, const HelpPart *part) {
    const bool early = strcmp(self->section, "SYNOPSIS") == 0 ||
                       strcmp(self->section, "DESCRIPTION") == 0 ||
                       strcmp(self->section, "NOTES") == 0;
    if (early && strncmp(part->term, "--", 2) == 0) open_section(self, "OPTIONS");
    put_item(self, part->term, part->prose);
}

static void put_exit(ManPage *self, const HelpPart *part) {
    open_section(self, "EXIT STATUS");
    put_paragraph(self, part->prose);
}

// All parts of a help text but what it says of exit codes, which *exit gets where it is there.
static void put_help(ManPage *self, const char *help, HelpPart *exit) {
    HelpPart part;
    for (HelpReader reader = help_reader(help); help_next(&reader, &part);) {
        if (part.kind != HELP_EXAMPLE) set_verbatim(self, false);
        if (part.kind == HELP_USAGE)
            put_usage(self, part.term);
        else if (part.kind == HELP_PROSE)
            put_prose(self, &part, reader);
        else if (part.kind == HELP_HEADING)
            put_heading(self, part.term);
        else if (part.kind == HELP_ITEM)
            put_help_item(self, &part);
        else if (part.kind == HELP_EXAMPLE)
            put_example(self, part.term);
        else
            *exit = part;
    }
    set_verbatim(self, false);
}

// What a key may be and what it does, as one text.
static void put_key(ManPage *self, const Option *option) {
    char range[160], text[HELP_PROSE_SIZE];
    option_describe(option, range, sizeof range);
    snprintf(text, sizeof text, "%s (%s)", option->help, range);
    put_item(self, option->key, text);
}

static void put_kind(ManPage *self, const SpecTable *specs, size_t index) {
    const SpecKind kind = specs->kind_at(index);
    char term[SPEC_NOTE_SIZE], text[SPEC_MAX_LENGTH];
    fprintf(self->stream, ".SS %s\n", kind.name);
    roff_text(kind.summary, self->stream);
    putc('\n', self->stream);
    for (size_t i = 0; i < kind.options.count; i++) put_key(self, &kind.options.options[i]);
    for (size_t i = 0; specs->note_at && specs->note_at(index, i, term, text); i++)
        put_item(self, term, text);
}

// The kinds of a spec, on the page of the command that lists them.
static void put_kinds(ManPage *self, const SpecTable *specs) {
    if (!self->command || strcmp(self->command->name, specs->command) != 0) return;
    if (!self->command->help) {
        open_section(self, "DESCRIPTION");
        put_paragraph(self, specs->form);
    }
    put_heading(self, specs->command);
    for (size_t i = 0; specs->kind_at(i).name; i++) put_kind(self, specs, i);
}

// Whether a help text names a command, as in 'harrow records'.
static bool names_command(const char *help, const char *name) {
    char quoted[64];
    const size_t length = (size_t)snprintf(quoted, sizeof quoted, "'harrow %s", name);
    for (const char *at = strstr(help, quoted); at; at = strstr(at + 1, quoted))
        if (!isalpha((unsigned char)at[length])) return true;
    return false;
}

// The front page leads to all others; these to it, and to those that they name.
static bool leads_to(const ManPage *self, const Command *other) {
    if (!self->command) return true;
    return other != self->command && self->command->help &&
           names_command(self->command->help, other->name);
}

static void put_see_also(ManPage *self) {
    const char *separator = "";
    open_section(self, "SEE ALSO");
    if (self->command) {
        fputs("\\fBharrow\\fR(1)", self->stream);
        separator = ",\n";
    }
    for (const Command *const *other = self->table->commands; *other; other++) {
        if (!leads_to(self, *other)) continue;
        fprintf(self->stream, "%s\\fBharrow\\-%s\\fR(1)", separator, (*other)->name);
        separator = ",\n";
    }
    putc('\n', self->stream);
}

static void put_page(ManPage *self) {
    HelpPart exit = {.kind = HELP_END};
    put_head(self);
    if (!self->command)
        put_help(self, self->front, &exit);
    else if (self->command->help)
        put_help(self, self->command->help, &exit);
    else
        put_usage(self, "");
    for (const SpecTable *const *specs = self->table->specs; *specs; specs++)
        put_kinds(self, *specs);
    HelpReader reader = help_reader(self->front);
    while (exit.kind != HELP_EXIT && help_next(&reader, &exit)) {
    }
    put_exit(self, &exit);
    put_see_also(self);
}

bool man_page_write(const CommandTable *table, const Command *command, FILE *stream,
                    Status *status) {
    char *front = NULL;
    size_t size;
    FILE *text = open_memstream(&front, &size);
    if (text) command_table_print(table, text);
    if (!text || fclose(text) != 0) {
        free(front);
        return status_fail(status, EXIT_RESOURCE, "out of memory");
    }
    ManPage page = {.table = table, .command = command, .front = front, .stream = stream};
    put_page(&page);
    free(front);
    return true;
}
