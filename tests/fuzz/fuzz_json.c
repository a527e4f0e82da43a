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

// Reads what was written and writes it again. Numbers lose digits when they are written, after
// which one may be whole and is spelled otherwise; from then on nothing changes.
static char *rewrite(char *text) {
    cJSON *tree = read_back(text);
    char *again = write_tree(tree, false);
    cJSON_Delete(tree);
    free(text);
    return again;
}

static void check_tree(const cJSON *tree) {
    char *plain = rewrite(write_tree(tree, false)), *pretty = rewrite(write_tree(tree, true));
    FUZZ_CHECK(strcmp(plain, pretty) == 0 && strchr(plain, '\n') == NULL);
    plain = rewrite(plain);
    FUZZ_CHECK(strcmp(plain, pretty) == 0);
    check_integers(tree);
    free(plain);
    free(pretty);
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
