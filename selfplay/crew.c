#include "selfplay/crew.h"
#include "core/affinity.h"
#include "core/text_stream.h"
#include "search/limits.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static bool has_others(const Crew *self) {
    return self->ranks && self->ranks->count > 1;
}

static void write_experiment(const Crew *self, const CrewOptions *options, JsonWriter *json) {
    json_begin_object(json);
    json_put_integer(json, "behaviour_version", BEHAVIOUR_VERSION);
    json_put_integer(json, "head", (int64_t)sizeof(GameHead));
    json_put_integer(json, "threads", options->threads);
    json_put_integer(json, "inner", options->inner);
    json_put_text(json, "logs", options->logs);
    if (part_is_split(&self->experiment->part)) {
        json_key(json, "part");
        part_write(&self->experiment->part, json);
    }
    json_key(json, "experiment");
    experiment_write(self->experiment, json);
    json_end_object(json);
}

static bool tell_experiment(Crew *self, const CrewOptions *options, Status *status) {
    TextStream text;
    if (!text_stream_open(&text, status)) return false;
    JsonWriter json = json_writer(text.stream, false);
    write_experiment(self, options, &json);
    if (!text_stream_close(&text, status)) return false;
    for (int rank = 1; rank < self->ranks->count; rank++)
        ranks_send(self->ranks, rank, MESSAGE_EXPERIMENT, text.text, text.size);
    free(text.text);
    return true;
}

bool crew_init(Crew *self, Ranks *ranks, const Experiment *experiment, Batch *batch,
               const CrewOptions *options, Status *status) {
    *self = (Crew){.ranks = ranks, .experiment = experiment, .batch = batch};
    if (!has_others(self)) return true;
    self->members = calloc((size_t)ranks->count, sizeof *self->members);
    if (!self->members) return status_fail(status, EXIT_RESOURCE, "out of memory");
    self->present = ranks->count - 1;
    batch_share(batch);
    return tell_experiment(self, options, status);
}

void crew_release(Crew *self) {
    free(self->members);
    free(self->message.bytes);
}

// Hands the games of a message to the batch. What a process of the same program sent is whole.
static void take_games(Crew *self) {
    const char *at = self->message.bytes, *end = at + self->message.size;
    while (at < end) {
        GameHead head;
        memcpy(&head, at, sizeof head);
        at += sizeof head;
        FinishedGame game = {
            .id = head.id, .text = malloc((size_t)head.size + 1), .size = (size_t)head.size};
        if (!game.text) {
            batch_fail(self->batch, &(Status){EXIT_RESOURCE, "out of memory"});
            return;
        }
        memcpy(game.text, at, game.size);
        game.text[game.size] = '\0';
        game.facts = head.facts;
        at += game.size;
        batch_finish(self->batch, &game);
    }
}

static void greet(CrewMember *member, const Message *message) {
    int32_t threads;
    memcpy(&threads, message->bytes, sizeof threads);
    member->threads = threads;
    snprintf(member->host, sizeof member->host, "%.*s", (int)(message->size - sizeof threads),
             message->bytes + sizeof threads);
}

static void fail(Crew *self) {
    Status status;
    memcpy(&status, self->message.bytes, sizeof status);
    const char *host = self->members[self->message.rank].host;
    status_prefix(&status, "rank %d%s%s: ", self->message.rank, *host ? " on " : "", host);
    batch_fail(self->batch, &status);
}

static void take_message(Crew *self) {
    CrewMember *member = &self->members[self->message.rank];
    switch (self->message.kind) {
    case MESSAGE_HELLO:
        greet(member, &self->message);
        break;
    case MESSAGE_HUNGRY:
        memcpy(&member->hungry, self->message.bytes, sizeof member->hungry);
        break;
    case MESSAGE_GAMES:
        take_games(self);
        break;
    case MESSAGE_FAILED:
        fail(self);
        break;
    case MESSAGE_GONE:
        member->gone = true;
        self->present--;
        break;
    default:
        break;
    }
}

// No more at a time than leaves something for everybody.
static int64_t portion(const Crew *self, const CrewMember *member) {
    const int64_t share = self->experiment->window / (4 * (int64_t)self->ranks->count);
    const int64_t most = share > 1 ? share : 1;
    return member->hungry < most ? member->hungry : most;
}

static void feed(Crew *self, int rank) {
    CrewMember *member = &self->members[rank];
    while (member->hungry > 0 && !member->gone) {
        int64_t run[2];
        run[1] = batch_claim_run(self->batch, rank, portion(self, member), &run[0]);
        if (run[1] == 0) return;
        ranks_send(self->ranks, rank, MESSAGE_PLAY, run, sizeof run);
        member->hungry -= run[1];
    }
}

static void tell_dropped(Crew *self) {
    const int64_t oldest = batch_oldest(self->batch);
    if (oldest == self->dropped) return;
    self->dropped = oldest;
    for (int rank = 1; rank < self->ranks->count; rank++)
        ranks_send(self->ranks, rank, MESSAGE_DROP, &oldest, sizeof oldest);
}

int crew_serve(Crew *self) {
    int messages = 0;
    if (!has_others(self) || self->ranks->ended) return 0;
    for (; ranks_receive(self->ranks, &self->message); messages++) take_message(self);
    tell_dropped(self);
    for (int rank = 1; rank < self->ranks->count; rank++) feed(self, rank);
    return messages;
}

bool crew_end(Crew *self, int milliseconds) {
    const int64_t until = clock_now() + milliseconds * INT64_C(1000000);
    if (!has_others(self)) return true;
    for (int rank = 1; !self->ranks->ended && rank < self->ranks->count; rank++)
        ranks_send(self->ranks, rank, MESSAGE_END, NULL, 0);
    self->ranks->ended = true;
    while (self->present > 0 && clock_now() < until) {
        if (ranks_receive(self->ranks, &self->message))
            take_message(self);
        else
            nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
    }
    return self->present == 0;
}

void crew_write(const Crew *self, JsonWriter *json) {
    if (!has_others(self)) return;
    json_key(json, "ranks");
    json_begin_array(json);
    for (int rank = 1; rank < self->ranks->count; rank++) {
        json_begin_object(json);
        json_put_text(json, "host", self->members[rank].host);
        json_put_integer(json, "threads", self->members[rank].threads);
        json_end_object(json);
    }
    json_end_array(json);
}

void crew_dismiss(Ranks *ranks) {
    enum { MILLISECONDS = 10000 };
    Crew crew = {.ranks = ranks,
                 .members = calloc((size_t)ranks->count, sizeof *crew.members),
                 .present = ranks->count - 1};
    if (!ranks->ended && (!crew.members || !crew_end(&crew, MILLISECONDS)))
        ranks_abort(ranks, EXIT_RESOURCE);
    crew_release(&crew);
}

int crew_processors(const Ranks *ranks) {
    const int available = processors_available();
    const bool bound = available < sysconf(_SC_NPROCESSORS_ONLN);
    const int share = bound ? available : available / ranks->neighbours;
    return share > 1 ? share : 1;
}
