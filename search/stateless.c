#include "search/stateless.h"

#include <stdlib.h>

static void begin(Player *self) {
    (void)self;
}

static void release(Player *self) {
    free(self);
}

Player *stateless_create(Choose choose, Status *status) {
    Player *self = malloc(sizeof *self);
    if (self)
        *self = (Player){begin, choose, release, NULL};
    else
        status_fail(status, EXIT_RESOURCE, "out of memory");
    return self;
}
