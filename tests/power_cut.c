// What a power failure leaves of the files of a process that power_record.c watched. Nothing is
// taken for saved that was not synced: what was written to a file since its last fsync may be lost,
// be cut, or be zeros; what was made, renamed or removed in a directory since its last fsync may
// not have come, each on its own and independent of what is in the files.
//
//     power_cut RECORD MIXED          lists what there is to try, a line each: CUT WAY
//     power_cut RECORD CUT WAY OUT    makes the directory OUT
//
// CUT is how many operations of RECORD/log were done, upon RECORD/before, which is safe. WAY is one
// of WAYS below or mixedN, where chance decides for each change by itself. Ways and cuts that leave
// nothing new are left out of the list, which has MIXED mixed ways.
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST = 64, BLOCK = 4096 };

typedef struct Bytes {
    char *bytes;
    size_t size;
} Bytes;

// A file or a directory, whatever it is called.
typedef struct Node {
    bool directory;
    Bytes synced;
    Bytes now;
} Node;

typedef struct Entry {
    char *path;
    Node *node;
} Entry;

// All entries of all directories.
typedef struct Tree {
    Entry entries[MOST];
    int count;
} Tree;

// One step from tree to tree: an entry goes, another comes, or both at once.
typedef struct Change {
    char *gone; // NULL: none
    char *came; // NULL: none
    Node *node;
} Change;

typedef struct Disk {
    Tree synced;
    Tree now;
    Change changes[MOST]; // of directories since each one's last sync
    int change_count;
    const char *record;
    Bytes data;
} Disk;

// What is left of the changes of a file.
typedef enum Kept { ALL, NONE, TORN, ZEROS, HOLES, KEPT_COUNT } Kept;

typedef struct Way {
    const char *name;
    bool entries; // changes of directories have come
    Kept kept;
    uint64_t chance; // not 0: decides instead
} Way;

static const Way WAYS[] = {
    {"all", true, ALL, 0},       {"nothing", false, NONE, 0}, {"names", true, NONE, 0},
    {"contents", false, ALL, 0}, {"torn", true, TORN, 0},     {"zeros", true, ZEROS, 0},
    {"holes", true, HOLES, 0},
};
enum { WAY_COUNT = sizeof WAYS / sizeof *WAYS };

__attribute__((format(printf, 1, 2), noreturn)) static void fail(const char *format, ...) {
    va_list values;
    va_start(values, format);
    fputs("power_cut: ", stderr);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    exit(2);
}

static void *allocate(size_t size) {
    void *bytes = calloc(1, size + 1);
    if (!bytes) fail("out of memory");
    return bytes;
}

static char *copy_text(const char *text) {
    return strcpy(allocate(strlen(text)), text);
}

static Bytes copy_bytes(Bytes source) {
    const Bytes copy = {allocate(source.size), source.size};
    if (source.size > 0) memcpy(copy.bytes, source.bytes, source.size);
    return copy;
}

static void resize(Bytes *self, size_t size) {
    const Bytes before = *self;
    *self = (Bytes){allocate(size), size};
    if (before.size > 0) memcpy(self->bytes, before.bytes, before.size < size ? before.size : size);
    free(before.bytes);
}

static Bytes read_bytes(const char *path) {
    struct stat info;
    FILE *file = fopen(path, "rb");
    if (!file || fstat(fileno(file), &info) != 0) fail("%s: %s", path, strerror(errno));
    const Bytes read = {allocate((size_t)info.st_size), (size_t)info.st_size};
    if (fread(read.bytes, 1, read.size, file) != read.size) fail("%s: cannot be read", path);
    fclose(file);
    return read;
}

static Entry *tree_find(Tree *self, const char *path) {
    for (int i = 0; i < self->count; i++)
        if (strcmp(self->entries[i].path, path) == 0) return &self->entries[i];
    return NULL;
}

static void tree_remove(Tree *self, const char *path) {
    Entry *entry = tree_find(self, path);
    if (entry) *entry = self->entries[--self->count];
}

static void tree_put(Tree *self, char *path, Node *node) {
    tree_remove(self, path);
    if (self->count == MOST) fail("too many files");
    self->entries[self->count++] = (Entry){path, node};
}

static void tree_apply(Tree *self, const Change *change) {
    if (change->gone) tree_remove(self, change->gone);
    if (change->came) tree_put(self, change->came, change->node);
}

static void disk_change(Disk *self, const char *gone, const char *came, Node *node) {
    const Change change = {gone ? copy_text(gone) : NULL, came ? copy_text(came) : NULL, node};
    if (self->change_count == MOST) fail("too many changes that nobody syncs");
    self->changes[self->change_count++] = change;
    tree_apply(&self->now, &change);
}

static Node *disk_node(Disk *self, const char *path) {
    const Entry *entry = tree_find(&self->now, path);
    if (!entry) fail("%s: was not there when it was used", path);
    return entry->node;
}

static void disk_make(Disk *self, const char *path, bool directory) {
    if (tree_find(&self->now, path)) return;
    Node *node = allocate(sizeof *node);
    node->directory = directory;
    disk_change(self, NULL, path, node);
}

static bool is_in(const char *path, const char *directory) {
    const char *slash = strrchr(path, '/');
    const size_t length = slash ? (size_t)(slash - path) : 0;
    return strlen(directory) == length && strncmp(path, directory, length) == 0;
}

static void disk_sync_directory(Disk *self, const char *path) {
    int left = 0;
    for (int i = 0; i < self->change_count; i++) {
        const Change change = self->changes[i];
        if (is_in(change.came ? change.came : change.gone, path))
            tree_apply(&self->synced, &change);
        else
            self->changes[left++] = change;
    }
    self->change_count = left;
}

// The root is in no directory.
static void disk_sync(Disk *self, const char *path) {
    if (!*path || disk_node(self, path)->directory) {
        disk_sync_directory(self, path);
        return;
    }
    Node *node = disk_node(self, path);
    free(node->synced.bytes);
    node->synced = copy_bytes(node->now);
}

static void disk_write(Disk *self, const char *path, size_t offset, size_t size, size_t at) {
    Bytes *now = &disk_node(self, path)->now;
    if (at + size > self->data.size) fail("data: ends before a write");
    if (offset + size > now->size) resize(now, offset + size);
    memcpy(now->bytes + offset, self->data.bytes + at, size);
}

static void disk_do(Disk *self, const char *line) {
    char path[PATH_MAX], other[PATH_MAX];
    size_t offset, size, at;
    if (sscanf(line, "write %zu %zu %zu %4095s", &offset, &size, &at, path) == 4)
        disk_write(self, path, offset, size, at);
    else if (sscanf(line, "truncate %zu %4095s", &size, path) == 2)
        resize(&disk_node(self, path)->now, size);
    else if (sscanf(line, "open %4095s", path) == 1)
        disk_make(self, path, false);
    else if (sscanf(line, "mkdir %4095s", path) == 1)
        disk_make(self, path, true);
    else if (sscanf(line, "rename %4095s %4095s", path, other) == 2)
        disk_change(self, path, other, disk_node(self, path));
    else if (sscanf(line, "unlink %4095s", path) == 1)
        disk_change(self, path, NULL, NULL);
    else if (strncmp(line, "sync", 4) == 0)
        disk_sync(self, sscanf(line, "sync %4095s", path) == 1 ? path : "");
    else
        fail("log: what is '%s'?", line);
}

static Disk *loading; // nftw passes nothing on
static size_t loading_prefix;

static int load_entry(const char *path, const struct stat *info, int kind, struct FTW *position) {
    (void)kind;
    if (position->level == 0) return 0;
    Node *node = allocate(sizeof *node);
    node->directory = S_ISDIR(info->st_mode);
    if (!node->directory) {
        node->synced = read_bytes(path);
        node->now = copy_bytes(node->synced);
    }
    char *name = copy_text(path + loading_prefix);
    tree_put(&loading->now, name, node);
    tree_put(&loading->synced, name, node);
    return 0;
}

static FILE *disk_init(Disk *self, const char *record) {
    char path[PATH_MAX];
    *self = (Disk){.record = record};
    snprintf(path, sizeof path, "%s/before", record);
    loading = self;
    loading_prefix = strlen(path) + 1;
    if (nftw(path, load_entry, 16, FTW_PHYS) != 0) fail("%s: %s", path, strerror(errno));
    snprintf(path, sizeof path, "%s/data", record);
    self->data = read_bytes(path);
    snprintf(path, sizeof path, "%s/log", record);
    FILE *log = fopen(path, "r");
    if (!log) fail("%s: %s", path, strerror(errno));
    return log;
}

// Does the next operation of the log; false at its end.
static bool disk_next(Disk *self, FILE *log) {
    char line[3 * PATH_MAX];
    if (!fgets(line, sizeof line, log)) return false;
    line[strcspn(line, "\n")] = '\0';
    disk_do(self, line);
    return true;
}

// The mixing of splitmix64: as good as chance, and the same each time.
static uint64_t mix(uint64_t value) {
    value += UINT64_C(0x9e3779b97f4a7c15);
    value = (value ^ (value >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    value = (value ^ (value >> 27)) * UINT64_C(0x94d049bb133111eb);
    return value ^ (value >> 31);
}

static uint64_t hash(uint64_t seed, const void *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        seed = (seed ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001b3);
    return mix(seed);
}

static size_t common_prefix(Bytes one, Bytes other) {
    size_t size = 0;
    while (size < one.size && size < other.size && one.bytes[size] == other.bytes[size]) size++;
    return size;
}

// What is in a file after the failure; the caller frees it.
static Bytes content_left(const Node *node, Kept kept) {
    Bytes left = copy_bytes(kept == NONE ? node->synced : node->now);
    const size_t safe = common_prefix(node->synced, node->now);
    if (kept == TORN) resize(&left, safe + (left.size - safe) / 2);
    if (kept == ZEROS) memset(left.bytes + safe, 0, left.size - safe);
    for (size_t i = safe; kept == HOLES && i < left.size; i++)
        if (i / BLOCK % 2 == 1) left.bytes[i] = 0;
    return left;
}

static Kept kept_of(const Way *way, const Entry *entry) {
    return way->chance ? (Kept)(hash(way->chance, entry->path, strlen(entry->path)) % KEPT_COUNT)
                       : way->kept;
}

static int by_path(const void *one, const void *other) {
    return strcmp(((const Entry *)one)->path, ((const Entry *)other)->path);
}

static bool is_reachable(Tree *tree, const char *path) {
    char above[PATH_MAX];
    for (const char *slash = path; (slash = strchr(slash, '/')); slash++) {
        snprintf(above, sizeof above, "%.*s", (int)(slash - path), path);
        if (!tree_find(tree, above)) return false;
    }
    return true;
}

// The entries after the failure, those above first.
static Tree entries_left(const Disk *disk, const Way *way) {
    Tree all = disk->synced, left = {.count = 0};
    for (int i = 0; i < disk->change_count; i++)
        if (way->chance ? mix(way->chance + (uint64_t)i) % 2 == 0 : way->entries)
            tree_apply(&all, &disk->changes[i]);
    qsort(all.entries, (size_t)all.count, sizeof *all.entries, by_path);
    for (int i = 0; i < all.count; i++)
        if (is_reachable(&all, all.entries[i].path)) left.entries[left.count++] = all.entries[i];
    return left;
}

static uint64_t hash_left(const Disk *disk, const Way *way) {
    const Tree tree = entries_left(disk, way);
    uint64_t value = 1;
    for (int i = 0; i < tree.count; i++) {
        const Bytes left = content_left(tree.entries[i].node, kept_of(way, &tree.entries[i]));
        value = hash(value, tree.entries[i].path, strlen(tree.entries[i].path) + 1);
        value = hash(value, left.bytes, left.size);
        free(left.bytes);
    }
    return value;
}

static void write_file(const char *path, Bytes content) {
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(content.bytes, 1, content.size, file) != content.size || fclose(file) != 0)
        fail("%s: %s", path, strerror(errno));
}

static void write_left(const Disk *disk, const Way *way, const char *out) {
    const Tree tree = entries_left(disk, way);
    char path[2 * PATH_MAX];
    if (mkdir(out, 0777) != 0) fail("%s: %s", out, strerror(errno));
    for (int i = 0; i < tree.count; i++) {
        const Entry *entry = &tree.entries[i];
        snprintf(path, sizeof path, "%s/%s", out, entry->path);
        if (!entry->node->directory) {
            const Bytes left = content_left(entry->node, kept_of(way, entry));
            write_file(path, left);
            free(left.bytes);
        } else if (mkdir(path, 0777) != 0)
            fail("%s: %s", path, strerror(errno));
    }
}

static Way mixed_way(long number) {
    return (Way){.name = "mixed", .chance = mix((uint64_t)number) | 1};
}

static Way way_of(const char *name) {
    for (int i = 0; i < WAY_COUNT; i++)
        if (strcmp(name, WAYS[i].name) == 0) return WAYS[i];
    if (strncmp(name, "mixed", 5) != 0) fail("%s: no such way", name);
    return mixed_way(atol(name + 5));
}

// Whether a state was not seen yet.
static bool is_new(uint64_t state) {
    static uint64_t *seen;
    static size_t count;
    for (size_t i = 0; i < count; i++)
        if (seen[i] == state) return false;
    seen = realloc(seen, (count + 1) * sizeof *seen);
    if (!seen) fail("out of memory");
    seen[count++] = state;
    return true;
}

static void list(Disk *disk, FILE *log, long mixed) {
    long cut = 0;
    do {
        for (int i = 0; i < WAY_COUNT; i++)
            if (is_new(hash_left(disk, &WAYS[i]))) printf("%ld %s\n", cut, WAYS[i].name);
        for (long i = 1; i <= mixed; i++) {
            const Way way = mixed_way(cut * mixed + i);
            if (is_new(hash_left(disk, &way))) printf("%ld mixed%ld\n", cut, cut * mixed + i);
        }
        cut++;
    } while (disk_next(disk, log));
}

static void cut_at(Disk *disk, FILE *log, long cut, const char *way_name, const char *out) {
    const Way way = way_of(way_name);
    for (long i = 0; i < cut; i++)
        if (!disk_next(disk, log)) fail("log: has no %ld operations", cut);
    write_left(disk, &way, out);
}

int main(int argc, char **argv) {
    static Disk disk;
    if (argc != 3 && argc != 5) fail("RECORD MIXED or RECORD CUT WAY OUT expected");
    FILE *log = disk_init(&disk, argv[1]);
    if (argc == 3)
        list(&disk, log, atol(argv[2]));
    else
        cut_at(&disk, log, atol(argv[2]), argv[3], argv[4]);
    fclose(log);
    return 0;
}
