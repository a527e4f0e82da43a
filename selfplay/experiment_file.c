#include "selfplay/experiment_file.h"
#include "search/player.h"
#include "selfplay/store.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// A relative path is meant from the config's folder, also in --set.
static bool resolve_opening_file(cJSON *config, const char *path, Status *status) {
    const cJSON *opening = cJSON_GetObjectItemCaseSensitive(config, "opening");
    cJSON *item = cJSON_GetObjectItemCaseSensitive(opening, "file");
    const char *name = cJSON_GetStringValue(item), *slash = strrchr(path, '/');
    char *resolved;
    if (!name || *name == '/' || !slash) return true;
    if (asprintf(&resolved, "%.*s/%s", (int)(slash - path), path, name) < 0)
        return status_fail(status, EXIT_RESOURCE, "out of memory");
    const bool set = cJSON_SetValuestring(item, resolved) != NULL;
    free(resolved);
    return set || status_fail(status, EXIT_RESOURCE, "out of memory");
}

bool experiment_file_is_directory(const char *path) {
    struct stat facts;
    return stat(path, &facts) == 0 && S_ISDIR(facts.st_mode);
}

// The config that a run's directory was made from, and the part of its games.
static cJSON *read_directory_config(const char *directory, Part *part, Status *status) {
    char *path = NULL;
    if (asprintf(&path, "%s/" STORE_EXPERIMENT, directory) < 0) {
        status_fail(status, EXIT_RESOURCE, "out of memory");
        return NULL;
    }
    cJSON *tree = NULL;
    if (access(path, F_OK) == 0)
        tree = json_read_own(path, status);
    else
        status_fail(status, EXIT_INPUT, "%s: a directory without " STORE_EXPERIMENT, directory);
    cJSON *config = cJSON_DetachItemFromObjectCaseSensitive(tree, "experiment");
    if (tree && !config) status_fail(status, EXIT_INPUT, "%s: no experiment in it", path);
    if (config && !part_read(part, cJSON_GetObjectItemCaseSensitive(tree, "part"), status)) {
        status_prefix(status, "%s: ", path);
        cJSON_Delete(config);
        config = NULL;
    }
    cJSON_Delete(tree);
    free(path);
    return config;
}

bool experiment_file_read(Experiment *self, const char *path, const char *const sets[],
                          int set_count, const char *shard, Status *status) {
    Part part = {0};
    cJSON *config = experiment_file_is_directory(path) ? read_directory_config(path, &part, status)
                                                       : json_read(path, status);
    bool good = config != NULL;
    memset(self, 0, sizeof *self);
    for (int i = 0; good && i < set_count; i++) good = config_set(config, sets[i], status);
    if (good) good = resolve_opening_file(config, path, status);
    if (good && !experiment_init(self, config, player_read, status))
        good = status_prefix(status, "%s: ", path);
    if (good && shard) {
        part_release(&part);
        good = part_parse(&part, shard, status) || status_prefix(status, "--shard ");
    }
    self->part = part;
    cJSON_Delete(config);
    return good;
}
