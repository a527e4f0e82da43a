#include "search/line_input.h"

#include <stdio.h>
#include <unistd.h>

void line_input_open(LineInput *self) {
    *self = (LineInput){.editor = line_editor_open(), .is_terminal = isatty(STDIN_FILENO)};
}

void line_input_release(LineInput *self) {
    line_editor_close(self->editor);
    self->editor = NULL;
}

// False at the end of the input, or when waiting was in vain.
static bool fill(LineInput *self, InputWait *wait) {
    if (!input_wait(wait, STDIN_FILENO)) return false;
    const ssize_t got = read(STDIN_FILENO, self->buffer, sizeof self->buffer);
    self->at = 0;
    self->used = got > 0 ? (size_t)got : 0;
    return self->used > 0;
}

static void take(LineInput *self, char byte) {
    if (self->length + 1 < sizeof self->line)
        self->line[self->length++] = byte ? byte : '?';
    else
        self->cut = true;
}

static const char *finish(LineInput *self) {
    if (self->length > 0 && self->line[self->length - 1] == '\r') self->length--;
    self->line[self->length] = '\0';
    return self->line;
}

static const char *read_plainly(LineInput *self, InputWait *wait) {
    self->length = 0;
    self->cut = false;
    for (;;) {
        if (self->at == self->used && !fill(self, wait))
            return self->length > 0 && wait->state == INPUT_READY ? finish(self) : NULL;
        const char byte = self->buffer[self->at++];
        if (byte == '\n') return finish(self);
        take(self, byte);
    }
}

const char *line_input_read(LineInput *self, const char *prompt, const WordList *words,
                            InputWait *wait) {
    wait->state = INPUT_READY;
    if (self->editor) {
        fflush(stdout);
        return line_editor_read(self->editor, prompt, words, wait);
    }
    if (self->is_terminal) fputs(prompt, stdout);
    fflush(stdout);
    return read_plainly(self, wait);
}
