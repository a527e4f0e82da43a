#include "analysis/cell_label.h"
#include "analysis/commands.h"
#include "analysis/csv.h"
#include "analysis/record_filter.h"
#include "analysis/record_source.h"
#include "analysis/text_table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef enum RecordForm { FORM_TABLE, FORM_CSV, FORM_JSONL, FORM_MOVES } RecordForm;

typedef struct RecordQuery {
    RecordForm form;
    RecordFilter filter;
    int64_t cell; // −1: all
    int64_t head; // games to print at most
    int64_t printed;
    bool lost; // something of some file could not be read
} RecordQuery;

static const RecordField CSV_FIELDS[] = {
    FIELD_ID,       FIELD_CELL,        FIELD_PAIR,         FIELD_GAME,   FIELD_FIRST,
    FIELD_SECOND,   FIELD_WINNER,      FIELD_RESULT,       FIELD_END,    FIELD_PLIES,
    FIELD_OPENING,  FIELD_SCORE_FIRST, FIELD_SCORE_SECOND, FIELD_MARGIN, FIELD_RESIGNING,
    FIELD_POSITION, FIELD_MOVES};

enum { CSV_COUNT = sizeof CSV_FIELDS / sizeof *CSV_FIELDS };

// ---- Printing ----

static void print_csv(const Record *record) {
    for (size_t i = 0; i < CSV_COUNT; i++) {
        char room[RECORD_FIELD_TEXT_SIZE];
        const char *text = record_field_text(record, CSV_FIELDS[i], room);
        if (i > 0) putchar(',');
        if (text) csv_text(stdout, text);
    }
    putchar('\n');
}

static void print_csv_head(void) {
    for (size_t i = 0; i < CSV_COUNT; i++)
        printf("%s%s", i > 0 ? "," : "", record_field_name(CSV_FIELDS[i]));
    putchar('\n');
}

static void print_table_head(void) {
    printf("%8s %5s  %-12s %-12s %-7s %-11s %5s %7s  %s\n", "id", "cell", "first", "second",
           "result", "end", "plies", "margin", "game");
}

static void print_table_row(const Record *record) {
    enum { NAME_WIDTH = 12, GAME_WIDTH = 22 };
    char room[RECORD_FIELD_TEXT_SIZE], game[CELL_GAME_TEXT_SIZE];
    const char *margin = record_field_text(record, FIELD_MARGIN, room);
    cell_label_game(&(CellLabel){.game = record->game}, game);
    printf("%8" PRId64 " %5" PRId64 "  ", record->id, record->cell);
    text_print_padded(stdout, record->first, NAME_WIDTH);
    putchar(' ');
    text_print_padded(stdout, record->second, NAME_WIDTH);
    printf(" %-7s %-11s %5d %7s  ", result_name(record->result), end_name(record->end),
           record->plies, margin ? margin : "");
    text_print_cut(stdout, game, GAME_WIDTH);
    putchar('\n');
}

static void print_record(const RecordQuery *self, const Record *record) {
    switch (self->form) {
    case FORM_CSV:
        print_csv(record);
        break;
    case FORM_JSONL:
        record_write(record, stdout);
        break;
    case FORM_MOVES:
        puts(record->moves);
        break;
    case FORM_TABLE:
        print_table_row(record);
        break;
    }
}

// ---- Reading ----

static bool is_done(const RecordQuery *self) {
    return self->printed >= self->head || ferror(stdout);
}

// Prints a record that is asked for.
static bool take_record(void *context, const Record *record, const char *json, size_t size) {
    RecordQuery *self = context;
    (void)json, (void)size;
    if ((self->cell < 0 || record->cell == self->cell) &&
        record_filter_holds(&self->filter, record)) {
        print_record(self, record);
        self->printed++;
    }
    return !is_done(self);
}

static void tell_loss(void *context, const char *path, const char *what) {
    RecordQuery *self = context;
    fflush(stdout);
    fprintf(stderr, "harrow: %s: %s\n", path, what);
    self->lost = true;
}

// ---- The command ----

static bool read_option(RecordQuery *self, int code, Status *status) {
    switch (code) {
    case 'w':
        record_filter_release(&self->filter);
        return record_filter_init(&self->filter, optarg, status) ||
               status_prefix(status, "--where: ");
    case 'c':
        return argument_integer("--cell", optarg, 0, INT64_C(1) << 53, &self->cell, status);
    case 'h':
        return argument_integer("--head", optarg, 0, INT64_C(1) << 53, &self->head, status);
    default:
        if (self->form != FORM_TABLE)
            return status_fail(status, EXIT_INPUT,
                               "records: one of --csv, --jsonl and --moves expected");
        self->form = (RecordForm)code;
        return true;
    }
}

static int print_all(RecordQuery *self, char **paths, Status *status) {
    if (self->form == FORM_CSV) print_csv_head();
    if (self->form == FORM_TABLE) print_table_head();
    const RecordSource source = {self, take_record, tell_loss};
    for (; *paths && !is_done(self); paths++)
        if (!record_source_read(&source, *paths, status)) return command_fail(status);
    return command_finish(self->lost ? EXIT_DIFFERS : EXIT_DONE);
}

static int run(int argc, char **argv) {
    static const struct option LONG[] = {{"where", required_argument, NULL, 'w'},
                                         {"cell", required_argument, NULL, 'c'},
                                         {"head", required_argument, NULL, 'h'},
                                         {"csv", no_argument, NULL, FORM_CSV},
                                         {"jsonl", no_argument, NULL, FORM_JSONL},
                                         {"moves", no_argument, NULL, FORM_MOVES},
                                         {0}};
    RecordQuery query = {.cell = -1, .head = INT64_MAX, .filter = {.root = -1}};
    Status status;
    int result = EXIT_DONE;
    for (int code; !result && (code = getopt_long(argc, argv, "", LONG, NULL)) != -1;)
        if (code == '?') // getopt has told
            result = EXIT_INPUT;
        else if (!read_option(&query, code, &status))
            result = command_fail(&status);
    if (!result && optind == argc) result = command_usage(&CMD_RECORDS, "DIR or FILE expected");
    if (!result) result = print_all(&query, argv + optind, &status);
    record_filter_release(&query.filter);
    return result;
}

const Command CMD_RECORDS = {
    .name = "records",
    .summary = "list the games of a run, or those that are asked for",
    .help =
        "usage: harrow records DIR|FILE... [--where CONDITION] [--cell N] [--head N]\n"
        "                      [--csv | --jsonl | --moves]\n"
        "\n"
        "Lists game records: those of a run (also one under way), or of a file, plain or gzip;\n"
        "'-' is stdin. Of a damaged file all whole games are listed, and what is lost is told.\n"
        "\n"
        "  --where CONDITION  only games such as 'first=uct and result=0-1 and plies>120'\n"
        "  --cell N           only those of this cell\n"
        "  --head N           so many at most\n"
        "  --csv              for R, pandas and spreadsheets, with a line of names\n"
        "  --jsonl            records as they are, one a line\n"
        "  --moves            the moves alone, for 'harrow show --moves' or as openings\n"
        "\n"
        "A condition compares fields with = != < <= > >= or ~ (contains), joined by and, or, not\n"
        "and parentheses; a value with blanks stands in double quotes. Fields: id, cell, pair,\n"
        "game, first, second, winner (empty for none), position, opening, plies, result (1-0,\n"
        "1/2-1/2, 0-1, * = unfinished), end, score_first, score_second, margin, resigning (who "
        "would\n"
        "have, in a game played out), moves. Who lacks a field, such as pair, fulfils no "
        "comparison\n"
        "with it.\n"
        "\n"
        "Examples:\n"
        "  harrow records runs/agros-balance --where 'plies<30 or end=ply-limit'\n"
        "  harrow records runs/agros-balance --csv > games.csv\n"
        "\n"
        "Exit 1: something was lost.\n",
    .run = run,
};
