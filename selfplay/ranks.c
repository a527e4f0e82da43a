#include "selfplay/ranks.h"

int ranks_patience(int milliseconds, int messages) {
    enum { LONGEST = 10 };
    if (messages > 0 || milliseconds == 0) return 1;
    return 2 * milliseconds < LONGEST ? 2 * milliseconds : LONGEST;
}
