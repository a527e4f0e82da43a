#include "search/ugi_client.h"
#include "search/ugi_options.h"
#include "search/ugi_words.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ugi_client_init(UgiClient *self, EngineLog *log) {
    memset(self, 0, sizeof *self);
    engine_process_init(&self->process, log);
}

// ---- Faults

static UgiAnswer fail(UgiClient *self, End end, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static UgiAnswer fail(UgiClient *self, End end, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    self->fault.end = end;
    vsnprintf(self->fault.reason, sizeof self->fault.reason, format, arguments);
    va_end(arguments);
    self->in_step = false;
    return UGI_FAULTY;
}

static UgiAnswer stop(UgiClient *self) {
    self->in_step = false;
    return UGI_STOPPED;
}

// It has closed its output: it has ended, or is of no use any more.
static UgiAnswer fail_as_ended(UgiClient *self, const char *asked) {
    engine_process_end(&self->process, true);
    const char *ending = engine_process_ending(&self->process);
    return fail(self, END_CRASH, "%s, instead of an answer to '%s'",
                *ending ? ending : "closed its output", asked);
}

// What follows from how telling or hearing went; `asked` is what there should be an answer to.
static UgiAnswer answer_of(UgiClient *self, EngineState state, const char *asked) {
    switch (state) {
    case ENGINE_DONE:
        return UGI_ANSWERED;
    case ENGINE_STOPPED:
        return stop(self);
    case ENGINE_LATE:
        return fail(self, END_TIME, "no answer to '%s' in time", asked);
    case ENGINE_FLOOD:
        return fail(self, END_CRASH, "a flood instead of an answer to '%s'", asked);
    default:
        return fail_as_ended(self, asked);
    }
}

// ---- Telling and hearing

static UgiAnswer tell(UgiClient *self, const char *text, const char *what) {
    return answer_of(
        self, engine_process_tell(&self->process, text, strlen(text), self->deadline, self->stop),
        what);
}

static UgiAnswer hear(UgiClient *self, char **line, const char *asked) {
    const EngineState state = engine_process_hear(&self->process, line, self->deadline, self->stop);
    if (state == ENGINE_DONE) *line = ugi_trim(*line);
    return answer_of(self, state, asked);
}

// Waits for a line of one word.
static UgiAnswer hear_word(UgiClient *self, const char *word, const char *asked) {
    UgiAnswer answer;
    char *line;
    while ((answer = hear(self, &line, asked)) == UGI_ANSWERED)
        if (strcmp(line, word) == 0) return answer;
    return answer;
}

static UgiAnswer make_ready(UgiClient *self) {
    const UgiAnswer answer = tell(self, "isready\n", "isready");
    return answer == UGI_ANSWERED ? hear_word(self, "readyok", "isready") : answer;
}

// ---- Starting and ending

// A name may have several words, and capitals do not count.
static void learn_option(UgiClient *self, char *line) {
    if (!ugi_take(&line, "name")) return;
    const char *before = ugi_until(&line, "type"), *name = before ? before : ugi_trim(line);
    const bool check = before && ugi_take(&line, "check");
    if (ugi_option_is(name, "Game")) self->takes_game = true;
    if (ugi_option_is(name, "Seed")) self->takes_seed = true;
    if (ugi_option_is(name, "Legal") && check) self->takes_legal = true;
}

static UgiAnswer learn(UgiClient *self) {
    char *line;
    UgiAnswer answer = tell(self, "ugi\n", "ugi");
    self->takes_game = self->takes_seed = self->takes_legal = false;
    while (answer == UGI_ANSWERED && (answer = hear(self, &line, "ugi")) == UGI_ANSWERED) {
        if (strcmp(line, "ugiok") == 0) return answer;
        if (ugi_take(&line, "option")) learn_option(self, line);
    }
    return answer;
}

UgiAnswer ugi_client_start(UgiClient *self, char *const *command, const char *game) {
    Status status;
    char text[SPEC_MAX_LENGTH + 64];
    const EngineState started =
        engine_process_start(&self->process, command, self->deadline, self->stop, &status);
    if (started == ENGINE_ENDED) return fail(self, END_CRASH, "%.200s", status.message);
    UgiAnswer answer = answer_of(self, started, "ugi");
    if (answer == UGI_ANSWERED) answer = learn(self);
    if (answer == UGI_ANSWERED && self->takes_game) {
        snprintf(text, sizeof text, "setoption name Game value %s\n", game);
        answer = tell(self, text, "setoption");
    }
    if (answer == UGI_ANSWERED && self->takes_legal)
        answer = tell(self, "setoption name Legal value true\n", "setoption");
    if (answer == UGI_ANSWERED) answer = make_ready(self);
    self->in_step = answer == UGI_ANSWERED;
    return answer;
}

void ugi_client_end(UgiClient *self) {
    static const char QUIT[] = "quit\n";
    if (engine_process_is_running(&self->process)) // without waiting for who does not read
        engine_process_tell(&self->process, QUIT, sizeof QUIT - 1, 1, NULL);
    engine_process_end(&self->process, true);
    self->in_step = false;
}

// ---- Playing

UgiAnswer ugi_client_begin(UgiClient *self, uint64_t seed) {
    char text[64];
    UgiAnswer answer = UGI_ANSWERED;
    if (self->takes_seed) {
        snprintf(text, sizeof text, "setoption name Seed value %" PRIu64 "\n", seed);
        answer = tell(self, text, "setoption");
    }
    if (answer == UGI_ANSWERED) answer = tell(self, "uginewgame\n", "uginewgame");
    return answer == UGI_ANSWERED ? make_ready(self) : answer;
}

static void copy_variation(UgiReply *reply, const char *text) {
    snprintf(reply->variation, sizeof reply->variation, "%s", text);
    char *last = strrchr(reply->variation, ' ');
    if (strlen(text) >= sizeof reply->variation && last) *last = '\0';
}

// Within so many either way.
static int64_t number_of(const char *word, int64_t most) {
    const long long number = strtoll(word, NULL, 10);
    return number > most ? most : number < -most ? -most : number;
}

// Keeps what an `info` line tells that anybody looks at.
static void read_info(UgiReply *reply, char *line) {
    for (const char *word; *(word = ugi_next(&line));) {
        if (strcmp(word, "string") == 0) return;
        if (strcmp(word, "nodes") == 0)
            reply->nodes = number_of(ugi_next(&line), INT64_C(1) << 53);
        else if (strcmp(word, "depth") == 0)
            reply->depth = (int32_t)number_of(ugi_next(&line), INT32_MAX);
        else if (strcmp(word, "cp") == 0) {
            reply->centipoints = (int32_t)number_of(ugi_next(&line), INT32_MAX);
            reply->has_score = true;
        } else if (strcmp(word, "pv") == 0) {
            copy_variation(reply, ugi_trim(line));
            return;
        }
    }
}

UgiAnswer ugi_client_tell(UgiClient *self, const char *text) {
    const UgiAnswer answer = tell(self, text, "position");
    return answer == UGI_ANSWERED ? make_ready(self) : answer;
}

UgiAnswer ugi_client_ask(UgiClient *self, const char *go, UgiReply *reply) {
    char *line;
    UgiAnswer answer = tell(self, go, "go");
    memset(reply, 0, sizeof *reply);
    self->in_step = false;
    while (answer == UGI_ANSWERED && (answer = hear(self, &line, "go")) == UGI_ANSWERED) {
        if (ugi_take(&line, "bestmove")) {
            snprintf(reply->move, sizeof reply->move, "%s", ugi_next(&line));
            self->in_step = true;
            return answer;
        }
        if (ugi_take(&line, "info")) read_info(reply, line);
    }
    return answer;
}
