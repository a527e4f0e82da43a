#include "core/open_files.h"

#include <sys/resource.h>

void open_files_allow(void) {
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files); // else the usual limit remains
}
