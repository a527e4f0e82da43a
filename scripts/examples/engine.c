// A player of any of harrow's games, in plain C, that knows no rules.
//
// It speaks the Universal Game Interface: harrow writes a line to its stdin, it answers on its
// stdout (and may write what it likes to stderr, which harrow keeps in a file). Try it:
//
//     cc -O2 -o my-engine engine.c
//     harrow analyse --game awale --player 'engine:command="./my-engine",movetime=100'
//
// It announces the option Legal, so harrow tells it the legal plies before each `go`, and it plays
// one of them at random. Begin your own player in choose().
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOST_PLIES = 1024, WORD_SIZE = 32 };

typedef struct Engine {
    char *position; // the game so far, as in "fen 4,4,4,4,4,4/4,4,4,4,4,4 0-0 a moves A3 B2"
    char legal[MOST_PLIES][WORD_SIZE];
    int legal_count;
    long movetime; // milliseconds for the ply; 0 = not limited
} Engine;

// The ply to be played.
static const char *choose(const Engine *self) {
    return self->legal_count > 0 ? self->legal[rand() % self->legal_count] : "none";
}

// ---- The protocol

// What follows a word at the beginning of a line; NULL when it does not begin so.
static const char *behind(const char *line, const char *word) {
    const size_t length = strlen(word);
    if (strncmp(line, word, length) != 0) return NULL;
    return line[length] == ' ' ? line + length + 1 : line[length] ? NULL : line + length;
}

static void identify(void) {
    puts("id name Example in C\n"
         "id author you\n"
         "option name Game type string default awale\n"
         "option name Legal type check default false\n"
         "ugiok");
}

static void set_position(Engine *self, const char *text) {
    free(self->position);
    self->position = strdup(text);
}

static void set_legal(Engine *self, char *text) {
    self->legal_count = 0;
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
        if (self->legal_count < MOST_PLIES)
            snprintf(self->legal[self->legal_count++], WORD_SIZE, "%s", word);
}

static void go(Engine *self, const char *limits) {
    const char *movetime = strstr(limits, "movetime ");
    self->movetime = movetime ? atol(movetime + strlen("movetime ")) : 0;
    printf("bestmove %s\n", choose(self));
}

// Follows a line; 0 for the one that ends it.
static int follow(Engine *self, char *line) {
    const char *rest;
    if (behind(line, "quit")) return 0;
    if (behind(line, "ugi"))
        identify();
    else if (behind(line, "isready"))
        puts("readyok");
    else if ((rest = behind(line, "position")))
        set_position(self, rest);
    else if ((rest = behind(line, "legal")))
        set_legal(self, line + (rest - line));
    else if ((rest = behind(line, "go")))
        go(self, rest);
    // setoption and uginewgame mean nothing to this player, and what it does not know it passes
    // over
    fflush(stdout);
    return 1;
}

int main(void) {
    Engine engine = {0};
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    srand((unsigned)time(NULL) ^ (unsigned)getpid());
    while ((length = getline(&line, &room, stdin)) > 0) {
        line[strcspn(line, "\r\n")] = '\0';
        if (!follow(&engine, line)) break;
    }
    free(line);
    free(engine.position);
    return 0;
}
