// Condition variables that are waited for a while, whatever happens to the time of day.
#ifndef HARROW_TIMED_WAIT_H
#define HARROW_TIMED_WAIT_H

#include <pthread.h>

void timed_wait_init(pthread_cond_t *condition);

// Waits with the mutex held, until a signal, so many milliseconds, or nothing at all.
void timed_wait(pthread_cond_t *condition, pthread_mutex_t *mutex, int milliseconds);

#endif
