#include "core/marks.h"

static const char SIGNS[MARK_COUNT] = {
    [MARK_NONE] = ' ',   [MARK_LAST] = '>', [MARK_CHOSEN] = '@',
    [MARK_TARGET] = '*', [MARK_SOWN] = ':',
};

// ANSI: underlined, reversed, on green, on magenta.
static const char *const COLORS[MARK_COUNT] = {
    [MARK_NONE] = "",           [MARK_LAST] = "\033[4m",  [MARK_CHOSEN] = "\033[7m",
    [MARK_TARGET] = "\033[42m", [MARK_SOWN] = "\033[45m",
};

static Mark mark_of(const Marks *self, unsigned cell) {
    return self ? (Mark)self->of[cell] : MARK_NONE;
}

char marks_sign(const Marks *self, unsigned cell) {
    return SIGNS[mark_of(self, cell)];
}

const char *marks_color(const Marks *self, unsigned cell) {
    return COLORS[mark_of(self, cell)];
}
