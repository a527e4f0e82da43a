// Waiting for a person's next key, which a signal or a clock may end.
#ifndef HARROW_INPUT_WAIT_H
#define HARROW_INPUT_WAIT_H

#include "core/interrupt.h"

#include <stdint.h>

typedef enum InputState {
    INPUT_READY,
    INPUT_INTERRUPTED, // a signal came
    INPUT_LATE         // the deadline has passed
} InputState;

typedef struct InputWait {
    Interrupt *interrupt;
    int64_t deadline; // of the monotonic clock; 0 = never
    InputState state; // of the last wait
} InputWait;

// Waits until a file has something to read, or has ended; false for the other two states.
bool input_wait(InputWait *self, int file);

#endif
