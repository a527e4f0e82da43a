// Files of a report, replaced as a whole.
#ifndef HARROW_REPORT_FILE_H
#define HARROW_REPORT_FILE_H

#include "core/status.h"

#include <stddef.h>

// Writes a text beside the file, then puts it in its place, so that nobody ever sees half a page.
bool report_file_write(const char *path, const char *text, size_t size, Status *status);

// The path of a file in a folder, for the caller to free; NULL when memory is short.
char *report_file_path(const char *folder, const char *prefix, const char *name);

#endif
