// The part of a page that is about one run.
#ifndef HARROW_REPORT_SECTION_H
#define HARROW_REPORT_SECTION_H

#include "analysis/chart.h"
#include "analysis/study.h"

enum { REPORT_MAX_MAP_BYTES = 350000 }; // of the heat maps inside of a page

// What the sections of a page share.
typedef struct ReportPage {
    FILE *stream;
    int64_t budget;      // bytes that heat maps may still take
    size_t games_budget; // bytes that games may still take
    const char *folder;  // of the figures' files
    const char *figures; // the same as seen from the page
} ReportPage;

// Writes the section of a run as HTML; `number` is from 1, `prefix` that of its figures' files.
bool report_section(ReportPage *page, const Study *study, const Charts *charts, int number,
                    const char *prefix, Status *status);

// The name of a run, for a person.
const char *report_run_name(const Study *study);

#endif
