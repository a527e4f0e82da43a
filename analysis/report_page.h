// The page of a report: its frame, and the sections of its runs.
#ifndef HARROW_REPORT_PAGE_H
#define HARROW_REPORT_PAGE_H

#include "core/status.h"

#include <stddef.h>

// Reads the runs and writes the page to `path`, with its figures in a folder beside it. Runs are
// read and written one after the other, so that memory holds one at a time.
bool report_page_write(const char *path, char *const directories[], size_t count, Status *status);

#endif
