#include "core/opening_book.h"
#include "core/text_reader.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// ---- Reading ----

static bool add_line(OpeningBook *self, const char *text, size_t length, int64_t number,
                     Status *status) {
    if (self->count == OPENING_BOOK_MAX)
        return status_fail(status, EXIT_INPUT, "more than %d openings", OPENING_BOOK_MAX);
    if ((self->count & (self->count - 1)) == 0) { // full: the room is doubled
        const size_t room = self->count ? 2 * (size_t)self->count : 1;
        BookLine *lines = realloc(self->lines, room * sizeof *lines);
        if (!lines) return status_fail(status, EXIT_RESOURCE, "out of memory");
        self->lines = lines;
    }
    char *line = strndup(text, length);
    if (!line) return status_fail(status, EXIT_RESOURCE, "out of memory");
    self->lines[self->count++] = (BookLine){line, number};
    self->bytes += length;
    return self->bytes <= OPENING_BOOK_BYTES ||
           status_fail(status, EXIT_INPUT, "more than %d MiB of openings",
                       OPENING_BOOK_BYTES >> 20);
}

// What editors of some systems put before a text, and nobody sees.
static bool has_byte_order_mark(const TextReader *reader) {
    static const char MARK[] = "\xef\xbb\xbf";
    return reader->number == 1 && reader->length >= 3 && memcmp(reader->line, MARK, 3) == 0;
}

static bool read_lines(OpeningBook *self, TextReader *reader, Status *status) {
    ReadResult result;
    while ((result = text_reader_next(reader, status)) == READ_LINE) {
        const char *text = reader->line;
        size_t length = reader->length;
        if (has_byte_order_mark(reader))
            return status_fail(status, EXIT_INPUT,
                               "%s: line 1: begins with a byte order mark (EF BB BF, invisible): "
                               "text without one expected",
                               reader->path);
        while (length > 0 && strchr(" \t\r", text[length - 1])) length--;
        while (length > 0 && strchr(" \t", *text)) text++, length--;
        if (length == 0 || *text == '#') continue;
        if (!add_line(self, text, length, reader->number, status)) return false;
    }
    return result == READ_END;
}

static bool read_file(OpeningBook *self, const cJSON *item, Status *status) {
    TextReader reader;
    const char *path = cJSON_GetStringValue(item);
    if (!path) return status_fail(status, EXIT_INPUT, "opening.file: a path expected");
    if (!text_reader_open(&reader, path, status)) return status_prefix(status, "opening.file: ");
    const bool good = read_lines(self, &reader, status);
    text_reader_close(&reader);
    if (!good) return status_prefix(status, "opening.file: ");
    if (!(self->path = strdup(path))) return status_fail(status, EXIT_RESOURCE, "out of memory");
    return self->count > 0 ||
           status_fail(status, EXIT_INPUT, "opening.file: %s: no opening in it", path);
}

static bool read_list(OpeningBook *self, const cJSON *list, Status *status) {
    const cJSON *item;
    if (!cJSON_IsArray(list) || !list->child)
        return status_fail(status, EXIT_INPUT, "opening.list: a list of openings expected");
    cJSON_ArrayForEach(item, list) {
        const char *text = cJSON_GetStringValue(item);
        if (!text || !*text)
            return status_fail(status, EXIT_INPUT, "opening.list[%d]: a position or moves expected",
                               self->count);
        if (!add_line(self, text, strlen(text), self->count, status))
            return status_prefix(status, "opening.list: ");
    }
    return true;
}

static bool read_order(OpeningBook *self, const cJSON *item, Status *status) {
    const char *name = cJSON_GetStringValue(item);
    if (!item) return true;
    self->random = name && strcmp(name, "random") == 0;
    return self->random || (name && strcmp(name, "sequential") == 0) ||
           status_fail(status, EXIT_INPUT, "opening.order: \"sequential\" or \"random\" expected");
}

static bool read_start(OpeningBook *self, const cJSON *item, Status *status) {
    int64_t start = 1;
    if (item && (!json_to_integer(item, &start) || start < 1 || start > self->count))
        return status_fail(status, EXIT_INPUT, "opening.start: a whole number of 1..%d expected",
                           self->count);
    self->start = (int32_t)start - 1;
    return true;
}

// The order of the lines, or a random one (Fisher, Yates).
static bool make_order(OpeningBook *self, int64_t seed, Status *status) {
    Rng rng = rng_init(seed_text(seed_init((uint64_t)seed), "order of openings"));
    self->order = calloc((size_t)self->count, sizeof *self->order);
    if (!self->order) return status_fail(status, EXIT_RESOURCE, "out of memory");
    for (int32_t i = 0; i < self->count; i++) {
        const int32_t other = self->random ? (int32_t)rng_below(&rng, (uint32_t)i + 1) : i;
        self->order[i] = self->order[other];
        self->order[other] = i;
    }
    return true;
}

bool opening_book_read(OpeningBook *self, const cJSON *opening, int64_t seed, Status *status) {
    static const char *const NEEDS_BOOK[] = {"start", "order", "wrap"};
    const cJSON *file = cJSON_GetObjectItemCaseSensitive(opening, "file"),
                *list = cJSON_GetObjectItemCaseSensitive(opening, "list"),
                *wrap = cJSON_GetObjectItemCaseSensitive(opening, "wrap");
    *self = (OpeningBook){0};
    if (file && list)
        return status_fail(status, EXIT_INPUT, "opening: either file or list expected, not both");
    for (size_t i = 0; !file && !list && i < 3; i++)
        if (cJSON_GetObjectItemCaseSensitive(opening, NEEDS_BOOK[i]))
            return status_fail(status, EXIT_INPUT, "opening.%s: needs openings in file or list",
                               NEEDS_BOOK[i]);
    if (!file && !list) return true;
    if (wrap && !cJSON_IsBool(wrap))
        return status_fail(status, EXIT_INPUT, "opening.wrap: true or false expected");
    self->wrap = cJSON_IsTrue(wrap);
    return (file ? read_file(self, file, status) : read_list(self, list, status)) &&
           read_order(self, cJSON_GetObjectItemCaseSensitive(opening, "order"), status) &&
           read_start(self, cJSON_GetObjectItemCaseSensitive(opening, "start"), status) &&
           make_order(self, seed, status);
}

void opening_book_release(OpeningBook *self) {
    for (int32_t i = 0; i < self->count; i++) free(self->lines[i].text);
    free(self->path);
    free(self->lines);
    free(self->order);
    *self = (OpeningBook){0};
}

void opening_book_write(const OpeningBook *self, JsonWriter *json) {
    if (self->count == 0) return;
    json_key(json, "list");
    json_begin_array(json);
    for (int32_t i = 0; i < self->count; i++) json_text(json, self->lines[i].text);
    json_end_array(json);
    json_put_integer(json, "start", self->start + 1);
    json_put_text(json, "order", self->random ? "random" : "sequential");
    json_put_flag(json, "wrap", self->wrap);
}

// ---- Using ----

// Plays moves one by one, adding up the legal plies.
static bool play_moves(Line *line, const char *moves, int64_t *legal_plies, Status *status) {
    for (const char *at = moves; *at;) {
        char name[MOVE_TEXT_SIZE];
        const size_t length = strcspn(at, " ");
        snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1),
                 at);
        *legal_plies += line->variant.game->count_moves(&line->position);
        if (!line_play_text(line, name, status)) return false;
        at += length;
        while (*at == ' ') at++;
    }
    return true;
}

static bool play_line(const char *text, const Position *start, Line *line, int64_t *legal_plies,
                      Status *status) {
    *legal_plies = 0;
    line_restart(line, start);
    if (!strchr(text, '/')) return play_moves(line, text, legal_plies, status);
    Variant variant = line->variant;
    Position position;
    variant.given = UINT64_MAX; // a position of another variant is none of this one's openings
    if (!variant_position(&variant, &position, text, status)) return false;
    line_restart(line, &position);
    return true;
}

// Where an opening was given, what it is, and the variant in which it failed.
static void prefix_place(const OpeningBook *self, int32_t index, const char *spec, Status *status) {
    const BookLine *line = &self->lines[index];
    status_prefix(status, "'%.40s' in %s: ", line->text, spec);
    if (self->path)
        status_prefix(status, "opening.file: %s: line %" PRId64 ": ", self->path, line->number);
    else
        status_prefix(status, "opening.list[%" PRId64 "]: ", line->number);
}

bool opening_book_check(const OpeningBook *self, const Variant *variant, int32_t most_plies,
                        Status *status) {
    Variant own = *variant;
    Position start;
    Line line;
    char spec[SPEC_MAX_LENGTH];
    bool good = self->count == 0 || variant_position(&own, &start, NULL, status);
    if (self->count == 0 || !good) return good;
    variant_format(&own, spec);
    line_init(&line, &own, &start);
    for (int32_t i = 0; good && i < self->count; i++) {
        int64_t legal_plies;
        good = play_line(self->lines[i].text, &start, &line, &legal_plies, status);
        if (good && line_outcome(&line).result != RESULT_NONE)
            good = status_fail(status, EXIT_INPUT, "the game is over behind it");
        if (good && line.count > most_plies)
            good = status_fail(status, EXIT_INPUT,
                               "%d plies, where ply_limit and random_plies leave %d", line.count,
                               most_plies);
        if (!good) prefix_place(self, i, spec, status);
    }
    line_release(&line);
    return good;
}

// An opening with the key of where it leads.
typedef struct Keyed {
    uint64_t key;
    int32_t number;
} Keyed;

static int compare_keyed(const void *a, const void *b) {
    const Keyed *one = a, *other = b;
    if (one->key != other->key) return (one->key > other->key) - (one->key < other->key);
    return (one->number > other->number) - (one->number < other->number);
}

// Of each run of equal keys all but the first.
static OpeningDuplicates find_duplicates(Keyed *openings, int32_t count) {
    OpeningDuplicates found = {.second = INT32_MAX};
    qsort(openings, (size_t)count, sizeof *openings, compare_keyed);
    for (int32_t i = 1; i < count; i++) {
        if (openings[i].key != openings[i - 1].key) continue;
        found.count++;
        if (openings[i].number >= found.second) continue;
        found.second = openings[i].number;
        int32_t first = i - 1;
        while (first > 0 && openings[first - 1].key == openings[i].key) first--;
        found.first = openings[first].number;
    }
    return found;
}

bool opening_book_duplicates(const OpeningBook *self, const Variant *variant,
                             OpeningDuplicates *found, Status *status) {
    Variant own = *variant;
    Position start;
    Line line;
    *found = (OpeningDuplicates){0};
    if (self->count == 0) return true;
    Keyed *openings = calloc((size_t)self->count, sizeof *openings);
    if (!openings) return status_fail(status, EXIT_RESOURCE, "out of memory");
    bool good = variant_position(&own, &start, NULL, status);
    line_init(&line, &own, &start);
    for (int32_t i = 0; good && i < self->count; i++) {
        int64_t legal_plies;
        good = play_line(self->lines[i].text, &start, &line, &legal_plies, status);
        openings[i] = (Keyed){game_symmetry_key(own.game, &line.position), i};
    }
    if (good) *found = find_duplicates(openings, self->count);
    line_release(&line);
    free(openings);
    return good;
}

bool opening_book_suffices(const OpeningBook *self, int64_t units, Status *status) {
    if (self->count == 0 || self->wrap || self->start + units <= self->count) return true;
    return status_fail(status, EXIT_INPUT,
                       "opening: %" PRId64
                       " openings are needed, but only %d from number %d on are "
                       "there; \"wrap\": true begins anew",
                       units, self->count - self->start, self->start + 1);
}

bool opening_book_play(const OpeningBook *self, int64_t unit, const Position *start, Line *line,
                       int64_t *legal_plies, Status *status) {
    if (self->count == 0) {
        *legal_plies = 0;
        line_restart(line, start);
        return true;
    }
    const int32_t place = self->order[(self->start + unit) % self->count];
    return play_line(self->lines[place].text, start, line, legal_plies, status);
}
