// Input: a game spec, a position string or nothing, and move strings, with line breaks between. A
// byte above 127 among the moves stands for one of the legal plies there, so that games get long.
#include "core/line.h"
#include "core/text_stream.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_PLIES = 400, LOOKED_AT = 4, WORD_SIZE = 128 };

// A line being played, and all its positions before the current one.
typedef struct Walk {
    Line line;
    Position positions[MAX_PLIES];
} Walk;

// The outcome, looking back over the whole line without a table.
static Outcome plain_outcome(const Walk *self) {
    const Line *line = &self->line;
    const Game *game = line->variant.game;
    const Outcome outcome = game->outcome(&line->position);
    int occurrences = 1;
    if (game->recurring_bytes == 0 || outcome.result != RESULT_NONE) return outcome;
    for (int32_t i = 0; i < line->count; i++)
        occurrences += game->equal(&self->positions[i], &line->position);
    return occurrences < HISTORY_DRAW ? outcome : (Outcome){RESULT_DRAW, END_REPETITION};
}

// Compares what the line says with what the game says.
static void check_line(const Walk *self) {
    const Line *line = &self->line;
    const Game *game = line->variant.game;
    Move moves[GAME_MAX_MOVES];
    const Outcome outcome = line_outcome(line), plain = plain_outcome(self);
    const int count = line_moves(line, moves);
    FUZZ_CHECK(game->self_check(&line->position));
    FUZZ_CHECK(outcome.result == plain.result && outcome.end == plain.end);
    FUZZ_CHECK((count == 0) == (outcome.result != RESULT_NONE));
    for (int i = 0; i < count && i < LOOKED_AT; i++) {
        Position after, played = line->position;
        const Outcome next = line_outcome_after(line, moves[i], &after);
        game->play(&played, moves[i]);
        FUZZ_CHECK(game->equal(&after, &played));
        FUZZ_CHECK(game->outcome(&after).result == next.result || next.end == END_REPETITION);
    }
}

// The next ply: a word of the input, or the legal ply that a byte of it names. Returns the bytes
// of the input that it took.
static size_t take_word(const Line *line, const char *at, char word[WORD_SIZE]) {
    Move moves[GAME_MAX_MOVES];
    const unsigned char byte = (unsigned char)*at;
    if (byte < 128) {
        const size_t length = strcspn(at, " ");
        snprintf(word, WORD_SIZE, "%.*s", (int)(length < WORD_SIZE ? length : WORD_SIZE - 1), at);
        return length + (at[length] == ' ');
    }
    const int count = line_moves(line, moves);
    if (count > 0)
        line->variant.game->move_format(moves[byte % count], word);
    else
        strcpy(word, "none");
    return 1;
}

// The ply just played comes to what the plain implementation says.
static void check_ply(const Walk *self, const char *word) {
    const Line *line = &self->line;
    const Game *game = line->variant.game;
    char before[GAME_POSITION_TEXT_SIZE], text[GAME_POSITION_TEXT_SIZE];
    char expected[GAME_POSITION_TEXT_SIZE];
    game->format(&self->positions[line->count - 1], before);
    game->format(&line->position, text);
    fuzz_plain_play(game, before, word, expected);
    FUZZ_CHECK(strcmp(text, expected) == 0);
}

// Plays one move string as the only one of its list; false when it was refused.
static bool play(Walk *self, const char *word) {
    char start[32];
    Status status = fuzz_status();
    const int32_t before = self->line.count;
    self->positions[before] = self->line.position;
    if (line_play_text(&self->line, word, &status)) {
        FUZZ_CHECK(self->line.count == before + 1);
        check_line(self);
        check_ply(self, word);
        return true;
    }
    snprintf(start, sizeof start, "ply %d: ", before + 1);
    FUZZ_CHECK(self->line.count == before && strncmp(status.message, start, strlen(start)) == 0);
    fuzz_check_refused(&status, EXIT_INPUT);
    return false;
}

// The line as a list of moves is the same line again.
static void check_again(const Walk *self, const char *played) {
    Line again;
    Status status = fuzz_status();
    line_init(&again, &self->line.variant, &self->line.start);
    FUZZ_CHECK(line_play_text(&again, played, &status));
    FUZZ_CHECK(again.count == self->line.count);
    FUZZ_CHECK(again.variant.game->equal(&again.position, &self->line.position));
    char *text = line_text(&again, &status);
    FUZZ_CHECK(text && strcmp(text, played) == 0);
    free(text);
    line_release(&again);
}

static void walk(Walk *self, const char *at) {
    TextStream played;
    Status status = fuzz_status();
    char word[WORD_SIZE];
    FUZZ_CHECK(text_stream_open(&played, &status));
    check_line(self);
    while (*at && self->line.count < MAX_PLIES) {
        at += take_word(&self->line, at, word);
        if (!*word || !play(self, word)) break;
        fprintf(played.stream, "%s%s", self->line.count > 1 ? " " : "", word);
    }
    FUZZ_CHECK(text_stream_close(&played, &status));
    check_again(self, played.text);
    free(played.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Walk self;
    char *spec = fuzz_text(data, size), *text = fuzz_cut(spec, '\n'), *moves = fuzz_cut(text, '\n');
    Variant variant;
    Position start;
    Status status = fuzz_status();
    if (variant_parse(&variant, spec, &status) &&
        variant_position(&variant, &start, *text ? text : NULL, &status)) {
        line_init(&self.line, &variant, &start);
        walk(&self, moves);
        line_release(&self.line);
        line_init(&self.line, &variant, &start);
        // The whole list at once, with all its blanks.
        if (!line_play_text(&self.line, moves, &status)) fuzz_check_refused(&status, EXIT_INPUT);
        line_release(&self.line);
    } else
        fuzz_check_refused(&status, EXIT_INPUT);
    free(spec);
    return 0;
}
