// The frame, the style and the script of a page, as they stand in report_page.html, .css and .js.
#ifndef HARROW_REPORT_PAGE_TEXT_H
#define HARROW_REPORT_PAGE_TEXT_H

extern const char REPORT_PAGE_HTML[];
extern const char REPORT_PAGE_CSS[];
extern const char REPORT_PAGE_JS[];

#endif
