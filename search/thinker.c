#include "search/thinker.h"

#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

typedef struct Thinker {
    Player *player;
    const Line *line;
    Rng *rng;
    Decision *decision;
    Status *status;
    atomic_bool stop;
    bool chosen;
    int done; // eventfd, raised when it has ended
} Thinker;

static void *choose(void *argument) {
    Thinker *self = argument;
    const uint64_t one = 1;
    self->chosen = self->player->choose(self->player, self->line, self->rng, &self->stop,
                                        self->decision, self->status);
    if (write(self->done, &one, sizeof one) != sizeof one) self->chosen = false; // cannot happen
    return NULL;
}

// Until it has ended, or true for a signal.
static bool wait_interruptibly(const Thinker *self, Interrupt *interrupt) {
    struct pollfd files[] = {{.fd = self->done, .events = POLLIN},
                             {.fd = interrupt->file, .events = POLLIN}};
    while (!interrupt_came(interrupt)) {
        poll(files, 2, -1);
        if (files[0].revents) return interrupt_came(interrupt);
    }
    return true;
}

ThinkEnd think(Player *player, const Line *line, Rng *rng, Interrupt *interrupt, Decision *decision,
               Status *status) {
    pthread_t thread;
    Thinker self = {.player = player,
                    .line = line,
                    .rng = rng,
                    .decision = decision,
                    .status = status,
                    .done = eventfd(0, EFD_CLOEXEC)};
    if (self.done < 0 || pthread_create(&thread, NULL, choose, &self) != 0) {
        if (self.done >= 0) close(self.done);
        status_fail(status, EXIT_RESOURCE, "no thread for the player is to be had");
        return THINK_FAILED;
    }
    const bool interrupted = wait_interruptibly(&self, interrupt);
    atomic_store(&self.stop, interrupted);
    pthread_join(thread, NULL);
    close(self.done);
    if (interrupted) return THINK_INTERRUPTED;
    return self.chosen ? THINK_CHOSEN : THINK_FAILED;
}
