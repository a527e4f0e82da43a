// How many files a process may have open.
#ifndef HARROW_OPEN_FILES_H
#define HARROW_OPEN_FILES_H

// Raises the usual limit, some thousand, to the most that is allowed: a merge has a file of each
// shard open, a run with outside engines several for each of them.
void open_files_allow(void);

#endif
