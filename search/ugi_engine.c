#include "search/ugi_engine.h"
#include "search/ugi_go.h"
#include "search/ugi_options.h"
#include "search/ugi_words.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

// ---- The game and the player

// Takes a game up at its start or at a position.
static bool set_line(UgiEngine *self, const Variant *variant, const char *position,
                     Status *status) {
    Variant taken = *variant;
    Position start;
    if (!variant_position(&taken, &start, position, status)) return false;
    line_release(&self->line);
    line_init(&self->line, &taken, &start);
    return true;
}

static void forget_player(UgiEngine *self) {
    if (self->player) self->player->release(self->player);
    self->player = NULL;
}

// A game without a seed of the user's has one of its own, so that no two are the same.
static void seed_game(UgiEngine *self) {
    uint64_t chance = 0;
    if (!self->seeded && getrandom(&chance, sizeof chance, 0) != sizeof chance)
        chance = (uint64_t)clock_now();
    const Seed seed = seed_init(self->seeded ? self->seed : chance);
    self->rng = rng_init(seed_number(seed, self->games++));
}

// Makes the player that the options describe for the game of the line.
static bool make_player(UgiEngine *self, Status *status) {
    char game[SPEC_MAX_LENGTH];
    variant_format(&self->line.variant, game);
    if (self->player && strcmp(game, self->made_for) == 0) return true;
    forget_player(self);
    PlayerSpec resolved = player_resolve(&self->spec, self->line.variant.game);
    if (!player_settle(&resolved, status)) return false;
    const PlayerSpec unlimited = player_unlimited(&resolved);
    self->player = unlimited.kind->create(unlimited.options, &self->line.variant, status);
    if (!self->player) return false;
    self->player->begin(self->player);
    memcpy(self->made_for, game, sizeof game);
    return true;
}

static bool check_player(const PlayerSpec *spec, const Game *game, Status *status) {
    char text[OPTION_VALUE_SIZE];
    PlayerSpec resolved = player_resolve(spec, game);
    const char *clock = player_get(spec, "time", text);
    if (clock && strcmp(clock, "0") != 0)
        return status_fail(status, EXIT_INPUT, "time=%s: an engine is told the time by 'go'",
                           clock);
    return player_settle(&resolved, status);
}

bool ugi_engine_init(UgiEngine *self, const char *game, const char *player, Status *status) {
    memset(self, 0, sizeof *self);
    ugi_search_init(&self->search);
    if (!variant_parse(&self->variant, game, status) ||
        !set_line(self, &self->variant, NULL, status))
        return status_prefix(status, "--game: ");
    if (!player_parse(&self->spec, player, status) ||
        (self->spec.kind->outside &&
         !status_fail(status, EXIT_INPUT, "'%s' is an engine itself", self->spec.kind->name)) ||
        !check_player(&self->spec, self->variant.game, status))
        return status_prefix(status, "--player: ");
    seed_game(self);
    return true;
}

void ugi_engine_release(UgiEngine *self) {
    ugi_search_release(&self->search);
    forget_player(self);
    line_release(&self->line);
}

void ugi_engine_seed(UgiEngine *self, uint64_t seed) {
    self->seeded = true;
    self->seed = seed;
    self->games = 0;
    seed_game(self);
}

void ugi_engine_finish(UgiEngine *self) {
    ugi_search_finish(&self->search);
    ugi_search_join(&self->search);
}

// ---- Commands

static void refuse(const Status *status) {
    printf("info string %s\n", status->message);
}

static void identify(UgiEngine *self, char *text) {
    (void)text;
    char game[SPEC_MAX_LENGTH], seed[32] = "random";
    PlayerSpec resolved = player_resolve(&self->spec, self->variant.game);
    Status ignored; // the options were settled before
    player_settle(&resolved, &ignored);
    variant_format(&self->variant, game);
    if (self->seeded) snprintf(seed, sizeof seed, "%" PRIu64, self->seed);
    printf("id name harrow %s\nid author the authors of harrow\n"
           "option name Game type string default %s\noption name Seed type string default %s\n",
           self->spec.kind->name, game, seed);
    ugi_options_write(&resolved, stdout);
    puts("ugiok");
}

static bool set_game(UgiEngine *self, const char *value, Status *status) {
    Variant variant;
    if (!variant_parse(&variant, value, status) ||
        !check_player(&self->spec, variant.game, status) || !set_line(self, &variant, NULL, status))
        return status_prefix(status, "Game: ");
    self->variant = variant;
    forget_player(self);
    return true;
}

static bool set_seed(UgiEngine *self, const char *value, Status *status) {
    char *end;
    errno = 0;
    const uint64_t seed = strtoull(value, &end, 10);
    if (strcmp(value, "random") == 0) {
        self->seeded = false;
        seed_game(self);
        return true;
    }
    if (*value < '0' || *value > '9' || *end || errno != 0)
        return status_fail(status, EXIT_INPUT, "Seed: '%.40s': a whole number or random expected",
                           value);
    ugi_engine_seed(self, seed);
    return true;
}

static bool set_key(UgiEngine *self, const char *name, const char *value, Status *status) {
    PlayerSpec changed = self->spec;
    if (!ugi_option_set(&changed, name, value, status) ||
        !check_player(&changed, self->variant.game, status))
        return false;
    self->spec = changed;
    forget_player(self);
    return true;
}

static void set_option(UgiEngine *self, char *text) {
    Status status;
    const bool named = strcmp(ugi_next(&text), "name") == 0;
    const char *name = ugi_until(&text, "value"), *value = ugi_trim(text);
    bool good;
    if (!named || !name || !*name || !*value)
        good = status_fail(&status, EXIT_INPUT, "'name NAME value VALUE' expected");
    else if (ugi_option_is(name, "Game"))
        good = set_game(self, value, &status);
    else if (ugi_option_is(name, "Seed"))
        good = set_seed(self, value, &status);
    else
        good = set_key(self, name, value, &status);
    if (good) return;
    status_prefix(&status, "setoption: ");
    refuse(&status);
}

static void answer_ready(UgiEngine *self, char *text) {
    (void)text;
    Status status;
    if (!ugi_search_is_under_way(&self->search) && !make_player(self, &status)) refuse(&status);
    puts("readyok");
}

static void begin_game(UgiEngine *self, char *text) {
    (void)text;
    seed_game(self);
    if (self->player) self->player->begin(self->player);
}

static bool play_words(Line *line, char *moves, Status *status) {
    for (const char *word; *(word = ugi_next(&moves));)
        if (!line_play_text(line, word, status)) return false;
    return true;
}

static bool read_position(Line *line, const Variant *variant, char *text, Status *status) {
    Variant taken = *variant;
    Position start;
    const char *kind = ugi_next(&text);
    const bool given = strcmp(kind, "fen") == 0;
    if (!given && strcmp(kind, "startpos") != 0)
        return status_fail(status, EXIT_INPUT, "position: startpos or fen expected, not '%.40s'",
                           kind);
    char *rest = text;
    char *before = ugi_until(&rest, "moves");
    const char *position = before ? before : ugi_trim(text);
    char *moves = before ? rest : text + strlen(text);
    if (!given && *position)
        return status_fail(status, EXIT_INPUT,
                           "position: 'moves' expected behind startpos, not '%.40s'", position);
    if (!variant_position(&taken, &start, given ? position : NULL, status)) return false;
    line_init(line, &taken, &start);
    return play_words(line, moves, status) || status_prefix(status, "position: ");
}

static void set_position(UgiEngine *self, char *text) {
    Line line = {0};
    Status status;
    if (read_position(&line, &self->variant, text, &status)) {
        line_release(&self->line);
        self->line = line;
        return;
    }
    line_release(&line);
    refuse(&status);
}

static double scale_of(const UgiEngine *self) {
    char text[OPTION_VALUE_SIZE];
    const PlayerSpec resolved = player_resolve(&self->spec, self->line.variant.game);
    const char *scale = player_get(&resolved, "scale", text);
    return scale ? strtod(scale, NULL) : 1;
}

static bool start_search(UgiEngine *self, const UgiGo *go, Status *status) {
    if (line_outcome(&self->line).result != RESULT_NONE)
        return status_fail(status, EXIT_INPUT, "go: the game is over");
    if (!make_player(self, status)) return false;
    PlayerSpec resolved = player_resolve(&self->spec, self->line.variant.game);
    if (!player_settle(&resolved, status)) return false;
    const SearchLimits limits = ugi_go_limits(go, line_side(&self->line), &resolved);
    return ugi_search_start(&self->search, self->player, &self->line, &self->rng, &limits,
                            go->infinite, scale_of(self)) ||
           status_fail(status, EXIT_RESOURCE, "go: no thread is to be had");
}

static void search(UgiEngine *self, char *text) {
    UgiGo go;
    Status status;
    if (ugi_go_parse(&go, text, &status) && start_search(self, &go, &status)) return;
    refuse(&status);
    puts("bestmove none"); // who asked waits for it
}

static void write_legal(const Line *line) {
    const Game *game = line->variant.game;
    Move moves[GAME_MAX_MOVES];
    char text[GAME_MAX_MOVES * (MOVE_TEXT_SIZE + 1) + 1], *end = text;
    const int count = line_moves(line, moves);
    game_sort_moves(game, moves, count);
    *end = '\0';
    for (int i = 0; i < count; i++) {
        *end++ = ' ';
        game->move_format(moves[i], end);
        end += strlen(end);
    }
    printf("response%s\n", text);
}

static void answer_query(UgiEngine *self, char *text) {
    static const char *const RESULTS[RESULT_COUNT] = {"none", "p1win", "p2win", "draw"};
    const char *what = ugi_next(&text);
    const Result result = line_outcome(&self->line).result;
    if (strcmp(what, "p1turn") == 0)
        printf("response %s\n", line_side(&self->line) == SIDE_FIRST ? "true" : "false");
    else if (strcmp(what, "gameover") == 0)
        printf("response %s\n", result != RESULT_NONE ? "true" : "false");
    else if (strcmp(what, "result") == 0)
        printf("response %s\n", RESULTS[result]);
    else if (strcmp(what, "legal") == 0)
        write_legal(&self->line);
    else
        printf("info string query: p1turn, gameover, result or legal expected, not '%.40s'\n",
               what);
}

static void stop(UgiEngine *self, char *text) {
    (void)text;
    ugi_engine_finish(self);
}

bool ugi_engine_command(UgiEngine *self, char *line) {
    static const struct {
        const char *name;
        void (*follow)(UgiEngine *self, char *text);
        bool any_time; // also while a search is under way
    } COMMANDS[] = {
        {"ugi", identify, false},          {"setoption", set_option, false},
        {"isready", answer_ready, true},   {"uginewgame", begin_game, false},
        {"position", set_position, false}, {"go", search, false},
        {"query", answer_query, true},     {"stop", stop, true},
    };
    const char *name = ugi_next(&line);
    size_t i = 0;
    const size_t count = sizeof COMMANDS / sizeof *COMMANDS;
    if (strcmp(name, "quit") == 0) return false;
    while (i < count && strcmp(COMMANDS[i].name, name) != 0) i++;
    if (i == count) {
        if (*name)
            printf("info string unknown command '%.40s'; known are ugi, setoption, isready, "
                   "uginewgame, position, go, query, stop, quit\n",
                   name);
    } else if (!COMMANDS[i].any_time && ugi_search_is_under_way(&self->search))
        printf("info string %s: a search is under way; stop expected first\n", name);
    else
        COMMANDS[i].follow(self, line);
    return true;
}
