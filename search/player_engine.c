// The player `engine`: another program, which is asked for each ply.
//
// It is always told the whole game, so that nothing it kept or lost can matter. What it does wrong
// loses the game; for the next one it is started again. A player knows its own clock only, so that
// the other side's is told to be the same.
#include "search/game_clock.h"
#include "search/players.h"
#include "search/shell_words.h"
#include "search/ugi_client.h"
#include "search/ugi_score.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { GO_SIZE = 160 };

static const int64_t MILLISECOND = 1000000;

typedef struct EngineOptions {
    char command[OPTION_VALUE_SIZE];
    TimeLimits limits;
    int32_t nodes, depth;
    int32_t margin, timeout; // milliseconds
    int32_t failures;
    double scale;
} EngineOptions;

typedef struct Engine {
    Player player;
    EngineOptions options;
    char game[SPEC_MAX_LENGTH]; // canonical
    ShellWords command;
    EngineLog log;
    UgiClient client;
    UgiReply reply;
    SearchLimits limits; // of the game under way
    GameClock clock;
    bool proven;  // it was ready once: from then on troubles are the engine's, not the user's
    bool fresh;   // no ply of the game was asked for yet
    bool faulted; // in the game under way or the last one
    int failures; // games in a row that it lost so
} Engine;

// ---- Choosing

static int64_t after(int32_t milliseconds) {
    return clock_now() + milliseconds * MILLISECOND;
}

static UgiAnswer start(Engine *self) {
    ugi_client_end(&self->client); // which may take its time
    self->client.deadline = after(self->options.timeout);
    const UgiAnswer started = ugi_client_start(&self->client, self->command.words, self->game);
    if (started == UGI_ANSWERED) self->proven = true;
    return started;
}

static UgiAnswer begin_game(Engine *self, uint64_t seed) {
    self->client.deadline = after(self->options.timeout);
    return ugi_client_begin(&self->client, seed);
}

// A line of harrow's own in the log.
static void note(Engine *self, const char *what) {
    engine_log_note(&self->log, "%s: %s (%s)", self->command.words[0], self->client.fault.reason,
                    what);
}

// Makes the engine ready for a new game. It is started where it is out of step, and where it turns
// out to have ended, or to be of no use any more, since the game before.
static UgiAnswer make_ready(Engine *self, Rng *rng) {
    const uint64_t seed = rng_next(rng) >> 11;
    const bool kept = self->client.in_step;
    UgiAnswer answer = kept ? begin_game(self, seed) : UGI_FAULTY;
    if (kept && answer == UGI_FAULTY) note(self, "between games; started again");
    if (answer == UGI_FAULTY) {
        answer = start(self);
        if (answer == UGI_ANSWERED) answer = begin_game(self, seed);
    }
    self->fresh = answer != UGI_ANSWERED;
    return answer;
}

// The line that tells what is legal, for an engine that knows no rules.
static void write_legal(const Line *line, char *text) {
    const Game *game = line->variant.game;
    Move moves[GAME_MAX_MOVES];
    const int count = line_moves(line, moves);
    game_sort_moves(game, moves, count);
    text = stpcpy(text, "legal");
    for (int i = 0; i < count; i++) {
        *text++ = ' ';
        game->move_format(moves[i], text);
        text += strlen(text);
    }
    strcpy(text, "\n");
}

// What the clock has left; 0 would be no clock to some.
static int32_t milliseconds_left(const Engine *self) {
    const int64_t left = self->clock.left / MILLISECOND;
    return left < 1 ? 1 : left < INT32_MAX ? (int32_t)left : INT32_MAX;
}

static void write_go(const Engine *self, char text[GO_SIZE]) {
    const SearchLimits *limits = &self->limits;
    const int32_t left = limits->time.time > 0 ? milliseconds_left(self) : 0;
    const struct {
        const char *key;
        int32_t value;
    } words[] = {{"p1time", left},
                 {"p2time", left},
                 {"p1inc", limits->time.increment},
                 {"p2inc", limits->time.increment},
                 {"movetime", limits->time.movetime},
                 {"nodes", limits->work},
                 {"depth", limits->depth}};
    size_t used = (size_t)snprintf(text, GO_SIZE, "go");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].value > 0)
            used += (size_t)snprintf(text + used, GO_SIZE - used, " %s %d", words[i].key,
                                     words[i].value);
    snprintf(text + used, GO_SIZE - used, "\n");
}

// The commands that tell a position; the caller frees them.
static char *situation(const Engine *self, const Line *line, Status *status) {
    char start[GAME_POSITION_TEXT_SIZE], *moves = line_text(line, status), *text = NULL;
    char legal[GAME_MAX_MOVES * (MOVE_TEXT_SIZE + 1) + 16] = "";
    line->variant.game->format(&line->start, start);
    if (self->client.takes_legal) write_legal(line, legal);
    if (moves && asprintf(&text, "position fen %s%s%s\n%s", start, *moves ? " moves " : "", moves,
                          legal) < 0) {
        text = NULL;
        status_fail(status, EXIT_RESOURCE, "out of memory");
    }
    free(moves);
    return text;
}

// When the answer to `go` is late: by the limits of time with the margin, else by the timeout. What
// an engine takes of the margin is missing on its clock, so that a game has it once.
static int64_t deadline_of(const Engine *self) {
    const TimeLimits *time = &self->limits.time;
    const int64_t left = self->clock.left, movetime = time->movetime * MILLISECOND;
    if (!time_limits_any(time)) return after(self->options.timeout);
    const int64_t most = time->time == 0 || (movetime > 0 && movetime < left) ? movetime : left;
    return self->clock.begun + most + self->options.margin * MILLISECOND;
}

// The clock runs while the engine has the question, not while it is made ready.
static UgiAnswer ask(Engine *self, const Line *line, const char *situation) {
    char go[GO_SIZE];
    self->client.deadline = after(self->options.timeout);
    const UgiAnswer told = ugi_client_tell(&self->client, situation);
    if (told != UGI_ANSWERED) return told;
    write_go(self, go);
    game_clock_start(&self->clock, line);
    self->client.deadline = deadline_of(self);
    const UgiAnswer answer = ugi_client_ask(&self->client, go, &self->reply);
    game_clock_stop(&self->clock);
    return answer;
}

// Gives the game up. Where the engine was never of any use, or this happens too often in a row, it
// is more than a matter of the game. Until the next one it does not run: it might go on thinking.
static bool lose(Engine *self, Decision *decision, Status *status) {
    const UgiFault *fault = &self->client.fault;
    note(self, end_name(fault->end));
    ugi_client_end(&self->client);
    if (!self->proven)
        return status_fail(status, EXIT_RESOURCE, "engine: %.200s: %s", self->command.words[0],
                           fault->reason);
    self->failures += !self->faulted;
    self->faulted = true;
    if (self->options.failures > 0 && self->failures >= self->options.failures)
        return status_fail(status, EXIT_RESOURCE,
                           "engine: %.200s: has lost %d games in a row by faults, the last by "
                           "'%s': %s",
                           self->command.words[0], self->failures, end_name(fault->end),
                           fault->reason);
    *decision = (Decision){.move = MOVE_NONE, .value = NAN, .fault = fault->end};
    return true;
}

static bool lose_by_move(Engine *self, const char *reason, Decision *decision, Status *status) {
    self->client.fault.end = END_ILLEGAL_MOVE;
    snprintf(self->client.fault.reason, UGI_REASON_SIZE, "%.200s", reason);
    return lose(self, decision, status);
}

static bool take_reply(Engine *self, const Line *line, Decision *decision, Status *status) {
    Status refused;
    Move move;
    if (!game_parse_move(line->variant.game, &line->position, self->reply.move, &move, &refused))
        return lose_by_move(self, refused.message, decision, status);
    *decision = (Decision){.move = move,
                           .value = NAN,
                           .work = self->reply.nodes > 0 ? (uint64_t)self->reply.nodes : 0,
                           .depth = self->reply.depth > 0 ? self->reply.depth : 0};
    if (self->reply.has_score)
        decision->value = ugi_score_value(self->reply.centipoints, self->options.scale);
    return true;
}

static bool choose(Player *player, const Line *line, Rng *rng, const atomic_bool *stop,
                   Decision *decision, Status *status) {
    Engine *self = (Engine *)player;
    UgiAnswer answer = UGI_ANSWERED;
    self->client.stop = stop;
    if (self->fresh) answer = make_ready(self, rng);
    if (answer == UGI_ANSWERED) {
        char *text = situation(self, line, status);
        if (!text) return false;
        answer = ask(self, line, text);
        free(text);
    }
    if (answer == UGI_STOPPED) return false;
    return answer == UGI_FAULTY ? lose(self, decision, status)
                                : take_reply(self, line, decision, status);
}

// The variation as far as it is one that begins with the ply chosen.
static void tell(Player *player, const Line *line, bool all, Report *report) {
    const Engine *self = (const Engine *)player;
    const Game *game = line->variant.game;
    char text[UGI_VARIATION_SIZE], *rest = NULL;
    Position position = line->position;
    Status ignored;
    int length = 0;
    (void)all;
    memcpy(text, self->reply.variation, sizeof text);
    for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        Move move;
        if (length == REPORT_MAX_VARIATION ||
            !game_parse_move(game, &position, word, &move, &ignored) ||
            (length == 0 && move != report->variation[0]))
            break;
        report->variation[length++] = move;
        game->play(&position, move);
    }
    if (length > 0) report->length = length;
}

// ---- Life

// Whoever sets `enough` has no outside engine for a player.
static void limit(Player *player, const SearchLimits *limits) {
    Engine *self = (Engine *)player;
    self->limits = *limits;
    game_clock_set(&self->clock, &limits->time);
}

static void begin(Player *player) {
    Engine *self = (Engine *)player;
    const EngineOptions *options = &self->options;
    if (!self->faulted) self->failures = 0;
    self->fresh = true;
    self->faulted = false;
    limit(player, &(SearchLimits){
                      .time = options->limits, .work = options->nodes, .depth = options->depth});
}

static bool keep_log(Player *player, const char *path, Status *status) {
    Engine *self = (Engine *)player;
    return engine_log_open(&self->log, path, status);
}

static void release(Player *player) {
    Engine *self = (Engine *)player;
    ugi_client_end(&self->client);
    engine_log_close(&self->log);
    free(self);
}

static Player *create(const void *options, const Variant *variant, Status *status) {
    Engine *self = calloc(1, sizeof *self);
    if (!self) {
        status_fail(status, EXIT_RESOURCE, "engine: out of memory");
        return NULL;
    }
    self->player = (Player){.begin = begin,
                            .choose = choose,
                            .release = release,
                            .report = tell,
                            .limit = limit,
                            .log = keep_log};
    self->options = *(const EngineOptions *)options;
    variant_format(variant, self->game);
    engine_log_init(&self->log);
    ugi_client_init(&self->client, &self->log);
    if (shell_words_split(&self->command, self->options.command, status)) return &self->player;
    free(self);
    return NULL;
}

static bool settle(void *options, Status *status) {
    const EngineOptions *self = options;
    ShellWords words;
    if (!*self->command) return status_fail(status, EXIT_INPUT, "command=\"...\" expected");
    if (!shell_words_split(&words, self->command, status)) return false;
    if (!time_limits_any(&self->limits) && self->nodes == 0 && self->depth == 0)
        return status_fail(status, EXIT_INPUT, "one of movetime, time, nodes and depth expected");
    return time_limits_check(&self->limits, status);
}

static bool reproducible(const void *options) {
    (void)options; // who knows what it does
    return false;
}

static const Option OPTIONS[] = {
    {.key = "command",
     .type = OPTION_TEXT,
     .offset = offsetof(EngineOptions, command),
     .low = 1,
     .high = OPTION_VALUE_SIZE - 1,
     .help = "program and arguments, as shell words, no shell; paths from the current directory"},
    {.key = "movetime",
     .type = OPTION_INTEGER,
     .offset = offsetof(EngineOptions, limits.movetime),
     .high = 86400000,
     .help = "milliseconds a ply at most; 0 = no such limit"},
    {.key = "time",
     .type = OPTION_INTEGER,
     .offset = offsetof(EngineOptions, limits.time),
     .high = 86400000,
     .help = "milliseconds for all plies of a game, told as p1time and p2time; 0 = no clock"},
    {.key = "inc",
     .type = OPTION_INTEGER,
     .offset = offsetof(EngineOptions, limits.increment),
     .high = 86400000,
     .help = "milliseconds added to 'time' after each ply"},
    {.key = "nodes",
     .type = OPTION_INTEGER,
     .offset = offsetof(EngineOptions, nodes),
     .high = 2000000000,
     .help = "nodes or simulations a ply, as the engine counts them; 0 = no such limit"},
    {.key = "depth",
     .type = OPTION_INTEGER,
     .offset = offsetof(EngineOptions, depth),
     .high = 10000,
     .help = "plies to look ahead, as the engine counts them; 0 = no such limit"},
    {.key = "margin",
     .type = OPTION_INTEGER,
     .offset = offsetof(EngineOptions, margin),
     .high = 86400000,
     .preset = 200,
     .help =
         "milliseconds beyond movetime or the clock, as harrow measures, before a loss by time"},
    {.key = "timeout",
     .type = OPTION_INTEGER,
     .offset = offsetof(EngineOptions, timeout),
     .low = 10,
     .high = 86400000,
     .preset = 30000,
     .help = "milliseconds for a start, and for any answer that no time limits"},
    {.key = "failures",
     .type = OPTION_INTEGER,
     .offset = offsetof(EngineOptions, failures),
     .high = 1000000,
     .preset = 10,
     .help = "games in a row of one seat of a worker, lost by faults, that end the run; 0 = never"},
    {.key = "scale",
     .type = OPTION_REAL,
     .offset = offsetof(EngineOptions, scale),
     .low = 0.5,
     .high = 10000,
     .preset = 30,
     .help = "points (100 cp) of the engine's scores that mean an expected score of 3/4"},
};

const PlayerKind PLAYER_ENGINE = {
    .name = "engine",
    .summary = "another program that speaks UGI, such as engine:command=\"./mine\",movetime=100",
    .options = {OPTIONS, sizeof OPTIONS / sizeof *OPTIONS},
    .settle = settle,
    .create = create,
    .values = true,
    .outside = true,
    .reproducible = reproducible,
};
