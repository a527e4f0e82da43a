#include "selfplay/mate.h"
#include "core/interrupt.h"
#include "core/member.h"
#include "search/limits.h"
#include "search/player.h"
#include "selfplay/crew.h"
#include "selfplay/timed_wait.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_AHEAD = 1024 };

// As many games are asked for ahead as are played in this time, some round trips of messages.
static const double SECONDS_AHEAD = 0.05;

// Places that were handed out together and are not begun.
typedef struct Run {
    int64_t first, count;
} Run;

typedef struct Mate {
    Ranks *ranks;
    Experiment experiment;
    int threads;
    char *logs; // a directory; NULL: players keep none here
    Message message;
    int64_t owed;     // places that rank 0 was asked for and has not sent
    int64_t finished; // games
    int64_t begun;    // monotonic nanoseconds

    pthread_mutex_t mutex; // of what follows
    pthread_cond_t work;   // for workers: there is a run, or the end
    pthread_cond_t news;   // for the messenger: a game is finished, or a worker idle
    Run *runs;             // in the order in which they came
    size_t run_count, run_room;
    int64_t queued;   // places in them
    Claim *claims;    // one a worker
    int idle;         // workers that wait
    int workers;      // that have not left
    MemberText games; // finished ones as MESSAGE_GAMES
    bool end;
    Status failure; // the first one
} Mate;

// ---- Workers ----

static void take_place(Mate *self, Claim *claim) {
    Run *run = &self->runs[0];
    claim->id = part_id(&self->experiment.part, run->first);
    atomic_store(&claim->stop, false);
    run->first++;
    self->queued--;
    if (--run->count > 0) return;
    self->run_count--;
    memmove(self->runs, self->runs + 1, self->run_count * sizeof *self->runs);
}

// The next game of a worker; false at the end.
static bool claim_next(Mate *self, Claim *claim) {
    pthread_mutex_lock(&self->mutex);
    claim->id = -1;
    self->idle++;
    while (!self->end && self->run_count == 0) {
        pthread_cond_signal(&self->news);
        pthread_cond_wait(&self->work, &self->mutex);
    }
    self->idle--;
    const bool there = !self->end;
    if (there) take_place(self, claim);
    pthread_mutex_unlock(&self->mutex);
    return there;
}

static bool hand_in(Mate *self, const FinishedGame *game, Status *status) {
    const GameHead head = {.id = game->id, .size = (int64_t)game->size, .facts = game->facts};
    pthread_mutex_lock(&self->mutex);
    const bool added = member_add(&self->games, (const char *)&head, sizeof head) &&
                       member_add(&self->games, game->text, game->size);
    self->finished++;
    pthread_cond_signal(&self->news);
    pthread_mutex_unlock(&self->mutex);
    free(game->text);
    return added || status_fail(status, EXIT_RESOURCE, "out of memory");
}

static void leave(Mate *self, const Status *failure) {
    pthread_mutex_lock(&self->mutex);
    if (failure && self->failure.code == EXIT_DONE) self->failure = *failure;
    self->workers--;
    pthread_cond_signal(&self->news);
    pthread_mutex_unlock(&self->mutex);
}

static void work(Mate *self, int number) {
    Worker worker;
    Claim *claim = &self->claims[number];
    Status status = {.code = EXIT_DONE};
    bool good = true;
    worker_init(&worker, &self->experiment, self->logs);
    while (good && claim_next(self, claim)) {
        FinishedGame game;
        const PlayResult result = worker_play(&worker, claim->id, &claim->stop, &game, &status);
        if (result == PLAY_DONE) good = hand_in(self, &game, &status);
        // What is wrong with a game that nobody wants is nobody's concern.
        if (result == PLAY_FAILED) good = atomic_load(&claim->stop);
    }
    worker_release(&worker);
    leave(self, good ? NULL : &status);
}

// ---- Messages from rank 0 ----

static void add_run(Mate *self) {
    int64_t run[2];
    memcpy(run, self->message.bytes, sizeof run);
    if (self->run_count == self->run_room) {
        self->run_room = 2 * self->run_room + 16;
        Run *runs = realloc(self->runs, self->run_room * sizeof *runs);
        if (!runs) ranks_abort(self->ranks, EXIT_RESOURCE);
        self->runs = runs;
    }
    self->runs[self->run_count++] = (Run){run[0], run[1]};
    self->queued += run[1];
    self->owed = self->owed > run[1] ? self->owed - run[1] : 0;
    pthread_cond_broadcast(&self->work);
}

// Forgets places before one.
static void drop(Mate *self) {
    const Part *part = &self->experiment.part;
    size_t kept = 0;
    int64_t place;
    memcpy(&place, self->message.bytes, sizeof place);
    for (size_t i = 0; i < self->run_count; i++) {
        Run run = self->runs[i];
        const int64_t unwanted = run.first >= place              ? 0
                                 : place - run.first < run.count ? place - run.first
                                                                 : run.count;
        run.first += unwanted;
        run.count -= unwanted;
        self->queued -= unwanted;
        if (run.count > 0) self->runs[kept++] = run;
    }
    self->run_count = kept;
    for (int i = 0; i < self->threads; i++)
        if (self->claims[i].id >= 0 && part_place(part, self->claims[i].id) < place)
            atomic_store(&self->claims[i].stop, true);
}

static void end(Mate *self) {
    self->end = true;
    for (int i = 0; i < self->threads; i++) atomic_store(&self->claims[i].stop, true);
    pthread_cond_broadcast(&self->work);
}

static void take_message(Mate *self) {
    pthread_mutex_lock(&self->mutex);
    switch (self->message.kind) {
    case MESSAGE_PLAY:
        add_run(self);
        break;
    case MESSAGE_DROP:
        drop(self);
        break;
    case MESSAGE_END:
        end(self);
        break;
    default:
        break;
    }
    pthread_mutex_unlock(&self->mutex);
}

// ---- Messages to rank 0 ----

static void send_hello(Mate *self) {
    char hello[sizeof(int32_t) + 64] = "";
    const int32_t threads = self->threads;
    memcpy(hello, &threads, sizeof threads);
    gethostname(hello + sizeof threads, 63);
    ranks_send(self->ranks, 0, MESSAGE_HELLO, hello,
               sizeof threads + strlen(hello + sizeof threads));
}

// Sends what is finished.
static void send_games(Mate *self) {
    pthread_mutex_lock(&self->mutex);
    MemberText games = self->games;
    self->games = (MemberText){0};
    pthread_mutex_unlock(&self->mutex);
    if (games.size > 0) ranks_send(self->ranks, 0, MESSAGE_GAMES, games.bytes, games.size);
    member_release(&games);
}

// Asks for as many places as will be needed until more can be had.
static void send_hunger(Mate *self) {
    pthread_mutex_lock(&self->mutex);
    const double seconds = (double)(clock_now() - self->begun) / 1e9 + 1e-3;
    const double ahead = ceil((double)self->finished / seconds * SECONDS_AHEAD);
    const int64_t wanted = self->idle + (ahead < MOST_AHEAD ? (int64_t)ahead : MOST_AHEAD);
    const int64_t hunger = wanted - self->queued;
    const bool due = !self->end && 4 * (self->queued + self->owed) < 3 * wanted;
    if (due) self->owed = hunger;
    pthread_mutex_unlock(&self->mutex);
    if (due) ranks_send(self->ranks, 0, MESSAGE_HUNGRY, &hunger, sizeof hunger);
}

// Tells the first failure, once.
static void send_failure(Mate *self, bool *told) {
    pthread_mutex_lock(&self->mutex);
    const Status failure = self->failure;
    pthread_mutex_unlock(&self->mutex);
    if (*told || failure.code == EXIT_DONE) return;
    ranks_send(self->ranks, 0, MESSAGE_FAILED, &failure, sizeof failure);
    *told = true;
}

// Waits for workers a moment, in which messages may come. Returns how many are left.
static int wait_for_workers(Mate *self, int milliseconds) {
    pthread_mutex_lock(&self->mutex);
    if (self->workers > 0) timed_wait(&self->news, &self->mutex, milliseconds);
    const int workers = self->end ? self->workers : 1;
    pthread_mutex_unlock(&self->mutex);
    return workers;
}

static void talk(Mate *self) {
    bool told = false;
    int wait = 0;
    send_hello(self);
    do {
        int messages = 0;
        for (; ranks_receive(self->ranks, &self->message); messages++) take_message(self);
        send_games(self);
        send_hunger(self);
        send_failure(self, &told);
        wait = ranks_patience(wait, messages);
    } while (wait_for_workers(self, wait) > 0);
    send_games(self);
}

// ---- From the experiment to the end ----

static bool is_directory(const char *path) {
    struct stat facts;
    return stat(path, &facts) == 0 && S_ISDIR(facts.st_mode);
}

static bool read_facts(Mate *self, const cJSON *tree, Status *status) {
    int64_t version, head, threads, inner;
    if (!json_to_integer(cJSON_GetObjectItemCaseSensitive(tree, "behaviour_version"), &version) ||
        !json_to_integer(cJSON_GetObjectItemCaseSensitive(tree, "head"), &head) ||
        version != BEHAVIOUR_VERSION || head != (int64_t)sizeof(GameHead))
        return status_fail(status, EXIT_INPUT, "another version of harrow than rank 0");
    if (!json_to_integer(cJSON_GetObjectItemCaseSensitive(tree, "threads"), &threads) ||
        !json_to_integer(cJSON_GetObjectItemCaseSensitive(tree, "inner"), &inner) || inner < 1)
        return status_fail(status, EXIT_INPUT, "threads and inner: numbers expected");
    const char *logs = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(tree, "logs"));
    if (logs && is_directory(logs) && !(self->logs = strdup(logs)))
        return status_fail(status, EXIT_RESOURCE, "out of memory");
    self->threads = (int)(threads > 0 ? threads : crew_processors(self->ranks) / inner);
    if (self->threads < 1) self->threads = 1;
    return true;
}

static bool read_experiment(Mate *self, Status *status) {
    Part part;
    cJSON *tree = json_parse_own(self->message.bytes, self->message.size, status);
    bool good =
        tree && read_facts(self, tree, status) &&
        experiment_init(&self->experiment, cJSON_GetObjectItemCaseSensitive(tree, "experiment"),
                        player_read, status);
    if (good) {
        good = part_read(&part, cJSON_GetObjectItemCaseSensitive(tree, "part"), status);
        self->experiment.part = part;
    }
    cJSON_Delete(tree);
    return good;
}

static bool prepare(Mate *self, Status *status) {
    if (!read_experiment(self, status)) return false;
    self->claims = calloc((size_t)self->threads, sizeof *self->claims);
    if (!self->claims) return status_fail(status, EXIT_RESOURCE, "out of memory");
    for (int i = 0; i < self->threads; i++) self->claims[i].id = -1;
    self->workers = self->threads;
    self->begun = clock_now();
    return true;
}

static void play(Mate *self) {
    bool started = false;
    omp_set_dynamic(0);
#pragma omp parallel num_threads(self->threads + 1)
    {
        if (omp_get_num_threads() == self->threads + 1) {
            if (omp_get_thread_num() == 0) {
                started = true;
                talk(self);
            } else
                work(self, omp_get_thread_num() - 1);
        }
    }
    if (!started)
        status_fail(&self->failure, EXIT_RESOURCE, "%d threads cannot be had", self->threads + 1);
}

// Waits for rank 0, which may take its time, without a processor.
static void wait_for_message(Mate *self) {
    for (int wait = 0; !ranks_receive(self->ranks, &self->message);) {
        wait = ranks_patience(wait, 0);
        nanosleep(&(struct timespec){.tv_nsec = wait * 1000000L}, NULL);
    }
}

// Where nothing can be played, that is told and the end is waited for.
static void give_up(Mate *self) {
    ranks_send(self->ranks, 0, MESSAGE_FAILED, &self->failure, sizeof self->failure);
    do wait_for_message(self);
    while (self->message.kind != MESSAGE_END);
}

void mate_run(Ranks *ranks) {
    Mate self = {.ranks = ranks, .failure = {.code = EXIT_DONE}};
    Interrupt interrupt; // is rank 0's business; here signals are only kept away
    interrupt_init(&interrupt);
    pthread_mutex_init(&self.mutex, NULL);
    pthread_cond_init(&self.work, NULL);
    timed_wait_init(&self.news);
    wait_for_message(&self);
    if (self.message.kind == MESSAGE_EXPERIMENT) {
        if (prepare(&self, &self.failure)) play(&self);
        if (!self.end) give_up(&self);
    }
    ranks_send(ranks, 0, MESSAGE_GONE, NULL, 0);
    pthread_mutex_destroy(&self.mutex);
    pthread_cond_destroy(&self.work);
    pthread_cond_destroy(&self.news);
    interrupt_release(&interrupt);
    experiment_release(&self.experiment);
    member_release(&self.games);
    free(self.claims);
    free(self.runs);
    free(self.logs);
    free(self.message.bytes);
}
