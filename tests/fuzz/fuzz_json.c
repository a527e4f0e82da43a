// Input: a JSON text.
#include "core/json.h"
#include "core/text_stream.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

static char *write_tree(const cJSON *tree, bool pretty) {
    TextStream text;
    Status status = fuzz_status();
    FUZZ_CHECK(text_stream_open(&text, &status));
    JsonWriter json = json_writer(text.stream, pretty);
    json_tree(&json, tree);
    FUZZ_CHECK(text_stream_close(&text, &status));
    return text.text;
}

// Reads a text that the writer made, which has no other choice than to be read.
static cJSON *read_back(const char *text) {
    Status status = fuzz_status();
    cJSON *tree = json_parse(text, strlen(text), &status);
    FUZZ_CHECK(tree != NULL);
    return tree;
}

static void check_integers(const cJSON *tree) {
    int64_t value;
    if (json_to_integer(tree, &value))
        FUZZ_CHECK(value >= -(INT64_C(1) << 53) && value <= INT64_C(1) << 53 &&
                   (double)value == tree->valuedouble);
    for (const cJSON *item = tree->child; item; item = item->next) check_integers(item);
}

// Numbers lose digits when they are written, the first time only.
static void check_tree(const cJSON *tree) {
    char *plain = write_tree(tree, false), *pretty = write_tree(tree, true);
    cJSON *first = read_back(plain), *second = read_back(pretty);
    char *again = write_tree(first, false), *plainer = write_tree(second, false);
    FUZZ_CHECK(strcmp(plain, again) == 0 && strcmp(plain, plainer) == 0);
    FUZZ_CHECK(strchr(plain, '\n') == NULL);
    check_integers(tree);
    cJSON_Delete(first);
    cJSON_Delete(second);
    free(plain);
    free(pretty);
    free(again);
    free(plainer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Status status = fuzz_status();
    cJSON *tree = json_parse((const char *)data, size, &status);
    if (tree)
        check_tree(tree);
    else
        fuzz_check_refused(&status, EXIT_INPUT);
    cJSON_Delete(tree);
    return 0;
}
