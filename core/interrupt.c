#include "core/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <sys/signalfd.h>
#include <unistd.h>

// A hangup, as of a terminal that is closed, is one of them unless it is ignored, as under nohup.
static sigset_t ending_signals(void) {
    struct sigaction hangup;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    if (sigaction(SIGHUP, NULL, &hangup) == 0 && hangup.sa_handler != SIG_IGN)
        sigaddset(&set, SIGHUP);
    return set;
}

void interrupt_block(void) {
    const sigset_t set = ending_signals();
    sigprocmask(SIG_BLOCK, &set, NULL);
}

void interrupt_init(Interrupt *self) {
    const sigset_t set = ending_signals();
    interrupt_block();
    signal(SIGXFSZ, SIG_IGN); // a limit on the size of files is an error of write, like a full disk
    *self = (Interrupt){.file = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC)};
}

void interrupt_release(Interrupt *self) {
    if (self->file >= 0) close(self->file);
}

bool interrupt_came(Interrupt *self) {
    struct signalfd_siginfo info;
    if (!self->signal && read(self->file, &info, sizeof info) == sizeof info)
        self->signal = (int)info.ssi_signo;
    return self->signal != 0;
}
