#include "selfplay/restore.h"
#include "selfplay/journal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool refuse_shard(const Experiment *experiment, int64_t id, Status *status) {
    const Part *part = &experiment->part;
    char held[64];
    part_format(part, held);
    return status_fail(status, EXIT_INPUT,
                       "id %" PRId64 " belongs to shard %" PRId64 ", and this is %s", id,
                       id / PART_DEAL % part->of + 1, held);
}

// The record must be the one that the experiment would have written under that id.
static bool check_record(const Experiment *experiment, const Record *record, Status *status) {
    if (record->id >= experiment_games(experiment))
        return status_fail(status, EXIT_INPUT, "id %" PRId64 " is none of this experiment",
                           record->id);
    if (!part_has(&experiment->part, record->id))
        return refuse_shard(experiment, record->id, status);
    const GameNumber game = experiment_game(experiment, record->id);
    const Cell *cell = &experiment->cells[game.cell];
    const int first = cell_first_player(cell, game.number);
    char spec[SPEC_MAX_LENGTH];
    variant_format(&experiment->variants[cell->variant], spec);
    if (record->cell == game.cell && strcmp(record->game, spec) == 0 &&
        strcmp(record->first, experiment->players[cell->players[first]].name) == 0 &&
        strcmp(record->second, experiment->players[cell->players[1 - first]].name) == 0)
        return true;
    return status_fail(status, EXIT_INPUT,
                       "id %" PRId64 ": cell, game or players are not those of the experiment",
                       record->id);
}

bool restore_game(const Experiment *experiment, char *line, size_t size, FinishedGame *game,
                  Status *status) {
    Record record;
    cJSON *tree = json_parse(line, size - 1, status);
    bool good = tree && record_read(&record, tree, status) &&
                check_record(experiment, &record, status) &&
                record_replay(&record, &game->facts, status);
    if (good) {
        game->id = record.id;
        game->text = line;
        game->size = size;
        game->facts.number = experiment_game(experiment, record.id).number;
    } else if (status->code == EXIT_DIFFERS)
        status->code = EXIT_INPUT;
    cJSON_Delete(tree);
    return good;
}

static bool restore_member(Writer *writer, const MemberText *text, Status *status) {
    const Part *part = &writer->experiment->part;
    const int64_t total = experiment_part_games(writer->experiment);
    char *end = text->bytes + text->size;
    if (writer->next == total)
        return status_fail(status, EXIT_INPUT, "a member behind the last game");
    for (char *line = text->bytes; line < end;) {
        char *next = (char *)memchr(line, '\n', (size_t)(end - line));
        FinishedGame game;
        if (!next) return status_fail(status, EXIT_INPUT, "a line without its end");
        next++;
        if (!restore_game(writer->experiment, line, (size_t)(next - line), &game, status))
            return false;
        if (part_place(part, game.id) != writer->next)
            return status_fail(status, EXIT_INPUT, "id %" PRId64 " where %" PRId64 " is expected",
                               game.id, part_id(part, writer->next));
        if (!writer_count(writer, game.id, &game.facts, status)) return false;
        line = next;
    }
    if (text->lines > MEMBER_GAMES || (text->lines < MEMBER_GAMES && writer->next != total))
        return status_fail(status, EXIT_INPUT, "a member of %d lines where %d are expected",
                           text->lines, MEMBER_GAMES);
    writer->written += text->lines;
    writer->members++;
    return true;
}

static bool say_what_is_safe(const Writer *writer, const MemberReader *reader, Status *status) {
    char where[STATUS_MESSAGE_SIZE];
    if (status->code == EXIT_RESOURCE) return status_prefix(status, "%.200s: ", reader->path);
    memcpy(where, status->message, sizeof where);
    return status_fail(status, EXIT_INPUT,
                       "%s: %.200s; the %" PRId64 " games before are safe: 'truncate -s %" PRId64
                       " %s' keeps them, and running again plays the others",
                       reader->path, where, writer->written, reader->whole, reader->path);
}

static void tell_end(const Writer *writer, const MemberReader *reader, const char *what) {
    fprintf(stderr,
            "harrow: %s: %.200s; the %" PRId64
            " games before are whole, what follows is taken from the journal or played again\n",
            reader->path, what, writer->written);
}

// Reads all whole members; true also when what follows is cut or, behind the bytes that were
// synced, damaged, which is told: a power failure may leave anything there.
static bool read_members(Writer *writer, MemberReader *reader, MemberText *text, int64_t synced,
                         Interrupt *interrupt, Status *status) {
    for (;;) {
        if (interrupt_came(interrupt))
            return status_fail(status, (ExitCode)(128 + interrupt->signal),
                               "%s: interrupted while it was read; nothing was changed, run the "
                               "same command again to go on",
                               reader->path);
        if (writer->reading) progress_read(writer->reading, writer->written);
        const int64_t before = reader->whole;
        switch (member_reader_next(reader, text, status)) {
        case MEMBER_WHOLE:
            if (restore_member(writer, text, status)) break;
            reader->whole = before;
            return say_what_is_safe(writer, reader, status);
        case MEMBER_END:
            return true;
        case MEMBER_CUT:
            tell_end(writer, reader, "ends within a gzip member");
            return true;
        case MEMBER_DAMAGED:
            if (status->code == EXIT_RESOURCE || reader->whole < synced)
                return say_what_is_safe(writer, reader, status);
            tell_end(writer, reader, status->message);
            *status = (Status){.code = EXIT_DONE};
            return true;
        }
    }
}

static bool read_games_file(Writer *writer, int64_t synced, Interrupt *interrupt, Status *status) {
    MemberText text = {0};
    MemberReader *reader = malloc(sizeof *reader);
    char *path = store_path(writer->store, STORE_GAMES);
    bool good = reader && path;
    if (!good)
        status_fail(status, EXIT_RESOURCE, "out of memory");
    else if ((good = member_reader_open(reader, path, status))) {
        good = read_members(writer, reader, &text, synced, interrupt, status);
        writer->store->games_bytes = reader->whole;
        member_reader_close(reader);
    }
    member_release(&text);
    free(path);
    free(reader);
    return good;
}

// Takes a journal's game over unless a member has it already.
static bool take_over(Restored *self, const Writer *writer, JournalGame *line, Status *status) {
    FinishedGame game;
    if (!restore_game(writer->experiment, line->text, line->size, &game, status))
        return status_prefix(status, "%s/" STORE_JOURNAL ": ", writer->store->path);
    if (part_place(&writer->experiment->part, game.id) < writer->next) return true;
    if (self->count > 0 && game.id <= self->games[self->count - 1].id)
        return status_fail(status, EXIT_INPUT, "%s/" STORE_JOURNAL ": id %" PRId64 " out of order",
                           writer->store->path, game.id);
    self->games[self->count++] = game;
    line->text = NULL;
    return true;
}

static void tell_losses(const Writer *writer, const Journal *journal) {
    const char *path = writer->store->path;
    if (journal->members > writer->members)
        fprintf(stderr,
                "harrow: %s/" STORE_GAMES ": %" PRId64 " members were written, only %" PRId64
                " are there: what is missing is played again\n",
                path, journal->members, writer->members);
    if (journal->missing > 0)
        fprintf(stderr,
                "harrow: %s/" STORE_JOURNAL ": %" PRId64
                " lines are missing; their games are played again\n",
                path, journal->missing);
    if (journal->damaged > 0)
        fprintf(stderr,
                "harrow: %s/" STORE_JOURNAL ": %" PRId64
                " damaged lines; their games are played again\n",
                path, journal->damaged);
}

bool restore_read(Restored *self, Writer *writer, Interrupt *interrupt, Status *status) {
    Journal journal = {0};
    *self = (Restored){0};
    writer->store->games_bytes = 0;
    bool good = journal_read(&journal, writer->store, status) &&
                (!store_has(writer->store, STORE_GAMES) ||
                 read_games_file(writer, journal.bytes, interrupt, status));
    if (good) {
        tell_losses(writer, &journal);
        self->games = calloc((size_t)journal.count + 1, sizeof *self->games);
        good = self->games || status_fail(status, EXIT_RESOURCE, "out of memory");
    }
    for (int64_t i = 0; good && i < journal.count; i++)
        good = take_over(self, writer, &journal.games[i], status);
    journal_release(&journal);
    return good;
}

void restore_release(Restored *self) {
    for (int64_t i = 0; i < self->count; i++) free(self->games[i].text);
    free(self->games);
    *self = (Restored){0};
}
