#include "search/input_wait.h"
#include "search/limits.h"

#include <poll.h>

// In milliseconds, rounded up; −1 = for ever.
static int time_left(const InputWait *self) {
    const int64_t most = 1000000, left = self->deadline - clock_now();
    if (!self->deadline) return -1;
    return (int)(left <= 0 ? 0 : left / 1000000 < most ? left / 1000000 + 1 : most);
}

bool input_wait(InputWait *self, int file) {
    struct pollfd files[] = {{.fd = file, .events = POLLIN},
                             {.fd = self->interrupt->file, .events = POLLIN}};
    for (;;) {
        const int ready = poll(files, 2, time_left(self));
        self->state = INPUT_READY;
        if (interrupt_came(self->interrupt))
            self->state = INPUT_INTERRUPTED;
        else if (deadline_passed(self->deadline))
            self->state = INPUT_LATE;
        else if (ready <= 0 || !files[0].revents)
            continue; // a signal of another kind
        return self->state == INPUT_READY;
    }
}
