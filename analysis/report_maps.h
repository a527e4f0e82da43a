// The heat maps of a report, in the page and as files.
#ifndef HARROW_REPORT_MAPS_H
#define HARROW_REPORT_MAPS_H

#include "analysis/report_section.h"

// Draws the maps of all cells that have one; in the page as far as there is room.
bool report_maps(ReportPage *page, const Study *study, const char *prefix, Status *status);

#endif
