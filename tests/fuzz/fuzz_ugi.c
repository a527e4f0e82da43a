// Input: a game spec, a line whose first byte names a player, and the lines of a conversation with
// an engine. A search is stopped as soon as it has begun, so that no input takes long.
#include "core/text_stream.h"
#include "search/ugi_engine.h"
#include "search/ugi_input.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_HASH = 4 }; // MiB, threads

// What the engine wrote is taken from a stream in the place of stdout.
typedef struct Talk {
    UgiEngine engine;
    FILE *stdout_before;
    TextStream said;
} Talk;

static const char *player_of(char letter) {
    static const char *const PLAYERS[] = {"random",
                                          "greedy",
                                          "alphabeta:tt=1",
                                          "alphabeta:tt=0,ties=first,search=mtdf",
                                          "mcts:memory=1",
                                          "mcts:base=plain,memory=1,simulations=50",
                                          "mcts:memory=2,threads=2",
                                          "alphabeta:tt=1,threads=2"};
    return PLAYERS[(unsigned char)letter % (sizeof PLAYERS / sizeof *PLAYERS)];
}

static bool is_dear(const char *line) {
    const char *value = strstr(line, "value ");
    return (strcasestr(line, "hash") || strcasestr(line, "threads")) && value &&
           strtol(value + strlen("value "), NULL, 10) > MOST_HASH;
}

static bool begins_with(const char *line, const char *word) {
    return strncmp(line, word, strlen(word)) == 0;
}

static bool is_answer(const char *line) {
    static const char *const FIRST[] = {"id name ", "id author ", "option name ", "ugiok",
                                        "readyok",  "info ",      "bestmove ",    "response"};
    for (size_t i = 0; i < sizeof FIRST / sizeof *FIRST; i++)
        if (begins_with(line, FIRST[i])) return true;
    return false;
}

static bool is_printable(const char *line) {
    for (; *line; line++)
        if ((unsigned char)*line < ' ' || *line == 0x7f) return false;
    return true;
}

// A ply is one that is legal where the search began; "none" is told why.
static void check_best(const Talk *self, const char *move, bool refused) {
    Move ignored;
    Status status = fuzz_status();
    const Line *line = &self->engine.line;
    FUZZ_CHECK(refused == (strcmp(move, "none") == 0));
    FUZZ_CHECK(refused ||
               game_parse_move(line->variant.game, &line->position, move, &ignored, &status));
}

// Every line is one of the protocol, and only `go` is answered by a ply, and by one only.
static void check_answers(const Talk *self, char *text, bool go) {
    int plies = 0;
    bool refused = false;
    for (char *line = text, *next; *line; line = next) {
        next = fuzz_cut(line, '\n');
        FUZZ_CHECK(is_answer(line) && is_printable(line));
        refused = refused || begins_with(line, "info string");
        if (!begins_with(line, "bestmove ")) continue;
        check_best(self, line + strlen("bestmove "), refused);
        plies++;
    }
    FUZZ_CHECK(plies == go || (go && refused && plies == 0));
}

static void hear(Talk *self) {
    Status status = fuzz_status();
    FUZZ_CHECK(text_stream_open(&self->said, &status));
    self->stdout_before = stdout;
    stdout = self->said.stream;
}

static void hear_no_more(Talk *self, bool go) {
    Status status = fuzz_status();
    stdout = self->stdout_before;
    FUZZ_CHECK(text_stream_close(&self->said, &status));
    check_answers(self, self->said.text, go);
    free(self->said.text);
}

// False for `quit`.
static bool follow(Talk *self, char *line) {
    const char *word = line + strspn(line, " \t\r");
    const bool go = begins_with(word, "go") && strchr(" \t\r", word[2]);
    hear(self);
    const bool goes_on = ugi_engine_command(&self->engine, line);
    if (go) ugi_engine_finish(&self->engine);
    hear_no_more(self, go);
    FUZZ_CHECK(self->engine.line.variant.game->self_check(&self->engine.line.position));
    return goes_on;
}

static void converse(Talk *self, char *lines) {
    UgiInput input;
    UgiRead read;
    FILE *stream = *lines ? fmemopen(lines, strlen(lines), "r") : NULL;
    if (!stream) return;
    ugi_input_init(&input, stream);
    while ((read = ugi_input_next(&input)) != UGI_END)
        if (read == UGI_LINE && !is_dear(input.line) && !follow(self, input.line)) break;
    ugi_input_release(&input);
    fclose(stream);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Talk self;
    char *game = fuzz_text(data, size), *player = fuzz_cut(game, '\n');
    char *lines = fuzz_cut(player, '\n');
    Status status = fuzz_status();
    if (ugi_engine_init(&self.engine, game, player_of(*player), &status)) {
        ugi_engine_seed(&self.engine, 1);
        converse(&self, lines);
    } else
        fuzz_check_refused(&status, EXIT_INPUT);
    ugi_engine_release(&self.engine);
    free(game);
    return 0;
}
