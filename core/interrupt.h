// SIGINT, SIGTERM and, unless it is ignored, SIGHUP as something to look for, instead of something
// that happens.
#ifndef HARROW_INTERRUPT_H
#define HARROW_INTERRUPT_H

#include <stdbool.h>

typedef struct Interrupt {
    int file;   // signalfd
    int signal; // that came, or 0
} Interrupt;

// Blocks these signals for the calling thread and those that it begins from now on.
void interrupt_block(void);

// Does so, and lets a file that is too large fail its write; before any thread begins,
// so that all inherit it.
void interrupt_init(Interrupt *self);
void interrupt_release(Interrupt *self);

// True from the first signal on. One thread at a time.
bool interrupt_came(Interrupt *self);

#endif
