#include "analysis/report_page.h"
#include "analysis/html.h"
#include "analysis/report_file.h"
#include "analysis/report_komi.h"
#include "analysis/report_page_text.h"
#include "analysis/report_section.h"
#include "core/text_stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char FIGURES[] = "figures";

// The page under construction.
typedef struct Building {
    TextStream title;
    TextStream contents;
    TextStream komi;
    TextStream sections;
    ReportPage page;
    KomiCells komi_cells;
} Building;

static char *folder_beside(const char *path) {
    char *folder = NULL;
    const char *slash = strrchr(path, '/');
    const int length = slash ? (int)(slash - path) + 1 : 0;
    return asprintf(&folder, "%.*s%s", length, path, FIGURES) < 0 ? NULL : folder;
}

// Only once a run has been read: what is no run gets no folder.
static bool make_folder(const char *folder, Status *status) {
    return mkdir(folder, 0777) == 0 || errno == EEXIST ||
           status_fail(status, EXIT_RESOURCE, "%s: %s", folder, strerror(errno));
}

// The links at the head of a page with several runs.
static void add_contents(Building *self, const Study *study, int number) {
    fprintf(self->contents.stream, "<li><a href=\"#r%d\">", number);
    html_text(self->contents.stream, report_run_name(study));
    fputs("</a></li>\n", self->contents.stream);
    if (number > 1) fputs(", ", self->title.stream);
    html_text(self->title.stream, report_run_name(study));
}

// Gives a run its share of the page, equal to that of those behind it, and its tables so many
// cells as fit into a part of that.
static void share_out(Building *self, Study *study, size_t runs_left) {
    const int64_t frame =
        (int64_t)(strlen(REPORT_PAGE_HTML) + strlen(REPORT_PAGE_CSS) + strlen(REPORT_PAGE_JS)) +
        REPORT_MAX_KOMI_BYTES;
    const int64_t used = (int64_t)ftello(self->page.stream);
    const int64_t rest = REPORT_MAX_BYTES - frame - used;
    const int64_t share = rest > 0 ? rest / (int64_t)runs_left : 0;
    const size_t cells = (size_t)(share / REPORT_BYTES_PER_CELL);
    self->page.limit = used + share;
    study->shown = cells > REPORT_LEAST_CELLS ? cells : REPORT_LEAST_CELLS;
    if (study->shown > study->count) study->shown = study->count;
}

static bool add_run(Building *self, const char *directory, int number, const char *prefix,
                    size_t runs_left, Status *status) {
    Study study;
    Charts charts = {0};
    bool good = study_read(&study, directory, status) && make_folder(self->page.folder, status) &&
                charts_draw(&charts, &study, self->page.folder, prefix, status);
    if (good) {
        share_out(self, &study, runs_left);
        add_contents(self, &study, number);
        if (charts.state != GNUPLOT_DONE)
            fprintf(stderr, "harrow: %s: no charts: %s\n", directory,
                    charts.state == GNUPLOT_MISSING
                        ? "gnuplot is not installed (apt install gnuplot-nox)"
                        : charts.message);
        good = report_section(&self->page, &study, &charts, number, prefix, status) &&
               (komi_cells_add(&self->komi_cells, study.labels, study.stats, study.specs,
                               study.count) ||
                status_fail(status, EXIT_RESOURCE, "out of memory"));
    }
    charts_release(&charts);
    study_release(&study);
    return good;
}

static bool add_runs(Building *self, char *const directories[], size_t count, Status *status) {
    for (size_t i = 0; i < count; i++) {
        char prefix[32] = "";
        if (count > 1) snprintf(prefix, sizeof prefix, "%zu-", i + 1);
        if (!add_run(self, directories[i], (int)i + 1, prefix, count - i, status)) return false;
    }
    return true;
}

// ---- The frame ----

// Writes what stands for a name between double braces.
static void write_part(const Building *self, FILE *stream, const char *name, size_t length,
                       size_t runs) {
    if (strncmp(name, "title", length) == 0) {
        fprintf(stream, "%s – harrow", self->title.text);
    } else if (strncmp(name, "style", length) == 0) {
        fputs(REPORT_PAGE_CSS, stream);
    } else if (strncmp(name, "script", length) == 0) {
        fputs(REPORT_PAGE_JS, stream);
    } else {
        if (runs > 1)
            fprintf(stream, "<nav class=\"contents\" aria-label=\"Runs\"><ul>\n%s%s</ul></nav>\n",
                    *self->komi.text ? "<li><a href=\"#komi\">Does komi make it fair?</a></li>\n"
                                     : "",
                    self->contents.text);
        fputs(self->komi.text, stream);
        fputs(self->sections.text, stream);
    }
}

static void write_frame(const Building *self, FILE *stream, size_t runs) {
    const char *at = REPORT_PAGE_HTML;
    for (const char *open; (open = strstr(at, "{{")) != NULL;) {
        const size_t length = strcspn(open + 2, "}");
        fwrite(at, 1, (size_t)(open - at), stream);
        write_part(self, stream, open + 2, length, runs);
        at = open + length + 4;
    }
    fputs(at, stream);
}

static bool save(const Building *self, const char *path, size_t runs, Status *status) {
    TextStream page;
    if (!text_stream_open(&page, status)) return false;
    write_frame(self, page.stream, runs);
    if (!text_stream_close(&page, status)) return false;
    const bool good = report_file_write(path, page.text, page.size, status);
    free(page.text);
    return good;
}

static bool build(Building *self, const char *path, char *const directories[], size_t count,
                  Status *status) {
    TextStream *const texts[] = {&self->title, &self->contents, &self->komi, &self->sections};
    const size_t all = sizeof texts / sizeof *texts;
    size_t open = 0;
    while (open < all && text_stream_open(texts[open], status)) open++;
    self->page.stream = self->sections.stream;
    bool good = open == all && add_runs(self, directories, count, status);
    if (good) report_komi(self->komi.stream, &self->komi_cells);
    Status closing;
    for (size_t i = 0; i < open; i++) {
        const bool closed = text_stream_close(texts[i], &closing);
        if (good && !closed) *status = closing;
        good = good && closed;
    }
    good = good && save(self, path, count, status);
    for (size_t i = 0; i < open; i++) free(texts[i]->text);
    komi_cells_release(&self->komi_cells);
    return good;
}

bool report_page_write(const char *path, char *const directories[], size_t count, Status *status) {
    char *folder = folder_beside(path);
    if (!folder) return status_fail(status, EXIT_RESOURCE, "out of memory");
    Building building = {.page = {.folder = folder, .figures = FIGURES}};
    const bool good = build(&building, path, directories, count, status);
    free(folder);
    return good;
}
