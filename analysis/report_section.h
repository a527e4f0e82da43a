// The part of a page that is about one run.
#ifndef HARROW_REPORT_SECTION_H
#define HARROW_REPORT_SECTION_H

#include "analysis/chart.h"
#include "analysis/study.h"

enum {
    REPORT_MAX_BYTES = 2000000,    // of a page
    REPORT_MAX_MAP_BYTES = 350000, // of the heat maps of a run
    REPORT_METHOD_BYTES = 40000,   // that are kept for what stands behind the games
    REPORT_BYTES_PER_CELL = 16000, // of a run's share: a quarter of it is for tables
    REPORT_LEAST_CELLS = 5         // that the tables have however small the share is
};

// What the sections of a page share.
typedef struct ReportPage {
    FILE *stream;
    int64_t limit;       // where in the stream the section of the run has to end
    const char *folder;  // of the figures' files
    const char *figures; // the same as seen from the page
} ReportPage;

// The bytes that a run's section may still take.
int64_t report_room(const ReportPage *page);

// Writes the section of a run as HTML; tables have `shown` cells of the study, what does not fit
// into the room is left out with a sentence that says so; `number` is from 1, `prefix` that of its
// figures' files.
bool report_section(ReportPage *page, const Study *study, const Charts *charts, int number,
                    const char *prefix, Status *status);

// The name of a run, for a person.
const char *report_run_name(const Study *study);

#endif
