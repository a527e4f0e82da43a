#include "search/line_editor.h"
#include "core/terminal.h"

#ifdef HARROW_LIBEDIT
#include <histedit.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

enum { REMEMBERED = 200, REMEMBERED_SIZE = 1024, LISTED_COLUMNS = 80 };

struct LineEditor {
    EditLine *edit;
    HistoryW *history; // the narrow one has the name of a history_init of ours
    const char *prompt;
    const WordList *words;
    InputWait *wait;
    char *line;
};

static LineEditor *self_of(EditLine *edit) {
    LineEditor *self = NULL;
    el_get(edit, EL_CLIENTDATA, &self);
    return self;
}

static char *prompt(EditLine *edit) {
    static char none[] = "";
    LineEditor *self = self_of(edit);
    return self ? (char *)(uintptr_t)self->prompt : none;
}

// The next character, of as many bytes as it has.
static int read_key(EditLine *edit, wchar_t *key) {
    LineEditor *self = self_of(edit);
    mbstate_t state = {0};
    for (;;) {
        char byte;
        if (!input_wait(self->wait, STDIN_FILENO)) return -1;
        const ssize_t got = read(STDIN_FILENO, &byte, 1);
        if (got <= 0) return (int)got;
        const size_t used = mbrtowc(key, &byte, 1, &state);
        if (used == 0) *key = L'\0';
        if (used <= 1) return 1;
        if (used == (size_t)-1) memset(&state, 0, sizeof state); // no character: passed over
    }
}

static unsigned char complete(EditLine *edit, int key) {
    (void)key;
    const LineEditor *self = self_of(edit);
    const LineInfo *info = el_line(edit);
    char typed[MOVE_TEXT_SIZE];
    const size_t length = (size_t)(info->cursor - info->buffer);
    if (length >= sizeof typed) return CC_ERROR;
    memcpy(typed, info->buffer, length);
    typed[length] = '\0';
    WordList found = word_list_beginning(self->words, typed);
    const size_t common = (size_t)word_list_common(&found);
    if (common > length) {
        found.words[0][common] = '\0';
        return el_insertstr(edit, found.words[0] + length) == 0 ? CC_REFRESH : CC_ERROR;
    }
    if (found.count < 2) return CC_ERROR;
    putchar('\n');
    word_list_print(&found, stdout, terminal_columns(STDOUT_FILENO, LISTED_COLUMNS) - 1);
    return CC_REDISPLAY;
}

static bool prepare(LineEditor *self) {
    HistEventW event;
    self->edit = el_init("harrow", stdin, stdout, stderr);
    self->history = history_winit();
    if (!self->edit || !self->history) return false;
    history_w(self->history, &event, H_SETSIZE, REMEMBERED);
    el_set(self->edit, EL_CLIENTDATA, self);
    el_set(self->edit, EL_PROMPT, prompt);
    el_set(self->edit, EL_EDITOR, "emacs");
    el_set(self->edit, EL_SIGNAL, 1); // the terminal is as before while harrow is suspended
    el_set(self->edit, EL_GETCFN, read_key);
    el_wset(self->edit, EL_HIST, history_w, self->history);
    // The wide form, since the narrow one keeps copies that it never frees.
    el_wset(self->edit, EL_ADDFN, L"harrow-complete", L"complete a ply or command", complete);
    el_set(self->edit, EL_BIND, "^I", "harrow-complete", NULL);
    return true;
}

LineEditor *line_editor_open(void) {
    if (!isatty(STDIN_FILENO) || !terminal_can_renew(STDOUT_FILENO)) return NULL;
    LineEditor *self = calloc(1, sizeof *self);
    if (self && prepare(self)) return self;
    line_editor_close(self);
    return NULL;
}

void line_editor_close(LineEditor *self) {
    if (!self) return;
    if (self->edit) el_end(self->edit);
    if (self->history) history_wend(self->history);
    free(self->line);
    free(self);
}

// So that the arrows bring it back.
static void remember(LineEditor *self) {
    wchar_t line[REMEMBERED_SIZE];
    HistEventW event;
    const size_t length = mbstowcs(line, self->line, REMEMBERED_SIZE);
    if (length > 0 && length < REMEMBERED_SIZE) history_w(self->history, &event, H_ENTER, line);
}

const char *line_editor_read(LineEditor *self, const char *prompt_text, const WordList *words,
                             InputWait *wait) {
    int length;
    self->prompt = prompt_text;
    self->words = words;
    self->wait = wait;
    const char *typed = el_gets(self->edit, &length);
    if (!typed || length <= 0 || wait->state != INPUT_READY) return NULL;
    free(self->line);
    self->line = strndup(typed, strcspn(typed, "\r\n"));
    if (self->line) remember(self);
    return self->line;
}

#else

LineEditor *line_editor_open(void) {
    return NULL;
}

void line_editor_close(LineEditor *self) {
    (void)self;
}

const char *line_editor_read(LineEditor *self, const char *prompt, const WordList *words,
                             InputWait *wait) {
    (void)self, (void)prompt, (void)words, (void)wait;
    return NULL;
}
#endif
