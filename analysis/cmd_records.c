#include "analysis/cell_label.h"
#include "analysis/commands.h"
#include "analysis/csv.h"
#include "analysis/record_filter.h"
#include "analysis/text_table.h"
#include "core/frame.h"
#include "core/member.h"
#include "core/text_reader.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef enum RecordForm { FORM_TABLE, FORM_CSV, FORM_JSONL, FORM_MOVES } RecordForm;

typedef struct RecordQuery {
    RecordForm form;
    RecordFilter filter;
    int64_t cell; // −1: all
    int64_t head; // games to print at most
    int64_t printed;
    int64_t last_id; // of the games of the file that was read so far
    int64_t lines;   // of that file, the one that comes next
    bool lost;       // something of some file could not be read
    bool journal;    // the file is a run's, whose journal has what is not in a whole member
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
static void take_record(RecordQuery *self, const Record *record) {
    self->last_id = record->id;
    if (is_done(self) || (self->cell >= 0 && record->cell != self->cell) ||
        !record_filter_holds(&self->filter, record))
        return;
    print_record(self, record);
    self->printed++;
}

static bool take_line(RecordQuery *self, const char *line, size_t length, Status *status) {
    Record record;
    cJSON *tree = json_parse(line, length, status);
    const bool good = tree && record_read(&record, tree, status);
    if (good) take_record(self, &record);
    cJSON_Delete(tree);
    return good;
}

static void tell_loss(RecordQuery *self, const char *path, const char *what) {
    fflush(stdout);
    fprintf(stderr, "harrow: %s: %s\n", path, what);
    self->lost = true;
}

// A line that is no record is told, and the others are listed the same.
static void take_or_tell(RecordQuery *self, const char *path, int64_t number, const char *line,
                         size_t length) {
    Status status;
    if (take_line(self, line, length, &status)) return;
    status_prefix(&status, "line %" PRId64 ": ", number);
    tell_loss(self, path, status.message);
}

// The whole lines of a member; the last one of a member that is cut is none.
static void take_member(RecordQuery *self, const char *path, const MemberText *text) {
    const char *end = text->bytes + text->size;
    for (const char *line = text->bytes, *next;
         line < end && (next = memchr(line, '\n', (size_t)(end - line))); line = next + 1)
        take_or_tell(self, path, self->lines++, line, (size_t)(next - line));
}

// Goes on behind a damaged member, and tells what that cost.
static bool pass_damage(RecordQuery *self, MemberReader *reader, MemberText *text,
                        MemberResult *result, Status *status) {
    char what[STATUS_MESSAGE_SIZE], lost[STATUS_MESSAGE_SIZE];
    const int64_t from = reader->whole, before = self->last_id;
    int64_t to = from;
    if (status->code == EXIT_RESOURCE) return status_prefix(status, "%s: ", reader->path);
    memcpy(what, status->message, sizeof what);
    do {
        if (!member_reader_resume(reader)) {
            snprintf(lost, sizeof lost, "%.200s; no whole game is behind that", what);
            tell_loss(self, reader->path, lost);
            *result = MEMBER_END;
            return true;
        }
        to = reader->whole;
        *result = member_reader_next(reader, text, status);
    } while (*result == MEMBER_DAMAGED);
    snprintf(lost, sizeof lost,
             "%.200s; bytes %" PRId64 "..%" PRId64 " are lost, with games behind id %" PRId64, what,
             from, to - 1, before);
    tell_loss(self, reader->path, lost);
    return true;
}

static bool read_members(RecordQuery *self, MemberReader *reader, MemberText *text,
                         Status *status) {
    while (!is_done(self)) {
        MemberResult result = member_reader_next(reader, text, status);
        if (result == MEMBER_DAMAGED && !pass_damage(self, reader, text, &result, status))
            return false;
        if (result == MEMBER_END) return true;
        take_member(self, reader->path, text);
        if (result == MEMBER_CUT && !self->journal) {
            char what[STATUS_MESSAGE_SIZE];
            snprintf(what, sizeof what,
                     "ends within a gzip member, behind id %" PRId64 "; what follows is lost",
                     self->last_id);
            tell_loss(self, reader->path, what);
        }
        if (result == MEMBER_CUT) return true; // the journal has what follows
    }
    return true;
}

static bool read_gzip(RecordQuery *self, const char *path, Status *status) {
    MemberText text = {0};
    MemberReader *reader = malloc(sizeof *reader);
    if (!reader) return status_fail(status, EXIT_RESOURCE, "out of memory");
    bool good = member_reader_open(reader, path, status);
    if (good) {
        good = read_members(self, reader, &text, status);
        member_reader_close(reader);
    }
    member_release(&text);
    free(reader);
    return good;
}

// The games of a journal behind an id; its head, the first line, says how many there are in all.
static void take_journal(RecordQuery *self, const char *path, const MemberText *journal) {
    const char *end = journal->bytes + journal->size;
    const int64_t behind = self->last_id;
    int64_t lost = 0;
    for (const char *line = journal->bytes; line < end && !is_done(self);) {
        Record record;
        Status ignored;
        size_t size;
        const char *next = memchr(line, '\n', (size_t)(end - line));
        const size_t length = (size_t)((next ? next : end) - line);
        const char *object = frame_open("record", line, length, &size);
        cJSON *tree = object ? json_parse(object, size, &ignored) : NULL;
        if (tree && record_read(&record, tree, &ignored)) {
            if (record.id > behind) take_record(self, &record);
        } else if (!frame_open("head", line, length, &size))
            lost++;
        cJSON_Delete(tree);
        line += length + 1;
    }
    char what[STATUS_MESSAGE_SIZE];
    snprintf(what, sizeof what, "%" PRId64 " damaged lines; their games are lost", lost);
    if (lost > 0) tell_loss(self, path, what);
}

static bool read_lines(RecordQuery *self, const char *path, Status *status) {
    TextReader reader;
    ReadResult result = READ_END;
    if (!text_reader_open(&reader, path, status)) return false;
    while (!is_done(self) && (result = text_reader_next(&reader, status)) == READ_LINE)
        take_or_tell(self, reader.path, reader.number, reader.line, reader.length);
    text_reader_close(&reader);
    return is_done(self) || result == READ_END;
}

// A text file whole; no file is an empty one.
static bool load(MemberText *text, const char *path, Status *status) {
    char line[1 << 16];
    FILE *file = fopen(path, "r");
    bool good = true;
    for (size_t size; file && good && (size = fread(line, 1, sizeof line, file)) > 0;)
        good = member_add(text, line, size) || status_fail(status, EXIT_RESOURCE, "out of memory");
    if (good && file && ferror(file))
        good = status_fail(status, EXIT_RESOURCE, "%s: unreadable", path);
    if (file) fclose(file);
    return good;
}

static bool is_gzip(const char *path) {
    unsigned char head[2] = {0};
    FILE *file = fopen(path, "rb");
    const bool gzip = file && fread(head, 1, 2, file) == 2 && head[0] == 0x1f && head[1] == 0x8b;
    if (file) fclose(file);
    return gzip;
}

static bool read_file(RecordQuery *self, const char *path, Status *status) {
    self->last_id = -1;
    self->lines = 1;
    self->journal = false;
    if (strcmp(path, "-") != 0 && is_gzip(path)) return read_gzip(self, path, status);
    return read_lines(self, path, status);
}

// The games of a run, which may be going on: the journal is read first, since what leaves it has
// its place in the games by then.
static bool read_run(RecordQuery *self, const char *games, const char *journal, Status *status) {
    MemberText text = {0};
    self->journal = access(journal, F_OK) == 0;
    bool good = load(&text, journal, status);
    if (good && access(games, F_OK) == 0) good = read_gzip(self, games, status);
    if (good) take_journal(self, journal, &text);
    member_release(&text);
    return good;
}

static bool read_directory(RecordQuery *self, const char *path, Status *status) {
    char *games = NULL, *journal = NULL;
    self->last_id = -1;
    self->lines = 1;
    bool good = asprintf(&games, "%s/games.jsonl.gz", path) >= 0 &&
                asprintf(&journal, "%s/journal.jsonl", path) >= 0;
    if (!good)
        status_fail(status, EXIT_RESOURCE, "out of memory");
    else if (access(games, F_OK) != 0 && access(journal, F_OK) != 0)
        good = status_fail(status, EXIT_INPUT, "%s: has no games.jsonl.gz", path);
    else
        good = read_run(self, games, journal, status);
    free(games);
    free(journal);
    return good;
}

static bool read_path(RecordQuery *self, const char *path, Status *status) {
    struct stat info;
    if (strcmp(path, "-") != 0 && stat(path, &info) == 0 && S_ISDIR(info.st_mode))
        return read_directory(self, path, status);
    return read_file(self, path, status);
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
        self->form = (RecordForm)code;
        return true;
    }
}

static int print_all(RecordQuery *self, char **paths, Status *status) {
    if (self->form == FORM_CSV) print_csv_head();
    if (self->form == FORM_TABLE) print_table_head();
    for (; *paths && !is_done(self); paths++)
        if (!read_path(self, *paths, status)) return command_fail(status);
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
