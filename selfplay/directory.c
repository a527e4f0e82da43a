#include "selfplay/directory.h"
#include "core/text_stream.h"
#include "selfplay/restore.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// experiment.json as read back.
typedef struct Directory {
    cJSON *tree;
    int64_t games_per_cell;
    Part part;
    Stage stage;
} Directory;

static bool write_experiment(const Experiment *experiment, Stage stage, FILE *stream,
                             Status *status) {
    char hash[17];
    JsonWriter json = json_writer(stream, true);
    if (!experiment_hash(experiment, hash, status)) return false;
    json_begin_object(&json);
    json_put_integer(&json, "format", 1);
    json_put_text(&json, "hash", hash);
    json_put_integer(&json, "behaviour_version", BEHAVIOUR_VERSION);
    json_put_flag(&json, "reproducible", experiment->reproducible);
    json_put_text(&json, "zlib", zlibVersion());
    json_put_integer(&json, "zlib_level", experiment->compression);
    json_put_flag(&json, "complete", stage.complete);
    if (stage.kept > 0) json_put_integer(&json, "previous_games_per_cell", stage.kept);
    if (part_is_split(&experiment->part)) {
        json_key(&json, "part");
        part_write(&experiment->part, &json);
    }
    json_key(&json, "experiment");
    experiment_write(experiment, &json);
    json_end_object(&json);
    fputc('\n', stream);
    return true;
}

// What experiment.json is to say; text->text is the caller's to free.
static bool experiment_text(const Experiment *experiment, Stage stage, TextStream *text,
                            Status *status) {
    if (!text_stream_open(text, status)) return false;
    const bool written = write_experiment(experiment, stage, text->stream, status);
    const bool closed = text_stream_close(text, status);
    if (written && closed) return true;
    free(text->text);
    return false;
}

static bool save_experiment(const Store *store, const Experiment *experiment, Stage stage,
                            Status *status) {
    TextStream text;
    if (!experiment_text(experiment, stage, &text, status)) return false;
    const bool saved = store_replace(store, STORE_EXPERIMENT, text.text, text.size, status);
    free(text.text);
    return saved;
}

// A whole number of a range, or the message that names its key.
static bool read_number(const cJSON *object, const char *key, int64_t low, int64_t high,
                        const char *path, int64_t *value, Status *status) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    if (json_to_integer(item, value) && *value >= low && *value <= high) return true;
    return status_fail(status, EXIT_INPUT,
                       "%s: %s: a whole number of %" PRId64 "..%" PRId64 " expected", path, key,
                       low, high);
}

static bool read_part(Directory *self, const char *path, Status *status) {
    return part_read(&self->part, cJSON_GetObjectItemCaseSensitive(self->tree, "part"), status) ||
           status_prefix(status, "%s: ", path);
}

static bool read_tree(Directory *self, const char *path, Status *status) {
    const cJSON *experiment = cJSON_GetObjectItemCaseSensitive(self->tree, "experiment");
    self->stage =
        (Stage){.complete = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(self->tree, "complete"))};
    return read_part(self, path, status) &&
           read_number(experiment, "games_per_cell", 1, INT64_C(1) << 53, path,
                       &self->games_per_cell, status) &&
           (!cJSON_GetObjectItemCaseSensitive(self->tree, "previous_games_per_cell") ||
            read_number(self->tree, "previous_games_per_cell", 1, self->games_per_cell - 1, path,
                        &self->stage.kept, status));
}

static bool read_directory(Directory *self, const char *directory, Status *status) {
    char *path = NULL;
    *self = (Directory){0};
    if (asprintf(&path, "%s/" STORE_EXPERIMENT, directory) < 0)
        return status_fail(status, EXIT_RESOURCE, "out of memory");
    self->tree = json_read_own(path, status);
    const bool good = self->tree && read_tree(self, path, status);
    free(path);
    return good;
}

// Two experiments that are compared, for what is said of a difference.
typedef struct Comparison {
    const char *path;  // the directory of one
    const char *other; // where the other one is, and what is expected
} Comparison;

// The present experiment as JSON, to be compared key by key.
static cJSON *experiment_tree(const Experiment *experiment, Status *status) {
    TextStream text;
    if (!experiment_text(experiment, (Stage){0}, &text, status)) return NULL;
    cJSON *tree = json_parse(text.text, text.size, status);
    free(text.text);
    return tree;
}

static bool say_difference(const Comparison *self, const cJSON *theirs, const cJSON *ours,
                           const char *key, Status *status) {
    char *there = theirs ? json_line(theirs) : NULL;
    char *here = ours ? json_line(ours) : NULL;
    status_fail(status, EXIT_INPUT, "%s: holds another experiment: %s is %.120s there, %.120s %s",
                self->path, key, there ? there : "missing", here ? here : "missing", self->other);
    free(there);
    free(here);
    return false;
}

// Players are numbered in the order in which they stand.
static bool has_same_order(const cJSON *theirs, const cJSON *ours) {
    const cJSON *there = theirs ? theirs->child : NULL, *here = ours ? ours->child : NULL;
    while (there && here && there->string && here->string &&
           strcmp(there->string, here->string) == 0) {
        there = there->next;
        here = here->next;
    }
    return !(there && here && there->string && here->string);
}

// Finds the first of some keys whose value differs.
static bool compare_keys(const Comparison *self, const char *const keys[], const cJSON *theirs,
                         const cJSON *ours, Status *status) {
    for (int i = 0; keys[i]; i++) {
        const cJSON *there = cJSON_GetObjectItemCaseSensitive(theirs, keys[i]);
        const cJSON *here = cJSON_GetObjectItemCaseSensitive(ours, keys[i]);
        if ((there || here) && (!cJSON_Compare(there, here, true) ||
                                (strcmp(keys[i], "players") == 0 && !has_same_order(there, here))))
            return say_difference(self, there, here, keys[i], status);
    }
    return true;
}

// All of the experiment must be the same, but for name and games_per_cell. With another rule to
// stop other games would be there, though it is not in the hash.
static bool check_same(const Comparison *self, const cJSON *theirs, const cJSON *ours,
                       Status *status) {
    static const char *const INSIDE[] = {
        "seed", "games",  "players",     "pairing", "opening",       "ply_limit", "resign",
        "draw", "window", "compression", "stop",    "allow_repeats", "values",    NULL};
    static const char *const TOP[] = {"format", "behaviour_version", "hash", NULL};
    return compare_keys(self, INSIDE, cJSON_GetObjectItemCaseSensitive(theirs, "experiment"),
                        cJSON_GetObjectItemCaseSensitive(ours, "experiment"), status) &&
           compare_keys(self, TOP, theirs, ours, status);
}

static void tell_of_zlib(const Store *store, const cJSON *tree) {
    const char *zlib = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(tree, "zlib"));
    if (zlib && strcmp(zlib, zlibVersion()) != 0)
        fprintf(stderr,
                "harrow: %s: was begun with zlib %s, this is %s: the same records, but perhaps not "
                "the same compressed bytes\n",
                store->path, zlib, zlibVersion());
}

// The same shards must be there.
static bool check_part(const Store *store, const Experiment *experiment, const Part *there,
                       Status *status) {
    char theirs[64], ours[64];
    part_format(there, theirs);
    part_format(&experiment->part, ours);
    return part_equals(there, &experiment->part) ||
           status_fail(status, EXIT_INPUT,
                       "%s: is for %s of the experiment, not for %s; another --out expected",
                       store->path, theirs, ours);
}

// Reads the smaller experiment whole, with all checks.
static bool check_complete(Store *store, const Experiment *experiment, Interrupt *interrupt,
                           Status *status) {
    Writer writer;
    Restored restored = {0};
    const bool good = writer_init(&writer, experiment, store, status) &&
                      restore_read(&restored, &writer, interrupt, status);
    const bool complete = good && writer_is_complete(&writer);
    if (good && !complete)
        status_fail(status, EXIT_INPUT,
                    "%s: %" PRId64 " of its %" PRId64
                    " games are there; finish it with games_per_cell %" PRId64
                    " before --extend raises that",
                    store->path, writer.written + restored.count, experiment_games(experiment),
                    experiment->games_per_cell);
    restore_release(&restored);
    writer_release(&writer);
    return complete;
}

// The order matters: whatever moment a crash picks, mend_previous or the next --extend goes on. A
// session that was killed may have left games that only the journal has on disk.
static bool extend_to(Store *store, const Experiment *experiment, int64_t kept,
                      Interrupt *interrupt, Status *status) {
    Experiment smaller = *experiment;
    smaller.games_per_cell = kept;
    return check_complete(store, &smaller, interrupt, status) &&
           store_sync(store, STORE_GAMES, status) && store_remove(store, STORE_STATS, status) &&
           store_remove(store, STORE_JOURNAL, status) &&
           store_rename(store, STORE_GAMES, STORE_PREVIOUS, status) &&
           save_experiment(store, experiment, (Stage){.kept = kept}, status);
}

static bool check_games_per_cell(Store *store, const Experiment *experiment, bool extend,
                                 Interrupt *interrupt, Directory *directory, Status *status) {
    const int64_t there = directory->games_per_cell, here = experiment->games_per_cell;
    if (there == here) return true;
    if (part_is_split(&experiment->part))
        return status_fail(status, EXIT_INPUT,
                           "%s: games_per_cell is %" PRId64 " there, %" PRId64
                           " in the config, and other games would be its share",
                           store->path, there, here);
    if (extend && here > there && directory->stage.kept == 0) {
        directory->stage = (Stage){.kept = there}; // complete it was, but not as what it becomes
        return extend_to(store, experiment, there, interrupt, status);
    }
    return status_fail(status, EXIT_INPUT,
                       "%s: games_per_cell is %" PRId64 " there, %" PRId64 " in the config%s",
                       store->path, there, here,
                       directory->stage.kept > 0 ? "; finish that extension first"
                       : here > there            ? "; --extend raises it"
                                                 : "; it cannot be lowered");
}

// Mends what a crash between two steps of an extension or of its end left.
static bool mend_previous(const Store *store, int64_t kept, Status *status) {
    if (kept > 0 || !store_has(store, STORE_PREVIOUS)) return true;
    if (store_has(store, STORE_GAMES)) return store_remove(store, STORE_PREVIOUS, status);
    return store_rename(store, STORE_PREVIOUS, STORE_GAMES, status);
}

static void release_directory(Directory *self) {
    cJSON_Delete(self->tree);
    part_release(&self->part);
}

// What is safe, behind what was wrong with experiment.json.
static bool refuse_damaged(const Store *store, Status *status) {
    if (!store_has(store, STORE_GAMES)) return false;
    const Status why = *status;
    return status_fail(status, why.code,
                       "%s; the games are safe: 'harrow records %s/" STORE_GAMES "'", why.message,
                       store->path);
}

bool directory_enter(Store *store, const Experiment *experiment, bool extend, Interrupt *interrupt,
                     Stage *stage, Status *status) {
    const Comparison comparison = {store->path, "in the config; another --out expected"};
    Directory directory = {0};
    *stage = (Stage){0};
    if (!store_has(store, STORE_EXPERIMENT))
        return save_experiment(store, experiment, *stage, status);
    cJSON *ours = experiment_tree(experiment, status);
    bool good =
        ours &&
        (read_directory(&directory, store->path, status) || refuse_damaged(store, status)) &&
        check_same(&comparison, directory.tree, ours, status);
    if (good) tell_of_zlib(store, directory.tree);
    good = good && check_part(store, experiment, &directory.part, status) &&
           mend_previous(store, directory.stage.kept, status) &&
           check_games_per_cell(store, experiment, extend, interrupt, &directory, status);
    *stage = directory.stage;
    release_directory(&directory);
    cJSON_Delete(ours);
    return good;
}

bool directory_inspect(const char *path, const Experiment *experiment, const char *other,
                       Part *part, Stage *stage, Status *status) {
    static const char *const REST[] = {"name", "games_per_cell", NULL};
    const Comparison comparison = {path, other};
    Directory directory;
    cJSON *ours = experiment_tree(experiment, status);
    const bool good = read_directory(&directory, path, status) && ours &&
                      check_same(&comparison, directory.tree, ours, status) &&
                      compare_keys(&comparison, REST,
                                   cJSON_GetObjectItemCaseSensitive(directory.tree, "experiment"),
                                   cJSON_GetObjectItemCaseSensitive(ours, "experiment"), status);
    *part = directory.part;
    *stage = directory.stage;
    cJSON_Delete(directory.tree);
    cJSON_Delete(ours);
    return good;
}

bool directory_clear(const Store *store, const Experiment *experiment, Status *status) {
    return store_remove(store, STORE_STATS, status) && store_remove(store, STORE_JOURNAL, status) &&
           store_remove(store, STORE_GAMES, status) &&
           save_experiment(store, experiment, (Stage){0}, status);
}

bool directory_complete(const Store *store, const Experiment *experiment, Status *status) {
    return save_experiment(store, experiment, (Stage){.complete = true}, status) &&
           store_remove(store, STORE_PREVIOUS, status) &&
           store_remove(store, STORE_JOURNAL, status);
}

// The processor's name, as the kernel tells it.
static void read_processor(char *name, size_t size) {
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r");
    snprintf(name, size, "unknown");
    while (file && fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !colon) continue;
        snprintf(name, size, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
        break;
    }
    if (file) fclose(file);
}

static void write_log_text(JsonWriter *json, const char *key, const char *value) {
    json_key(json, key);
    json_text(json, value);
}

void directory_log(const Store *store, const Experiment *experiment, int threads, const Crew *crew,
                   const char *event) {
    char host[64] = "", processor[128], moment[32];
    TextStream text;
    Status ignored;
    const time_t now = time(NULL);
    struct tm utc;
    if (!text_stream_open(&text, &ignored)) return;
    strftime(moment, sizeof moment, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    gethostname(host, sizeof host - 1);
    read_processor(processor, sizeof processor);
    JsonWriter json = json_writer(text.stream, false);
    json_begin_object(&json);
    write_log_text(&json, "event", event);
    write_log_text(&json, "time", moment);
    write_log_text(&json, "host", host);
    write_log_text(&json, "processor", processor);
    json_put_integer(&json, "threads", threads);
    if (crew) crew_write(crew, &json);
    json_put_integer(&json, "games_per_cell", experiment->games_per_cell);
    write_log_text(&json, "compiler", __VERSION__);
#if defined(__AVX2__)
    write_log_text(&json, "instructions", "avx2");
#else
    write_log_text(&json, "instructions", "portable");
#endif
    json_end_object(&json);
    fputc('\n', text.stream);
    if (text_stream_close(&text, &ignored))
        store_append(store, STORE_LOG, text.text, text.size, &ignored);
    free(text.text);
}
